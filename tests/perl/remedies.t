# Messages name the remedy, in Perl's syntax.
use strict;
use warnings;
use Test::More;
use File::Temp ();
use GPULinalg;

my $x = GPULinalg::asarray([[1, 2], [3, 4], [5, 6]]);
my $u = GPULinalg::asarray([1.0, 2, 3]);

sub says {
    my ($code, $words, $name) = @_;
    my $message = eval { $code->(); 1 } ? 'no error' : ref $@ ? $@->message : $@;
    like($message, qr/\Q$words\E/, $name);
    return;
}

says(sub { $x x $x }, '; write $x1->T x $x2 or $x1 x $x2->T', 'a product that does not fit');
says(sub { $x x $u }, 'are 2 and 3; write $x1->T x $x2', 'of a matrix and a vector');
is_deeply([@{ ($x->T x $x)->shape }, @{ ($x->T x $u)->shape }], [2, 2, 2], 'what is written works');
says(sub { $x * $u }, '; expand_dims($v, axis => -1) makes a column of the vector v', 'a column is meant');
is_deeply(($x * GPULinalg::expand_dims($u, axis => -1))->shape, [3, 2], 'which works');
says(
    sub { GPULinalg::concat([$u, $u], axis => 1) },
    'for an array of 1 dimension; stack($arrays, axis => 1) joins along a new axis',
    'vectors side by side'
);
says(sub { $u > 0 and $u < 2 },
    '& and | in parentheses, as in ($x > 0) & ($y > 0), and reduce them to one value with any($x) or all($x)', 'conditions');
says(sub { GPULinalg::solve($x, $u) }, '; lstsq($a, $b) solves systems that are not square', 'least squares');
says(sub { $u->T }, ': $x x $y and $x x $a treat x as a row, $a x $x as a column; expand_dims($x, axis => 1)', 'of a vector');
my $sparse = GPULinalg::Sparse::Sparse->new([[2.0, 0.0], [0.0, 4.0]]);
says(sub { GPULinalg::solve($sparse, [2.0, 4.0]) }, '; write $A->solve($b)', 'a sparse system');
says(sub { GPULinalg::matmul($sparse, [2.0, 4.0]) }, '; write $A x $b', 'a sparse product');
is_deeply(($sparse x [2.0, 4.0])->shape, [2], 'what is written works');
says(sub { GPULinalg::where($u) }, '; nonzero($condition) returns the positions of true elements', 'one argument of three');
says(sub { GPULinalg::round($u, 2) }, '; around($x, $decimals) rounds to decimals', 'decimals');
says(sub { GPULinalg::vstack($u, $u) }, '; pass the arrays in one list: vstack([$x, $y])', 'arrays without a list');
says(sub { GPULinalg::sum($u, dim => 0) }, "there is no option 'dim'; did you mean 'axis'?", 'an option of other libraries');
says(sub { GPULinalg::loadtxt('x', sep => ';') }, "there is no option 'sep'; did you mean 'delimiter'?", 'of pandas');
says(sub { GPULinalg::mean($u, skipna => 1) }, "there is no option 'skipna'; nanmean ignores NaN", 'another function');
says(sub { GPULinalg::stack($u, $u) }, 'a list of arrays; pass the arrays in one list: stack([$x, $y])', 'of stack');
says(sub { GPULinalg::asarray([1, undef]) }, '; write a missing value as nan', 'a missing number');
says(sub { GPULinalg::full([2], 0, 3) }, '; pass the shape as one list: [2, 3]', 'a part of the shape');
says(sub { GPULinalg::asarray(['2,5']) }, '; write decimals with a point, and thousands without a comma', 'a comma');

