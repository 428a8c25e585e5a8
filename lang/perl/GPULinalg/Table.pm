package GPULinalg::Table;

# Tables of text with their columns by name.  GPULinalg.pm loads this.

use strict;
use warnings;

use Scalar::Util ();

# my $table = GPULinalg::loadtxt('wages.csv', missing => 'drop');    $table->{wage}
# my @pairs = GPULinalg::loadtxt('wages.csv');                       names and columns in the order of the file
sub GPULinalg::loadtxt {
    my @given = &GPULinalg::_values;
    for my $i (1 .. $#given) {    # columns may be named by numbers, which are texts to the library
        next if ref $given[$i] ne 'ARRAY';
        my $list = GPULinalg::_elements($given[$i]);
        $given[$i] = [map { defined && !ref ? "$_" : $_ } @$list];
    }
    my ($values, $names, $kinds, $levels) = GPULinalg::_as('loadtxt', 'read_table', @given);
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
# GPULinalg::savetxt('regions.csv', [name => ['North', 'South'], wage => $wage]);      a column of texts
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
    my @read = map { ref eq 'ARRAY' ? GPULinalg::_elements($_) : $_ } @$columns;
    write_texts($columns = \@read, \%option) if grep { is_texts($_) } @read;
    GPULinalg::_as('savetxt', 'write_table', $path, $columns, map { $_ => $option{$_} } sort keys %option);
    return;
}

# A list of values of which one is not a number.
sub is_texts {
    my ($column) = @_;
    return ref $column eq 'ARRAY' && grep { defined && !ref && !Scalar::Util::looks_like_number($_) } @$column;
}

# Columns of texts become places in levels.
sub write_texts {
    my ($columns, $option) = @_;
    my (%place, @levels, @kinds);
    for my $column (@$columns) {
        if (is_texts($column)) {
            push @kinds, 'text';
            $column = [map { $place{$_} //= push(@levels, $_) - 1 } @$column];
        } else {
            $column = GPULinalg::asarray($column);
            push @kinds, ('float64') x (@{ $column->shape } == 2 ? $column->shape->[1] : 1);
        }
    }
    @$option{qw(kinds levels)} = (\@kinds, \@levels);
    return;
}

1;
