package GPULinalg::Operator;

# Products with what a script has for a matrix: a Sparse, an array of two dimensions, a function, a list of two functions (the
# product and that with the adjoint), an object with matvec and rmatvec.  Whoever says what it wants multiplied, as iterative
# solvers and those of eigenvalues do, is served here; a function of the library that takes a Sparse takes these then.
# GPULinalg.pm loads this.

use strict;
use warnings;
use Scalar::Util ();

# What a script gave as a matrix; $called is what messages call it.
sub new {
    my ($class, $function, $called, $matrix) = @_;
    my $self = bless { function => $function, called => $called }, $class;
    return $self if !defined $matrix;
    my $kind = Scalar::Util::blessed($matrix) // '';
    if ($kind && ($matrix->isa('GPULinalg::Sparse::Sparse') || $matrix->isa('GPULinalg::Sparse::Preconditioner'))) {
        $self->{native} = $matrix;
        $self->{product} = sub {
            $kind =~ /Sparse$/
                ? GPULinalg::Sparse::dot($matrix, $_[0])
                : GPULinalg::Sparse::preconditioner_apply($matrix, $_[0]);
        };
        if ($matrix->isa('GPULinalg::Sparse::Sparse')) {
            $self->{adjoint} = sub { _adjoint($matrix, $_[0]) };
            @$self{qw(dtype device)} = ($matrix->dtype, $matrix->device);
        }
    } elsif ($kind && $matrix->can('matvec')) {
        $self->{product} = _columns($matrix, 'matvec');
        $self->{adjoint} = _columns($matrix, 'rmatvec');
    } elsif (_is_function($matrix)) {
        $self->{product} = $matrix;
    } elsif (ref $matrix eq 'ARRAY' && @$matrix == 2 && _is_function($matrix->[0]) && _is_function($matrix->[1])) {
        @$self{qw(product adjoint)} = @$matrix;
    } else {
        $self->_dense($matrix);
    }
    return $self;
}

sub _is_function {
    my ($f) = @_;
    return ref $f eq 'CODE' || Scalar::Util::blessed($f) && !$f->isa('GPULinalg::Array') && overload::Method($f, '&{}');
}

sub _dense {
    my ($self, $matrix) = @_;
    my $array = GPULinalg::asarray($matrix);
    GPULinalg::_fail('DTypeError',
        "$self->{function}: $self->{called} must be a Sparse, an array of two dimensions or a function")
        if $array->ndim != 2;
    $self->{product} = sub { GPULinalg::matmul($array, $_[0]) };
    $self->{adjoint} = sub { GPULinalg::matmul(GPULinalg::conj($array)->mT, $_[0]) };
    @$self{qw(dtype device)} = ($array->dtype, $array->device);
    return;
}

sub _adjoint {
    my ($matrix, $x) = @_;
    my $y = GPULinalg::conj($x);
    return GPULinalg::conj(GPULinalg::Sparse::rdot($matrix, $y)) if $x->ndim == 1;
    return GPULinalg::conj(GPULinalg::Sparse::rdot($matrix, $y->mT))->mT;
}

# Methods that take one vector, for several: column by column.
sub _columns {
    my ($object, $name) = @_;
    my $method = $object->can($name) or return;
    return sub {
        my ($x) = @_;
        return $object->$method($x) if $x->ndim == 1;
        my @columns = map { GPULinalg::asarray(scalar $object->$method($x->slice(':', $_))) } 0 .. $x->shape->[1] - 1;
        return GPULinalg::stack(\@columns, axis => 1);
    };
}

# The product that is wanted of x.
sub serve {
    my ($self, $want, $x) = @_;
    my $apply = $want eq 'AH' ? $self->{adjoint} : $self->{product};
    return scalar $apply->($x) if $apply;
    my ($what, $remedy) =
        $want eq 'AH'
        ? ('the adjoint of A', 'A as two functions, [product, product with the adjoint]')
        : ($self->{called}, $self->{called});
    return GPULinalg::_fail('ArgumentError', "$self->{function}: products with $what are wanted; give $remedy");
}

