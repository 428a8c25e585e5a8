# Streams in Perl: objects, methods, and scopes with a current stream.
use strict;
use warnings;
use Test::More;
use GPULinalg qw(stream);

my $s = GPULinalg::Stream->new;
isa_ok($s, 'GPULinalg::Stream');
is($s->device, GPULinalg::get_device(), 'a stream is of the current device');
is(GPULinalg::Stream->new('host')->device, 'host', 'or of the one that is named');
is(GPULinalg::Stream->new(device => 'host')->device, 'host', 'also by the name of the argument');
ok($s->query, 'an empty stream is done');
$s->synchronize;

my ($y, $mark);
{
    my $scope = stream($s);
    my $x = GPULinalg::full([50, 50], 2.0);
    $y = $x x $x;
    $mark = $s->record;
}
isa_ok($mark, 'GPULinalg::Event');
my $t = GPULinalg::Stream->new;
$t->wait($mark);
my ($z, $later) = stream($t, sub { ($y + 1, $t->record) });
is($z->at(0, 0), 201, 'values that two streams have made');
$later->synchronize;
ok($later->query && $mark->query, 'events are over');
cmp_ok($mark->elapsed_time($later), '>=', 0, 'time between two events');

# The previous stream is restored, also after an error.
ok(
    !eval {
        stream($s, sub { die "stop\n" });
        1;
    }
        && $@ eq "stop\n",
    'an error leaves the scope as it is'
);
eval { my $scope = stream($t); GPULinalg::solve([[1, 2], [2, 4]], [1, 2]) };
is($@->kind, 'SingularError', 'the error of the scope survives its end');

for my $wrong (5, 'text', [1], $mark, bless({}, 'GPULinalg::Stream'), GPULinalg::asarray([1])) {
    ok(!eval { GPULinalg::stream_synchronize($wrong); 1 } && $@->kind eq 'DTypeError', 'no stream is refused');
}
{
    my $copy = $$s;
    my $thief = bless \$copy, 'GPULinalg::Stream';
    ok(!eval { $thief->query; 1 }, 'a copied address is no handle');
}
$s->DESTROY;
ok(!eval { $s->query; 1 }, 'a destroyed stream is refused');
GPULinalg::Stream->new->record(timing => 0) for 1 .. 500;
pass('streams and events that are dropped are released');
done_testing;
