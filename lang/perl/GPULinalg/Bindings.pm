package GPULinalg::Bindings;

# The operators and subs that formulas can use. Subs are recognised by identity, never by the name that they are called by.
# GPULinalg::Translate uses this module.

use strict;
use warnings;
use B;

# How each operator is written; %s are the operands. Perl's bit operators work on unsigned 64-bit integers, and its % on
# integers.
our %OPERATOR = (
    add         => '(%s + %s)',
    subtract    => '(%s - %s)',
    multiply    => '(%s * %s)',
    divide      => '(%s / %s)',
    pow         => '(%s ** %s)',
    modulo      => 'modulo_0(%s, %s)',
    lt          => '(%s < %s)',
    le          => '(%s <= %s)',
    gt          => '(%s > %s)',
    ge          => '(%s >= %s)',
    eq          => '(%s == %s)',
    ne          => '(%s != %s)',
    and         => '(%s and %s)',
    or          => '(%s or %s)',
    xor         => '((!%s) != (!%s))',
    bit_and     => 'uint64((%s & %s))',
    bit_or      => 'uint64((%s | %s))',
    bit_xor     => 'uint64((%s ^ %s))',
    left_shift  => 'left_0(uint64((%s | 0)), %s)',
    right_shift => 'right_0(uint64((%s | 0)), %s)',
    complement  => 'uint64((%s ^ -1))',
    negate      => '(-%s)',
    not         => '(!%s)',
    abs         => 'abs(%s)',
    int         => '(trunc(%s) + 0)',
    sqrt        => 'sqrt(%s)',
    exp         => 'exp(%s)',
    log         => 'log(%s)',
    sin         => 'sin(%s)',
    cos         => 'cos(%s)',
    atan2       => 'atan2(%s, %s)',
    cond_expr   => '(%s ? %s : %s)',
);
$OPERATOR{"n$_"} = $OPERATOR{$_} for qw(bit_and bit_or bit_xor complement);

# Perl's % is an integer operation within 64 bits, and never yields -0.0. Beyond 64 bits the divisor is rounded, or the dividend
# is used unchanged.
our $MODULO =
      'function modulo_0(a, b) { if (abs(b) // 2 >= 9223372036854775808 || isinf(b)) return a % b; '
    . 'if (abs(a) // 2 >= 9223372036854775808 || isinf(a)) return a % (b < 0 ? -floor(0.5 - b) : floor(b + 0.5)); '
    . 'return trunc(a) % trunc(b) + 0; }';

# Shifts by a negative count shift in the opposite direction.
our %SHIFT = (
    left_shift  => 'function left_0(a, b) { return b < 0 ? a >> uint64(abs(b)) : a << uint64(abs(b)); }',
    right_shift => 'function right_0(a, b) { return b < 0 ? a << uint64(abs(b)) : a >> uint64(abs(b)); }',
);

# Functions of modules that a formula writes differently; [helper function of the formula, its text] if a helper is needed. The
# helpers of min and max reproduce which of two equal arguments List::Util returns, which matters for zeros of different signs.
my %HELPER = (
    min   => ['min_0', 'function min_0(a, b) { return b < a ? b : a; }'],
    max   => ['max_0', 'function max_0(a, b) { return a > b ? a : b; }'],
    round => [
        'round_0',
        'function round_0(x) { t = trunc(x); d = x - t; if (d >= 0.5) return t + 1; '
            . 'if (d <= -0.5) return t - 1; return t; }'
    ],    # halves round away from zero
    fmod => ['fmod_0', 'function fmod_0(x, y) { return copysign(abs(x * 1.0) % abs(y * 1.0), x * 1.0); }'],
);
my %POSIX = (
    (
        map { $_ => "$_(%s)" }
            qw(floor ceil trunc exp expm1 log log1p log2 log10 sqrt sin cos tan asin acos atan sinh cosh tanh
            asinh acosh atanh isnan isinf isfinite abs erf erfc)
    ),
    (map { $_ => "$_(%s, %s)" } qw(copysign hypot nextafter)),
    fabs      => 'abs(%s)',
    lgamma    => 'gammaln(%s)',
    tgamma    => 'gamma(%s)',
    pow       => '(%s ** %s)',
    atan2     => 'atan2(%s, %s)',
    rint      => 'round(%s)',
    nearbyint => 'round(%s)',
    round     => $HELPER{round},
    fmod      => $HELPER{fmod},
);

# For zeros of different signs, fmin and fmax of C libraries return the first, the second, or the smaller and the larger one.
my %COMPARISON = (fmin => '<', fmax => '>');

sub extreme {
    my ($name) = @_;
    my $of_c = $name eq 'fmin' ? \&POSIX::fmin : \&POSIX::fmax;
    my $minus_zero = -1 / 9**9**9;
    my ($first, $second) = map { sprintf('%g', $_) eq '-0' } $of_c->(0, $minus_zero), $of_c->($minus_zero, 0);
    my $compare = $COMPARISON{$name};
    my $equal =
          $first && $second ? ' || a == b && signbit(a)'
        : $first ? ''
        : $second ? ' || a == b'
        : ' || a == b && !signbit(a)';
    return ["${name}_0", "function ${name}_0(a, b) { return a $compare b || b != b$equal ? a : b; }"];
}

# Return the sub of a name that a tree calls, as a B::CV; an empty list if there is none.
sub sub_of {
    my ($thing) = @_;    # content of an op gv: a B::GV, or a reference to the sub itself
    my $cv = $thing->isa('B::GV') ? $thing->CV : $thing->FLAGS & B::SVf_ROK ? $thing->RV : return;
    return $cv->isa('B::CV') ? $cv : undef;
}

# Return the package and the name that a sub was defined with; nothing for a lexical or anonymous sub.
sub origin {
    my ($cv) = @_;
    my $gv = $cv->GV;
    return ('', '__ANON__') if !$gv->isa('B::GV');
    return ($gv->STASH->NAME, $gv->NAME);
}

sub is_defined { my ($cv) = @_; return $cv->XSUB || !$cv->ROOT->isa('B::NULL') }

# Return how a formula writes a call to the sub: a pattern, [helper, text], or nothing if formulas do not support it.
sub known {
    my ($cv) = @_;
    my ($package, $name) = origin($cv);
    return extreme($name) if $package eq 'POSIX' && $COMPARISON{$name} && $cv->XSUB;
    return $POSIX{$name} if $package eq 'POSIX' && ($cv->XSUB || !is_defined($cv));    # POSIX makes some when called
    return if !$cv->XSUB;
    return $HELPER{$name} if $package eq 'List::Util' && $name =~ /^(?:min|max)$/;
    $name =~ s/^special_//;
    return $name . '(%s)' if $package eq 'GPULinalg' && $name !~ /^(?:min|max|_.*)$/;
    return;
}

1;
