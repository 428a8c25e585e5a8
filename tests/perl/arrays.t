# Class Array: attributes, operators, parts, conversion to Perl values, strings.
use strict;
use warnings;
use Test::More;
use GPULinalg qw(:all);

our ($a, $b);    # as in sort blocks
$a = GPULinalg::Array->new([[2, 0], [0, 4]]);
isa_ok($a, 'GPULinalg::Array');
is_deeply($a->shape, [2, 2], 'shape');
is_deeply([$a->dtype, $a->device, $a->ndim, $a->size, $a->len], ['int64', GPULinalg::get_device(), 2, 4, 2], 'attributes');
is_deeply(asarray([[1, 2, 3]])->T->shape, [3, 1], 'T');
is_deeply(zeros([2, 3, 4])->mT->shape, [2, 4, 3], 'mT');
ok(!eval { zeros([2, 3, 4])->T; 1 } && $@->kind eq 'ShapeError', 'T needs two dimensions');

# Operators, on both sides.
is_deeply(($a + $a)->aref, [[4, 0], [0, 8]], '+');
is_deeply((1 - $a)->aref, [[-1, 1], [1, -3]], 'number - array');
is_deeply(($a - 1)->aref, [[1, -1], [-1, 3]], 'array - number');
is_deeply(([1, 2] *$a)->aref, [[2, 0], [0, 8]], 'array reference * array');
is_deeply(($a / 4)->aref, [[0.5, 0], [0, 1]], '/');
is_deeply(($a % 3)->aref, [[2, 0], [0, 1]], '%');
is_deeply((2**$a)->aref, [[4, 1], [1, 16]], '**');
is_deeply(($a x [1, 2])->aref, [2, 8], 'x is the matrix product');
is_deeply(([1, 2] x $a)->aref, [2, 8], 'x from the left');
is_deeply((-$a)->aref, [[-2, 0], [0, -4]], 'negation');
is_deeply(abs(-$a)->aref, [[2, 0], [0, 4]], 'abs');
is_deeply([map { $_ + 0 } ($a == 2)->list], [1, 0, 0, 0], '== of each element');
is_deeply([map { $_ + 0 } (1 < $a)->list], [1, 0, 0, 1], '<, swapped');
is_deeply(($a & 6)->aref, [[2, 0], [0, 4]], '&');
is_deeply(($a << 1)->aref, [[4, 0], [0, 8]], '<<');
is_deeply((~asarray([0, -1]))->aref, [-1, 0], '~');
is_deeply([map { sprintf '%.6f', $_ } sqrt($a)->list], [map { sprintf '%.6f', sqrt $_ } 2, 0, 0, 4], 'sqrt');
is_deeply([map { sprintf '%.6f', $_ } atan2($a, 2)->list], [map { sprintf '%.6f', atan2 $_, 2 } 2, 0, 0, 4], 'atan2');
is(int(asarray(2.7))->item, 2, 'int');
is(join(' ', sort { $a <=> $b } map { asarray($_) } 3, 1, 2), '1 2 3', 'one element sorts as a number');
ok(asarray(2.5) eq '2.5', 'eq compares the text');

# In-place operations do not change other variables with the same array.
$b = $a;
$b += 1;
is_deeply($a->aref, [[2, 0], [0, 4]], '+= leaves the original');
is_deeply($b->aref, [[3, 1], [1, 5]], '+=');
my $c = asarray([1, 2]);
ok(!eval { $c += [1, 2, 3]; 1 } && $@->kind eq 'ShapeError' && $@->line == __LINE__, '+= with another shape');
ok(!eval { $c *= 2.5; 1 } && $@->kind eq 'DTypeError', '*= keeps the type');
{
    my $narrow = GPULinalg::asarray([2147483647, 1], dtype => 'int32');
    $narrow += GPULinalg::asarray([3, 3]);
    is_deeply([$narrow->dtype, @{ $narrow->aref }], ['int32', -2147483646, 4], 'int32 += int64 is one of int32');
    ok(!eval { $narrow += GPULinalg::ones(2, dtype => 'float32'); 1 } && $@->kind eq 'DTypeError', 'but not of floats');
    ok(!eval { $narrow += GPULinalg::ones([2, 2]); 1 } && $narrow->ndim == 1, 'nor of another shape');
}
$c**= 2;
is_deeply($c->aref, [1, 4], '**=');
$c x= [[0, 1], [1, 0]];
is_deeply($c->aref, [4, 1], 'x=');
ok(!eval { $c x= [[1], [1]]; 1 } && $@->kind eq 'ShapeError', 'x= with a product of another shape');
my $d = asarray([1, 2]);
my $part = $d->slice('1:');
$part += 10;
is_deeply($d->aref, [1, 12], '+= goes through views');

