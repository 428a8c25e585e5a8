# Perl subs as formulas: supported code, the resulting text, and the messages for refused code.
use strict;
use warnings;
use Test::More;
use POSIX ();
use GPULinalg qw(elementwise);

my $everything = elementwise(
    sub {
        my ($x, $y, $n) = @_;
        my $t = 0;
        my ($a, $b) = (1.5, 2);
        for my $i (0 .. 9) {
            $t += $x * $i;
        }
        for (my $k = 0; $k < $n; $k++) { $t -= GPULinalg::remainder(2**$k, 3) }
        foreach my $j (reverse 1 .. $n - 1) { $t = $t / $j }
        if ($x > $y && $y != 3 or not $x) { return ($t, $x) }
        elsif ($x == $y) { $t = -$x**2; }
        else { $t++ }
        unless ($x < 1e-3) { $t = 1e22 }
        $t = 5 if $y >= 2;
        ($a, $b) = ($b, $a + exp(-$b));
        my $z = $x > 0 ? sqrt($x) : abs(int($y));
        return ($x < 0 ? GPULinalg::tanh($x) : atan2($x, $y) + GPULinalg::floor($z) + 1 / 3 + GPULinalg::pi, $b);
    }
);
my $expected = do {
    open my $file, '<', "$ENV{srcdir}/tests/data/formulas/everything.txt" or die $!;
    local $/;
    <$file>;
};
is($everything->text, $expected, "the canonical text, which Python's test expects too");
is(
    elementwise(sub { my ($x) = @_; GPULinalg::Special::ndtr($x) + GPULinalg::Special::betainc(2, 3, $x) })->text,
    "return (ndtr(x) + betainc(2, 3, x));\n",
    'functions of a namespace'
);
my $half = GPULinalg::asarray([0.25, 0.5]);
my $inverse = elementwise(sub { my ($x) = @_; GPULinalg::Special::gammaincinv($x, 0.5) });
is_deeply([$inverse->($half)->list], [GPULinalg::Special::gammaincinv($half, 0.5)->list], 'and their values');
my ($first, $second) = $everything->([1, 2, -3, 2], [2, 2, 0.5, 1], 4);
is_deeply([$second->list], [(1.5 + exp(-2)) x 3, 2], 'its values are those of the sub');
cmp_ok(abs($first->at(3) - 14), '<', 1e-14, 'also of the first result');
is(elementwise(sub { my $x = shift; my $y = shift; $x * $y + exp(-$x) })->text, "return ((x * y) + exp((-x)));\n", 'shift');
is(
    elementwise(sub { my ($x) = @_; return 1 unless $x; my $t; $t = $x; --$t; $t })->text,
    "if ((!x)) {\n    return 1;\n}\nt = x;\nt = (t - 1);\nreturn t;\n",
    'a condition behind, steps'
);
is(
    elementwise(sub { my ($x, $y) = @_; my $t = GPULinalg::maximum($x, $y); GPULinalg::minimum($t, $y) })->text,
    "t = maximum(x, y);\nreturn minimum(t, y);\n",
    'calls with nothing but variables'
);
is_deeply(
    [
        map { [$_->list] } elementwise(
            sub {
                my ($x, $y) = @_;
                return ($x && $y, $x || $y || 7, !($x and $y), ($x && 1) + ($x || $y ? 2 : 3));
            }
        )->([0, 2, 0], [0, 3, 4])
    ],
    [[0, 3, 0], [7, 2, 4], [1, '', 1], [3, 3, 2]],
    '&& and || give one of their operands'
);

