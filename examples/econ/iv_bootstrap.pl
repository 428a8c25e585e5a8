#!/usr/bin/env perl
# 10,000 bootstrap replications of Card's return to schooling, by least squares and by two-stage least squares.
#
# The moments of the instrumental variable estimator do not exist when there are as many instruments as endogenous regressors,
# so a few replications determine the standard deviation of all.  The spread of the middle half describes the distribution
# better.  The references are asymptotic standard errors, and quantiles of 20,000 replications by NumPy with other random
# numbers.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use GPULinalg;
use Compare qw(data heading show);

my $card = GPULinalg::Table->read(data('card.csv'));
my $controls = join ' + ', qw(exper expersq black smsa south smsa66), map { "reg66$_" } 2 .. 9;
my $ols = GPULinalg::Econ::ols("lwage ~ educ + $controls", $card);
my $iv = GPULinalg::Econ::tsls("lwage ~ $controls | 0 | educ ~ nearc4", $card);

my ($ols_boot, $ols_draws) = $ols->bootstrap(reps => 10000, seed => 1995);
my ($iv_boot, $iv_draws) = $iv->bootstrap(reps => 10000, seed => 1995);
print GPULinalg::Econ::etable($ols, $ols->vcov('HC1'), $ols_boot, $iv, $iv->vcov('HC1'), $iv_boot, keep => ['educ']), "\n";

heading('least squares');
show('HC1 and bootstrap standard error', sprintf('%.7f', $ols->vcov('HC1')->se->{educ}), $ols_boot->se->{educ});
heading('two-stage least squares');
my ($educ) = grep { $iv->names->[$_] eq 'educ' } 0 .. $#{ $iv->names };
my ($low, $first, $median, $third, $high) =
    GPULinalg::quantile($iv_draws->slice(":,$educ"), [0.025, 0.25, 0.5, 0.75, 0.975])->list;
show('HC1 and spread of the middle half', sprintf('%.7f', $iv->vcov('HC1')->se->{educ}), ($third - $first) / 1.349);
show('median', '.1322120', $median);
show('95 % interval, from', '.0295986', $low);
show('to', '.2828126', $high);
