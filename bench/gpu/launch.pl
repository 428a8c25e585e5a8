# launch.pl CALLS SECONDS ROUNDS <SOURCE: host time in microseconds of a launch of the kernel saxpy on 64 elements.
use strict;
use warnings;
use Time::HiRes 'time';
use GPULinalg ();

my ($calls, $seconds, $most) = @ARGV;
GPULinalg::set_device('cuda:0');
my $kernel = GPULinalg::Kernel->new(do { local $/; <STDIN> }, 'saxpy');
my ($x, $y) = map { GPULinalg::ones([64]) } 1 .. 2;

sub timed {
    GPULinalg::synchronize();
    my $start = time;
    $kernel->launch([0.5, $x, $y, 64], 1, 64) for 1 .. $calls;
    GPULinalg::synchronize();
    return time - $start;
}

my ($began, @times) = time;
timed();    # warms up
push @times, timed() while @times < 2 || (@times < $most && time - $began < $seconds);
printf "%.3f\n", 1e6 * (sort { $a <=> $b } @times)[@times / 2] / $calls;
