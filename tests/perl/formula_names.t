# Names in Perl subs mean the subs that they are bound to: known subs by identity, and subs of the script, which become
# functions of the formula. Variables that may change, and code that cannot be translated exactly, are refused.
use strict;
use warnings;
use Test::More;
use POSIX qw(floor ceil);
use List::Util qw(min max);
use GPULinalg qw(elementwise);

my @values = (-2.5, -1.5, -1, -0.5, -0.3, 0, 0.3, 0.5, 1, 1.5, 2.5, 7);

# The formula agrees with plain Perl, value by value.
sub agrees {
    my ($what, $code, @more) = @_;
    my @got = eval { elementwise($code)->([@values], @more)->list };
    my @expected = map { 0 + $code->($_, @more) } @values;
    is_deeply([map { sprintf '%.17g', $_ + 0 } @got], [map { sprintf '%.17g', $_ + 0 } @expected], $what) or diag $@;
}

our ($pi, $tau) = (0.3, 0.1);
my $beta = 0.96;
my %par = (tau => 0.25);
use constant GAMMA => 0.5;
use constant { ONE => 1, BIG => 1e20 };
sub square { my ($x) = @_; return $x * $x }
sub twice { return square($_[0]) + My::log($_[0]) }

sub branches {
    my ($x) = @_;
    return 10 if $x > 1;
    my $total = 0;
    for my $i (0 .. 2) { $total += square($x) * $i }
    $total = -$total if $x < 0;
    $total;
}
sub recursive { my ($x) = @_; return $x < 1 ? $x : recursive($x - 1) }
sub fixed ($$) { my ($x, $y) = @_; $x - $y }
sub My::log { return -$_[0] }
sub Deep::same { my ($x) = @_; return $x * $x }
sub Deeper::same { my ($x) = @_; return Deep::same($x) + 1 }
sub same { my ($x) = @_; return Deeper::same($x) * 2 }

{

    package Replaced;
    use subs qw(exp abs);
    sub exp { return $_[0] + 1 }
    sub abs { return $_[0] * 2 }
    our $code = sub { my ($x) = @_; exp($x) + abs($x) };
    our $core = sub { my ($x) = @_; CORE::exp($x) + CORE::abs($x) };
}

BEGIN {
    *CORE::GLOBAL::sin = sub { return $_[0] * 3 }
}
my $global = sub { my ($x) = @_; sin($x) };
BEGIN { delete $CORE::GLOBAL::{sin} }

agrees('subs of the script', sub { my ($x) = @_; square($x) + twice($x) });
agrees('of another package', sub { my ($x) = @_; My::log($x) });
agrees('of one name, in each other', sub { my ($x) = @_; same($x) - Deep::same($x) });
agrees('returns, loops and variables in them', \&branches);
agrees('the same as a sub that is called', sub { my ($x) = @_; branches($x) + branches($x * 0.5) });
agrees('prototypes, &', sub { my ($x) = @_; fixed($x, 2) + &square($x) });
agrees('built-in functions that a package replaces', $Replaced::code);
agrees('CORE:: ones', $Replaced::core);
agrees('CORE::GLOBAL', $global);
agrees('constants', sub { my ($x) = @_; $x * GAMMA + ONE + GPULinalg::pi });
agrees('a large constant', sub { my ($x) = @_; $x * BIG + $x * 10**20 + 2**64 - 10000000000000000000 * $x });
agrees('the largest integers', sub { my ($x) = @_; $x + 9223372036854775808 - 4611686018427387904 });
agrees('rounding', sub { my ($x) = @_; floor($x) + 0.5 * ceil($x) - int($x) * POSIX::trunc($x) });
agrees('POSIX::round', sub { my ($x) = @_; POSIX::round($x) });
agrees('POSIX::rint and others', sub { my ($x) = @_; POSIX::rint($x) + POSIX::fabs($x) + POSIX::pow($x, 2) });
agrees('others, now that POSIX has made them', sub { my ($x) = @_; POSIX::fabs($x) + POSIX::pow($x, 2) });
agrees('erf, erfc', sub { my ($x) = @_; POSIX::rint(1e9 * (POSIX::erf($x) + 2 * POSIX::erfc($x))) });
agrees('fmod', sub { my ($x) = @_; POSIX::rint(1e9 * POSIX::fmod($x * 1.7 - 3.1, 0.9)) });
agrees('gamma', sub { my ($x) = @_; POSIX::rint(1e9 * (POSIX::tgamma($x * $x * 0.1 + 0.5) + POSIX::lgamma($x * $x + 0.5))) });
agrees('fmin, fmax', sub { my ($x) = @_; POSIX::fmin($x, 0) + POSIX::fmax($x, 1) });

