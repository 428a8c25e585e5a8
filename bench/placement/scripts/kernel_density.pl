#!/usr/bin/env perl
# The density of 100,000 log incomes at 500 points, with a Gaussian kernel and a cross-validated bandwidth.
#
# B. W. Silverman, Density Estimation for Statistics and Data Analysis (1986), chapter 3. The incomes are a mixture of two
# normal distributions. Ten random samples of 2,000 incomes choose the bandwidth by the likelihood of left-out points.
use strict;
use warnings;
use GPULinalg;

my ($n, $points) = (100_000, 500);
my $pi = 4 * CORE::atan2(1, 1);
my $g = GPULinalg::Random::Generator->new(1986);
my $rich = $g->random($n) < 0.3;
my $income = GPULinalg::where($rich, $g->normal(11, 0.4, $n), $g->normal(10, 0.6, $n));
my $density_at = GPULinalg::elementwise('x, y, h', '', 'exp(-0.5*((x - y)/h)*((x - y)/h))/h');

my $spread = GPULinalg::std($income)->item;
my ($best, $most) = (0, -1e300);
for my $factor (0.3, 0.5, 0.7, 0.9, 1.1) {
    my $total = 0;
    for my $sample (0 .. 9) {
        my $m = 2000;
        my $part = $income->slice("@{[$sample * $m]}:@{[($sample + 1) * $m]}");
        my $h = $factor * $spread * $m**-0.2;
        my $all = GPULinalg::sum($density_at->(GPULinalg::expand_dims($part, axis => 1), $part, $h), axis => 1) - 1 / $h;
        $total += GPULinalg::sum(log($all / (($m - 1) * sqrt(2 * $pi))))->item;
    }
    ($best, $most) = ($factor, $total) if $total > $most;
}
my $h = $best * $spread * $n**-0.2;
my $grid = GPULinalg::linspace(8, 12.5, $points);
my $density = GPULinalg::mean($density_at->(GPULinalg::expand_dims($grid, axis => 1), $income, $h), axis => 1) / sqrt(2 * $pi);

my $norm = sub { my ($mean, $sd) = @_; return exp(-0.5 * (($grid - $mean) / $sd)**2) / ($sd * sqrt(2 * $pi)) };
my $true = 0.3 * $norm->(11, 0.4) + 0.7 * $norm->(10, 0.6);
printf "bandwidth %.4f, integral %.4f, largest error %.4f\n", $h, GPULinalg::trapezoid($density, $grid)->item,
    GPULinalg::max(abs($density - $true))->item;
printf "mode at %.3f\n", $grid->at(GPULinalg::argmax($density)->item);
