#!/usr/bin/env perl
# One problem on all devices of the machine: each device computes some of the rows, all at the same time.
#
# Estimate Engel's law, the share of food in income as a smooth function of log income, by kernel regression.  The bandwidth
# minimises the error of predicting each household from the others.  Each bandwidth is one row of squared errors, and the
# rows are independent.
use strict;
use warnings;
use FindBin;
use List::Util qw(sum);
use GPULinalg;

sub text {
    my ($name) = @_;
    open my $file, '<', "$FindBin::Bin/$name" or die "$name: $!\n";
    return do { local $/; <$file> };
}

my $SOURCE = text('several_devices.c');
my (undef, @households) = map { [split /,/] } split /\n/, text('../data/engel.csv');    # foodexp, income
my @log_income = map { log $_->[1] } @households;
my @share = map { $_->[0] / $_->[1] } @households;
my $n = @households;

# All devices that run kernels, each once: an NVIDIA GPU is listed for CUDA and for OpenCL under the same name.
sub choose {
    my (@chosen, %backend_of);
    for my $device (GPULinalg::devices()) {
        my $info = GPULinalg::device_info($device);
        next if !$info->{kernels};
        my $backend = $backend_of{ $info->{description} } //= $info->{backend};
        push @chosen, $device if $backend eq $info->{backend};
    }
    return @chosen;
}

# A device with its own kernel and data: each array and kernel belongs to one device.
sub worker {
    my ($device) = @_;
    my %worker = (device => $device);
    $worker{kernel} = GPULinalg::Kernel->new($SOURCE, 'squared_errors', options => ['-DT=float64'], device => $device);
    ($worker{x}, $worker{y}) = map { GPULinalg::asarray($_, dtype => 'float64', device => $device) } \@log_income, \@share;
    return \%worker;
}

# Compute mean squared errors for some bandwidths on the device.  The call returns when the work is queued.
sub scores {
    my ($worker, @bandwidths) = @_;
    my @here = (dtype => 'float64', device => $worker->{device});
    my $rows = @bandwidths;
    my $bandwidths = GPULinalg::asarray(\@bandwidths, @here);
    my $errors = GPULinalg::empty([$rows, $n], @here);
    $worker->{kernel}->launch([@$worker{qw(x y)}, $n, $bandwidths, $rows, $errors], [int(($n + 63) / 64), $rows], [64, 1]);
    return GPULinalg::mean($errors, axis => 1);
}

sub rows_per_millisecond {
    my ($worker, @bandwidths) = @_;
    scores($worker, @bandwidths);    # compile the kernel
    my $stream = GPULinalg::get_stream($worker->{device});
    my $start = $stream->record;
    scores($worker, @bandwidths);
    return @bandwidths / $start->elapsed_time($stream->record);
}

my @workers = map { worker($_) } choose()
    or die "no device runs kernels; on a machine without a GPU install PoCL (pocl-opencl-icd)\n";
my $m = 1000;
my @bandwidths = map { 0.05 * 1.004**$_ } 0 .. $m - 1;

# Give each device a share of the rows according to its speed, measured on a few rows.
my @few = @bandwidths[map { 50 * $_ } 0 .. $m / 50 - 1];
$_->{speed} = rows_per_millisecond($_, @few) for @workers;
my $total = sum(map { $_->{speed} } @workers);
my ($end, $so_far) = (0, 0);
for my $worker (@workers) {
    my $start = $end;
    $so_far += $worker->{speed};
    $end = $worker == $workers[-1] ? $m : sprintf '%.0f', $m * $so_far / $total;
    $worker->{part} = [@bandwidths[$start .. $end - 1]];
    printf "# %-9s %5d of %d rows, %.1f in a millisecond\n", $worker->{device}, $end - $start, $m, $worker->{speed};
}

# Start the work on all devices before reading any result, because reading waits.
my @parts = map { scores($_, @{ $_->{part} }) } grep { @{ $_->{part} } } @workers;
my @scores = map { $_->list } @parts;

my $best = 0;
for (1 .. $#scores) { $best = $_ if $scores[$_] < $scores[$best] }
printf "%d households, %d bandwidths, all scores found: %s\n", $n, $m, @scores == $m ? 'true' : 'false';
printf "best bandwidth %.4f, mean squared error %.6f\n", $bandwidths[$best], $scores[$best];

sub by_hand {
    my ($bandwidth) = @_;
    my $total = 0;
    for my $i (0 .. $n - 1) {
        my @weights = map { exp(-(($_ - $log_income[$i]) / $bandwidth)**2 / 2) } @log_income;
        $weights[$i] = 0;
        $total += (sum(map { $weights[$_] * $share[$_] } 0 .. $n - 1) / sum(@weights) - $share[$i])**2;
    }
    return $total / $n;
}

for my $i (100, $best, $m - 1) {
    my $expected = by_hand($bandwidths[$i]);
    printf "bandwidth %.4f: %.6f, by hand %.6f: equal to 1e-12 is %s\n", $bandwidths[$i], $scores[$i], $expected,
        abs($scores[$i] - $expected) < 1e-12 ? 'true' : 'false';
}
