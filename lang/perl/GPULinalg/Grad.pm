package GPULinalg::Grad;

# Derivatives of functions of the script: gradients, Jacobians, Hessians, and tapes. GPULinalg.pm loads this.

use strict;
use warnings;
use Scalar::Util qw(blessed weaken);

# ---- parameters: arrays, or lists and hashes of these ------------------------------------------------------------------------
sub _is_tree {
    my ($x) = @_;
    return ref $x eq 'HASH' || (ref $x eq 'ARRAY' && !_is_numbers($x));
}

# Return true for nested lists of numbers, which are an array.
sub _is_numbers {
    my ($x) = @_;
    return !ref $x || (ref $x eq 'ARRAY' && !grep { !_is_numbers($_) } @$x);
}

sub _leaves {
    my ($x) = @_;
    return $x if !_is_tree($x);
    return map { _leaves($_) } ref $x eq 'HASH' ? map { $x->{$_} } sort keys %$x : @$x;
}

# Return x with other leaves, which are taken from a list.
sub _rebuild {
    my ($x, $leaves) = @_;
    return shift @$leaves if !_is_tree($x);
    return { map { $_ => _rebuild($x->{$_}, $leaves) } sort keys %$x } if ref $x eq 'HASH';
    return [map { _rebuild($_, $leaves) } @$x];
}

sub _is_array { my ($x) = @_; return blessed $x && $x->isa('GPULinalg::Array') }

sub _arrays_of {
    my ($name, $y) = @_;
    my @leaves = _leaves($y);
    for (grep { !_is_array($_) } @leaves) {
        my $kind = !defined $_ ? 'undef' : ref $_ ? ref $_ : 'a number';
        GPULinalg::_fail('DTypeError',
            "$name: f must return an Array, but it returned $kind; compute with the functions of GPULinalg");
    }
    return @leaves;
}

# ---- tapes -------------------------------------------------------------------------------------------------------------------
# Rules of custom_vjp by number, which all tapes share that exist at the same time.
my $rules;

sub _rules {
    return $rules if $rules;
    my $made = {};
    $rules = $made;
    weaken $rules;
    return $made;
}

sub _is_recording { return defined $rules }

# A native tape, and the rules of custom_vjp that its calls may have.
sub _record {
    my ($persistent) = @_;
    return { rules => _rules(), tape => GPULinalg::new_tape($persistent ? 1 : 0) };
}

sub _listed {
    my @parts = @_;
    return [map { ref $_ eq 'ARRAY' ? @$_ : $_ } @parts];
}

sub _gradient {
    my ($record, $ys, $xs, $seeds) = @_;
    my $way = GPULinalg::tape_backward($record->{tape}, $ys, $xs, $seeds ? $seeds : ());
    while ((my $key = GPULinalg::backward_waits($way)) >= 0) {
        GPULinalg::backward_answer($way, [$record->{rules}{$key}->(@{ _listed(GPULinalg::backward_cotangents($way)) })]);
    }
    return @{ _listed(GPULinalg::backward_result($way)) };
}

# Call f with variables for the arguments numbered in @$which. Return the record, the variables and the results.
sub _call {
    my ($name, $f, $args, $which, $persistent) = @_;
    GPULinalg::_fail('DTypeError', "$name: f must be a function") if ref $f ne 'CODE' && !overload::Method($f, '&{}');
    my $n = @$args;
    for (grep { $_ < -$n || $_ >= $n } @$which) {
        GPULinalg::_fail('ArgumentError', "$name: argnums contains $_, but f was called with $n arguments");
    }
    my @given = @$args;
    my $record = _record($persistent);
    my (@variables, @results);
    my $done = eval {
        for my $i (@$which) {
            my @mine = map { GPULinalg::_as($name, 'tape_variable', $record->{tape}, $_) } _leaves($given[$i]);
            push @variables, @mine;
            $given[$i] = _rebuild($given[$i], [@mine]);
        }
        @results = $f->(@given);
        1;
    };
    my $error = $@;
    GPULinalg::tape_stop($record->{tape});
    die $error if !$done;
    return ($record, \@variables, @results);
}

