#!/usr/bin/env perl
# Option prices by simulation, with standard errors, compared with closed forms.
#
# A call in the Black-Scholes model is one formula from the random number to the payoff, and a GPU computes it in one
# kernel.  So is a call in the model of S. L. Heston, Review of Financial Studies 6 (1993), 327-343, discretised as in L.
# Andersen, Journal of Computational Finance 11 (2008), 1-42.  Scrambled Sobol points have smaller errors.
use strict;
use warnings;
use GPULinalg qw(arange elementwise exp maximum mean stack std sum);

my ($paths, $steps, $points, $scrambles) = (1 << 16, 16, 1 << 11, 16);
my $pi = 4 * CORE::atan2(1, 1);

# Return the mean and its standard error.
sub report {
    my ($method, $sample, $known) = @_;
    my ($price, $error) = (mean($sample)->item, std($sample, correction => 1)->item / sqrt($sample->size));
    my $near = abs($price - $known) <= 4 * $error ? 'true' : 'false';
    printf "  %-28s %8.4f  standard error %.4f  within four: %s\n", $method, $price, $error, $near;
    return;
}

# Spot and strike 100, rate 3 %, volatility 20 %, expiry in one year.
my $d = (0.03 + 0.02) / 0.2;
my ($above, $below) = map { GPULinalg::Special::ndtr($_)->item } $d, $d - 0.2;
my $known = 100 * ($above - CORE::exp(-0.03) * $below);
printf "Black and Scholes: %.4f\n", $known;
my $payoff = elementwise('z', '', 'exp(-0.03)*max(100*exp(0.03 - 0.02 + 0.2*z) - 100, 0)', name => 'payoff');
my $simulated = elementwise(
    'int64 path',
    'float64 value',
    'z = random_normal(2026, 0, path); value = exp(-0.03)*max(100*exp(0.03 - 0.02 + 0.2*z) - 100, 0);'
);
report('Monte Carlo', $simulated->(arange($paths)), $known);
my @means;

for my $k (0 .. $scrambles - 1) {
    push @means, mean($payoff->(GPULinalg::Special::ndtri(GPULinalg::Random::sobol($points, 1, seed => $k))));
}
report('quasi-Monte Carlo', stack(\@means), $known);

# Initial and long-run variance 0.04, mean reversion 2, volatility of variance 0.5, correlation -0.7 with the price.
my $model = <<'END';
function next_variance(v, z) {
    e = exp(-2/16);
    m = 0.04 + (v - 0.04)*e;
    psi = (0.25*v*e/2*(1 - e) + 0.04*0.25/4*(1 - e)*(1 - e))/(m*m);
    q = 2/min(psi, 1.5);
    b = q - 1 + sqrt(q)*sqrt(q - 1);
    p = max((psi - 1)/(psi + 1), 0);
    u = ndtr(z);
    return psi <= 1.5 ? m/(1 + b)*(sqrt(b) + z)*(sqrt(b) + z) : u <= p ? 0 : m*log((1 - p)/(1 - u))/(1 - p);
}
function next_log_price(x, v, v1, w) {
    drift = 0.03/16 + 0.7*2*0.04/16/0.5;
    shift = (-0.7*2/0.5 - 0.5)/32;
    return x + drift + (shift + 0.7/0.5)*v + (shift - 0.7/0.5)*v1 + sqrt(0.51/32*(v + v1))*w;
}
END
my $transform = elementwise('float64 u', 'float64 value', <<'END');
    beta = 2.175 + 0.35j*u;
    d = sqrt(beta*beta + 0.25*(u*u + 0.25));
    g = (beta - d)/(beta + d);
    e = exp(-d);
    slope = (beta - d)/0.25*(1 - e)/(1 - g*e);
    level = 2*0.04/0.25*(beta - d - 2*log((1 - g*e)/(1 - g)));
    value = real(exp(0.03j*u + level + 0.04*slope))/(u*u + 0.25);
END
my $width = 0.05;
my $integral = $width * sum($transform->($width * (arange(4000) + 0.5)))->item;
$known = 100 - 100 * CORE::exp(-0.015) * $integral / $pi;
printf "Heston: %.4f\n", $known;
my $heston = elementwise('int64 path', 'float64 value', $model . <<'END');
    x = log(100);
    v = 0.04;
    for (t = 0; t < 16; t++) {
        z = random_normal(2026, 1, 32*path + 2*t);
        w = random_normal(2026, 1, 32*path + 2*t + 1);
        v1 = next_variance(v, z);
        x = next_log_price(x, v, v1, w);
        v = v1;
    }
    value = exp(-0.03)*max(exp(x) - 100, 0);
END
report('Monte Carlo', $heston->(arange($paths)), $known);
my $step = elementwise('x, v, z, w', 'x1, v1', $model . 'v1 = next_variance(v, z); x1 = next_log_price(x, v, v1, w);');
my @prices;

for my $k (0 .. $scrambles - 1) {
    my $z = GPULinalg::Special::ndtri(GPULinalg::Random::sobol($points, 2 * $steps, seed => $k));
    my ($x, $v) = $step->scan([CORE::log(100), 0.04], [$z->slice(':', '::2'), $z->slice(':', '1::2')]);
    push @prices, CORE::exp(-0.03) * mean(maximum(exp($x->slice(':', -1)) - 100, 0));
}
report('quasi-Monte Carlo', stack(\@prices), $known);
