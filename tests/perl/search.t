# Root and minimum searches with functions of the script: permitted behaviour, and messages for invalid functions.
use strict;
use warnings;
use Test::More;
use GPULinalg qw(all abs asarray elementwise find_minimum find_root sqrt);

sub says {
    my ($code, $kind, $words, $name) = @_;
    my $lived = eval { $code->(); 1 };
    ok(!$lived && ref $@ eq "GPULinalg::$kind" && index("$@", $words) >= 0, $name) or diag("$@");
    return;
}

my $c = asarray([0.5, 2, 200]);
my $calls = 0;
my $root = find_root(sub { my ($x, $c) = @_; $calls++; $x * $x - $c }, 0, 20, [$c]);
ok(all(abs($root - sqrt($c)) <= 1e-11), 'square roots');
cmp_ok($calls, '<', 25, 'by interpolation');
$root = find_root(sub { my ($x, $c) = @_; $x * $x - $c }, 0, 20, args => [$c], xtol => 0.5);
ok(all(abs($root - sqrt($c)) <= 0.5), 'args and tolerances by name');
$root = find_root(
    sub {
        my ($x) = @_;
        [map { $_ - 0.5 } $x->list];
    },
    [0, 0.25],
    [1, 0.75]
);
is_deeply($root->aref, [0.5, 0.5], 'lists are values');
my ($x, $value) = find_minimum(elementwise(sub { my ($x, $c) = @_; ($x - $c)**2 }), -3, 3, [asarray([0.5, -1, 9])]);
ok(all(abs($x - asarray([0.5, -1, 3])) < 1e-7), "minima, inside and at an end: $x");
ok(all(abs($value - asarray([0, 0, 36])) < 1e-6), 'and their values');
cmp_ok(abs(find_root(sub { $_[0] - 0.3 }, -1e20, 0.9e20)->item - 0.3), '<', 3e-12, 'a wide bracket');
($x) = find_minimum(sub { abs($_[0] - 0.3) }, -1e308, 1e308);
cmp_ok(abs($x->item - 0.3), '<', 1.5e-8, 'and of a minimum');
ok(
    !eval {
        find_root(sub { die "mine\n" }, 0, 1);
        1;
    }
        && $@ eq "mine\n",
    'an exception of the function'
);
says(sub { find_root(3, 0, 1) }, 'DTypeError', 'find_root: f must be a function', 'no function');
says(
    sub {
        find_root(sub { undef }, 0, 1);
    },
    'ArgumentError',
    'find_root: fx is undef',
    'no values'
);
says(
    sub {
        find_root(sub { $_[0] - $c }, [-1], 1);
    },
    'ArgumentError',
    'in 2 of 3 elements, the first at [1]',
    'no root'
);
says(
    sub {
        find_root(sub { $_[0] }, 0, 1, maxite => 3);
    },
    'ArgumentError',
    "did you mean 'maxiter'?",
    'an unknown option'
);
says(
    sub {
        find_root(sub { $_[0] - exp($_[0]->item) / 3 }, 0, 1, maxiter => 2);
    },
    'ConvergenceError',
    'find_root: did not converge in 2 steps; increase maxiter or xtol',
    'too few steps'
);
done_testing();
