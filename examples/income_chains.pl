#!/usr/bin/env perl
# Markov chains that approximate log income, z' = rho z + e, by the methods of Tauchen and Rouwenhorst.
#
# As rho approaches 1, Tauchen's chain becomes a worse approximation.  Rouwenhorst's chain matches the standard deviation
# and the autocorrelation for any rho (K. A. Kopecky and R. M. H. Suen, Review of Economic Dynamics 13 (2010), 701-714).
# aiyagari.pl solves a model with such incomes.
use strict;
use warnings;
use GPULinalg qw(bincount vecdot);

my ($states, $sigma) = (9, 0.1);

sub moments {
    my ($grid, $P) = @_;
    my $share = GPULinalg::Markov::stationary_distribution($P)->slice(0);
    my $off = $grid - vecdot($share, $grid);
    my $variance = vecdot($share, $off**2);
    my $next = $P x $off;
    return sqrt($variance->item), (vecdot($share * $off, $next) / $variance)->item;
}

print "   rho      sd   Tauchen    sd      rho   Rouwenhorst    sd      rho\n";
for my $rho (0.5, 0.9, 0.98, 0.999) {
    my @tauchen = moments(GPULinalg::Markov::tauchen($states, $rho, $sigma));
    my @rouwenhorst = moments(GPULinalg::Markov::rouwenhorst($states, $rho, $sigma));
    printf "%6.3f  %6.4f          %6.4f  %7.5f               %6.4f  %7.5f\n",
        $rho, $sigma / sqrt(1 - $rho * $rho), @tauchen,
        @rouwenhorst;
}

my ($grid, $P) = GPULinalg::Markov::rouwenhorst($states, 0.98, $sigma);
my $share = GPULinalg::Markov::stationary_distribution($P)->slice(0);
my $up = GPULinalg::Markov::hitting_times($P, [$states - 1]);
my $path = GPULinalg::Markov::simulate($P, 100000, GPULinalg::Random::Generator->new(2010), 4);
my $seen = bincount($path, minlength => $states) / 100000.0;
print "state   income   share   binomial   in a path   years until the highest\n";
my $ways = 1;

for my $i (0 .. $states - 1) {
    printf "%5d  %7.4f  %6.4f  %9.4f  %10.3f  %24.1f\n", $i,
        exp($grid->at($i)), $share->at($i), $ways / 2**($states - 1),
        $seen->at($i), $up->at($i);
    $ways *= ($states - 1 - $i) / ($i + 1);
}
