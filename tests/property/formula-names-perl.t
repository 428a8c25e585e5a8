# tags: fast slow
# Random Perl subs, in packages whose names are bound to anything: as formulas they agree with plain Perl, or are refused.
# GPULINALG_CAMPAIGN_SEED and GPULINALG_CAMPAIGN_SECONDS are the seed and the run time. Perl computes integers exactly in 64
# bits, while the arrays here are float64. \cA marks the values in a random text, and points with an integer that float64 cannot
# represent are left out.
use strict;
use warnings;
use Test::More;
use Time::HiRes 'time';
use POSIX ();
use GPULinalg ();

my $seed = $ENV{GPULINALG_CAMPAIGN_SEED} // 23;
my $seconds = $ENV{GPULINALG_CAMPAIGN_SECONDS} // 4;

# No integers, so that few values are 64-bit integers.
my @points = map {
    my $x = $_;
    map { [$x, $_] } -3.25, -0.75, 0.5, 2.25
} -7.5, -2.25, -0.5, 0, 0.25, 1.25, 3.75, 6.5;

my %binding = (
    exp    => ['', 'use subs "exp"; sub exp { $_[0]*0.5 }', 'use subs "exp"; sub exp { my ($v) = @_; return $v + 1 }'],
    floor  => ['use POSIX "floor";', 'sub floor { $_[0] - 0.25 }', 'BEGIN { *floor = \&POSIX::fabs }'],
    max    => ['use List::Util "max";', 'sub max { my ($a, $b) = @_; $a > $b ? $b : $a }', 'BEGIN { *max = \&POSIX::fmin }'],
    square => [
        'sub square { $_[0]**2 }',
        'sub square { my ($v) = @_; return $v if $v > 2; my $t = 0; $t += $v*$_[0] for 1; $t }',
        'sub square { my ($v) = @_; return $v if $v > 2; my $t = 0; for my $i (0 .. 2) { $t += $v*$i } $t }',
        'sub square ($) { my $v = shift; $v *= $v; $v }'
    ],
    PI    => ['use constant PI => 0.3;', 'sub PI () { 3 }', 'my $pi = 2; sub PI { $pi }', 'sub PI { GPULinalg::pi }'],
    round => ['use POSIX "round";', 'sub round { int $_[0] }', 'use POSIX "rint"; sub round { rint($_[0]) }'],
);

sub pick { return $_[rand @_] }

sub value {
    my ($depth, @names) = @_;
    if ($depth == 0 || rand() < 0.12) {
        return "\cA(" . pick(@names) . ")" if rand() < 0.75;
        return pick(qw(0 1 2 3 -1 0.5 1.0 2.5 -3 7 10**20 2**63 2**3 1e-3 -2**2 3%-2 PI), '$main::pi', '$_[0]');
    }
    my ($a, $b, $c) = map { value($depth - 1, @names) } 1 .. 3;
    my $kind = int rand 14;
    return "\cA($a " . pick(qw(+ - * + - * / %)) . " $b)" if $kind < 5;
    return "\cA(" . truth($depth - 1, @names) . " ? $a : $b)" if $kind == 5;
    return rand() < 0.5 ? "-($a)**2" : "($a)**" . pick(2, 3, -1, 0) if $kind == 6;
    return "max($a, $b)" if $kind == 7;
    return "\cA($a " . pick('&&', '||', 'and', 'or') . " $b)" if $kind == 8;
    return "POSIX::fmax($a, $b)" if $kind == 9;
    return pick(qw(exp floor abs int square round sqrt POSIX::ceil POSIX::trunc POSIX::round helper)) . "($a)" if $kind < 13;
    return "\cA($a " . pick(qw(& | << .)) . " $b)";
}

sub truth {
    my ($depth, @names) = @_;
    my $text = value($depth, @names) . pick(qw(< <= > >= == !=)) . value($depth, @names);
    return rand() < 0.2 ? "!($text)" : $text;
}

