#!/usr/bin/env perl
# Process data in pieces: while the device computes one piece, the next is copied to it and the previous one back.
#
# Work in one stream runs in order; different streams run concurrently.  Copies between the device and page-locked arrays
# (empty_pinned) are queued in the stream like kernels, and the script continues at once.
use strict;
use warnings;
use List::Util qw(max);
use GPULinalg qw(stream);

my $source = <<'END';
/* Solve c + c^3 = w for each element by Newton's method. */
KERNEL solve(const GLOBAL float32 *w, GLOBAL float32 *c, int32 n, int32 rounds)
{
    int32 i = (int32)GLOBAL_ID;
    if (i >= n)
        return;
    float32 x = w[i];
    for (int32 k = 0; k < rounds; k++)
        x -= (x + x * x * x - w[i]) / (1 + 3 * x * x);
    c[i] = x;
}
END
my $solve = GPULinalg::Kernel->new($source, 'solve');
my $device = $solve->device;
printf "# on %s: %s\n", $device, GPULinalg::device_info($device)->{description};

my $gpu = GPULinalg::device_info($device)->{kind} eq 'GPU';
my ($pieces, $n, $rounds, $block) = (12, 1 << ($gpu ? 22 : 17), $gpu ? 100 : 20, 256);
my @here = (dtype => 'float32', device => $device);
my @incoming = map { GPULinalg::empty_pinned($n, @here) } 1 .. $pieces;
my @outgoing = map { GPULinalg::empty_pinned($n, @here) } 1 .. $pieces;
for my $i (0 .. $pieces - 1) {
    $incoming[$i]->set('...', GPULinalg::linspace($i, $i + 1, $n, dtype => 'float32', device => 'host'));
}

# A stream, and memory on the device for one piece.
sub lane {
    return { stream => GPULinalg::Stream->new($device), map { $_ => GPULinalg::empty($n, @here) } qw(w c) };
}

# Queue all work on piece i, and events between its steps.  Nothing here waits.
sub put {
    my ($lane, $i) = @_;
    my ($s, $w, $c) = @$lane{qw(stream w c)};
    my $scope = stream($s);    # until the end of the function
    my @marks = $s->record;
    $w->set('...', $incoming[$i]);
    push @marks, $s->record;
    $solve->launch([$w, $c, $n, $rounds], int(($n + $block - 1) / $block), $block);
    push @marks, $s->record;
    $outgoing[$i]->set('...', $c);
    push @marks, $s->record;
    return @marks;
}

# Process all pieces, assigned to the lanes in turn.  Return the total time in milliseconds.
sub run {
    my @lanes = @_;
    my $first = $lanes[0]{stream};
    my $start = $first->record;
    $_->{stream}->wait($start) for @lanes;
    put($lanes[$_ % @lanes], $_) for 0 .. $pieces - 1;
    $first->wait($_->{stream}->record) for @lanes;    # the first stream waits for the others, but the script does not wait
    return $start->elapsed_time($first->record);
}

my @lanes = map { lane() } 1 .. 3;
put($lanes[0], 0);    # compile the kernel
my @marks = put($lanes[0], 0);
my @stages = map { $marks[$_]->elapsed_time($marks[$_ + 1]) } 0 .. 2;
printf "# a piece of %.1f MB: copied in %.3f ms, computed on in %.3f ms, copied back in %.3f ms\n", 4e-6 * $n, @stages;
for my $count (1, 3) {
    $_->set('...', 0) for @outgoing;
    my $time = run(@lanes[0 .. $count - 1]);

    # Using an array from empty_pinned on the host waits for its copy.
    my $worst = max(
        map {
            my ($w, $c) = ($incoming[$_], $outgoing[$_]);
            GPULinalg::max(abs($c + $c**3 - $w) / (1 + $w))->item
        } 0 .. $pieces - 1
    );
    printf "%d pieces in %d stream%s: all solved is %s\n", $pieces, $count, $count == 1 ? '' : 's',
        $worst < 1e-5 ? 'true' : 'false';
    printf "# %.2f ms\n", $time;
}
