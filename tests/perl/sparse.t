# Sparse matrices in Perl's syntax: slices and elements, lists of matrices, and PDL::CCS matrices.
use strict;
use warnings;
use Test::More;
use GPULinalg qw(asarray ones);

sub says {
    my ($code, $kind, $words, $name) = @_;
    my $lived = eval { $code->(); 1 };
    ok(!$lived && ref $@ eq "GPULinalg::$kind" && index("$@", $words) >= 0, $name) or diag("$@");
    return;
}

my $values = [[1, 0, 2], [0, 0, 0], [0, 3, 4]];
my $A = GPULinalg::Sparse::Sparse->new($values);
is($A->at(2, 1), 3, 'an element');
is($A->slice(-1, -1)->item, 4, 'as an Array');
is_deeply($A->slice([0, 2, 1], [2, 1, 1])->aref, [2, 3, 0], 'elements');
is_deeply($A->slice(asarray([[0], [2]]), [0, 1])->aref, [[1, 0], [0, 3]], 'elements at places that broadcast');
is_deeply($A->slice(2)->toarray->aref, [$values->[2]], 'a row has two dimensions');
is_deeply($A->slice(':', 2)->toarray->aref, [[2], [0], [4]], 'so has a column');
is_deeply($A->slice([2, 0])->toarray->aref, [@$values[2, 0]], 'rows in any order');
is_deeply($A->slice(asarray([1, 0, 1]) > 0)->toarray->aref, [@$values[0, 2]], 'rows by a mask');
is_deeply($A->slice('::-1', '1:')->toarray->aref, [[3, 4], [0, 0], [0, 2]], 'slices');
is_deeply($A->slice('::-1,1:')->toarray->aref, [[3, 4], [0, 0], [0, 2]], 'in one text');
says(
    sub { $A->slice(3, 0) },
    'IndexError',
    'elements: row contains 3, which is out of range for length 3',
    'a row that is not there'
);
is($A->T->at(1, 2), 3, 'the transpose');
is($A->H->at(1, 2), 3, 'the conjugate transpose');
is(($A**2)->at(2, 2), 16, 'operators');
my $twin = GPULinalg::Sparse::Sparse->new($values);
ok($A == $A && !($A != $A), '== of the same object');

for my $compared (sub { $A == $twin }, sub { $A != $twin }, sub { $A == 1 }, sub { ones([3, 3]) == $A }, sub { $A == $values })
{
    says($compared, 'DTypeError', 'count_nonzero', 'others are not compared by their elements');
}
says(sub { $A ? 1 : 0 }, 'ArgumentError', 'bool: the matrix has 3 x 3 elements, not one', 'a matrix is not true or false');
ok(GPULinalg::Sparse::Sparse->new([[2]]) && !GPULinalg::Sparse::Sparse->new([[0]]), 'but for its only element');
says(sub { GPULinalg::Sparse::Sparse->new([[1, 2], [[0, 1], [1, 0]]]) },
    'ArgumentError', 'GPULinalg::Sparse::coo', 'values and places');
says(sub { GPULinalg::Sparse::Sparse->new([3, 3]) }, 'ShapeError', 'GPULinalg::Sparse::coo', 'a shape is not a matrix');
my $B = GPULinalg::Sparse::eye(2);
is(GPULinalg::Sparse::Sparse->new($A), $A, 'a Sparse is one already');
is(sqrt($A * $A)->at(2, 2), 4, 'functions as operators');
says(sub { GPULinalg::sum($A) }, 'ArgumentError', 'sum: x is a Sparse, but it must be an Array', 'a Sparse is not an array');
says(sub { GPULinalg::inv($A) }, 'ArgumentError', 'use its operators and methods, or toarray()', 'what to do about it');
says(
    sub { GPULinalg::Sparse::coo([1], [-1], [0]) },
    'IndexError',
    'row contains -1, but indices must not be negative',
    'places below 0'
);
says(sub { 2 / $A }, 'DTypeError', '; use toarray()', 'operators that matrices do not have');
says(
    sub { GPULinalg::Sparse::kron($A, $values) },
    'DTypeError',
    'GPULinalg::Sparse::Sparse creates one from arrays',
    'nor an array a Sparse'
);
my $L = GPULinalg::Sparse::Sparse->new([[4, 1], [1, 3]]);
SKIP: {
    my $factors = eval { $L->factor } or skip("$@", 2);
    is(sprintf('%.12g', GPULinalg::Sparse::cg($L, [9, 5], M => $factors)->at(0)), 2, 'factors as a preconditioner');
    says(sub { GPULinalg::Sparse::cg($factors, [9, 5]) }, 'DTypeError', 'SparseFactor', 'but not as a matrix');
}

for my $wrong ([nope => 0], [undef, 1e-5, nope => 0], [rtol => 1e-5, nope => 0]) {
    says(
        sub { GPULinalg::Sparse::cg($L, [9, 5], @$wrong) },
        'ArgumentError',
        "cg: there is no option 'nope'; the options are: x0",
        'an unknown option'
    );
}
says(sub { GPULinalg::Sparse::eigsh($L, 1, undef, undef, 'XX') }, 'ArgumentError', 'which', 'a text in its place is no option');
says(
    sub { GPULinalg::Sparse::eigsh($L, wich => 'SA') },
    'ArgumentError',
    "there is no option 'wich'",
    'an unknown one of eigsh'
);
is_deeply([GPULinalg::Sparse::hstack([$A, $A])->shape], [GPULinalg::Sparse::hstack($A, $A)->shape], 'a list, or written out');
is(GPULinalg::Sparse::vstack($A, $A, format => 'csc')->format, 'csc', 'and options behind it');
is(GPULinalg::Sparse::block_array([[$A, undef], [undef, $B]])->nnz->item, 6, 'blocks, or undef');
is(GPULinalg::Sparse::block_array([[$A, ones([3, 1])]])->at(1, 3), 1, 'arrays as blocks');
says(sub { GPULinalg::Sparse::block_array([[$A, $B], $A]) }, 'ArgumentError', 'block_array: blocks[1]', 'uneven lists');

SKIP: {
    eval { require PDL; require PDL::CCS::Nd; 1 } or skip 'PDL::CCS is not installed', 8;
    my $ccs = $A->to_ccs;
    is_deeply($ccs->decode->unpdl, $values, 'to PDL::CCS');
    is_deeply(GPULinalg::Sparse::Sparse->from_ccs($ccs)->toarray->aref, $values, 'and back');
    is_deeply(GPULinalg::Sparse::Sparse->new($ccs)->toarray->aref, $values, 'by new, too');
    my $wide = PDL->pdl([[0, 5, 0, 0], [6, 0, 0, 7]]);
    is_deeply(GPULinalg::Sparse::Sparse->from_ccs($wide->toccs)->toarray->aref, $wide->unpdl,
        'dimensions are columns and rows');
    says(sub { GPULinalg::Sparse::Sparse->from_ccs($wide->toccs(1)) }, 'ArgumentError', 'it must be 0',
        'ones that are missing');
    my $turned = GPULinalg::Sparse::Sparse->new($wide->unpdl)->T->to_ccs;
    is_deeply(
        $turned->matmult($wide->toccs)->decode->unpdl,
        ($wide->transpose x $wide)->unpdl,
        'in the order that products need'
    );
    is_deeply(
        GPULinalg::Sparse::Sparse->from_ccs($wide->toccs->transpose)->toarray->aref,
        $wide->transpose->unpdl,
        'transposed there'
    );
    is_deeply([GPULinalg::Sparse::coo([], [], [], [3, 4])->to_ccs->dims], [4, 3], 'of no elements');
}
done_testing();
