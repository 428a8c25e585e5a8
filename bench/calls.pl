# calls.pl [WORD ...]: small calls from Perl, one in each row, for `compare_calls`, which counts their instructions.
#
# The result of a statement is released at once. A row is skipped if a build tree does not support it; words select rows that
# contain one of them.
use strict;
use warnings;
no warnings 'void';
use GPULinalg ();

my ($warm, $calls) = (60, $ENV{CALLS} // 200);

# Return the variables of the statements.
my $rows_of_a = [
    map {
        my $i = $_;
        [map { $i == $_ ? 20 : ($i * 4 + $_) % 5 } 0 .. 3]
    } 0 .. 3
];
my $a = GPULinalg::asarray($rows_of_a, dtype => 'float64');
my ($b, $c, $t, $m) = ($a + 1, $a + 2, $a->matrix_transpose, $a > 2);
my $p = $a x $t + GPULinalg::eye(4);
my ($v, $w, $r, $s) = map { GPULinalg::asarray($_) } [1.0, 2.5, 3.0, 4.0], [(1.0) x 7], [(1.0) x 4], 2.5;
my ($f, $k, $i) = ($a->astype('float32'), GPULinalg::asarray([[1, 2], [3, 4]]), GPULinalg::asarray([0, 2]));
my $pairs = 'T x, T y';
my $formula = GPULinalg::elementwise(sub { my ($x, $y) = @_; return $x * $y + 1 });
my $total = GPULinalg::reduction($pairs, 'T z', 'x * y', 'a + b');
my $running = GPULinalg::scan('T x', 'T z', 'x', 'a + b');

sub fails {
    my ($function, @arguments) = @_;
    eval { $function->(@arguments); 1 } and die 'nothing failed';
}

my (@names, @loops);
while (my $row = <DATA>) {
    chomp $row;
    next if $row ne '1' && @ARGV && !grep { index($row, $_) >= 0 } @ARGV;
    my $loop = eval "sub { my \$turns = shift; for (1 .. \$turns) { $row; } }";    ## no critic
    if (!eval { $loop->(1); 1 }) {
        print STDERR "left out: $row: $@\n";
        next;
    }
    push @names, $row;
    push @loops, $loop;
}
for my $loop (@loops) {
    $loop->($warm);
    my $now = getppid;    # compare_calls makes callgrind write a count at this call
    $loop->($calls);
    $now = getppid;
}
print map { "$_\n" } @names;

__DATA__
1
GPULinalg::zeros([3, 3])
GPULinalg::ones([4])
GPULinalg::full([2, 2], 3.5)
GPULinalg::eye(3)
GPULinalg::arange(5)
GPULinalg::linspace(0, 1, 5)
GPULinalg::zeros_like($a)
GPULinalg::asarray(2.5)
GPULinalg::asarray([1.5, 2.5, 3.5])
GPULinalg::asarray([[1.5, 2.5], [3.5, 4.5]])
GPULinalg::asarray([1, 2, 3], dtype => 'float32')
GPULinalg::asarray($a)
GPULinalg::copy($a)
$a->astype('float32')
$a->slice(1)
$a->slice('1,2')
$a->at(1, 2)
GPULinalg::getitem($a, 1)
$a->slice(':,1')
$a->slice('1:3')
$a->slice('::2,::-1')
$a->slice($m)
$a->slice(undef)
$c->set(1, $r)
$c->set(':,1', 0)
GPULinalg::setitem($c, 1, $r)
$a->take($i, axis => 0)
GPULinalg::where($m, $a, $b)
$a + $b
$a - $b
$a * $b
$a / $b
$a x $b
$v x $v
$a x $v
$a + 1
2.5 * $a
$a ** 2
-$a
abs($a)
$a < $b
$a == $b
$m & $m
~$m
$c += $b
$c *= 1
$f + $f
$k + $k
GPULinalg::add($a, $b)
GPULinalg::exp($a)
exp($a)
sqrt($b)
$a->clip(0, 1)
$a->sum
GPULinalg::sum($a, axis => 0)
$a->mean
$a->max
$a->argmax(axis => 1)
$a->reshape([2, 8])
$a->matrix_transpose
$a->permute_dims([1, 0])
GPULinalg::concat([$a, $b])
GPULinalg::stack([$v, $v])
$a->flip
GPULinalg::solve($a, $v)
GPULinalg::inv($a)
GPULinalg::det($a)
GPULinalg::cholesky($p)
my ($q, $u) = GPULinalg::qr($a)
GPULinalg::svdvals($a)
GPULinalg::trace($a)
$a->diagonal
GPULinalg::vecdot($v, $v)
0 + $s
"$s"
"$a"
"$v"
my $n = $s ? 1 : 0
$a->shape
$a->dtype
$a->ndim
$a->device
$s->item
$v->packed
$a->aref
my @y = $v->list
fails(\&GPULinalg::matmul, $a, $w)
fails(\&GPULinalg::reshape, $a, [5, 5])
fails(\&GPULinalg::cholesky, -$p)
fails(\&GPULinalg::add, $a, 'x')
$formula->($a, $b)
$total->($a, $b)
$running->($v)
