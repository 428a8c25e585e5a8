#!/usr/bin/env perl
# From two files to one table: Card's wages by least squares with three kinds of errors and with an instrument, beside the
# investment of Grunfeld's firms with fixed effects.
use strict;
use warnings;
use FindBin;
use GPULinalg;

my $folder = "$FindBin::Bin/../data";
my $card = GPULinalg::Table->read("$folder/card.csv");
my $firms = GPULinalg::Table->read("$folder/grunfeld.csv");
my $ols = GPULinalg::Econ::ols('lwage ~ educ + exper + expersq + black + south + smsa', $card);
my $iv = GPULinalg::Econ::tsls('lwage ~ exper + expersq + black + south + smsa | 0 | educ ~ nearc4', $card);
my $within = GPULinalg::Econ::ols('invest ~ value + kstock | firm', $firms, vcov => 'cluster:firm');
print GPULinalg::Econ::etable($ols, $ols->vcov('HC1'), $ols->vcov('cluster:age'), $iv, $within), "\n";
