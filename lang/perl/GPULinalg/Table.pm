package GPULinalg::Table;

# Perl features of Tables besides the methods: $t->{wage}, $t->{lwage} = ..., keys %$t, "$t", and Tables from files.
# GPULinalg.pm loads this.

use strict;
use warnings;

use Hash::Util::FieldHash ();
use Scalar::Util qw(blessed looks_like_number weaken);

use overload
    '%{}'  => \&_columns,
    '""'   => sub { $_[0]->text },
    'bool' => sub { 1 };

Hash::Util::FieldHash::fieldhash my %columns;    # for each Table its hash, which stays the same, so that each() works

sub _columns {
    my ($table) = @_;
    return $columns{$table} //= do {
        tie my %hash, 'GPULinalg::Table::_Columns', $table;
        \%hash;
    };
}

# Return a column: an Array, or a reference to a list of strings, in which undef is missing.
sub _get {
    my ($table, $name) = @_;
    return scalar _as_table($table->_kind($name) eq 'text' ? 'texts' : 'column', $table, $name);
}

sub _kind {
    my ($table, $name) = @_;
    my ($names, $kinds) = map { scalar $table->$_ } qw(names kinds);
    my ($at) = grep { $names->[$_] eq $name } 0 .. $#$names;
    return defined $at ? $kinds->[$at] // '' : '';
}

# Return true for a number, or a string of digits that keeps its meaning as a number, unlike 01001.
sub _is_number {
    my ($value) = @_;
    return looks_like_number($value) && $value !~ /\A\s*[-+]?0[0-9]/;
}

# Set a column to an array, a list of numbers or strings, or one number or string for all rows.
sub _set {
    my ($table, $name, $value) = @_;
    my @call = ('set', $table, $name);
    return _as_table(@call, GPULinalg::nan()) if !defined $value;
    return _as_table(_is_number($value) ? 'set' : 'set_texts', $table, $name, $value) if !ref $value;
    return _as_table(@call, $value) if blessed $value && $value->isa('GPULinalg::Array');
    my $made = __PACKAGE__->new([$name => $value]);
    my ($values, $mask) = $made->arrays;
    return _as_table('set_codes', $table, $name, $values, scalar $made->levels($name)) if $made->kinds->[0] eq 'text';
    return _as_table(@call, $values, $mask->size ? (missing => $mask) : ());
}

# Call a method whose errors do not name it, because the script has written $t->{...}.
sub _as_table {
    my ($method, $table, @given) = @_;
    my ($error, $result);
    {
        local $@;
        eval { $result = __PACKAGE__->can($method)->($table, @given); 1 } or $error = $@;
    }
    return $result if !defined $error;
    $error->{message} =~ s/^(?:Table[.])?$method:/Table:/ if blessed $error && $error->isa('GPULinalg::Error');
    die $error;
}

# Read a text table, such as a CSV file.
sub read {
    my ($class, $path, @given) = &GPULinalg::_values;
    GPULinalg::Classes::check_class(__PACKAGE__, 'Table.read', 'read', $class);
    push @given, missing => 'nan' if !grep { !ref && ($given[$_] // '') eq 'missing' } grep { $_ % 2 == 0 } 0 .. $#given;
    my ($columns, $names, $kinds, $levels) = GPULinalg::TextTable::read_columns('Table.read', $path, @given);
    my @columns =
        map { $kinds->[$_] eq 'text' ? $columns->[$_] : GPULinalg::astype($columns->[$_], $kinds->[$_]) } 0 .. $#$names;
    my $table = $class->from_columns($names, \@columns, kinds => $kinds, levels => $levels);
    return GPULinalg::Classes::derived($class, $table);
}

# Return the arguments of from_columns for another Table with these columns.
sub _parts {
    my ($table) = @_;
    $table = __PACKAGE__->new($table);    # the columns that it has now
    my $names = $table->names;
    my @arrays = $table->arrays;
    my @levels = map { scalar $table->levels($_) } @$names;
    return (
        $names, [@arrays[0 .. $#$names]],
        kinds  => scalar $table->kinds,
        levels => [map { @$_ } @levels],
        masks  => [@arrays[@$names .. $#arrays]],
        counts => [map { scalar @$_ } @levels]
    );
}

# Return the columns by name.
sub to_dict {
    my ($table) = @_;
    return { map { $_ => scalar $table->_get($_) } @{ $table->names } };
}

# The hash of a Table. It must not keep the Table alive, which refers to it.
package GPULinalg::Table::_Columns;

sub TIEHASH {
    my ($class, $table) = @_;
    my $self = bless { table => $table }, $class;
    Scalar::Util::weaken($self->{table});
    return $self;
}

sub table {
    my ($self) = @_;
    return $self->{table}
        // GPULinalg::_fail('ArgumentError', 'Table: the Table of this hash no longer exists; keep it in a variable');
}

sub has {
    my ($self, $name) = @_;
    return scalar grep { $_ eq $name } @{ $self->table->names };
}

sub FETCH { my ($self, $name) = @_; return $self->table->_get($name) }
sub STORE { my ($self, $name, $value) = @_; return $self->table->_set($name, $value) }
sub EXISTS { my ($self, $name) = @_; return $self->has($name) }
sub SCALAR { my ($self) = @_; return scalar @{ $self->table->names } }

sub DELETE {
    my ($self, $name) = @_;
    my $table = $self->table;
    return undef if !$self->has($name);
    my $column = defined wantarray ? $table->_get($name) : undef;
    $table->remove([$name]);
    return $column;
}

sub CLEAR { GPULinalg::_fail('ArgumentError', 'Table: a Table cannot be assigned to; make another one with Table->new') }

sub FIRSTKEY {
    my ($self) = @_;
    $self->{left} = [@{ $self->table->names }];
    return shift @{ $self->{left} };
}

sub NEXTKEY { my ($self) = @_; return shift @{ $self->{left} } }

1;
