package GPULinalg::Operator;

# Products with what a script has for a matrix: a Sparse, an array of two dimensions, a function, a list of two functions (the
# product and that with the adjoint), an object with matvec and rmatvec, or one with shape and the operator x.  Whoever says
# what it wants multiplied, as iterative solvers and those of eigenvalues do, is served here; a function of the library that
# takes a Sparse takes these then.  GPULinalg.pm loads this.

use strict;
use warnings;
use Scalar::Util ();

# What a script gave as a matrix; $called is what messages call it.
sub new {
    my ($class, $function, $called, $matrix) = @_;
    my $self = bless { function => $function, called => $called }, $class;
    return $self if !defined $matrix;
    my $kind = Scalar::Util::blessed($matrix) // '';
    if ($kind && $matrix->isa('GPULinalg::Sparse::Sparse')) {
        $self->{native} = $matrix;    # C multiplies with these
        $self->{product} = sub { GPULinalg::Sparse::dot($matrix, $_[0]) };
        $self->{adjoint} = sub { _adjoint($matrix, $_[0]) };
        @$self{qw(dtype device shape)} = ($matrix->dtype, $matrix->device, [@{ $matrix->shape }]);
    } elsif ($kind && $matrix->isa('GPULinalg::Sparse::Preconditioner')) {
        $self->{preconditioner} = $matrix;
        $self->{product} = sub { GPULinalg::Sparse::preconditioner_apply($matrix, $_[0]) };
    } elsif ($kind && $matrix->isa('GPULinalg::Sparse::SparseFactor') && _is_inverse($function, $called)) {
        $self->{product} = sub { $matrix->solve($_[0]) };
        $self->_describe($matrix);
    } elsif ($kind && $matrix->can('matvec')) {
        $self->{product} = _columns($matrix, 'matvec', 'matmat');
        $self->{adjoint} = _columns($matrix, 'rmatvec', 'rmatmat');
        $self->_describe($matrix);
    } elsif (_is_function($matrix)) {
        $self->{product} = $matrix;
    } elsif (ref $matrix eq 'ARRAY' && @$matrix == 2 && _is_function($matrix->[0]) && _is_function($matrix->[1])) {
        @$self{qw(product adjoint)} = @$matrix;
    } elsif ($kind && $matrix->can('shape') && overload::Method($matrix, 'x') && !_is_array($matrix)) {
        $self->{product} = sub { $matrix x $_[0] };
        $self->{adjoint} = sub { $matrix->H x $_[0] }
            if $matrix->can('H');
        $self->_describe($matrix);
    } else {
        $self->_dense($matrix);
    }
    return $self;
}

# Whether what is given is to undo a matrix, as factors do; M of eigsh and eigs is a matrix.
sub _is_inverse {
    my ($function, $called) = @_;
    return $called eq 'Minv' || $called eq 'OPinv' || ($called eq 'M' && $function ne 'eigsh' && $function ne 'eigs');
}

# What an object says about itself.
sub _describe {
    my ($self, $matrix) = @_;
    if ($matrix->can('shape')) {
        my @shape = $matrix->shape;
        $self->{shape} = ref $shape[0] ? [@{ $shape[0] }] : \@shape;
    }
    $self->{dtype} = $matrix->dtype if $matrix->can('dtype');
    return;
}

# PDL's x and shape go by its own order of dimensions; its matrices are read as arrays.
sub _is_array {
    my ($matrix) = @_;
    return $matrix->isa('GPULinalg::Array') || $matrix->isa('PDL');
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
    @$self{qw(array dtype device shape)} = ($array, $array->dtype, $array->device, [@{ $array->shape }]);
    return;
}

# The same as a Sparse, where it is a matrix: so it can be factored.
sub as_sparse {
    my ($self) = @_;
    my $array = $self->{array};
    return $self if !defined $array;
    $array = $array->astype(GPULinalg::result_type($array, 'float32'));
    return GPULinalg::Operator->new(@$self{qw(function called)}, GPULinalg::Sparse::Sparse->new($array));
}

sub _adjoint {
    my ($matrix, $x) = @_;
    my $y = GPULinalg::conj($x);
    return GPULinalg::conj(GPULinalg::Sparse::rdot($matrix, $y)) if $x->ndim == 1;
    return GPULinalg::conj(GPULinalg::Sparse::rdot($matrix, $y->mT))->mT;
}

# Methods that take one vector, for several: those for several, else column by column.
sub _columns {
    my ($object, $name, $several) = @_;
    my $method = $object->can($name) or return;
    my $block = $object->can($several);
    return sub {
        my ($x) = @_;
        return $object->$method($x) if $x->ndim == 1;
        return $object->$block($x) if $block;
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

1;
