#!/usr/bin/env perl
# Leontief's model of 500 sectors with a sparse table: output by rounds of deliveries.
#
# The table is simulated: each sector buys from about a dozen others.  With the sparse matrix A of technical coefficients,
# output for a final demand f is f + A f + A² f + …, that is, the final demand, the inputs needed for it, the inputs needed
# for those, and so on.  The sum solves x = A x + f.  (leontief.pl uses a published table of six sectors.)
use strict;
use warnings;
use GPULinalg qw(argsort eye ones solve vecdot where);

my ($sectors, $deliveries) = (500, 6000);
my $g = GPULinalg::Random::Generator->new(1936);
my ($seller, $buyer) =
    map { $g->integers($sectors, shape => $deliveries) } 1 .. 2;
my $table = GPULinalg::Sparse::coo($g->exponential(shape => $deliveries), $seller, $buyer, shape => [$sectors, $sectors]);
my $bought = GPULinalg::sum($table->toarray, axis => 0);
my $share = $g->uniform(0.3, 0.7, shape => $sectors) / where($bought > 0, $bought, 1);
my $A = $table x GPULinalg::Sparse::diags([$share]);
my $demand = $g->gamma(2.0, 100.0, shape => $sectors);

sub output {
    my ($a, $f) = @_;
    my ($x, $round, $rounds) = ($f, $f, 0);
    while (GPULinalg::max($round)->item > 1e-13 * GPULinalg::max($x)->item) {
        $round = $a x $round;
        $x = $x + $round;
        $rounds++;
    }
    return $x, $rounds;
}

my ($x, $rounds) = output($A, $demand);
my $exact = solve(eye($sectors) - $A->toarray, $demand);
my ($multipliers) = output($A->transpose, ones($sectors));
printf "%d sectors, %d of %d coefficients are not zero\n", $sectors, $A->nnz, $sectors * $sectors;
printf "output after %d rounds %.4f, by elimination %.4f\n", $rounds, GPULinalg::sum($x)->item, GPULinalg::sum($exact)->item;
my $apart = GPULinalg::max(GPULinalg::abs($x - $exact))->item;
printf "largest difference of a sector within 1e-9: %s\n", $apart < 1e-9 ? 'yes' : 'no';
printf "demand times multipliers %.4f\n", vecdot($multipliers, $demand)->item;
my $order = argsort($multipliers, descending => 1);
print "sector  multiplier\n";
printf "%6d  %10.4f\n", $order->at($_), $multipliers->at($order->at($_)) for 0 .. 4;
