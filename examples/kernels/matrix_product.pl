#!/usr/bin/env perl
# Matrix product by two-dimensional kernels, without and with tiles in local memory, compared with matmul.
use strict;
use warnings;
use FindBin;
use List::Util qw(min);
use GPULinalg;

my $TILE = 16;
open my $file, '<', "$FindBin::Bin/matrix_product.c" or die "matrix_product.c: $!\n";
my $module = GPULinalg::Module->new(do { local $/; <$file> }, options => ['-DT=float32', "-DTILE=$TILE"]);
my $device = $module->device;
printf "# on %s: %s\n", $device, GPULinalg::device_info($device)->{description};

# Sizes that are not multiples of the tile size.
my ($m, $n, $k) = GPULinalg::device_info($device)->{kind} eq 'GPU' ? (4001, 3999, 4003) : (401, 399, 403);
print "# ($m, $k) times ($k, $n) in float32\n";
my $a = GPULinalg::sin(GPULinalg::reshape(GPULinalg::arange($m * $k, dtype => 'float32', device => $device), [$m, $k]));
my $b = GPULinalg::cos(GPULinalg::reshape(GPULinalg::arange($k * $n, dtype => 'float32', device => $device), [$k, $n]));
my $c = GPULinalg::empty([$m, $n], dtype => 'float32', device => $device);

# Return the shortest of three runs, timed by events in the device's stream.  An extra first run compiles the kernel.
sub milliseconds {
    my ($on, $work) = @_;
    $work->();
    my $stream = GPULinalg::get_stream($on);
    my @times;
    for (1 .. 3) {
        my $start = $stream->record;
        $work->();
        push @times, $start->elapsed_time($stream->record);
    }
    return min(@times);
}

sub report {
    my ($name, $on, $time) = @_;
    printf "# %-6s on %-9s %9.2f ms %9.1f GFLOP/s\n", $name, $on, $time, 2e-6 * $m * $n * $k / $time;
}

# The library's own product on the current device.  The device of the kernel may be a CPU without linear algebra.
my $current = GPULinalg::get_device() ne 'auto' ? GPULinalg::get_device() : $device;
my ($x, $y) = map { $_->to_device($current) } $a, $b;
my $expected = $x x $y;
report('matmul', $current, milliseconds($current, sub { $x x $y }));

my $grid = [map { int(($_ + $TILE - 1) / $TILE) } $n, $m];
for my $name (qw(naive tiled)) {
    my $kernel = $module->kernel($name);
    $c->set('...', 0);
    report($name, $device, milliseconds($device, sub { $kernel->launch([$a, $b, $c, $m, $n, $k], $grid, [$TILE, $TILE]) }));
    my $error = GPULinalg::matrix_norm($c->to_device($current) - $expected) / GPULinalg::matrix_norm($expected);
    printf "%s and matmul: relative difference below 1e-5 is %s\n", $name, $error->item < 1e-5 ? 'true' : 'false';
}
