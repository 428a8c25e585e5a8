#!/usr/bin/env perl
# Optimal growth with a known answer: W. A. Brock and L. J. Mirman, Journal of Economic Theory 4 (1972), 479-513.
#
# A planner with log utility and k' = k^alpha - c saves the share alpha beta of output.  The script finds value and policy
# on a grid with splines between its points, without using this result, and compares them with it.
use strict;
use warnings;
use GPULinalg qw(abs arange asarray cubic_spline elementwise exp find_minimum find_root linspace log max min sum where);

my ($alpha, $beta) = (0.33, 0.95);
my $steady = find_root(sub { $alpha * $_[0]**($alpha - 1) - 1 / $beta }, 0.01, 1.0)->item;
printf "steady state: capital %.10f, known %.10f\n", $steady, ($alpha * $beta)**(1 / (1 - $alpha));

my $grid = exp(linspace(log(asarray($steady / 5)), log(asarray($steady * 5)), 120));
my $output = $grid**$alpha;
my $value = log($output) / (1 - $beta);

sub loss {
    my ($saved, $value) = @_;
    return -(log($output - $saved) + $beta * cubic_spline($grid, $value, $saved));
}

# Modified policy iteration: evaluate each policy for some steps before improving it (M. L. Puterman and M. C. Shin, 1978).
my ($saved, $worst);
for my $improvement (1 .. 60) {
    ($saved, $worst) = find_minimum(\&loss, 0.001 * $output, 0.999 * $output, [$value], xtol => 1e-9);
    my $change = max(abs(-$worst - $value));
    $value = -$worst;
    last if $change < 1e-9;
    $value = -loss($saved, $value) for 1 .. 30;
}
my $share = $saved / $output;
printf "share of output that is saved: %.6f to %.6f, known %.6f\n", min($share), max($share), $alpha * $beta;
my $constant = log(asarray(1 - $alpha * $beta)) + $alpha * $beta / (1 - $alpha * $beta) * log(asarray($alpha * $beta));
my $known = $constant / (1 - $beta) + $alpha / (1 - $alpha * $beta) * log($grid);
printf "value: largest error %.0e\n", max(abs($value - $known));

# Simulate many economies that converge to the steady state, with shocks to output.
my $economy = elementwise(
    sub {
        my ($k, $z) = @_;
        return (0.33 * 0.95 * $z * $k**0.33, $z * $k**0.33);
    }
);
my $start = asarray([$steady / 5, $steady, $steady * 5]);
my $phase = arange(200) % 8;
my $shock = where($phase < 4, 1.1, 0.9);
my ($capital, $produced) = $economy->scan([$start], [$shock]);
for my $t (0, 1, 2, 5, 20, 199) {
    printf "year %3d: capital %s\n", $t + 1, join '  ', map { sprintf '%.6f', $_ } $capital->slice(':', $t)->list;
}
printf "saved in all years: %.6f of output\n", sum($capital) / sum($produced);
