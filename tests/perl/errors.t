# Exceptions: class, kind, message, the caller's file and line; bad input of every kind.
use strict;
use warnings;
use Test::More;
use GPULinalg;

sub error(&) {
    my ($code) = @_;
    return eval { $code->(); 1 } ? undef : $@;
}

# line 1000 "user.pl"
my $e = error { GPULinalg::reshape([1, 2, 3], [2, 2]) };
is(ref $e, 'GPULinalg::ShapeError', 'class');
isa_ok($e, 'GPULinalg::Error');
is($e->kind, 'ShapeError', 'kind');
like($e->message, qr/^reshape: .*\S$/, 'message');
is($e->file, 'user.pl', 'file');
is($e->line, 1000, 'line');
is("$e", $e->message . " at user.pl line 1000.\n", 'as text');
ok($e, 'true');

# line 2000 "user.pl"
my $x = GPULinalg::asarray([1, 2, 3]);
$e = error { my $y = $x + [1, 2] };
is($e->line, 2001, 'line of an operator');
$e = error {
    $x->reshape([2, 2]);
};
is($e->line, 2004, 'line of a method');
$e = error { GPULinalg::Array->new([1, [2]]) };
is($e->line, 2007, 'line of a call through Perl code of ours');
$e = error { $x->at(7) };
is($e->line, 2009, 'line of at');
$e = error { my $y = $x ? 1 : 0 };
is($e->line, 2011, 'line of a truth value');
$e = error { GPULinalg::sum($x, axes => 1) };
is($e->line, 2013, 'line of a wrong option');
$e = error { GPULinalg::version(1) };
is_deeply([$e->kind, $e->line], ['ArgumentError', 2015], "SWIG's own complaint");

