# A signal may be delivered to any thread of the process: handlers run in the thread that runs Perl.
use strict;
use warnings;
use Test::More;
use Config;
use POSIX qw(:signal_h);
use Time::HiRes qw(sleep ualarm);

my %seen;

sub three_arguments { my ($name, $info) = @_; $seen{URG}++ if ref $info; return }

BEGIN {    # handlers installed before the library is loaded
    $SIG{CHLD} = sub { $seen{CHLD}++ };
    sigaction(POSIX::SIGURG, POSIX::SigAction->new('main::three_arguments', POSIX::SigSet->new, SA_SIGINFO));
}
use GPULinalg;

# ---- while threads start: OpenBLAS ends its threads before a fork, and starts them at the first product after it
my $square = GPULinalg::ones([8, 8], device => 'host');
my @ends;
for (1 .. 60) {
    my $child = fork // die;
    if (!$child) {
        my $calls = 0;
        $SIG{ALRM} = sub { $calls++ };
        ualarm(50, 250);    # Perl dies of 120 pending signals: 30 ms on a busy machine
        my $product = $square x $square for 1 .. 5;
        ualarm(0);
        POSIX::_exit($calls ? 0 : 1);
    }
    waitpid $child, 0;
    push @ends, $? if $?;
}
is_deeply(\@ends, [], 'signals while a library starts its threads');

# ---- threads of a library
my @devices = grep { /^(?:cuda|opencl):0$/ } @{ GPULinalg::devices() };
SKIP: {
    skip 'no library here has threads that take signals', 1 if !@devices;
    GPULinalg::sum(GPULinalg::ones([100], device => $_))->item for @devices;
    my %number;
    @number{ split ' ', $Config{sig_name} } = split ' ', $Config{sig_num};
    my $winch = $number{WINCH};
    $SIG{ALRM} = sub { $seen{ALRM}++ };
    sigaction(SIGCONT, POSIX::SigAction->new(sub { $seen{CONT}++ }, POSIX::SigSet->new, 0));
    sigaction($winch, POSIX::SigAction->new(sub { $seen{WINCH}++ if ref $_[1] }, POSIX::SigSet->new, SA_SIGINFO));
    %seen = ();
    my @signals = (SIGALRM, SIGCHLD, SIGCONT, $winch, SIGURG);
    my $set = POSIX::SigSet->new(@signals);
    sigprocmask(SIG_BLOCK, $set);    # so that another thread receives the signals
    kill $_ => $$ for @signals;
    sleep 0.05;
    is_deeply(\%seen, {}, 'none runs while this thread blocks them');
    sigprocmask(SIG_UNBLOCK, $set);
    is_deeply(\%seen, { map { $_ => 1 } qw(ALRM CHLD CONT WINCH URG) }, 'each is passed on to the thread that runs Perl');
}
done_testing;
