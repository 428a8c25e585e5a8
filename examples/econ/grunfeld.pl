#!/usr/bin/env perl
# Investment of ten firms, 1935-54, on their value and capital: fixed effects, random effects, and two equations together.
#
# References: fixed effects as in Stata's xtreg and R's plm; random effects of Swamy and Arora as in plm, whose data are rounded
# in another way; seemingly unrelated regressions of General Electric and Westinghouse by A. Zellner, Journal of the American
# Statistical Association 57 (1962), 348-368, and their standard errors as in linearmodels 7.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use GPULinalg;
use Compare qw(data heading show);

my $firms = GPULinalg::Table->read(data('grunfeld.csv'));
my $pooled = GPULinalg::Econ::ols('invest ~ value + kstock', $firms);
my $within = GPULinalg::Econ::ols('invest ~ value + kstock | firm', $firms);
my $random = GPULinalg::Econ::random_effects('invest ~ value + kstock', $firms, unit => 'firm');
print GPULinalg::Econ::etable($pooled, $within, $random, headers => ['pooled', 'within', 'random effects']), "\n";

heading('fixed effects');
show('value', '.1101238', $within->coef->{value});
show('(standard error)', '.0118567', $within->se->{value});
show('kstock', '.3100653', $within->coef->{kstock});
show('(standard error)', '.0173545', $within->se->{kstock});

heading('random effects');
show('value', '.1097812', $random->coef->{value});
show('kstock', '.3081130', $random->coef->{kstock});
show('Intercept', '-57.834415', $random->coef->{Intercept});
show('theta', '.8612236', $random->components->{theta});

# A row for each year, with the columns of both firms.
my $both = $firms->where('firm == 3')->merge($firms->where('firm == 8'), ['year'], suffix => '_w');
my $sur = GPULinalg::Econ::sur(['invest ~ value + kstock', 'invest_w ~ value_w + kstock_w'], $both);
heading('seemingly unrelated regressions');
show('General Electric: Intercept', '-27.7193', $sur->coef->{'invest: Intercept'});
show('value', '.0383', $sur->coef->{'invest: value'});
show('(standard error)', '.01329011', $sur->se->{'invest: value'});
show('kstock', '.1390', $sur->coef->{'invest: kstock'});
show('(standard error)', '.02303559', $sur->se->{'invest: kstock'});
show('Westinghouse: Intercept', '-1.2520', $sur->coef->{'invest_w: Intercept'});
show('value', '.0576', $sur->coef->{'invest_w: value_w'});
show('(standard error)', '.01341101', $sur->se->{'invest_w: value_w'});
show('kstock', '.0640', $sur->coef->{'invest_w: kstock_w'});
show('(standard error)', '.04890100', $sur->se->{'invest_w: kstock_w'});
