package GPULinalg::Solvers;

# Iterative solvers and eigenvalue solvers with user-defined operators (Operator.pm). The solvers request products, which are
# computed here, or in C if the matrices belong to the library. GPULinalg.pm loads this.

use strict;
use warnings;
use Scalar::Util ();
use GPULinalg::Operator;

# Run a process, which has wants, vector and step, until it needs no further products; the operators are keyed by the names in
# wants. $run continues as far as C can. If no product is wanted after it, an iteration has ended and the callback receives x.
sub _serve {
    my ($process, $run, $operator, $callback) = @_;
    my $error;
    {
        local $@;
        eval {
            my $more = $run->();
            while ($more) {
                my $want = $process->wants;
                if ($want ne '') {
                    $more = $process->step($operator->{$want}->serve($want, $process->vector));
                    next if defined $callback && $more && $process->wants eq '';
                } else {
                    $callback->($process->x);
                }
                $more = $run->() if $more;
            }
            1;
        } or $error = $@;
    }
    return $process if !defined $error;
    $error->{iteration} = $process if Scalar::Util::blessed($error) && $error->isa('GPULinalg::Error');
    die $error;
}

# Return b as an array on the device of the matrices, with a dtype that can represent the products.
sub _on_device_of {
    my ($b, @operators) = @_;
    my ($device) = grep { defined } map { $_->{device} } @operators;
    my @types = grep { defined } map { $_->{dtype} } @operators;
    $b = GPULinalg::asarray($b, defined $device ? (device => $device) : ());
    my $dtype = @types ? GPULinalg::result_type($b, @types) : $b->dtype;
    return "$dtype" eq '' . $b->dtype ? $b : $b->astype($dtype);
}

# ---- iterative solvers
sub _solve {
    my ($name, $begin, $option, $matrix, $b) = @_;
    my ($callback, $preconditioner) = delete @$option{qw(callback M)};
    GPULinalg::_fail('DTypeError', "$name: callback must be a function")
        if defined $callback && !GPULinalg::Operator::_is_function($callback);
    my $a = GPULinalg::Operator->new($name, 'A', $matrix);
    my $m = GPULinalg::Operator->new($name, 'M', $preconditioner);
    $option->{preconditioned} = 1 if defined $preconditioner;
    my $process = $begin->(_on_device_of($b, $a, $m), map { $_ => $option->{$_} } sort keys %$option);
    my $run = sub {
        return $process->run(A => $a->{native}, M => $m->{preconditioner}, pause => defined $callback ? 1 : 0);
    };
    return _serve($process, $run, { A => $a, AH => $a, M => $m }, $callback)->x;
}

# ---- eigenvalues
# Return the shape of A: its own, the given one, or a square one with the length of the first of the others.
sub _rows {
    my ($name, $matrix, $given, @lengths) = @_;
    my $shape = $matrix->{shape};
    my @written = map { '[' . join(', ', @$_) . ']' } grep { defined } $given, $shape;
    GPULinalg::_fail('ShapeError', "$name: shape is $written[0], but A has shape $written[1]")
        if @written == 2 && $written[0] ne $written[1];
    $shape //= $given // (@lengths ? [@lengths[0, 0]] : []);
    GPULinalg::_fail('ArgumentError', "$name: A is a function without a shape; pass the shape argument") if @$shape != 2;
    return $shape;
}

# Return A, M and the operator that solves with them: factors of M, or of A - sigma M, unless the script passed a function.
sub _factored {
    my ($name, $matrix, $m, $sigma, $minv, $opinv) = @_;
    if (!defined $sigma && $m->{product} && !$minv->{product}) {
        $m = $m->as_sparse;
        GPULinalg::_fail('ArgumentError', "$name: M is a function; give Minv, the solution of M x = b")
            if !defined $m->{native};
    } elsif (defined $sigma && !$opinv->{product}) {
        ($matrix, $m) = ($matrix->as_sparse, $m->as_sparse);
        GPULinalg::_fail('ArgumentError', "$name: A or M is a function; give OPinv, the solution of (A - sigma M) x = b")
            if !defined $matrix->{native} || ($m->{product} && !defined $m->{native});
    }
    return $matrix, $m;
}

