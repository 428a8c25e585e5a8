# Temporaries of an expression lend their memory to results; values that a script can still access never change. The same
# programs are run with arrays too small for reuse: every value must have the same bits.
use strict;
use warnings;
use List::Util qw(any first pairgrep pairmap reduce sum);
use Scalar::Util qw(weaken);
use Test::More;
use GPULinalg ();

my ($small, $large) = (16, 1 << 16);

# Two arrays whose first elements do not depend on their length.
sub start {
    my $x = GPULinalg::arange(shift, dtype => 'float64') % 251.0 + 1.5;
    return ($x, 3.0 / $x);
}

sub head {
    return join ' ', map { unpack 'H*', $_ } GPULinalg::copy($_[0]->slice("0:$small"))->packed;
}

# The program receives (x, y) and returns arrays.
sub unchanged {
    my ($name, $program) = @_;
    my ($found, $wanted) = map {
        [map { head($_) } $program->(start($_))]
    } $large, $small;
    is_deeply($found, $wanted, $name);
}

# ---- memory is reused, and only if this is permitted -----------------------------------------------------------------------
#
# Check the number of arrays that a program needs at the same time, in addition to its arguments.
sub held_at_most {
    my ($program) = @_;
    my $n = 1 << 18;
    my ($x, $y) = start($n);
    GPULinalg::trim();
    GPULinalg::reset_peak_memory();
    my $before = GPULinalg::memory_info()->{used_bytes};
    $program->($x, $y);
    return sprintf('%.1f', (GPULinalg::memory_info()->{peak_bytes} - $before) / (8 * $n)) + 0;
}
is(held_at_most(sub { my ($x, $y) = @_; my $r = -($x + $y) }), 1, 'a temporary is reused');
is(held_at_most(sub { my ($x, $y) = @_; my $r = $x * (1 - $y) + $x * $y }), 2, 'two temporaries for a sum of products');
is(held_at_most(sub { my ($x, $y) = @_; (($x + 1) * 2 - $y) / $y }), 1, 'one for a chain');
is(held_at_most(sub { my ($x, $y) = @_; sqrt(exp(-abs($x - $y))**2) }), 1, 'functions that are operators');
cmp_ok(held_at_most(sub { my ($x, $y) = @_; GPULinalg::astype($x + $y, 'float32') + $y }), '>=', 1.5, 'no other type');
cmp_ok(held_at_most(sub { my ($x, $y) = @_; ($x + $y)->slice('::2') + $y->slice('::2') }), '>=', 1.5, 'no part');

# ---- every way to refer to an array ---------------------------------------------------------------------------------------
my (@kept, $kept, $weak);

package Other {
    use overload
        '*'   => sub { $kept = $_[0]{array} + $_[1]; return $kept },
        '+'   => sub { my $r = $_[0]{array} + $_[1]; Scalar::Util::weaken($weak = $r); $kept = \$r; return $r },
        '-'   => sub { $kept = $_[0]{array} + $_[1]; return wantarray ? ($kept) : $kept },
        'neg' => sub { return $_[0]{array} };
    sub new { return bless { array => $_[1] }, $_[0] }
}

