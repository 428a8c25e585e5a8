# calls.pl CALLS SECONDS ROUNDS: host time in microseconds of one call on 8 x 8 on the GPU, a line "name time" for each kind.
# Measured as on the Python side: rounds of many calls and one wait, repeated for some time; the median counts.
use strict;
use warnings;
use Time::HiRes 'time';
use GPULinalg ();

my ($calls, $seconds, $most) = @ARGV;
GPULinalg::set_device('cuda:0');
my $x = GPULinalg::eye(8) * 8 + 1;
my $right = GPULinalg::ones([8]);
my @work = (
    [add    => sub { $x + $x }],
    [matmul => sub { $x x $x }],
    [sum    => sub { GPULinalg::sum($x) }],
    [solve  => sub { GPULinalg::solve($x, $right) }],
);

sub timed {
    my ($function) = @_;
    GPULinalg::synchronize();
    my $start = time;
    my $y;
    $y = $function->() for 1 .. $calls;
    GPULinalg::synchronize();
    return time - $start;
}

for (@work) {
    my ($name, $function) = @$_;
    my ($began, @times) = time;
    timed($function);    # warms up
    push @times, timed($function) while @times < 2 || (@times < $most && time - $began < $seconds);
    printf "%s %.3f\n", $name, 1e6 * (sort { $a <=> $b } @times)[@times / 2] / $calls;
}
