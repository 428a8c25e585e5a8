# Tests that hold for PDL through its C interface and through its methods.
use strict;
use warnings;
use Test::More;
use GPULinalg;

my $p = PDL->sequence(4, 3);
is_deeply(GPULinalg::asarray($p)->shape, [3, 4], "PDL's first dimension is our last");
is(GPULinalg::sum($p)->item, 66, 'as an argument');
is_deeply(GPULinalg::asarray($p)->aref, $p->unpdl, 'same order of elements');
is_deeply((GPULinalg::asarray([[1], [2], [3]]) + $p)->aref, ($p + PDL->pdl([[1], [2], [3]]))->unpdl, 'array + PDL');
my $slice = $p->slice('-1:0:-2,0:1');
is_deeply(GPULinalg::asarray($slice)->aref, $slice->unpdl, 'a slice with a negative step');
is_deeply(GPULinalg::asarray($p->xchg(0, 1))->aref, $p->xchg(0, 1)->unpdl, 'transposed');
is_deeply(GPULinalg::asarray($p->slice('(1)')->slice('1:2'))->aref, [5, 9], 'a slice of a slice');
is_deeply(GPULinalg::asarray($p->where($p > 8))->aref, [9, 10, 11], 'not affine');
is_deeply(GPULinalg::asarray($p->slice('*2,1:2,(0)'))->aref, [[1, 1], [2, 2]], 'a dummy dimension');
is(GPULinalg::asarray(PDL->pdl(2.5))->ndim, 0, 'a PDL of one number');
is_deeply(GPULinalg::asarray(PDL->zeroes(0))->shape, [0], 'an empty PDL');
my %types = (
    byte      => 'uint8',
    short     => 'int16',
    ushort    => 'uint16',
    long      => 'int32',
    indx      => 'int64',
    longlong  => 'int64',
    float     => 'float32',
    double    => 'float64',
    ulong     => 'uint32',
    ulonglong => 'uint64',
    sbyte     => 'int8',
    cfloat    => 'complex64',
    cdouble   => 'complex128'
);

for my $type (sort keys %types) {
    my $make = PDL->can($type) or next;
    my $x = $make->(PDL->pdl([1, 2, 3]));
    my $a = GPULinalg::asarray($x);
    is($a->dtype, $types{$type}, "type $type");
    is($a->pdl->type . '', $type eq 'indx' ? 'longlong' : $type, "type $type back");
    is($a->real->sum->item, 6, "values of $type");
    is(GPULinalg::zeros([1], dtype => $x->type)->dtype, $types{$type}, "$type as a dtype");
}
SKIP: {
    my $ld = PDL->can('ldouble') or skip 'no long double', 1;
    ok(!eval { GPULinalg::asarray($ld->(1)); 1 } && $@->kind eq 'DTypeError', 'long double is refused');
}

