# Run times of gpulinalg and of PDL, as a table; see README.md.
use strict;
use warnings;
use Time::HiRes 'time';
use GPULinalg ();

my $threads = shift;
if (!eval { require PDL::Lite; 1 }) {    # exports nothing
    print "\nPerl: PDL is not installed, nothing to measure beside\n";
    exit 0;
}
my $has_linalg = eval { require PDL::LinearAlgebra; 1 };
my $rounds = 9;

sub seconds {
    my ($function, $calls) = @_;
    my $start = time;
    $function->() for 1 .. $calls;
    return (time - $start) / $calls;
}

sub median {
    my @sorted = sort { $a <=> $b } @_;
    return $sorted[@sorted / 2];
}

sub unit {
    my $t = shift;
    return $t < 1e-5 ? sprintf '%9.0f ns', $t * 1e9 : $t < 1e-3 ? sprintf '%9.1f us', $t * 1e6 : sprintf '%9.2f ms', $t * 1e3;
}

# Measure both alternately; a round of short calls repeats them for about 5 ms.
sub line {
    my ($name, @functions) = @_;
    $_->() for @functions;
    my ($once) = sort { $b <=> $a } map { seconds($_, 1) } @functions;
    my $calls = $once < 5e-3 ? int(5e-3 / $once) : 1;
    my @times;
    for my $round (1 .. ($once < 0.2 ? $rounds : 3)) {
        push @{ $times[$_] }, seconds($functions[$_], $calls) for $round % 2 ? (0, 1) : (1, 0);
    }
    my ($ours, $theirs) = map { median(@$_) } @times;
    printf "  %-34s%s%s%8.2f\n", $name, unit($ours), unit($theirs), $ours / $theirs;
}

sub title {
    my ($text, @columns) = (@_, @_ > 1 ? () : qw(gpulinalg PDL));
    printf "\n%s\n  %-34s%12s%12s%8s\n", $text, '', @columns, 'ratio';
}

sub ours {
    return map { GPULinalg::copy($_) } @_;
}

$| = 1;
printf "\n==== Perl %vd, PDL %s%s: %d thread%s ====\n", $^V, $PDL::VERSION, $has_linalg ? ' with PDL::LinearAlgebra' : '',
    $threads, $threads > 1 ? 's' : '';
PDL::set_autopthread_targ($threads) if defined &PDL::set_autopthread_targ && $threads > 1;

title('Matrix functions');
for my $n (100, 1000) {
    my ($p, $q) = (PDL->random($n, $n), PDL->random($n, $n));
    my $s = $p + $p->transpose;
    my ($x, $y, $z) = ours($p, $q, $s);
    line("matmul $n", sub { $x x $y }, sub { $p x $q });
    next if !$has_linalg;
    line("solve $n, $n right-hand sides", sub { GPULinalg::solve($x, $y) }, sub { $p->msolve($q) });
    line("svd $n", sub { my @r = GPULinalg::svd($x) }, sub { my @r = $p->msvd });
    line("eigh $n", sub { my @r = GPULinalg::eigh($z) }, sub { my @r = $s->msymeigen(0, 1) });
}

title('Functions of 1e7 float64 elements');
my ($p, $q, $r) = map { PDL->random(10_000_000) + 0.5 } 1 .. 3;
my ($x, $y, $z) = ours($p, $q, $r);
line('a + b', sub { $x + $y }, sub { $p + $q });
line('a * b', sub { $x * $y }, sub { $p * $q });
line('exp', sub { GPULinalg::exp($x) }, sub { $p->exp });
line('sqrt', sub { GPULinalg::sqrt($x) }, sub { $p->sqrt });
line('a * b + c', sub { $x * $y + $z }, sub { $p * $q + $r });
title('Reductions of 1e7 float64 elements');
my $grid = $p->reshape(10_000, 1000);
my $rows = GPULinalg::reshape($x, [1000, 10_000]);
line('sum', sub { GPULinalg::sum($x) }, sub { $p->sum });
line('max', sub { GPULinalg::max($x) }, sub { $p->max });
line('sum, axis 1 of 1000 x 10000', sub { GPULinalg::sum($rows, axis => 1) }, sub { $grid->sumover });
line('sum, axis 0 of 1000 x 10000', sub { GPULinalg::sum($rows, axis => 0) }, sub { $grid->transpose->sumover });
exit 0 if $threads > 1;

title('One call on 8 x 8');
my $e = PDL->random(8, 8);
my ($d) = ours($e);
line('$a + $a', sub { $d + $d }, sub { $e + $e });
line('$a x $a', sub { $d x $d }, sub { $e x $e });
line('sum', sub { GPULinalg::sum($d) }, sub { $e->sum });
line('solve', sub { GPULinalg::solve($d, $d) }, sub { $e->msolve($e) }) if $has_linalg;

title('PDL in and out: the time is that of a call, whatever the size', '1e3', '1e7');
my $little = PDL->random(1000);
my ($small) = ours($little);
line('GPULinalg::asarray($pdl)', sub { GPULinalg::asarray($little) }, sub { GPULinalg::asarray($p) });
line('$array->pdl', sub { $small->pdl }, sub { $x->pdl });

print "\nStarting (the fastest of several)\n";
my %times;
for my $round (1 .. 2 * $rounds) {
    for my $module ('strict', 'GPULinalg', 'PDL') {
        push @{ $times{$module} }, seconds(sub { system $^X, "-M$module", '-e', '1' }, 1);
    }
}
my %fastest = map {
    $_ => (sort { $a <=> $b } @{ $times{$_} })[0]
} keys %times;
for my $module (qw(GPULinalg PDL)) {
    printf "  use %-9s, beyond use strict   %s\n", $module, unit($fastest{$module} - $fastest{strict});
}