# Parts.
my $m = reshape(arange(12), [3, 4]);
is_deeply($m->slice('1:3,::2')->aref, [[4, 6], [8, 10]], 'slice by text');
is_deeply($m->slice(-1)->aref, [8, 9, 10, 11], 'slice by number');
is_deeply($m->slice(':', [0, 3])->aref, [[0, 3], [4, 7], [8, 11]], 'slice with an index array');
is_deeply($m->slice($m > 9)->aref, [10, 11], 'slice with a mask');
is_deeply($m->slice(undef, 0)->shape, [1, 4], 'undef is a new axis');
is_deeply(getitem($m, [0, 2])->shape, [2, 4], 'a list of numbers is an index array');
is_deeply(getitem($m, ['...', 1])->aref, [1, 5, 9], 'a list with text is a list of places');
is($m->at(1, 2), 6, 'at');
is($m->at(-1, -1), 11, 'at from the end');
ok(!ref $m->at(0, 0), 'at gives a plain number');
ok(!eval { $m->at(3, 0); 1 } && $@->kind eq 'IndexError', 'at out of range');
is_deeply($m->set(0, ':', -1)->slice(0)->aref, [-1, -1, -1, -1], 'set');
setitem($m, '1:', 0);
is($m->sum->item, -4, 'setitem');
my $view = $m->slice(0);
$view->set(0, 100);
is($m->at(0, 0), 100, 'slices share memory');

# Conversion to Perl values.
my $n = asarray([[1, 2.5], [3, 4]]);
is_deeply($n->aref, [[1, 2.5], [3, 4]], 'aref');
is_deeply($n->tolist, $n->aref, 'tolist');
is_deeply([$n->T->list], [1, 3, 2.5, 4], 'list is flat and row-major');
is_deeply([unpack 'd*', $n->T->packed], [1, 3, 2.5, 4], 'packed');
is(asarray(3)->item, 3, 'item');
ok(!eval { $n->item; 1 } && $@->kind eq 'ArgumentError', 'item of four elements');
is_deeply(zeros([0, 3])->aref, [], 'empty');
is_deeply([zeros([0, 3])->list], [], 'empty list');
is(zeros([0])->packed, '', 'empty packed');
is(sprintf('%.2f', $n->sum), '10.50', 'one element is a number');
ok(asarray(1), 'true');
ok(!asarray([0]), 'false');
ok(!eval { my $x = $n ? 1 : 0; 1 } && $@->kind eq 'ArgumentError', 'several elements are neither true nor false');

# Strings.
is("$n", "[[1.  2.5]\n [3.  4. ]]", 'string');
is($n->repr, "Array([[1.  2.5]\n       [3.  4. ]], dtype=float64, device='" . $n->device . "')", 'repr');
is(asarray(2.5) . '', '2.5', 'a number in text');

# Namespaces and exports.
is(GPULinalg::Linalg::solve([[2.0]], [1])->at(0), 0.5, 'GPULinalg::Linalg');
ok(!defined &main::exp && defined &main::solve && defined &main::from_packed, ':all leaves the builtins alone');
is_deeply([grep { !GPULinalg->can($_) } @GPULinalg::EXPORT_OK], [], 'what is exported exists');
is_deeply([grep { is_builtin($_) && !/^(?:any|all)$/ } @{ $GPULinalg::EXPORT_TAGS{all} }], [], 'no builtin in :all');

sub is_builtin {
    my ($name) = @_;
    return eval { my $p = prototype("CORE::$name"); 1 }
}
is(zeros([1], dtype => GPULinalg::float32)->dtype, 'float32', 'names of types');
cmp_ok(GPULinalg::pi, '==', 4 * atan2(1, 1), 'pi');

# A derived class.
{

    package Mine;
    our @ISA = 'GPULinalg::Array';
    sub twice { $_[0] + $_[0] }
}
is_deeply(Mine->new([1, 2])->twice->aref, [2, 4], 'subclass');

done_testing;
