#!/usr/bin/env perl
# Wages with worker and firm effects: the return to experience.
#
# As in J. M. Abowd, F. Kramarz and D. N. Margolis, Econometrica 67 (1999), 251-333, a log wage is the sum of a worker
# effect, a firm effect, and coefficients times regressors that vary over time.  Good workers are in good firms and have
# larger values of both regressors, so least squares without the effects is biased.  The first argument is the number of
# rows: try 1e7.
use strict;
use warnings;
use GPULinalg qw(absorb arange asarray concat diagonal expand_dims eye lstsq ones repeat solve_triangular sqrt stack where);

my $rows = int($ARGV[0] // 20000);
my $years = 10;
my ($workers, $firms, @coefficients) =
    (int($rows / $years), int($rows / 200) + 2, 0.08, -0.5);
my $all = $workers * $years;
my $g = GPULinalg::Random::Generator->new(1999);

# A worker stays in one firm, except for one year in five in a random firm.
my $worker = repeat(arange($workers), $years);
my $home = $g->integers($firms, shape => $workers);
my $moves = $g->random($all) < 0.2;
my $firm =
    where($moves, $g->integers($firms, shape => $all), $home->slice($worker));
my $of_firm = $g->normal(0.0, 0.3, shape => $firms);
my $of_worker = $g->normal(0.0, 0.4, shape => $workers) + $of_firm->slice($home);
my $effects = $of_worker->slice($worker) + $of_firm->slice($firm);
my $X = $g->normal(shape => [$all, 2]) + expand_dims($effects, axis => 1);
my $exact = $X x asarray(\@coefficients);
$exact = $exact + $effects;
my $wage = $exact + $g->normal(0.0, 0.25, shape => $all);

my ($plain) = lstsq(concat([ones([$all, 1]), $X], axis => 1), $wage);
my ($y, $x, $kept, $df, $singletons, $iterations, $dropped) =
    absorb(stack([$wage, $exact], axis => 1), $X, [$worker, $firm]);
my ($b, $squares) = lstsq($x, $y);
my $left = $kept->size - $df->item - 2;
my (undef, $R) = GPULinalg::qr($x);
my $rinv = solve_triangular($R, eye(2));
my $bread = $rinv x $rinv->T;
my $errors = sqrt($squares->at(0) / $left * diagonal($bread));

printf "%d rows of %d workers in %d firms; %d rows dropped\n", $all, $workers, $firms, $singletons;
printf "%d degrees of freedom of the effects, which span %d regressors\n", $df, $dropped->size;
print "coefficient  without effects  with effects (s.e.)  without noise\n";
for my $k (0, 1) {
    printf "%11.4f  %15.4f  %12.4f (%.4f)  %13.9f\n", $coefficients[$k],
        $plain->at($k + 1), $b->at($k, 0), $errors->at($k),
        $b->at($k, 1);
}
printf "standard deviation of the noise: %.4f, true 0.2500\n", CORE::sqrt($squares->at(0) / $left);
