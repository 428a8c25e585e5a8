package HDoc::Table;

# Write tables for the meta tests, as plain text.

use strict;
use warnings;
use HDoc::Manual qw(entry_name page_entries pages perl_name signatures);
use HDoc::Text qw(aliases argument functions);

# One line for each function, separated by tabs: name, area, arguments with defaults, their kinds, results, their kinds, and
# alternative names of options if there are any.
sub list {
    my ($model) = @_;
    my $out = '';
    for my $f (functions($model)) {
        my $others = join ' ', map { s/=.*/=.../r } aliases($f);
        $out .= join("\t",
            $f->{called},
            $f->{room},
            join(' ', map { argument($_) } @{ $f->{args} }),
            join(' ', map { $_->{kind} } @{ $f->{args} }),
            join(' ', map { $_->{name} } @{ $f->{results} }),
            join(' ', map { $_->{kind} } @{ $f->{results} }),
            length $others ? $others : ())
            . "\n";
    }
    return $out;
}

# The entries of the manual: name, Perl's name, page, Perl's page, the language if it exists in one only, and the Python call of
# hand-written functions.
sub manual {
    my ($model) = @_;
    my $out = '';
    for my $page (pages($model)) {
        $out .= join("\t",
            entry_name($_), perl_name($_), $page->{name}, $page->{perl},
            $_->{only} // '',
            $_->{code} ? signatures($_, 'python') : '')
            . "\n"
            for page_entries($model, $page);
    }
    return $out;
}

# The kinds of errors and warnings, one on each line.
sub kinds {
    my ($model) = @_;
    return join '', map { "$_\n" } @{ $model->{kinds} };
}

1;
