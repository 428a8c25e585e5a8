#!/usr/bin/env perl
# Leontief's input-output model of Germany 1995: output multipliers and the effect of more exports.
#
# With Z the deliveries between sectors, x their output and A = Z diag(x)⁻¹ the technical coefficients, output for a final
# demand f is x = (I − A)⁻¹ f; the column sums of the inverse are the output multipliers.
use strict;
use warnings;
use FindBin;
use GPULinalg;

my $path = "$FindBin::Bin/data/io_germany_1995.csv";
open my $file, '<', $path or die "$path: $!\n";
chomp(my @lines = <$file>);
my @names = split /,/, shift @lines;
my %table;
for (@lines) {
    my %row;
    @row{@names} = split /,/, $_, -1;
    $table{ $row{iotables_row} } = \%row;
}

my @sectors = qw(agriculture manufacturing construction trade business_services other_services);
my @columns = qw(agriculture_group manufacturing_group construcion_group trade_group
    business_services_group other_services_group);    # spelled as in the source
my @labels = qw(agricult. manufact. construct. trade business other);
my $z = GPULinalg::asarray(
    [
        map {
            my $s = $_;
            [map { $table{"${s}_group"}{$_} + 0.0 } @columns]
        } @sectors
    ],
    dtype => 'float64'
);
my $x = GPULinalg::asarray([map { $table{output_bp}{$_} } @columns], dtype => 'float64');
my $exports = GPULinalg::asarray([map { $table{"${_}_group"}{export_goods_services} } @sectors], dtype => 'float64');

my $a = $z / $x;
my $leontief = GPULinalg::eye(scalar @sectors) - $a;
my $multipliers = GPULinalg::sum(GPULinalg::inv($leontief), axis => 0);
my $effect = GPULinalg::solve($leontief, 0.1 * $exports);

printf "Germany 1995, input-output model of %d sectors, on device %s\n", scalar @sectors, $a->device;
print "\n";
print "Technical coefficients (input of the row's product for a unit of the column's output)\n";
printf "%-18s" . " %10s" x 6 . "\n", '', @labels;
my $rows = $a->aref;
printf "%-18s" . " %10.4f" x 6 . "\n", $sectors[$_], @{ $rows->[$_] } for 0 .. $#sectors;
print "\n";
print "Output multipliers, and output added when demand for exports rises by 10 % (million euro)\n";
printf "%-18s %10s %12s %12s %10s\n", '', 'multiplier', 'exports', 'output', 'percent';

for my $i (0 .. $#sectors) {
    printf "%-18s %10.4f %+12.1f %+12.1f %+10.2f\n", $sectors[$i], $multipliers->at($i), 0.1 * $exports->at($i),
        $effect->at($i), 100 * $effect->at($i) / $x->at($i);
}
my ($all_exports, $all_effect, $all_output) = map { GPULinalg::sum($_)->item } $exports, $effect, $x;
printf "%-18s %10s %+12.1f %+12.1f %+10.2f\n", 'all', '', 0.1 * $all_exports, $all_effect, 100 * $all_effect / $all_output;
