# Calls of functions: positional arguments, then options by name.
use strict;
use warnings;
use Test::More;
use GPULinalg;

my $m = GPULinalg::reshape(GPULinalg::arange(6), [2, 3]);

sub refused {
    my ($code, $kind, $pattern, $name) = @_;
    my $done = eval { $code->(); 1 };
    ok(!$done && ref $@ && $@->kind eq $kind && $@->message =~ $pattern, $name) or diag($done ? 'no error' : $@);
}
is_deeply(GPULinalg::sum($m, axis => 0)->aref, [3, 5, 7], 'an option');
is_deeply(GPULinalg::sum($m, 0)->aref, [3, 5, 7], 'the same by position');
is_deeply(GPULinalg::sum($m, keepdims    => 1)->shape, [1, 1], 'an option that leaves out others');
is_deeply(GPULinalg::sum($m, keepdims    => 1, axis => 1)->shape, [2, 1], 'in any order');
is_deeply(GPULinalg::sum($m, 1, keepdims => 1)->shape, [2, 1], 'position, then name');
is_deeply(GPULinalg::sum($m, undef, 'float32')->dtype, 'float32', 'undef for none');
is_deeply($m->sum(axis => [0, 1])->item, 15, 'a method with an option');
is_deeply(GPULinalg::eye(2, k => 1)->aref, [[0, 1], [0, 0]], 'more places than values given');
is(GPULinalg::eye(2, dtype => 'int8', device => 'host')->dtype, 'int8', 'options of text');
is_deeply(GPULinalg::clip($m, max => 2)->aref, [[0, 1, 2], [2, 2, 2]], 'an optional array left out');
is_deeply(GPULinalg::clip($m, undef, 2)->aref, [[0, 1, 2], [2, 2, 2]], 'an optional array that is undef');
is_deeply(GPULinalg::clip($m, min => 4, max => undef)->aref, [[4, 4, 4], [4, 4, 5]], 'a named one that is undef');
is_deeply(GPULinalg::concat([[1], [[2]]->[0]], axis => undef)->aref, [1, 2], 'an axis that is none');
is_deeply(GPULinalg::flip([1, 2], axis => 0)->aref, [2, 1], 'an axis as a number');
is(GPULinalg::asarray([1], 'float32', 'host')->dtype, 'float32', 'two positional texts are no option');
is(GPULinalg::linspace(0, 1, 3, endpoint => 0)->size, 3, 'false as 0');
is_deeply(GPULinalg::zeros(6 / 2)->shape, [3], 'an integer held as a floating-point number');
is_deeply(GPULinalg::zeros(GPULinalg::asarray([2, 3]))->shape, [2, 3], 'an array as a shape');
is_deeply(GPULinalg::zeros($m->sum)->shape, [15], 'a result as an integer');

refused(
    sub { GPULinalg::sum($m, axes => 0) },
    'ArgumentError',
    qr/^sum: there is no option 'axes'; did you mean 'axis'\?; the options are: axis, dtype, keepdims$/,
    'an unknown option'
);
refused(
    sub { GPULinalg::sum($m, axis => 0, keepdim => 1) },
    'ArgumentError',
    qr/no option 'keepdim'/,
    'a second unknown option'
);
refused(
    sub { GPULinalg::asarray([1], dtyp => 'float32') },
    'ArgumentError',
    qr/no option 'dtyp'/,
    'an unknown one where text may stand'
);
refused(sub { GPULinalg::sum($m, axis    => 0, axis => 1) }, 'ArgumentError', qr/axis is given twice/, 'an option twice');
refused(sub { GPULinalg::sum($m, 0, axis => 1) }, 'ArgumentError', qr/axis is given twice/, 'by position and by name');
refused(sub { GPULinalg::sum() }, 'ArgumentError', qr/^sum: got 0 arguments; expected \(x\)/, 'too few');
refused(sub { GPULinalg::sum($m, 0, 'float64', 0, 7) }, 'ArgumentError', qr/^sum: got 5 arguments/, 'too many');
refused(sub { GPULinalg::add(1) }, 'ArgumentError', qr/^add: got 1 argument; expected \(x1, x2\)/, 'too few without options');
refused(sub { GPULinalg::version(1) }, 'ArgumentError', qr/^version: got 1 argument; expected \(\)/,
    'too many without options');
refused(
    sub { GPULinalg::sum($m, axis => 'x') },
    'DTypeError',
    qr/^sum: axis is 'x', but it must be an integer or a list of integers$/,
    'text as an axis'
);
refused(
    sub { GPULinalg::sum($m, axis => 1.5) },
    'DTypeError',
    qr/^sum: axis is 1\.5, but it must be an integer/,
    'a fraction as an axis'
);
refused(
    sub { GPULinalg::sum($m, keepdims => []) },
    'DTypeError',
    qr/^sum: keepdims is a list, but it must be true or false/,
    'a list as a truth value'
);
refused(
    sub { GPULinalg::sum($m, dtype => 'quad') },
    'DTypeError',
    qr/^sum: dtype is 'quad', but it must be a dtype: bool/,
    'an unknown type'
);
refused(sub { GPULinalg::zeros([2], device => 'tpu') }, 'DeviceError', qr/tpu/, 'an unknown device');
refused(
    sub { GPULinalg::zeros([2], device => []) },
    'DTypeError',
    qr/^zeros: device is a list, but it must be a string/,
    'a list as text'
);
my $ended = GPULinalg::ones([2]);
$ended->DESTROY;
refused(
    sub { GPULinalg::zeros([2], device => $ended) },
    'DTypeError',
    qr/^zeros: device is an object of class GPULinalg::Array, but it must be a string/,
    'an Array that ended as text'
);
refused(sub { GPULinalg::zeros(undef) }, 'ArgumentError', qr/^zeros: .*shape/, 'no shape');
refused(sub { GPULinalg::eye(undef) }, 'DTypeError', qr/^eye: n_rows is undef, but it must be an integer/, 'no number');
refused(
    sub { GPULinalg::setitem([1], 0, 1) },
    'DTypeError',
    qr/^setitem: x is a list, but it must be an Array/,
    'a list cannot be changed'
);

