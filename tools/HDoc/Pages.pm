package HDoc::Pages;

# Pages for people: POD for Perl and for the man page, Markdown with both languages side by side.

use strict;
use warnings;
use HDoc::Example qw(example_lines printed_lines);
use HDoc::Operators qw(operator_forms);
use HDoc::Text qw(fill literal python_signature perl_signature result_classes);

# POD takes < and > after a capital for markup; a formula may hold both.
sub pod_text {
    my ($text) = @_;
    $text =~ s/([A-Z])</$1E<lt>/g;
    $text =~ s/`([^`]+)`/C<< $1 >>/g;
    return $text;
}

sub c_signature {
    my ($f) = @_;
    my @args = map { my $t = $_->{type}; $t .= ' ' unless $t =~ /\*$/; "$t$_->{name}" } @{ $f->{parameters} };
    return "gla_status $f->{cname}(" . join(', ', @args) . ');';
}

# The rooms and their functions; $signature writes a call the way the page's language does.
sub pod_rooms {
    my ($model, $signature) = @_;
    my $out = '';
    for my $room (@{ $model->{rooms} }) {
        $out .= "=head1 " . pod_text(uc $room->{title}) . "\n\n";
        $out .= fill(pod_text($room->{intro}), '') . "\n\n" if $room->{intro} && $room->{name} ne 'core';
        $out .= pod_function($_, $signature) . pod_example($_, $signature) for @{ $room->{functions} };
    }
    return $out;
}

sub pod_function {
    my ($f, $signature) = @_;
    my $out = "=head2 $f->{called}\n\n    " . fill($signature->($f), '        ', 84) . "\n\n";
    $out .= fill(pod_text($_), '') . "\n\n" for $f->{summary}, @{ $f->{body} };
    my @items = map { ["I<$_->{name}>", $_->{doc}] } @{ $f->{args} };
    push @items, ['Returns', $f->{return}] if @{ $f->{results} };
    push @items, map { [$_->[0], $_->[1]] } @{ $f->{throws} }, @{ $f->{warns} };
    push @items, ['Source', $f->{see}] if $f->{see};
    my @operators = $signature == \&c_signature ? () : operator_forms($f, 'perl');
    push @items, ['Operators', join ', ', map { "`$_`" } @operators] if @operators;
    return $out unless @items;
    $out .= "=over 4\n\n";
    $out .= "=item $_->[0]\n\n" . fill(pod_text($_->[1]), '') . "\n\n" for @items;
    return "$out=back\n\n";
}

# An example in Perl; the page for C has none.
sub pod_example {
    my ($f, $signature) = @_;
    return '' if !$f->{example} || $signature == \&c_signature;
    my @lines = map {
        my ($line, @printed) = @$_;
        ($line, map { "# $_" } @printed)
    } example_lines($f, 'perl');
    return join('', map { "    $_\n" } @lines) . "\n";
}

# A page: a hand-written beginning, whose line "=for hdoc functions" is replaced by the functions.
sub page {
    my ($model, $frame, $signature) = @_;
    open my $in, '<:encoding(UTF-8)', $frame or die "hdoc: cannot read $frame: $!\n";
    my $text = do { local $/; <$in> };
    my $kinds = join "\n\n", '=over 4',
        (
        map { "=item $_\n\n\u$model->{meanings}{$_}." }
        grep { $model->{meanings}{$_} } @{ $model->{kinds} }
        ),
        "=back\n\n";
    $text =~ s/^=for hdoc kinds\n+/$kinds/m;
    my $rooms = pod_rooms($model, $signature);
    $text =~ s/^=for hdoc functions\n+/$rooms/m or die "$frame:1: no line \"=for hdoc functions\"\n";
    return $text;
}

sub perl_pod { my ($model, $frame) = @_; return page($model, $frame, \&perl_signature) }
sub c_pod { my ($model, $frame) = @_; return page($model, $frame, \&c_signature) }

# docs/reference.md; $frame is the page about classes.
sub reference {
    my ($model, $frame) = @_;
    my $out =
          "# Reference\n\n"
        . "Made by tools/hdoc from the public headers. Every function in Python (`import gpulinalg as gla`) and in Perl;\n"
        . "what is called *none* is `None` in Python and `undef` in Perl.\n\n";
    $out .=
        "- [$_->{title}](#$_->{name}): "
        . join(', ', map { "[$_->{called}](#" . anchor($_) . ')' } @{ $_->{functions} }) . "\n"
        for @{ $model->{rooms} };
    $out .= "- [Classes](#classes)\n";
    for my $room (@{ $model->{rooms} }) {
        $out .= "\n<a id=\"$room->{name}\"></a>\n## $room->{title}\n";
        $out .= "\n$room->{intro}\n" if $room->{intro} && $room->{name} ne 'core';
        $out .= markdown_function($_) for @{ $room->{functions} };
    }
    open my $in, '<:encoding(UTF-8)', $frame or die "hdoc: cannot read $frame: $!\n";
    my $classes = do { local $/; <$in> };
    my $kinds = join "\n", '| | | in Python also a |', '|---|---|---|',
        map { "| `$_` | $model->{meanings}{$_} | " . ($model->{parents}{$_} // 'RuntimeWarning') . ' |' }
        grep { $model->{meanings}{$_} } @{ $model->{kinds} };
    $classes =~ s/^<!-- hdoc: kinds -->$/$kinds/m;
    my @others = grep { $classes !~ /^<!-- hdoc: class \Q$_->{name}\E -->$/m } @{ $model->{classes} };
    my $others = join '', map {
        "### Class $_->{name}\n\n" . join("\n\n", $_->{summary}, @{ $_->{body} }) . "\n\n<!-- hdoc: class $_->{name} -->\n\n"
    } @others;
    $classes =~ s/^<!-- hdoc: classes -->\n+/$others/m;
    $classes =~ s/^<!-- hdoc: class (\w+) -->$/markdown_class($model, $1)/gme;
    return "$out\n$classes";
}

# The methods of a class, one a row.
sub markdown_class {
    my ($model, $class) = @_;
    my @methods = grep { $_->{method} && $_->{method}{class} eq $class } map { @{ $_->{functions} } } @{ $model->{rooms} };
    die "hdoc: class $class has no methods\n" unless @methods;
    return join "\n", '| | Python | Perl |', '|---|---|---|', map {
        my $what = lcfirst $_->{summary} =~ s/[.:](?=\s|$).*//sr;
        "| [$what](#"
            . anchor($_) . ') | '
            . quoted(python_signature($_), operator_forms($_, 'python')) . ' | '
            . quoted(perl_signature($_), operator_forms($_, 'perl')) . ' |'
    } @methods;
}

sub quoted {
    return join ', ', map { '`' . s/\|/\\|/gr . '`' } @_;
}

# What a heading is called in a link: without its points.
sub anchor { my ($f) = @_; return $f->{called} =~ s/[.]//gr }

sub markdown_function {
    my ($f) = @_;
    my $out = "\n### $f->{called}\n\n";
    $out .= "```python\n" . python_signature($f) . "\n```\n```perl\n" . perl_signature($f) . "\n```\n\n";
    $out .= join "\n\n", $f->{summary}, @{ $f->{body} };
    $out .= "\n\n";
    $out .= "- `$_->{name}`: $_->{doc}\n" for @{ $f->{args} };
    my $class = join ' or ', map { "`$_->[0]`" } result_classes($f);
    $class = " (in Python a $class)" if $class;
    $out .= "- returns$class: $f->{return}\n" if @{ $f->{results} };
    $out .= "- raises $_->[0] $_->[1]\n" for @{ $f->{throws} };
    $out .= "- warns: $_->[0] $_->[1]\n" for @{ $f->{warns} };
    $out .= "- source: $f->{see}\n" if $f->{see};
    return $out . markdown_example($f);
}

# The example in both languages, and what it prints: in Python's words where truth values differ.
sub markdown_example {
    my ($f) = @_;
    return '' unless $f->{example};
    my $out = '';
    $out .= "\n```$_\n" . join('', map { "$_->[0]\n" } example_lines($f, $_)) . "```" for qw(python perl);
    my @printed = printed_lines($f, 'python');
    $out .= "\n```text\n" . join('', map { "$_\n" } @printed) . "```" if @printed;
    return "$out\n";
}

1;
