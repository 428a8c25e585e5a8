package HDoc::Lookup;

# Write the table of `gpulinalg doc` (src/cli/doc.c): each entry of the manual as text for a terminal, in both languages.

use strict;
use warnings;
use HDoc::Example qw(example_lines);
use HDoc::Manual qw(arguments_of entries entry_name page_entries pages perl_name area_entries signatures tasks);
use HDoc::Operators qw(operator_forms);
use HDoc::Text qw(fill functions literal none_in result_classes tuple_text);

my @LANGUAGES = qw(python perl);
my %MARK = (python => '<', perl => '>');    # first character of lines for one language only; all others begin with a blank
my $WIDTH = 88;

sub both {
    return map { s/^/ /gmr } map { split /(?<=\n)/, "$_\n" } @_;
}

sub only {
    my ($language, @lines) = @_;
    return map { s/^/$MARK{$language}/gmr } map { split /(?<=\n)/, "$_\n" } @lines;
}

# Return a text for the terminal: without code markup, in the words of one language, or of both.
sub plain {
    my ($text, $language) = @_;
    return none_in($language // 'both', $text) =~ s/`//gr;
}

sub paragraphs {
    return map { both(fill(plain($_), '', $WIDTH), '') } @_;
}

sub entry {
    my ($f) = @_;
    my @out = map {
        my $language = $_;
        only($language, map { fill($_, '    ', $WIDTH) } signatures($f, $language));
    } @LANGUAGES;
    push @out, only($f->{only} eq 'perl' ? 'python' : 'perl', "$f->{called} is a function of \u$f->{only} only.") if $f->{only};
    push @out, both(''), paragraphs($f->{summary}, @{ $f->{body} });
    my @arguments = arguments_of($f);
    push @out, both('Arguments:'), map { argument($_) } @arguments if @arguments;
    push @out, result($f) if @{ $f->{results} };
    push @out, map { both("$_->[0] " . fill(plain($_->[1]), '    ', $WIDTH - length $_->[0])) } @{ $f->{throws} },
        @{ $f->{warns} };

    for my $language (@LANGUAGES) {
        my @operators = operator_forms($f, $language);
        push @out, only($language, 'Also written ' . join ', ', @operators) if @operators;
    }
    push @out, both('Source: ' . fill(plain($f->{see}), '    ', $WIDTH)) if $f->{see};
    return (@out, map { example($f, $_) } @LANGUAGES);
}

# In Python, several results are returned as a named tuple.
sub result {
    my ($f) = @_;
    my @tuples = map { tuple_text($_) } result_classes($f);
    my $text = plain($f->{return});
    return both(fill("Returns: $text", '    ', $WIDTH)) if !@tuples;
    return (only('python', 'Returns ' . join(' or ', @tuples) . ':', '    ' . fill($text, '    ', $WIDTH)),
        only('perl', fill("Returns: $text", '    ', $WIDTH)));
}

sub argument {
    my ($p) = @_;
    my %text = map { $_ => fill(plain($p->{doc}, $_), '        ', $WIDTH) } 'both', @LANGUAGES;
    return both("    $p->{name} ($p->{doctype}): $text{both}") if !defined $p->{default};
    return map { only($_, "    $p->{name} ($p->{doctype}, default " . literal($p->{default}, $_) . "): $text{$_}") } @LANGUAGES;
}

sub example {
    my ($f, $language) = @_;
    my @lines = example_lines($f, $language) or return;
    return only(
        $language,
        '',
        map {
            ("    $_->[0]", map { "    # $_" } @$_[1 .. $#$_])
        } @lines
    );
}

# Write rows of two columns; the left column may differ between the languages.
sub rows {
    my @rows = @_;
    return map {
        my ($python, $perl, $what) = @$_;
        my $text = fill($what, ' ' x 32, $WIDTH);
        map { only($_->[0], sprintf '    %-26s  %s', $_->[1], $text) } grep { defined $_->[1] } [python => $python],
            [perl => $perl];
    } @rows;
}

sub brief { my ($f) = @_; return plain($f->{summary} =~ s/[.:](?=\s|$).*//sr) }

sub listed {
    return rows(
        map {
            my $only = $_->{only} // '';
            [$only eq 'perl' ? undef : entry_name($_), $only eq 'python' ? undef : perl_name($_), brief($_)]
        } @_
    );
}

# ---- entries: names, first sentence, text ------------------------------------------------------------------------
sub functions_of {
    my ($model) = @_;
    return map { [names_of($_), brief($_), entry($_)] } entries($model);
}

# Return all names that find an entry: its name with the namespace, as a method, and as in the headers.
sub names_of {
    my ($f) = @_;
    my ($name, $method, $space) = (entry_name($f), $f->{method}, $f->{space} ? "$f->{space}{name}." : '');
    my @others = ($f->{called}, $f->{instead} // (), $method && $method->{bound} ? "$method->{class}.$method->{name}" : ());
    push @others, "$space$name" if $name !~ /^\Q$space\E/;
    push @others, map { "$_.$name" } @{ $f->{also} };
    push @others, map { $_->[0] } result_classes($f);
    my %seen = ($name => 1);
    return join ' ', $name, grep { !$seen{$_}++ } @others;
}

# Entries of classes: summary, constructors, methods.
sub classes_of {
    my ($model) = @_;
    return map {
        my $class = $_;
        my @methods = grep { $_->{method} && $_->{method}{of} == $class && $_->{method}{bound} } functions($model);
        my @makers = grep { $_->{method} && $_->{method}{of} == $class && !$_->{method}{bound} } functions($model);
        my $space = $class->{space} ? "$class->{space}{name}.$class->{name}" : '';
        my @made = map { my $f = $_; (entry_name($f) eq $class->{name} ? (entry($f), both('')) : ()) } @makers;
        my @names = map { names_of($_) } grep { entry_name($_) eq $class->{name} } @makers;
        [
            join(' ', $class->{name}, "$class->{name}.new", $space || (), @names),
            plain($class->{summary}),
            both("Class $class->{name}", ''),
            paragraphs($class->{summary}, @{ $class->{body} }),
            @made,
            both('Methods:'),
            listed((grep { entry_name($_) ne $class->{name} } @makers), @methods)
        ];
    } @{ $model->{classes} };
}

# Entries of pages and namespaces: the functions in them.
sub pages_of {
    my ($model) = @_;
    my @pages = map {
        my $page = $_;
        [
            $page->{name}, $page->{title},
            both($page->{title}), map { (both('', "$_->{title}:"), listed(area_entries($model, $_))) } @{ $page->{rooms} }
        ]
    } pages($model);
    my @spaces = map { [$_->{space}{name}, $_->{title}, both("$_->{title}:"), listed(area_entries($model, $_))] }
        grep { $_->{space} && $_->{space}{name} =~ /[.]/ } @{ $model->{rooms} };
    return (@pages, @spaces);
}

# Entries of the sections of docs/classes.md marked "<!-- hdoc: names ... -->".
sub sections_of {
    my ($model, $file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "hdoc: cannot read $file: $!\n";
    my $text = do { local $/; <$in> };
    my @sections;
    while ($text =~ /^<!-- hdoc: names ([^\n]*) -->\n### ([^\n]*)\n+(.*?)(?=^<!-- hdoc: names |^### |\z)/gms) {
        my ($names, $title, $body) = ($1, $2, $3);
        $body =~ s/^<!--.*-->$//gm;
        $body =~ s/(?<=[^|\n])\n(?=[^|\n])/ /g;
        my @lines = map { table_row($_) } grep { !/^\|[-|]+$/ } split /\n/, $body;
        if ($title =~ /^Class (\w+)/) {
            my $class = $1;
            $names .= join '', map { " $class.$_" } $body =~ /(?:x[.]|A[.]|\$x->|\$A->)(\w+)/g;
        }
        push @sections, [$names, $title, both($title, ''), @lines];
    }
    push @sections, map { [$_, $model->{meanings}{$_}, both($_, '', fill("\u$model->{meanings}{$_}.", '', $WIDTH))] }
        grep { $model->{meanings}{$_} } @{ $model->{kinds} };
    return @sections;
}

# A table with the heading "| what | Python | Perl |" has a line for each language.
sub table_row {
    my ($line) = @_;
    my ($what, @cells) = map { s/\\\|/|/gr } $line =~ /^\|/ ? map { s/^\s+|\s+$//gr } (split /(?<!\\)\|/, $line)[1 .. 3] : ();
    return both(fill($line =~ s/`|\[|\]\([^)]*\)//gr, '', $WIDTH)) if !@cells;
    return if $what eq '';
    return map { $cells[$_] eq '' ? () : only($LANGUAGES[$_], sprintf '    %-44s  %s', $cells[$_] =~ s/`//gr, $what) } 0, 1;
}

# The index, which `gpulinalg doc` prints if called without a name.
sub tasks_of {
    my ($model) = @_;
    my @out =
        both('gpulinalg doc NAME prints an entry of the manual, and with a name from the left the functions of that page.', '');
    push @out, map { both(sprintf '    %-12s  %s', $_->{name}, $_->{title}) } pages($model);
    for my $task (tasks($model)) {
        push @out, both('', "$task->{heading}:");
        for my $row (@{ $task->{rows} }) {
            my ($what, $words, @entries) = @$row;
            push @out, "?$words";
            for my $language (@LANGUAGES) {
                my @names = map { $language eq 'perl' ? perl_name($_) : entry_name($_) }
                    grep { ($_->{only} // $language) eq $language } @entries;
                push @out, only($language, '    ' . fill("$what: " . join(', ', @names), '        ', $WIDTH - 4));
            }
        }
    }
    return ['index', 'what the library can do', @out];
}

sub quoted {
    return join '', map { s/([\\"])/\\$1/gr =~ s/\?\?/?\\?/gr } @_;
}

# Write src/cli/manual.c; $classes is the content of docs/classes.md.
sub table {
    my ($model, $classes) = @_;
    my (%taken, @rows);
    for my $row (tasks_of($model), classes_of($model), functions_of($model), sections_of($model, $classes), pages_of($model)) {
        my ($names, $brief, @lines) = @$row;
        my @names = grep { !$taken{$_}++ } split / /, $names;
        next if !@names || ($names =~ /^(\S+)/)[0] ne $names[0];
        chomp @lines;
        pop @lines while @lines && $lines[-1] eq ' ';
        push @rows, sprintf qq(    {" %s ", "%s",\n%s    },\n), join(' ', @names), quoted($brief =~ s/\s+/ /gr),
            join '', map { '     "' . quoted($_) . qq(\\n"\n) } @lines;
    }
    return
          "/* Made by tools/hdoc: the manual of scripts for `gpulinalg doc`. */\n#include \"cli.h\"\n\n"
        . "const gla_cli_entry gla_cli_manual[] = {\n"
        . join('', @rows)
        . "    {0, 0, 0},\n};\n";
}

1;