my $folder = File::Temp->newdir;
my $name = "$folder/t.csv";
for (
    ["id,educ\n1,12\n2,xx\n", q{read the column as text with text => ['educ']}],
    ["a,b\n1,\n2,3\n", q{pass missing => 'nan' to read it as NaN, or missing => 'drop' to drop the row}],
    ["a\n#x\n1\n", q{; pass comment => '#' to skip lines that begin with #}],
    ["#t\n1,2\n", q{pass comment => '#' to skip lines}],
    ["a\n\xE9\n", q{give encoding => 'latin-1' or 'windows-1252'}],
) {
    my ($content, $words) = @$_;
    open my $file, '>', $name or die $!;
    print $file $content;
    close $file;
    says(sub { GPULinalg::loadtxt($name) }, $words, $words);
}
says(
    sub { GPULinalg::Random::Generator->new(1)->multivariate_normal([0, 0], [[1, 1], [1, 1]]) },
    'use method => "eigh" if it',
    'an option of another call'
);
says(
    sub { my $event = GPULinalg::Stream->new->record(timing => 0); GPULinalg::event_elapsed_time($event, $event) },
    'create it with timing => 1',
    'a truth'
);
for my $guess (qw(kalman ols logit corr regress)) {
    no strict "refs";
    my $message = eval { &{"GPULinalg::$guess"}(); 1 } ? "" : $@->message;
    like($message, qr/there is no function GPULinalg::$guess$/, "no guess for $guess");
}

# ---- Perl's terms, and mistakes that Perl makes easy
my %none;
says(
    sub { GPULinalg::mean([1, undef, 3]) },
    'mean: x[1] is undef, but it must be a number; write a missing value as nan',
    'undef in a list'
);
says(sub { GPULinalg::lstsq($x, $none{x}) }, 'lstsq: b is undef, but it must be an Array', 'undef for an array');
says(sub { GPULinalg::lstsq($x, $none{x}) }, '; it may come from a lookup of a missing key', 'which a key may be');
says(sub { GPULinalg::sum($x, { axis => 0 }) }, 'axis is a hash reference,', 'a hash of options');
says(sub { GPULinalg::sum($x, { axis => 0 }) }, '; pass options without braces: axis => $value', 'its remedy');
says(sub { GPULinalg::asarray({ a => 1 }) }, 'asarray: obj is a hash reference, but it must be an Array', 'a hash of data');
says(sub { GPULinalg::sum($x, 'axis') }, '; the value after the name is missing: axis => $value', 'an option without a value');
says(sub { GPULinalg::mean($x, axs => 0, keepdims => 1) }, "no option 'axs'; did you mean 'axis'?",
    'the first of two misspelt');
says(sub { GPULinalg::zeros($x) }, 'shape is an int64 Array', 'an article');
my @numbers = (1, 2, 3);

for my $name (qw(mean sum std max asarray)) {
    my $code = GPULinalg->can($name);
    my $words = "$name: pass several numbers as one array reference: $name([1, 2, 3]), or $name(\\\@x)";
    says(sub { $code->(@numbers) }, $words, "$name of a list");
    says(sub { $code->(1.5, 2.5) }, $words, "$name of two numbers");
    says(sub { $code->(1 .. 9) }, $words, "$name of many numbers");
}
is_deeply(GPULinalg::expand_dims(5, 0)->aref, [5], 'a number and an axis that fit');
says(
    sub { GPULinalg::group_sum([1, 2, 3], GPULinalg::factorize([5, 6, 5])) },
    'use scalar(factorize($f)) for the first result',
    'several results among arguments'
);
is_deeply(GPULinalg::group_sum([1, 2, 3], scalar(GPULinalg::factorize([5, 6, 5])))->aref, [4, 2], 'which works');
says(sub { $x->T * $x }, '; the matrix product is $x1 x $x2', 'a product of each element');
says(
    sub { GPULinalg::savetxt("$folder/o.csv", name => ['a', 'b'], coef => [1, 2]) },
    'savetxt: pass the columns as one argument: [name => $values, ...]',
    'columns without brackets'
);
says(
    sub { GPULinalg::savetxt("$folder/o.csv", [1], [2]) },
    'savetxt: pass the columns as one argument',
    'two columns without brackets'
);
says(sub { GPULinalg::loadtxt($name, headr => 1) }, "no option 'headr'; did you mean 'header'?", 'a text before a number');
like(eval { GPULinalg::loadtxt($name, foo => 1) } // $@->message, qr/the options are: .*skipfooter$/, 'options of loadtxt');
like(eval { GPULinalg::savetxt($name, [1], foo => 1) } // $@->message, qr/the options are: names, delimiter$/, 'of savetxt');
my $singular = GPULinalg::Sparse::Sparse->new([[1.0, 1], [1, 1]]);
SKIP: {
    skip 'there is no sparse solver', 1
        if !eval { $sparse->solve([1, 2]); 1 } && $@->message =~ /no sparse direct solver/;
    says(sub { GPULinalg::Sparse::solve($singular, [1, 2]) }, 'or use GPULinalg::Sparse::lstsq', 'a name of a namespace');
}
says(sub { GPULinalg->import(':lin') }, '; the tags are: :all, :array, ', 'a tag that there is not');

# ---- handles are references to scalars
my $generator = GPULinalg::Random::Generator->new(1);
says(sub { $u->[0] }, 'write $x->at(0) for an element, $x->list or $x->aref for all', 'an element');
says(sub { my @all = @$u }, 'an Array is not a reference to an array', 'all elements');
says(sub { $#$u }, 'an Array is not a reference to an array', 'the last index');
says(sub { $u->{X} }, 'an Array is not a reference to a hash; write', 'a field');
says(sub { my %all = %$u }, 'an Array is not a reference to a hash; write', 'all fields');
says(sub { $generator->{state} }, 'a Generator is not a reference to a hash', 'a field of another class');
says(sub { $generator->[0] }, 'a Generator is not a reference to an array', 'an element of it');
done_testing();