# Several results form a list; scalar context returns the first one.
my @several = GPULinalg::device_info('host');
is(ref $several[0], 'HASH', 'a record is a hash');
is($several[0]{name}, 'host', 'its fields');
is((grep { $_ eq 'host' } GPULinalg::devices()), 1, 'a list of text');
is(ref scalar GPULinalg::devices(), 'ARRAY', 'as a reference in scalar context');
is_deeply([GPULinalg::synchronize()], [], 'nothing');
like(GPULinalg::version(), qr/^\d+\.\d+\.\d+$/, 'text');
SKIP: {
    my @f = eval { GPULinalg::slogdet([[-2.0]]) } or skip 'no slogdet', 2;
    is_deeply([map { $_->item } @f], [-1, log 2], 'two results');
    is(GPULinalg::slogdet([[-2.0]])->item, -1, 'the first of them in scalar context');
}

# Arguments are on Perl's own stack, which may grow while options are moved to their positions.
no warnings 'recursion';
sub deep { my ($n) = @_; return $n ? (0, deep($n - 1)) : GPULinalg::eye(1, device => 'host')->size }
is((deep(300))[-1], 1, 'on a deep stack');
is(scalar(() = map { GPULinalg::eye(1, device => 'host') } 1 .. 2000), 2000, 'many results on the stack');

# ---- errors name the called function
{
    my $x = GPULinalg::ones([2, 2]);
    my ($matrix, $vector) = ('a float64 Array of shape (2, 2)', 'a float64 Array of shape (2,)');
    my $number = 'true, false or undef, not a number; pass several numbers as one list: [2, 3]';
    for (
        [sub { GPULinalg::reshape($x, 4, 1) }, "reshape: copy is 1, but it must be $number"],
        [sub { $x->reshape(4, '1') }, "reshape: copy is 1, but it must be $number"],
        [sub { GPULinalg::zeros($x) }, "zeros: shape is $matrix, but it must be an integer or a list of integers"],
        [sub { GPULinalg::zeros([$x->slice(0)]) }, "zeros: shape[0] is $vector, but it must be an integer"],
        [
            sub { GPULinalg::std([1, 2], correction => $x->slice(0)) },
            "std: correction is $vector, but it must be a real number"
        ],
        [sub { GPULinalg::sum($x, keepdims => $x->slice(0)) }, "sum: keepdims is $vector, but it must be true or false"],
        [sub { GPULinalg::load(undef) }, 'load: path is undef, but it must be the name of a file'],
        [sub { GPULinalg::loadtxt(undef) }, 'loadtxt: path is undef, but it must be the name of a file'],
        [sub { GPULinalg::save([], $x) }, 'save: path is a list, but it must be the name of a file'],
        [sub { GPULinalg::event_query(undef) }, 'Event.query: event is undef, but it must be an Event'],
        [sub { GPULinalg::set_policy(undef, 'warn') }, 'set_policy: kind is undef, but it must be a string'],
        [sub { GPULinalg::reduction() }, 'reduction: inputs is undef, but it must be a string'],
        [
            sub { GPULinalg::elementwise() },
            'elementwise: got 0 arguments; expected (inputs, outputs, operation) and the options name'
        ],
        [
            sub { GPULinalg::elementwise('x', 'y', 'y = x', nam => 1) },
            "elementwise: there is no option 'nam'; did you mean 'name'?; the options are: name"
        ],
        [
            sub { GPULinalg::scan('x', 'y', 'x', 'a + b', nam => 1) },
            "scan: there is no option 'nam'; did you mean 'name'?; the options are: post, identity, name"
        ],
        [
            sub { GPULinalg::clip($x->slice(0), [1, 2, 3]) },
            'clip: min has shape (3,), which cannot be broadcast with x of shape (2,)'
        ],
    ) {
        my ($call, $words) = @$_;
        eval { $call->() };
        is(ref $@ && $@->message, $words, $words);
    }
    for (['loadtxt', 'any'], ['read_table', 'any'], ['write_table', 'any', [1]]) {
        my ($name, @given) = @$_;
        eval { GPULinalg->can($name)->(@given, sop => ',') };
        like($@, qr/^$name: there is no option 'sop'; the options are: /, "$name: an unknown option");
    }
    for my $name (qw(device_info set_device synchronize memory_info get_stream)) {
        eval { GPULinalg->can($name)->('nope') };
        like($@, qr/^$name: there is no device "nope"; devices\(\) lists/, "$name: a device that is not there");
    }
    for my $name (qw(asarray zeros ones_like)) {
        eval { GPULinalg->can($name)->([2], device => 'nope') };
        like($@, qr/^$name: there is no device "nope"; devices\(\) lists/, "$name: a device that is not there");
    }
    is_deeply(GPULinalg::reshape($x, 4, 1 == 1)->shape, [4], 'a truth value without its name');
    is_deeply(GPULinalg::reshape($x, 4, copy => 1)->shape, [4], 'a number with it');
}

done_testing;
