# tags: slow
# Invalid arguments for every public function and operator: an exception, never a crash. TAP.
#
# Each part runs in a separate process, so that a crash is one failed test; on GPULINALG_CAMPAIGN_DEVICE (host: a GPU takes a
# second to start, and there are hundreds of parts). Afterwards random calls with hostile objects run for
# GPULINALG_CAMPAIGN_SECONDS, from GPULINALG_CAMPAIGN_SEED.
use strict;
use warnings;
no warnings qw(recursion once);
use File::Temp ();
use GPULinalg;
use Math::Complex ();
use POSIX ();
use Time::HiRes ();

GPULinalg::set_device($ENV{GPULINALG_CAMPAIGN_DEVICE} // 'host');
my $SEED = $ENV{GPULINALG_TEST_SEED} // 4711;
my $ROUNDS = ($ENV{GPULINALG_TEST_ROUNDS} // 12) * 4;

# function => names of its arguments, from the module's own table.
my %ARGUMENTS;
for (@GPULinalg::_functions) {
    my (undef, $name, undef, undef, undef, undef, undef, undef, @arguments) = split ' ';
    $ARGUMENTS{$name} = [map { s/=.*//r } @arguments] if GPULinalg->can($name);
}
$| = 1;

# An exception of the test's own objects: the library must pass it on.
package Boom {
    sub TIEARRAY { return bless {}, shift }
    sub FETCHSIZE { return 3 }
    sub FETCH { die "boom\n" }
    sub TIESCALAR { return bless {}, shift }
}

# A tied list that reports a greater length each time, and empties another list while it is read.
package Liar {
    sub TIEARRAY { my ($class, $victim) = @_; return bless { n => 1, victim => $victim }, $class }
    sub FETCHSIZE { return $_[0]{n}++ }
    sub FETCH { @{ $_[0]{victim} } = (); return 1.5 }
}

package Angry {
    use overload '0+' => sub { die "boom\n" }, '""' => sub { die "boom\n" }, '@{}' => sub { die "boom\n" }, fallback => 1;
}

package main;

sub deep { my ($n) = @_; my $x = 1.0; $x = [$x] for 1 .. $n; return $x }

# Return new values each time, because calls change some of them.
sub nonsense {
    my $array = GPULinalg::asarray([[1.0, 2.0], [3.0, 4.0]]);
    my $recursive = [];
    push @$recursive, [$recursive];
    my $victim = [1 .. 5];
    tie my @boom, 'Boom';
    tie my $boom, 'Boom';
    tie my @liar, 'Liar', $victim;
    push @$victim, \@liar;
    my @holes;
    $holes[3] = 1;
    return (
        undef, 0,
        1, -1,
        2, 17,
        2**48, 2**62,
        9223372036854775807, 18446744073709551615,
        -9223372036854775807 - 1, 1e30,
        -0.5, 1e308,
        9**9**9, -9**9**9,
        -sin(9**9**9), '',
        'x', 'float64',
        'host', "no\0body",
        '1:2,::-1', '...',
        "\x{263a}" x 900, '9' x 400,
        '0:99999999999999999999999', '0 but true',
        ' 12 ', '1_000',
        '0x10', "abc\n",
        [], [[]],
        [[], [1]], [[1, 2], [3]],
        [1, [2]], [[1], 2],
        ['x'], [undef],
        [1, 'two'], [18446744073709551615, -1],
        [1, 2], [1, 2, 3],
        [-1], [2, 3],
        [(1) x 17], [2**48, 2**48],
        [0, 2**62, 4], deep(16),
        deep(17), deep(3000),
        $recursive, \@boom,
        \$boom, \@liar,
        [\@liar, $victim], $victim,
        \@holes, {},
        { a => 1 }, { shape => [2], dtype => 'float64' },
        \1, \\1,
        \'text', sub { 1 },
        qr/x/, \*STDOUT,
        *STDOUT, bless([], 'Angry'),
        bless({}, 'Angry'), [bless([], 'Angry')],
        bless([1, 2], 'Nobody'), bless({}, 'PDL'),
        bless(\(my $fake = 12345), ref $array), bless([], ref $array),
        bless({}, ref $array), Math::Complex->make(1, 2),
        [Math::Complex->make(1, 2)], ref $array,
        'GPULinalg', $array,
        GPULinalg::getitem($array, 0), GPULinalg::getitem($array, '::-1,::-1'),
        GPULinalg::zeros([0, 3]), GPULinalg::ones([2, 1, 2]),
        GPULinalg::asarray([[1, 0]], dtype => 'bool'), GPULinalg::asarray([5, -7]),
        GPULinalg::ones([(1) x 16]), GPULinalg::zeros([3, 3], dtype => 'complex64'),
        [$array, $array], [$array, 1],
        \$array,
    );
}

sub describe {
    return join ', ', map { !defined $_ ? 'undef' : ref $_ ? ref $_ : length $_ > 40 ? substr($_, 0, 40) . '...' : $_ } @_;
}

# Return undef, or the problem with the outcome of the call.
sub attempt {
    my ($what, $call) = @_;
    print STDERR "# $what\n";
    eval {
        local $SIG{ALRM} = sub { die "it takes too long\n" };
        $call->();
        1;
    } and return;
    my $error = $@;
    return "$what: $error" if ref $error && eval { $error->kind } && $error->kind eq 'InternalError';
    return;
}

sub attack_function {
    my ($name) = @_;
    my $function = GPULinalg->can($name);
    my @names = @{ $ARGUMENTS{$name} };
    my $good = GPULinalg::asarray([[2.0, 1.0], [1.0, 3.0]]);
    for (1 .. $ROUNDS) {
        my @pool = nonsense();
        my @args = map { rand() < 0.7 ? $pool[rand @pool] : $good } 1 .. rand(@names + 2);
        push @args, $names[rand @names], $pool[rand @pool] if @names && rand() < 0.4;
        my $problem = attempt("$name(" . describe(@args) . ')', sub { my @results = $function->(@args) });
        GPULinalg::set_memory_limit(undef, 'host') if $name eq 'set_memory_limit';    # otherwise the next call has no memory
        return $problem if $problem;
    }
    return;
}

my %OPERATORS = (
    '+'            => sub { $_[0] + $_[1] },
    'swapped *'    => sub { $_[1] * $_[0] },
    'x'            => sub { $_[0] x $_[1] },
    '**'           => sub { $_[0]**$_[1] },
    '=='           => sub { $_[0] == $_[1] },
    '.'            => sub { $_[0] . 'x' },
    'bool'         => sub { $_[0] ? 1 : 0 },
    '+='           => sub { my $a = $_[0]; $a += $_[1]; $a },
    slice          => sub { $_[0]->slice($_[1]) },
    at             => sub { $_[0]->at($_[1], $_[1]) },
    aref           => sub { $_[0]->aref($_[1]) },
    pdl            => sub { $_[0]->pdl },
    'two DESTROYs' => sub { my $copy = GPULinalg::copy($_[0]); $copy->DESTROY; $copy + $_[1] },
    'class method' => sub { GPULinalg::Array->shape($_[1]) },
);

sub attack_operators {
    my ($name) = @_;
    my $count = () = nonsense();
    for my $i (0 .. $count - 1) {
        my ($array, $value) = (GPULinalg::asarray([[1.0, 2.0], [3.0, 4.0]]), (nonsense())[$i]);
        my $problem = attempt("$name with " . describe($value), sub { my @results = $OPERATORS{$name}->($array, $value) });
        return $problem if $problem;
    }
    return;
}

sub in_child {
    my ($attack, $name) = @_;
    my $scratch = File::Temp->newdir;    # save writes to any path
    pipe my $read, my $write or die;
    my $child = fork // die;
    if (!$child) {
        chdir $scratch;
        open STDERR, '>', 'log';
        local $SIG{__WARN__} = sub { };
        srand($SEED + unpack '%32C*', $name);
        my $problem = eval { $attack->($name) // '' } // "died: $@";
        print $write $problem;
        close $write;
        POSIX::_exit(0);
    }
    close $write;
    local $SIG{ALRM} = sub { kill KILL => $child };
    alarm 120;
    my $text = do { local $/; <$read> }
        // '';
    waitpid $child, 0;
    my $status = $?;
    alarm 0;
    open my $in, '<', "$scratch/log";
    my @last = <$in>;
    return $status ? "status $status after\n" . join '', @last > 3 ? @last[-3 .. -1] : @last : $text;
}

# ---- random calls: arguments that run code when they are read, converted, called or freed -----------------------------------
our @VARS;    # the arguments of the call

# Actions of user code in the middle of a call.
my @ACTS = (
    sub { undef $_ for @VARS },
    sub {
        @$_ = () for grep { ref eq 'ARRAY' } @VARS;
    },
    sub {
        push @$_, 1 .. 50 for grep { ref eq 'ARRAY' } @VARS;
    },
    sub {
        eval { $_->DESTROY } for grep { ref } @VARS;
    },
    sub {
        $_ = 'q' x 5000 for grep { defined && !ref } @VARS;
    },
    sub {
        my @grown = map { $_ } 1 .. 100_000;
        return @grown;
    },
    sub {
        my @junk = map { GPULinalg::zeros([2, 2]) } 1 .. 5;
        return @junk;
    },
    sub {
        eval { GPULinalg::asarray(['x']) };
        $@ = 'mine';
    },
    sub { die "boom\n" },
    sub { die bless({}, 'Angry') },
    sub { },
    sub { },
);

package Hostile {
    our $left = 0;    # limits objects that destroy and make such objects

    sub act {
        return 1 if $left-- <= 0;
        $ACTS[rand @ACTS]->();
        my @all = main::nonsense();
        return $all[rand @all];
    }
    sub count { act(); return int rand 4 }
    sub TIESCALAR { return bless [], shift }
    sub TIEARRAY { return bless [], shift }
    sub TIEHASH { return bless [], shift }
    sub FETCH { return act() }
    sub FETCHSIZE { return count() }
    sub STORE { act() }
    sub STORESIZE { }
    sub CLEAR { }
    sub EXTEND { }
    sub FIRSTKEY { act(); return 'a' }
    sub NEXTKEY { act(); return rand() < 0.5 ? 'b' : undef }
    sub EXISTS { return 1 }
    sub SCALAR { return 1 }
    sub Re { return act() }
    sub Im { return act() }
    use overload
        '0+'   => \&act,
        '""'   => sub { 'text' . count() },
        'bool' => sub { count() },
        '@{}'  => sub { act(); [1, 2] },
        '%{}'  => sub { act(); {} },
        '&{}'  => sub {
        act();
        sub { 1 }
        },
        fallback => 1;
}
@Hostile::Complex::ISA = @Hostile::Pdl::ISA = @Hostile::Array::ISA = 'Hostile';
push @Hostile::Pdl::ISA, 'PDL';
push @Hostile::Array::ISA, 'GPULinalg::Array';

sub hostile {
    tie my $scalar, 'Hostile';
    tie my @list, 'Hostile';
    tie my %hash, 'Hostile';
    my @kinds = (
        $scalar,
        \@list,
        \%hash,
        [1, \@list],
        [[1, 2], \@list],
        bless([1], 'Hostile'),
        [1, bless([], 'Hostile')],
        bless({ PDL => sub { Hostile::act() } }, 'Hostile::Pdl'),
        bless({}, 'GPULinalg::_Complex'),
        bless([], 'GPULinalg::_Places'),
        bless([\@list, 1], 'GPULinalg::_Places'),
        bless({}, 'Math::Complex'),
        bless([1, 2], 'Math::Complex'),
        bless(\(my $text = 'x'), 'PDL::Type'),
        bless([], 'JSON::PP::Boolean'),
        bless({}, 'boolean'),
        bless([], 'Hostile::Array')
    );    # no false PDLs: PDL itself would follow their address in DESTROY
    my $kind = int rand(@kinds + 3);
    return sub { tie $VARS[$_[0]], 'Hostile' }
        if $kind >= @kinds;    # the variable itself
    return $kinds[$kind];
}

sub one_call {
    local $Hostile::left = 40;
    my @pool = nonsense();
    my @names = sort keys %ARGUMENTS;
    my $name = $names[rand @names];
    my $n = @{ $ARGUMENTS{$name} };
    my $good = GPULinalg::asarray([[2.0, 1.0], [1.0, 3.0]]);
    local @VARS = map { my $dice = rand; $dice < 0.45 ? GPULinalg::copy($good) : $dice < 0.7 ? hostile() : $pool[rand @pool] }
        1 .. 1 + rand($n + 1);
    push @VARS, $ARGUMENTS{$name}[rand $n], hostile() if $n && rand() < 0.4;
    for my $i (0 .. $#VARS) { $VARS[$i]->($i) if ref $VARS[$i] eq 'CODE' && rand() < 0.9 && !defined prototype $VARS[$i] }
    my @operators = sort keys %OPERATORS;
    my $operator = rand() < 0.2 ? $operators[rand @operators] : undef;
    local $SIG{__WARN__} = sub { };
    local $SIG{ALRM} = sub { Hostile::act() };
    Time::HiRes::ualarm(1 + rand 300) if rand() < 0.2;
    print STDERR '# ', $operator // $name, ' ', scalar(@VARS), "\n";
    my $function = GPULinalg->can($name);
    eval { my @results = defined $operator ? $OPERATORS{$operator}->($good, @VARS) : $function->(@VARS); 1 };
    my $error = $@;
    $Hostile::left = 0;    # Perl itself crashes if code uses @VARS during its destruction
    Time::HiRes::ualarm(0);
    my $internal = ref $error && eval { $error->isa('GPULinalg::InternalError') };
    return $internal ? "$name: $error->{message}" : '';
}

# Run a batch of calls from one seed.
sub campaign {
    my ($seed) = @_;
    srand($seed);
    for (1 .. 200) {
        my $problem = eval { one_call() } // '';    # a handler may die late
        Time::HiRes::ualarm(0);
        return $problem if length $problem;
    }
    return '';
}

print "# seed $SEED: GPULINALG_TEST_SEED=$SEED repeats this run\n";
my $count = 0;
for (map({ [\&attack_function, $_] } sort keys %ARGUMENTS), map { [\&attack_operators, $_] } sort keys %OPERATORS) {
    my ($attack, $name) = @$_;
    my $problem = in_child($attack, $name);
    $count++;
    print length $problem ? 'not ok' : 'ok', " $count - nonsense for $name\n";
    print "#   $_\n" for split /\n/, $problem;
}

my $seed = $ENV{GPULINALG_CAMPAIGN_SEED} // $SEED;
my $until = time + ($ENV{GPULINALG_CAMPAIGN_SECONDS} // 4);
my ($batches, @problems) = (0);
while (!$batches || (time < $until && @problems < 3)) {
    my $problem = in_child(\&campaign, $seed);
    push @problems, "GPULINALG_CAMPAIGN_SEED=$seed: $problem" if length $problem;
    $batches++;
    $seed++;
}
$count++;
print @problems ? 'not ok' : 'ok', " $count - a campaign among hostile objects\n";
print "# $batches batches of 200 calls\n";
print "#   $_\n" for map { split /\n/ } @problems;
print "1..$count\n";
