#!/usr/bin/env perl
# A panel of workers and firms: the effect of training on wages, with every covariance matrix.
#
# Wages are the sum of a worker effect, a firm effect, the effect of training and noise, as in J. M. Abowd, F. Kramarz and
# D. N. Margolis, Econometrica 67 (1999), 251-333.  Good workers get more training, so least squares without the effects is
# biased.  Training and noise have parts that all workers of a firm share in a year, so errors that ignore the firm are too
# small.  The first argument is the number of workers: try 1e6.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use GPULinalg qw(arange repeat tile where);
use Compare qw(heading show);

my ($workers, $years, $true) = (int($ARGV[0] // 2000), 10, 0.1);
my ($firms, $rows) = (int($workers / 20), $workers * $years);
my $g = GPULinalg::Random::Generator->new(1999);

# A worker stays in one firm, except for one year in five in a random firm.
my ($worker, $year) = (repeat(arange($workers), $years), tile(arange($years), $workers));
my $home = $g->integers($firms, shape => $workers);
my $moves = $g->random($rows) < 0.2;
my $firm = where($moves, $g->integers($firms, shape => $rows), $home->slice($worker));
my $of_firm = $g->normal(0.0, 0.3, shape => $firms);
my $of_worker = $g->normal(0.0, 0.4, shape => $workers) + $of_firm->slice($home);
my $firm_year = $firm * $years + $year;
my $training =
    $g->normal(shape => $rows) + $g->normal(0.0, 0.5, shape => $firms * $years)->slice($firm_year) + $of_worker->slice($worker);
my $noise = $g->normal(0.0, 0.25, shape => $rows) + $g->normal(0.0, 0.1, shape => $firms * $years)->slice($firm_year);
my $wage = $true * $training + $of_worker->slice($worker) + $of_firm->slice($firm) + $noise;
my $panel = { wage => $wage, training => $training, worker => $worker, firm => $firm, year => $year };

my $plain = GPULinalg::Econ::ols('wage ~ training', $panel);
my $fit = GPULinalg::Econ::ols('wage ~ training | worker + firm', $panel);
print GPULinalg::Econ::etable($plain, $fit, keep => ['training'], headers => ['without effects', 'with effects']), "\n";

my @fits = map { $fit->vcov($_) }
    ('iid', 'HC1', 'cluster:worker', 'cluster:firm', 'cluster:worker+firm', 'CRV3:firm', 'NW(2):worker+year', 'DK(2):year');
print GPULinalg::Econ::etable(@$_, digits => 4, stars => 0, stats => ['nobs', 'clusters']), "\n"
    for [@fits[0 .. 3]], [@fits[4 .. 7]];

printf "\n%-46s (estimate - true) / standard error\n", 'covariance matrix';
for my $other (@fits) {
    printf "%-46s %6.2f\n", $other->vcov_title, ($other->coef->{training} - $true) / $other->se->{training};
}
heading('coefficient of training');
show('without effects', sprintf('%g', $true), $plain->coef->{training});
show('with effects', sprintf('%g', $true), $fit->coef->{training});
