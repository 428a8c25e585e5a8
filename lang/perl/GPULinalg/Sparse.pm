package GPULinalg::Sparse::Sparse;

# What Perl writes of sparse matrices besides their methods: $A->slice('1:3', ':'), $A->T.  GPULinalg.pm loads this.

use strict;
use warnings;

sub slice {
    my $x = shift;
    return GPULinalg::Sparse::getitem($x, bless [&GPULinalg::_values], 'GPULinalg::_Places');
}

sub T { return $_[0]->transpose }
sub mT { return $_[0]->transpose }

1;
