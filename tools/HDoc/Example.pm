package HDoc::Example;

# Translate the examples of functions, written in a language-independent form (tools/README.md), to Python and Perl.

use strict;
use warnings;
use Exporter 'import';
use HDoc::Text qw(functions space);
our @EXPORT_OK = qw(read_examples example_lines printed_lines);

my $NUMBER = qr/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/;

sub fail { my ($f, $message) = @_; die "$f->{file}:$f->{line}: $f->{cname}: \@example: $message\n" }

# Parse one value from the front of the list of tokens: return [kind, content].
sub value {
    my ($f, $tokens) = @_;
    my $word = shift @$tokens // fail($f, 'a value is missing');
    if ($word eq '[') {
        my @items;
        while (@$tokens && $tokens->[0] ne ']') {
            push @items, value($f, $tokens);
            shift @$tokens if @$tokens && $tokens->[0] eq ',';
        }
        shift @$tokens // fail($f, 'a list is not closed');
        return [list => @items];
    }
    return [text    => substr $word, 1, -1] if $word =~ /^"/;
    return [number  => $word] if $word =~ /^$NUMBER$/;
    return [complex => $1, $2] if $word =~ /^($NUMBER)($NUMBER)j$/;
    return [word    => $word] if $word =~ /^(?:none|true|false|inf|-inf|nan)$/;
    return [text    => $word] if $word =~ /^(?:bool|u?int(?:8|16|32|64)|float(?:32|64)|complex(?:64|128))$/;
    return [name    => $word] if $word =~ /^[A-Za-z]\w*$/;
    return fail($f, "cannot read $word");
}

# Return the names in a value.
sub names {
    my ($kind, @what) = @{ $_[0] };
    return $kind eq 'list' ? map { names($_) } @what : $kind eq 'name' ? $what[0] : ();
}

