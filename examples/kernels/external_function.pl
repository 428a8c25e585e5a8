#!/usr/bin/env perl
# One kernel for any utility function: a device function in its own source, linked to the kernel.
#
# The kernel computes the expected utility of lognormal consumption.  The closed forms are E log c = mean and, for relative
# risk aversion g, E c^(1-g)/(1-g) = exp((1-g) mean + (1-g)^2 sd^2/2)/(1-g).
use strict;
use warnings;
use FindBin;
use GPULinalg;

open my $file, '<', "$FindBin::Bin/external_function.c" or die "external_function.c: $!\n";
my $KERNEL = do { local $/; <$file> };
my $LOGARITHM = 'EXTERNAL T utility(T c) { return log(c); }';
my $POWER = 'EXTERNAL T utility(T c) { return pow(c, (T)(1 - GAMMA)) / (T)(1 - GAMMA); }';

my ($mean, $sd, $gamma, $intervals) = (0.1, 0.4, 3, 100000);
my ($block, $groups) = (128, 32);
my $power = (1 - $gamma) * $mean + ((1 - $gamma) * $sd)**2 / 2;

for (['log c', $LOGARITHM, $mean], ['CRRA', $POWER, exp($power) / (1 - $gamma)]) {
    my ($name, $source, $exact) = @$_;

    # The sources are compiled separately with the same options, and linked.
    my $module = GPULinalg::Module->new([$KERNEL, $source], options => ['-DT=float64', "-DGAMMA=$gamma"]);
    my $sums = GPULinalg::empty($groups, dtype => 'float64', device => $module->device);
    $module->kernel('expected_utility')
        ->launch([$mean, $sd, 12, $intervals, $sums], $groups, $block, local_bytes => 8 * $block);
    my $value = GPULinalg::sum($sums)->item;
    printf "%-5s expected utility %.10f, closed form %.10f: equal to 1e-10 is %s\n", $name, $value, $exact,
        abs($value - $exact) < 1e-10 ? 'true' : 'false';
    printf "# difference %.1e on %s\n", $value - $exact, $module->device;
}

# An undefined function raises an error.
eval { GPULinalg::Module->new($KERNEL, options => ['-DT=float64']) };
my $named = $@ && $@->kind eq 'CompileError' && $@->message =~ /utility/;
printf "without a utility: CompileError that names it is %s\n", $named ? 'true' : 'false';
