package HDoc::Table;

# Tables for tests: plain text for the meta test, and calls for the C case driver.

use strict;
use warnings;
use HDoc::Text qw(argument functions literal);

# One line a function: name, room, arguments with defaults, their kinds, results, their kinds; separated by tabs.
sub list {
    my ($model) = @_;
    my $out = '';
    for my $f (functions($model)) {
        $out .= join("\t", $f->{called}, $f->{room},
            join(' ', map { argument($_) } @{ $f->{args} }), join(' ', map { $_->{kind} } @{ $f->{args} }),
            join(' ', map { $_->{name} } @{ $f->{results} }), join(' ', map { $_->{kind} } @{ $f->{results} })) . "\n";
    }
    return $out;
}

# The kinds of errors and warnings, one a line.
sub kinds { my ($model) = @_; return join '', map { "$_\n" } @{ $model->{kinds} } }

# tests/drivers/functions.def.
sub calls {
    my ($model) = @_;
    my $out = <<'END';
/* Made by tools/hdoc from the public headers, for the C case driver:
 *   FUNCTION(symbol, "name", number of arguments, "argument:kind=default ...", "result:kind ...", call)
 * The call fetches the script's argument i by its kind, as in ARRAY(0), INT64(2), and result i as in OUT_ARRAY(0).  The kind
 * of a handle is its class: OBJECT(0, gla_stream).
 * Defaults are literals of the case files. */
END
    for my $f (functions($model)) {
        my $args = join ' ', map { argument_spec($_) } @{ $f->{args} };
        my $results = join ' ', map { "$_->{name}:$_->{kind}" } @{ $f->{results} };
        $args =~ s/"/\\"/g;
        $out .= sprintf "FUNCTION(%s, \"%s\", %d, \"%s\", \"%s\", %s)\n", $f->{symbol}, $f->{called},
            scalar @{ $f->{args} }, $args, $results, call($f);
    }
    return $out;
}

sub argument_spec {
    my ($p) = @_;
    return "$p->{name}:$p->{kind}" . (defined $p->{default} ? '=' . literal($p->{default}, 'case') : '');
}

sub fetch {
    my ($p, $place) = @_;
    return uc($p->{kind}) . "($place)" if $p->{kind} !~ /^[A-Z]/;
    return "OBJECT($place, " . $p->{type} =~ s/^const | ?\*+$//gr . ')';
}

sub call {
    my ($f) = @_;
    my ($in, $out) = (0, 0);
    my @c = map { $_->{output} ? 'OUT_' . fetch($_, $out++) : fetch($_, $in++) } @{ $f->{parameters} };
    return "$f->{cname}(" . join(', ', @c) . ')';
}

1;
