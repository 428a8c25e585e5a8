# Signals during a long wait: a handler that dies ends the wait, a handler that returns does not, and the program continues.
use strict;
use warnings;
use Test::More;
use Time::HiRes qw(time alarm);

BEGIN { @ENV{qw(GPULINALG_BACKENDS GPULINALG_NULL_BUSY)} = ('null,host', 2) }    # synchronize('null:0') takes two seconds
use GPULinalg;

sub wait_for_null {
    my $start = time;
    my $error = eval { GPULinalg::synchronize('null:0'); 1 } ? '' : $@;
    return ($error, time - $start);
}

# SIGALRM replaces Ctrl-C, because no other process needs to send it.
$SIG{ALRM} = sub { die "stopped\n" };
alarm 0.2;
my ($error, $seconds) = wait_for_null();
is($error, "stopped\n", 'the exception of a handler is the wait\'s');
cmp_ok($seconds, '<', 1.2, 'which ends at once');
is_deeply((GPULinalg::ones([3]) + 1)->aref, [2, 2, 2], 'the program goes on');
$error = eval { GPULinalg::solve([[1, 1], [1, 1]], [1, 1]); 1 } ? '' : $@;
is(ref $error, 'GPULinalg::SingularError', 'and so do exceptions');

my @seen;
$SIG{ALRM} = sub {
    push @seen, GPULinalg::sum(GPULinalg::ones([4]))->item;
    eval { die "inside\n" }
};
alarm 0.2;
$@ = '';
($error, $seconds) = wait_for_null();
is_deeply([$error, @seen], ['', 4], 'a handler that returns, and computes, does not end the wait');
cmp_ok($seconds, '>', 1.5, 'which takes its time');

# ---- loops of the library on the host: a view of one element that takes hours to traverse
{
    my $live = GPULinalg::_live_arrays();
    my $endless = GPULinalg::broadcast_to(GPULinalg::ones([1]), [2**45]);
    my $changed = GPULinalg::ones([2_000_000]);
    my %work = (
        sum               => sub { GPULinalg::sum($endless) },
        max               => sub { GPULinalg::max($endless) },
        'powers in place' => sub { $changed**= 1.5 while 1 }
    );
    my $many = GPULinalg::ones([100_000]);
    my $rounds = 't = x; for (i = 0; i < n; i++) t = t*0.5 + sin(t); t';
    for my $make (qw(elementwise reduction scan)) {
        my $f = GPULinalg->can($make)->('x, n', '', $rounds);
        $work{"a formula of $make"} = sub { $f->($many, 1_000_000) };
    }
    for my $name (sort keys %work) {
        local $SIG{ALRM} = sub { die "stopped\n" };
        my $late;
        for my $attempt (1 .. 5) {    # other processes may delay a call, but not every time
            my $start = time;
            alarm 0.3;
            $error = eval { $work{$name}->(); 1 } ? '' : $@;
            $late = time - $start - 0.3;
            last if $late < 0.2;
        }
        is($error, "stopped\n", "a handler that dies in a loop on the host: $name");
        cmp_ok($late, '<', 0.2, 'within 0.2 s');
    }
    undef $endless;
    undef $changed;
    undef $many;
    %work = ();
    is(GPULinalg::_live_arrays(), $live, 'nothing is left');
}

# ---- a handler frees the arguments of the call
my $live = GPULinalg::_live_arrays();
my $stream = GPULinalg::Stream->new(device => 'null:0');
my $array = GPULinalg::ones([1000]);
$SIG{ALRM} = sub { undef $stream; undef $array; push @seen, GPULinalg::_live_arrays() - $live };
alarm 0.2;
GPULinalg::stream_synchronize($stream);
is($seen[-1], 1, 'what a handler lets go of stays until the wait is over');
is(GPULinalg::_live_arrays(), $live, 'and not longer');

