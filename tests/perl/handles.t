# Handles: nothing leaks, and scalars that are not handles do no harm.
use strict;
use warnings;
use Config;
use Scalar::Util qw(refaddr weaken);
use Test::More;
use GPULinalg;

sub live { return GPULinalg::_live_arrays() }
my $before = live();
{
    my $a = GPULinalg::asarray([[1, 2], [3, 4]]);
    is(live(), $before + 1, 'one array is one handle');
    for (1 .. 50) {
        my $b = $a + $a;
        $b = 1 - [1, 2] *$b;
        $b += 1;
        my $c = GPULinalg::sum($b, axis => 0);
        my $view = $b->slice('1:');
        $view->set(0, [5, 6]);
        my @values = ($b->list, $b->aref, $b->packed, "$b", $b->repr, $b->at(0, 0), $b->shape, $c->dtype);
        my @all = GPULinalg::concat([$a, $b, [[1, 2]]], axis => 0);
        $b->getitem([[0, 1], [1, 0]])->where($b, 0);
        GPULinalg::clip($b, max => $a);
        eval { GPULinalg::add($a, [1, 2, 3]) };
        eval { GPULinalg::concat([$a, [1], undef]) };
        eval { GPULinalg::getitem($a, [[0, 1], ':', 9]) };
        eval { GPULinalg::asarray([[1, 2], [3, 'x']]) };
        eval { GPULinalg::add([1, 2], undef) };
        eval { GPULinalg::sum($a, axes => 1) };
        eval { my $x = $b + 'x' };
    }
    is(live(), $before + 1, 'loops, errors included, leave nothing behind');
    $a->DESTROY;
    is(live(), $before, 'DESTROY by hand');
    ok(!eval { my $x = $a + 1; 1 } && $@->kind eq 'ArgumentError', 'a destroyed array is refused');
}
is(live(), $before, 'all gone, once each');

# Scalars that are not handles.
for my $value (0, 1, -1, 12345, 2**63, 1.5, 'text', '', undef, 140737488355328) {
    my $x = $value;
    my $fake = bless \$x, 'GPULinalg::Array';
    my $done = eval { my $y = $fake + 1; 1 };
    my $reported = ref $@ && $@->kind eq 'ArgumentError';
    ok(!$done && $reported, 'a blessed ' . ($value // 'undef') . ' is refused');
    eval { $fake->set(0, 1) };
    ok(ref $@ && $@->kind eq 'ArgumentError', 'also where it would be changed');
}
for my $fake (bless([], 'GPULinalg::Array'), bless({}, 'GPULinalg::Array')) {
    my $done = eval { GPULinalg::add($fake, 1); 1 };
    ok(!$done && ref $@ && $@->kind eq 'ArgumentError', 'a blessed ' . Scalar::Util::reftype($fake));
}
{
    my $a = GPULinalg::asarray([1, 2, 3]);
    my $copy = $$a;
    my $thief = bless \$copy, 'GPULinalg::Array';
    ok(!eval { my $y = $thief + 1; 1 }, 'a copied address is no handle');
    undef $thief;
    is_deeply($a->aref, [1, 2, 3], 'and does not free the array');
    my $c = GPULinalg::asarray([4]);
    my ($own, $saved) = (live(), $$c);
    $$c = $$a;
    ok(!eval { my $y = $c + 1; 1 }, 'another address put into a handle is noticed');
    $$c = $saved;
    is_deeply($c->aref, [4], 'put back, it works again');
    $$c = 1.5;
    ok(!eval { my $y = $c + 1; 1 }, 'a number put into a handle is noticed');
}
GPULinalg::Array::DESTROY($_) for undef, 1, 'x', [], {}, \my $nothing;
GPULinalg::Array::DESTROY();
pass('DESTROY of anything');
ok(!eval { GPULinalg::Array::shape(); 1 }, 'a method without an object');
{
    my $a = GPULinalg::asarray([1, 2]);
    my $weak = $a;
    weaken $weak;
    undef $a;
    ok(!defined $weak, 'weak references');
}
SKIP: {
    eval { require Storable; 1 } or skip 'no Storable', 1;
    my $frozen = eval { Storable::dclone(GPULinalg::asarray([1])) };
    ok(!defined $frozen || !eval { my $y = $frozen + 1; 1 } || $frozen->at(0) == 1, 'a frozen handle is harmless');
}

# Other interpreters: threads and processes.
SKIP: {
    skip 'this Perl has no threads', 3 unless $Config{useithreads} && eval { require threads; 1 };
    my $a = GPULinalg::asarray([1, 2]);
    my $seen = threads->create(sub { ref $a eq 'GPULinalg::Array' ? 'array' : 'gone' })->join;
    is($seen, 'gone', 'handles do not enter a thread');
    is(threads->create(sub { (GPULinalg::asarray([1, 2]) + 1)->sum->item })->join, 5, 'a thread has arrays of its own');
    is($a->sum->item, 3, 'ours is still there');
}
my $kept = GPULinalg::asarray([1, 2]);
my $program = 'use GPULinalg; our $g = GPULinalg::asarray([1]); my $c = [GPULinalg::zeros([2])]; push @$c, $c; '
    . 'our %h = (x => $g); print "fine"';
my $out = `"$^X" -e '$program' 2>&1`;
is("$out $?", 'fine 0', 'the end of the program destroys what is left in any order');
done_testing;
