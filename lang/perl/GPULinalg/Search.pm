package GPULinalg::Search;

# Roots and minima of functions written in Perl, computed for all elements of arrays at the same time. GPULinalg.pm loads this.

use strict;
use warnings;

# my $rate = GPULinalg::find_root(sub { my ($r, $price) = @_; $price*(1 + $r)**10 - 100 }, 0, 1, [$prices], maxiter => 50);
sub GPULinalg::find_root {
    return _run('find_root', 'search_root', &GPULinalg::_values)->best;
}

# my ($x, $value) = GPULinalg::find_minimum(sub { my ($x, $c) = @_; ($x - $c)**2 }, -1, 1, [$centres]);
sub GPULinalg::find_minimum {
    my $search = _run('find_minimum', 'search_minimum', &GPULinalg::_values);
    return ($search->best, $search->value);
}

sub _run {
    my ($name, $begin, $f, $first, $second, @rest) = @_;
    my $args = @rest % 2 ? shift @rest : undef;
    my %option = @rest;
    $args //= delete $option{args} // [];
    GPULinalg::_fail('DTypeError', "$name: f must be a function") if ref $f ne 'CODE' && !overload::Method($f, '&{}');
    my $search = GPULinalg::_as($name, $begin, $first, $second, map { $_ => $option{$_} } sort keys %option);
    1 while GPULinalg::_as($name, 'search_step', $search, scalar $f->($search->x, @$args));
    return $search;
}

1;