# line 60 "errors.t"
my @names = grep { /Error::$/ } keys %GPULinalg::;
cmp_ok(scalar @names, '>=', 15, 'a class for each kind');
ok(!(grep { my $class = 'GPULinalg::' . s/::$//r; !$class->isa('GPULinalg::Error') } @names), 'all of them errors');

# Bad input.
my ($self, $deep, $cycle) = ([], 1, [[1], 2]);
$self->[0] = $self;
$cycle->[1] = $cycle;
$deep = [$deep] for 1 .. 17;
my $deleted = [1, 2, 3];
delete $deleted->[1];
my $objects = bless {}, 'Some::Class';
my $stream = GPULinalg::Stream->new('host');
my @cases = (
    ['ragged', 'ShapeError', sub { GPULinalg::asarray([[1], [2, 3]]) }],
    ['number among lists', 'ShapeError', sub { GPULinalg::asarray([[1], 2]) }],
    ['list among numbers', 'ShapeError', sub { GPULinalg::asarray([1, [2]]) }],
    ['a list in itself', 'ShapeError', sub { GPULinalg::asarray($self) }],
    ['a list in itself, further in', 'ShapeError', sub { GPULinalg::asarray($cycle) }],
    ['17 deep', 'ShapeError', sub { GPULinalg::asarray($deep) }],
    ['text', 'ArgumentError', sub { GPULinalg::asarray('abc') }],
    ['empty text', 'ArgumentError', sub { GPULinalg::asarray('') }],
    ['undef', 'ArgumentError', sub { GPULinalg::asarray(undef) }],
    [
        'code',
        'ArgumentError',
        sub {
            GPULinalg::asarray(sub { 1 });
        }
    ],
    ['a hash', 'ArgumentError', sub { GPULinalg::asarray({}) }],
    ['an object', 'ArgumentError', sub { GPULinalg::asarray($objects) }],
    ['a glob', 'ArgumentError', sub { GPULinalg::asarray(\*STDOUT) }],
    ['a file handle itself', 'ArgumentError', sub { GPULinalg::asarray(*STDOUT) }],
    ['text in a list', 'DTypeError', sub { GPULinalg::asarray([1, 'abc']) }],
    ['text first', 'DTypeError', sub { GPULinalg::asarray(['abc', 1]) }],
    ['undef in a list', 'DTypeError', sub { GPULinalg::asarray([1, undef]) }],
    ['a deleted element', 'DTypeError', sub { GPULinalg::asarray($deleted) }],
    [
        'code in a list',
        'DTypeError',
        sub {
            GPULinalg::asarray([1, sub { 1 }]);
        }
    ],
    ['a hash in a list', 'DTypeError', sub { GPULinalg::asarray([{}]) }],
    ['an object in a list', 'DTypeError', sub { GPULinalg::asarray([1, $objects]) }],
    ['an object first', 'DTypeError', sub { GPULinalg::asarray([$objects]) }],
    ['a qr', 'DTypeError', sub { GPULinalg::asarray([qr/x/]) }],
    ['shapes that do not fit', 'ShapeError', sub { GPULinalg::add([1, 2], [1, 2, 3]) }],
    ['a negative size', 'ShapeError', sub { GPULinalg::zeros([-1]) }],
    ['17 dimensions', 'ShapeError', sub { GPULinalg::zeros([(1) x 17]) }],
    ['a size beyond 63 bits', 'OverflowError', sub { GPULinalg::zeros([2**31, 2**31, 4]) }],
    ['2**62 elements', 'OverflowError', sub { GPULinalg::zeros([2**31, 2**31]) }],
    ['a number beyond 64 bits', 'OverflowError', sub { GPULinalg::zeros(1e30) }],
    ['infinity as a size', 'DTypeError', sub { GPULinalg::zeros('inf') }],
    ['too much memory', 'OutOfMemoryError', sub { GPULinalg::zeros([2**50]) }],
    ['an unknown type', 'DTypeError', sub { GPULinalg::asarray([1], dtype => 'float16') }],
    ['a reference as a type', 'DTypeError', sub { GPULinalg::asarray([1], dtype => []) }],
    ['an unknown device', 'DeviceError', sub { GPULinalg::asarray([1], device => 'cuda:99') }],
    ['a device with a zero byte', 'ArgumentError', sub { GPULinalg::asarray([1], device => "host\0x") }],
    ['complex to real', 'DTypeError', sub { GPULinalg::astype(GPULinalg::zeros([1], 'complex128'), 'float64') }],
    ['an index out of range', 'IndexError', sub { GPULinalg::getitem([1, 2], 2) }],
    ['a fraction as an index', 'DTypeError', sub { GPULinalg::getitem([1, 2], 0.5) }],
    ['nonsense as an index', 'ArgumentError', sub { GPULinalg::getitem([1, 2], 'a:b') }],
    ['a hash as an index', 'ArgumentError', sub { GPULinalg::getitem([1, 2], {}) }],
    ['40 places', 'IndexError', sub { GPULinalg::getitem([1, 2], [('...') x 40]) }],
    ['an empty list of arrays', 'ArgumentError', sub { GPULinalg::concat([]) }],
    ['no list of arrays', 'ArgumentError', sub { GPULinalg::concat(1) }],
    ['undef among arrays', 'ArgumentError', sub { GPULinalg::concat([[1], undef]) }],
    [
        'streams in an order',
        'DTypeError',
        sub {
            my @sorted = sort { $a <=> $b } $stream, $stream;
        }
    ],
    ['the next stream', 'DTypeError', sub { my $next = $stream; $next++ }],
    ['an angle of a stream', 'DTypeError', sub { atan2 1, $stream }],
    (map { ["$_ of a stream", 'DTypeError', eval "sub { $_ \$stream }"] } qw(sqrt exp log sin cos int)),
);
my $live = GPULinalg::_live_arrays();
for (@cases) {
    my ($name, $kind, $code) = @$_;
    my $e = error { $code->() };
    is(ref $e ? $e->kind : $e // 'no error', $kind, $name) && like($e->message, qr/^\w+[: ]+\S/, "$name: " . $e->message);
}
undef $e;
is(GPULinalg::_live_arrays(), $live, 'nothing is left behind');

# ---- warnings: a category for each kind, below the category of all
my $nearly = GPULinalg::asarray([[1.0, 1], [1, 1 + 1e-15]]);
my @heard;
{
    local $SIG{__WARN__} = sub { push @heard, @_ };
    GPULinalg::inv($nearly);
    is(scalar @heard, 1, 'a warning');
    is(ref $heard[0], 'GPULinalg::IllConditionedWarning', 'is an object');
    { no warnings 'GPULinalg'; GPULinalg::inv($nearly) }
    { no warnings 'GPULinalg::IllConditionedWarning'; GPULinalg::inv($nearly) }
    { no warnings; GPULinalg::inv($nearly) }
    is(scalar @heard, 1, 'silenced by its category, that of all kinds, and with all others');
    { no warnings 'GPULinalg::OverflowWarning'; GPULinalg::inv($nearly) }
    is(scalar @heard, 2, 'not by another one');
}
for my $category (qw(GPULinalg GPULinalg::IllConditionedWarning)) {
    my $died = eval "use warnings FATAL => '$category'; GPULinalg::inv(\$nearly); 1" ? '' : ref $@;
    is($died, 'GPULinalg::IllConditionedWarning', "fatal: $category");
}
done_testing();
