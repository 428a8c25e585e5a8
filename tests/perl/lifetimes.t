# Other threads, other processes, and the end of the program: arrays stay in their thread, and nothing is freed twice.
use strict;
use warnings;
use Config;
use Test::More;

BEGIN {
    plan skip_all => 'this Perl has no threads' if !$Config{useithreads};
    require threads;
}
use GPULinalg;

GPULinalg::set_device('host');    # can also be used in a child process
my $array = GPULinalg::ones([100]);
my $stream = GPULinalg::Stream->new('host');
my $reblessed = bless GPULinalg::ones([2]), 'Other';    # a class without CLONE_SKIP
for (1 .. 3) {
    my @said = threads->create(
        { context => 'list' },
        sub {
            my @theirs = ($array, $reblessed, bless $reblessed, 'GPULinalg::Array');
            my @said = map {
                eval { GPULinalg::add($_, 1); 1 }
                    ? 'computed'
                    : $@->kind
            } @theirs;
            push @said, eval { GPULinalg::stream_synchronize($stream); 1 } ? 'waited' : $@->kind;
            return (@said, GPULinalg::sum(GPULinalg::ones([3]) + 1)->item, eval { GPULinalg::zeros('x'); 1 } ? '' : $@->kind);
        }
    )->join;
    is_deeply(\@said, [('ArgumentError') x 3, 'DTypeError', 6, 'DTypeError'], 'a thread has arrays of its own only');
}
is($array->at(5) + GPULinalg::Array::at($reblessed, 1), 2, 'which the first keeps');

my $child = fork // die;
if (!$child) {
    my $good = $array->at(3) == 1 && GPULinalg::sum($array + 1)->item == 200;
    $array->set(0, 5);
    exit($good ? 0 : 1);
}
waitpid $child, 0;
is($?, 0, 'a child computes with the arrays of its parent');
is($array->at(0), 1, 'which do not change');

# Objects that exist when the program ends, some in cycles, with destructors that compute.
my $at_end = <<'END';
use GPULinalg;
our $global = GPULinalg::ones([5]);
our $circle = [$global];
push @$circle, $circle;
our ($stream, $formula) = (GPULinalg::Stream->new('host'), GPULinalg::elementwise('T x', 'T z', 'z = x'));
package Last { sub DESTROY { my $x = eval { GPULinalg::ones([2]) + 1 }; print defined $x ? "$x" : ref $@ } }
our $last = bless [GPULinalg::ones([2])], 'Last';
our $round = bless [], 'Last';
push @$round, $round;
END
open my $perl, '-|', $^X, '-we', $at_end or die;
my $said = do { local $/; <$perl> };
ok(close $perl, 'the program ends well');
is($said, '[2. 2.][2. 2.]', 'and computes to the last');
done_testing;