unchanged(
    'variables',
    sub {
        my ($x, $y) = @_;
        my $p = my $q = $x * $y;
        my ($r, $s) = ($x * $y, -$p);
        my $t;
        my $u = ($t = $x * $y) + 1;
        my $v = -($t = $x + $y);
        our $global = $x * $y;
        local $_ = $x * $y;
        return ($p + 1, $q * 2, $p, $q, $r + 1, $r, $s + 1, $s, $u, $t, $v, $global + 1, $global, $_ + 1, -$_, $_);
    }
);
unchanged(
    'containers',
    sub {
        my ($x, $y) = @_;
        my (@a, %h) = $x * $y;
        $h{t} = $x - $y;
        my $r = \($x + $y);
        my $c = [$x * $y];
        return (
            $a[0] + 1,
            -$a[0], $h{t} + 1,
            -$h{t}, $$r + 1, -$$r, $c->[0] + 1,
            $a[0], $h{t}, $$r, @$c,
            (map { $_ + 1 } $x * $y, @a),
            (map { -$_ } values %h)
        );
    }
);
unchanged(
    'arguments',
    sub {
        my ($x, $y) = @_;
        my $f = sub { return ($_[0] + 1, $_[0] * 2, -$_[0], $_[1] + $_[0], $_[0] + $_[1]) };
        my $g = sub { my $t = shift; return $t + 1, -$t, $t };
        my $h = sub { return &$f };
        return ($f->($x * $y, $x - $y), $g->($x * $y), $h->($x * $y, $x + 1), &$f($x * $y, -$y));
    }
);
unchanged(
    'loops',
    sub {
        my ($x, $y) = @_;
        my @r;
        for ($x * $y, $x - $y) { push @r, $_ + 1, $_ * 2, -$_ }
        for my $t ($x * $y, -$y) { push @r, $t + 1, $t - 1, $t }
        push @r, map { ($_ + 1, $_ * 2, -$_) } $x * $y, $x - $y;
        push @r, map {
            my $t = $_;
            grep { push @r, $_ + 1, -$_; 1 } $t * 2
        } $x * $y;
        local $_;
        push @r, $_ + 1, -$_ while @r < 30 && defined($_ = $x * $y);
        return @r;
    }
);
unchanged(
    'List::Util',
    sub {
        my ($x, $y) = @_;
        my @parts = ($x, $y, $x * $y);
        my @r;
        first { push @r, $_ + 1, -$_, $_ * 2; 0 } $x * $y, $x - $y;
        any { push @r, $_ + 1, -$_; 0 } $x * $y, $x - $y;
        push @r, pairmap { ($a + 1, $a * 2, -$b, $b + $a, $a, $b) } $x * $y, $x - $y, -$x, $x + $y;
        pairgrep { push @r, $a + 1, $a * 2, -$b, $b - $a; 0 } $x * $y, $x - $y;
        return (
            @r,
            (reduce { $a + $b } @parts),
            (reduce { push @r, $a + 1, -$b; $a * $b } map { $_ * 2 } @parts),
            @r, sum(@parts), sum(map { $_ + 1 } @parts), @parts
        );
    }
);
unchanged(
    'sort',
    sub {
        my ($x, $y) = @_;
        my @r;
        my @s = sort { push @r, $a + 1, -$b; 0 } $x * $y, $x + $y;
        return (@r, @s);
    }
);
unchanged(
    'methods and strings of code',
    sub {
        my ($x, $y) = @_;
        my $m = ($x * $y)->can('reshape');
        my @codes = ('($x*$y)->reshape([-1]) + 1', '-($x*$y)', '($x*$y + 1)*($x*$y)', 'my $t = ($x*$y + $x)*2; -$t + $t');
        return map { my $r = eval $_; die $@ if $@; $r } @codes;
    }
);
unchanged(
    'views',
    sub {
        my ($x, $y) = @_;
        my $f = sub { my $t = $x * $y; @kept = ($t->reshape([1, -1]), $t->slice('1:')); return $t };
        my $sum = $f->() + 1;
        my @r = ($sum, $kept[0]->reshape([-1]) + 1, $kept[0]->reshape([-1]));
        push @r, -$f->(), GPULinalg::concat([[0.0], $kept[1]]);
        push @r, ($x * $y)->reshape([-1]) + 1;
        return @r;
    }
);
unchanged(
    'weak references',
    sub {
        my ($x, $y) = @_;
        my $f = sub { my $t = $x * $y; $weak = $t; weaken($weak); return $t };
        my @r = $f->() + 1;
        my $t = $f->();
        push @r, $t + 1, $weak + 1, $weak;
        return @r;
    }
);
unchanged(
    'operators of other classes',
    sub {
        my ($x, $y) = @_;
        my $o = Other->new($x);
        my @r = ($o * $y) + 1;
        push @r, GPULinalg::copy($kept), -($o * $y);
        push @r, GPULinalg::copy($kept), ($o + $y) * 2;
        push @r, GPULinalg::copy($$kept), GPULinalg::copy($weak), -($o + $y);
        push @r, GPULinalg::copy($$kept), GPULinalg::copy($weak), ($o - $y) + 1;
        push @r, GPULinalg::copy($kept), -$o + 1, (-$o) * 2, $o->{array};
        return @r;
    }
);
unchanged(
    'changes in place',
    sub {
        my ($x, $y) = @_;
        my $t = $x * $y;
        my $s = $t;
        $t += 1;
        my $u = $x * $y;
        $u = $u + 1;
        my $v = $x * $y;
        my $w = ($v += $v * 2) + 1;
        my $z = ($v *= 2) - ($x * $y);
        return ($t, $s, $u, $v, $w, $z);
    }
);
unchanged(
    'ties and lvalues',
    sub {
        my ($x, $y) = @_;
        my @r;
        {

            package Tied;
            sub TIESCALAR { return bless [$_[1]] }
            sub FETCH { return $_[0][0] }
            sub STORE { $_[0][0] = $_[1] }
        }
        tie my $tied, 'Tied', $x * $y;
        push @r, $tied + 1, -$tied, $tied * 2, ($tied = $x + $y) + 1, $tied + 0;
        my $cell = $x * $y;
        my $lvalue = sub : lvalue { $cell };
        push @r, $lvalue->() + 1, -$lvalue->(), ($lvalue->() = $x - $y) * 2, $cell;
        return @r;
    }
);
unchanged(
    'errors',
    sub {
        my ($x, $y) = @_;
        my $t = $x * $y;
        for my $bad ('text', [1, 2, 3]) {
            my $r = eval { ($x * $y) + $bad };
            ok(!defined $r && $@, 'an operand that does not fit is an error');
        }
        return ($t + 1, $t);
    }
);

