# Behaviour with a GPU: signals during its work, and a fork after its use.
use strict;
use warnings;
use Test::More;
use POSIX ();
use Time::HiRes qw(time alarm sleep);
use GPULinalg;

plan skip_all => $@->message unless eval { GPULinalg::set_device('cuda:0'); 1 };

# ---- in a child process: a kernel that writes to an invalid address
if (@ARGV) {
    my ($x, $kept) = (GPULinalg::ones([10]), GPULinalg::ones([3], device => 'host'));
    my $stray = GPULinalg::Kernel->new('KERNEL stray(GLOBAL float64 *x) { x[(int64)1 << 50] = 1; }', 'stray');
    my $event = $stray->launch([$x], 1, 1);
    for my $wait (sub { $event->synchronize }, sub { GPULinalg::synchronize() }, sub { $x->aref }) {
        print $@->message, "\n" if !eval { $wait->(); 1 };
    }
    GPULinalg::set_device('host');
    print "@{[($kept + 1)->list]}\n";
    exit;
}
my @lines = split /\n/, qx{$^X $0 stray 2>&1};
is(scalar @lines, 4, 'three waits report a kernel that went wrong') or diag explain \@lines;
like($lines[0], qr/stray.*host/, 'the first names it, and what still works');
is($lines[-1], '2 2 2', 'the host and its data live on');

# ---- Ctrl-C, sent by a child, while seconds of work are queued
my $big = GPULinalg::ones([8192, 8192]);
my $product;
$product = $big x $big for 1 .. 150;
my $sender = fork // die;
if (!$sender) {
    sleep 0.2;
    kill INT => getppid;
    POSIX::_exit(0);
}
$SIG{INT} = sub { die "stopped\n" };
my $start = time;
my $error = eval { GPULinalg::synchronize(); 1 } ? 'no error' : $@;
is($error, "stopped\n", 'a handler of Ctrl-C that dies ends a wait');
cmp_ok(time - $start, '<', 1.2, 'at once');
is($product->at(5, 5), 8192, 'and the work goes on');
waitpid $sender, 0;

# ---- a handler that returns
my $seen = 0;
$SIG{ALRM} = sub { $seen++ };
$product = $big x $big for 1 .. 30;
alarm 0.15;
GPULinalg::synchronize();
is($seen, 1, 'a handler that returns does not end the wait');

# ---- fork
my $x = GPULinalg::eye(40) + 1;
my $child = fork // die;
if (!$child) {
    alarm 60;
    $SIG{ALRM} = 'DEFAULT';
    my $bad = 0;
    for my $call (sub { $x + 1 }, sub { GPULinalg::synchronize() }, sub { $x->aref }, sub { GPULinalg::solve($x, $x) }) {
        $bad++ if eval { $call->(); 1 } || ref $@ ne 'GPULinalg::DeviceError' || $@->message !~ /fork/;
    }
    GPULinalg::set_device('host');
    $bad++ unless (GPULinalg::ones([3]) + 1)->at(2) == 2;
    undef $x;
    POSIX::_exit($bad);
}
waitpid $child, 0;
is($?, 0, 'a forked child gets DeviceError, may use the host, and ends');
is(GPULinalg::solve($x, $x)->at(0, 0), 1, 'the parent goes on');
done_testing;
