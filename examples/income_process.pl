#!/usr/bin/env perl
# A simulated panel of incomes, and estimates of its persistent and transitory shocks.
#
# Log income is the sum of an age profile, a persistent component z' = rho z + eta and a transitory component epsilon, as in
# T. E. MaCurdy, Journal of Econometrics 18 (1982), 83-114.  The autocovariances gamma_k of the residuals identify the
# parameters: rho = gamma_2/gamma_1, var z = gamma_1^2/gamma_2, var epsilon = gamma_0 - var z.
use strict;
use warnings;
use GPULinalg;

my ($households, $years, $first_age) = (20000, 40, 25);
my ($rho, $sd_eta, $sd_epsilon) = (0.95, 0.15, 0.25);
my @primes = grep {
    my $n = $_;
    !grep { $n % $_ == 0 } 2 .. sqrt $n
} 2 .. 599;
@primes = @primes[0 .. 2 * $years - 1];

# Shocks without a generator: multiples of square roots of primes are equidistributed modulo 1 (H. Weyl, 1916).
my $number = GPULinalg::expand_dims(GPULinalg::arange(1.0, $households + 1), axis => 1);
my $roots = GPULinalg::sqrt(GPULinalg::asarray(\@primes, dtype => 'float64'));
my $shocks = GPULinalg::Special::ndtri(($number * $roots + 0.5) % 1);
my $eta = $sd_eta * $shocks->slice(":,:$years");
my $epsilon = $sd_epsilon * $shocks->slice(":,$years:");
my $first = $eta->slice(':', 0);
$first .= $first / sqrt(1 - $rho * $rho);    # the first year has the stationary variance

my $age = $first_age + GPULinalg::arange($years);
my $profile = 10 + 0.08 * ($age - $first_age) - 0.0012 * ($age - $first_age)**2;
my $log_income = $profile + GPULinalg::linear_recurrence($rho, $eta, axis => 1) + $epsilon;

# The panel in long form: one row for each household and year.
my $key = GPULinalg::reshape(GPULinalg::broadcast_to(GPULinalg::arange($years), [$households, $years]), [-1]);
my $observed = GPULinalg::reshape($log_income, [-1]);
my $residual = $observed - GPULinalg::group_mean($observed, $key)->slice($key);
my $spread = GPULinalg::group_std($observed, $key);
my $panel = GPULinalg::reshape($residual, [$households, $years]);
my @gamma = map {
    my $end = $years - $_;
    GPULinalg::mean($panel->slice(":,$_:") * $panel->slice(":,:$end"))->item
} 0 .. 2;
my @estimates = ($gamma[2] / $gamma[1], $gamma[1]**2 / $gamma[2]);
push @estimates, $gamma[0] - $estimates[1];
my @truth = ($rho, $sd_eta**2 / (1 - $rho**2), $sd_epsilon**2);

print "$households households, $years years\n";
my @names = ('rho', 'variance that persists', 'variance that does not');
printf "%-24s %7.4f   true %7.4f\n", $names[$_], $estimates[$_], $truth[$_] for 0 .. 2;
print "age   mean   sd of logs   90:10   share of the top 1 %   mean of 5 years, 90:10\n";
my $income = GPULinalg::exp($log_income);
my $five = GPULinalg::mean(GPULinalg::sliding_window_view($income, 5, axis => 1), axis => -1);
my $tenths = GPULinalg::quantile($income, [0.1, 0.9], axis => 0);
my $ratio = $tenths->slice(1) / $tenths->slice(0);
my $long_tenths = GPULinalg::quantile($five, [0.1, 0.9], axis => 0);
my $long_ratio = $long_tenths->slice(1) / $long_tenths->slice(0);
my $top = GPULinalg::quantile($income, 0.99, axis => 0);
my $rich = GPULinalg::where($income > $top, $income, 0);
my $share = GPULinalg::sum($rich, axis => 0) / GPULinalg::sum($income, axis => 0);

for (my $t = 0; $t < $years - 4; $t += 7) {
    printf "%3d  %6.0f  %8.4f  %9.3f  %12.2f %%  %19.3f\n", $age->at($t), GPULinalg::mean($income->slice(':', $t))->item,
        $spread->at($t), $ratio->at($t), 100 * $share->at($t), $long_ratio->at($t);
}