# ---- random expressions ------------------------------------------------------------------------------------------------------
my @forms = (
    '(A + B)',
    '(A - B)',
    '(A * B)',
    '(A / (1 + B*B))',
    '(-A)',
    '($v = A + B)',
    'abs(A)',
    'same(A)',
    'kept(A)',
    '($x + A)->slice(":")',
    '[A + 1, B]->[0]',
    '(map { $_ * 2 - $_ } A)[0]',
    '(sub { $_[0] * 2 - $_[0] })->(A)',
    '(A % 7)',
    'do { my $t = A; $t - B }',
    'atan2(A, B)'
);
my ($v, @hold);
sub same { return $_[0] }
sub kept { push @hold, $_[0]; return $_[0] }

sub expression {
    my ($depth) = @_;
    return rand() < 0.8 ? ('$x', '$y', '$v', '$r[-1]', '$r[0]')[rand 5] : ('1', '2', '0.5', '3.25')[rand 4]
        if !$depth || rand() < 0.15;
    my ($form, @parts) = ($forms[rand @forms], map { expression($depth - 1) } 1, 2);
    $form =~ s/\b([AB])\b/$parts[$1 eq 'B']/g;
    return $form;
}

sub by_chance {
    my ($seed, $n) = @_;
    srand $seed;
    my ($x, $y) = start($n);
    my @r = ($x * $y, $x - $y);
    ($v, @hold) = $x + $y;
    for my $i (1 .. 6) {
        my $code = expression(4);
        my $value = eval $code;
        die "$code: $@" if $@;
        push @r, $x + $value, $value;
    }
    return join '|', map { ref && $_->ndim ? head($_) : () } @r, @hold, $x, $y, $v;
}
my @bad = grep { by_chance($_, $small) ne by_chance($_, 1 << 15) } 1 .. 120;
is("@bad", '', 'programs by chance, by their seeds');

done_testing();
