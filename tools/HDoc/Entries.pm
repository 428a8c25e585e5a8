package HDoc::Entries;

# Write the library's checked entries: every function of the headers checks its arguments and then calls the facade's own
# function (src/core/entry.h has the checks). The functions of operators for pairs of classes follow.

use strict;
use warnings;
use HDoc::Calls ();
use HDoc::Derivatives ();
use HDoc::Operators ();
use HDoc::Text qw(functions);

# How a result is released if the caller does not want it.
my %RELEASE = (
    array      => 'gla_unref',
    text       => 'gla_free',
    strings    => 'gla_strings_free',
    record     => 'gla_record_free',
    arrays     => 'gla_arrays_free',
    objects    => 'gla_objects_free',
    sizes      => 'gla_free',
    truth      => '',
    number     => '',
    integer    => '',
    dtype_name => '',
);

sub declaration {
    my ($f, $name) = @_;
    my $list = join ', ',
        map { my $type = $_->{type}; $type =~ /\*$/ ? "$type$_->{name}" : "$type $_->{name}" } @{ $f->{parameters} };
    return "gla_status $name(" . ($list || 'void') . ')';
}

# src/entries.h: internal names of the facade's functions.
sub names {
    my ($model) = @_;
    my $out = <<'END';
/* Made by tools/hdoc from the public headers.  Inside the library gla_solve means the facade's own function, gla_do_solve,
 * which expects checked arguments; the checked entry of that name, in src/entries.c, is for external callers. */
#ifndef GLA_SRC_ENTRIES_H
#define GLA_SRC_ENTRIES_H

typedef struct gla_index gla_index;
typedef struct gla_class gla_class;

#pragma GCC visibility push(hidden)
END
    $out .= "typedef struct $_->{type} $_->{type};\nextern const gla_class gla_$_->{symbol}_class;\n"
        for @{ $model->{classes} };
    $out .= declaration($_, "gla_do_$_->{symbol}") . ";\n" for functions($model);
    $out .= "#pragma GCC visibility pop\n\n#ifdef GLA_INSIDE\n";
    $out .= "#define $_->{cname} gla_do_$_->{symbol}\n" for functions($model);
    return $out . "#endif\n\n#endif\n";
}

my %CLASS;    # by class name
my %BY_NAME;    # functions as scripts call them

# Tapes stand above the entries, because rules of derivatives call these.
sub is_tapes { my ($f) = @_; return $f->{room} eq 'tape' }

sub prepare {
    my ($model) = @_;
    %CLASS = map { $_->{name} => $_ } @{ $model->{classes} };
    %BY_NAME = map { $_->{called} => $_ } functions($model);
    HDoc::Derivatives::number_functions($model);
    return;
}

# src/tape/entries.c.
sub tape_entries {
    my ($model) = @_;
    prepare($model);
    return <<'END' . join q{}, map { entry($_) } grep { is_tapes($_) } functions($model);
/* Made by tools/hdoc from the public headers: the checked entries of tapes; src/core/entry.h describes the checks. */
#undef GLA_INSIDE
#include "core/entry.h"
#include "formula/lazy.h"
END
}

# src/entries.c.
sub entries {
    my ($model) = @_;
    prepare($model);
    my $out = <<'END';
/* Made by tools/hdoc from the public headers: the checked entries; src/core/entry.h describes the checks. */
#undef GLA_INSIDE
#include "core/entry.h"
#include "elementwise/ops.h"
#include "formula/lazy.h"
#include "tape/tape.h"
END
    my @plans;
    for my $f (grep { !is_tapes($_) } functions($model)) {
        $out .= entry($f);
        push @plans, "&plan_$f->{symbol}" if placed($f);
    }
    $out .= "\n/* The plans of all functions whose calls are placed. */\nconst gla_plan *const gla_plans[] = {\n"
        . join(q{}, map { "    $_,\n" } @plans, 'NULL') . "};\n";
    return $out . HDoc::Operators::pairs($model);
}

# Errors name the function that was called, however many functions it calls, unless objects of its class have names of their
# own.
sub is_named { my ($method) = $_[0]{method}; return $method && defined $method->{of}{named} }

sub return_line {
    my ($f) = @_;
    return is_named($f) ? 'return status;' : "return status ? gla_failed_in(\"$f->{name}\", status) : GLA_OK;";
}

