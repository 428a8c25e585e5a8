package HDoc::Table;

# Tables for the meta tests, as plain text.

use strict;
use warnings;
use HDoc::Text qw(aliases argument functions);

# One line a function: name, room, arguments with defaults, their kinds, results, their kinds, and other
# names of options where it has such; separated by tabs.
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

# The kinds of errors and warnings, one a line.
sub kinds {
    my ($model) = @_;
    return join '', map { "$_\n" } @{ $model->{kinds} };
}

1;
