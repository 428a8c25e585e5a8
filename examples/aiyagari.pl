#!/usr/bin/env perl
# Equilibrium interest rate of an economy in which households insure themselves by saving.
#
# S. R. Aiyagari, Uninsured idiosyncratic risk and aggregate saving, Quarterly Journal of Economics 109 (1994), 659-684,
# table II. Households have risk aversion mu, and log labour income with autocorrelation rho and standard deviation 0.2.
# The script solves for policies with the endogenous grid method (C. D. Carroll, Economics Letters 91 (2006)), for all
# income states at once.  It computes the distribution of households on a grid (E. R. Young, Journal of Economic Dynamics
# and Control 34 (2010)).
use strict;
use warnings;
use GPULinalg;

my ($alpha, $beta, $delta, $sigma, $states, $points) = (0.36, 0.96, 0.08, 0.2, 7, 200);
my $assets = 60 * (GPULinalg::arange($points + 0.0) / ($points - 1))**2.5;
my @published = ([3, 0.6, 3.8767], [5, 0.6, 3.5857]);

# Return seven income states from -3 to 3 standard deviations, with mean 1, and Tauchen's transition probabilities.
sub income {
    my ($rho) = @_;
    my $z = GPULinalg::linspace(-3, 3, $states);
    my $edges = GPULinalg::concat([['-inf' + 0], ($z->slice('1:') + $z->slice(':-1')) / 2, ['inf' + 0]]);
    my $cdf = GPULinalg::Special::ndtr(($edges - $rho * GPULinalg::expand_dims($z, axis => 1)) / sqrt(1 - $rho * $rho));
    my $transition = GPULinalg::diff($cdf, axis => 1);
    my $share = GPULinalg::matrix_power($transition, 1000)->slice(0);
    my $labour = GPULinalg::exp($sigma * $z);
    return $transition, $labour / GPULinalg::vecdot($share, $labour);
}

# Iterate to convergence on next year's assets and consumption, for each income state and level of assets.
sub policy {
    my ($transition, $resources, $rate, $mu, $consumption) = @_;
    while (1) {
        my $today = ($beta * (1 + $rate) * GPULinalg::matmul($transition, $consumption**-$mu))**(-1 / $mu);
        my $cash = $assets + $today;    # cash at which exactly these assets are saved
        my $saved = GPULinalg::interp($resources, $cash, $assets);
        my $new = $resources - GPULinalg::clip($saved, 0, $assets->at(-1));
        my $change = GPULinalg::max(GPULinalg::abs($new - $consumption))->item;
        $consumption = $new;
        return $resources - $consumption, $consumption if $change < 1e-8;
    }
}

# Return the distribution of households over states and assets.  Savings between two grid points are split between them.
sub wealth {
    my ($transition, $saved, $mass) = @_;
    my $below = GPULinalg::clip(GPULinalg::searchsorted($assets, $saved, side => 'right') - 1, 0, $points - 2);
    my ($left, $right) = ($assets->slice($below), $assets->slice($below + 1));
    my $up = ($saved - $left) / ($right - $left);
    my $to = GPULinalg::reshape($below + $points * GPULinalg::expand_dims(GPULinalg::arange($states), axis => 1), [-1]);
    while (1) {
        my $old;
        for (1 .. 20) {
            $old = $mass;
            my $moved = GPULinalg::bincount($to, GPULinalg::reshape($mass * (1 - $up), [-1]), minlength => $states * $points);
            $moved += GPULinalg::bincount($to + 1, GPULinalg::reshape($mass * $up, [-1]), minlength => $states * $points);
            $mass = GPULinalg::matmul($transition->mT, GPULinalg::reshape($moved, [$states, $points]));
        }
        return $mass if GPULinalg::max(GPULinalg::abs($mass - $old))->item < 1e-10;
    }
}

sub equilibrium {
    my ($mu, $rho) = @_;
    my ($transition, $labour) = income($rho);
    my ($low, $high, $mass) = (0, 1 / $beta - 1 - 1e-4, GPULinalg::full([$states, $points], 1 / ($states * $points)));
    my ($rate, $saved, $consumption);
    while ($high - $low > 1e-7) {
        $rate = ($low + $high) / 2;
        my $demand = ($alpha / ($rate + $delta))**(1 / (1 - $alpha));
        my $wage = (1 - $alpha) * $demand**$alpha;
        my $resources = (1 + $rate) * $assets + $wage * GPULinalg::expand_dims($labour, axis => 1);
        ($saved, $consumption) = policy($transition, $resources, $rate, $mu, $consumption // $resources / 2);
        $mass = wealth($transition, $saved, $mass);
        my $supply = GPULinalg::sum($mass * $assets)->item;
        ($low, $high) = $supply > $demand ? ($low, $rate) : ($rate, $high);
    }
    return 100 * $rate, 100 * $delta * $alpha / ($rate + $delta), GPULinalg::sum($mass, axis => 0);
}

print "mu   rho   interest rate   published   saving rate   held by the richest tenth\n";
for (@published) {
    my ($mu, $rho, $table) = @$_;
    my ($rate, $saving, $mass) = equilibrium($mu, $rho);
    my $rest = GPULinalg::cumulative_sum($mass) < 0.9;
    my $top = 1 - GPULinalg::sum(GPULinalg::where($rest, $mass * $assets, 0))->item / GPULinalg::vecdot($mass, $assets)->item;
    printf "%2d  %4.1f  %12.2f %%  %8.2f %%  %10.2f %%  %12.1f %%\n", $mu, $rho, $rate, $table, $saving, 100 * $top;
}
