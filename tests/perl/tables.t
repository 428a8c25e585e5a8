# loadtxt and savetxt: columns by name.
use strict;
use warnings;
use File::Temp;
use Test::More;
use GPULinalg;

my $data = "$ENV{srcdir}/tests/data/tables";

sub contents { my ($path) = @_; open my $in, '<', $path or die "$path: $!\n"; local $/; return scalar <$in> }

sub error_of {
    my ($code) = @_;
    eval { $code->(); 1 } and return 'none';
    return $@->kind . ' ' . $@->message;
}

my %table = GPULinalg::loadtxt("$data/named.csv");
is_deeply([grep { !ref } GPULinalg::loadtxt("$data/named.csv")], [qw(year growth region)],
    'the columns in the order of the file');
is($table{year}->dtype, 'int64', 'whole numbers');
is_deeply($table{year}->aref, [2021, 2022, 2023], 'and their values');
is_deeply($table{growth}->aref, [5.7, -1.9, 0.25], 'fractions');
is_deeply($table{region}, ['North, upper', 'South', 'North, upper'], 'texts');
is_deeply(GPULinalg::loadtxt("$data/missing.csv", missing => 'drop')->{school}->aref, [12, 16], 'rows that are whole');
is(error_of(sub { GPULinalg::loadtxt("$data/missing.csv") }), "ArgumentError loadtxt: column 'wage' of "
    . "'$data/missing.csv' has no value in row 2 (line 3 of the file), the first of 1; "
    . "missing='nan' reads NaN, missing='drop' leaves such rows out",
    'a missing value');
like(error_of(sub { GPULinalg::loadtxt("$data/typo.csv") }), qr/holds '1O' among numbers, in row 2/, 'a text among numbers');
like(error_of(sub { GPULinalg::loadtxt("$data/ragged.csv") }), qr/has 1 fields in row 2 \(line 3/, 'a short row');

my $folder = File::Temp->newdir;
my $path   = "$folder/out.csv";
GPULinalg::savetxt($path, [x => [0.1, 0.2], n => GPULinalg::asarray([1, 2])]);
is(contents($path), "x,n\n0.1,1\n0.2,2\n", 'pairs of names and columns');
is_deeply(GPULinalg::loadtxt($path)->{x}->aref, [0.1, 0.2], 'are read again');
GPULinalg::savetxt($path, {b => [1], a => [2]});
is(contents($path), "a,b\n2,1\n", 'a hash of columns');
GPULinalg::savetxt($path, GPULinalg::asarray([[1.5, 2.5]]), delimiter => ';');
is(contents($path), "1.5;2.5\n", 'one array');
like(error_of(sub { GPULinalg::savetxt($path, [[1, 2], [1]]) }), qr/^ShapeError savetxt: columns\[1\] has 1 rows/,
    'columns of two lengths');
is(contents($path), "1.5;2.5\n", 'a file stays when writing fails');
is(join(' ', map { s{.*/}{}r } glob "$folder/*"), 'out.csv', 'and nothing lies beside it');
done_testing;
