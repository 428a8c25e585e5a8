#!/usr/bin/env perl
# Run conformance cases (tests/cases/README.md) in Perl and print TAP.
#
# usage: cases.pl [--device D] [--hex FILE] FILE.case...
use strict;
use warnings;
use B ();
use Compress::Raw::Zlib ();
use File::Temp ();
use Getopt::Long;
use GPULinalg;
use Math::Complex ();
use POSIX ();
use Scalar::Util qw(blessed);

my $NUMBER = qr/[-+]?(?:0x[0-9a-f.]+p[-+]?\d+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf|nan)/;
my $TOKEN = qr/\s*("(?:[^"\\]|\\.)*"|[\[\],]|[^\s\[\],"]+)/;
my @DTYPES = qw(bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128);
my %WORDS = (true => !!1, false => !!0, none => undef, map { $_ => $_ } @DTYPES);
my %ESCAPES = (n => "\n", t => "\t");

# How Perl writes the operators: each as a function of its operands.
my %OPERATORS = (
    (
        map { my ($name, $symbol) = split /:/; $name => eval "sub { \$_[0] $symbol \$_[1] }" }
            qw(add:+ subtract:- multiply:*
            divide:/ remainder:% pow:** matmul:x equal:== not_equal:!= less:< less_equal:<= greater:> greater_equal:>=
            bitwise_and:& bitwise_or:| bitwise_xor:^ bitwise_left_shift:<< bitwise_right_shift:>>)
    ),
    negative       => sub { -$_[0] },
    abs            => sub { abs $_[0] },
    bitwise_invert => sub { ~$_[0] }
);
my $data = ($ENV{srcdir} // '.') . '/tests/data';
my $scratch = File::Temp->newdir('gpulinalg-cases-XXXXXX', TMPDIR => 1);
my ($device, $hexfile, $count, $failed) = ('host', undef, 0, 0);

# Report an error of the case file, not of the library.
sub case_error { die { case => $_[0] } }

# Perl's own conversion is not always correctly rounded; the C library's is.
sub real { return scalar POSIX::strtod($_[0]) }

# Math::Complex->make refuses NaN.
sub complex {
    my @parts = @_;
    my $z = Math::Complex->make(0, 0);
    $z->_set_cartesian(\@parts);
    return $z;
}

sub unquote {
    my ($text) = @_;
    $text = substr $text, 1, -1;
    $text =~ s/\\(.)/$ESCAPES{$1} \/\/ $1/ge;
    return $text;
}

# Parse one literal or name from the front of the list of tokens.
sub value {
    my ($tokens, $names) = @_;
    my $word = @$tokens ? shift @$tokens : '';
    if ($word eq '[') {
        my ($bools, @items) = (0);
        while (@$tokens && $tokens->[0] ne ']') {
            $bools++ if $tokens->[0] =~ /^(?:true|false)$/;
            push @items, value($tokens, $names);
            $bools++ if ref $items[-1] eq 'Case::Bools';
            shift @$tokens if @$tokens && $tokens->[0] eq ',';
        }
        case_error('a list is not closed') unless @$tokens;
        shift @$tokens;
        return $bools ? bless(\@items, 'Case::Bools') : \@items;
    }
    return unquote($word) if $word =~ /^"/;
    return $WORDS{$word} if exists $WORDS{$word};
    return 0 + $word if $word =~ /^[-+]?\d+$/;
    return real($word) if $word =~ /^$NUMBER$/;
    return complex(real($1 // 0), real($2)) if $word =~ /^($NUMBER(?=[-+]))?($NUMBER)j$/;
    return $names->{$word} if exists $names->{$word};
    case_error("no such name or literal: '$word'");
}

# Perl has no booleans before 5.36, so lists of booleans become arrays.
sub native {
    my ($x) = @_;
    return $x unless ref $x eq 'Case::Bools';
    my $plain;
    $plain = sub {
        ref $_[0] ? [map { $plain->($_) } @{ $_[0] }] : $_[0] ? 1 : 0;
    };
    return GPULinalg::asarray($plain->($x), dtype => 'bool');
}

sub argument { return native(value(@_)) }

sub tokenize {
    my ($text) = @_;
    my @tokens;
    push @tokens, $1 while $text =~ /\G$TOKEN/gc;
    case_error('cannot read: ' . substr $text, pos $text // 0) if $text =~ /\G\s*\S/;
    return \@tokens;
}

sub is_array { return blessed $_[0] && $_[0]->can('packed') }
sub shape { my @shape = $_[0]->shape; return @shape == 1 && ref $shape[0] ? @{ $shape[0] } : @shape }
sub is_list { return ref $_[0] && ref($_[0]) =~ /^(?:ARRAY|Case::Bools|GPULinalg::Shape)$/ }

# Return the shape and the flat list of values of nested lists or a number.
sub flatten {
    my ($nested) = @_;
    return ([], [$nested]) unless is_list($nested);
    my @parts = map { [flatten($_)] } @$nested;
    "@{$_->[0]}" eq "@{$parts[0][0]}" or case_error('a ragged list') for @parts;
    return ([scalar @parts, @parts ? @{ $parts[0][0] } : ()], [map { @{ $_->[1] } } @parts]);
}

sub shape_and_values {
    my ($x) = @_;
    return flatten($x) unless is_array($x);
    return ([shape($x)], (flatten($x->aref))[1]);
}

sub parts { my ($v) = @_; return ref $v ? (Math::Complex::Re($v), Math::Complex::Im($v)) : ($v, 0) }

# Return true for a string that is neither a number nor a boolean, which Perl stores together with their strings.
sub is_text {
    my ($v) = @_;
    return !ref $v && (B::svref_2object(\$v)->FLAGS & (B::SVf_POK | B::SVf_IOK | B::SVf_NOK)) == B::SVf_POK;
}

sub size { my ($re, $im) = @_; return $im ? POSIX::hypot($re, $im) : abs $re }
sub is_nan { my ($re, $im) = parts($_[0]); return $re != $re || $im != $im }
sub is_finite { return $_[0] - $_[0] == 0 if !ref $_[0]; my ($re, $im) = parts($_[0]); return $re - $re == 0 && $im - $im == 0 }
sub show { my ($v) = @_; return ref $v ? sprintf '%.17g%+.17gj', parts($v) : $v =~ /^-?\d+$/ ? $v : sprintf '%.17g', $v }

my %PACKED = (float32 => 'f*', float64 => 'd*', complex64 => 'f*', complex128 => 'd*');

# Return true if two floating-point arrays are finite and near each other. Most large arrays are; this avoids a Perl object for
# each complex number.
sub near {
    my ($got, $expected, $tolerance) = @_;
    my ($type, $other) = map { is_array($_) ? $_->dtype : '' } $got, $expected;
    return if $type ne $other || !$PACKED{$type} || join('x', shape($got)) ne join('x', shape($expected));
    my @g = unpack $PACKED{$type}, $got->packed;
    my @e = unpack $PACKED{$type}, $expected->packed;
    my $step = $type =~ /complex/ ? 2 : 1;
    my $limit = 0;
    for (my $i = 0; $i < @e; $i += $step) {
        my $size = $step == 1 ? abs $e[$i] : POSIX::hypot(@e[$i, $i + 1]);
        $limit = $size if $size > $limit;
    }
    $limit *= $tolerance;
    for (my $i = 0; $i < @e; $i += $step) {
        my $size = $step == 1 ? abs($g[$i] - $e[$i]) : POSIX::hypot($g[$i] - $e[$i], $g[$i + 1] - $e[$i + 1]);
        return if !($size <= $limit && $size < 9**9**9);
    }
    return $limit < 9**9**9;
}

# Return undef, or the difference of two values.
sub compare {
    my ($got, $expected, $tolerance) = @_;
    return $got == $expected ? undef : 'not the same object'
        if grep { blessed $_ && $_->isa('GPULinalg::_Object') } $got, $expected;
    return if near($got, $expected, $tolerance);
    my ($gs, $gv) = shape_and_values($got);
    my ($es, $ev) = shape_and_values($expected);
    return "got shape [@$gs]\nexpected shape [@$es]" if "@$gs" ne "@$es";
    return scalar(@$gv) . " values in shape [@$gs]" if @$gv != @$ev;
    my $limit = 0;

    for (map { is_finite($_) ? $tolerance * (ref $_ ? size(parts($_)) : abs) : 0 } @$ev) {
        $limit = $_ if $_ > $limit;
    }
    for my $i (0 .. $#$gv) {
        my ($g, $e) = ($gv->[$i], $ev->[$i]);
        my ($gr, $gi, $er, $ei) = (parts($g), parts($e));
        next if $gr == $er && $gi == $ei || is_nan($g) && is_nan($e);
        my @difference = ($gr - $er, $gi - $ei);
        next if $tolerance && is_finite($g) && is_finite($e) && size(@difference) <= $limit;
        return sprintf "got %s\nexpected %s\ndifference %s, allowed %g, at element %d of shape [%s]",
            show($g), show($e), show($gi || $ei ? complex(@difference) : $difference[0]), $limit, $i, "@$gs";
    }
    return;
}

sub same_part {
    my ($got, $expected, $tolerance) = @_;
    return $got != $got && $expected != $expected if $got != $got || $expected != $expected;
    return $got != 0 || sprintf('%g', $got) eq sprintf('%g', $expected) if $got == $expected;
    return $got - $got == 0 && $expected - $expected == 0 && abs($got - $expected) <= $tolerance * abs $expected;
}

# Compare real and imaginary parts separately, including the signs of zeros; the tolerance is relative to each part.
sub compare_parts {
    my ($got, $expected, $tolerance) = @_;
    my ($gs, $gv) = shape_and_values($got);
    my ($es, $ev) = shape_and_values($expected);
    return "got shape [@$gs]\nexpected shape [@$es]" if "@$gs" ne "@$es";
    for my $i (0 .. $#$gv) {
        my ($gr, $gi, $er, $ei) = (parts($gv->[$i]), parts($ev->[$i]));
        next if same_part($gr, $er, $tolerance) && same_part($gi, $ei, $tolerance);
        return sprintf "got %.17g%+.17gj\nexpected %.17g%+.17gj\nat element %d", $gr, $gi, $er, $ei, $i;
    }
    return;
}

sub result {
    my ($problem, $name) = @_;
    $count++;
    $failed += defined $problem;
    $name =~ tr/#//d;
    print defined $problem ? 'not ok' : 'ok', " $count - ", substr($name, 0, 100), "\n";
    print "#   $_\n" for defined $problem ? split /\n/, $problem : ();
}

# Evaluate FUNCTION ARG... OPTION=ARG... and return the results.
sub call {
    my ($tokens, $names) = @_;
    my $name = shift @$tokens;
    my ($known) = grep { /^\Q$name\E / } @GPULinalg::_functions;
    my (undef, $symbol, $package, undef, $class, undef, $how) = split ' ', $known // '';
    my $spread = $known && $class eq '-' && $how eq 'list';    # scripts write out its list of arrays
    my $function =
          $name eq 'operator' ? $OPERATORS{ shift @$tokens }
        : $spread ? $package->can($name =~ s/.*[.]//r)
        : GPULinalg->can($symbol // $name);
    case_error("no such function: $name") if !$function;
    my (@args, @options);

    while (@$tokens) {
        if ($tokens->[0] =~ /^([A-Za-z_]\w*)=(.*)$/) {
            my $option = $1;
            splice @$tokens, 0, 1, length $2 ? $2 : ();
            push @options, $option, argument($tokens, $names);
        } else {
            push @args, argument($tokens, $names);
        }
    }
    my @results = $function->(@args, @options);
    push @results, @{ pop @results } if @results > 1 && ref $results[-1] eq 'ARRAY' && is_array($results[-1][0]);
    return @results;
}

sub hex_line {
    my ($place, $name, $x) = @_;
    my $line;
    if (is_array($x)) {
        my $shape = join('x', shape($x)) || 'scalar';
        $shape = '0' if $shape eq 'scalar' && shape($x);
        my $bytes = $x->packed;
        $bytes = length $bytes <= 1024 ? unpack 'H*', $bytes : sprintf 'crc %08x', Compress::Raw::Zlib::crc32($bytes);
        $line = join ' ', $x->dtype, $shape, $bytes;
    } else {
        my $text = !ref $x ? $x : join "\n", sort map { $_ // '(none)' } ref $x eq 'HASH' ? keys %$x : @$x;
        utf8::encode($text) if utf8::is_utf8($text);
        $line = 'text - ' . unpack 'H*', $text;
    }
    print $hexfile "$place $name $line\n";
}

sub differs { my ($got, $expected) = @_; return $got eq $expected ? undef : "got $got\nexpected $expected" }

# Return the kind and the message of the raised error.
sub failure {
    my ($error) = @_;
    return ('CaseError', $error->{case}) if ref $error eq 'HASH' && $error->{case};
    return ($error->kind, $error->message) if blessed $error && $error->can('kind');
    chomp $error;
    return ('plain die', $error);
}

# Run a statement that is a test; return undef or the problem.
sub check {
    my ($tokens, $names) = @_;
    my ($kind, $name) = splice @$tokens, 0, 2;
    if ($kind eq 'fails') {
        eval { call($tokens, $names); 1 } and return "got no error\nexpected $name";
        my ($got, $message) = failure($@);
        return $got eq $name ? undef : "got $got: $message\nexpected $name";
    }
    return "no such name: $name" unless exists $names->{$name};
    my $got = $names->{$name};
    return differs($got->dtype, $tokens->[0]) if $kind eq 'dtype';
    my $expected = value($tokens, $names);
    return compare($got, $expected, @$tokens ? value($tokens, $names) : 1e-13) if $kind eq 'near';
    return compare_parts($got, $expected, @$tokens ? value($tokens, $names) : 0) if $kind eq 'parts';
    return compare($got, $expected, 0) if $kind eq 'same';
    return differs('[' . join(', ', shape($got)) . ']', '[' . join(', ', @$expected) . ']') if $kind eq 'shape';
    return differs($got, $expected) if $kind eq 'text';
    my $has =
         !ref $got ? index($got, $expected) >= 0
        : ref $got eq 'HASH' ? exists $got->{$expected}
        : grep { defined && $_ eq $expected } @$got;

    if ($has && @$tokens) {    # the value of a field
        my $value = value($tokens, $names);
        return differs($got->{$expected}, $value) if is_text($value);
        return compare($got->{$expected}, $value, @$tokens ? value($tokens, $names) : 0);
    }
    return $has
        ? undef
        : "got " . (ref $got eq 'HASH' ? join ' ', keys %$got : ref $got ? "@$got" : $got) . "\nexpected $expected";
}

sub statement {
    my ($text, $names, $place) = @_;
    my $done = eval {
        my $tokens = tokenize($text);
        my $kind = $tokens->[0];
        if ($kind eq 'let') {
            my $dtype = @$tokens > 4 && $tokens->[-2] eq 'as' ? (splice @$tokens, -2)[1] : undef;
            my $x = argument([@$tokens[3 .. $#$tokens]], $names);
            $names->{ $tokens->[1] } = defined $dtype ? GPULinalg::asarray($x, dtype => $dtype) : $x;
        } elsif ($kind eq 'warns') {
            my ($expected, @got) = $tokens->[1];
            {
                local $SIG{__WARN__} = sub { push @got, ref $_[0] ? $_[0]->kind : "$_[0]" };
                bind_results([@$tokens[1 .. $#$tokens]], $names, $place);
            }
            my $good = @got && !grep { $_ ne $expected } @got;
            result($good ? undef : "got warnings @got\nexpected $expected", "$place $text");
        } elsif ($kind eq 'call') {
            bind_results($tokens, $names, $place);
        } elsif ($kind eq 'do') {
            call([@$tokens[1 .. $#$tokens]], $names);
        } elsif ($kind =~ /^(?:near|same|parts|dtype|shape|text|has|fails)$/) {
            result(scalar check($tokens, $names), "$place $text");
        } else {
            case_error("unknown statement '$kind'");
        }
        1;
    };
    result(join(': ', failure($@)), "$place $text") unless $done;
}

# WORD NAME... = FUNCTION ...: call the function, and assign the results to the names.
sub bind_results {
    my ($tokens, $names, $place) = @_;
    my @wanted;
    shift @$tokens;
    push @wanted, shift @$tokens while @$tokens && $tokens->[0] ne '=';
    shift @$tokens;
    my $undefined =    # left out of the hex file
        $tokens->[0] =~ /^empty|^(?:broadcast_shapes|econ[.]fit_clusters|sparse[.](?:\w+_)?shape)$/;
    my @results = call($tokens, $names);
    @results = [@results] if @wanted == 1 && @results > 1 && !ref $results[0];    # a list of strings
    case_error(@results . ' results for ' . @wanted . ' names') if @results != @wanted;
    @$names{@wanted} = @results;

    for (grep { $hexfile && !$undefined } @wanted) {
        my $x = $names->{$_};
        hex_line($place, $_, $x) if is_array($x) || is_list($x) || ref $x eq 'HASH' || is_text($x);
    }
    return;
}

# Return a requirement of the file that the device does not meet.
sub lacks {
    my ($text) = @_;
    my %have = (
        host => $device eq 'host',
        gpu  => $device ne 'host',
        map { $_ => GPULinalg::device_info($device)->{$_} } qw(float64 kernels)
    );
    my @needs = map { split ' ' } $text =~ /^# needs:(.*)/mg;

    # Sparse direct solvers on the host are part of SuiteSparse.
    $have{direct} = eval { GPULinalg::Sparse::factor(GPULinalg::Sparse::eye(1, device => 'host')) } ? 1 : 0
        if grep { $_ eq 'direct' } @needs;

    # libzip reads and writes .npz files.
    $have{libzip} = eval { GPULinalg::Sparse::load_npz('') } || $@ !~ /built without it/ if grep { $_ eq 'libzip' } @needs;
    return (grep { !$have{$_} } @needs)[0];
}

sub run_file {
    my ($path) = @_;
    my ($before, %names, $variable, @block) = $count;
    my ($name, @words) = (join('/', grep { defined } (split m{/}, $path)[-2, -1]), '-');
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    my $text = do { local $/; <$file> };
    if (defined(my $need = lacks($text))) {
        $count++;
        print "ok $count - $name # SKIP needs $need\n";
        return;
    }
    my $flush = sub {
        for my $word (@words) {
            for (@block) {
                my ($number, $line) = @$_;
                $line =~ s/\$DEVICE/$device/g;
                $line =~ s/\$DATA/$data/g;
                $line =~ s/\$SCRATCH/$scratch/g;
                $line =~ s/\$$variable/$word/g if defined $variable;
                statement($line, \%names, "$name:$number $word");
            }
        }
    };
    my ($number, $start, $held) = (0, 0, '');
    for my $raw (split /\n/, $text) {
        $number++;
        $start = $number if $held eq '';
        my ($line) = $raw =~ /^\s*((?:[^"#]|"(?:[^"\\]|\\.)*")*)/;
        ($line = $held . $line) =~ s/\s+$//;
        $held = $line =~ s/\\$// ? $line : '';
        next if $held ne '' || $line eq '';
        if ($line =~ /^each\s+(\w+)\s*=\s*(.*)/) {
            my ($next, $list) = ($1, $2);
            $flush->();
            ($variable, @words) = ($next, split ' ', $list);
            @block = ();
        } else {
            push @block, [$start, $line];
        }
    }
    $flush->();
    result('the file holds no test', $name) if $count == $before;
}

GetOptions('device=s' => \$device, 'hex=s' => \my $hexname) && @ARGV
    or die "usage: cases.pl [--device D] [--hex FILE] FILE.case...\n";
if (defined $hexname) { open $hexfile, '>', $hexname or die "$hexname: $!\n" }
$| = 1;
binmode STDOUT, ':encoding(UTF-8)';
$SIG{__WARN__} = sub { die $_[0] };    # a warning that no statement expects is a failure
GPULinalg::set_device($device);
run_file($_) for @ARGV;
print "1..$count\n";
exit($failed ? 1 : 0);
