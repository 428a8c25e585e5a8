# Strings consist of characters, whether Perl stores them as bytes of Latin-1 or in UTF-8.
use strict;
use warnings;
use utf8;
use File::Temp;
use Test::More;
use GPULinalg;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

sub message_of {
    my ($code) = @_;
    return eval { $code->(); 1 } ? 'none' : $@->message;
}

# Two forms of the same string; the library changes neither.
my ($short, $long) = ("\xe9", "\xe9" x 300);
my ($short_wide, $long_wide) = ($short, $long);
utf8::upgrade($_) for $short_wide, $long_wide;
my @keys = ($short, $short_wide, 'x', '日本', "\x{1F600}", $long, $long_wide, '');
my ($codes, $uniques) = GPULinalg::factorize_texts(\@keys);
is_deeply($codes->aref, [0, 0, 1, 2, 3, 4, 4, 5], 'both forms are one key');
is_deeply($uniques, [$short, 'x', '日本', "\x{1F600}", $long, ''], 'and it comes back as characters');
is_deeply([map { length } @$uniques], [1, 1, 2, 1, 300, 0], 'of which it has as many as before');
ok(!utf8::is_utf8($short) && utf8::is_utf8($short_wide), "the script's own strings stay what they are");
is_deeply(
    [GPULinalg::factorize_texts(['Ä', 'Z', 'é', 'z'], sort => 1)]->[1],
    ['Z', 'z', 'Ä', 'é'],
    'in the order of characters'
);

for my $wrong ("a\x{d800}", "\x{110000}") {
    like(
        message_of(sub { GPULinalg::factorize_texts([$wrong]) }),
        qr/^factorize_texts: keys\[0\] is a string that is not Unicode, but it must be a string$/,
        'no character of Unicode'
    );
}
like(message_of(sub { GPULinalg::factorize_texts(["é\0"]) }), qr/keys\[0\] contains a NUL character/, 'a zero character');

# Columns by name.
my $folder = File::Temp->newdir;
my $path = "$folder/table.csv";
GPULinalg::savetxt($path, ["gr\xf6\xdfe" => [1, 2], '日本' => [3, 4], Stadt => ["K\xf6ln", '東京']]);
open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n";
is(join('', <$in>), "größe,日本,Stadt\n1,3,Köln\n2,4,東京\n", 'a file is in UTF-8, once');
my $table = GPULinalg::loadtxt($path);
is_deeply([sort keys %$table], [sort 'größe', '日本', 'Stadt'], 'names are characters');
is_deeply($table->{Stadt}, ['Köln', '東京'], 'and so are texts');
is_deeply(GPULinalg::loadtxt($path, usecols => ["gr\xf6\xdfe"])->{größe}->aref, [1, 2], 'a column by its name in Latin-1');
my $name = 'größe';
utf8::upgrade($name);
is_deeply(GPULinalg::loadtxt($path, usecols => [$name])->{größe}->aref, [1, 2], 'and in UTF-8');
open my $out, '>:encoding(latin-1)', $path or die "$path: $!\n";
print $out "Länge\n1\n";
close $out or die "$path: $!\n";
is_deeply([keys %{ GPULinalg::loadtxt($path, encoding => 'latin-1') }], ['Länge'], 'a file in Latin-1');

# A file name is the byte string that open would use.
for my $file ("$folder/\xe9.npy", "$folder/\x{65e5}.npy") {
    GPULinalg::save($file, [1, 2]);
    ok(-e $file, 'a file is found by the name that it was saved by');
    is_deeply(GPULinalg::load($file)->aref, [1, 2], 'and read');
    my ($own) = $file =~ m{([^/]*)npy$};
    like(message_of(sub { GPULinalg::load("$file.not") }), qr/\Q$own\E/, 'and named in a message');
}

# Messages, options, formulas.
my %message = (
    'einsum: \'é\' is not allowed'                 => sub { GPULinalg::einsum("\xe9,b", [1], [2]) },
    'the character `日` has no meaning here'        => sub { GPULinalg::elementwise('日', 'y', 'x') },
    'there is no option \'größe\''                 => sub { GPULinalg::zeros([2], "gr\xf6\xdfe" => 1) },
    'dtype is \'é\''                               => sub { GPULinalg::zeros([2], dtype         => "\xe9") },
    'there is no device "é"'                       => sub { GPULinalg::set_device("\xe9") },
    'x is an object of class Größe::日本'            => sub { GPULinalg::sum(bless {}, 'Größe::日本') },
    "x[1] is '" . '日' x 13 . "...'"                => sub { GPULinalg::sum([1, '日' x 50]) },
    'größe: there is no function GPULinalg::größe' => sub { GPULinalg::größe() },
    "exp: 'é' is not a number"                     => sub { exp "\xe9" },
);
for my $words (sort keys %message) {
    like(message_of($message{$words}), qr/\Q$words\E/, $words);
}
my $packed = pack 'd', 1.5;
utf8::upgrade($packed);
is(GPULinalg::from_packed($packed)->at(0), 1.5, 'packed bytes in UTF-8');
ok(utf8::is_utf8($packed), 'stay so');
done_testing;
