#!/usr/bin/env perl
# Gaussian blur of a photograph with a separable filter and the border modes of scipy.ndimage.gaussian_filter.
#
# gaussian_blur.pl [IN.png OUT.png [SIGMA [MODE]]].  By default the script blurs the photograph in ../data and writes
# nothing.
use strict;
use warnings;
use Compress::Zlib qw(crc32);
use FindBin;
use List::Util qw(max sum);
use lib $FindBin::Bin;
use GPULinalg;
use PNG;

my $here = $FindBin::Bin;
open my $file, '<', "$here/gaussian_blur.c" or die "gaussian_blur.c: $!\n";
my $kernel = GPULinalg::Kernel->new(do { local $/; <$file> }, 'blur', options => ['-DT=float32']);
my $device = $kernel->device;
my @modes = qw(reflect constant nearest mirror wrap);    # in the order of the kernel's constants
my %mode_number = map { $modes[$_] => $_ } 0 .. $#modes;

# SciPy's weights: truncated at four standard deviations, with sum one.
sub gaussian {
    my ($sigma) = @_;
    my $radius = int(4 * $sigma + 0.5);
    my @weights = map { exp(-0.5 * ($_ / $sigma)**2) } -$radius .. $radius;
    my $total = sum(@weights);
    return ($radius, [map { $_ / $total } @weights]);
}

# Blur the rows into a second image and its columns into a third.  The script does not wait between the passes.
sub blur {
    my ($image, $sigma, $mode, $outside) = @_;
    my ($radius, $weights) = gaussian($sigma);
    $weights = GPULinalg::asarray($weights, dtype => 'float32', device => $device);
    my ($rows, $columns) = $image->dims;
    my ($half, $out) = map { GPULinalg::empty_like($image) } 1, 2;
    my ($grid, $block) = ([int(($columns + 31) / 32), int(($rows + 7) / 8)], [32, 8]);
    my $number = $mode_number{ $mode // 'reflect' } // die "there is no mode $mode\n";
    for ([$image, $half, 0], [$half, $out, 1]) {
        my ($source, $target, $axis) = @$_;
        $kernel->launch([$source, $target, $rows, $columns, $axis, $number, $outside // 0, $weights, $radius], $grid, $block);
    }
    return $out;
}

# Integers from 0 to 255, as bytes.
sub pixels {
    my ($image) = @_;
    return GPULinalg::astype(GPULinalg::round(GPULinalg::clip($image, 0, 255)), 'uint8')->packed;
}

sub load {
    my ($path) = @_;
    my ($rows, $columns, $data) = PNG::read($path);
    my $grey = GPULinalg::Array->from_packed($data, dtype => 'uint8', shape => [$rows, $columns]);
    return GPULinalg::astype($grey->to_device($device), 'float32');
}

sub main {
    my ($in, $to, $sigma, $mode) = @ARGV;
    my $image = load($in // "$here/../data/photographer.png");
    printf "# on %s: %s\n", $device, GPULinalg::device_info($device)->{description};
    if ($to) {
        my $out = blur($image, $sigma // 5, $mode);
        PNG::write($to, $out->dims, pixels($out));
        return;
    }
    printf "%d rows of %d pixels, mean %.4f\n", $image->dims, GPULinalg::mean($image)->item;
    for my $mode (@modes) {
        my $out = blur($image, 5, $mode);
        printf "%-8s sigma 5: mean %.3f, checksum of the pixels %08x\n", $mode, GPULinalg::mean($out)->item,
            crc32(pixels($out));
    }
    check($image);
}

# Values of scipy.ndimage.gaussian_filter at corners, edges and the centre of the whole image and of a small part.
sub check {
    my ($image) = @_;
    my ($worst, $n, %blurred) = (0, 0);
    open my $in, '<', "$here/../data/photographer_blurred.csv" or die "photographer_blurred.csv: $!\n";
    <$in>;    # the names
    while (<$in>) {
        chomp;
        my ($rows, $columns, $sigma, $mode, $row, $column, $value) = split /,/;
        my $out = $blurred{"$rows $columns $sigma $mode"} //=
            blur(GPULinalg::copy($image->slice("0:$rows,0:$columns")), $sigma, $mode);
        $worst = max($worst, abs($out->at($row, $column) - $value));
        $n++;
    }
    printf "%d values of SciPy: difference below 0.001 is %s\n", $n, $worst < 1e-3 ? 'true' : 'false';
}

main();