# Arguments by index, in any order, some unused; variables that hide others.
for (
    ['by number', sub { my $y = $_[1]; my $x = $_[0]; return $x - 2 * $y }],
    ['in place', sub { return $_[0] - 2 * $_[1] }],
    ['the last alone', sub { return 3 * $_[1] }],
    ['after shift', sub { my $x = shift; my ($y) = @_; return $x - 2 * $y }],
    ['left out', sub { my (undef, $y) = @_; return $y }],
    ['twice', sub { my ($x, $y) = @_; my $z = $_[0]; $x += 1; return $x * $y + $z }],
    ['a copy that changes', sub { my ($x) = @_; $x += 1; my $y = $_[0]; $x * 10 + $y + $_[1] }],
    [
        'a block',
        sub {
            my ($x, $y) = @_;
            my $t = 1;
            { my $t = $y + $t; $x += $t }
            return $x + $t;
        }
    ],
    [
        'a choice',
        sub {
            my ($x, $y) = @_;
            my $t = 1;
            if ($x < $y) { my $t = 5; $x += $t }
            $x + $t;
        }
    ],
    [
        'a loop',
        sub {
            my ($x, $y) = @_;
            for my $x (1 .. 3) { $y += $x }
            $x * $y;
        }
    ],
    [
        'loops',
        sub {
            my ($x, $y) = @_;
            for my $i (1 .. 3) {
                for my $i (reverse 0 .. 2) { $y += $i * $x }
                $y += 10 * $i;
            }
            $y;
        }
    ],
    ['the same again', sub { no warnings; my ($x, $y) = @_; my $x = $x + $y; $x++; $x }],
    ['warnings', sub { no warnings qw(once redefine); my ($x, $y) = @_; return $x * $y }],
    ['hints', sub { use locale; use sort 'stable'; my ($x, $y) = @_; return $x * $y }],
    ['a package', sub { package Some::Model; my ($x, $y) = @_; return $x * $y }],
) {
    my ($what, $code) = @$_;
    is(elementwise($code)->(5, 7)->item, $code->(5, 7), "arguments and variables: $what");
}
my $f = elementwise('x', '', 'x + 1', name => 'up');
isa_ok($f, 'GPULinalg::Elementwise');
is($f->(1)->item, 2, 'a formula');
is(GPULinalg::Elementwise->new('x', 'y', 'y = -x')->call(2)->item, -2, 'the class makes one too');
is(scalar(elementwise('x', '', 'return x, 2*x')->(1))->item, 1, 'in scalar context the first of several');

sub refused {
    my ($code, $words) = @_;
    ok(!eval { elementwise($code, name => 'f')->(1); 1 }, "refused: $words");
    isa_ok($@, 'GPULinalg::CompileError');
    like($@, qr/^f: .*\Q$words\E/, 'and the message says so');
}
refused(sub { my ($x) = @_; return [$x] }, 'anonymous array ([]) has no meaning');
refused(
    sub {
        my ($x) = @_;
        while ($x) { $x-- }
        $x;
    },
    'line ' . (__LINE__ - 3) . ' of ' . __FILE__ . ': while has no meaning'
);
refused(sub { my ($x) = @_; $x->[0] }, 'has no meaning');
refused(sub { my ($x) = @_; 'a' }, "'a' is not a number");
refused(sub { my ($x) = @_; $x . 'b' }, 'concatenation');
refused(sub { my ($x) = @_; $x // 2 }, 'write floor_divide');
refused(
    sub {
        my ($x) = @_;
        for my $i (1, 3) { $x++ }
        $x;
    },
    'only `for my $i (a .. b)`'
);
refused(sub { my ($x) = @_; nothing_such($x) }, 'there is no function `nothing_such`');
refused(
    sub {
        my ($x) = @_;
        eval { $x }
    },
    'eval {block}'
);
refused(sub { my ($x) = @_; $x eq 'a' }, 'string eq');
refused(sub { my ($x) = @_; $x =~ /a/ }, 'pattern match');
refused(sub { my ($x) = @_; return }, 'a value is returned');
refused(sub { my ($x) = @_; my $y = 0; $y = $x++; $y }, 'postincrement');
refused(sub { use integer; my ($x) = @_; $x / 2 }, '`use integer`');
refused(sub { my ($x) = @_; $x <=> 1 }, 'numeric comparison');
refused(sub { my ($x) = @_; our $unknown; $x + $unknown }, '`$unknown` is defined outside');
ok(!eval { $f->(1, 2); 1 } && ref $@ eq 'GPULinalg::ArgumentError', 'the number of arguments');
ok(!eval { elementwise('x', '', "x +\n  foo(x)"); 1 } && $@ =~ /line 2, column 3/, 'line and column');
done_testing();
