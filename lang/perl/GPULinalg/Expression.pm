package GPULinalg::Expression;

# Functions that users write: formulas and Perl subs as one pass over arrays.  GPULinalg.pm loads this.

use strict;
use warnings;

# The arguments of new_elementwise and its like, from a sub and options.
sub _formula {
    my ($code, %option) = @_;
    require GPULinalg::Translate;    # B::Deparse is slow to load
    my $name = $option{name} // 'elementwise';
    return (GPULinalg::Translate::translate($code, $name), $name);
}

# my $f = GPULinalg::elementwise('float64 a, T x, T y', 'T z', 'z = a*x + exp(-y)', name => 'f');  my $z = $f->(2, $x, $y);
# my $g = GPULinalg::elementwise(sub { my ($x, $y) = @_; return $x > $y ? $x : exp($y) });
sub GPULinalg::elementwise {
    return GPULinalg::new_elementwise(@_) if ref $_[0] ne 'CODE';
    my ($inputs, $operation, $name) = _formula(@_);
    return GPULinalg::new_elementwise($inputs, '', $operation, name => $name);
}

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
