package HDoc::Operators;

# Operators of classes: check the @operator lines against the table of operators. Write the table that the library searches by
# the classes of the operands, and the syntax in each language.

use strict;
use warnings;
use Exporter 'import';
use FindBin;
use HDoc::Text qw(functions self_name);
our @EXPORT_OK = qw(operator_forms python_methods read_operators);

# Operator => its method in Python, and its syntax in Python and in Perl.
my %FORM = (
    add                 => ['add', '+', '+'],
    subtract            => ['sub', '-', '-'],
    multiply            => ['mul', '*', '*'],
    divide              => ['truediv', '/', '/'],
    floor_divide        => ['floordiv', '//'],
    remainder           => ['mod', '%', '%'],
    pow                 => ['pow', '**', '**'],
    matmul              => ['matmul', '@', 'x'],
    atan2               => [undef, undef, 'atan2'],
    equal               => ['eq', '==', '=='],
    not_equal           => ['ne', '!=', '!='],
    less                => ['lt', '<', '<'],
    less_equal          => ['le', '<=', '<='],
    greater             => ['gt', '>', '>'],
    greater_equal       => ['ge', '>=', '>='],
    bitwise_and         => ['and', '&', '&'],
    bitwise_or          => ['or', '|', '|'],
    bitwise_xor         => ['xor', '^', '^'],
    bitwise_left_shift  => ['lshift', '<<', '<<'],
    bitwise_right_shift => ['rshift', '>>', '>>'],
    negative            => ['neg', '-', '-'],
    positive            => ['pos', '+'],
    abs                 => ['abs', 'abs', 'abs'],
    bitwise_invert      => ['invert', '~', '~'],
    trunc               => [undef, undef, 'int'],
    map { $_ => [undef, undef, $_] } qw(sqrt exp log sin cos),
);

# Comparisons also define their mirror images; some languages exchange the sides themselves.
my %MIRRORED = (
    equal         => 'equal',
    not_equal     => 'not_equal',
    less          => 'greater',
    less_equal    => 'greater_equal',
    greater       => 'less',
    greater_equal => 'less_equal'
);

sub fail { my ($f, $message) = @_; die "$f->{file}:$f->{line}: $f->{cname}: \@operator: $message\n" }

# Return the existing operators: name => [id, number of operands].
sub table {
    open my $in, '<:encoding(UTF-8)', "$FindBin::Bin/../src/binding/operators.c" or die "hdoc: no src/binding/operators.c\n";
    my $text = do { local $/; <$in> };
    my %known;
    $known{$3} = [$2, $1 eq 'UNARY' ? 1 : 2] while $text =~ /\b(BINARY|UNARY)\((?!id)(\w+), (\w+)\)/g;
    $FORM{$_} or die "hdoc: tools/HDoc/Operators.pm does not know how the operator $_ is written\n" for sort keys %known;
    return %known;
}

