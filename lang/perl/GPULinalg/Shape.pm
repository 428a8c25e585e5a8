package GPULinalg::Shape;

# A shape is a reference to a list. A script might use this reference as a number, such as n in `my ($n, $k) = $X->shape`, and
# Perl would compute with its address. This class refuses arithmetic, and is "(3, 2)" in a string. GPULinalg.pm loads this.

use strict;
use warnings;
use Scalar::Util ();

use overload
    (map { $_ => \&refuse } qw(0+ ++ --)),
    'bool'   => sub { return 1 },
    '""'     => \&text,
    '=='     => \&equals,
    '!='     => sub { return !equals(@_) },
    'eq'     => sub { return is_list($_[1]) ? equals(@_) : as_text($_[0]) eq $_[1] },
    'ne'     => sub { return !(is_list($_[1]) ? equals(@_) : as_text($_[0]) eq $_[1]) },
    fallback => 1;

sub is_list { my ($x) = @_; return (Scalar::Util::reftype($x) // '') eq 'ARRAY' }

sub as_text { my ($shape) = @_; return '(' . join(', ', @$shape) . (@$shape == 1 ? ',)' : ')') }

# is_deeply of Test::More compares the content of references, but not of objects that overload strings.
sub text { return (caller)[0] eq 'Test::Builder' ? $_[0] : as_text($_[0]) }

sub refuse {
    return GPULinalg::_fail('ArgumentError',
        'shape: a reference to the lengths was used as a number; write my ($n, $k) = $X->dims');
}

# Return true if another list has the same lengths; only lists can be compared.
sub equals {
    my ($shape, $other) = @_;
    refuse() if !is_list($other);
    return @$shape == @$other && !grep { $shape->[$_] ne $other->[$_] } 0 .. $#$shape;
}

sub TO_JSON { my ($shape) = @_; return [@$shape] }

1;