# Bad values are refused; the suggested remedies work and do not change the PDL. Some types have a special bad value.
for my $type (qw(double float longlong long short byte cdouble cfloat)) {
    for my $bad (undef, 7) {
        my $parent = PDL->can($type)->(PDL->pdl([4, 1, 2, 3]));
        $parent->badvalue($bad) if defined $bad;
        $parent->setbadat(2);
        my $p = $parent->slice('1:3');
        my $before = "$parent" =~ s/\s+/ /gr;
        my $name = $type . (defined $bad ? " whose bad value is $bad" : '');
        my $done = eval { GPULinalg::asarray($p); 1 };
        ok(!$done && ref $@ && $@->kind eq 'ArgumentError', "bad values are refused: $name");
        my ($nan, $left) =
            $@->message =~ /is a PDL with 1 bad value; pass (\S+) to replace them by NaN, or (\S+) to drop them$/;
        is_deeply([map { "$_" } GPULinalg::asarray(eval $nan)->real->list], [1, 'NaN', 3], "the message's remedy: $nan, $name");
        is_deeply(GPULinalg::asarray(eval $left)->real->aref, [1, 3], "and the other one: $left, $name");
        is("$parent" =~ s/\s+/ /gr, $before, "the PDL keeps its bad values, $name");
        ok($parent->badflag && $p->badflag, "and the flag, $name");
        ok(!eval { GPULinalg::sum([$p, $p]); 1 } && $@->message =~ /with 1 bad value;/, "in a list, $name");
    }
}
for my $type (qw(double long)) {    # the flag is set, but no value is bad
    my $p = PDL->can($type)->(PDL->pdl([[1, 2], [3, 4]]))->setbadat(1, 1);
    is_deeply(GPULinalg::asarray($p->where($p->isgood))->aref, [1, 2, 3], "the good values of a PDL: $type");
    is_deeply(GPULinalg::asarray($p->slice('0,:'))->aref, [[1], [3]], "a slice without bad values: $type");
    is(GPULinalg::sum($p->slice('0:1,0'))->item, 3, "as an argument: $type");
    is_deeply((GPULinalg::asarray([1, 1]) + $p->slice(':,(0)'))->aref, [2, 3], "as an operand: $type");
    $p->set(1, 1, 5);
    is_deeply(GPULinalg::asarray($p)->aref, [[1, 2], [3, 5]], "a PDL whose bad value was replaced: $type");
    is(GPULinalg::asarray($p->where($p > 9))->size, 0, "no values at all: $type");
}
{
    my $p = PDL->pdl([1, 'nan', 3]);
    $p->badvalue('nan');
    is(GPULinalg::asarray($p)->size, 3, 'NaN without the flag is a number');
    $p->badflag(1);
    ok(!eval { GPULinalg::asarray($p); 1 } && $@->message =~ /with 1 bad value;/, 'with it NaN may be the bad value');
    is_deeply(GPULinalg::asarray($p->where($p->isgood))->aref, [1, 3], 'whose remedy is right too');
}
is_deeply(GPULinalg::asarray([PDL->pdl([1, 2]), [3, 4]])->aref, [[1, 2], [3, 4]], 'in a list');
my $out = GPULinalg::asarray([[1, 2, 3], [4, 5, 6]])->pdl;
is_deeply([$out->dims], [3, 2], 'out: dimensions');
is_deeply($out->unpdl, [[1, 2, 3], [4, 5, 6]], 'out: values');
is_deeply(GPULinalg::asarray([[1, 2], [3, 4]])->T->pdl->unpdl, [[1, 3], [2, 4]], 'out: transposed');
is_deeply(GPULinalg::broadcast_to([1, 2], [2, 2])->pdl->unpdl, [[1, 2], [1, 2]], 'out: broadcast');
is_deeply([GPULinalg::zeros([0, 2])->pdl->dims], [2, 0], 'out: empty');
is(GPULinalg::asarray(3.5)->pdl->sclr, 3.5, 'out: one number');
is_deeply(GPULinalg::asarray([!!1, !!0], dtype => 'bool')->pdl->unpdl, [1, 0], 'out: bool');

# PDL's own functions look up PDL methods in their arguments.
like(
    eval { PDL::sum(GPULinalg::ones([4])); 1 } ? 'no error' : $@,
    qr/^sum: PDL's own was called with an Array; pass \$array->pdl, or call GPULinalg::sum at \Q${\__FILE__}\E /,
    "PDL's sum of an Array"
);
my $square = PDL->pdl([[1, 2], [3, 4]]);
for ($square x GPULinalg::asarray([[0, 1], [1, 0]]), $square->copy) {
    $_ x= GPULinalg::asarray([[0, 1], [1, 0]]) if $_->isa('PDL');
    is_deeply([ref, $_->aref], ['GPULinalg::Array', [[2, 1], [4, 3]]], 'PDL x Array is the product of arrays');
}
is_deeply((GPULinalg::asarray([[0, 1], [1, 0]]) x $square)->aref, [[3, 4], [1, 2]], 'and Array x PDL');
is_deeply(($square x GPULinalg::Sparse::eye(2))->aref, [[1, 2], [3, 4]], 'and PDL x Sparse');
is_deeply(($square x $square)->unpdl, [[7, 10], [15, 22]], "PDLs by themselves are PDL's");
1;