# Return the dtype of the computation; undef if no operand determines it.
sub _type {
    my ($name, $option, $v0, @operators) = @_;
    my @types = grep { defined } map { $_->{dtype} } @operators;
    @types = $v0->dtype if !@types && defined $v0;
    push @types, 'complex64'
        if $name eq 'eigs' && defined $option->{sigma} && GPULinalg::asarray($option->{sigma})->dtype =~ /^complex/;
    return @types ? GPULinalg::result_type(@types, 'float32') : undef;
}

# Return the results of a function, or an empty list if it fails with an error of that kind.
sub _unless {
    my ($kind, $function) = @_;
    my (@found, $error);
    {
        local $@;
        @found = eval { $function->() };
        $error = $@;
    }
    return @found if @found;
    die $error if !$kind || !Scalar::Util::blessed($error) || !$error->isa("GPULinalg::$kind");
    return;
}

sub _eigen {
    my ($name, $native, $option, $given) = @_;
    my ($minv, $opinv, $m) =
        map { GPULinalg::Operator->new($name, $_, delete $option->{$_}) } qw(Minv OPinv M);
    my ($shape, $dtype) = delete @$option{qw(shape dtype)};
    my $sigma = $option->{sigma};
    (my $a, $m) = _factored($name, GPULinalg::Operator->new($name, 'A', $given), $m, $sigma, $minv, $opinv);
    if ($name eq 'svds' && defined $a->{native}) {
        my @found = _unless('ConvergenceError', sub { $native->($a->{native}, %$option) });
        return @found if @found;    # otherwise search with two bases; its error carries what was found
    }
    if (defined $m->{native} && !defined $sigma && !$minv->{product}) {
        my ($factor) =
            _unless(defined $a->{native} ? 'NotSupportedError' : '', sub { GPULinalg::Sparse::factor($m->{native}) });
        return $native->($a->{native}, %$option, M => $m->{native}) if !$factor;    # a dense factor
        $minv->{product} = sub { $factor->solve($_[0]) };
    }
    my $v0 = defined $option->{v0} ? ($option->{v0} = GPULinalg::asarray($option->{v0})) : undef;
    my @lengths = $name eq 'svds' ? () : grep { $_ } ($m->{shape} ? $m->{shape}[0] : 0), defined $v0 ? $v0->size : 0;
    $shape = _rows($name, $a, $shape, @lengths);
    GPULinalg::_fail('ShapeError', "$name: A has shape ($shape->[0], $shape->[1]), but it must be square")
        if $name ne 'svds' && $shape->[0] != $shape->[1];
    GPULinalg::_fail('ShapeError', "$name: M has shape ($m->{shape}[0], $m->{shape}[1]), but A has ($shape->[0], $shape->[1])")
        if $m->{shape} && "@{$m->{shape}}" ne "@$shape";
    $dtype //= _type($name, $option, $v0, $a, $m);
    my ($device) = grep { defined } map { $_->{device} } $a, $m;
    my $vectors = delete $option->{ $name eq 'svds' ? 'return_singular_vectors' : 'return_eigenvectors' } // 1;
    my $has_m = $m->{product} && ($option->{mode} // '') ne 'buckling';
    my $begin =
          $name eq 'svds' ? \&GPULinalg::Sparse::eigensolver_singular
        : $name eq 'eigsh' ? \&GPULinalg::Sparse::eigensolver_hermitian
        : \&GPULinalg::Sparse::eigensolver_general;
    my $process = $begin->(
        $name eq 'svds' ? @$shape : $shape->[0], %$option,
        dtype  => $dtype,
        device => $device,
        $has_m ? (has_m => 1) : ()
    );

    my $served = $opinv->{product} ? undef : $a->{native};    # otherwise C would compute factors
    _serve(
        $process,
        sub { $process->run(A => $served, M => $m->{native}) },
        { A => $a, AH => $a, M => $m, Minv => $minv, OPinv => $opinv }
    );
    my ($x, @left) = ($process->vectors, $name eq 'svds' ? $process->left : ());
    if (!$vectors) {
        $x = @left ? $x->slice('0:0') : $x->slice(':', '0:0');
        @left = map { $_->slice(':', '0:0') } @left;
    }
    return (@left, $process->values, $x);
}

sub _lobpcg {
    my ($name, $native, $option, $matrix, $x) = @_;
    my ($inner, $preconditioner) = delete @$option{qw(B M)};
    my $a = GPULinalg::Operator->new($name, 'A', $matrix);
    my $b = GPULinalg::Operator->new($name, 'B', $inner);
    my $m = GPULinalg::Operator->new($name, 'M', $preconditioner);
    $option->{has_b} = 1 if defined $inner;
    $option->{preconditioned} = 1 if defined $preconditioner;
    my $process =
        GPULinalg::Sparse::eigensolver_lobpcg(_on_device_of($x, $a, $b), map { $_ => $option->{$_} } sort keys %$option);
    my $run = sub {
        return $process->run(A => $a->{native}, M => $b->{native}, preconditioner => $m->{preconditioner});
    };
    _serve($process, $run, { A => $a, B => $b, M => $m });
    return ($process->values, $process->vectors);
}

my %takes_text = map { $_ => 1 } qw(which mode dtype);

# Return true for a string followed by a value, at a position that cannot be a string: it was probably meant as an option's
# name.
sub _is_like_an_option {
    my ($place, @given) = @_;
    return 0 if @given % 2 || !defined $given[0] || ref $given[0] || Scalar::Util::looks_like_number($given[0]);
    return !defined $place || !$takes_text{$place};
}

# Return the optional arguments by name; those passed by position come first.
sub _options {
    my ($name, $names, @given) = @_;
    my (%known, %option);
    @known{@$names} = ();
    my @places = @$names;
    while (@given && !(defined $given[0] && !ref $given[0] && exists $known{ $given[0] })) {
        last if _is_like_an_option($places[0], @given);
        GPULinalg::_fail('ArgumentError', "$name: there are too many arguments, or no such option") if !@places;
        $option{ shift @places } = shift @given;
    }
    GPULinalg::_fail('ArgumentError', "$name: options come in pairs of a name and a value") if @given % 2;
    while (my ($key, $value) = splice @given, 0, 2) {
        GPULinalg::_fail('ArgumentError', "$name: there is no option '$key'; the options are: " . join ', ', @$names)
            if !exists $known{$key};
        $option{$key} = $value;
    }
    return \%option;
}

my @equations = qw(x0 rtol atol maxiter M callback);
my @squares = qw(damp atol btol conlim maxiter x0 callback);
my @pairs = qw(k M sigma which v0 ncv maxiter tol return_eigenvectors);
my @solves = qw(Minv OPinv shape dtype);
my %arguments = (
    cg       => [\&_solve, 'A', 'b', \@equations],
    minres   => [\&_solve, 'A', 'b', [qw(x0 rtol shift maxiter M callback)]],
    bicgstab => [\&_solve, 'A', 'b', \@equations],
    gmres    => [\&_solve, 'A', 'b', [qw(x0 rtol atol restart maxiter M callback)]],
    lsqr     => [\&_solve, 'A', 'b', \@squares],
    lsmr     => [\&_solve, 'A', 'b', \@squares],
    eigsh    => [\&_eigen, 'A', [@pairs, 'mode', @solves]],
    eigs     => [\&_eigen, 'A', [@pairs, @solves]],
    svds     => [\&_eigen, 'A', [qw(k ncv tol which v0 maxiter return_singular_vectors shape dtype)]],
    lobpcg   => [\&_lobpcg, 'A', 'X', [qw(B M Y tol maxiter largest)]],
);

for my $name (sort keys %arguments) {
    no strict 'refs';
    no warnings 'redefine';
    my ($serve, @needed) = @{ $arguments{$name} };
    my $options = pop @needed;
    my $native = \&{ $serve == \&_solve ? "GPULinalg::Sparse::iteration_$name" : "GPULinalg::Sparse::$name" };
    my $solver = sub {
        my @given = &GPULinalg::_values;
        my @first = splice @given, 0, scalar @needed;
        GPULinalg::_fail('ArgumentError', "$name: " . join(' and ', @needed) . ' must be given')
            if grep { !defined $first[$_] } 0 .. $#needed;
        my $option = _options($name, $options, @given);
        delete $option->{$_} for grep { !defined $option->{$_} } keys %$option;
        my @results = $serve->($name, $native, $option, @first);
        return wantarray ? @results : $results[0];
    };
    *{"GPULinalg::Sparse::$name"} = $solver;
    *{"GPULinalg::Sparse::Sparse::$name"} = $solver;
}

1;
