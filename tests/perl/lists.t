# Lists whose first element, when it is read, empties the list and puts other values into the memory of the rest. Code that
# copies a list or its arguments keeps the original values, or reports a missing value; it never uses freed memory.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;
use GPULinalg;

package Emptying {
    sub TIESCALAR { my ($class, $act) = @_; return bless [$act], $class }
    sub FETCH { return $_[0][0]->() }
}

package main;

my (@list, %hash, @junk);

sub fill {
    my ($first, @rest) = @_;
    @list = (0, @rest);
    tie $list[0], 'Emptying', sub {
        @list = ();
        @junk = map { $_ + 7 } 1 .. 200;
        return $first;
    };
    return \@list;
}

sub slurp { my ($path) = @_; open my $in, '<', $path or die "$path: $!"; local $/; return scalar <$in> }

my $folder = tempdir(CLEANUP => 1);
my ($in, $out) = ("$folder/in.csv", "$folder/out.csv");
open my $file, '>', $in or die "$in: $!";
print $file "x,y,z\n1,2,3\n4,5,6\n";
close $file or die $!;

my $x = GPULinalg::asarray([[1, 2], [3, 4]]);
my $plus = GPULinalg::elementwise('x, y', 'z', 'z = x + y');
my $total = GPULinalg::reduction('x', 'z', 'x', 'a + b');
my $running = GPULinalg::scan('x', 'z', 'x', 'a + b');

# ---- arguments, given as a list
is($x->slice(@{ fill(1, 0) }) . '', '3', 'slice');
is($x->at(@{ fill(1, 0) }), 3, 'at');
is($x->copy->set(@{ fill(0, 1, 9) })->at(0, 1), 9, 'set');
is($plus->(@{ fill(2, 3) }) . '', '5', 'a call of a formula');
is($total->(@{ fill([2, 3], axis => 0) }) . '', '5', 'a call of a reduction, with an option');
is($running->(@{ fill([2, 3], axis => 0) }) . '', '[2 5]', 'a call of a scan, with an option');
is(GPULinalg::elementwise(@{ fill('a, b', 'c', 'c = a*b') })->(4, 5) . '', '20', 'elementwise');
is(GPULinalg::reduction(@{ fill('x', 'y', 'x*x', 'a + b') })->([3, 4]) . '', '25', 'reduction');
is(GPULinalg::Array->new(@{ fill([1, 2], dtype => 'float32') })->dtype, 'float32', 'Array->new');
is(GPULinalg::from_packed(@{ fill(pack('d2', 1, 2), dtype => 'float64', shape => [2]) }) . '', '[1. 2.]', 'from_packed');
is_deeply({ GPULinalg::loadtxt(@{ fill($in, usecols => ['z']) }) }->{z}->aref, [3, 6], 'loadtxt');
GPULinalg::savetxt(@{ fill($out, [a => [1, 2]]) });
is(slurp($out), "a\n1\n2\n", 'savetxt');

# ---- lists as arguments
is(join(' ', sort grep { !ref } GPULinalg::loadtxt($in, usecols => fill(qw(x y z)))), 'x y z', 'texts');
GPULinalg::savetxt($out, fill(a => [1, 2], b => [3, 4]));
is(slurp($out), "a,b\n1,3\n2,4\n", 'a list of names and columns');
%hash = (a => 0, b => [3, 4], c => [5, 6]);
tie $hash{a}, 'Emptying', sub {
    %hash = ();
    @junk = map { $_ + 7 } 1 .. 200;
    return [1, 2];
};
GPULinalg::savetxt($out, \%hash);
is(slurp($out), "a,b,c\n1,3,5\n2,4,6\n", 'a hash');
for (
    ['shape', sub { GPULinalg::zeros(fill(2, 3)) }, qr/^\[\[0\. 0\. 0\.\]\n/],
    ['arrays', sub { GPULinalg::stack(fill([1], [2])) }, qr/^\[\[1\]\n/],
    ['indices', sub { GPULinalg::take($x, fill(1, 0), axis => 0) }, qr/^take: indices\[1\] is undef, but it must be a number/],
    ['key', sub { GPULinalg::getitem($x, fill(1, 0)) }, qr/^getitem: key\[1\] is undef, but it must be a number/],
) {
    my ($name, $call, $words) = @$_;
    my $got = eval { $call->() . '' } // $@;
    like($got, $words, "$name: what goes away was read before, or is named");
}
done_testing;
