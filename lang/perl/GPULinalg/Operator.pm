package GPULinalg::Operator;

# Products with anything that a script can pass as a matrix: a Sparse, a two-dimensional array, a function, a list of two
# functions (the product and the product with the adjoint), an object with matvec and rmatvec, or an object with shape and the
# operator x. Iterative solvers and eigenvalue solvers request products one at a time, and this class computes them. Functions
# that accept a Sparse thereby accept all these forms. GPULinalg.pm loads this.

use strict;
use warnings;
use Scalar::Util ();

# Make an operator from the script's argument; $called is its name in messages.
sub new {
    my ($class, $function, $called, $matrix) = @_;
    my $self = bless { function => $function, called => $called }, $class;
    return $self if !defined $matrix;
    my $kind = Scalar::Util::blessed($matrix) // '';
    if ($kind && $matrix->isa('GPULinalg::Sparse::Sparse')) {
        $self->{native} = $matrix;    # products with a Sparse are computed in C
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

# Return true if the argument represents an inverse, as factors do. For eigsh and eigs, M is a matrix and not an inverse.
sub _is_inverse {
    my ($function, $called) = @_;
    return $called eq 'Minv' || $called eq 'OPinv' || ($called eq 'M' && $function ne 'eigsh' && $function ne 'eigs');
}

# Read the shape and dtype of an object.
sub _describe {
    my ($self, $matrix) = @_;
    if ($matrix->can('shape')) {
        my @shape = $matrix->shape;
        $self->{shape} = ref $shape[0] ? [@{ $shape[0] }] : \@shape;
    }
    $self->{dtype} = $matrix->dtype if $matrix->can('dtype');
    return;
}

# PDL's x and shape use PDL's own order of dimensions, so its matrices are read as arrays.
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
    GPULinalg::_fail('DTypeError', "$self->{function}: $self->{called} must be a Sparse, a two-dimensional array or a function")
        if $array->ndim != 2;
    $self->{product} = sub { GPULinalg::matmul($array, $_[0]) };
    $self->{adjoint} = sub { GPULinalg::matmul(GPULinalg::conj($array)->mT, $_[0]) };
    @$self{qw(array dtype device shape)} = ($array, $array->dtype, $array->device, [@{ $array->shape }]);
    return;
}

# Return the operator as a Sparse if it is a matrix, so that it can be factored.
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

# Return a function for one vector or several columns. It calls the method for several vectors if there is one, and otherwise
# multiplies column by column.
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

# Return the wanted product of x.
sub serve {
    my ($self, $want, $x) = @_;
    my $apply = $want eq 'AH' ? $self->{adjoint} : $self->{product};
    return scalar $apply->($x) if $apply;
    my ($what, $remedy) =
        $want eq 'AH'
        ? ('the adjoint of A', 'A as two functions, [product, product with the adjoint]')
        : ($self->{called}, $self->{called});
    return GPULinalg::_fail('ArgumentError', "$self->{function}: products with $what are required; give $remedy");
}

1;
