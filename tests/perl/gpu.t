# What a GPU adds: signals during its work, and a fork after its use.
use strict;
use warnings;
use Test::More;
use POSIX ();
use Time::HiRes qw(time alarm sleep);
use GPULinalg;

plan skip_all => $@->message unless eval { GPULinalg::set_device('cuda:0'); 1 };

# ---- Ctrl-C, sent by a child, while work of seconds is queued
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

# ---- one that returns
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
