# Operators of the class DiagonalMatrix (diagonal.h) in Perl's syntax; diagonal.py prints the same.
use strict;
use warnings;
use GPULinalg;

my $a = GPULinalg::asarray([[1, 2], [3, 4]], dtype => 'float64');
my ($d, $s) = (GPULinalg::DiagonalMatrix->new([2.0, 10.0]), GPULinalg::Stream->new('host'));

sub text {
    my ($x) = @_;
    return ref $x eq 'ARRAY' ? '[' . join(', ', map { text($_) } @$x) . ']' : $x;
}

sub show {
    my ($what, $code) = @_;
    my $x = eval { $code->() };
    $x = ref $@ ? $@->kind . ': ' . $@->message : "died $@" if $@;
    $x =
          ref $x eq 'GPULinalg::DiagonalMatrix' ? 'diagonal ' . text($x->values->aref)
        : ref $x eq 'GPULinalg::Array' ? text(($x->dtype eq 'bool' ? $x->astype('int64') : $x)->aref)
        : $x || 0;
    print "$what $x\n";
}

show('d @ a', sub { $d x $a });
show('d @ list', sub { $d x [[1], [1]] });
show('a @ d', sub { $a x $d });
show('list @ d', sub { [[1, 1]] x $d });
show('d @ d', sub { $d x $d });
show('d * 3', sub { $d * 3 });
show('3 * d', sub { 3 * $d });
show('-d', sub { -$d });
show('a / d', sub { $a / $d });
show('d < 5', sub { $d < 5 });
show('5 < d', sub { 5 < $d });
show('d > 5', sub { $d > 5 });
show('5 > d', sub { 5 > $d });
show('d == d', sub { $d == $d });
show('d != d', sub { $d != $d });
show('d == other', sub { $d == GPULinalg::DiagonalMatrix->new([2, 10]) });
show('d == a', sub { $d == $a });
my $x = 2 * $a;
$x x= $d;
show('a @= d', sub { $x });
my $d2 = $d;
$d2 *= 2;
show('d *= 2', sub { $d2 });
my $n = GPULinalg::asarray(3.0);
$n *= $d;
show('n *= d', sub { $n });
show('d + a', sub { $d + $a });
show('a + d', sub { $a + $d });
show('d + 1', sub { $d + 1 });
show('d + d', sub { $d + $d });
show('d / a', sub { $d / $a });
show('d @ s', sub { $d x $s });
show('s @ d', sub { $s x $d });
show('s * d', sub { $s * $d });
show('abs d', sub { abs $d });
show('d <= 5', sub { $d <= 5 });
show('d @ text', sub { $d x 'x' });
show('d @ none', sub { $d x undef });
show('shapes', sub { $d x [[1, 2, 3]] x [1, 2, 3, 4] });

# Results and failures release everything.
sub again {
    my @made = ($d x $a, $a x $d, [[1, 1]] x $d, $d x $d, 3 * $d, -$d, $d < 5, $d == $d);
    eval { $_->() } for sub { $d + $a }, sub { $a + $d }, sub { $d x $s }, sub { $d x 'x' }, sub { $d x [[1]] x [1] };
    return;
}
again();
my $live = GPULinalg::_live_arrays();
again() for 1 .. 10;
show('arrays that are left', sub { GPULinalg::_live_arrays() - $live });
