package GPULinalg::Sparse::Sparse;

# Perl features of sparse matrices besides the methods: $A->slice("1:3", ":"), $A->T, PDL::CCS. GPULinalg.pm loads this.

use strict;
use warnings;

use Scalar::Util qw(blessed);

use overload
    '""' => sub { $_[0]->text },
    bool => \&_truth;

# Same truth value as an array.
sub _truth {
    my ($x) = @_;
    my ($m, $n) = @{ $x->shape };
    GPULinalg::_fail('ArgumentError', "bool: the matrix has $m x $n elements, not one; use its nnz, or select one element")
        if $m * $n != 1;
    return GPULinalg::Sparse::elements($x, 0, 0) ? 1 : 0;
}

# Return true for values with two index vectors, SciPy's constructor arguments, which cannot be the rows of a matrix.
sub _are_triplets {
    my ($x) = @_;
    return 0 if ref $x ne 'ARRAY' || @$x != 2 || ref $x->[1] ne 'ARRAY' || @{ $x->[1] } != 2;
    return !grep { !ref } @{ $x->[1] };
}

# Return true for an integer, or a list or array of integers; false for a slice or a mask.
sub _are_indices {
    my ($key) = @_;
    return 0 if !defined $key;
    return $key =~ /^\s*[+-]?\d+\s*$/ if !ref $key;
    return 1 if ref $key eq 'ARRAY';
    return blessed $key && $key->isa('GPULinalg::Array') && $key->dtype =~ /int/;
}

# Two integers, or two lists of integers, select elements as an Array. All other arguments select rows and columns.
sub slice {
    my ($x, @keys) = &GPULinalg::_values;
    return GPULinalg::Sparse::elements($x, @keys) if @keys == 2 && _are_indices($keys[0]) && _are_indices($keys[1]);
    return GPULinalg::Sparse::getitem($x, bless \@keys, 'GPULinalg::_Places');
}

sub at { my ($x, $i, $j) = @_; return GPULinalg::Sparse::elements($x, $i, $j)->at }

sub T { return $_[0]->transpose }
sub mT { return $_[0]->transpose }
sub H { return $_[0]->adjoint }

# Make a matrix from an array. A sparse matrix is returned unchanged, and a PDL::CCS is converted by from_ccs.
{
    no warnings 'redefine';
    my $make = __PACKAGE__->can('new');
    *new = sub {
        my ($class, @given) = @_;
        my $given = @given == 1 && blessed $given[0] ? $given[0] : undef;
        return $given if defined $given && $given->isa(ref $class || $class);
        return GPULinalg::Classes::derived($class, $given->copy) if defined $given && $given->isa(__PACKAGE__);
        GPULinalg::_fail('ArgumentError',
            'Sparse: x has values and indices; give them to sparse.coo as data, row, col and a shape')
            if @given && _are_triplets($given[0]);
        return $class->from_ccs($given) if defined $given && $given->isa('PDL::CCS::Nd');
        return $make->(@_);
    };
}

# Convert a PDL::CCS matrix. Its dimensions are columns and rows, as in all piddles. Its missing value must be 0.
sub from_ccs {
    my ($class, $ccs) = @_;
    GPULinalg::_fail('ArgumentError', 'from_ccs: give a PDL::CCS::Nd of two dimensions')
        if !blessed $ccs || !$ccs->isa('PDL::CCS::Nd') || $ccs->ndims != 2;
    GPULinalg::_fail('ArgumentError', 'from_ccs: the missing value of the matrix is ' . $ccs->missing . ', but it must be 0')
        if $ccs->missing != 0;
    my ($n, $m) = map { 0 + "$_" } $ccs->dims;
    my $which = $ccs->whichND;    # in list context it would return the indices of each dimension
    my $values = $ccs->whichVals;
    return GPULinalg::Sparse::coo([], [], [], [$m, $n]) if !$values->nelem;
    my ($col, $row) = map { $which->slice("($_),:")->sever } 0, 1;
    return GPULinalg::Sparse::coo($values, $row, $col, [$m, $n]);
}

# Return the matrix as a PDL::CCS, which must be installed. Its indices are sorted by their first dimension, the columns.
sub to_ccs {
    my ($x) = @_;
    require PDL::CCS::Nd;
    my ($m, $n) = @{ $x->shape };
    my ($data, $row, $col) = map { $_->to_device('host')->pdl } GPULinalg::Sparse::tocoo($x->tocsc);
    return PDL::CCS::Nd->newFromWhich($col->cat($row)->transpose->indx, $data, pdims => PDL->new($n, $m)->indx, sorted => 1);
}

package GPULinalg::Sparse::SparseFactor;

use overload '""' => sub { $_[0]->text };

1;
