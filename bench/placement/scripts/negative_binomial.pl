#!/usr/bin/env perl
# Poisson and negative binomial regressions of the number of visits to a doctor, in a simulated sample of 50,000 persons.
# The dispersion is also estimated by maximising the likelihood on a grid, with the coefficients of the Poisson regression.
use strict;
use warnings;
use GPULinalg;

my $n = 50_000;
my $g = GPULinalg::Random::Generator->new(1998);
my $age = $g->uniform(25, 65, $n);
my $income = $g->lognormal(1.0, 0.5, $n);
my $insured = GPULinalg::astype($g->random($n) < 0.6, 'float64');
my $mean = exp(0.02 * $age - 0.05 * $income + 0.3 * $insured - 0.2);
my $visits = $g->poisson($mean * $g->gamma(2, 0.5, $n));    # the dispersion is 0.5
my $data = { visits => $visits, age => $age, income => $income, insured => $insured };

my $poisson = GPULinalg::Econ::poisson('visits ~ age + income + insured', $data, vcov => 'HC1');
my $negbin = GPULinalg::Econ::negbin('visits ~ age + income + insured', $data);
for my $name (qw(age income insured)) {
    printf "%-8s Poisson %8.5f (%.5f), negative binomial %8.5f (%.5f)\n", $name, $poisson->coef->{$name},
        $poisson->se->{$name}, $negbin->coef->{$name}, $negbin->se->{$name};
}

# The profile of the likelihood: one row for each value of alpha.
my $alpha = GPULinalg::expand_dims(GPULinalg::linspace(0.3, 0.7, 81), axis => 1);
my ($m, $y, $r) = ($poisson->fitted, GPULinalg::astype($visits, 'float64'), 1 / $alpha);
my $terms =
    GPULinalg::Special::gammaln($y + $r) -
    GPULinalg::Special::gammaln($r) -
    $r * GPULinalg::log1p($alpha * $m) +
    $y * (log($alpha * $m) - GPULinalg::log1p($alpha * $m));
my $best = GPULinalg::argmax(GPULinalg::sum($terms, axis => 1))->item;
printf "alpha %.4f, on the grid %.4f\n", $negbin->coef->{alpha}, $alpha->at($best, 0);
