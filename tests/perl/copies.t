# Copies by Storable, derived classes, and stream scopes that end in any order.
use strict;
use warnings;
use Config;
use Storable qw(dclone freeze nfreeze thaw store retrieve);
use File::Temp ();
use Test::More;
use GPULinalg;

GPULinalg::set_device('host');

package Named { our @ISA = 'GPULinalg::Array' }

package Mine { our @ISA = 'GPULinalg::Random::Generator' }

package Chain { our @ISA = 'GPULinalg::Sparse::Sparse' }

package main;

my $folder = File::Temp->newdir;
my %copy = (
    dclone  => sub { return dclone($_[0]) },
    freeze  => sub { return thaw(freeze($_[0])) },
    nfreeze => sub { return thaw(nfreeze($_[0])) },
    store   => sub { store($_[0], "$folder/x"); return retrieve("$folder/x") },
);
my $live = GPULinalg::_live_arrays();

for my $name (sort keys %copy) {
    my $copy = $copy{$name};
    my $x = GPULinalg::asarray([[1, 2], [3, 4]]);
    my $y = $copy->($x);
    $x->set(0, 0, 9);
    is_deeply([ref $y, $y->aref, $y->dtype, $y->device], ['GPULinalg::Array', [[1, 2], [3, 4]], 'int64', 'host'], $name);
    for my $dtype (qw(bool int8 uint64 float32 complex64 complex128)) {
        my $empty = $copy->(GPULinalg::ones([2, 0, 3], dtype => $dtype));
        is_deeply([$empty->shape, $empty->dtype], [[2, 0, 3], $dtype], "$name of $dtype without elements");
    }
    my $number = $copy->(GPULinalg::asarray('18446744073709551615', dtype => 'uint64'));
    is("$number " . $number->ndim, '18446744073709551615 0', "$name of no dimensions");
    is_deeply($copy->($x->T)->aref, [[9, 3], [2, 4]], "$name of a view");
    is(ref $copy->(bless GPULinalg::asarray([1]), 'Named'), 'Named', "$name of a derived class");
    my $both = $copy->({ a => $x, list => [$x, $x] });
    $both->{a}->set(0, 0, 7);
    is($both->{list}[1]->at(0, 0), 7, "$name: one array stays one");

    my $generator = GPULinalg::Random::Generator->new('18446744073709551615');
    $generator->random(5);
    my $other = $copy->($generator);
    is_deeply($other->random(3)->aref, $copy->($generator)->random(3)->aref, "$name of a Generator goes on where it stands");
    is_deeply($other->random(3)->aref, do { $generator->random(3); $generator->random(3)->aref }, 'by itself');
    for my $format ('csr', 'csc') {
        my $matrix = GPULinalg::Sparse::Sparse->new([[1.5, 0, 2], [0, 0, 3]]);
        $matrix = $matrix->tocsc if $format eq 'csc';
        my $again = $copy->($matrix);
        is_deeply([$again->format, $again->toarray->aref], [$format, [[1.5, 0, 2], [0, 0, 3]]], "$name of a $format matrix");
    }
}
is(GPULinalg::_live_arrays(), $live, 'copies leave nothing behind');
my $factor = eval { GPULinalg::sparse_factor(GPULinalg::Sparse::Sparse->new([[2.0]])) };    # if there is a solver
for my $name (sort keys %copy) {
    my $copy = $copy{$name};
    for my $x ($factor || (), GPULinalg::Stream->new('host'), GPULinalg::Elementwise->new('x', 'y', 'y = x + 1')) {
        my ($class) = ref($x) =~ /(\w+)$/;
        ok(!eval { $copy->([$x]); 1 }, "$name of a $class is refused");
        like($@, qr/^copy: an? $class cannot be copied or serialised/, 'clearly');
    }
}
for my $wrong ('', 'x', pack('(w/a*)*', 'float64', 'host', '2 2', 'short'), pack('(w/a*)*', 'none', 'host', '1', 'x')) {
    ok(!eval { GPULinalg::Array->STORABLE_attach(0, $wrong); 1 } && $@->isa('GPULinalg::Error'), 'what is damaged is refused');
}

# ---- derived classes
is(ref Mine->new(3), 'Mine', 'a class derived from Generator');
ok(!eval { GPULinalg::Random::Generator::new(1); 1 }, 'a constructor called without its class');
like($@, qr/^Generator: call it as GPULinalg::Random::Generator->new/, 'says how it is called');
is_deeply(Mine->new(3)->random(2)->aref, GPULinalg::Random::Generator->new(3)->random(2)->aref, 'works as one');
is(ref dclone(Mine->new(3)), 'Mine', 'and is copied as one');
is(ref Chain->new([[1.0]]), 'Chain', 'a class derived from Sparse');
is(ref Chain->new(GPULinalg::Sparse::Sparse->new([[1.0]])), 'Chain', 'also of a Sparse');

# ---- scopes of streams
my ($s, $t) = map { GPULinalg::Stream->new('host') } 1, 2;
my $before = GPULinalg::get_stream('host');
sub current { return GPULinalg::get_stream('host') }
{
    my $scope = GPULinalg::stream($s);
    $scope = GPULinalg::stream($t);
    ok(current() == $t, 'a scope that takes the place of another one');
}
ok(current() == $before, 'ends with it');
{
    my @scopes = map { GPULinalg::stream($_) } $s, $t, $s
}
ok(current() == $before, 'scopes in a list');
{
    my ($first, $second, $third) = map { GPULinalg::stream($_) } $s, $t, $s;
    undef $second;
    ok(current() == $s, 'one in the middle ends first');
    undef $third;
    ok(current() == $s, 'then the last');
    undef $first;
    ok(current() == $before, 'then the first');
}
SKIP: {
    skip 'this Perl has no threads', 1 unless $Config{useithreads} && eval { require threads; 1 };
    my @warnings;
    local $SIG{__WARN__} = sub { push @warnings, @_ };
    my $scope = GPULinalg::stream($s);
    my $warned = threads->create(
        sub {
            my @w;
            local $SIG{__WARN__} = sub { push @w, @_ };
            undef $scope;
            return "@w";
        }
    )->join;
    is("$warned@warnings" . (current() == $s), '1', 'a thread is in no scope of its parent');
}
my $end = `"$^X" -e 'use GPULinalg; our \$scope = GPULinalg::stream(GPULinalg::Stream->new("host")); print "fine"' 2>&1`;
is($end, 'fine', 'a scope that lasts to the end of the program');
done_testing;
