# Names and shapes in scripts: shapes as lists and references, import tags, names that PDL and Math::Complex use too.
use strict;
use warnings;
use Test::More;
use GPULinalg qw(:all !diag);

sub error(&) {
    my ($code) = @_;
    return eval { $code->(); 1 } ? 'no error' : "$@";
}

# ---- shapes
my $X = asarray([[1, 2, 3], [4, 5, 6]]);
my ($n, $k) = $X->dims;
is("$n $k", '2 3', 'dims is a list');
is(scalar($X->dims), 2, 'of as many as there are axes');
my ($shape, $nothing) = $X->shape;
is_deeply($shape, [2, 3], 'shape is a reference');
is($nothing, undef, 'alone');
my %misuse = (
    '+'   => sub { $shape + 1 },
    '-'   => sub { 1 - $shape },
    '*'   => sub { my $y = 2; $y *= $shape },
    '**'  => sub { $shape**2 },
    'neg' => sub { -$shape },
    '<'   => sub { $shape < 3 },
    '<=>' => sub {
        [sort { $a <=> $b } 1, $shape]
    },
    '=='    => sub { $shape == 2 },
    '++'    => sub { my $y = $shape; $y++ },
    '--'    => sub { my $y = $shape; --$y },
    '..'    => sub { [0 .. $shape] },
    'index' => sub { my @list = (1); $list[$shape] },
    'int'   => sub { int $shape },
    'sqrt'  => sub { sqrt $shape },
    '%d'    => sub { sprintf '%d', $shape },
    'x'     => sub { 'a' x $shape },
    '1 ref' => sub { my $sparse = GPULinalg::Sparse::Sparse->new([[1, 0], [0, 2]]); $sparse->shape + 1 },
    '2 ref' => sub { broadcast_shapes([2, 1], [3]) + 1 },
);
like(error { $misuse{$_}->() }, qr/^shape: .*; write my \(\$n, \$k\) = \$X->dims at .*names\.t line/, "as a number: $_")
    for sort keys %misuse;
ok($X->shape == [2, 3] && $X->shape != [3, 2] && $X->shape == $X->T->T->shape && $X->shape eq [2, 3], 'shapes are compared');
ok(!!$X->shape, 'true');
is_deeply(zeros($X->shape)->shape, [2, 3], 'as the shape of another array');
is_deeply(reshape(arange(6), $X->shape)->aref, [[0, 1, 2], [3, 4, 5]], 'in reshape');
is_deeply(asarray([$X->shape, $X->shape])->aref, [[2, 3], [2, 3]], 'as data');
is_deeply([map { $_ * 2 } @{ $X->shape }], [4, 6], 'items are numbers');
is(scalar @{ asarray(3)->shape }, 0, 'of no axes');
is_deeply([GPULinalg::Sparse::Sparse->new([[1, 0, 0], [0, 2, 0]])->dims], [2, 3], 'dims of a sparse matrix');
is(join(' ', $X->shape, zeros([4])->shape, zeros([])->shape), '(2, 3) (4,) ()', 'as text');
ok($X->shape eq '(2, 3)' && $X->shape ne '(3, 2)', 'texts are compared');
is_deeply($X->shape->TO_JSON, [2, 3], 'for JSON');

# ---- alternative names of options
is(var([1, 3], ddof => 1)->item, 2, 'ddof');
is_deeply(GPULinalg::Random::Generator->new(1)->normal(0, 1, size => [2, 2])->shape, [2, 2], 'size, of a method');
like(error { var([1, 3], ddof => 1, correction => 0) },
    qr/^var: the option correction \(also called ddof\) is given twice at/, 'both');
is_deeply(triu([[1, 2], [3, 4]], 1)->aref, [[0, 2], [0, 0]], 'k in its place');
is_deeply(solve([[2, 0], [1, 2]], [4, 2], 'T')->aref, [1.5, 1], 'a letter in its place');

# ---- imports
sub run_script {
    my ($code) = @_;
    open my $perl, '-|', $^X, '-we', "BEGIN { \$| = 1; open STDERR, '>&', STDOUT } use strict; $code" or die;
    local $/;
    return <$perl> // '';
}
is(run_script('use GPULinalg qw(:linalg); print solve([[2]], [4])->item, main->can("sum") ? "sum" : "";'), 2, 'a room');
is(
    run_script(
        'BEGIN { $SIG{__WARN__} = sub { print "mine: @_" } } use GPULinalg qw(:all); sub half { 1 } sub half { 2 } warn "w\n";'
    ),
    "mine: Subroutine half redefined at -e line 1.\nmine: w\n",
    'other warnings, and handlers, are left alone'
);
is(run_script('use GPULinalg qw(:statistics !cov); sub cov { 7 } print cov(), median([1])->item;'), '71', 'without a name');
is(run_script('use GPULinalg qw(:all !cov); sub cov { 7 } print cov();'), 7, ':all without a name');
is(run_script('use GPULinalg qw(:v0.1); print sum([1, 2])->item, pi > 3, inf, main->can("log") ? "log" : "";'),
    '31Inf', 'a version');
is_deeply(
    [sort @{ $GPULinalg::EXPORT_TAGS{'v0.2'} }],
    [sort @{ $GPULinalg::EXPORT_TAGS{all} }],
    'the present version is all so far'
);
ok(!(grep { $_ eq 'table_where' } @{ $GPULinalg::EXPORT_TAGS{'v0.1'} }), 'an earlier one has no later functions');
like(
    run_script('use GPULinalg qw(:all); sub cov { 7 } print cov();'),
    qr/^GPULinalg: main defines cov, so .* write `use GPULinalg qw\(:all !cov\)` to silence this warning, .*\n7$/,
    'a sub of the script'
);

for my $other ('PDL', 'Math::Complex') {
SKIP: {
        skip "no $other", 5 if !eval "require $other; 1";
        for my $code ("use $other; use GPULinalg qw(:all);", "use GPULinalg qw(:all); use $other;") {
            my $said = run_script($code);
            unlike($said, qr/redefined|mismatch/, $code);
            is(($said =~ tr/\n//), 1, 'one line says what is whose');
        }
        is(run_script("use $other; use GPULinalg qw(:all !:taken); print sum([1, 2])") =~ /GPULinalg:/ ? 1 : 0, 0,
            'the remedy');
    }
}
SKIP: {
    eval { require Math::Complex; 1 } or skip 'no Math::Complex', 2;
    my $z = Math::Complex->make(1, 2);
    like(
        error { $z * asarray([1]) },
        qr/^operator: Math::Complex's own was called with an Array; .*GPULinalg::asarray at .*names\.t/,
        'an Array behind a complex number'
    );
    like(
        error { Math::Complex::acos(asarray([1])) },
        qr/^acos: .*; call GPULinalg::acos at .*names\.t/,
        'a function of its own'
    );
    is_deeply([map { "$_" } (asarray([1]) * $z)->list], ['1+2i'], 'before it');
}
done_testing;
