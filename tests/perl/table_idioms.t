# Tables in Perl: conversions of hashes, records and lists, $t->{wage}, rows, files, copies, references.
use strict;
use warnings;
use utf8;
use Storable;
use Test::More;
use Tie::Array;
use Tie::Hash;
use GPULinalg;

my $class = 'GPULinalg::Table';

sub error_of {
    my ($code) = @_;
    eval { $code->(); 1 } and return 'none';
    return ref $@ ? $@->kind . ' ' . $@->message : $@;
}

# The columns as lists, in which missing numbers are undef.
sub shown {
    my ($t) = @_;
    my %shown;
    for my $name (keys %$t) {
        my ($column, $lost) = ($t->{$name}, $t->missing($name)->aref);
        $column = $column->aref if ref $column ne 'ARRAY';
        $shown{$name} = [map { $lost->[$_] ? undef : $column->[$_] } 0 .. $#$column];
    }
    return \%shown;
}

# ---- conversions
my $t = $class->new([wage => [2.5, undef, 4], educ => [12, undef, 16], region => ['n', undef, 's']]);
is_deeply([$t->names], [qw(wage educ region)], 'pairs keep their order');
is_deeply([$t->kinds], [qw(float64 int64 text)], 'kinds of lists with missing values');
is_deeply(shown($t), { wage => [2.5, undef, 4], educ => [12, undef, 16], region => ['n', undef, 's'] }, 'their values');
is_deeply([$class->new({ b => [1], a => [2], c => ['x'] })->names], [qw(a b c)], 'the names of a hash are sorted');
is_deeply(shown($class->new([{ a => 1, b => 'x' }, { b => 'y', c => 2.5 }])),
    { a => [1, undef], b => ['x', 'y'], c => [undef, 2.5] }, 'records');
is_deeply(shown($class->new([[b => [1, 2]], [a => ['x', 'y']]])), { b => [1, 2], a => ['x', 'y'] }, 'lists of two');
is_deeply(shown($class->new({ zip => ['02139', 'A1', undef] })), { zip => ['02139', 'A1', undef] }, 'numbers among strings');
is_deeply(
    scalar $class->new([a => ["01001", 12], b => [7, "-05"], c => ["0.5", "0"], d => ["12", "-3"]])->kinds,
    [qw(text text float64 int64)],
    'leading zeros'
);
is_deeply(shown($class->new({ a => GPULinalg::asarray([1, 2]) })), { a => [1, 2] }, 'an Array');
is_deeply([$class->new({})->rows, scalar @{ $class->new([])->names }], [0, 0], 'no column');
is_deeply($class->new({ 'Größe' => ['weiß', undef] })->{'Größe'}, ['weiß', undef], 'names and strings beyond ASCII');
like(
    error_of(sub { $class->new([1, 2]) }),
    qr/^DTypeError Table: data is a list, but it must be a Table, a dictionary/,
    'a list'
);
like(error_of(sub { $class->new({ a => [1], b => [1, 2] }) }), qr/^ShapeError Table: column 'b' has 2 rows/, 'two lengths');
like(
    error_of(sub { $class->new({ a => [1, {}] }) }),
    qr/^DTypeError Table: column 'a'\[1\] is a hash reference/,
    'a hash in a column'
);
like(
    error_of(sub { $class->new({ a => 5 }) }),
    qr/^DTypeError Table: column 'a' is 5, but it must be an array/,
    'a number as a column'
);
like(
    error_of(sub { $class->new([a => [1], 'b']) }),
    qr/has 3 items, but names and columns must alternate/,
    'a name without a column'
);
like(
    error_of(sub { GPULinalg::Econ::ols('wage ~ educ', 'wages.csv') }),
    qr/must be a Table.*Table[.]read makes a Table/,
    'a file name as data'
);

tie my @tied, 'Tie::StdArray';
@tied = (1, undef, 3);
tie my %tied, 'Tie::StdHash';
%tied = (a => \@tied, b => ['x', 'y', undef]);
is_deeply(shown($class->new(\%tied)), { a => [1, undef, 3], b => ['x', 'y', undef] }, 'tied values');
is_deeply(shown($class->new([a => \@tied])), { a => [1, undef, 3] }, 'in pairs');

{

    package Clearing;
    use overload '0+' => sub { @{ ${ $_[0] } } = (); 1.5 }, fallback => 1;
}
my @cleared = (undef, 2);
push @cleared, bless \\@cleared, 'Clearing';
my $outcome = error_of(sub { $class->new({ a => \@cleared }) });
like($outcome, qr/^(?:none|\w+Error Table: column 'a'.*)$/, 'a list that its own elements clear');

# ---- columns
$t = $class->new([wage => [2.5, 4.25, 3], region => ['n', 's', undef]]);
isa_ok($t->{wage}, 'GPULinalg::Array', 'a column of numbers');
is_deeply($t->{region}, ['n', 's', undef], 'a column of strings');
$t->{lwage} = log $t->{wage};
$t->{one} = 1;
$t->{place} = 'here';
$t->{none} = undef;
$t->{list} = [1, undef, 3];
$t->{texts} = ['a', undef, 'b'];
is_deeply([keys %$t], [qw(wage region lwage one place none list texts)], 'new columns, in order');
is_deeply(
    shown($t),
    {
        %{ shown($t) },
        list  => [1, undef, 3],
        texts => ['a', undef, 'b'],
        none  => [undef, undef, undef],
        place => [('here') x 3]
    },
    'their values'
);
is("$t->{list}", '[ 1. nan  3.]', 'a missing integer as NaN');
is_deeply([exists $t->{wage}, exists $t->{wgae}], [1, ''], 'exists');
is_deeply(delete $t->{place}, [('here') x 3], 'delete returns the column');
delete $t->{none};
my @seen;
while (my ($name, $column) = each %$t) { push @seen, $name if ref $column }
is_deeply(\@seen, [qw(wage region lwage one list texts)], 'each');
$t->{one} *= 2;
is_deeply($t->{one}->aref, [2, 2, 2], 'a column is changed');
is($t->{region}[1], 's', 'an element');
like(
    error_of(sub { my $x = $t->{wgae} }),
    qr/^ArgumentError Table: there is no column 'wgae'; did you mean 'wage'\?/,
    'a missing column'
);
like(error_of(sub { $t->{x} = [1] }), qr/^ShapeError Table: column 'x' has 1 row/, 'a column that is too short');
like(error_of(sub { %$t = () }), qr/^ArgumentError Table: a Table cannot be assigned to/, 'an assignment to all');
like(error_of(sub { my $x = $t->[0] }), qr/^ArgumentError Table: a Table is not a reference to an array/,
    'a Table is no array');
is("$t", $t->text, 'a Table as a string');
ok($t, 'a Table is true');
my $hash = do { my $gone = $class->new({ a => [1] }); \%$gone };
like(
    error_of(sub { my $x = $hash->{a} }),
    qr/^ArgumentError Table: the Table of this hash no longer exists/,
    'a hash without its Table'
);

# ---- rows
is_deeply($t->where($t->{wage} > 2.6)->{region}, ['s', undef], 'a mask');
is_deeply($t->where([0, -1])->{wage}->aref, [2.5, 3], 'positions');
is_deeply([$t->select(['region', 'wage'])->names], ['region', 'wage'], 'names');
is_deeply($t->to_dict->{region}, ['n', 's', undef], 'to_dict');

# ---- files
my $text = "wage,educ,name\n2.5,12,Ann\nNA,,Bob\n4,16,\n";
my $r = $class->read(\$text);
is_deeply(shown($r), { wage => [2.5, undef, 4], educ => [12, undef, 16], name => ['Ann', 'Bob', undef] }, 'a file');
like(
    error_of(sub { $class->read(\$text, missing => 'raise') }),
    qr/^ArgumentError Table[.]read: /,
    'missing values are refused'
);
like(error_of(sub { $class->read('/nowhere.csv') }), qr{^ArgumentError Table[.]read: cannot read '/nowhere[.]csv'}, 'no file');
like(error_of(sub { GPULinalg::Table::read('a.csv') }), qr/^ArgumentError Table[.]read: call it as/, 'no class');

# ---- copies
for my $copy (Storable::dclone($t), Storable::thaw(Storable::freeze($t))) {
    is_deeply([$copy->text, shown($copy)], [$t->text, shown($t)], 'Storable');
    $copy->{wage} = 0;
    is($t->{wage}->at(0), 2.5, 'another Table');
}
{

    package Wages;
    our @ISA = 'GPULinalg::Table';
}
is(ref Wages->new({ a => [1] }), 'Wages', 'a derived class');
is(ref Wages->read(\$text), 'Wages', 'reads its own class');

# ---- Fits
my $fit = GPULinalg::Econ::ols([1, 2, 4], [[1, 0], [1, 1], [1, 2]]);
is("$fit", $fit->summary, 'a Fit as a string');
for my $copy (Storable::dclone($fit), Storable::thaw(Storable::freeze($fit))) {
    is_deeply([ref $copy, $copy->coef, "$copy"], [ref $fit, $fit->coef, "$fit"], 'a copy of a Fit');
}
is(GPULinalg::Econ::etable($fit, $fit), GPULinalg::Econ::etable([$fit, [$fit]]), 'Fits in lists');

# ---- references
sub use_tables {
    my $u = $class->new([a => [1, undef], b => ['x', undef]]);
    $u->{c} = [undef, 2];
    my @names = keys %$u;
    my $column = $u->{b};
    error_of(sub { $class->new([a => [1], b => [{}]]) });
    error_of(sub { $class->new([{ a => 1 }, 2]) });
    return Storable::dclone($u);
}
use_tables();
my $before = GPULinalg::_live_arrays();
use_tables() for 1 .. 50;
is(GPULinalg::_live_arrays(), $before, 'no array is left');
done_testing();
