# Eigenvalues and singular values of all forms of matrices in Perl: functions, arrays, objects with matvec or x. Expected values
# are closed forms: the second differences of order n have the eigenvalues 2 - 2 cos(j pi/(n + 1)).
use strict;
use warnings;
use Test::More;
use GPULinalg qw(asarray ones arange);

eval { GPULinalg::Sparse::factor(GPULinalg::Sparse::eye(1)) } or plan(skip_all => "$@");
my $N = 60;
my $laplace = GPULinalg::Sparse::diags([[-1], [2], [-1]], offsets => [-1, 0, 1], shape => [$N, $N]);
my $dense = $laplace->toarray;
my @eigenvalues = map { 2 - 2 * cos($_ * atan2(0, -1) / ($N + 1)) } 1 .. $N;
my @half = map { $_ / 2 } @eigenvalues;

sub near {
    my ($got, $want, $name, $limit) = @_;
    my $values = $got->aref;
    my $far = @$values != @$want || grep { abs($values->[$_] - $want->[$_]) > ($limit // 1e-10) } 0 .. $#$want;
    return ok(!$far, $name) || diag("@$values");
}

sub says {
    my ($code, $kind, $words, $name) = @_;
    my $lived = eval { $code->(); 1 };
    ok(!$lived && ref $@ eq "GPULinalg::$kind" && index("$@", $words) >= 0, $name) or diag("$@");
    return;
}

{

    package Linear;
    sub new { my ($class) = @_; return bless {}, $class }
    sub shape { return [$N, $N] }
    sub dtype { return 'float64' }
    sub matvec { my ($self, $x) = @_; return $laplace->dot($x) }
    sub rmatvec { my ($self, $x) = @_; return $laplace->dot($x) }

    package Product;
    use overload x => sub { my ($self, $x) = @_; return $laplace->dot($x) };
    sub new { my ($class) = @_; return bless {}, $class }
    sub shape { return [$N, $N] }
    sub H { my ($self) = @_; return $self }
}
my $function = sub { return $laplace->dot($_[0]) };
my @shape = (shape => [$N, $N]);

for ([$dense, 'an array'], [$dense->aref, 'a list'], [Linear->new, 'an object with matvec'], [Product->new, 'one with x']) {
    my ($A, $name) = @$_;
    near(scalar GPULinalg::Sparse::eigsh($A, 2), [@eigenvalues[-2, -1]], "eigsh of $name");
    my $values = GPULinalg::Sparse::eigs($A, 2, which => 'LR');
    near($values->real, [@eigenvalues[-1, -2]], "eigs of $name");
    my ($U, $S, $Vh) = GPULinalg::Sparse::svds($A, 2);
    near($S, [@eigenvalues[-1, -2]], "svds of $name");
}
near(scalar GPULinalg::Sparse::eigsh($function, 2, @shape), [@eigenvalues[-2, -1]], 'eigsh of a function');
near(
    scalar GPULinalg::Sparse::eigsh($function, 2, v0 => arange(1.0, $N + 1.0), which => 'SA'),
    [@eigenvalues[0, 1]],
    'v0 says how large it is', 1e-8
);
my ($values, $vectors) = GPULinalg::Sparse::eigsh($function, 2, @shape, dtype => 'float32');
is($values->dtype . ' ' . join(' ', @{ $vectors->shape }), "float32 $N 2", 'of another type');
my ($U, $S, $Vh) = GPULinalg::Sparse::svds([$function, $function], 2, @shape);
near($S, [@eigenvalues[-1, -2]], 'svds of two functions');
($U, $S, $Vh) = GPULinalg::Sparse::svds([$function, $function], 2, @shape, return_singular_vectors => 0);
is(join(' ', @{ $U->shape }, @{ $Vh->shape }), "$N 0 0 $N", 'without vectors');
my $wide = GPULinalg::Sparse::Sparse->new([[3, 0, 0], [0, -2, 0]]);
($U, $S, $Vh) =
    GPULinalg::Sparse::svds([sub { $wide->dot($_[0]) }, sub { $wide->T->dot($_[0]) }], 2, shape => [2, 3]);
near($S, [3, 2], 'of a wide one');
near(scalar GPULinalg::Sparse::eigsh(asarray([[2, 1], [1, 2]]), 1), [3], 'of integers');

# M and the solves: matrices are factored, functions are called.
my $M = GPULinalg::Sparse::eye($N) * 2.0;
for ([$laplace, $M, 'matrices'], [$dense, $M->toarray, 'arrays'], [$function, $M, 'a function and a matrix']) {
    near(scalar GPULinalg::Sparse::eigsh($_->[0], 2, M => $_->[1]), [@half[-2, -1]], "generalised, $_->[2]");
}
near(
    scalar GPULinalg::Sparse::eigsh($function, 2, M => sub { $_[0] * 2 }, Minv => sub { $_[0] * 0.5 }, @shape),
    [@half[-2, -1]],
    'generalised, functions'
);
near(scalar GPULinalg::Sparse::eigsh($dense, 2, sigma => 0), [@eigenvalues[0, 1]], 'an array with sigma is factored');
my $factor = $laplace->factor;
my $inverse = sub { return $factor->solve($_[0]) };
near(scalar GPULinalg::Sparse::eigsh($function, 2, sigma => 0, OPinv => $inverse, @shape), [@eigenvalues[0, 1]], 'OPinv');
near(scalar $laplace->eigsh(2, M => $M, sigma => 0, OPinv => $inverse), [@half[0, 1]], 'OPinv beside matrices');

# Errors.
says(
    sub { GPULinalg::Sparse::eigsh($function, 2) },
    'ArgumentError',
    'eigsh: A is a function without a shape',
    'without a shape'
);
says(
    sub { GPULinalg::Sparse::eigsh($dense, 2, shape => [3, 3]) },
    'ShapeError',
    'eigsh: shape is [3, 3], but A has shape [60, 60]',
    'another shape'
);
says(
    sub { GPULinalg::Sparse::eigsh($function, 2, sigma => 0, @shape) },
    'ArgumentError',
    'eigsh: A or M is a function; give OPinv',
    'without OPinv'
);
says(
    sub { GPULinalg::Sparse::eigsh($dense, 2, M => $function) },
    'ArgumentError', 'eigsh: M is a function; give Minv',
    'without Minv'
);
says(
    sub { GPULinalg::Sparse::svds($function, 2, @shape) },
    'ArgumentError',
    'svds: products with the adjoint of A are required',
    'without the adjoint'
);
says(
    sub { GPULinalg::Sparse::eigsh([[1, 2]], 1) },
    'ShapeError', 'eigsh: A has shape (1, 2), but it must be square',
    'not square'
);
says(
    sub { GPULinalg::Sparse::eigsh($function, 2, M => GPULinalg::Sparse::eye(3), @shape) },
    'ShapeError',
    'eigsh: M has shape (3, 3)',
    'M of another size'
);
says(
    sub { GPULinalg::Sparse::eigsh([1, 2], 1) },
    'DTypeError', 'eigsh: A must be a Sparse, a two-dimensional array',
    'a vector'
);
my $lived = eval { GPULinalg::Sparse::eigsh($function, 6, which => 'SM', ncv => 8, maxiter => 2, @shape); 1 };
ok(!$lived && ref $@ eq 'GPULinalg::ConvergenceError' && $@->{iteration}->values->ndim == 1, 'what has converged is kept');

for my $search (\&GPULinalg::Sparse::eigsh, \&GPULinalg::Sparse::eigs) {
    $lived = eval { $search->($laplace, 6, which => 'SM', ncv => 12, maxiter => 1); 1 };
    ok(!$lived && ref $@ eq 'GPULinalg::ConvergenceError' && $@->{iteration}->values->ndim == 1, 'also of a Sparse');
}
for (['eigsh', M => $M], ['eigsh', sigma => -1], ['svds', which => 'SM']) {
    my ($name, @given) = @$_;
    my $lived = eval { $laplace->$name(10, ncv => 12, maxiter => 1, @given); 1 };
    ok(!$lived && ref $@ eq 'GPULinalg::ConvergenceError' && $@->{iteration}->values->ndim == 1, "of $name with $given[0] too");
}

# Preconditioners and other operators in the iterative solvers.
my $b = $laplace->dot(ones([$N]));
near(
    GPULinalg::Sparse::cg($laplace, $b, M => GPULinalg::Sparse::eye($N) * 0.5, rtol => 1e-12),
    [(1) x $N],
    'a Sparse as a preconditioner', 1e-8
);
near(GPULinalg::Sparse::cg(Product->new, $b, M => $laplace->jacobi, rtol => 1e-12), [(1) x $N], 'an object with x', 1e-8);

# Blocks of vectors.
my $X = GPULinalg::Random::Generator->new(1)->normal(shape => [$N, 3]);
my @end = (largest => 0, tol => 1e-7);
for (
    [$laplace, 'a matrix'],
    [$dense, 'an array'],
    [$function, 'a function'],
    [Linear->new, 'an object with matvec'],
    [Product->new, 'one with x']
) {
    near(scalar GPULinalg::Sparse::lobpcg($_->[0], $X, @end), [@eigenvalues[0 .. 2]], "lobpcg of $_->[1]", 1e-8);
}
for ([$laplace->ic0, 'a preconditioner'], [$inverse, 'a function'], [GPULinalg::Sparse::eye($N), 'a matrix']) {
    near(scalar $laplace->lobpcg($X, M => $_->[0], @end), [@eigenvalues[0 .. 2]], "with $_->[1]", 1e-8);
}
for ([$M, 'a matrix'], [$M->toarray, 'an array'], [sub { $_[0] * 2 }, 'a function']) {
    near(scalar GPULinalg::Sparse::lobpcg($function, $X, $_->[0], tol => 1e-7), [@half[-1, -2, -3]], "B as $_->[1]", 1e-8);
}
says(
    sub {
        GPULinalg::Sparse::lobpcg(sub { $_[0]->slice('0:2') }, $X);
    },
    'ShapeError',
    'lobpcg: the product with A has shape (2, 3)',
    'a product of another size'
);
$lived = eval { GPULinalg::Sparse::lobpcg($function, $X, maxiter => 1); 1 };
ok(!$lived && ref $@ eq 'GPULinalg::ConvergenceError' && $@->{iteration}->values->ndim == 1, 'what has converged is kept');

# Progress: the callback is called in each iteration, including the last.
for my $name (qw(cg minres bicgstab gmres lsqr lsmr)) {
    my $iteration = GPULinalg::Sparse::Iteration->can($name)->('GPULinalg::Sparse::Iteration', $b, maxiter => 1000);
    $iteration->run(A => $laplace);
    my %given = ('a matrix' => $laplace, 'a function' => $name =~ /^ls/ ? [$function, $function] : $function);
    my $solver = GPULinalg::Sparse->can($name);
    for my $of (sort keys %given) {
        my @seen;
        my $x = $solver->($given{$of}, $b, callback => sub { push @seen, join ' ', @{ $_[0]->aref } }, maxiter => 1000);
        ok(
            @seen == $iteration->iterations && $seen[-1] eq join(' ', @{ $x->aref }),
            "$name with $of shows each iteration, and the solution last"
        );
    }
    my @seen;
    eval {
        $solver->($laplace, $b, callback => sub { push @seen, 1 }, maxiter => 3, $name eq 'gmres' ? (restart => 1) : ());
    };
    ok(@seen == 3, "$name shows the last of maxiter iterations");
}
done_testing();
