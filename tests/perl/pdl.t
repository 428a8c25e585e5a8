# PDL through its C interface: memory is shared in both directions, safely.
use strict;
use warnings;
use Test::More;
use FindBin;
use GPULinalg;

eval { require PDL; PDL->import; 1 } or plan skip_all => 'no PDL';
defined GPULinalg::_pdl(GPULinalg::zeros([1], device => 'host')) or plan skip_all => 'built without the headers of this PDL';
GPULinalg::set_device('host');
require "$FindBin::Bin/pdl_common.pl";
my $before = GPULinalg::_live_arrays();
{
    my $p = PDL->sequence(4, 3);
    my $a = GPULinalg::asarray($p);
    $p->set(0, 0, 100);
    is($a->at(0, 0), 100, 'a PDL is shared');
    $a->set(0, 1, 50);
    is($p->at(1, 0), 50, 'both ways');
    my $s = GPULinalg::asarray($p->slice('1:2,-1:0'));
    $s->set(0, 0, -7);
    is($p->at(1, 2), -7, 'so is a slice');
    is_deeply($s->aref, $p->slice('1:2,-1:0')->unpdl, 'with all its strides');

    # The memory must not move while it is shared.
    ok(!eval { $p->setdims([1000, 1000]); $p->make_physical; 1 }, 'PDL does not move shared memory');
    is($a->at(0, 0), 100, 'which is still there');
    undef $a;
    undef $s;
    my $q = PDL->sequence(3);
    my $move = sub { $q->setdims([100000]); $q->make_physical; 1 };
    my ($b, $c) = (GPULinalg::asarray($q), GPULinalg::asarray($q));
    undef $b;
    ok(!eval { $move->() }, 'two arrays, one gone');
    undef $c;
    ok(eval { $move->() }, 'none left: PDL may move it again') or diag $@;
}
{
    my $a = GPULinalg::asarray(PDL->sequence(1000));
    my @fill = map { PDL->ones(1000) } 1 .. 20;
    is($a->sum->item, 499500, 'the array keeps the PDL alive');
    my $p = PDL->sequence(10, 10);
    my $s = $p->slice('2:4,3');
    my $slice = GPULinalg::asarray($s);
    $s->sever;
    undef $p;
    @fill = map { PDL->ones(100) } 1 .. 20;
    is_deeply($slice->aref, [[32, 33, 34]], 'a slice that is severed meanwhile');
}
{
    my $a = GPULinalg::asarray([[1.5, 2], [3, 4]], device => 'host');
    my $p = $a->pdl;
    $p->set(1, 0, 20);
    is($a->at(0, 1), 20, 'out: shared');
    my $sum = $p->sumover;
    undef $a;
    is_deeply($p->unpdl, [[1.5, 20], [3, 4]], 'out: the PDL keeps the array alive');
    my $again = GPULinalg::asarray($p);
    undef $p;
    is_deeply($again->aref, [[1.5, 20], [3, 4]], 'out and in again');
}
for my $shown (0, 1) {
    my $a = GPULinalg::full([300_000], 5, dtype => 'float64', device => 'host');
    my $p = $shown ? $a->pdl : undef;
    my $b = $a * 2;
    $p //= $a->pdl;
    $p .= 100;
    is($b->at(7), 10, 'PDL writes to an operand that it shares ' . ($shown ? 'already' : 'later'));
    my $q = $b->pdl;
    my $c = $b + 1;
    $q .= 7;
    is_deeply([$c->at(7), $b->at(7)], [11, 7], 'and so does one of a result that it shares');
}
is(GPULinalg::_live_arrays(), $before, 'nothing is left behind');

# The cost does not depend on the size, and the address is the same.
my $big = PDL->zeroes(1000, 1000);
my $big_array = GPULinalg::asarray($big);
$big->set(999, 999, 5);
is($big_array->at(999, 999), 5, 'a large one is shared');
is(GPULinalg::asarray($big, copy => 1)->set(0, 0, 9)->at(0, 0) - $big->at(0, 0), 9, 'unless a copy is asked for');
is(GPULinalg::Array->new($big)->set(0, 0, 9)->at(0, 0) - $big->at(0, 0), 9, 'new copies');

# Solvers read a PDL as the same matrix as asarray does.
my $tall = PDL->pdl([[2, 0], [0, 4], [0, 0]]);
my $square = PDL->pdl([[2, 1], [0, 4]]);
my $rounded = sub {
    join ' ', map { sprintf '%.9g', $_ } $_[0]->list;
};
is($rounded->(scalar GPULinalg::Sparse::lsqr($tall, PDL->pdl([2, 8, 5]))), '1 2', 'lsqr of a PDL');
is($rounded->(scalar GPULinalg::Sparse::gmres($square, [4, 8])), '1 2', 'gmres of one');
is($rounded->(scalar GPULinalg::Sparse::gmres($square, [4, 8], M => PDL->pdl([[0.5, 0], [0, 0.25]]))),
    '1 2', 'and preconditioned');
is($rounded->(scalar GPULinalg::Sparse::eigsh(PDL->pdl([[2, 0, 0], [0, 5, 0], [0, 0, 3]]), 1)), '5', 'eigsh of one');

# A script that does not load PDL itself gets usable PDLs.
is(qx($^X -MGPULinalg -e 'my \$p = GPULinalg::arange(3)->pdl; print "\$p ", \$p->sum'), '[0 1 2] 3', 'a PDL without use PDL');
done_testing;
