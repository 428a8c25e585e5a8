package GPULinalg::Copies;

# Copies by Storable (dclone, freeze, store), for the classes that support copies; other classes refuse. GPULinalg.pm loads it.

use strict;
use warnings;

# For each class: the strings that an object is stored as, and the function that rebuilds it. A generator continues at its
# stored position.
my %copied = (
    'GPULinalg::Array'             => [\&_array_parts, \&_array],
    'GPULinalg::Random::Generator' => [
        sub {
            return map { "$_" } @{ $_[0]->state->aref };
        },
        sub { my $generator = GPULinalg::Random::Generator->new(0); $generator->restore([@_]); return $generator }
    ],
    'GPULinalg::Sparse::Sparse' => [
        sub {
            my ($x) = @_;
            return $x->format, "@{ $x->shape }", map { _pack(_array_parts($_)) } $x->data, $x->indices, $x->indptr;
        },
        sub {
            my ($format, $shape, @parts) = @_;
            @parts = map { _array(_unpack($_)) } @parts;
            return $format eq 'csc'
                ? GPULinalg::Sparse::csc(@parts, [split / /, $shape])
                : GPULinalg::Sparse::csr(@parts, [split / /, $shape]);
        }
    ],
    'GPULinalg::Table'     => [\&_table_parts, \&_table],
    'GPULinalg::Econ::Fit' => [sub { _array_parts(scalar $_[0]->state) }, sub { GPULinalg::Econ::restore(_array(@_)) }],
);

sub _pack { return pack '(w/a*)*', @_ }
sub _unpack { return unpack '(w/a*)*', $_[0] }

sub _array_parts {
    my ($x) = @_;
    return $x->dtype, ($x->floating ? q{} : $x->device), "@{ $x->shape }", $x->packed;
}

# Rebuild an array, on its former device if somebody chose it and a device of that name exists.
sub _array {
    my ($dtype, $device, $shape, $bytes) = @_;
    my $array = GPULinalg::from_packed($bytes, dtype => $dtype, shape => [split / /, $shape // '']);
    return $array if $device eq q{};
    my ($there) = grep { $_ eq $device } GPULinalg::devices();
    return GPULinalg::to_device($array, $there // GPULinalg::get_device());
}

# The names, kinds and levels of a Table, the number of levels of each column, and the arrays.
sub _table_parts {
    my ($x) = @_;
    my ($names, $columns, %option) = $x->_parts;
    my @texts = map {
        _pack(map { _bytes($_) } @$_)
    } $names, @option{qw(kinds levels)};
    return @texts, "@{ $option{counts} }", map { _pack(_array_parts($_)) } @$columns, @{ $option{masks} };
}

sub _table {
    my ($names, $kinds, $levels, $counts, @arrays) = @_;
    ($names, $kinds, $levels) = map {
        [map { _characters($_) } _unpack($_)]
    } $names, $kinds, $levels;
    @arrays = map { _array(_unpack($_)) } @arrays;
    return GPULinalg::Table->from_columns(
        $names, [splice @arrays, 0, scalar @$names],
        kinds  => $kinds,
        levels => $levels,
        masks  => \@arrays,
        counts => [split / /, $counts]
    );
}

sub _bytes { my ($text) = @_; utf8::encode($text); return $text }
sub _characters { my ($bytes) = @_; utf8::decode($bytes); return $bytes }

# Define the methods of a class that Storable calls.
sub define {
    my ($package) = @_;
    my ($name) = $package =~ /(\w+)$/;
    my ($parts, $made) = @{ $copied{$package} // [] };
    no strict 'refs';
    *{"${package}::STORABLE_freeze"} = sub {
        return $parts ? _pack($parts->($_[0])) : GPULinalg::_refuse_copy($name);
    };
    *{"${package}::STORABLE_attach"} = sub {
        my ($class, undef, $frozen) = @_;
        return GPULinalg::_refuse_copy($name) if !$made;
        my $x = $made->(_unpack($frozen));
        return $class eq $package ? $x : bless $x, $class;
    };
    return;
}

define($_) for 'GPULinalg::Array', @GPULinalg::_classes;

1;
