package HDoc::Python;

# Write the Python package's functions and classes: Python code that calls SWIG's wrappers of swig/functions.i, with docstrings
# in NumPy's style.

use strict;
use warnings;
use HDoc::Example qw(example_lines);
use HDoc::Manual qw(arguments_of area_entries);
use HDoc::Operators qw(operator_forms);
use HDoc::Text qw(fill flat functions is_listed literal none_in python_signature result_classes shared_names subspaces
    sure_results tuple_text);

sub docstring {
    my ($f) = @_;
    my $text = join "\n\n", map { fill($_, '') } $f->{summary}, @{ $f->{body} };
    $text .= section('Parameters', map { [argument_head($_), $_->{doc}] } arguments_of($f));
    $text .= section('Returns', [returned($f), $f->{return}]) if @{ $f->{results} };
    $text .= section('Raises', map { [$_->[0], $_->[1]] } @{ $f->{throws} });
    $text .= section('Warns', map { [$_->[0], $_->[1]] } @{ $f->{warns} });
    my $operators = join ', ', map { "`$_`" } operator_forms($f, 'python');
    $text .= "\n\nNotes\n-----\nAlso written $operators." if $operators;
    $text .= "\n\nReferences\n----------\n" . fill($f->{see}, '') if $f->{see};
    $text .= "\n\nExamples\n--------" . join '', map {
        my ($line, @printed) = @$_;
        map { "\n$_" } ($line =~ /^(?: |except|else)/ ? '... ' : '>>> ') . $line, @printed
    } example_lines($f, 'python') if $f->{example} || $f->{code};
    return none_in('python', "$text\n");
}

sub section {
    my ($title, @items) = @_;
    return '' unless @items;
    my $text = "\n\n$title\n" . '-' x length($title);
    $text .= "\n$_->[0]\n    " . fill($_->[1], '    ') for @items;
    return $text;
}

sub argument_head {
    my ($p) = @_;
    my $default = defined $p->{default} ? ', default ' . literal($p->{default}, 'python') : '';
    return "$p->{name} : $p->{doctype}$default";
}