# ---- conversions
sub interrupted {
    my ($code) = @_;
    my $sent;
    local $SIG{ALRM} = sub { $sent = time; die "stopped\n" };
    alarm 0.005;
    my $error = eval { $code->(); 1 } ? '' : $@;
    my $late = defined $sent ? time - $sent : 0;
    alarm 0;
    return ($error, $late);
}
my $row = [map { $_ + 0.5 } 1 .. 2000];
my $rows = [($row) x 5000];
my $square = GPULinalg::matrix_transpose(GPULinalg::zeros([6000, 3000], dtype => 'float32'));
my @other = ([[1]]) x 1_000_000;
for (
    ['a nested list', sub { GPULinalg::asarray($rows) }],
    ['a list of lists', sub { GPULinalg::concat(\@other) }],
    ['nested lists made', sub { $square->aref }],
    ['a packed string', sub { $square->packed }],
    ['a list that holds an object', sub { GPULinalg::asarray([$rows, [$rows, GPULinalg::ones([2])]]) }]
) {
    my ($what, $code) = @$_;
    my ($error, $late);
    for my $attempt (1 .. 5) {
        ($error, $late) = interrupted($code);
        last if $late < 0.2;
    }
    is($error, "stopped\n", "$what: the handler's exception");
    cmp_ok($late, '<', 0.2, 'ends it at once');
}
{
    my $calls = 0;
    local $SIG{ALRM} = sub { $calls++; alarm 0.002 if $calls < 5 };
    alarm 0.002;
    is(GPULinalg::asarray($rows)->size, 10_000_000, 'a conversion goes on after a handler');
    cmp_ok($calls, '>', 0, 'that ran');
    alarm 0;
    local $SIG{ALRM} = sub { @$row = (); @$rows = () };
    my $error = '';

    for my $attempt (1 .. 20) {    # the signal may come before or after the call
        @$row = map { $_ + 0.5 } 1 .. 2000;
        @$rows = ($row) x 5000;
        alarm $attempt / 1000;
        $error = eval { GPULinalg::asarray($rows); 1 } ? '' : "$@";
        last if $error;
    }
    like($error, qr/^asarray: obj.*(changed while it was read; pass a copy|has 0 elements)/, 'a list that a handler empties');
}
undef $square;

# ---- exit in a handler
my $child = fork // die;
if (!$child) {
    $SIG{ALRM} = sub { exit 7 };
    alarm 0.2;
    GPULinalg::synchronize('null:0');
    exit 1;
}
waitpid $child, 0;
is($? >> 8, 7, 'a handler may end the program');
$child = fork // die;
if (!$child) {
    $SIG{ALRM} = sub { exit 8 };
    alarm 0.2;
    GPULinalg::sum(GPULinalg::broadcast_to(GPULinalg::ones([1]), [2**45]));
    exit 1;
}
waitpid $child, 0;
is($?, 8 << 8, 'in the middle of a loop too');

# ---- computations afterwards in END and in destructors: locks are free, and no thread works on the loop
my $last = <<'END';
use GPULinalg;
use Time::HiRes qw(alarm);
my ($generator, $many, $ended) = (GPULinalg::Random::Generator->new(1), GPULinalg::ones([2_000_000]), 0);
my $square = GPULinalg::eye(600) * 2;
END {
    my $x = GPULinalg::sum(GPULinalg::exp($many - 1))->item;
    my $y = GPULinalg::sum(GPULinalg::solve($square, $square))->item;
    my $z = $generator->uniform(shape => [1_000_000])->size;
    $SIG{ALRM} = sub { $ended++ };
    alarm 0.06;
    GPULinalg::sum(GPULinalg::exp($many)) while !$ended;
    print "$x $y $z";
}
$SIG{ALRM} = sub { exit 9 };
alarm 0.1;
END
for (
    ['a sum', 'GPULinalg::sum(GPULinalg::broadcast_to(GPULinalg::ones([1]), [2**45]))'],
    ['draws', '$generator->normal(shape => [20_000_000]) while 1'],
    ['children of a generator', '$generator->spawn(20_000_000) while 1'],
    ['orders', 'GPULinalg::sort($generator->normal(shape => [5_000_000])) while 1'],
    ['a stack', 'GPULinalg::inv(GPULinalg::broadcast_to($square, [2000, 600, 600]))'],
    ['a conversion', 'GPULinalg::asarray([(1) x 5_000_000]) while 1']
) {
    my ($what, $work) = @$_;
    open my $perl, '-|', 'timeout', 60, $^X, '-we', "$last $work; exit 1;" or die;
    my $said = do { local $/; <$perl> };
    close $perl;
    is(($? >> 8) . ": $said", '9: 2000000 600 1000000', "exit in a handler during $what, then END");
}
done_testing;
