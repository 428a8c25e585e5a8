#!/usr/bin/env perl
# PageRank of eleven pages: the long-run shares of a surfer who follows links and sometimes jumps to a random page.
#
# The graph and its ranks are those of Wikipedia's article on PageRank; S. Brin and L. Page, Computer Networks 30 (1998),
# 107-117.  The script computes the ranks by powers of a sparse matrix, which works for graphs of any size, and as a
# stationary distribution.
use strict;
use warnings;
use GPULinalg qw(argsort expand_dims full vecdot);

my $names = 'ABCDEFGHIJK';
my %links = qw(B C C B D AB E BDF F BE G BE H BE I BE J E K E);
my ($damping, $n) = (0.85, length $names);
my (@start, @end, @weight);
for my $from (sort keys %links) {
    for my $to (split //, $links{$from}) {
        push @start, index $names, $from;
        push @end, index $names, $to;
        push @weight, 1 / length $links{$from};
    }
}
my $A = GPULinalg::Sparse::coo(GPULinalg::asarray(\@weight), \@start, \@end, shape => [$n, $n]);
my $nowhere = 1 - GPULinalg::sum($A->toarray, axis => 1);

my ($rank, $steps, $change) = (full($n, 1 / $n), 0, 1);
while ($change > 1e-14) {
    my $old = $rank;
    my $followed = $old x $A;
    $rank = $damping * ($followed + vecdot($old, $nowhere) / $n) + (1 - $damping) / $n;
    $change = GPULinalg::sum(GPULinalg::abs($rank - $old))->item;
    $steps++;
}
my $P = $damping * ($A->toarray + expand_dims($nowhere, axis => 1) / $n) + (1 - $damping) / $n;
my $share = GPULinalg::Markov::stationary_distribution($P)->slice(0);

printf "%d pages, %d links, %d steps\n", $n, $A->nnz, $steps;
for my $k (@{ argsort(GPULinalg::around($share, 12), descending => 1)->tolist }) {
    printf "%s  %5.1f %%  %.9f  %.9f\n", substr($names, $k, 1), 100 * $rank->at($k), $rank->at($k), $share->at($k);
}
