#!/usr/bin/env perl
# Leontief's model of 4,000 sectors of several countries: output, multipliers, and the central sectors of the network.
#
# The table is simulated. The influence of sectors is that of D. Acemoglu and others, Econometrica 80 (2012), 1977-2016.
use strict;
use warnings;
use GPULinalg;

my ($sectors, $labour) = (4000, 0.5);
my $g = GPULinalg::Random::Generator->new(2012);
my $size = exp(1.5 * $g->normal(0, 1, $sectors));
my $purchases = GPULinalg::expand_dims($size, axis => 1) * $g->gamma(0.2, 1, [$sectors, $sectors]);
my $A = (1 - $labour) * $purchases / GPULinalg::sum($purchases, axis => 0);
my $leontief = GPULinalg::eye($sectors) - $A;

my $demand = $size * $g->uniform(0.5, 1.5, $sectors);
my $output = GPULinalg::solve($leontief, $demand);
my $influence = $labour / $sectors * GPULinalg::solve($leontief, GPULinalg::ones($sectors));
printf "output %.4f times final demand; residual below 1e-9: %s\n", GPULinalg::sum($output) / GPULinalg::sum($demand),
    GPULinalg::max(abs($leontief x $output - $demand)) < 1e-9 * GPULinalg::max($demand) ? 'yes' : 'no';

# Volatility of the aggregate if each sector has shocks of 10 %, next to that of independent sectors of equal size.
printf "volatility of the aggregate %.3f %%, of equal sectors %.3f %%\n",
    10 * GPULinalg::vector_norm($influence)->item, 10 / sqrt $sectors;
my $order = GPULinalg::argsort($influence, descending => 1);
printf "sector %4d: influence %.5f\n", $order->at($_), $influence->at($order->at($_)) for 0 .. 2;