# Parse "matmul left, multiply right", "negative" -> $f->{operators}: [{name, id, side, left => class or undef for Array,
# right}]; the object is the function's first argument, and the other operand its second.
sub read_operators {
    my ($model) = @_;
    my (%known, %taken);
    for my $f (functions($model)) {
        my $text = delete $f->{operator} // next;
        %known = table() if !%known;
        my ($self, @others) = grep { !defined $_->{default} } @{ $f->{args} };
        my $of = $f->{method} && $f->{method}{bound} ? $f->{method}{of} : fail($f, 'its first argument is not of a class');
        fail($f, 'the result is not one array or one object')
            if @{ $f->{results} } != 1 || $f->{results}[0]{kind} !~ /^(?:array|[A-Z]\w*)$/;
        for my $part (split /,\s*/, $text, -1) {
            my ($name, $side) = $part =~ /^(\w+)(?: (left|right))?$/ or fail($f, "\"$part\" is not an operator and a side");
            my $operands = ($known{$name} // fail($f, "there is no operator \"$name\""))->[1];
            fail($f, "$name has $operands operand" . ($operands > 1 ? 's; say whether the object is left or right' : ''))
                if $operands != ($side ? 2 : 1);
            fail($f, "the function has not $operands arguments that must be given") if @others != $operands - 1;
            fail($f, "$others[0]{name} is neither an array nor an object")
                if @others && $others[0]{kind} !~ /^(?:array|[A-Z]\w*)$/;
            my ($class) = map {
                my $kind = $_->{kind};
                grep { $_->{name} eq $kind } @{ $model->{classes} }
            } @others;
            my @mirrored = $MIRRORED{$name} ? [$MIRRORED{$name}, $side eq 'left' ? 'right' : 'left'] : ();
            for my $way ([$name, $side // 'left'], @mirrored) {
                my %pair = (name => $way->[0], id => $known{ $way->[0] }[0], side => $way->[1], operands => $operands);
                @pair{qw(left right)} = $pair{side} eq 'left' ? ($of, $class) : ($class, $of);
                my $key = join ' ', $pair{name}, map { $_ ? $_->{name} : 'Array' } @pair{qw(left right)};
                fail($f, "$key is declared twice") if $taken{$key}++;
                push @{ $f->{operators} }, \%pair;
            }
        }
    }
    return;
}

# Return how a language writes the function as an operator, as in `factor @ b`.
sub operator_forms {
    my ($f, $language) = @_;
    my @pairs = @{ $f->{operators} // [] } or return;
    my ($self, $other) = map { ($language eq 'perl' ? '$' : '') . $_ } self_name($f), ($f->{args}[1] // {})->{name} // ();
    my @forms;
    for my $pair (@pairs) {
        my $sign = $FORM{ $pair->{name} }[$language eq 'perl' ? 2 : 1] // next;
        my @operands = $pair->{operands} == 1 ? $self : $pair->{side} eq 'left' ? ($self, $other) : ($other, $self);
        push @forms,
              $sign =~ /^\w{2}/ ? "$sign(" . join(', ', @operands) . ')'
            : @operands == 1 ? "$sign$self"
            : join " $sign ", @operands;
    }
    return @forms;
}

# Return the special methods of a class in Python: name => [[function, operands], ...].
sub python_methods {
    my ($class, @functions) = @_;
    my %method;
    for my $f (grep { $_->{method} && $_->{method}{of} == $class } @functions) {
        for my $pair (@{ $f->{operators} // [] }) {
            my $name = $FORM{ $pair->{name} }[0] // next;
            next if $pair->{side} eq 'right' && $MIRRORED{ $pair->{name} };
            push @{ $method{ ($pair->{side} eq 'left' ? '' : 'r') . $name } }, [$f, $pair->{operands}];
        }
    }
    return \%method;
}

# Write the end of src/entries.c: the functions for pairs of classes.
sub pairs {
    my ($model) = @_;
    my ($functions, $rows) = ('', '');
    for my $f (functions($model)) {
        for my $pair (@{ $f->{operators} // [] }) {
            my ($left, $right) = map { $_ ? $_->{symbol} : 'array' } @$pair{qw(left right)};
            my $name = join '_', $pair->{name}, $left, $pair->{operands} == 2 ? $right : ();
            my @given = $pair->{side} eq 'left' ? ('x1', 'x2') : ('x2', 'x1');
            my $call = join ', ', map { $_->{output} ? '&result' : $_->{default} // shift @given } @{ $f->{parameters} };
            my $unused = $pair->{operands} == 1 ? "    (void)x2;\n" : '';
            $functions .=
                  "\nstatic gla_status $name(const void *x1, const void *x2, void **out)\n{\n$unused" . '    '
                . $f->{results}[0]{type} =~ s/\*$//r
                . "result = NULL;\n"
                . "    gla_status status = $f->{cname}($call);\n    *out = result;\n    return status;\n}\n";
            $rows .=
                  "    {GLA_OP_$pair->{id}, &gla_${left}_class, "
                . ($pair->{operands} == 2 ? "&gla_${right}_class" : 'NULL')
                . ", $name},\n";
        }
    }
    return "$functions\nconst gla_pair gla_pairs[] = {\n$rows    {GLA_OPERATOR_COUNT, NULL, NULL, NULL}};\n";
}

1;
