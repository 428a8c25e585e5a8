#!/usr/bin/env perl
# NIST's linear regressions and analyses of variance, compared with the certified values.
#
# For each data set the smallest number of digits that agree, of at most 15.  Where the certified value is zero, digits after
# the point are counted.  The data of SmLs04 to SmLs09 have 7 or 13 leading digits in common, which leave few digits for the
# result.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use List::Util qw(min);
use GPULinalg;
use Compare qw(data digits);

my @models = (
    [Norris  => 'column2'],
    [Pontius => 'column2 + column2^2'],
    [NoInt1  => 'column2 - 1'],
    [NoInt2  => 'column2 - 1'],
    [Filip   => 'poly(column2, 10, raw=True)'],
    [Longley => join ' + ', map { "column$_" } 2 .. 7],
    map { ["Wampler$_" => 'poly(column2, 5, raw=True)'] } 1 .. 5
);

# Return a file's text without its data, and its data.
sub read_nist {
    my ($path) = @_;
    open my $file, '<', data($path) or die "$path: $!\n";
    return (join('', (<$file>)[0 .. 59]), GPULinalg::Table->read(data($path), skiprows => 60, header => 0));
}

print "linear regression  coefficients  std. errors  residual sd  R-squared\n";
for (@models) {
    my ($name, $regressors) = @$_;
    my ($certified, $table) = read_nist("nist-linear/$name.dat");
    my $fit = GPULinalg::Econ::ols("column1 ~ $regressors", $table);
    my @lines = $certified =~ /^ +B\d+ +(\S+ +\S+)/mg;
    my ($sd) = $certified =~ /Standard Deviation +(\S+)\s+R-S/;
    my ($r2) = $certified =~ /R-Squared +(\S+)/;
    my @of_coef = map { digits((split ' ', $lines[$_])[0], $fit->params->at($_)) } 0 .. $#lines;
    my @of_se = map { digits((split ' ', $lines[$_])[1], $fit->std_errors->at($_)) } 0 .. $#lines;
    printf "%-18s %12.1f %12.1f %12.1f %10.1f\n", $name, min(@of_coef), min(@of_se), digits($sd, $fit->sigma),
        digits($r2, $fit->r2);
}

print "\nanalysis of variance         F  residual sd  R-squared\n";
for my $name ('SiRstv', 'AtmWtAg', map { "SmLs0$_" } 1 .. 9) {
    my ($certified, $table) = read_nist("nist-anova/$name.dat");
    my $fit = GPULinalg::Econ::ols('column2 ~ i(column1)', $table);
    my ($f) = $certified =~ /^Between.* (\S+)/m;
    my ($r2) = $certified =~ /R-Squared +(\S+)/;
    my ($sd) = $certified =~ /Residual\s+Standard Deviation +(\S+)/;
    printf "%-18s %11.1f %12.1f %10.1f\n", $name, digits($f, $fit->fstat->{statistic}), digits($sd, $fit->sigma),
        digits($r2, $fit->r2);
}