# With a constant, NVRTC compiles this to one instruction that distinguishes the two zeros.
agrees(
    'fmin, fmax of zeros',
    sub {
        my ($x, $other) = @_;
        my $zero = ($x + 0.25)**2 * -1e-300 * 1e-300;
        return atan2(POSIX::fmin($other, $zero), -1) + 10 * atan2(POSIX::fmax($zero, $other), -1);
    },
    0
);
agrees('min, max', sub { my ($x) = @_; min($x, 0, 1) + max($x, 1) });
agrees('% takes integers', sub { my ($x) = @_; $x % 3 + $x % -2 + 7.9 % 4 });
is(elementwise(sub { ~$_[0] % 7 })->(5)->item, ~5 % 7, '% of the largest integers');
agrees('% of large numbers',
    sub { my ($x) = @_; $x * 1e20 % 7 + 7 % ($x * 1e20 + 1e19) + (2**64 + $x * 0) % 1000 + -7 % 3e19 });
agrees('% without -0.0', sub { my ($x) = @_; atan2((10 || $x) % -2.5, -1) + atan2((9 || $x) % -1.0, -1) });
agrees('%=', sub { my ($x) = @_; $x %= 3; $x**= 2; $x -= 1; $x });
agrees('**', sub { my ($x) = @_; -$x**2 + 2**3**2 + (-2)**3 });
agrees(
    "names of formulas",
    sub {
        my ($inf, $t0) = @_;
        my ($function, $return) = ($t0, $inf);
        my $t1 = 5;
        $inf + 10 * $function + 100 * $return + $t1;
    },
    3
);
agrees('&&=, ||=', sub { my ($x) = @_; my $y = $x; $y ||= 5; $y &&= $y + 1; $y });
agrees(
    'unless, elsif',
    sub {
        my ($x) = @_;
        if ($x > 2) { return 1 }
        elsif ($x > 0) { return 2 }
        unless ($x < -1) { return 3 }
        else { $x = 4 }
        $x;
    }
);
agrees(
    'a value at the end of a choice',
    sub {
        my ($x) = @_;
        if ($x > 1) { 5 }
        else { $x + 1 }
    }
);
agrees(
    'in a loop',
    sub {
        my ($x, $n) = @_;
        my $s = $x;
        for (my $i = 0; $i < $n; $i += 2) { $s += $i * $x }
        $s;
    },
    5
);
agrees(
    'backwards',
    sub {
        my ($x, $n) = @_;
        my $s = $x;
        for (my $i = $n; $i >= 0; $i--) { $s += $i * $x }
        $s;
    },
    5
);
agrees(
    'foreach',
    sub {
        my ($x, $n) = @_;
        my $s = $x;
        for my $i (1 .. $n) {
            for my $j (reverse $i .. $n) { $s += $j * $x }
        }
        $s;
    },
    5
);
agrees(
    'a copy in a loop',
    sub {
        my ($x) = @_;
        my $s = 0;
        for my $i (1 .. 3) { $s += $_[0]; $x += 1 }
        $s + $x;
    }
);
agrees('swaps', sub { my ($x, $y) = @_; ($x, $y) = ($y, $x); my ($u, $v) = ($x - $y, 2); $u * $v }, 3);
agrees('no warnings, locale', sub { no warnings; use feature 'say'; my ($x) = @_; $x + 1 });
is_deeply([elementwise(sub { my ($x) = @_; $x & 5 | 8 })->([1, 6, 7, -1])->list], [map { $_ & 5 | 8 } 1, 6, 7, -1], 'bits');

