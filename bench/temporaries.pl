# Chains of temporaries compared with PDL, each measurement in a new process; see README.md and temporaries.py.
use strict;
use warnings;
use IPC::Open2;
use Time::HiRes 'time';

my ($processes, $samples) = (3, 9);
my %forms = (
    blend     => sub { my ($W, $x) = @_; $W * (1 - $x) + $W * $x },
    chain     => sub { my ($W, $x) = @_; (($W - $x) * ($W + $x) / (1 + $x * $x) - 0.5) * $W },
    functions => sub { my ($W, $x) = @_; sqrt($W * $W + $x * $x) - abs($W - $x) },
);
my %names = (blend => 'W*(1-x) + W*x', chain => '((W-x)*(W+x)/(1+x*x) - .5)*W', functions => 'sqrt(W*W+x*x) - abs(W-x)');
my @sizes = (
    ['8 x 8', 8, 8],
    ['1e3', 1000],
    ['1e4', 10000],
    ['1 MB', 131072],
    ['7 x 200 x 200', 7, 200, 200],
    ['10 MB', 1310720],
    ['100 MB', 13107200]
);

sub median {
    my @sorted = sort { $a <=> $b } @_;
    return $sorted[@sorted / 2];
}

sub unit {
    my $t = shift;
    return $t < 1e-5 ? sprintf '%9.0f ns', $t * 1e9 : $t < 1e-3 ? sprintf '%9.1f us', $t * 1e6 : sprintf '%9.2f ms', $t * 1e3;
}

# In the new process: print the seconds of one call for each line of input.
sub measure {
    my ($module, $threads, $form, @shape) = @_;
    my $n = 1;
    $n *= $_ for @shape;
    my @ends = ([0.5, 2.0], [0.1, 0.9]);
    my @arrays;
    if ($module eq 'PDL') {
        require PDL::Lite;
        PDL::set_autopthread_targ($threads) if defined &PDL::set_autopthread_targ && $threads > 1;
        @arrays = map { my $p = PDL->sequence($n) * (($_->[1] - $_->[0]) / ($n - 1)) + $_->[0]; $p->reshape(@shape); $p } @ends;
    } else {
        require GPULinalg;
        @arrays = map { GPULinalg::reshape(GPULinalg::linspace(@$_, $n), \@shape) } @ends;
    }

    # Large chains are lazy: they are computed when the result is requested.
    my $waits = $module ne 'PDL' && 8 * $n >= 1 << 16;
    my $call = sub { my $result = $forms{$form}->(@_); GPULinalg::synchronize() if $waits; return $result };
    my $once;
    for (1 .. 3) {
        my $start = time;
        $call->(@arrays);
        $once = time - $start;
    }
    my $calls = $once < 1e-3 ? int(4e-3 / ($once + 1e-9)) : 3;
    $| = 1;
    print "ready\n";
    while (<STDIN>) {
        $call->(@arrays);    # warm up: a core that was idle while the other process worked needs time to wake up
        my $start = time;
        $call->(@arrays) for 1 .. $calls;
        print +(time - $start) / $calls, "\n";
    }
}

if ($ARGV[0] eq 'measure') {
    shift;
    measure(@ARGV);
    exit;
}
my $threads = shift;
if (!eval { require PDL::Lite; 1 }) {
    print "\nPerl: PDL is not installed, nothing to measure beside\n";
    exit;
}
$| = 1;
printf "\n==== Perl %vd, PDL %s: %d thread%s ====\n", $^V, $PDL::VERSION, $threads, $threads > 1 ? 's' : '';
printf "\nChains of temporaries, float64, fresh processes\n  %-44s%12s%12s%8s\n", '', 'gpulinalg', 'PDL', 'ratio';
for my $form (qw(blend chain functions)) {
    for my $size (@sizes) {
        my ($name, @shape) = @$size;
        my @times;
        for (1 .. $processes) {
            my @pair = map {
                my ($out, $in);
                my $pid = open2($out, $in, $^X, $0, 'measure', $_, $threads, $form, @shape);
                { pid => $pid, out => $out, in => $in }
            } 'gpulinalg', 'PDL';
            readline $_->{out} for @pair;
            for (1 .. $samples) {
                for my $i (0, 1) {
                    print { $pair[$i]{in} } "\n";
                    push @{ $times[$i] }, readline($pair[$i]{out}) + 0;
                }
            }
            for (@pair) {
                close $_->{in};
                waitpid $_->{pid}, 0;
            }
        }
        my $ratio = median(map { $times[0][$_] / $times[1][$_] } 0 .. $#{ $times[0] });
        printf "  %-44s%s%s%8.2f\n", "$names{$form}, $name", (map { unit(median(@$_)) } @times), $ratio;
    }
}
