#!/usr/bin/env perl
# Why married women work, T. A. Mroz (1987): logit, probit and marginal effects.
#
# The specification is that of J. M. Wooldridge, Introductory Econometrics, example 17.1.  Its log-likelihoods are printed
# there; the other references are from statsmodels 0.15.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use GPULinalg;
use Compare qw(data heading show);

my $women = GPULinalg::Table->read(data('mroz87.csv'));
$women->assign('income = (FAMINC - WW*WHRS)/1000');    # of the husband and from wealth, in thousands
my $formula = 'LFP ~ income + WE + AX + AX^2 + WA + KL6 + K618';
my $logit = GPULinalg::Econ::logit($formula, $women, ssc => 'stata');
my $probit = GPULinalg::Econ::probit($formula, $women, ssc => 'stata');
my %names = (
    LFP       => 'in the labour force',
    income    => 'other income',
    WE        => 'education',
    AX        => 'experience',
    'I(AX^2)' => 'experience squared',
    WA        => 'age',
    KL6       => 'children under 6',
    K618      => 'children from 6 to 18'
);
my $linear = GPULinalg::Econ::ols($formula, $women, vcov => 'HC3');
print GPULinalg::Econ::etable($linear, $logit, $probit, labels => \%names), "\n";

heading('log-likelihood');
show('logit', '-401.76515', $logit->loglik);
show('probit', '-401.30219', $probit->loglik);

heading('education');
show('logit', '.2211703703', $logit->coef->{WE});
show('(standard error)', '.0434396315', $logit->se->{WE});
show('probit', '.1309047329', $probit->coef->{WE});
show('(standard error)', '.0252541957', $probit->se->{WE});

my $effects = $logit->margins->where("coefficient == 'WE'");
heading('average marginal effect');
show('education, logit', '.0394965239', $effects->{effect}->at(0));
show('(standard error)', '.0072946969', $effects->{se}->at(0));
$effects = $probit->margins->where("coefficient == 'WE'");
show('education, probit', '.0393702647', $effects->{effect}->at(0));
show('(standard error)', '.0072216331', $effects->{se}->at(0));
