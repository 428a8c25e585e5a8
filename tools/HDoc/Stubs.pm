package HDoc::Stubs;

# Write type stubs for Python, which type checkers and editors read. The template lang/python/stubs.pyi contains the
# hand-written declarations of Python-only features; "# hdoc: ..." lines in it are replaced.

use strict;
use warnings;
use HDoc::Operators qw(python_methods);
use HDoc::Text qw(flat functions is_listed literal result_classes shared_names subspaces sure_results);

# Kind of an argument or a result => annotation. bool is a dtype of the module; Python's own is builtins.bool.
my %ARGUMENT = (
    array     => '_ArrayLike',
    target    => 'Array',
    arrays    => 'Sequence[_ArrayLike]',
    index     => '_Index',
    ints      => 'int | Sequence[int]',
    dtype     => '_DTypeLike',
    axis      => 'int | None',
    maybe     => 'builtins.bool | None',
    bool      => 'builtins.bool',
    int       => 'int',
    int64     => 'int',
    double    => 'float',
    text      => 'str',
    path      => 'str | bytes | os.PathLike[str]',
    places    => '_ArrayLike',
    transpose => 'int | str',
    typed     => '_ArrayLike | _DTypeLike',
    typeds    => '_ArrayLike | _DTypeLike',
    blocks    => 'Sequence[Any]',
    sparses   => 'Any',
    texts     => 'str | Sequence[str] | dict[str, str]',
    labels    => 'str | Sequence[Any]',
    bytes     => 'bytes | str',
    chosen    => '_ArrayLike | str',
    variable  => '_ArrayLike | str',
    data      => 'Any',
    fits      => 'Any'
);
my %RESULT = (
    array      => 'Array',
    arrays     => 'Any',
    objects    => 'Any',
    text       => 'str',
    strings    => 'list[str]',
    sizes      => 'tuple[int, ...]',
    dtype_name => 'DType',
    record     => 'dict[str, Any]',
    truth      => 'builtins.bool',
    number     => 'float',
    integer    => 'int'
);

# Python's additions to functions of the namespace sparse (lang/python/gpulinalg/_operator.py): extra parameters, and operators
# accepted as matrices.
my @OUTER =
    ('*', 'Minv: Any = None', 'OPinv: Any = None', 'shape: Sequence[int] | None = None', 'dtype: _DTypeLike | None = None');
my %ADDED = (
    (map { $_ => ['callback: Callable[[Array], object] | None = None'] } qw(cg minres bicgstab gmres lsqr lsmr)),
    (map { $_ => \@OUTER } qw(eigsh eigs)),
    svds   => [@OUTER[0, 3, 4]],
    lobpcg => []
);

# Hand-written Python features of a class besides its methods (lang/python/gpulinalg/_sparse.py).
my %WRITTEN = (
    Sparse => <<'END'
@property
def T(self) -> Sparse: ...
@property
def mT(self) -> Sparse: ...
@property
def H(self) -> Sparse: ...
@property
def ndim(self) -> int: ...
@staticmethod
def from_scipy(matrix: Any) -> Sparse: ...
def to_scipy(self, format: str | None = None) -> Any: ...
def __getitem__(self, key: _Index) -> Any: ...
def __iter__(self) -> Iterator[Sparse]: ...
END
);

