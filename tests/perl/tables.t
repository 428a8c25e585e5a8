# loadtxt and savetxt with named columns.
use strict;
use warnings;
use utf8;
use File::Temp;
use IO::Handle;
use POSIX qw(mkfifo);
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
is_deeply([grep { !ref } GPULinalg::loadtxt("$data/named.csv")],
    [qw(year growth region)], 'the columns in the order of the file');
is($table{year}->dtype, 'int64', 'whole numbers');
is_deeply($table{year}->aref, [2021, 2022, 2023], 'and their values');
is_deeply($table{growth}->aref, [5.7, -1.9, 0.25], 'fractions');
is_deeply($table{region}, ['North, upper', 'South', 'North, upper'], 'texts');
my @seen;
{
    local $SIG{__WARN__} = sub { push @seen, $_[0]->kind . ' ' . $_[0]->message };
    is_deeply(GPULinalg::loadtxt("$data/missing.csv", missing => 'drop')->{school}->aref, [12, 16], 'rows that are whole');
}
is_deeply(
    \@seen,
    [
              "TableWarning loadtxt: dropped 2 of the 4 rows of '$data/missing.csv' because of missing values: 1 in column "
            . "'wage', and others in another column; pass usecols to read only the columns that you need"
    ],
    'with a warning that counts them'
);
is(
    error_of(sub { GPULinalg::loadtxt("$data/missing.csv") }),
    "ArgumentError loadtxt: column 'wage' of "
        . "'$data/missing.csv' has a missing value in row 2 (line 3 of the file); "
        . "pass missing => 'nan' to read it as NaN, or missing => 'drop' to drop the row",
    'a missing value'
);
like(error_of(sub { GPULinalg::loadtxt("$data/typo.csv") }), qr/contains '1O' among numbers, in row 2/, 'a text among numbers');
like(error_of(sub { GPULinalg::loadtxt("$data/ragged.csv") }), qr/has 1 field in row 2 \(line 3/, 'a short row');

my $folder = File::Temp->newdir;
my $path = "$folder/out.csv";
GPULinalg::savetxt($path, [x => [0.1, 0.2], n => GPULinalg::asarray([1, 2])]);
is(contents($path), "x,n\n0.1,1\n0.2,2\n", 'pairs of names and columns');
is_deeply(GPULinalg::loadtxt($path)->{x}->aref, [0.1, 0.2], 'are read again');
GPULinalg::savetxt($path, { b => [1], a => [2] });
is(contents($path), "a,b\n2,1\n", 'a hash of columns');
GPULinalg::savetxt($path, GPULinalg::asarray([[1.5, 2.5]]), delimiter => ';');
is(contents($path), "1.5;2.5\n", 'one array');
like(
    error_of(sub { GPULinalg::savetxt($path, [[1, 2], [1]]) }),
    qr/^ShapeError savetxt: columns\[1\] has length 1/,
    'columns of two lengths'
);
is(contents($path), "1.5;2.5\n", 'a file stays when writing fails');
is(join(' ', map { s{.*/}{}r } glob "$folder/*"), 'out.csv', 'and nothing lies beside it');

# Handles.
open my $in, '<', "$data/named.csv" or die "named.csv: $!\n";
is_deeply(GPULinalg::loadtxt($in)->{year}->aref, [2021, 2022, 2023], 'a handle');
close $in;
open $in, '<:encoding(latin-1)', "$data/latin1.csv" or die "latin1.csv: $!\n";
is_deeply(GPULinalg::loadtxt($in)->{Stadt}, ['Köln', 'Käln'], 'one that decodes');
close $in;
open $in, '<', "$data/latin1.csv" or die "latin1.csv: $!\n";
is_deeply(GPULinalg::loadtxt($in, encoding => 'latin-1')->{Stadt}, ['Köln', 'Käln'], 'one of bytes');
close $in;
open $in, '<:encoding(UTF-8)', "$data/utf8.csv" or die "utf8.csv: $!\n";
like(
    error_of(sub { GPULinalg::loadtxt($in, encoding => 'latin-1') }),
    qr/^ArgumentError loadtxt: encoding is 'latin-1', but .* returns decoded text/,
    'two encodings'
);
close $in;
my $string = "Table 1\nx,y\n1,2\n";
open $in, '<', \$string or die "string: $!\n";
is_deeply(GPULinalg::loadtxt($in)->{y}->aref, [2], 'a handle in memory');
is_deeply(GPULinalg::loadtxt(\$string)->{y}->aref, [2], 'a reference to a string');
is_deeply(GPULinalg::loadtxt(\"ä\n1\n")->{'ä'}->aref, [1], 'of characters');
open STDIN, '<', "$data/named.csv" or die "named.csv: $!\n";
is_deeply(GPULinalg::loadtxt(\*STDIN)->{year}->aref, [2021, 2022, 2023], 'standard input');
like(error_of(sub { GPULinalg::loadtxt(\*STDIN) }), qr/^ArgumentError loadtxt: 'STDIN' contains no rows/, 'at its end');
my $closed = IO::Handle->new;
like(error_of(sub { GPULinalg::loadtxt($closed) }), qr/^ArgumentError loadtxt: cannot read/, 'a handle that is closed');

for my $layer (q{}, ':encoding(UTF-8)') {
    open my $out, ">$layer", $path or die "$path: $!\n";
    GPULinalg::savetxt($out, [name => ['ä', 'b, c'], x => [0.5, 1.5]]);
    close $out;
    is(contents($path), "name,x\n\xc3\xa4,0.5\n\"b, c\",1.5\n", "savetxt to a handle '$layer'");
}
is(GPULinalg::nansum(GPULinalg::loadtxt(\"a\n-999\n1.5\n", missing_values => [-999], missing => 'nan')->{a})->at,
    1.5, 'a code as a number');
is(GPULinalg::loadtxt(\"a\nTRUE\nFALSE\n")->{a}->dtype, 'bool', 'truth values');

# Encodings.
my %latin1 = GPULinalg::loadtxt("$data/latin1.csv", encoding => 'latin-1');
is(join(' ', sort keys %latin1), 'Länd Lönd Stadt', 'a file in Latin-1');
is_deeply($latin1{Stadt}, ['Köln', 'Käln'], 'and its texts');
is_deeply(GPULinalg::loadtxt("$data/utf8.csv")->{Stadt}, ['Köln', 'Käln'], 'a file in UTF-8');
is_deeply(
    GPULinalg::loadtxt("$data/windows1252.csv", encoding => 'windows-1252')->{city},
    ['“Paris” €', 'Orléans'],
    'a file in Windows-1252'
);
is(
    error_of(sub { GPULinalg::loadtxt("$data/latin1.csv") }),
    "ArgumentError loadtxt: '$data/latin1.csv' is not in UTF-8: "
        . "line 1 contains the byte 0xe4; give encoding => 'latin-1' or 'windows-1252' if the file uses one of these "
        . 'encodings, or save it as UTF-8',
    'bytes that are not UTF-8'
);
is_deeply(GPULinalg::loadtxt("$data/utf16.csv")->{y}->aref, [2], 'UTF-16 with its mark');
like(
    error_of(sub { GPULinalg::loadtxt("$data/utf16_no_mark.csv") }),
    qr/is in UTF-16; pass encoding => 'utf-16-be' to read it/,
    'UTF-16 without a mark'
);
like(error_of(sub { GPULinalg::loadtxt("$data/zero.csv") }), qr/contains a zero byte in line 2/, 'a zero byte');
is(
    error_of(sub { GPULinalg::savetxt($path, ["L\x{d800}nd" => [1]]) }),
    'DTypeError savetxt: names[0] is a string that is not Unicode, but it must be a string',
    'a name that could not be read again'
);

# Comments.
is_deeply(GPULinalg::loadtxt("$data/hash.csv")->{name}, ['A', '#1 street'], 'a row that begins with # is a row');
is(join(' ', grep { !ref } GPULinalg::loadtxt("$data/hash_header.csv")), '#obs y', 'and a name a name');
like(
    error_of(sub { GPULinalg::loadtxt("$data/comments.csv") }),
    qr/; pass comment => '#' to skip lines that begin with #/,
    'comments that were not announced'
);
is_deeply(GPULinalg::loadtxt("$data/comments.csv", comment => '#')->{y}->aref, [2, 4], 'comments that were announced');

# Numbers and shapes.
like(
    error_of(sub { GPULinalg::loadtxt("$data/digits.csv") }),
    qr/^OverflowError .* contains 7{60}\.\.\. in row 2 \(line 3 of the file\), which float64 cannot represent;/,
    '5000 digits'
);
like(error_of(sub { GPULinalg::loadtxt("$data/inexact.csv") }), qr/which float64 cannot represent exactly;/, '2^64 + 1');
like(
    error_of(sub { GPULinalg::load("$data/huge.npy") }),
    qr/^ArgumentError load: '\Q$data\E\/huge.npy' .* its shape is \(9223372036854775807,\)/,
    'a shape beyond all memory'
);

# Kinds of paths.
mkdir "$folder/data" or die "$folder/data: $!\n";
symlink 'data/real.csv', "$folder/link.csv" or die "link.csv: $!\n";
GPULinalg::savetxt("$folder/link.csv", [[1, 2]]);
ok(-l "$folder/link.csv", 'a link stays');
is(contents("$folder/data/real.csv"), "1\n2\n", 'and leads to the new file');
GPULinalg::save("$folder/link.csv", [1.5]);
ok(-l "$folder/link.csv", 'save follows links');
is(GPULinalg::load("$folder/data/real.csv")->at(0), 1.5, 'and writes the file');
is(join(' ', map { s{.*/}{}r } glob "$folder/data/*"), 'real.csv', 'nothing lies beside it');

for my $number (1 / 3, 0.1 + 0.2, 9**9**9) {
    like(
        error_of(sub { GPULinalg::load($number) }),
        qr/cannot read '\Q$number\E'/,
        "the file $number is named as Perl writes it"
    );
}
GPULinalg::savetxt("$folder/texts.csv", [name => ['a', 'b, c'], x => GPULinalg::asarray([0.5, 1.5])]);
is(contents("$folder/texts.csv"), qq{name,x\na,0.5\n"b, c",1.5\n}, 'a column of texts');
GPULinalg::savetxt("$folder/missing.csv", [firm => ['A', undef, 'NA'], x => [1, 2, 3]]);
my $firms = GPULinalg::loadtxt("$folder/missing.csv")->{firm};
is_deeply($firms, ['A', undef, 'NA'], 'missing texts come back');
is((GPULinalg::factorize_texts($firms))[0], '[ 0 -1  1]', 'and have no code');
is_deeply({ GPULinalg::loadtxt("$folder/texts.csv", usecols => [0]) }, { name => ['a', 'b, c'] }, 'a column by its number');
mkfifo("$folder/fifo", 0600) or die "fifo: $!\n";
open my $reader, '-|', 'cat', "$folder/fifo" or die "cat: $!\n";
GPULinalg::savetxt("$folder/fifo", [[1, 2, 3]]);
is(join('', <$reader>), "1\n2\n3\n", 'a pipe is written to');
ok(-p "$folder/fifo", 'and stays one');

for my $call (['savetxt', sub { GPULinalg::savetxt("$folder/fifo", [[1]]) }],
    ['loadtxt', sub { GPULinalg::loadtxt("$folder/fifo") }]) {
    local $SIG{ALRM} = sub { die "enough\n" };
    alarm 1;
    eval { $call->[1]->(); 1 } and alarm 0;
    is($@, "enough\n", "$call->[0] of a pipe without another end can be interrupted");
}
done_testing;