# Arithmetic treats results of bit operators like any number.
sub odd { return $_[0] & 1 }
sub high { return $_[0] | 1 }
sub minus { return -$_[0] }
my @bits = (
    sub { ($_[0] & 3) - 5 },
    sub { 1 - 2 * ($_[0] & 1) },
    sub { -($_[0] | 1) },
    sub { my ($x) = @_; my $m = $x | 1; return -$m },
    sub { ($_[0] << 2) - 100 },
    sub { ($_[0] >> 2) - 100 },
    sub { (~$_[0] & 7) - 100 },
    sub { ($_[0] | 1) % -3 },
    sub { -$_[0] % ($_[0] | 1) },
    sub { my ($x) = @_; my $m = $x ^ 3; $m -= 10; $m },
    sub { my ($x) = @_; $x &= 3; $x -= 9; $x },
    sub { ($_[0] & 0xff) * -1 },
    sub { 1 - 2 * odd($_[0]) },
    sub { 1 - 2 * high($_[0]) },
    sub { minus($_[0] | 4) },
    sub { my ($x) = @_; ($x & ($x + 2)) - 9 },
    sub {
        my ($x) = @_;
        my $s = 0;
        for my $i (0 .. 3) { $s = ($x ^ $i) - 3 + $s }
        $s;
    },
    sub { my ($x) = @_; my $z = $x > 2 ? $x | 4 : 2; $z - 9 },
    sub { my ($x) = @_; my ($y, $z) = ($x | 1, 2); $z - $y },
    sub {
        my ($x) = @_;
        my ($m, $s) = (4, 0);
        for my $i (0 .. 2) { $s -= $m; $m = $x | 8 }
        $s;
    },
    sub { abs($_[0] ^ 3) - 9 },
    sub { max($_[0] | 1, 2) - 9 },
    sub { ($_[0] > 3 ? $_[0] | 1 : -3) * 2 },
    sub { ($_[0] || $_[0] | 1) - 9 },
    sub { my ($x) = @_; my $m = $x | 4; $m-- if $x > 2; $m * 2 },
    sub { 4096 >> $_[0] - 4 },
    sub { 4096 << 3 - $_[0] },
);
for my $i (0 .. $#bits) {
    my @got = eval { elementwise($bits[$i])->([1 .. 7])->list };
    is_deeply(\@got, [map { $bits[$i]->($_) } 1 .. 7], "bits in arithmetic, $i") or diag $@;
}
my $nan = 9**9**9 / 9**9**9;
my @pairs = ([1, $nan], [$nan, 1], [0.5, 0.25], [0, -0.0], [-0.0, 0]);
for my $code (sub { max($_[0], $_[1]) }, sub { min($_[0], $_[1]) }, sub { max($_[0], $_[1], 0.75) }) {
    my @got = map { abs elementwise($code)->(@$_)->item } @pairs;
    is("@got", join(' ', map { abs $code->(@$_) } @pairs), 'min, max of NaN');
}
is(elementwise(sub { my ($x) = @_; ~$x })->(GPULinalg::asarray([5]))->at(0), ~5, 'the complement of 64 bits');
is(elementwise(sub { my ($x) = @_; $x << 63 })->(GPULinalg::asarray([1]))->at(0), 1 << 63, 'shifts too');
is(elementwise(sub { my ($x) = @_; $x * 0 + 9**9**9 })->(1)->item, 9**9**9, 'inf');

