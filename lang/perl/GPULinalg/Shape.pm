package GPULinalg::Shape;

# Shapes, and lists of texts, as references to arrays.  Perl would compute with the address of such a reference where a script
# takes it for a number, as n and k of `my ($n, $k) = $X->shape`: these refuse.  GPULinalg.pm loads this.

use strict;
use warnings;
use Scalar::Util ();

my %remedy = (
    'GPULinalg::Shape' => 'shape: a reference to the lengths was used as a number; write my ($n, $k) = $X->dims',
    'GPULinalg::Texts' => 'devices: a reference to a list was used as a number; write my @names = devices()',
);

sub refuse { my ($list) = @_; return GPULinalg::_fail('ArgumentError', $remedy{ ref $list }) }

# Whether another list has the same items; only lists are compared.
sub equals {
    my ($list, $other) = @_;
    refuse($list) if (Scalar::Util::reftype($other) // '') ne 'ARRAY';
    return @$list == @$other && !grep { $list->[$_] ne $other->[$_] } 0 .. $#$list;
}

# As text it is a reference like others: Test::More compares what is in references, but not what has a text of its own.
my @operators = (
    map({ $_ => \&refuse } qw(0+ ++ --)),
    'bool'   => sub { return 1 },
    '""'     => sub { return $_[0] },
    '=='     => \&equals,
    '!='     => sub { return !equals(@_) },
    'eq'     => sub { return ref $_[1] ? equals(@_) : overload::StrVal($_[0]) eq $_[1] },
    'ne'     => sub { return !(ref $_[1] ? equals(@_) : overload::StrVal($_[0]) eq $_[1]) },
    fallback => 1,
);
use overload ();
overload->import(@operators);

sub TO_JSON { my ($list) = @_; return [@$list] }

package GPULinalg::Texts;

overload->import(@operators);
*TO_JSON = \&GPULinalg::Shape::TO_JSON;

1;
