# calls.pl CALLS ROUNDS: host time in microseconds of one call on 8 x 8 on the GPU, a line "name time" for each kind.
use strict;
use warnings;
use Time::HiRes 'time';
use GPULinalg ();

my ($calls, $rounds) = @ARGV;
GPULinalg::set_device('cuda:0');
my $x = GPULinalg::eye(8) * 8 + 1;
my $right = GPULinalg::ones([8]);
my @work = (
    [add    => sub { $x + $x }],
    [matmul => sub { $x x $x }],
    [sum    => sub { GPULinalg::sum($x) }],
    [solve  => sub { GPULinalg::solve($x, $right) }],
);
for (@work) {
    my ($name, $function) = @$_;
    my @times;
    for my $round (0 .. $rounds) {
        my $start = time;
        my $y;
        $y = $function->() for 1 .. $calls;
        GPULinalg::synchronize();
        push @times, time - $start if $round; # the first warms up
    }
    printf "%s %.3f\n", $name, 1e6 * (sort { $a <=> $b } @times)[@times / 2] / $calls;
}