sub refused {
    my ($what, $words, $code) = @_;
    ok(!eval { elementwise($code, name => 'f')->(1, 2); 1 }, "refused: $what");
    like($@, qr/^f: .*\Q$words\E/, 'and the message says why');
}
my $line = __LINE__ + 4;
refused(
    'a closed-over variable',
    "line $line of " . __FILE__ . ': `$beta` is defined outside',
    sub { my ($x) = @_; $x * $beta }
);
refused('a field', 'has no meaning', sub { my ($x) = @_; $x * $par{tau} });
refused('a variable of a package', '`$pi` is defined outside', sub { my ($x) = @_; $x * $pi });
refused('of another', '`$tau` is defined outside', sub { my ($x) = @_; $x * $main::tau });
refused(
    'a sub in a variable',
    'only named subs',
    do {
        my $f = \&square;
        sub { my ($x) = @_; $f->($x) }
    }
);
refused('a method', 'only named subs', sub { my ($x) = @_; Some::Class->new($x) });
refused('a recursion', 'recursive calls itself', \&recursive);
refused('a known module\'s sub', '`POSIX::strtol` is not a function', sub { my ($x) = @_; POSIX::strtol($x, 10) });
refused('the base of a logarithm', 'log takes 1 argument, not 2', sub { my ($x) = @_; GPULinalg::log($x, 2) });
refused('a reduction', '`GPULinalg::max` is not a function', sub { my ($x) = @_; GPULinalg::max($x) });
refused('an undefined sub', 'there is no function `undefined_sub`', sub { my ($x) = @_; undefined_sub($x) });
refused('local', '`$tau` is defined outside', sub { my ($x) = @_; local $tau = 2; $x });
refused('state', 'has no meaning', sub { use feature 'state'; my ($x) = @_; state $n = 0; $n += $x; $n });
refused(
    'a bound that changes',
    'changes during the loop',
    sub {
        my ($x, $n) = @_;
        for (my $i = 0; $i < $n; $i++) { $n -= 1; $x++ }
        $x;
    }
);
refused(
    'last',
    'has no meaning',
    sub {
        my ($x) = @_;
        for my $i (1 .. 3) { last if $x > 2; $x++ }
        $x;
    }
);
refused('a text', "'abc' is not a number", sub { my ($x) = @_; $x + 'abc' });
refused('a number in quotes', "'5' is not a number", sub { my ($x) = @_; $x + '5' });
refused('x', 'repeat', sub { my ($x) = @_; $x x 2 });
refused('a change of the argument itself', 'only variables of the sub', sub { $_[0] = 2; $_[0] });
refused('a variable twice', 'assigned twice at once', sub { my ($x) = @_; ($x, $x) = (1, 2); $x });
refused('$_', '`$_` is defined outside', sub { my ($x) = @_; $_ + $x });
refused('an assignment in a value', 'has no meaning', sub { my ($x) = @_; my $y; my $z = ($y = $x) + 1; $z });
refused('defaults', 'defaults', eval 'use feature "signatures"; no warnings; sub ($x, $y = 2) { $x + $y }');
refused('use integer', 'use integer', sub { my ($x) = @_; use integer; $x / 2 });
refused('a list', 'only variables of the sub', sub { my @x = @_; $x[0] });
refused('a hash', 'only variables of the sub', sub { my %x = @_; 1 });
refused('a count', 'has no meaning', sub { my $n = @_; $n });
refused('a sub of XS', 'not a sub written in Perl', \&POSIX::floor);
ok(
    !eval {
        elementwise(
            sub {
                my ($x, $n) = @_;
                for my $i (1 .. $n) { $x++ }
                $x;
            }
        )->(1.5, 10000000);
        1;
    },
    'too many rounds'
);
like($@, qr/1000000 rounds/, 'and the message says so');
my $upto = sub {
    my ($x, $n) = @_;
    my $c = 0 * $x;
    for my $k (0 .. $n) { $c += 1 }
    $c;
};
is(elementwise($upto)->(1, GPULinalg::asarray(255, dtype => 'uint8'))->item, 256, '0 .. the largest number of a type');
is(elementwise($upto)->(1, GPULinalg::asarray(127, dtype => 'int8'))->item, 128, 'with a sign');
ok(!eval { elementwise($upto)->(1, ~0 >> 1); 1 } && $@ =~ /1000000 rounds/, '0 .. the largest integer');
my $back = sub {
    my ($x, $n) = @_;
    my $c = 0 * $x;
    for my $k (reverse $n .. 127) { $c += 1 }
    $c;
};
is(elementwise($back)->(1, GPULinalg::asarray(-128, dtype => 'int8'))->item, 256, 'down to the smallest');
my $plus = sub { my ($p, $q) = @_; my $a = $q - $p; $q + $p + 0 * $a };
is(GPULinalg::reduction(map => sub { $_[0] }, reduce => $plus)->([1, 2, 3])->item, 6, 'a variable called as a parameter');
done_testing;
