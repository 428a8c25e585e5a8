#!/usr/bin/env perl
# Ordinary least squares on NIST's Longley data, compared with the certified values.
#
# The predictors are nearly collinear (condition number about 5e9).  The normal equations lose most digits on such data;
# lstsq uses a QR factorisation.
use strict;
use warnings;
use FindBin;
use GPULinalg;

# Read the certified values (lines 31 to 43 of the file) and the data (from line 61).
sub read_nist {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!\n";
    my @lines = map { [split] } <$file>;
    my @certified = map { [@{$_}[1, 2]] } @lines[30 .. 36];
    my ($sd, $r2) = ($lines[39][2], $lines[41][1]);
    my @rows = map {
        [map { $_ + 0.0 } @$_]
    } grep { @$_ } @lines[60 .. $#lines];
    return (\@certified, $sd, $r2, \@rows);
}

# Return the number of decimal digits that agree, at most 15.
sub digits {
    my ($value, $exact) = @_;
    my $error = abs($value - $exact) / abs($exact);
    return $error < 1e-15 ? 15.0 : -log($error) / log(10);
}

sub show {
    my ($name, $value, $exact) = @_;
    printf "%-10s %22.12f %22.12f %8.1f\n", $name, $value, $exact, digits($value, $exact);
}

my ($certified, $certified_sd, $certified_r2, $rows) = read_nist("$FindBin::Bin/data/Longley.dat");

my $data = GPULinalg::asarray($rows);
my ($y, $x) = ($data->slice(':,0'), $data->slice(':,1:'));
my $n = @$rows;
$x = GPULinalg::concat([GPULinalg::ones([$n, 1]), $x], axis => 1);
my $k = $x->shape->[1];

my ($b, $residuals, $rank) = GPULinalg::lstsq($x, $y);
my $sd = sqrt($residuals / ($n - $k));
my $r2 = 1 - $residuals / GPULinalg::sum(($y - GPULinalg::mean($y))**2);

# Standard errors from the factor R: (XᵀX)⁻¹ = R⁻¹R⁻ᵀ, whose diagonal contains the squared row norms of R⁻¹.
my ($q, $r) = GPULinalg::qr($x);
my $inverse = GPULinalg::solve_triangular($r, GPULinalg::eye($k));
my $errors = $sd * GPULinalg::vector_norm($inverse, axis => 1);

printf "Longley regression on device %s: %d observations, %d coefficients, rank %d\n", $b->device, $n, $k, $rank->item;
print "\n";
printf "%-10s %22s %22s %8s\n", '', 'computed', 'certified', 'digits';
show("B$_", $b->at($_), $certified->[$_][0]) for 0 .. $k - 1;
show("se(B$_)", $errors->at($_), $certified->[$_][1]) for 0 .. $k - 1;
show('R-squared', $r2->item, $certified_r2);
show('resid. sd', $sd->item, $certified_sd);
