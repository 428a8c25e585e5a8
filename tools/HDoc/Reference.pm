package HDoc::Reference;

# Write docs/reference.md, the index of the reference, and its pages in docs/reference: Markdown with both languages side by
# side.

use strict;
use utf8;
use warnings;
use HDoc::Example qw(example_lines printed_lines);
use HDoc::Manual qw(arguments_of entry_name page_entries pages area_entries signatures tasks);
use HDoc::Operators qw(operator_forms);
use HDoc::Text qw(functions none_in perl_signature python_signature result_classes);

# Return the anchor of a heading: lower case, without points.
sub anchor { my ($f) = @_; return lc entry_name($f) =~ s/[.]//gr }

# Return a link to an entry; $from is the folder of the linking page.
sub link_to {
    my ($f, $from) = @_;
    my $page = $f->{page} // { name => 'arrays' };
    return '[' . entry_name($f) . "]($from$page->{name}.md#" . anchor($f) . ')';
}

# Write the index: by task, and the names of each page.
sub index {
    my ($model) = @_;
    my $out = <<'END';
# Reference

Made by tools/hdoc from the public headers and from `lang/written.doc`: every function, in Python and in Perl.
Names are those that scripts write. After `import gpulinalg as gla`, `solve` is `gla.solve` in Python, and it is
`GPULinalg::solve` in Perl. `sparse.coo` is `gla.sparse.coo` and `GPULinalg::Sparse::coo`. `Generator.normal` is a
method, `g.normal(…)` and `$g->normal(…)`.
`gpulinalg doc NAME` prints an entry in a terminal, with `--perl` as Perl writes it.

## By task

END
    for my $task (tasks($model)) {
        $out .= "| **$task->{heading}** | |\n|---|---|\n";
        for my $row (@{ $task->{rows} }) {
            my ($what, undef, @entries) = @$row;
            $out .= "| $what | " . join(', ', map { link_to($_, 'reference/') } @entries) . " |\n";
        }
        $out .= "\n";
    }
    $out .= "## By page\n";
    for my $page (pages($model)) {
        $out .= "\n### [$page->{title}](reference/$page->{name}.md)\n\n`perldoc $page->{perl}`\n\n";
        for my $room (@{ $page->{rooms} }) {
            my $names = join ', ', map { link_to($_, 'reference/') } area_entries($model, $room);
            $out .= @{ $page->{rooms} } > 1 ? "- $room->{title}: $names\n" : "$names\n";
        }
    }
    return
          "$out\n### [Classes, types, constants, errors](reference/classes.md)\n\n"
        . "[Array](reference/classes.md#class-array), [types](reference/classes.md#types), "
        . "[constants](reference/classes.md#constants), [errors and warnings](reference/classes.md#errors), "
        . join(', ', map { "[$_->{name}](reference/classes.md#class-" . lc($_->{name}) . ')' } @{ $model->{classes} }) . "\n";
}

sub page {
    my ($model, $name) = @_;
    my ($page) = grep { $_->{name} eq $name } pages($model) or die "hdoc: docs/contents.txt has no page $name\n";
    my $out = "# $page->{title}\n\nA page of the [reference](../reference.md). In Perl: `perldoc $page->{perl}`.\n";
    for my $room (@{ $page->{rooms} }) {
        $out .= "\n## $room->{title}\n" if @{ $page->{rooms} } > 1;
        $out .= join '', map { "\n$_\n" } @{ $room->{about} };
        $out .= entry($_) for area_entries($model, $room);
    }
    return none_in('both', $out);
}

# Write docs/reference/classes.md; $frame is the hand-written page about classes.
sub classes {
    my ($model, $frame) = @_;
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
    $classes =~ s/^<!-- hdoc: class (\w+) -->$/methods($model, $1)/gme;
    return none_in('both', $classes =~ s/^<!-- hdoc: names .* -->\n//gmr);
}

# Write the methods of a class, one in each row.
sub methods {
    my ($model, $class) = @_;
    my @methods = grep { $_->{method} && $_->{method}{class} eq $class } functions($model);
    die "hdoc: class $class has no methods\n" unless @methods;
    return join "\n", '| | Python | Perl |', '|---|---|---|', map {
        my $what = lcfirst $_->{summary} =~ s/[.:](?=\s|$).*//sr;
        my ($page, $anchor) = (($_->{page} // {})->{name} // 'array', anchor($_));
        "| [$what]($page.md#$anchor) | "
            . quoted(python_signature($_), operator_forms($_, 'python')) . ' | '
            . quoted(perl_signature($_), operator_forms($_, 'perl')) . ' |'
    } @methods;
}

sub quoted {
    return join ', ', map { '`' . s/\|/\\|/gr . '`' } @_;
}

sub entry {
    my ($f) = @_;
    my $out = "\n### " . entry_name($f) . "\n\n";
    for my $language (qw(python perl)) {
        my @calls = signatures($f, $language) or next;
        $out .= "```$language\n" . join("\n", @calls) . "\n```\n";
    }
    $out .= "\n" . join "\n\n", $f->{summary}, @{ $f->{body} };
    $out .= "\n\n";
    $out .= "- `$_->{name}`: $_->{doc}\n" for arguments_of($f);
    my $class = join ' or ', map { "`$_->[0]`" } result_classes($f);
    $class = " (in Python a $class)" if $class;
    $out .= "- returns$class: $f->{return}\n" if @{ $f->{results} };
    $out .= "- raises $_->[0] $_->[1]\n" for @{ $f->{throws} };
    $out .= "- warns: $_->[0] $_->[1]\n" for @{ $f->{warns} };
    $out .= "- source: $f->{see}\n" if $f->{see};
    return $out . example($f);
}

# Write the example in both languages, and its output; if booleans differ, as Python prints it.
sub example {
    my ($f) = @_;
    my ($out, @printed) = ('');
    for my $language (qw(python perl)) {
        my @lines = map { "$_->[0]\n" } example_lines($f, $language) or next;
        $out .= "\n```$language\n" . join('', @lines) . "```";
        @printed = printed_lines($f, $language) if !@printed;
    }
    $out .= "\n```text\n" . join('', map { "$_\n" } @printed) . "```" if @printed;
    return $out eq '' ? '' : "$out\n";
}

1;
