package HDoc::Swig;

# What the interface files include: docstrings, Python's named tuples, Perl's table of options.

use strict;
use warnings;
use HDoc::Example qw(example_lines);
use HDoc::Text qw(argument fill functions literal result_class result_names);

# swig/docs.i: docstrings in NumPy's style.
sub docs {
    my ($model) = @_;
    my $out = "/* Made by tools/hdoc from the public headers. */\n";
    for my $f (functions($model)) {
        my $text = docstring($f);
        $text =~ s/(["\\])/\\$1/g;
        $out .= "%feature(\"docstring\") $f->{cname} \"$text\"\n";
    }
    return $out;
}

sub docstring {
    my ($f) = @_;
    my $text = join "\n\n", map { fill($_, '') } $f->{summary}, @{ $f->{body} };
    $text .= section('Parameters', map { [argument_head($_), $_->{doc}] } @{ $f->{args} });
    $text .= section('Returns', [returned($f), $f->{return}]) if @{ $f->{results} };
    $text .= section('Raises', map { [$_->[0], $_->[1]] } @{ $f->{throws} });
    $text .= section('Warns', map { [$_->[0], $_->[1]] } @{ $f->{warns} });
    $text .= "\n\nReferences\n----------\n" . fill($f->{see}, '') if $f->{see};
    $text .= "\n\nExamples\n--------" . join '', map { my ($line, @printed) = @$_; map { "\n$_" } ">>> $line", @printed }
        example_lines($f, 'python') if $f->{example};
    return "$text\n";
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
    my @results = @{ $f->{results} };
    return $results[0]{doctype} if @results == 1;
    return result_class($f) . '(' . join(', ', result_names($f)) . ')';
}

# What `help(gpulinalg)` begins with: the functions by room, with their first sentences, and the classes.
sub python_rooms {
    my ($model) = @_;
    my $out = '';
    for my $room (@{ $model->{rooms} }) {
        my (%methods, @classes);
        $out .= "\n$room->{title}:\n";
        for my $f (@{ $room->{functions} }) {
            if (my $method = $f->{method}) {
                push @classes, $method->{class} unless $methods{ $method->{class} };
                push @{ $methods{ $method->{class} } }, $method->{name};
            }
            else {
                $out .= sprintf "    %-22s  %s\n", $f->{name}, fill($f->{summary}, ' ' x 28, 116);
            }
        }
        $out .= sprintf "    %-22s  class: %s\n", $_, join ', ', grep { !/^(?:new|call)$/ } @{ $methods{$_} } for @classes;
    }
    return $out;
}

# swig/python-results.i: a named tuple for each function with several results; what errors are for; the rooms; what is plumbing
# of the classes.
sub python_results {
    my ($model) = @_;
    my @several = grep { @{ $_->{results} } > 1 } functions($model);
    my $out = "/* Made by tools/hdoc from the public headers: several results come as a named tuple. */\n";
    $out .= "%pythoncode %{\nfrom collections import namedtuple\n\n";
    for my $f (@several) {
        my $class = result_class($f);
        my $names = join ' ', result_names($f);
        $out .= "$class = namedtuple(\"$class\", \"$names\", module=\"gpulinalg\")\n";
        $out .= "$class.__doc__ = \"What `$f->{name}` returns: " . join(', ', result_names($f)) . ".\"\n";
    }
    my $rooms = python_rooms($model) =~ s/(["\\])/\\$1/gr;
    my @kinds = grep { $model->{meanings}{$_} } @{ $model->{kinds} };
    $out .= "\n_meanings = {\n" . join('', map { my $text = ucfirst $model->{meanings}{$_} =~ s/"/\\"/gr;
        "    \"$_\": \"$text.\",\n" } @kinds) . "}\n";
    $out .= "\n_plumbing = frozenset((\n" . join('', map { "    \"$_->{name}\",\n" } grep { $_->{method} } functions($model))
        . "))\n_rooms = \"\"\"$rooms\"\"\"\n%}\n";
    for my $f (@several) {
        $out .= "%feature(\"pythonappend\") $f->{cname} %{ val = " . result_class($f) . "(*val) %}\n";
    }
    return $out;
}

# swig/perl-options.i: how Perl sorts positional arguments and named options (swig/perl/calls.h).
my %LETTER = (array => 'a', target => 's', arrays => 'l', index => 'k', ints => 'n', dtype => 'd', axis => 'x', maybe => 'm',
    bool => 'b', int => 'i', int64 => 'i', double => 'f', text => 't', stream => 'o', event => 'o', module => 'o',
    kernel => 'o', elementwise => 'o', reducer => 'o', scanner => 'o', texts => 'T', bytes => 'y');

sub perl_options {
    my ($model) = @_;
    my $out = "/* Made by tools/hdoc from the public headers. */\n%{\nstatic gla_pl_function gla_pl_functions[] = {\n";
    for my $f (functions($model)) {
        my @args = @{ $f->{args} };
        my $required = grep { !defined $_->{default} } @args;
        my $kinds = join '', map { $LETTER{ $_->{kind} } } @args;
        my $names = join ', ', map { "\"$_->{name}\"" } @args;
        my $list = (map { $_->{kind} eq 'strings' ? 'GLA_PL_STRINGS' : $_->{kind} eq 'arrays' ? 'GLA_PL_ARRAYS' : () }
            @{ $f->{results} } == 1 ? $f->{results}[0] : ())[0] // 'GLA_PL_NO_LIST';    # a list by itself is written out
        my $signature = join ' ', map { argument($_) } @args;
        $out .= sprintf "    {\"%s\", \"%s\", \"%s\", \"%s\",\n     (const char *const[]){%s}, %d, %d, %d, %s, NULL},\n",
            $f->{name}, $f->{room}, $signature, $kinds, $names || 'NULL', $required, scalar @args,
            scalar @{ $f->{results} }, $list;
    }
    return $out . "};\n%}\n";
}

1;