# Group the lines as [statement, lines that it prints].
sub grouped {
    my ($f) = @_;
    my @items;
    for my $line (@{ $f->{example} }) {
        if ($line =~ /^-> ?(.*)/) {
            push @{ $items[-1] // fail($f, 'it begins with what is printed') }, $1;
        } else {
            push @items, [$line =~ /^(.*?\S)\s+-> ?(.*)$/ ? ($1, $2) : $line];
        }
    }
    return @items;
}

# Parse each function's lines into statements: {names, call or value, shown, attribute, printed}.
sub read_examples {
    my ($model) = @_;
    my %function = map { $_->{called} => $_ } functions($model);
    for my $f (grep { $_->{example} } functions($model)) {
        my (@statements, %kind, $called);
        for my $item (grouped($f)) {
            my ($line, @printed) = @$item;
            my $s = read_statement($f, $line, \%function, \%kind);
            @$s{qw(shown printed)} = (1, \@printed) if @printed;
            fail($f, "$line: the result is neither named nor shown")
                if $s->{call} && !@printed && !@{ $s->{names} } && @{ $s->{call}{f}{results} };
            fail($f, "$line: only a single result without a name is shown") if @printed && (@{ $s->{names} } || !$s->{kind});
            $called ||= $s->{call} && $s->{call}{f} == $f;
            push @statements, $s;
        }
        fail($f, "$f->{called} is not called") unless $called;
        $f->{example} = \@statements;
    }
}

sub read_statement {
    my ($f, $text, $function, $kind) = @_;
    my %s = (names => []);
    $s{names} = [split /,\s*/, $1] if $text =~ s/^([A-Za-z]\w*(?:,\s*[A-Za-z]\w*)*)\s+=\s+//;
    if ($text =~ /^([A-Za-z]\w*)(?:\.(\w+))?$/ && $kind->{$1}) {
        @s{qw(value kind attribute)} = ([name => $1], $kind->{$1}, $2);
        return \%s;
    }
    my @tokens = $text =~ /\G\s*("[^"]*"|[\[\],]|\w+=|[^\s\[\],"]+)/g;
    my $called = $function->{ $tokens[0] // '' };
    if (!$called) {
        $s{value} = value($f, \@tokens);
        fail($f, "$text: there is no such function, nor is it one value") if @tokens || $s{value}[0] eq 'name';
        $kind->{ $s{names}[0] // fail($f, "$text is not named") } = 'value';
        return \%s;
    }
    shift @tokens;
    my (@args, @options, %allowed);
    $allowed{ $_->{name} } = 1 for @{ $called->{args} };
    while (@tokens) {
        if ($tokens[0] =~ /^(\w+)=$/) {
            fail($f, "$called->{name} has no argument $1") unless $allowed{$1};
            shift @tokens;
            push @options, [$1, value($f, \@tokens)];
        } else {
            push @args, value($f, \@tokens);
        }
    }
    for my $name (map { names($_) } @args, map { $_->[1] } @options) {
        fail($f, "$text: $name is not named before") unless $kind->{$name};
    }
    $s{call} = { f => $called, args => \@args, options => \@options };
    my @results = map { $_->{class} // $_->{kind} } @{ $called->{results} };
    my ($list) = map { $_->{kind} =~ /^(?:arrays|objects)$/ ? $_->{class} // 'array' : () } @{ $called->{results} };
    @results = ($list) x @{ $s{names} } if $list && @{ $s{names} };    # as many results as names
    my $sure = grep { !defined $_->{with} } @{ $called->{results} };
    $#results = $sure - 1 if !@{ $s{names} } || @{ $s{names} } == $sure;
    fail($f, "$text gives " . @results . ' results') if @{ $s{names} } && @{ $s{names} } != @results;
    @$kind{ @{ $s{names} } } = @results if @{ $s{names} };
    $s{kind} = $results[0] if @results == 1;
    return \%s;
}

# ---- in a language --------------------------------------------------------------------------------------------------------
my %WORD = (
    python => { none => 'None', true => 'True', false => 'False', inf => 'gla.inf', '-inf' => '-gla.inf', nan => 'gla.nan' },
    perl   => {
        none   => 'undef',
        true   => '1',
        false  => '0',
        inf    => 'GPULinalg::inf',
        '-inf' => '-(GPULinalg::inf)',
        nan    => 'GPULinalg::nan'
    },
);

sub written {
    my ($language, $value) = @_;
    my ($kind, @what) = @$value;
    my $perl = $language eq 'perl';
    return '[' . join(', ', map { written($language, $_) } @what) . ']' if $kind eq 'list';
    return $perl ? "'$what[0]'" : "\"$what[0]\"" if $kind eq 'text';
    return $perl ? "\$$what[0]" : $what[0] if $kind eq 'name';
    return $WORD{$language}{ $what[0] } if $kind eq 'word';
    return $what[0] if $kind eq 'number';
    return $perl ? 'Math::Complex->make(' . join(', ', map { s/^\+//r } @what) . ')' : "$what[0]$what[1]j";
}

# Write a call; parts of arrays and methods in the language's syntax.
sub call {
    my ($language, $call) = @_;
    my ($f, @args) = ($call->{f}, @{ $call->{args} });
    my $perl = $language eq 'perl';
    my $method = $f->{method};
    my $self;
    if ($f->{name} =~ /^[gs]etitem$/) {
        my ($x, $key, @value) = map { written($language, $_) } @args;
        return $perl
            ? "$x->" . (@value ? 'set' : 'slice') . '(' . join(', ', $key, @value) . ')'
            : "${x}[" . ($args[1][0] eq 'text' ? $args[1][1] =~ s/,\s*/, /gr : $key) . ']' . (@value ? " = $value[0]" : '');
    }
    if ($method && $method->{bound}) {
        $self = written($language, shift @args);
        @args = @{ shift @args }[1 .. $#{ $call->{args}[1] }] if $method->{splat};
    }
    my $given = join ', ', (map { written($language, $_) } @args),
        map { $_->[0] . ($perl ? ' => ' : '=') . written($language, $_->[1]) } @{ $call->{options} };
    my $space = space($f, $language);
    return "$space$f->{name}($given)" unless $method;
    if (defined $self) {
        return ($perl ? "$self->" : $self) . "($given)" if $method->{name} eq 'call';
        return $perl
            ? "$self->$method->{name}" . (length $given ? "($given)" : '')
            : "$self.$method->{name}" . ($method->{property} ? '' : "($given)");
    }
    my $class = $method->{class};
    return "$space$method->{of}{prefix}($given)" if $method->{of}{callable};
    return "$space$class->$method->{name}" . (length $given ? "($given)" : '') if $perl;
    return "$space$class" . ($method->{name} eq 'new' ? '' : ".$method->{name}") . "($given)";
}

# Return the statements of a function's example as lines of a language: [line, lines printed].
sub example_lines {
    my ($f, $language) = @_;
    return @{ $f->{code}{$language} // [] } if $f->{code};    # example written by hand
    my $perl = $language eq 'perl';
    my (%declared, @lines);
    for my $s (@{ $f->{example} // [] }) {
        my $text = $s->{call} ? call($language, $s->{call}) : written($language, $s->{value});
        if (defined $s->{attribute}) {
            my $record = $s->{kind} eq 'record';
            $text .=
                  $perl ? ($record ? "->{$s->{attribute}}" : "->$s->{attribute}")
                : $record ? "[\"$s->{attribute}\"]"
                : ".$s->{attribute}";
        }
        if (my @names = @{ $s->{names} }) {
            my @new = grep { !$declared{$_}++ } @names;
            fail($f, "@names: some of these are named before, which Perl warns of") if @new && @new < @names;
            my $my = @new ? 'my ' : '';
            $text =
                 !$perl ? join(', ', @names) . " = $text"
                : @names > 1 ? "$my(" . join(', ', map { "\$$_" } @names) . ") = $text"
                : "$my\$$names[0] = $text";
        }
        $text = $perl ? ($text =~ /^\$\w+$/ ? "print \"$text\\n\"" : "print $text, \"\\n\"") : "print($text)" if $s->{shown};
        push @lines, [$perl ? "$text;" : $text, printed($s, $language)];
    }
    unshift @lines, ['use Math::Complex ();'] if grep { $_->[0] =~ /Math::Complex->/ } @lines;
    return @lines;
}

# Return the output of a statement; booleans as the language prints them.
sub printed {
    my ($s, $language) = @_;
    my %truth = $language eq 'perl' ? (true => '1', false => '') : (true => 'True', false => 'False');
    return map { $truth{$_} // $_ } @{ $s->{printed} // [] };
}

sub printed_lines {
    my ($f, $language) = @_;
    return map { my ($line, @printed) = @$_; @printed } example_lines($f, $language);
}

# ---- for the test ---------------------------------------------------------------------------------------------------------
#
# Return a script that runs all examples of a language; it prints each function's name before the output.
sub script {
    my ($model, $language) = @_;
    my $perl = $language eq 'perl';
    my @functions = with_examples($model, $language);
    my $out =
        $perl
        ? "use strict;\nuse warnings;\nuse GPULinalg;\nmy \%example;\n"
        : "import gpulinalg as gla\nexample = {}\n";
    for my $f (@functions) {
        my @lines = map { $_->[0] } example_lines($f, $language);
        $out .=
            $perl
            ? join('', "\$example{'$f->{called}'} = sub {\n", map({ "    $_\n" } @lines), "};\n")
            : join '', "def run():\n", map({ "    $_\n" } @lines), "example[\"$f->{called}\"] = run\n";
    }
    return $out . <<'END' if $perl;
for my $name (@ARGV ? @ARGV : sort keys %example) {
    print "== $name\n";
    eval { $example{$name}->(); 1 } or print ref $@ ? $@->kind . ': ' . $@->message . "\n" : $@;
}
END
    return $out . <<'END';
import sys
for name in sys.argv[1:] or sorted(example):
    print("==", name)
    try:
        example[name]()
    except Exception as error:
        print("%s: %s" % (type(error).__name__, error))
END
}

# Return the expected output of that script.
sub expected {
    my ($model, $language) = @_;
    return join '', map {
        my $f = $_;
        ("== $f->{called}\n", map { "$_\n" } printed_lines($f, $language))
    } sort { $a->{called} cmp $b->{called} } with_examples($model, $language);
}

sub with_examples {
    my ($model, $language) = @_;
    return grep { $_->{example} || $_->{code} && $_->{code}{$language} } functions($model), @{ $model->{written} };
}

1;