sub argument {
    my ($p) = @_;
    my $type = $ARGUMENT{ $p->{form} } // $p->{kind};
    $type = 'str | float' if $p->{kind} eq 'text' && $p->{doc} =~ /\bnumber\b|\binf\b|as ord/;
    return "*$p->{name}: " . ($p->{form} eq 'arrays' ? '_ArrayLike' : $type) if $p->{spread};
    return "$p->{name}: $type" if !defined $p->{default};
    my $default = literal($p->{default}, 'python');
    $type .= ' | None' if $default =~ /^(?:None$|\()/ && $type !~ /\bNone$/;
    return "$p->{name}: $type = $default";
}

sub result { my ($p) = @_; return $RESULT{ $p->{kind} } // $p->{kind} }

# Write the classes of named tuples.
sub results {
    return map {
        my ($class, @results) = @$_;
        "class $class(NamedTuple):\n" . join('', map { "    $_->{name}: " . result($_) . "\n" } @results)
    } map { result_classes($_) } @_;
}

sub returned {
    my ($f) = @_;
    my ($first) = my @results = @{ $f->{results} };
    my @classes = map { $_->[0] } result_classes($f);
    unshift @classes, result($first) if @classes && sure_results($f) == 1;
    return @classes ? join(' | ', @classes) : $first ? result($first) : 'None';
}

# Return the arguments, with a star before keyword-only ones.
sub arguments {
    my @args = @_;
    my $named = grep { $_->{spread} } @args;
    my @aliases = map { "$_->{alias}: " . (argument($_) =~ s/^\w+: //r =~ s/ = .*//sr) . ' = ...' }
        grep { defined $_->{alias} && defined $_->{default} } @args;
    my @written = map { ($_->{named} && !$named++ ? '*' : ()), argument($_) } @args;
    return (@written, @aliases ? ($named ? () : '*', @aliases) : ());
}

sub function {
    my ($name, $f, @args) = @_;
    my $added = $f->{space} && $f->{space}{name} eq 'sparse' && $ADDED{$name};
    @args = ((map { s/^([ABM]): \w+(?: \| None)?/$1: Any/r } @args), @$added)
        if $added && ($f->{method}{bound} || !$f->{method});
    return "def $name(" . join(', ', @args) . ') -> ' . returned($f) . ": ...\n";
}

# Write a method of class Array: the first argument is the array itself.
sub array_method {
    my ($f) = @_;
    my ($self, @args) = @{ $f->{args} };
    return function($f->{name}, $f, "$self->{name}: _ArrayLike", arguments(@args));
}

# Write the methods of a class of handles; constructors become __new__, or static methods.
sub class_method {
    my ($f) = @_;
    my $method = $f->{method};
    my @args = arguments(@{ $f->{args} });
    return "def __new__(cls, " . join(', ', @args) . ") -> $method->{class}: ...\n" if $method->{name} eq 'new';
    return "\@property\n    def $method->{name}(self) -> " . returned($f) . ": ...\n" if $method->{property};
    return function($method->{name}, $f, @args) if $method->{bound};
    return "\@staticmethod\n    " . function($method->{name}, $f, @args);
}

# Write the special methods of a class with operators.
sub operator_methods {
    my ($class, @functions) = @_;
    my $methods = python_methods($class, @functions);
    return map {
        my (@ways, %seen) = @{ $methods->{$_} };
        my @results = grep { !$seen{$_}++ } map { result($_->[0]{results}[0]) } @ways;
        my $value = join ' | ', map { $_->[1] == 2 ? $ARGUMENT{ $_->[0]{args}[1]{form} } // $_->[0]{args}[1]{kind} : () } @ways;
        "def __${_}__(self" . ($value && ", value: $value, /") . ') -> ' . join(' | ', @results) . ": ...\n"
    } sort keys %$methods;
}

my %LINE;
%LINE = (
    results   => sub { my ($model) = @_; return results(flat($model)) },
    functions => sub {
        my ($model) = @_;
        return map { function($_->{name}, $_, arguments(@{ $_->{args} })) } flat($model);
    },
    kinds => sub {
        my ($model) = @_;
        my $parents = $model->{parents};
        return
            map { "class $_(" . ($parents->{$_} ? "Error, builtins.$parents->{$_}" : 'RuntimeWarning') . "): ...\n" }
            @{ $model->{kinds} };
    },
    names => sub {
        my ($model, @own) = @_;
        my %named = map { $_ => 1 } @own, map { $_->{name} } grep { !$_->{space} } @{ $model->{classes} };
        my @names = (
            keys %named, namespaces($model),
            (map { $_->{name} } grep { !$_->{method} } flat($model)),
            @{ $model->{kinds} },
            map { $_->[0] } map { result_classes($_) } flat($model)
        );
        return map { "    \"$_\",\n" } grep { !$HDoc::Text::BUILTIN{$_} } sort @names;
    },
    namespaces => sub {
        return map { "from . import $_ as $_\n" } namespaces($_[0]);
    },
    methods => sub {
        my ($model, @names) = @_;
        my %f = map { $_->{name} => $_ } functions($model), flat($model);    # flat names take precedence
        return map { array_method($f{$_} // die "hdoc: Array.$_ is not a function\n") } @names;
    },
    operators => sub {
        my ($model, @names) = @_;
        return map { "def __${_}__(self, value: _ArrayLike, /) -> Array: ...\n" }
            map { ($_, "r$_", "i$_") } @names;
    },
    classes => sub {    # except those written in the template
        my ($model, @own) = @_;
        my %own = map { $_ => 1 } @own;
        return map {
            my $name = $_->{name};
            ("class $name:\n", (map { "    $_" } $LINE{class}->($model, $name)), "\n")
            }
            grep { !$_->{space} && !$own{ $_->{name} } } @{ $model->{classes} };
    },
    class => sub {
        my ($model, $class) = @_;
        my @methods = grep { $_->{method} && $_->{method}{class} eq $class } functions($model);
        return (map { class_method($_) } @methods), @methods ? operator_methods($methods[0]{method}{of}, @methods) : ();
    },
);

sub namespaces {
    my ($model) = @_;
    my %name = map { s/[.].*//r => 1 } map { @{ $_->{also} }, $_->{space} ? $_->{space}{name} : () } functions($model);
    return sort keys %name;
}

# Write lang/python/gpulinalg/__init__.pyi.
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
            $out .= join '', map { "$indent$_" } $write->($model, $word =~ /^(?:names|classes)$/ ? @own : split ' ', $rest);
        } else {
            $out .= $line;
        }
    }
    return $out;
}

# Write the stubs of a namespace: names that also exist outside it, and names that exist only there.
sub namespace {
    my ($model, $space) = @_;
    my @within = subspaces($model, $space);
    my @also = shared_names($model, $space);
    my @own = grep { $_->{space} && $_->{space}{name} eq $space } functions($model);
    my @classes = grep { $_->{space} && $_->{space}{name} eq $space } @{ $model->{classes} };
    my $out = "# Made by tools/hdoc from the public headers.\n";
    $out .=
          "import builtins\nimport os\nfrom collections.abc import Callable, Iterator, Sequence\n"
        . "from typing import Any, NamedTuple\n\nfrom . import Array, _ArrayLike, _DTypeLike, _Index\n"
        if @own || @within;
    $out .= join '', map { "from . import $_ as $_\n" } @also;
    $out .= join '', map {
        my @written = map { "$_\n" } split /\n/, $WRITTEN{ $_->{name} } // '';
        ("\nclass $_->{name}:\n", map { "    $_" } $LINE{class}->($model, $_->{name}), @written)
    } @classes;
    $out .= join '', map { "\n$_" } results(grep { $_->{results} } @own) if @own;
    $out .= "\n" . join '', map { function($_->{name}, $_, arguments(@{ $_->{args} })) } grep { is_listed($_) } @own if @own;
    $out .= join '', map {
              "\nclass "
            . $_->{space}{name} =~ s/.*[.]//r . ":\n"
            . join('',
            map { "    \@staticmethod\n    " . function($_->{name}, $_, arguments(@{ $_->{args} })) } @{ $_->{functions} })
    } @within;
    my @names = sort @also, (map { $_->{name} } grep { is_listed($_) } @own), (map { $_->{name} } @classes),
        map { $_->{space}{name} =~ s/.*[.]//r } @within;
    return "$out\n__all__ = [\n" . join('', map { "    \"$_\",\n" } @names) . "]\n";
}

1;
