#!/usr/bin/env perl
# Add two vectors with a custom kernel, its grid of groups, and a size that is not a multiple of the group size.
#
# The kernel is written in the portable dialect, which is C with the macros of kernels/prelude.h.  The same source runs
# through CUDA and OpenCL.  Without a GPU, PoCL runs it on the CPU.
use strict;
use warnings;
use GPULinalg;

my $source = <<'END';
/* One element for each thread.  The grid is rounded up, so the last group may have threads without an element. */
KERNEL vector_add(const GLOBAL float32 *a, const GLOBAL float32 *b, GLOBAL float32 *c, int64 n)
{
    int64 i = GLOBAL_ID;
    if (i < n)
        c[i] = a[i] + b[i];
}

/* A grid of any size does for any n: each item takes every GLOBAL_SIZE-th element. */
KERNEL vector_add_in_steps(const GLOBAL float32 *a, const GLOBAL float32 *b, GLOBAL float32 *c, int64 n)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE)
        c[i] = a[i] + b[i];
}
END

# By default, compile for the current device, or for the first device that runs kernels if the current one does not.
my $module = GPULinalg::Module->new($source);
my $vector_add = $module->kernel('vector_add');
printf "# on %s: %s\n", $module->device, GPULinalg::device_info($module->device)->{description};
print "parameters: ", $vector_add->info->{parameters}, "\n";

my $n = 1000003;    # a prime
my $a = GPULinalg::arange($n, dtype => 'float32', device => $module->device);
my $b = 2 * $a;
my $c = GPULinalg::zeros($n, dtype => 'float32', device => $module->device);

my $block = 256;    # work-items in a group
my $grid = int(($n + $block - 1) / $block);    # groups
$vector_add->launch([$a, $b, $c, $n], $grid, $block);
printf "%d groups of %d for %d elements: c = 3 a is %s\n", $grid, $block, $n,
    GPULinalg::all($c == 3 * $a)->item ? 'true' : 'false';

$c->set('...', 0);
$module->kernel('vector_add_in_steps')->launch([$a, $b, $c, $n], 64, $block);
printf "64 groups of %d in steps: c = 3 a is %s\n", $block, GPULinalg::all($c == 3 * $a)->item ? 'true' : 'false';

# Arguments are checked against the kernel's parameters before the launch.
for my $arguments ([$a, $b, $c], [$a, [1, 2], $c, $n], [$a, $b, 0, $n]) {
    next if eval { $vector_add->launch($arguments, $grid, $block); 1 };
    printf "%s: %s\n", $@->kind, $@->message;
}
