#!/usr/bin/env perl
# Value function iteration with a fused max/argmax kernel, compared with the closed form of Brock and Mirman.
#
# Choose capital k' to maximise the sum of beta^t log c, where c + k' = k^alpha (capital depreciates fully each period). The
# value is V(k) = A + B log k with B = alpha/(1 - alpha beta) and A = (log(1 - alpha beta) + beta B log(alpha beta))/(1 -
# beta).  The optimal choice is k' = alpha beta k^alpha.
#
# W. A. Brock and L. J. Mirman, Optimal economic growth and uncertainty, Journal of Economic Theory 4 (1972), 479-513.
use strict;
use warnings;
use FindBin;
use GPULinalg;

my $BLOCK = 64;
open my $file, '<', "$FindBin::Bin/bellman.c" or die "bellman.c: $!\n";
my $bellman = GPULinalg::Kernel->new(do { local $/; <$file> }, 'bellman', options => ['-DT=float64', "-DBLOCK=$BLOCK"]);
my $device = $bellman->device;
printf "# on %s: %s\n", $device, GPULinalg::device_info($device)->{description};
my @here = (dtype => 'float64', device => $device);

my ($alpha, $beta, $tolerance) = (0.36, 0.9, 1e-9);
my $n = GPULinalg::device_info($device)->{kind} eq 'GPU' ? 10000 : 500;
my $steady = ($alpha * $beta)**(1 / (1 - $alpha));
my $step = log(10) / ($n - 1);    # spacing of log k, from a third of the steady state to three times it
my $log_grid = log($steady / sqrt(10)) + $step * GPULinalg::arange($n, @here);
my $grid = exp($log_grid);
my $resources = $grid**$alpha;

my ($value, $following) = map { GPULinalg::zeros($n, @here) } 1, 2;
my $policy = GPULinalg::empty($n, dtype => 'int32', device => $device);
my $stream = GPULinalg::get_stream($device);
my $start = $stream->record;
my ($iterations, $change) = (0, 9**9**9);
while ($change > $tolerance) {
    for (1 .. 10) {    # reading a value waits for the device, so check only every tenth time
        ($value, $following) = ($following, $value);
        $bellman->launch([$resources, $grid, $following, $beta, $n, $value, $policy], $n, $BLOCK);
    }
    $iterations += 10;
    $change = GPULinalg::max(abs($value - $following))->item;
}
my $time = $start->elapsed_time($stream->record);
printf "# %d states: %.0f ms, %.2f ns for a choice\n", $n, $time, 1e6 * $time / $iterations / $n / $n;

my $b = $alpha / (1 - $alpha * $beta);
my $a = (log(1 - $alpha * $beta) + $beta * $b * log($alpha * $beta)) / (1 - $beta);
my $error = GPULinalg::max(abs($value - ($a + $b * $log_grid)))->item;
my $log_choice = GPULinalg::take($log_grid, $policy);
my $distance = GPULinalg::max(abs($log_choice - (log($alpha * $beta) + $alpha * $log_grid)))->item / $step;

# Rounding the choice to the grid costs little, because the objective is flat at its maximum.  Over all periods the cost is
# multiplied by 1/(1 - beta).
my $curvature = $alpha * $beta / (1 - $alpha * $beta)**2;    # of log(x - exp(l)) + beta (A + B l) in l, at the optimal l
my $bound = ($curvature / 2 * ($step / 2)**2 + $beta * $tolerance) / (1 - $beta);
printf "converged in %d iterations: change %s\n", $iterations, $change <= $tolerance ? 'below 1e-9' : 'too large';
my @some = (0, int($n / 2), $n - 1);
printf "V at the lowest, middle and highest state: %.5f %.5f %.5f\n", map { $value->at($_) } @some;
printf "closed form:                               %.5f %.5f %.5f\n", map { $a + $b * $log_grid->at($_) } @some;
printf "# largest error %.2e, bound %.2e\n", $error, $bound;
printf "error within what rounding to the grid costs: %s\n", $error <= $bound ? 'true' : 'false';
printf "all choices within one step of the closed form's: %s\n", $distance <= 1 ? 'true' : 'false';
