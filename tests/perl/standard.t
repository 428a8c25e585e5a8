# Perl has the functions of the Python array API standard under the same names (tests/cases/array_api.txt).
use strict;
use warnings;
use GPULinalg;
use Test::More;

my %space = (linalg => 'Linalg', fft => 'FFT');
my $table = ($ENV{srcdir} // q{.}) . '/tests/cases/array_api.txt';
open my $in, '<', $table or die "cannot read $table: $!\n";
my @called = map { /^((?:\w+[.])?[a-z]\w*)\(/ ? $1 : () } <$in>;
close $in;
cmp_ok(scalar @called, '>', 160, 'the standard has ' . @called . ' functions');
for my $called (@called) {
    my ($space, $name) = $called =~ /^(?:(\w+)[.])?(\w+)$/;
    next if defined $space && !$space{$space};
    my $package = defined $space ? "GPULinalg::$space{$space}" : 'GPULinalg';
    next if $called eq 'from_dlpack';    # DLPack consists of Python objects
    ok($package->can($name), "$called is there");
}

# ---- differences in Perl's syntax
my ($x, $y) = GPULinalg::meshgrid([1, 2, 3], [10, 20], indexing => 'ij');
is_deeply($x->aref, [[1, 1], [2, 2], [3, 3]], 'lists of arrays are written out, options behind them');
is_deeply($y->shape, [3, 2], 'and several results come as a list');
my @parts = GPULinalg::unstack([[1, 2], [3, 4]], axis => 1);
is_deeply([map { $_->aref } @parts], [[1, 3], [2, 4]], 'unstack gives a list');
is(GPULinalg::finfo('float32')->{eps}, 2**-23, 'limits are a hash');
is(GPULinalg::iinfo('uint64')->{max}, 18446744073709551615, 'of integers beyond int64 too');
is(GPULinalg::result_type('int8', 'uint8'), 'int16', 'types are texts');
is_deeply(GPULinalg::broadcast_shapes([2, 1], [3]), [2, 3], 'a shape is a list');
ok(GPULinalg::isdtype('int8', ['bool', 'integral']), 'kinds of types');
is(GPULinalg::array_api_version(), '2025.12', 'the version of the standard');
my $z = GPULinalg::asarray([[1.0, 2.0], [3.0, 4.0]]);
my $row = $z->slice(0);
$z x= GPULinalg::asarray([[0.0, 1.0], [1.0, 0.0]]);
is_deeply($z->aref, [[2, 1], [4, 3]], 'the matrix product in place');
is_deeply($row->aref, [2, 1], 'changes the array itself');
eval { GPULinalg::meshgrid([1], [2], indexing => 'yx') };
is($@->kind, 'ArgumentError', 'a bad option is refused');
done_testing;
