package HDoc::Text;

# Functions shared by the writers: filling paragraphs, and writing a default value in a language's syntax.

use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK =
    qw(aliases argument flat functions fill integers is_listed literal none_in space python_signature perl_signature
    result_classes self_name shared_names subspaces sure_results tuple_text);

# Our functions and errors with the names of Python builtins: `from gpulinalg import *` does not replace these.
our %BUILTIN = map { $_ => 1 } qw(abs all any bool max min pow round sum IndexError InterruptedError OverflowError);

# Fill text to a width in characters; every line but the first begins with $indent.
sub fill {
    my ($text, $indent, $width) = @_;
    my @lines = ('');
    for my $word (split ' ', $text) {
        my $room = ($width // 88) - length($indent);
        if (length $lines[-1] && length($lines[-1]) + 1 + length $word > $room) {
            push @lines, $word;
        } else {
            $lines[-1] .= length $lines[-1] ? " $word" : $word;
        }
    }
    return join "\n$indent", @lines;
}

# Return the elements of a default that is a list, such as (-2, -1).
sub integers { return $_[0] =~ /^\(/ ? $_[0] =~ /-?\d+/g : () }

my %WORD = (
    python => { none => 'None', true  => 'True', false => 'False' },
    perl   => { none => 'undef', true => '1', false    => '0' },
    case   => { none => 'none', true  => 'true', false => 'false' },
);

# Translate a default from C to a language ("case" is the syntax of the conformance cases).
sub literal {
    my ($default, $language) = @_;
    return $language eq 'python' ? '()' : '[]' if $default eq '()';
    if (my @list = integers($default)) {
        return '(' . join(', ', @list) . ')' if $language eq 'python';
        return '[' . join($language eq 'perl' ? ', ' : ',', @list) . ']';
    }
    my $word = $default =~ /^(?:NULL|GLA_NONE)$/ ? 'none' : $default;
    return $WORD{$language}{$word} // $word;
}

# Headers write `none` for an argument that is not given: replace it by the word of a language, or of both.
my %NONE = (python => '`None`', perl => '`undef`', c => '`NULL`', both => '`None` / `undef`');

sub none_in {
    my ($language, $text) = @_;
    return $text =~ s/`none`/$NONE{$language}/gr;
}

# Return all functions of all areas.
sub functions {
    my ($model) = @_;
    return map { @{ $_->{functions} } } @{ $model->{rooms} };
}

# Return the functions that exist outside namespaces.
sub flat {
    my ($model) = @_;
    return grep { !$_->{space} } functions($model);
}

# Return true if scripts call a function by its name. If a class has the name of its namespace, its methods are functions of the
# namespace too: sparse.cg and A.cg. Exceptions are properties, operators and Python's special names.
sub is_listed {
    my ($f) = @_;
    my $method = $f->{method} or return 1;
    return
           $method->{bound}
        && $f->{space}
        && $method->{of}{prefix} eq $f->{space}{prefix}
        && !$method->{property}
        && !$f->{operators}
        && !$BUILTIN{ $f->{name} };
}

# Return the functions and classes of a namespace that also exist outside it.
sub shared_names {
    my ($model, $space) = @_;
    return sort map { $_->{name} } grep {
        grep { $_ eq $space }
            @{ $_->{also} }
    } (grep { !$_->{method} } functions($model)), grep { !$_->{space} } @{ $model->{classes} };
}

# Return the areas that are namespaces within a namespace: stats.norm of stats.
sub subspaces {
    my ($model, $space) = @_;
    return grep { $_->{space} && $_->{space}{name} =~ /^\Q$space\E[.]/ } @{ $model->{rooms} };
}

# Return an argument with its default, as tests write it.
sub argument {
    my ($p) = @_;
    return $p->{name} . (defined $p->{default} ? '=' . literal($p->{default}, 'case') : '');
}

# Return the alternative names of options, as tests and bindings read them: ddof=correction.
sub aliases {
    my ($f) = @_;
    return map { defined $_->{alias} && defined $_->{default} ? "$_->{alias}=$_->{name}" : () } @{ $f->{args} };
}

# Return the results that every call has.
sub sure_results {
    my ($f) = @_;
    return grep { !defined $_->{with} } @{ $f->{results} };
}

# Return the named tuples of functions with several results, and their fields. The name is the function's name followed by
# Result; it is in capitals if the names of the results are in capitals (qr: QRResult; eigh: EighResult; read_table:
# ReadTableResult). If one result depends on an argument, and several results do not, there are two tuples, and the second is
# named after that argument (AbsorbEffectsResult).
sub result_classes {
    my ($f) = @_;
    my @all = @{ $f->{results} };
    my @sure = sure_results($f);
    return if @all < 2;
    my ($with) = map { $_->{with} // () } @all;
    my @name = ($f->{name}, @sure > 1 && $with ? $with : ());
    my @class = map {
        ($all[0]{name} =~ /^[A-Z]/ ? uc : join '', map { ucfirst } split /_/)
    } @name;
    return map { [join('', @class[0 .. $_]) . 'Result', $_ < $#class ? @sure : @all] } 0 .. $#class;
}

# Return a class of results with its members, as in QRResult(Q, R).
sub tuple_text {
    my ($class, @results) = @{ $_[0] };
    return "$class(" . join(', ', map { $_->{name} } @results) . ')';
}

# Return the variable name of a method's object in examples of calls.
sub self_name { my ($f) = @_; my $name = $f->{args}[0]{name}; return length $name == 1 ? $name : $f->{method}{of}{prefix} }

# Return the beginning of a function's call and the content of its brackets, in a language: (call, arguments, true if brackets).
sub method_call {
    my ($f, $language, $argument) = @_;
    my @args = @{ $f->{args} };
    my ($perl, $space) = ($language eq 'perl', space($f, $language));
    my $method = $f->{method} or return ("$space$f->{name}", join(', ', map { $argument->($_) } @args), 1);
    my ($class, $name) = @$method{qw(class name)};
    if (!$method->{bound}) {
        my $call =
              $method->{of}{callable} ? $method->{of}{prefix}
            : $perl ? "$class->$name"
            : $name eq 'new' ? $class
            : "$class.$name";
        return ("$space$call", join(', ', map { $argument->($_) } @args), 1);
    }
    shift @args;
    my @written = map { $method->{splat} && $_->{kind} eq 'arrays' ? ($perl ? '@args' : '*args') : $argument->($_) } @args;
    my $self = ($perl ? '$' : '') . self_name($f);
    my $call = $name eq 'call' ? ($perl ? "$self->" : $self) : $perl ? "$self->$name" : "$self.$name";
    return ($call, join(', ', @written), $perl ? @written > 0 : !$method->{property});
}

# Write include/gpulinalg.h: its own comment, and includes of the headers in their order.
sub umbrella {
    my ($model, $frame) = @_;
    open my $in, '<:encoding(UTF-8)', $frame or die "hdoc: cannot read $frame: $!\n";
    my $text = do { local $/; <$in> };
    my $lines = join '', map { "#include \"gpulinalg/$_->{name}.h\"\n" } @{ $model->{rooms} };
    $text =~ s/(?:^#include "gpulinalg\/\w+\.h"\n)+/$lines/m or die "$frame:1: it includes no header\n";
    return $text;
}

# Return the prefix of names in the function's namespace.
sub space {
    my ($f, $language) = @_;
    return $language eq 'perl'
        ? 'GPULinalg::' . ($f->{space} ? "$f->{space}{perl}::" : '')
        : 'gla.' . ($f->{space} ? "$f->{space}{name}." : '');
}

sub python_signature {
    my ($f) = @_;
    my ($call, $args, $brackets) = method_call(
        $f, 'python',
        sub {
            ($_[0]{spread} ? '*' : '') . $_[0]{name} . (defined $_[0]{default} ? '=' . literal($_[0]{default}, 'python') : '');
        }
    );
    return $brackets ? "$call($args)" : $call;
}

sub perl_signature {
    my ($f) = @_;
    my ($call, $args, $brackets) = method_call(
        $f, 'perl',
        sub {
            defined $_[0]{default}
                ? "$_[0]{name} => " . literal($_[0]{default}, 'perl')
                : ($_[0]{spread} ? '@' : '$') . $_[0]{name};
        }
    );
    my @results = map { "\$$_->{name}" } sure_results($f);
    my $more = join '', map { defined $_->{with} ? " [, \$$_->{name}]" : () } @{ $f->{results} };
    my $left =
          @results > 1 || $more ? '(' . join(', ', @results) . "$more) = "
        : @results ? "$results[0] = "
        : '';
    return $left . ($brackets ? "$call($args)" : $call);
}

1;
