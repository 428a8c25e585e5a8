#!/usr/bin/env perl
# Monte Carlo prices of Asian options, with random numbers drawn in the kernel and a control variate.
#
# A call on the arithmetic average of a price has no closed form, but a call on the geometric average has one.  On each path
# the two payoffs are nearly equal, so the kernel simulates their difference (A. G. Z. Kemna and A. C. F. Vorst, Journal of
# Banking and Finance 14 (1990), 113-129).
#
# The seven options, with prices to six digits, are from J. Vecer, A new PDE approach for pricing arithmetic average Asian
# options, Journal of Computational Finance 4 (2001).  The spectral expansion of V. Linetsky, Operations Research 52 (2004),
# 856-867, confirms them.  QuantLib's test of its Vecer engine uses the same options.
use strict;
use warnings;
use FindBin;
use POSIX qw(erfc);
use GPULinalg;

my @OPTIONS = (    # spot, strike, rate, volatility, expiry, price
    [2.0, 2.0, 0.02, 0.10, 1, 0.055986],
    [2.0, 2.0, 0.18, 0.30, 1, 0.218388],
    [2.0, 2.0, 0.0125, 0.25, 2, 0.172269],
    [1.9, 2.0, 0.05, 0.50, 1, 0.193174],
    [2.0, 2.0, 0.05, 0.50, 1, 0.246416],
    [2.1, 2.0, 0.05, 0.50, 1, 0.306220],
    [2.0, 2.0, 0.05, 0.50, 2, 0.350095],
);

# Counter, key and expected output, from the file kat_vectors of Random123, the implementation by the authors of Philox.
my @KNOWN = (
    [[0, 0, 0, 0], [0, 0], '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
    [[(0xffffffff) x 4], [(0xffffffff) x 2], '408f276d 41c83b0e a20bc7c6 6d5451fd'],
    [[0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0], 'd16cfe09 94fdcceb 5001e420 24126ea1'],
);
my ($BLOCK, $SEED) = (128, 2011);

sub text {
    my ($name) = @_;
    open my $file, '<', "$FindBin::Bin/$name" or die "$name: $!\n";
    return do { local $/; <$file> };
}

my $module = GPULinalg::Module->new(
    text('asian_option.c'),
    options => ['-DT=float64'],
    headers => { 'philox.h' => text('philox.h') }
);
my $device = $module->device;
printf "# on %s: %s\n", $device, GPULinalg::device_info($device)->{description};

my @words = (dtype => 'uint32', device => $device);
my $answers = GPULinalg::empty(4 * @KNOWN, @words);
my ($counters, $keys) = map {
    my $i = $_;
    GPULinalg::asarray([map { $_->[$i] } @KNOWN], @words)
} 0, 1;
$module->kernel('philox_test')->launch([$counters, $keys, $answers, scalar @KNOWN], 1, $BLOCK);
for my $i (0 .. $#KNOWN) {
    my $got = join ' ', map { sprintf '%08x', $_ } ($answers->list)[4 * $i .. 4 * $i + 3];
    printf "Philox 4x32-10 gives %s, as it should: %s\n", $KNOWN[$i][2], $got eq $KNOWN[$i][2] ? 'true' : 'false';
}

# Distribution function of the standard normal.
sub normal { return erfc(-$_[0] / sqrt(2)) / 2 }

# The log of the geometric average is normal.  With the trapezoidal rule its variance is sd^2.
sub geometric_price {
    my ($spot, $strike, $rate, $volatility, $expiry, $steps) = @_;
    my $mean = log($spot) + ($rate - $volatility**2 / 2) * $expiry / 2;
    my $sd = $volatility * sqrt($expiry * (1 / 3 + 1 / (6 * $steps**2)));
    my $d = ($mean - log($strike)) / $sd;
    return exp(-$rate * $expiry) * (exp($mean + $sd**2 / 2) * normal($d + $sd) - $strike * normal($d));
}

my $gpu = GPULinalg::device_info($device)->{kind} eq 'GPU';
my ($paths, $steps) = $gpu ? (1 << 22, 256) : (1 << 16, 64);
print "# $paths paths of $steps steps\n";
my $asian_calls = $module->kernel('asian_calls');
my ($payoff, $control) = map { GPULinalg::empty($paths, dtype => 'float64', device => $device) } 1, 2;
print " spot strike   rate volatility years    price  standard error published  errors\n";
my $good = 0;
for my $i (0 .. $#OPTIONS) {
    my @option = @{ $OPTIONS[$i] };
    my $published = pop @option;
    $asian_calls->launch([@option, $steps, $SEED, $i, $paths, $payoff, $control], int(($paths + $BLOCK - 1) / $BLOCK), $BLOCK);
    my $known = geometric_price(@option, $steps);
    my $centred = $control - GPULinalg::mean($control);

    # Slope of the regression of one payoff on the other.
    my $slope = GPULinalg::mean($centred * $payoff) / GPULinalg::mean($centred * $centred);
    my $sample = $payoff - $slope * ($control - $known);
    my ($price, $error) = (GPULinalg::mean($sample)->item, GPULinalg::std($sample)->item / sqrt($paths));
    printf "%5.1f %6.1f %6.4f %10.2f %5d %8.6f %15.1e %9.6f %+7.2f\n", @option, $price, $error, $published,
        ($price - $published) / $error;
    printf "# without the control variate the standard error were %.1e\n", GPULinalg::std($payoff)->item / sqrt($paths);
    $good += abs($price - $published) <= 3 * $error + 5e-7;
}
printf "%d of %d within three standard errors of the published price\n", $good, scalar @OPTIONS;