sub entry {
    my ($f) = @_;
    my (@lines, @checks, @after);
    for my $p (@{ $f->{parameters} }) {
        my ($kind, $name) = @$p{qw(kind name)};
        if ($p->{output}) {
            my $release = $RELEASE{$kind} // 'gla_object_unref';
            push @lines, result($p->{type} =~ s/ ?\*$//r, $name);
            push @after, "if ($name == &own_$name)", "    $release(own_$name);" if $release;
        } else {
            push @checks, check($f->{name}, $p);
        }
    }
    my $call = "gla_do_$f->{symbol}(" . join(', ', map { $_->{name} } @{ $f->{parameters} }) . ')';
    my @taped = taped($f);
    unshift @after, after_taped($f) if @taped;
    return lazy_entry($f, \@lines, \@after, $call) if is_lazy($f);
    my $looks = grep { /\(status = / } @checks;
    my @placed = placed($f);
    $looks ||= @placed || @taped;
    push @lines, $looks ? 'gla_status status;' : (), @checks;
    push @lines, @taped;

    if (@placed) {
        push @lines, @placed;
        unshift @after, after_placed($f, $call);
    }
    push @lines, @after
        || !is_named($f) ? (($looks ? q{} : 'gla_status ') . "status = $call;", @after, return_line($f)) : "return $call;";
    return
          amount($f)
        . plan($f, @placed)
        . derivative($f) . "\n"
        . declaration($f, $f->{cname}) . "\n{\n"
        . join(q{}, map { "    $_\n" } @lines) . "}\n";
}

# Return true for elementwise functions, whose results may be computed lazily (src/formula/lazy.h): they accept lazy operands,
# too.
sub is_lazy {
    my ($f) = @_;
    my $kinds = join q{}, map { "$_->{kind} " } @{ $f->{parameters} };
    return $f->{room} =~ /^element(?:wise|ary)$/ && $kinds =~ /^(?:array ){2,3}$/;
}

sub lazy_entry {
    my ($f, $lines, $after, $call) = @_;
    my @names = map { $_->{name} } grep { !$_->{output} } @{ $f->{parameters} };
    my @checks = map { refuse($f->{name}, $_, '(!gla_is_array(N) && (status = gla_check_operand(A)))', 'status', 0) } @names;
    my $pays = join ' || ', map { "gla_lazy_pays($_)" } @names;
    my $list = join ', ', @names;
    my $apply = "gla_lazy_apply(GLA_OP_$f->{symbol}, ${\ scalar @names}, (const gla_array *const[]){$list}, out, &status)";
    my @placed = placed($f);
    my @all = (
        @{$lines}, 'gla_status status;',
        @checks, taped($f), @placed,
        "if (!(($pays)",
        "      && $apply))",
        "    status = $call;",
        @placed ? after_placed($f, $call) : (),
        @{$after}, return_line($f)
    );
    return
          amount($f)
        . plan($f, @placed)
        . derivative($f) . "\n"
        . declaration($f, $f->{cname}) . "\n{\n"
        . join(q{}, map { "    $_\n" } @all) . "}\n";
}

# Lines that record the call if a tape is open and an argument depends on a variable: see src/tape/tape.h.
sub taped {
    my ($f) = @_;
    return if !HDoc::Derivatives::is_recorded($f);
    my $given = join ', ',
        map { '{.' . HDoc::Calls::member($_) . " = $_->{name}}" } grep { !$_->{output} } @{ $f->{parameters} };
    return (
        'gla_node *node = NULL;',
        "if (gla_taping && (status = gla_tape_begin(&node, &derivative_$f->{symbol}, (const gla_passed[]){$given})))",
        "    return gla_failed_in(\"$f->{name}\", status);"
    );
}

sub after_taped {
    my ($f) = @_;
    my @results = map { $_->{name} } grep { $_->{output} } @{ $f->{parameters} };
    my $results = @results ? '(void *const[]){' . join(', ', @results) . '}' : 'NULL';
    return ('if (node)', "    status = gla_tape_end(node, status, $results);");
}

sub derivative {
    my ($f) = @_;
    return HDoc::Derivatives::is_recorded($f) ? HDoc::Derivatives::description($f, \%BY_NAME) : q{};
}

# The arguments whose devices matter, and how they are passed to gla_place_call.
my %PLACED = (
    array    => 'ARRAY',
    target   => 'TARGET',
    arrays   => 'LIST',
    variable => 'VARIABLE',
    data     => 'DATA',
    ints     => 'COUNT',
    sparses  => 'OBJECTS'
);

# The arguments of a call that can be placed: pairs of a kind and a parameter.
sub operands {
    my ($f) = @_;
    my @operands;
    for my $p (grep { !$_->{output} } @{ $f->{parameters} }) {
        my ($kind, $name) = @$p{qw(kind name)};
        my $how = $PLACED{$kind} // ($kind eq 'text' && ($f->{cost} // q{}) =~ /\($name\b/ ? 'TEXT' : undef) // (
             !$CLASS{$kind} ? next
            : $p->{type} =~ /^const / ? 'OBJECT'
            : 'ANCHOR'
        );
        push @operands, [$how, $name];
    }
    return @operands;
}

# Lines that place the call if no device was named: see src/core/placement.h. A property is read where the object is.
sub placed {
    my ($f) = @_;
    return if $f->{method} && $f->{method}{property} || is_tapes($f);
    my @arguments =
        map { my ($how, $name) = @{$_}; "{GLA_PLACE_$how, (void *)" . ($how =~ /^(?:TARGET|ANCHOR)$/ ? $name : "&$name") . '}' }
        operands($f);
    my ($device) = grep { $_->{name} eq 'device' && $_->{kind} eq 'text' } @{ $f->{parameters} };
    my $makes =
        grep { $_->{output} && $_->{kind} =~ /^(?:arrays?|objects|[A-Z]\w*)$/ } @{ $f->{parameters} };
    return if !@arguments && !$makes;
    my $count = @arguments;
    my $list = @arguments ? '{' . join(', ', @arguments) . '}' : '{{0, NULL}}';
    my $named = $device ? 'gla_place_named(device)' : 'GLA_DEVICE_OPEN';
    my @end = HDoc::Derivatives::is_recorded($f) ? ('    if (node)', '        gla_tape_end(node, status, NULL);') : ();
    return (
        "const gla_place_argument arguments[] = $list;",
        'gla_placed placed;',
        'bool is_placed = atomic_load_explicit(&gla_placing_is_free, memory_order_relaxed);',
        "if (is_placed && (status = gla_place_call(&placed, &plan_$f->{symbol}, $named, $count, arguments))) {",
        @end,
        "    return gla_failed_in(\"$f->{name}\", status);",
        '}'
    );
}

# Lines after the call: it runs once more, on the host, if the chosen device lacks memory.
sub after_placed {
    my ($f, $call) = @_;
    my $writes = ($f->{cost} // q{}) eq 'writes';
    return (
          ($f->{cost} // q{}) eq 'writes'
        ? ('if (is_placed && !status)', "    status = gla_place_write_back(&placed, &plan_$f->{symbol});")
        : (),
        'if (is_placed && status == GLA_OUT_OF_MEMORY_ERROR',
        "      && gla_place_again(&placed, &plan_$f->{symbol}, (int)(sizeof arguments / sizeof *arguments), arguments))",
        "    status = $call;",
        'if (is_placed)',
        '    gla_place_end(&placed);'
    );
}

# What a function costs. An element of a special function or a distribution takes as long as reading some 300 bytes, and of a
# transcendental function 40.
my %is_costly = map { $_ => 1 }
    qw(exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
    pow atan2 hypot logaddexp);

sub cost {
    my ($f) = @_;
    return $f->{cost} if defined $f->{cost};
    my ($first, $second) = map { $_->[1] } grep { $_->[0] eq 'ARRAY' } operands($f);
    return 'bytes' if !$first;
    return "bytes 300 * size($first)" if $f->{symbol} =~ /^(?:special|stats)_/;
    my $size = $second && is_lazy($f) ? "spread($first, $second)" : "size($first)";
    return $is_costly{ $f->{symbol} } ? "bytes 40 * $size" : $second && is_lazy($f) ? "bytes 16 * $size" : 'bytes';
}

# The plan of a function that is placed. @cost says "view", "writes", or a kind of work and its amount:
# "factor size(a) * a[-1]".
sub plan {
    my ($f, @placed) = @_;
    return q{} if !@placed;
    my ($work, $amount) = cost($f) =~ /^(\w+)\s*(.*)/;
    my ($writes, $stays) = map { $work eq $_ ? 'true' : 'false' } qw(writes view);
    $work = $work =~ /^(?:writes|view)$/ ? 'BYTES' : uc $work;
    $amount = $amount eq q{} ? 'NULL' : "cost_$f->{symbol}";
    my %initial = (ANCHOR => 'o', TEXT => 's');
    my $kinds = join q{}, map { $initial{ $_->[0] } // lc substr $_->[0], 0, 1 } operands($f);
    return
        "\nstatic const gla_plan plan_$f->{symbol} = {\"$f->{name}\", GLA_WORK_$work, $amount, \"$kinds\", $writes, $stays};\n";
}

# A function that computes the amount of work, before the entry.
sub amount {
    my ($f) = @_;
    my ($amount) = cost($f) =~ /^\w+\s+(\S.*)/ or return q{};
    my ($n, %at) = (0);
    $at{ $_->[1] } = $n++ for operands($f);
    my $where = sub {
        $at{ $_[0] } // die "hdoc: \@cost of $f->{name} names $_[0], which is no array\n";
    };
    $amount =~ s/size\((\w+)\)/'gla_cost_size(&a[' . $where->($1) . '])'/ge;
    $amount =~ s/spread\((\w+), (\w+)\)/'gla_cost_spread(&a[' . $where->($1) . '], &a[' . $where->($2) . '])'/ge;
    $amount =~ s/flops\((\w+), (\w+)\)/'gla_cost_einsum(&a[' . $where->($1) . '], &a[' . $where->($2) . '])'/ge;
    $amount =~ s{model\((\w+), (\w+)(?:, (\w+))?\)}
        {'gla_cost_model(' . join(', ', map { defined ? "&a[${\ $where->($_)}]" : 'NULL' } $1, $2, $3) . ')'}ge;
    $amount =~ s/least\((\w+)\)/'gla_cost_least(&a[' . $where->($1) . '])'/ge;
    $amount =~ s/count\((\w+)\)/'gla_cost_count(&a[' . $where->($1) . '])'/ge;
    $amount =~ s/bytes\((\w+)\)/'gla_cost_bytes(&a[' . $where->($1) . '])'/ge;
    $amount =~ s/columns\((\w+)\)/'gla_cost_columns(&a[' . $where->($1) . '])'/ge;
    $amount =~ s/\b(?!a\[\d)(\w+)\[(-\d)\]/'gla_cost_length(&a[' . $where->($1) . "], $2)"/ge;
    return "\nstatic double cost_$f->{symbol}(const gla_place_argument *a)\n{\n    return $amount;\n}\n";
}

# A result is NULL, or 0, until the call has succeeded. A result that the caller does not want is computed all the same, and
# released.
sub result {
    my ($type, $name) = @_;
    my ($blank, $none) = $type =~ /\*$/ ? (q{}, 'NULL') : (q{ }, '0');
    return ("$type${blank}own_$name = $none;", "if ($name)", "    *$name = $none;", 'else', "    $name = &own_$name;");
}

# The condition for a wrong argument of each kind, and the error: N is its name, O the operation and the name, A these and the
# value.
my %WRONG = (
    array => ['(!gla_is_array(N) && (status = gla_admit_array(A)))', 'status'],
    dtype => ['(unsigned)N >= GLA_DTYPE_COUNT', 'gla_refuse_dtype(A)'],
    maybe => ['(unsigned)N > GLA_YES', 'gla_refuse_maybe(A)'],
    text  => ['!N', 'gla_refuse_missing(O, "a string")'],
    axes  => ['(N->n < 0 || N->n > GLA_MAX_NDIM)', 'gla_check_ints(A)'],
    map { $_ => ["(status = gla_check_$_(A))", 'status'] } qw(ints index arrays texts labels bytes),
);
$WRONG{sparses} = ['(status = gla_check_objects(A, &gla_sparse_class))', 'status'];
$WRONG{chosen} = ['!N', 'gla_refuse_missing(O, "an array or a string")'];
$WRONG{variable} = ['(status = gla_check_variable(A))', 'status'];
$WRONG{data} = ['(status = gla_check_data(A, &gla_table_class))', 'status'];
$WRONG{fits} = ['(status = gla_check_fits(A, &gla_econ_fit_class))', 'status'];
$WRONG{target} = ["($WRONG{array}[0] || (status = gla_lazy_before_change()))", 'status'];

# Scalars and booleans are checked by the facade, which has their ranges.
sub check {
    my ($op, $p) = @_;
    my ($kind, $name) = @$p{qw(kind name)};
    return if $kind =~ /^(?:axis|bool|int|int64|double)$/;
    my $optional = defined $p->{default} && $kind !~ /^(?:dtype|maybe)$/;
    my $wrong =
        $CLASS{$kind}
        ? ["!gla_is_object(N, &gla_$CLASS{$kind}{symbol}_class)", "gla_refuse_handle(A, \"$kind\")"]
        : $WRONG{ $optional && $kind eq 'ints' ? 'axes' : $p->{form} eq 'labels' ? 'labels' : $kind };
    my @lines = $kind =~ /^(?:text|chosen)$/ && $optional ? () : refuse($op, $name, @$wrong, $optional);
    return @lines if !$p->{choice};
    my $look = $kind eq 'text' ? 'choice' : $kind;
    return (
        @lines,
        "static const char *const choices_of_$name\[] = {" . join(q{, }, map { "\"$_\"" } @{ $p->{choice} }) . ', NULL};',
        refuse($op, $name, "(status = gla_check_$look(A, choices_of_$name))", 'status', $optional && $kind eq 'chosen')
    );
}

sub refuse {
    my ($op, $name, $condition, $error, $optional) = @_;
    s/\bA\b/O, $name/, s/\bO\b/"$op", "$name"/, s/\bN\b/$name/g for $condition, $error;
    return ('if (' . ($optional ? "$name && " : q{}) . "$condition)", "    return $error;");
}

1;