sub returned {
    my ($f) = @_;
    my @tuples = map { tuple_text($_) } result_classes($f) or return $f->{results}[0]{doctype};
    my ($with) = map { $_->{with} // () } @{ $f->{results} };
    my $else = @tuples > 1 ? $tuples[0] : (sure_results($f))[0]{doctype};
    return $with ? "$else, or with $with $tuples[-1]" : $tuples[0];
}

# Write the beginning of `help(gpulinalg)`: the functions by area, with their first sentences, and the classes.
sub python_areas {
    my ($model) = @_;
    my $out = '';
    for my $room (@{ $model->{rooms} }) {
        my (%methods, @classes);
        $out .= "\n$room->{title}:\n";
        for my $f (grep { ($_->{only} // 'python') eq 'python' } area_entries($model, $room)) {
            if (my $method = $f->{method}) {
                push @classes, $method->{class} unless $methods{ $method->{class} };
                push @{ $methods{ $method->{class} } }, $method->{name};
            } else {
                $out .= sprintf "    %-22s  %s\n", $f->{called}, fill(none_in('python', $f->{summary}), ' ' x 28, 116);
            }
        }
        $out .= sprintf "    %-22s  class: %s\n", $_, join ', ', grep { !/^(?:new|call)$/ } @{ $methods{$_} } for @classes;
    }
    return $out;
}

# Return the parameters as declared; keyword-only ones follow a star. Alternative names of options come last, because after a
# star they would make every call slower.
sub parameters {
    my @args = @_;
    my $named = grep { $_->{spread} } @args;
    my @written = map {
        (
            $_->{named} && !$named++ ? '*' : (),
            ($_->{spread} ? '*' : '') . $_->{name} . (defined $_->{default} ? '=' . literal($_->{default}, 'python') : '')
        )
    } @args;
    my @aliases = map { "$_->{alias}=..." } renamed(@args);
    return (@written, @aliases);
}

# Return the options that have an alternative name.
sub renamed {
    return grep { defined $_->{alias} && defined $_->{default} } @_;
}

# Code that handles an option given by its alternative name.
sub alias_lines {
    my ($f) = @_;
    return join '', map {
              "if $_->{alias} is not ...:\n"
            . "        $_->{name} = _only_one($f->{name}, \"$_->{name}\", $_->{name}, \"$_->{alias}\", $_->{alias})\n    "
    } renamed(@{ $f->{args} });
}

# Several results are returned as a named tuple.
sub result_tuple {
    my ($f, $module) = @_;
    my $out = '';
    for my $tuple (result_classes($f)) {
        my ($class, @results) = @$tuple;
        my @names = map { $_->{name} } @results;
        $out .=
              "\n$class = _namedtuple(\"$class\", \"@names\", module=\"$module\")\n"
            . "$class.__doc__ = \"What `$f->{name}` returns: "
            . join(', ', @names) . ".\"\n";
    }
    return $out;
}

sub function {
    my ($f) = @_;
    my $call = "_native.$f->{symbol}(" . join(', ', map { $_->{name} } @{ $f->{args} }) . ')';
    my ($all, @sure) = (scalar @{ $f->{results} }, sure_results($f));
    my ($class, $with) = map { $_->[0] } result_classes($f);
    my $body =
          $with ? "made = $call\n    return ($with if len(made) == $all else $class)(*made)"
        : @sure < $all ? "made = $call\n    return $class(*made) if isinstance(made, list) else made"
        : $class ? "return $class(*$call)"
        : "return $call";
    my $text = docstring($f) =~ s/^(?=.)/    /mgr =~ s/^ +//r;
    my %other = map { defined $_->{alias} && !defined $_->{default} ? ($_->{alias} => $_->{name}) : () } @{ $f->{args} };
    my $also = join '', map { ", $_=\"$other{$_}\"" } sort keys %other;
    return
          "\n\n"
        . ($also && "\@_accepting(" . substr($also, 2) . ")\n")
        . "def $f->{name}("
        . join(', ', parameters(@{ $f->{args} })) . "):\n"
        . "    r\"\"\"$text    \"\"\"\n    "
        . alias_lines($f)
        . "$body\n";
}

# ---- classes ----------------------------------------------------------------------------------------------------------------
sub method {
    my ($f) = @_;
    my $method = $f->{method};
    my @args = @{ $f->{args} };
    my $parameters = join ', ', parameters(@args);
    my $given = join ', ', map { $_->{name} } @args;
    my $doc = "\"\"\"" . fill(none_in('python', $f->{summary}), ' ' x 8, 116) . "\"\"\"";
    return "\n    def __new__(cls, $parameters):\n"
        . "        return _native._adopt(cls, _called_as(\"$method->{class}\", $f->{name}, $given))\n"
        if $method->{name} eq 'new';
    return "\n    \@staticmethod\n    def $method->{name}($parameters):\n        $doc\n"
        . "        return _called_as(\"$method->{class}.$method->{name}\", $f->{name}, $given)\n"
        if !$method->{bound};
    return "\n    \@property\n    def $method->{name}(self):\n        $doc\n        return $f->{name}(self)\n"
        if $method->{property};
    return "    $method->{name} = $f->{name}\n"
        . ($method->{name} eq $f->{name} ? '' : "    $f->{name}.__qualname__ = \"$method->{class}.$method->{name}\"\n")
        if !$method->{splat};
    my $name = $method->{name} eq 'call' ? '__call__' : $method->{name};
    my @rest = grep { $_->{kind} ne 'arrays' } @args[1 .. $#args];
    return
          "\n    def $name(self, "
        . join(', ', '*args', parameters(@rest))
        . "):\n        $doc\n"
        . "        return $f->{name}("
        . join(', ', 'self', map { $_->{name} } @args[1 .. $#args]) . ")\n";
}

# Methods that are the function itself come before those that need a definition.
sub is_name { my ($f) = @_; return $f->{method}{bound} && !$f->{method}{splat} && !$f->{method}{property} || 0 }

sub class {
    my ($model, $class) = @_;
    my @methods = grep { $_->{method} && $_->{method}{of} == $class } functions($model);
    my $text = join "\n\n    ", map { fill(none_in('python', $_), '    ', 116) } $class->{summary}, @{ $class->{body} };
    my $out =
          "\n\nclass $class->{name}(_native._Handle):\n    \"\"\"$text"
        . ($text =~ /\n/ ? "\n    " : '')
        . "\"\"\"\n\n"
        . "    __slots__ = ()\n";
    $out .= join '', map { method($_) } sort { is_name($b) <=> is_name($a) } @methods;
    if (!grep { $_->{method}{name} eq 'new' } @methods) {
        my ($maker) = grep {
            $_->{method} && $_->{method}{of} != $class && ($_->{results}[0] // { kind => '' })->{kind} eq $class->{name}
        } functions($model);
        $out .=
              "\n    def __new__(cls):\n        raise TypeError(\"$class->{prefix}s are made by $maker->{method}{class}."
            . "$maker->{method}{name}\")\n"
            if $maker;
    }
    return $out;
}

# ---- modules ----------------------------------------------------------------------------------------------------------------
sub import_lines {
    return "from collections import namedtuple as _namedtuple\n\nfrom . import _native\n"
        . "from ._named import accepting as _accepting, called_as as _called_as, only_one as _only_one\n";
}

sub contents {
    my ($model, $module, $space, @functions) = @_;
    my @classes = grep { ($_->{space} // { name => '' })->{name} eq $space } @{ $model->{classes} };
    my $out = join '', map { result_tuple($_, $module) } @functions;
    $out .= function($_) for @functions;
    $out .= class($model, $_) for @classes;
    $out .= "\n\n_native._register({" . join(', ', map { "\"$_->{name}\": $_->{name}" } @classes) . "})\n" if @classes;
    return $out;
}

# Write lang/python/gpulinalg/_core.py: the names outside namespaces, the descriptions of errors and of areas, and the hidden
# functions of classes.
sub core {
    my ($model) = @_;
    my @kinds = grep { $model->{meanings}{$_} } @{ $model->{kinds} };
    my $rooms = python_areas($model) =~ s/(["\\])/\\$1/gr;
    return
          "# Made by tools/hdoc from the public headers.\n"
        . import_lines()
        . contents($model, 'gpulinalg', '', flat($model))
        . "\n\n_meanings = {\n"
        . join(
        '',
        map {
            my $text = ucfirst $model->{meanings}{$_} =~ s/"/\\"/gr;
            "    \"$_\": \"$text.\",\n"
        } @kinds
        )
        . "}\n_written = {\n"
        . join('',
        map { "    \"$_->{name}\": r\"\"\"" . docstring($_) . "\"\"\",\n" }
        grep { ($_->{only} // 'python') eq 'python' && $_->{called} !~ /[.]/ } @{ $model->{written} })
        . "}\n_plumbing = frozenset((\n"
        . join('', map { "    \"$_->{name}\",\n" } grep { $_->{method} } flat($model))
        . "))\n_namespaces = ("
        . join('', map { "\"$_\", " } namespaces($model))
        . ")\n_rooms = \"\"\"$rooms\"\"\"\n";
}

# Return the names of all namespaces.
sub namespaces {
    my ($model) = @_;
    my %name = map { s/[.].*//r => 1 } map { @{ $_->{also} }, $_->{space} ? $_->{space}{name} : () } functions($model);
    return sort keys %name;
}

# Write a nested namespace: a class without instances, because scipy.stats.norm is an object and not a module.
sub subspace {
    my ($room) = @_;
    my $name = $room->{space}{name} =~ s/.*[.]//r;
    return "\n\nclass $name(metaclass=_Space):\n    \"\"\"$room->{title}.\"\"\"\n    __slots__ = ()\n"
        . join('',
        map { function($_) =~ s/^\n\n/\n    \@staticmethod\n/r =~ s/^(?!    \@)(?=.)/    /mgr } @{ $room->{functions} });
}

# Write a namespace: names that also exist outside it, and names that exist only there.
sub namespace {
    my ($model, $space) = @_;
    my @within = subspaces($model, $space);
    my @own = grep { $_->{space} && $_->{space}{name} eq $space } functions($model);
    my @also = shared_names($model, $space);
    my ($room) = grep {
        ($_->{space} // { name => '' })->{name} eq $space
            || grep { $_ eq $space }
            @{ $_->{also} }
    } @{ $model->{rooms} };
    my $title = $room ? $room->{title} : join ', ', map { $_->{title} } @within;
    my @names = sort @also, (map { $_->{space}{name} =~ s/.*[.]//r } @within), (map { $_->{name} } grep { is_listed($_) } @own),
        map { $_->{name} } grep { $_->{space} && $_->{space}{name} eq $space } @{ $model->{classes} };
    my $out =
          "# Made by tools/hdoc from the public headers.\n\"\"\"$title"
        . (@also ? '; the same functions as in gpulinalg' : '')
        . ".\"\"\"\n";
    $out .= import_lines() if @own;
    $out .= "from . import _native\nfrom ._named import Space as _Space\n" if @within;
    $out .= 'from ._core import (' . fill(join(', ', @also) . ')', '    ', 116) . "\n" if @also;
    $out .= contents($model, "gpulinalg.$space", $space, @own) if @own;
    $out .= join('', map { subspace($_) } @within) . (@within ? "\n" : '');
    return $out . "\n__all__ = [" . fill(join(', ', map { "\"$_\"" } @names), '    ', 116) . <<'END';
]


def __dir__():
    return __all__ + [name for name in globals() if name.startswith("__")]


def __getattr__(name):
    import gpulinalg
    raise gpulinalg._missing(__name__, name, __all__)
END
}

1;
