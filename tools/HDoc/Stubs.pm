package HDoc::Stubs;

# Type stubs for Python: what a type checker and an editor know of the functions.  The frame, lang/python/stubs.pyi, holds by
# hand what is written in Python or in C for Python alone; a line "# hdoc: ..." in it is replaced.

use strict;
use warnings;
use HDoc::Text qw(functions literal result_class result_names);

# Kind of an argument or a result => annotation.  bool is a dtype of the module; Python's own is builtins.bool.
my %ARGUMENT = (array => '_ArrayLike', target => 'Array', arrays => 'Sequence[_ArrayLike]', index => '_Index',
    ints => 'int | Sequence[int]', dtype => '_DTypeLike', axis => 'int | None', maybe => 'builtins.bool | None',
    bool => 'builtins.bool', int => 'int', int64 => 'int', double => 'float', text => 'str', stream => 'Stream',
    event => 'Event', module => 'Module', kernel => 'Kernel', elementwise => 'Elementwise', reducer => 'Reduction',
    scanner => 'Scan', texts => 'str | Sequence[str] | dict[str, str]', bytes => 'bytes | str');
my %RESULT = (array => 'Array', arrays => 'Any', text => 'str', strings => 'list[str]', record => 'dict[str, Any]',
    truth => 'builtins.bool', number => 'float', stream => 'Stream', event => 'Event', module => 'Module',
    kernel => 'Kernel', elementwise => 'Elementwise', reducer => 'Reduction', scanner => 'Scan');

sub argument {
    my ($p) = @_;
    my $type = $ARGUMENT{ $p->{kind} };
    $type = 'str | float' if $p->{kind} eq 'text' && $p->{doc} =~ /\bnumber\b|\binf\b|as ord/;
    $type = 'str | bytes | os.PathLike[str]' if $p->{kind} eq 'text' && $p->{name} eq 'path';
    return "$p->{name}: $type" if !defined $p->{default};
    my $default = literal($p->{default}, 'python');
    $type .= ' | None' if $default eq 'None' && $type !~ /\bNone$/;
    return "$p->{name}: $type = $default";
}

sub returned {
    my ($f) = @_;
    my @results = @{ $f->{results} };
    return @results > 1 ? result_class($f) : @results ? $RESULT{ $results[0]{kind} } : 'None';
}

sub function {
    my ($name, $f, @args) = @_;
    return "def $name(" . join(', ', @args) . ') -> ' . returned($f) . ": ...\n";
}

# A method of class Array: the first argument is the array itself.
sub array_method {
    my ($f) = @_;
    my ($self, @args) = @{ $f->{args} };
    return function($f->{name}, $f, "$self->{name}: _ArrayLike", map { argument($_) } @args);
}

# The methods of a class of handles; what makes one is __new__, or a static method.
sub class_method {
    my ($f) = @_;
    my $method = $f->{method};
    my @args = map { argument($_) } @{ $f->{args} };
    return "def __new__(cls, " . join(', ', @args) . ") -> $method->{class}: ...\n" if $method->{name} eq 'new';
    return "\@property\n    def $method->{name}(self) -> " . returned($f) . ": ...\n" if $method->{property};
    my $self = @{ $f->{args} } ? $ARGUMENT{ $f->{args}[0]{kind} } : '';
    return function($method->{name}, $f, @args) if $self eq $method->{class};
    return "\@staticmethod\n    " . function($method->{name}, $f, @args);
}

my %LINE = (
    results => sub {
        my ($model) = @_;
        return map { my $f = $_; 'class ' . result_class($f) . "(NamedTuple):\n" . join('', map {
            "    $_->{name}: $RESULT{ $_->{kind} }\n" } @{ $f->{results} }) } grep { @{ $_->{results} } > 1 } functions($model);
    },
    functions => sub { my ($model) = @_; return map { function($_->{name}, $_, map { argument($_) } @{ $_->{args} }) }
        functions($model) },
    kinds => sub {
        my ($model) = @_;
        my $parents = $model->{parents};
        return map { "class $_(" . ($parents->{$_} ? "Error, builtins.$parents->{$_}" : 'RuntimeWarning') . "): ...\n" }
            @{ $model->{kinds} };
    },
    names => sub {
        my ($model, @own) = @_;
        my @names = (@own, (map { $_->{name} } grep { !$_->{method} } functions($model)), @{ $model->{kinds} },
            map { result_class($_) } grep { @{ $_->{results} } > 1 } functions($model));
        return map { "    \"$_\",\n" } grep { !$HDoc::Text::BUILTIN{$_} } sort @names;
    },
    methods => sub {
        my ($model, @names) = @_;
        my %f = map { $_->{name} => $_ } functions($model);
        return map { array_method($f{$_} // die "hdoc: Array.$_ is not a function\n") } @names;
    },
    operators => sub {
        my ($model, @names) = @_;
        return map { "def __${_}__(self, value: _ArrayLike, /) -> Array: ...\n" }
            map { ($_, "r$_", $_ eq 'matmul' ? () : "i$_") } @names;
    },
    class => sub {
        my ($model, $class) = @_;
        return map { class_method($_) } grep { $_->{method} && $_->{method}{class} eq $class } functions($model);
    },
);

# lang/python/gpulinalg/__init__.pyi.
sub package {
    my ($model, $frame) = @_;
    open my $in, '<:encoding(UTF-8)', $frame or die "hdoc: cannot read $frame: $!\n";
    my $out = "# Made by tools/hdoc from the public headers and from $frame.\n";
    my @lines = <$in>;
    my @own = map { /^(?:def |class |from \. import (?=\w+ as ))?([A-Za-z]\w*)(?: as \w+$|[:(])/ ? $1 : () } @lines;
    my $number = 0;
    for my $line (@lines) {
        $number++;
        if (my ($indent, $word, $rest) = $line =~ /^(\s*)# hdoc: (\w+)\s*(.*)/) {
            my $write = $LINE{$word} or die "$frame:$number: do not know what \"$word\" is\n";
            $out .= join '', map { "$indent$_" } $write->($model, $word eq 'names' ? @own : split ' ', $rest);
        }
        else {
            $out .= $line;
        }
    }
    return $out;
}

# lang/python/gpulinalg/linalg.pyi: the namespace holds the functions of its room, and those that linalg.py adds.
sub linalg {
    my ($model) = @_;
    my @names = map { $_->{name} } grep { $_->{room} eq 'linalg' || $_->{name} eq 'matrix_transpose' } functions($model);
    @names = sort @names;
    return "# Made by tools/hdoc from the public headers.\n" . join('', map { "from . import $_ as $_\n" } @names)
        . "\n__all__ = [\n" . join('', map { "    \"$_\",\n" } @names) . "]\n";
}

1;
