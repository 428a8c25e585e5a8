# gpulinalg works without PDL, and loads Math::Complex only when a complex number is converted.
use strict;
use warnings;
use Test::More;

BEGIN {
    unshift @INC, sub { die "$_[1] is not here\n" if $_[1] =~ m{^(?:PDL|Math/Complex)\b} };
}
use GPULinalg qw(:all);

is_deeply((asarray([[1, 2], [3, 4]]) + 1)->aref, [[2, 3], [4, 5]], 'works');
ok(!(grep { m{^(?:PDL|Math/Complex|Carp/|Test/PDL)} } keys %INC), 'loads neither');
ok(!eval { asarray([1])->pdl; 1 } && $@ =~ /not here/, 'pdl says why it cannot');
my $z = zeros([2], dtype => 'complex128');
is("$z", '[0.+0.j 0.+0.j]', 'complex numbers as text');
my $live = GPULinalg::_live_arrays();
ok(!eval { $z->aref; 1 } && $@ =~ /not here/, 'complex numbers as objects');
is(GPULinalg::_live_arrays(), $live, 'nothing is left behind');
done_testing;
