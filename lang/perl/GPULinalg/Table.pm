package GPULinalg::Table;

# Tables of text with their columns by name.  GPULinalg.pm loads this.

use strict;
use warnings;

# my $table = GPULinalg::loadtxt('wages.csv', missing => 'drop');    $table->{wage}
# my @pairs = GPULinalg::loadtxt('wages.csv');                       names and columns in the order of the file
sub GPULinalg::loadtxt {
    my ($values, $names, $kinds, $levels) = GPULinalg::_as('loadtxt', 'read_table', &GPULinalg::_values);
    my @pairs;
    for my $i (0 .. $#$names) {
        my $column = $values->slice(':', $i);
        push @pairs, $names->[$i],
            $kinds->[$i] eq 'text' ? [map { $levels->[$_] } @{ $column->aref }] : GPULinalg::astype($column, $kinds->[$i]);
    }
    return wantarray ? @pairs : {@pairs};
}

# GPULinalg::savetxt('fit.csv', [year => $years, fitted => $X x $b]);      in this order
# GPULinalg::savetxt('fit.csv', {year => $years, fitted => $X x $b});      in the order of the names
# GPULinalg::savetxt('matrix.csv', $a, names => ['x', 'y']);
sub GPULinalg::savetxt {
    my ($path, $columns, %option) = &GPULinalg::_values;
    $columns = GPULinalg::_elements($columns) if ref $columns eq 'HASH' || ref $columns eq 'ARRAY';
    if (ref $columns ne 'ARRAY') {
        $columns = [$columns];
    } elsif (@$columns && defined $columns->[0] && !ref $columns->[0]) {
        my @pairs = @$columns;
        $option{names} = [@pairs[grep { $_ % 2 == 0 } 0 .. $#pairs]];
        $columns = [@pairs[grep { $_ % 2 } 0 .. $#pairs]];
    }
    GPULinalg::_as('savetxt', 'write_table', $path, $columns, map { $_ => $option{$_} } sort keys %option);
    return;
}

1;