sub statements {
    my ($depth, $inside, @names) = @_;
    my $text = '';
    for (1 .. 1 + rand 3) {
        my $kind = int rand 9;
        if ($kind < 2) {
            my $new = pick(qw($t $u $inf $t0 $function $A $float32));
            $text .= "my $new = " . value(2, @names) . ";\n";
            push @names, $new if !grep { $_ eq $new } @names;
        } elsif ($kind == 2) {
            $text .= pick(@names) . ' ' . pick(qw(+= -= *= = %= ||=)) . ' ' . value(1, @names) . ";\n";
        } elsif ($kind == 3) {
            $text .= "(\$x, \$y) = (" . value(1, @names) . ", \$x);\n";
        } elsif ($kind == 4 && $depth) {
            $text .= pick('if', 'unless') . ' (' . truth(1, @names) . ") {\n" . statements($depth - 1, $inside, @names) . "}\n";
            $text .= "else {\n" . statements($depth - 1, $inside, @names) . "}\n" if rand() < 0.5;
        } elsif ($kind == 5 && $depth) {
            my $range = pick('0 .. 2', 'reverse 1 .. 3', '1 .. int(3.5)', 'reverse(2 .. 4)');
            $text .= "for my \$i ($range) {\n" . statements($depth - 1, 1, @names, '$i') . "}\n";
        } elsif ($kind == 6 && $depth) {
            my $loop = pick('my $k = 0; $k < 3; $k++', 'my $k = 4; $k >= 0; $k -= 2', 'my $k = 0; $k < $x; $k++');
            $text .= "for ($loop) {\n" . statements($depth - 1, 1, @names, '$k') . "}\n";
        } elsif ($kind == 7 && !$inside) {
            $text .= 'return ' . value(1, @names) . ' if ' . truth(1, @names) . ";\n";
        } else {
            $text .= '$x = ' . value(2, @names) . ";\n";
        }
    }
    return $text;
}

sub package_text {
    my ($n) = @_;
    my $text = "package Random$n;\nuse strict;\nno warnings;\n";
    $text .= join '', map { pick(@{ $binding{$_} }) . "\n" } sort keys %binding;
    $text .= "sub helper {\nmy (\$x, \$y) = (\@_, 1);\n" . value(1, '$x') . "}\n" if rand() < 0.3;
    $text .= "sub helper {\nmy (\$x) = \@_;\nmy \$y = 0.5;\n" . statements(1, 0, '$x') . value(1, '$x') . "}\n"
        if $text !~ /sub helper/;
    my $begin = pick('my ($x, $y) = @_;', 'my $x = shift; my $y = shift;', 'my $y = $_[1]; my $x = $_[0];');
    return "$text\nsub {\n$begin\n" . statements(2, 0, '$x', '$y') . value(3, '$x', '$y') . "\n}\n";
}

# Return the argument; record an integer that float64 cannot represent.
my $is_exact;
sub exact { $is_exact &&= $_[0] !~ /^-?\d{16,}$/ || sprintf('%.0f', unpack 'd', pack 'd', $_[0]) eq $_[0]; return $_[0] }

# Return Perl's result; nothing if it dies or does not end, or if formulas do not guarantee the result.
sub plain {
    my ($code, $point) = @_;
    no warnings;
    $is_exact = 1;
    local $SIG{ALRM} = sub { die "too long\n" };
    Time::HiRes::alarm(0.5);
    my $value = eval { $code->(@$point) };
    Time::HiRes::alarm(0);
    return
           if !$is_exact
        || !defined $value
        || ref $value
        || $value != $value
        || $value ne $value + 0 && $value ne ''
        || abs($value) > 2**52;
    return $value + 0;
}

our $pi = 0.3;
my ($n, $agree, $refused, @failures) = (0, 0, 0);
my $start = time;
while (time - $start < $seconds && @failures < 5) {
    srand($seed * 1000003 + ++$n);
    my $text = package_text($n);
    no warnings;
    my $checked = eval $text =~ s/\cA/&main::exact/gr;
    $text =~ tr/\cA//d;
    my $code = eval $text;
    next if ref $code ne 'CODE';
    my @got = eval {
        GPULinalg::elementwise($code)->(
            map {
                my $i = $_;
                [map { $_->[$i] } @points]
            } 0,
            1
        )->list;
    };
    if (!@got) {
        push @failures, "package $n: $@\n$text" if ref($@) !~ /^GPULinalg::(?:Compile|DType|Overflow|Argument)Error$/;
        $refused++;
        next;
    }
    $agree++;
    @got = (@got) x @points if @got == 1;
    for my $i (0 .. $#points) {
        my $expected = plain($checked, $points[$i]) // next;
        my $most = abs $expected > 1 ? abs $expected : 1;
        next if abs($got[$i] - $expected) <= 1e-12 * $most;
        push @failures, "package $n at (@{ $points[$i] }): $got[$i], but Perl has $expected\n$text";
        last;
    }
}
diag $_ for @failures;
note "seed $seed: $n packages, $agree agree, $refused refused";
ok(!@failures, 'no sub means another thing as a formula');
cmp_ok($agree * 20, '>=', $agree + $refused, 'a twentieth of them at least are formulas');
done_testing;