# Loop until a process, which has wants, vector and step, has all that it wanted: operators by the letters A and M.
sub serve_all {
    my ($process, %operator) = @_;
    while ((my $want = $process->wants) ne '') {
        $process->step($operator{ substr $want, 0, 1 }->serve($want, $process->vector));
    }
    return $process;
}

# b where the matrices are, of a type that holds their products.
sub _right_hand_side {
    my ($b, @operators) = @_;
    my ($device) = grep { defined } map { $_->{device} } @operators;
    my @types = grep { defined } map { $_->{dtype} } @operators;
    $b = GPULinalg::asarray($b, defined $device ? (device => $device) : ());
    my $dtype = @types ? GPULinalg::result_type($b, @types) : $b->dtype;
    return "$dtype" eq '' . $b->dtype ? $b : $b->astype($dtype);
}

sub _solve {
    my ($name, $begin, $matrix, $b, $option) = @_;
    my ($callback, $preconditioner) = delete @$option{qw(callback M)};
    my $a = GPULinalg::Operator->new($name, 'A', $matrix);
    my $m = GPULinalg::Operator->new($name, 'M', $preconditioner);
    $option->{preconditioned} = 1 if defined $preconditioner;
    my $iteration = $begin->(_right_hand_side($b, $a, $m), map { $_ => $option->{$_} } sort keys %$option);
    my $run = sub {
        return $iteration->run(A => $a->{native}, M => $m->{native}, pause => defined $callback ? 1 : 0);
    };
    my $error;
    {
        local $@;
        eval {
            my $more = $run->();
            while ($more) {
                my $want = $iteration->wants;
                if ($want ne '') {
                    $more = $iteration->step(($want eq 'M' ? $m : $a)->serve($want, $iteration->vector));
                } else {
                    $callback->($iteration->x);
                }
                $more = $run->() if $more;
            }
            1;
        } or $error = $@;
    }
    return $iteration->x if !defined $error;
    $error->{iteration} = $iteration if Scalar::Util::blessed($error) && $error->isa('GPULinalg::Error');
    die $error;
}

# The optional arguments by their names: those that stand in their places come first.
sub _options {
    my ($name, $names, @given) = @_;
    my (%known, %option);
    @known{@$names} = ();
    my @places = @$names;
    while (@given && !(defined $given[0] && !ref $given[0] && exists $known{ $given[0] })) {
        GPULinalg::_fail('ArgumentError', "$name: there are too many arguments, or no such option") if !@places;
        $option{ shift @places } = shift @given;
    }
    GPULinalg::_fail('ArgumentError', "$name: options come in pairs of a name and a value") if @given % 2;
    while (my ($key, $value) = splice @given, 0, 2) {
        GPULinalg::_fail('ArgumentError', "$name: there is no option \"$key\"; the options are: @$names")
            if !exists $known{$key};
        $option{$key} = $value;
    }
    return \%option;
}

my @equations = qw(x0 rtol atol maxiter M callback);
my @squares = qw(damp atol btol conlim maxiter x0 callback);
my %arguments = (
    cg       => \@equations,
    minres   => [qw(x0 rtol shift maxiter M callback)],
    bicgstab => \@equations,
    gmres    => [qw(x0 rtol atol restart maxiter M callback)],
    lsqr     => \@squares,
    lsmr     => \@squares,
);

for my $name (sort keys %arguments) {
    no strict 'refs';
    no warnings 'redefine';
    my $begin = \&{"GPULinalg::Sparse::iteration_$name"};
    my $solver = sub {
        my ($matrix, $b, @rest) = &GPULinalg::_values;
        GPULinalg::_fail('ArgumentError', "$name: A and b must be given") if !defined $matrix || !defined $b;
        my $option = _options($name, $arguments{$name}, @rest);
        delete $option->{$_} for grep { !defined $option->{$_} } keys %$option;
        GPULinalg::_fail('DTypeError', "$name: callback must be a function")
            if defined $option->{callback} && !_is_function($option->{callback});
        return _solve($name, $begin, $matrix, $b, $option);
    };
    *{"GPULinalg::Sparse::$name"} = $solver;
    *{"GPULinalg::Sparse::Sparse::$name"} = $solver;
}

1;
