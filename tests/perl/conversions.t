# Conversion of Perl's values to arrays and back.
use strict;
use warnings;
use Test::More;
use GPULinalg qw(:all);

sub dtype_is {
    my ($data, $dtype, $name) = @_;
    is(eval { asarray($data)->dtype } // "$@", $dtype, $name);
}
dtype_is([1, 2], 'int64', 'integers');
dtype_is([1, 2.5], 'float64', 'a fraction');
dtype_is([1.0, 2.0], 'float64', 'written with a point');
dtype_is([[1], ['2']], 'int64', 'text that is an integer');
dtype_is([[1], ['2e3']], 'float64', 'text that is a number');
dtype_is(['nan', 'inf', '-inf', 1], 'float64', 'nan and inf in text');
dtype_is([1, 18446744073709551615], 'uint64', 'beyond int64');
dtype_is([-1, 18446744073709551615], 'float64', 'beyond int64 and negative');
dtype_is([18446744073709551615, -1], 'float64', 'the other way round');
dtype_is([], 'float64', 'empty list');
is_deeply(asarray([[], []])->shape, [2, 0], 'list of empty lists');
is(asarray(['1', '18446744073709551615'])->at(1), '18446744073709551615', 'uint64 from text');
is(asarray(['-9223372036854775808'])->at(0), '-9223372036854775808', 'the smallest int64 from text');
is_deeply(asarray([[1, 2], [3, 4.5]])->aref, [[1, 2], [3, 4.5]], 'mixed list');
is_deeply(asarray([9007199254740993])->aref, [9007199254740993], 'large integers stay exact');
my $used = '10';
{ no warnings 'void'; $used + 1 }
dtype_is([$used], 'int64', 'text used as a number');

SKIP: {
    skip 'Perl knows no truth values before 5.36', 3 if $] < 5.036;
    dtype_is([!!1, !!0], 'bool', 'truth values');
    dtype_is([!!1, 2], 'int64', 'truth values among integers');
    dtype_is(asarray([!!1, !!0])->aref, 'bool', 'truth values there and back');
}
SKIP: {
    eval { require JSON::PP; 1 } or skip 'no JSON::PP', 2;
    dtype_is([JSON::PP::true(), JSON::PP::false()], 'bool', "JSON's truth values");
    dtype_is(JSON::PP::true(), 'bool', 'one of them');
}
SKIP: {
    eval { require Math::Complex; 1 } or skip 'no Math::Complex', 5;
    my $z = Math::Complex->make(1, -2);
    dtype_is([$z, 3], 'complex128', 'complex');
    dtype_is([3, 4.5, $z], 'complex128', 'complex at the end');
    my $back = asarray([$z, 3])->aref;
    is_deeply([map { [$_->Re, $_->Im] } @$back], [[1, -2], [3, 0]], 'complex back');
    is((asarray([1, 2], dtype => 'complex64') * $z)->dtype, 'complex64', 'a complex number is weak');
    is(asarray([nan_complex()])->size, 1, 'NaN in a complex number');
}
SKIP: {
    eval { require Math::BigInt; require Math::BigFloat; require Math::BigRat; 1 } or skip 'no Math::BigInt', 6;
    my $most = asarray([Math::BigInt->new('18446744073709551615')]);
    is($most->dtype, 'uint64', 'a large integer');
    is($most->at(0), '18446744073709551615', 'has all its digits');
    dtype_is(Math::BigFloat->new(2), 'float64', 'a decimal number');
    is(asarray([Math::BigFloat->new('-0.1'), 1])->at(0), -0.1, 'is rounded once');
    is(asarray([Math::BigRat->new('1/3')])->at(0), 1 / 3, 'a fraction');
    ok(asarray([Math::BigFloat->bnan])->at(0) != 0, 'no number');
}
sub nan_complex { my $z = Math::Complex->make(0, 0); $z->_set_cartesian([9**9**9 / 9**9**9, 0]); return $z }

# Plain numbers adopt the dtype of the array operand.
is((asarray([1, 2], dtype => 'float32') + 1.5)->dtype, 'float32', 'a fraction is weak');
is((asarray([1, 2], dtype => 'int8') + 1)->dtype, 'int8', 'an integer is weak');

# Arrays inside lists.
is_deeply(asarray([asarray([1, 2]), [3, 4.5]])->aref, [[1, 2], [3, 4.5]], 'arrays in a list');
is_deeply(asarray([asarray([1, 2])->sum, 4])->aref, [3, 4], 'results in a list');
is_deeply(concat([[1, 2], asarray([3])])->aref, [1, 2, 3], 'a list of arrays');