sub _options {
    my ($name, $known, @rest) = @_;
    my %option = @rest;
    for (grep { !$known->{$_} } sort keys %option) {
        GPULinalg::_fail('ArgumentError', "$name: there is no option \"$_\"; the options are: " . join ', ', sort keys %$known);
    }
    return %option;
}

my %NUMBERS = (argnums => 1, has_aux => 1);

sub _numbers { my ($argnums) = @_; return ref $argnums ? @$argnums : $argnums // 0 }

# Return gradients in the form of the arguments.
sub _shaped {
    my ($args, $argnums, @parts) = @_;
    my @made = map { _rebuild($args->[$_], \@parts) } _numbers($argnums);
    return ref $argnums ? \@made : $made[0];
}

sub _value_and_grad {
    my ($name, $f, $option, $args) = @_;
    my ($record, $variables, $y, @aux) = _call($name, $f, $args, [_numbers($option->{argnums})], 0);
    _arrays_of($name, ref $y eq 'ARRAY' ? undef : $y);
    GPULinalg::_fail('ShapeError',
        "$name: f must return one number, but its result has shape (" . join(', ', @{ $y->shape }) . '); use jacobian')
        if $y->size != 1;
    my @parts = _gradient($record, [$y], $variables);
    return ($y, _shaped($args, $option->{argnums}, @parts), $option->{has_aux} ? @aux : ());
}

sub GPULinalg::value_and_grad {
    my ($f, @rest) = @_;
    my %option = _options('value_and_grad', \%NUMBERS, @rest);
    return sub { return _value_and_grad('value_and_grad', $f, \%option, [@_]) };
}

sub GPULinalg::grad {
    my ($f, @rest) = @_;
    my %option = _options('grad', \%NUMBERS, @rest);
    return sub {
        my (undef, @made) = _value_and_grad('grad', $f, \%option, [@_]);
        return wantarray ? @made : $made[0];
    };
}

sub GPULinalg::vjp {
    my ($f, @args) = @_;
    my ($record, $variables, $y) = _call('vjp', $f, \@args, [0 .. $#args], 1);
    my @ys = _arrays_of('vjp', $y);
    my $back = sub {
        my ($seed) = @_;
        my @parts = _gradient($record, \@ys, $variables, defined $seed ? [_leaves($seed)] : undef);
        my @made = map { _rebuild($_, \@parts) } @args;
        return wantarray ? @made : $made[0];
    };
    return ($y, $back);
}

# The product with the transposed Jacobian is linear in its seed u: its derivative in u, along v, is J v.
sub GPULinalg::jvp {
    my ($f, $x, $v) = @_;
    my $outer = _record(0);
    my (@seeds, @parts, $y);
    my $done = eval {
        my ($record, $variables, $value) = _call('jvp', $f, [$x], [0], 1);
        $y = $value;
        my @ys = _arrays_of('jvp', $y);
        @seeds = map { GPULinalg::tape_variable($outer->{tape}, GPULinalg::zeros_like($_)) } @ys;
        @parts = _gradient($record, \@ys, $variables, \@seeds);
        1;
    };
    my $error = $@;
    GPULinalg::tape_stop($outer->{tape});
    die $error if !$done;
    my @made = _gradient($outer, \@parts, \@seeds, [map { GPULinalg::asarray($_) } _leaves($v)]);
    return ($y, _rebuild($y, \@made));
}

# Return the derivatives of all elements of y, stacked along the axes of y.
sub _rows {
    my ($record, $y, $variables) = @_;
    my @rows;
    for my $i (0 .. $y->size - 1) {
        my $seed = GPULinalg::zeros_like($y);
        GPULinalg::setitem(GPULinalg::reshape($seed, [-1]), $i, 1);
        push @rows, [_gradient($record, [$y], $variables, [$seed])];
    }
    return map {
        my ($k, $v) = ($_, $variables->[$_]);
        my $shape = [@{ $y->shape }, @{ $v->shape }];
        @rows ? GPULinalg::reshape(GPULinalg::stack([map { $_->[$k] } @rows]), $shape) : GPULinalg::zeros($shape, $v->dtype)
    } 0 .. $#$variables;
}

sub GPULinalg::jacobian {
    my ($f, @rest) = @_;
    my %option = _options('jacobian', { argnums => 1 }, @rest);
    return sub {
        my @args = @_;
        my ($record, $variables, $y) = _call('jacobian', $f, \@args, [_numbers($option{argnums})], 1);
        my @made = map { _shaped(\@args, $option{argnums}, _rows($record, $_, $variables)) } _arrays_of('jacobian', $y);
        return _rebuild($y, \@made);
    };
}

sub GPULinalg::hessian {
    my ($f, @rest) = @_;
    my $gradient = GPULinalg::grad($f, @rest);
    return GPULinalg::jacobian(sub { return scalar $gradient->(@_) }, @rest);
}

sub GPULinalg::hvp {
    my ($f, $x, $v) = @_;
    my $outer = _record(0);
    my (@mine, @parts);
    my $done = eval {
        @mine = map { GPULinalg::tape_variable($outer->{tape}, $_) } _leaves($x);
        my (undef, $g) = _value_and_grad('hvp', $f, {}, [_rebuild($x, [@mine])]);
        @parts = _leaves($g);
        1;
    };
    my $error = $@;
    GPULinalg::tape_stop($outer->{tape});
    die $error if !$done;
    my @made = _gradient($outer, \@parts, \@mine, [map { GPULinalg::asarray($_) } _leaves($v)]);
    return _rebuild($x, \@made);
}

# Return the derivative of a function that is computed for each element of its argument.
sub _grad_of_sum {
    my ($f) = @_;
    return sub {
        return (_value_and_grad('grad', sub { GPULinalg::sum($f->($_[0])) }, {}, [@_]))[1];
    };
}

# Return x - f(x)/f'(x) for a function that is computed for each element, as recorded calls.
sub _newton_step {
    my ($f, $x) = @_;
    my $slope = _grad_of_sum($f)->($x);
    GPULinalg::_fail('ArgumentError',
        'gradient: the derivative of f is zero at the root, which has no derivative there; use stop_gradient')
        if !GPULinalg::all(GPULinalg::not_equal($slope, 0))->item;
    return $x - $f->($x) / $slope;
}

# ---- rules of the script -----------------------------------------------------------------------------------------------------
sub GPULinalg::custom_vjp {
    my ($f, $back) = @_;
    return sub {
        my @args = @_;
        my @leaves = map { _leaves($_) } @args;
        my @constants = map { _is_array($_) ? GPULinalg::stop_gradient($_) : $_ } @leaves;
        my $y = $f->(map { _rebuild($_, \@constants) } @args);
        my $all = _rules();
        my $key = keys %$all;
        my @made = @{ _listed(GPULinalg::_as('custom_vjp', 'tape_custom', $key, [_arrays_of('custom_vjp', $y)], \@leaves)) };
        $all->{$key} = sub {
            my @cotangents = @_;
            my @parts = $back->(\@args, $y, _rebuild($y, \@cotangents));
            @parts = map { _leaves($_) } @parts;
            return map { $parts[$_] // GPULinalg::zeros_like($leaves[$_]) } 0 .. $#leaves;
        };
        return _rebuild($y, \@made);
    };
}

sub GPULinalg::checkpoint {
    my ($f) = @_;
    return GPULinalg::custom_vjp(
        $f,
        sub {
            my ($args, undef, $cotangent) = @_;
            my (undef, $back) = GPULinalg::vjp($f, @$args);
            return $back->($cotangent);
        }
    );
}

sub GPULinalg::check_gradient {
    my ($f, $x, @rest) = @_;
    my %option = _options('check_gradient', { h => 1 }, @rest);
    my (undef, $gradient) = _value_and_grad('check_gradient', $f, {}, [$x]);
    my @parts = _leaves($gradient);
    my @leaves = map { GPULinalg::asarray($_) } _leaves($x);
    my $worst = 16;
    for my $k (0 .. $#parts) {
        my $dtype = '' . $parts[$k]->dtype;
        my $h = $option{h} // ($dtype =~ /^(?:float32|complex64)$/ ? 3e-3 : 6e-6);
        $leaves[$k] = GPULinalg::astype($leaves[$k], $dtype);
        for my $i (0 .. $parts[$k]->size - 1) {
            for my $imaginary (0 .. ($dtype =~ /complex/ ? 1 : 0)) {
                my $digits = _digits($f, $x, \@leaves, $k, $i, $h, $imaginary, $parts[$k]);
                $worst = $digits if $digits < $worst;
            }
        }
    }
    return $worst;
}

# Return the number of digits in which a derivative agrees with a central difference.
sub _digits {
    my ($f, $x, $leaves, $k, $i, $h, $imaginary, $gradient) = @_;
    my $part = sub {
        my ($array, $which) = @_;
        my $element = GPULinalg::getitem(GPULinalg::reshape($array, [-1]), $i);
        return $element->item if $array->dtype !~ /complex/;
        return ($which ? GPULinalg::imag($element) : GPULinalg::real($element))->item;
    };
    my $scale = GPULinalg::abs(GPULinalg::getitem(GPULinalg::reshape($leaves->[$k], [-1]), $i))->item;
    $scale = 1 if $scale < 1;
    my @ends;
    for my $sign (1, -1) {
        my $moved = GPULinalg::copy($leaves->[$k]);
        my $flat = GPULinalg::reshape($moved, [-1]);
        my $step = GPULinalg::asarray($sign * $h * $scale);
        $step = GPULinalg::multiply(GPULinalg::sqrt(GPULinalg::astype(GPULinalg::asarray(-1), 'complex128')), $step)
            if $imaginary;
        GPULinalg::setitem($flat, $i, GPULinalg::astype(GPULinalg::add(GPULinalg::getitem($flat, $i), $step), $moved->dtype));
        my @there = @$leaves;
        $there[$k] = $moved;
        push @ends, $f->(_rebuild($x, \@there))->item;
    }
    my $wanted = ($ends[0] - $ends[1]) / (2 * $h * $scale);
    my $error = CORE::abs($part->($gradient, $imaginary) - $wanted) / (CORE::abs($wanted) > 1 ? CORE::abs($wanted) : 1);
    return $error == 0 ? 16 : $error == $error ? -CORE::log($error) / CORE::log(10) : 0;
}

# ---- TensorFlow's form -------------------------------------------------------------------------------------------------------
package GPULinalg::GradientTape;

sub new {
    my ($class, @rest) = @_;
    my %option = GPULinalg::Grad::_options('GradientTape', { persistent => 1 }, @rest);
    my $persistent = $option{persistent} ? 1 : 0;
    return bless { persistent => $persistent, record => GPULinalg::Grad::_record($persistent) }, $class;
}

sub watch {
    my ($t, @x) = @_;
    GPULinalg::_as('watch', 'tape_watch', $t->{record}{tape}, $_) for map { GPULinalg::Grad::_leaves($_) } @x;
    return;
}

sub stop { my ($t) = @_; GPULinalg::tape_stop($t->{record}{tape}); return }

sub gradient {
    my ($t, $y, $x, $seed) = @_;
    my @parts = GPULinalg::Grad::_gradient(
        $t->{record},
        [GPULinalg::Grad::_arrays_of('gradient', $y)],
        [GPULinalg::Grad::_leaves($x)],
        defined $seed ? [GPULinalg::Grad::_leaves($seed)] : undef
    );
    return GPULinalg::Grad::_rebuild($x, \@parts);
}

sub jacobian {
    my ($t, $y, $x) = @_;
    GPULinalg::_fail('ArgumentError',
        'jacobian: the tape must be persistent; use GPULinalg::GradientTape->new(persistent => 1)')
        if !$t->{persistent};
    my @parts = GPULinalg::Grad::_rows($t->{record}, $y, [GPULinalg::Grad::_leaves($x)]);
    return GPULinalg::Grad::_rebuild($x, \@parts);
}

sub DESTROY { my ($t) = @_; GPULinalg::tape_stop($t->{record}{tape}) if ${^GLOBAL_PHASE} ne 'DESTRUCT'; return }
sub CLONE_SKIP { return 1 }

1;
