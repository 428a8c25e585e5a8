package GPULinalg::Search;

# Roots and minima of functions written in Perl, computed for all elements of arrays at the same time. GPULinalg.pm loads this.

use strict;
use warnings;

# my $rate = GPULinalg::find_root(sub { my ($r, $price) = @_; $price*(1 + $r)**10 - 100 }, 0, 1, [$prices], maxiter => 50);
sub GPULinalg::find_root {
    my ($search, $f) = _run('find_root', 'search_root', &GPULinalg::_values);
    return _differentiable($f, $search->best);
}

# my ($x, $value) = GPULinalg::find_minimum(sub { my ($x, $c) = @_; ($x - $c)**2 }, -1, 1, [$centres]);
sub GPULinalg::find_minimum {
    my ($search, $f) = _run('find_minimum', 'search_minimum', &GPULinalg::_values);
    my $x = $search->best;
    return ($x, $search->value) if !GPULinalg::Grad::_is_recording() || !_is_watched($f->($x));
    $x = _differentiable(GPULinalg::Grad::_grad_of_sum($f), $x);
    return ($x, scalar $f->($x));
}

sub _run {
    my ($name, $begin, $f, $first, $second, @rest) = @_;
    my $args = @rest % 2 ? shift @rest : undef;
    my %option = @rest;
    $args //= delete $option{args} // [];
    GPULinalg::_fail('DTypeError', "$name: f must be a function") if ref $f ne 'CODE' && !overload::Method($f, '&{}');
    my $search = GPULinalg::_as($name, $begin, $first, $second, map { $_ => $option{$_} } sort keys %option);
    my $with_args = sub { return scalar $f->($_[0], @$args) };
    1 while GPULinalg::_as($name, 'search_step', $search, $with_args->($search->x));
    return ($search, $with_args);
}

sub _is_watched { my ($y) = @_; return GPULinalg::Grad::_is_array($y) && GPULinalg::is_watched($y) }

# Return the root x of f as a function of what f depends on. Each step of Newton's method adds an order of derivatives.
sub _differentiable {
    my ($f, $x) = @_;
    return $x if !GPULinalg::Grad::_is_recording();
    $x = GPULinalg::stop_gradient($x);
    return $x if !_is_watched($f->($x));
    $x = GPULinalg::Grad::_newton_step($f, $x) for 1 .. 2;
    return $x;
}

1;