# Tied and magical values.
{

    package Tie::Row;
    sub TIEARRAY { bless $_[1] }
    sub FETCHSIZE { scalar @{ $_[0] } }
    sub FETCH { $_[0][$_[1]] }
}
{

    package Tie::One;
    sub TIESCALAR { bless [$_[1]] }
    sub FETCH { ref $_[0][0] eq 'CODE' ? $_[0][0]->() : $_[0][0] }
}
tie my @row, 'Tie::Row', [1, 2.5];
is_deeply(asarray(\@row)->aref, [1, 2.5], 'tied array');
is_deeply(asarray([[0, 1], \@row])->aref, [[0, 1], [1, 2.5]], 'tied row');
tie my $one, 'Tie::One', 7;
is(asarray($one)->item, 7, 'tied scalar');
is_deeply(asarray([$one, 1])->aref, [7, 1], 'tied element');
is_deeply(zeros($one)->shape, [7], 'tied integer');
tie my $dying, 'Tie::One', sub { die "mine\n" };
my $before = GPULinalg::_live_arrays();
ok(!eval { add([1, 2], [1, $dying]); 1 }, 'dying FETCH');
is($@, "mine\n", "the user's own exception");
is(GPULinalg::_live_arrays(), $before, 'nothing is left behind');
tie my $text, 'Tie::One', 'float32';
is(zeros([1], dtype => $text)->dtype, 'float32', 'tied text');
my @shrinking = ([1, 2], 3, [4, 5]);
tie $shrinking[1], 'Tie::One', sub { @shrinking = (); [3, 4] };
ok(defined eval { asarray(\@shrinking); 1 } || $@, 'a list that changes while it is read');
my $list = [[1], 2];
tie $list->[1], 'Tie::One', sub { undef $list; [2] };
ok(eval { concat($list); 1 } || ref $@, 'a list that is freed while it is read');
tie my $greedy, 'Tie::One', sub {
    my @many = map { $_ } 1 .. 300_000;
    scalar @many;
};
my @factors = GPULinalg::svd([[$greedy, 0], [0, 1]]);
is_deeply([map { $_->ndim } @factors], [2, 1, 2], 'a stack that grows while a list is read');
"12" =~ /(\d+)/;
is(asarray($1)->item, 12, 'a match variable');

# Packed strings.
my $bytes = pack 'd*', 1 .. 6;
is_deeply(from_packed($bytes, shape => [2, 3])->aref, [[1, 2, 3], [4, 5, 6]], 'from_packed');
is_deeply(from_packed($bytes)->shape, [6], 'from_packed without a shape');
is_deeply(from_packed(pack('l*', 1, -2), dtype => 'int32')->aref, [1, -2], 'from_packed with a type');
is(from_packed(from_packed($bytes)->packed)->sum->item, 21, 'there and back');
is(add(from_packed($bytes), 1)->sum->item, 27, 'used as an argument');
for ([$bytes, shape => [7]], [$bytes, shape => [2, 2]], ["\0" x 9], [$bytes, shape => [-1, -6]]) {
    ok(!eval { from_packed(@$_); 1 } && $@->kind eq 'ShapeError', "from_packed refuses: $@");
}
ok(!eval { from_packed([1]); 1 } && $@->kind eq 'ArgumentError', 'from_packed of a list');
ok(!eval { from_packed("\x{100}"); 1 } && $@->kind eq 'ArgumentError', 'from_packed of wide characters');
ok(!eval { from_packed($bytes, type => 1); 1 } && $@->message =~ /no option "type"/, 'from_packed with a wrong option');
ok(!eval { add(\$bytes, 1); 1 } && $@->message =~ /from_packed/, 'a reference to a string');

# Every dtype is converted both ways.
for my $dtype (@{ $GPULinalg::EXPORT_TAGS{dtypes} }) {
    my $x = asarray([0, 1, 1], dtype => $dtype);
    my $y = from_packed($x->packed, dtype => $dtype);
    is_deeply([map { $_ + 0 } $y->list], [0, 1, 1], $dtype);
}

# If the right operand cannot be converted and its class overloads the operator, the class is used, as for a left operand.
package Money {
    use overload
        '+'        => sub { return ($_[2] ? 'from the right ' : 'from the left ') . (ref $_[1]) },
        '<'        => sub { return 'less' },
        'x'        => sub { die "no product\n" },
        'fallback' => 0;
}

package Silent {
    use overload '""' => sub { return 'silent' }, fallback => 0;
}

package Echo {
    no warnings 'recursion';
    use overload '+' => sub { return $_[1] + $_[0] }, fallback => 0;
}
my $money = bless {}, 'Money';
my $array = asarray([1, 2]);
is($array + $money, 'from the right GPULinalg::Array', 'an object of another class gets its turn');
is($money + $array, 'from the left GPULinalg::Array', 'on the left it is the first');
is($array < $money, 'less', 'a comparison');
ok(!eval { my $y = $array x $money; 1 } && $@ eq "no product\n", 'its exception comes through');
ok(!eval { my $y = $array - $money; 1 } && ref $@ && $@->message =~ /^subtract: the operand is /, 'what it does not overload');
ok(!eval { my $y = $array + bless({}, 'Silent'); 1 } && ref $@ && $@->message =~ /^add: the operand is /, 'no operators');
ok(!eval { my $y = $array + bless({}, 'Echo'); 1 } && ref $@ && $@->message =~ /^add: the operand is /,
    'one whose operator asks the array again comes to an end');
my $sum = $array;
$sum += $money;
is($sum, 'from the right GPULinalg::Array', '+= of what cannot be added in place');
is_deeply($array->aref, [1, 2], 'the array is as it was');
done_testing;
