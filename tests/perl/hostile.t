# tags: slow
# Arguments that run user code when they are read, which frees or changes the other arguments: an exception or the right result,
# never a crash. Each function (or those named on the command line) is attacked in a separate process, in each of its arguments;
# on GPULINALG_CAMPAIGN_DEVICE (host).
use strict;
use warnings;
use File::Temp ();
use Test::More;
use GPULinalg;
use POSIX ();

GPULinalg::set_device($ENV{GPULINALG_CAMPAIGN_DEVICE} // 'host');

# A tied scalar that runs code when it is read.
package Trap {
    sub TIESCALAR { my ($class, $act, $value) = @_; return bless [$act, $value], $class }
    sub FETCH { my ($self) = @_; $self->[0]->(); return $self->[1] }
}

package main;

my %GOOD = (
    a => sub { GPULinalg::asarray([[4.0, 1.0], [1.0, 3.0]]) },
    s => sub { GPULinalg::asarray([[4.0, 1.0], [1.0, 3.0]]) },
    c => sub { GPULinalg::asarray([1.0, 2.0, 4.0]) },
    l => sub { [GPULinalg::ones([2, 2]), GPULinalg::ones([2, 2])] },
    k => sub { [0, GPULinalg::asarray([0, 1])] },
    n => sub { [2, 2] },
    d => sub { 'float' . '64' },
    x => sub { 0 },
    m => sub { undef },
    b => sub { 1 },
    i => sub { 1 },
    f => sub { 0.5 },
    t => sub { 'x + ' . 'x' x 100 },
    T => sub { ['-D' . 'X' x 100, 'b'] },
    y => sub { 'b' x 1000 },
    o => sub {
        eval { GPULinalg::new_stream('host') }
    },
);

# Actions of an argument that is read, in addition to releasing the others: empty their lists, destroy them explicitly, make
# Perl move its stack, die.
my @ACTS = (
    sub { },
    sub {
        my ($values) = @_;
        @$_ = () for grep { ref eq 'ARRAY' } @$values;
    },
    sub {
        my ($values) = @_;
        eval { $_->DESTROY } for grep { ref } map { ref eq 'ARRAY' ? ($_, @$_) : $_ } @$values;
    },
    sub {
        my @stack = map { $_ } 1 .. 200_000;
        return @stack;
    },
    sub { die "mine\n" },
);

# Make one call in which reading the argument at $place runs $act; inside a list, or directly.
sub spring {
    my ($function, $kinds, $place, $inside, $act) = @_;
    my @values = map { $GOOD{$_}->() } @$kinds;
    my @others = grep { $_ != $place } 0 .. $#values;
    my $sprung = 0;
    my $trap = sub {
        return if $sprung++;
        $act->([@values[@others]]);
        undef $values[$_] for @others;
        my @junk = map { GPULinalg::zeros([2, 2]) } 1 .. 4;    # reuse the memory of the others
    };
    my $list = [$GOOD{a}->(), 1];
    tie $list->[1], 'Trap', $trap, 2;
    tie my $value, 'Trap', $trap, $values[$place];
    my @call = map { $_ != $place ? "\$values[$_]" : $inside ? '$list' : '$value' } 0 .. $#values;
    my @results = eval 'GPULinalg->can($function)->(' . join(', ', @call) . ')';
    return;
}

sub attack {
    my ($function, @kinds) = @_;
    for my $place (0 .. $#kinds) {
        for my $act (@ACTS) {
            spring($function, \@kinds, $place, $_, $act) for 0, 1;
        }
    }
    return;
}

for (@GPULinalg::_functions) {
    my (undef, $name, undef, undef, undef, undef, undef, $kinds) = split / /;
    next if $kinds eq '-' || !GPULinalg->can($name) || (@ARGV && !grep { $_ eq $name } @ARGV);
    my $scratch = File::Temp->newdir;    # save writes to any path
    my $child = fork // die;
    if (!$child) {
        chdir $scratch;
        local $SIG{__WARN__} = sub { };
        attack($name, split //, $kinds);
        POSIX::_exit(0);
    }
    waitpid $child, 0;
    is($?, 0, "hostile arguments of $name");
}
done_testing;
