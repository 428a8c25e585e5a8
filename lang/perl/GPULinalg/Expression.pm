package GPULinalg::Expression;

# Functions that users write: formulas as one pass over arrays.  GPULinalg.pm loads this.

use strict;
use warnings;

# my $f = GPULinalg::elementwise('float64 a, T x, T y', 'T z', 'z = a*x + exp(-y)', name => 'f');  my $z = $f->(2, $x, $y);
sub GPULinalg::elementwise { return GPULinalg::new_elementwise(@_) }

package GPULinalg::Elementwise;

# Called like a function.
use overload
    '&{}'    => sub { my $f = shift; return sub { return GPULinalg::elementwise_call($f, [@_]) } },
    fallback => 1;

sub CLONE_SKIP { return 1 }
sub new  { my $class = shift; return GPULinalg::elementwise(@_) }
sub call { my $f     = shift; return GPULinalg::elementwise_call($f, [@_]) }
sub text { return GPULinalg::elementwise_text($_[0]) }

1;
