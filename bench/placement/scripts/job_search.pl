#!/usr/bin/env perl
# Job search with learning about wages on a Markov chain: J. J. McCall, Quarterly Journal of Economics 84 (1970), 113-126.
#
# The wage offers of an unemployed worker follow a persistent chain with 400 states. Value iteration finds the reservation
# wage; the stationary distribution of offers and accepted jobs gives the rate of unemployment.
use strict;
use warnings;
use GPULinalg;

my ($states, $beta, $benefit, $separation) = (400, 0.99, 0.6, 0.03);
my ($log_wage, $P) = GPULinalg::Markov::tauchen($states, 0.6, 0.2);
my $wage = exp($log_wage);
my $offers = GPULinalg::Markov::stationary_distribution($P)->slice(0);

my $unemployed = GPULinalg::zeros($states);
my $employed = GPULinalg::zeros($states);
my $steps = 0;
while (1) {
    my $keep = $wage + $beta * ((1 - $separation) * $employed + $separation * $unemployed);
    my $search = $benefit + $beta * ($P x GPULinalg::maximum($employed, $unemployed));
    my $change = GPULinalg::max(GPULinalg::maximum(abs($keep - $employed), abs($search - $unemployed)))->item;
    ($employed, $unemployed, $steps) = ($keep, $search, $steps + 1);
    last if $change < 1e-7;
}
my $accepts = GPULinalg::astype($employed >= $unemployed, 'float64');
my $reservation = GPULinalg::min(GPULinalg::where($accepts, $wage, 1e9))->item;

# A worker is unemployed with some offer, or employed. The chain of the unemployed, with hiring and separations.
my $stay = $P * (1 - $accepts);
my $hired = $P * $accepts;
my $top = GPULinalg::concat([$stay, $hired], axis => 1);
my $bottom = GPULinalg::concat([$separation * GPULinalg::eye($states), (1 - $separation) * GPULinalg::eye($states)], axis => 1);
my $share = GPULinalg::Markov::stationary_distribution(GPULinalg::concat([$top, $bottom]))->slice(0);
my $rate = GPULinalg::sum($share->slice("0:$states"))->item;
printf "%d steps; reservation wage %.4f, mean offer %.4f, unemployment %.2f %%\n", $steps, $reservation,
    GPULinalg::vecdot($offers, $wage)->item, 100 * $rate;
