#!/usr/bin/env perl
# List the devices of this machine and their limits, to choose a device and a group size.
use strict;
use warnings;
use GPULinalg;

my $text = sub { $_[0] };
my $gibibytes = sub { sprintf '%.1f GiB', $_[0] / 2**30 };
my $yes_no = sub { $_[0] ? 'yes' : 'no' };

# Label, field and format.  A device has only the fields that it reports.
my @fields = (
    ['description', 'name', $text],
    ['backend', 'backend', $text],
    ['kind', 'kind', $text],
    ['platform', 'platform', $text],
    ['version', 'version', $text],
    ['driver', 'driver', $text],
    ['compute_capability', 'compute capability', $text],
    ['memory_bytes', 'memory', $gibibytes],
    ['max_array_bytes', 'largest array', $gibibytes],
    ['compute_units', 'compute units', $text],
    ['clock_mhz', 'clock, MHz', $text],
    ['float64', 'double precision', $yes_no],
    ['kernels', 'custom kernels', $yes_no],
    ['warp_size', 'warp or wavefront, work-items', $text],
    ['max_group_size', 'work-items in a group', $text],
    ['max_block', 'largest group by dimension', $text],
    ['max_grid', 'largest grid by dimension', $text],
    ['local_memory', 'local memory of a group, bytes', $text],
);

for my $device (GPULinalg::devices()) {
    my $info = GPULinalg::device_info($device);
    print $device, $device eq GPULinalg::get_device() ? ', the current device' : '', "\n";
    for (@fields) {
        my ($key, $label, $show) = @$_;
        printf "  %-31s %s\n", $label, $show->($info->{$key}) if exists $info->{$key};
    }
    printf "# in use: %d bytes\n", GPULinalg::memory_info($device)->{used_bytes};
}

# A kernel has its own limits: if it uses many registers, its groups must be smaller than the device allows.
my $source = 'KERNEL fill(GLOBAL float32 *x, float32 value) { x[GLOBAL_ID] = value; }';
if (grep { GPULinalg::device_info($_)->{kernels} } GPULinalg::devices()) {
    my $kernel = GPULinalg::Kernel->new($source, 'fill');
    printf "A kernel on %s: groups of up to %d work-items, %d bytes of local memory\n", $kernel->device,
        $kernel->info->{max_group_size}, $kernel->info->{local_bytes};
}
