# Fits in Perl: copies of every estimator's Fit by Storable, messages about misspelt options and clusters.
use strict;
use warnings;
use Storable;
use Test::More;
use GPULinalg;

my @names = qw(y d n x w z1 z2 firm year);
my @rows = (
    [1.5, 0, 1, 0.5, 1, 0.75, 1, 'a', 1],
    [2.25, 1, 0, 1, 0.5, 1, 0, 'a', 2],
    [0.5, 0, 2, 0.25, 1.25, 0.5, 1.5, 'a', 3],
    [4, 1, 1, 2, 2, 1.5, 1, 'b', 1],
    [3.5, 0, 3, 1.5, 1, 1.25, 0.5, 'b', 2],
    [5.25, 1, 5, 2.5, 2.75, 2, 2.5, 'b', 3],
    [4.5, 1, 0, 1, 2, 2.5, 0, 'c', 1],
    [7, 0, 4, 3, 2.5, 2.25, 2, 'c', 2],
    [6.25, 1, 3, 2.25, 3.5, 3, 1, 'c', 3],
    [8.5, 1, 6, 3.5, 3, 3.25, 1.5, 'd', 1],
    [7.75, 0, 2, 2, 4.25, 3.5, 3, 'd', 2],
    [9, 1, 7, 4, 3, 2.75, 0.5, 'd', 3],
);
my $data = GPULinalg::Table->new(
    [
        map {
            my $i = $_;
            ($names[$i] => [map { $_->[$i] } @rows])
        } 0 .. $#names
    ]
);
my $iv = 'y ~ x | w ~ z1 + z2';
my %unit = (unit => 'firm');
my %panel = (%unit, time => 'year');
my %fits = (
    ols              => GPULinalg::Econ::ols('log(y) ~ x + i(year)', $data, vcov => 'cluster:firm'),
    effects          => GPULinalg::Econ::ols('y ~ 1 | firm', $data),
    tsls             => GPULinalg::Econ::tsls($iv, $data, vcov => 'HC1'),
    liml             => GPULinalg::Econ::liml($iv, $data),
    gmm              => GPULinalg::Econ::gmm($iv, $data, vcov => 'HC1'),
    sur              => GPULinalg::Econ::sur(['y ~ x + z1', 'w ~ x + z2'], $data),
    threesls         => GPULinalg::Econ::threesls(['y ~ x | w ~ z1 + z2', 'w ~ x + z2'], $data),
    logit            => GPULinalg::Econ::logit('d ~ z2', $data),
    probit           => GPULinalg::Econ::probit('d ~ z2', $data),
    mlogit           => GPULinalg::Econ::mlogit('year ~ z2', $data),
    poisson          => GPULinalg::Econ::poisson('n ~ x', $data),
    tobit            => GPULinalg::Econ::tobit('y ~ x', $data, lower => 0.5),
    between          => GPULinalg::Econ::between('y ~ x', $data, %unit),
    first_difference => GPULinalg::Econ::first_difference('y ~ x', $data, %panel),
    random_effects   => GPULinalg::Econ::random_effects('y ~ x', $data, %unit),
    fama_macbeth     => GPULinalg::Econ::fama_macbeth('y ~ x', $data, time => 'year'),
    ridge            => GPULinalg::Econ::ridge('y ~ x + z1', $data, 0.5),
    lasso            => GPULinalg::Econ::lasso('y ~ x + z1', $data, 0.1),
);
for my $name (sort keys %fits) {
    my $fit = $fits{$name};
    for my $copy (Storable::dclone($fit), Storable::thaw(Storable::freeze($fit))) {
        is_deeply([ref $copy, "$copy", $copy->coef], [ref $fit, "$fit", $fit->coef], $name);
    }
}
my $copy = Storable::dclone($fits{tsls});
is_deeply($copy->vcov('cluster:firm')->se, $fits{tsls}->vcov('cluster:firm')->se, 'a column that the formula does not use');
is_deeply($copy->predict($data)->aref, $fits{tsls}->predict($data)->aref, 'predictions');

is_deeply([$copy->clusters, $fits{ols}->clusters], [[], [4]], 'numbers of clusters');

# ---- messages
sub says {
    my ($code, $words, $name) = @_;
    my $message = eval { $code->(); 1 } ? 'no error' : ref $@ ? $@->message : $@;
    like($message, qr/\Q$words\E/, $name);
    return;
}
says(sub { GPULinalg::Econ::ols('y ~ x', $data, vcv => 'HC1') },
    "ols: there is no option 'vcv'; did you mean 'vcov'?", 'misspelt');
says(sub { GPULinalg::Econ::ols('y ~ x', $data, cluster => 'firm') }, "such as vcov => 'cluster:firm'", 'the name of a column');
says(sub { GPULinalg::Econ::ols('y ~ x', $data, vcov    => { CRV1 => 'firm' }) }, "such as vcov => 'cluster:firm'", 'a hash');
done_testing();
