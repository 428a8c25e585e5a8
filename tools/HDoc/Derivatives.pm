package HDoc::Derivatives;

# The derivatives of all functions, as their headers declare them (src/tape/tape.h): descriptions for src/entries.c, and the
# table of rules in src/derivatives.c. The forms of the tag @vjp are:
#
#     @vjp x1: g * x2; x2: g * x1          a formula for the cotangent of each argument. g is the cotangent of the result, out
#                                          the result; + - * /, numbers, and functions of the library by name. Complex arguments
#                                          and results appear conjugated, which is right for holomorphic functions
#     @vjp x: masked g / x                 0 where g is 0, even if the derivative is infinite there
#     @vjp saves x1 if x2, x2 if x1, out   a rule in C, GLA_VJP(symbol), and what it reads: x1 if x2 is watched, the result out
#     @vjp saves nothing
#     @vjp zero                            constant except for jumps
#     @vjp none: use gather instead        an error, with this remedy

use strict;
use warnings;
use HDoc::Text qw(functions);

my %FORM = (
    array    => 'a',
    target   => 's',
    arrays   => 'l',
    index    => 'k',
    ints     => 'n',
    text     => 't',
    chosen   => 'c',
    variable => 'v',
    data     => 'd',
    sparses  => 'm'
);
my %RESULT = (array => 'a', arrays => 'l', objects => 'O');

sub inputs {
    my ($f) = @_;
    return grep { !$_->{output} } @{ $f->{parameters} };
}

sub outputs {
    my ($f) = @_;
    return grep { $_->{output} } @{ $f->{parameters} };
}
sub input_form { my ($p) = @_; return $FORM{ $p->{kind} } // ($p->{kind} =~ /^[A-Z]/ ? 'o' : '-') }
sub output_form { my ($p) = @_; return $RESULT{ $p->{kind} } // ($p->{kind} =~ /^[A-Z]/ ? 'o' : '-') }

# Return true for functions whose calls a tape records: values go in and come out.
sub is_recorded {
    my ($f) = @_;
    my $in = join q{}, map { input_form($_) } inputs($f);
    my $out = join q{}, map { output_form($_) } outputs($f);
    return $f->{room} ne 'tape' && $in =~ /[aslcvdmo]/ && ($out =~ /[alOo]/ || $in =~ /s/);
}

sub failed {
    my ($f, $message) = @_;
    die "$f->{file}:$f->{line}: $f->{cname}: \@vjp: $message\n";
}

# ---- formulas --------------------------------------------------------------------------------------------------------------
# Return a C expression for a formula, and the names of arguments and results that it reads.
sub translate {
    my ($f, $text, $by_name) = @_;
    my $token = qr/[\d.]+(?:e-?\d+)?|[A-Za-z_][\w.]*|[-+*\/(),]/;
    my @tokens = $text =~ /\G\s*($token)/gc;
    my $at = { f => $f, text => $text, tokens => \@tokens, used => {}, by_name => $by_name };
    failed($f, "cannot read $text") if ($text =~ /\G\s*(\S.*)/gc);
    my $code = sum_of($at);
    failed($f, "unexpected $at->{tokens}[0] in $text") if @{ $at->{tokens} };
    return ($code, $at->{used});
}

sub next_is { my ($at, $pattern) = @_; return @{ $at->{tokens} } && $at->{tokens}[0] =~ /^(?:$pattern)$/ }

sub sum_of {
    my ($at) = @_;
    my $code = product_of($at);
    while (next_is($at, '[-+]')) {
        my $name = shift @{ $at->{tokens} } eq '+' ? 'add' : 'subtract';
        $code = "gla_r_$name(c, $code, " . product_of($at) . ')';
    }
    return $code;
}

sub product_of {
    my ($at) = @_;
    my $code = value_of($at);
    while (next_is($at, '[*/]')) {
        my $name = shift @{ $at->{tokens} } eq '*' ? 'multiply' : 'divide';
        $code = "gla_r_$name(c, $code, " . value_of($at) . ')';
    }
    return $code;
}

sub value_of {
    my ($at) = @_;
    my $f = $at->{f};
    my $word = shift @{ $at->{tokens} } // failed($f, "the end of $at->{text} is missing");
    return 'gla_r_negative(c, ' . value_of($at) . ')' if $word eq '-';
    return "gla_r_number(c, $word)" if $word =~ /^[\d.]/;
    if ($word eq '(') {
        my $code = sum_of($at);
        shift @{ $at->{tokens} } eq ')' or failed($f, "a parenthesis of $at->{text} is open");
        return $code;
    }
    return called($at, $word) if next_is($at, '[(]');
    return 'gla_r_g(c, 0)' if $word eq 'g';
    $at->{used}{$word} = 1;
    return 'gla_r_conj(c, gla_r_out(c, 0))' if $word eq (outputs($f))[0]{name};
    my @names = map { $_->{name} } inputs($f);
    my ($i) = grep { $names[$_] eq $word } 0 .. $#names;
    failed($f, "$word is neither an argument nor the result") if !defined $i;
    return "gla_r_number(c, c->node->in[$i].real)" if (inputs($f))[$i]{kind} eq 'double';
    return "gla_r_conj(c, gla_r_x(c, $i))";
}

sub called {
    my ($at, $name) = @_;
    my @values;
    while (shift @{ $at->{tokens} } ne ')') {
        last if next_is($at, '[)]') && shift @{ $at->{tokens} };
        push @values, sum_of($at);
        failed($at->{f}, "a parenthesis of $at->{text} is open") if !@{ $at->{tokens} };
    }
    return 'gla_r_conj(c, ' . $values[0] . ')' if $name eq 'conj';
    return 'gla_r_where(c, ' . join(', ', @values) . ')' if $name eq 'where' && @values == 3;
    my $function = $at->{by_name}{$name};
    failed($at->{f}, "$name is not a function of one or two arrays")
        if !$function
        || @values > 2
        || @{ $function->{parameters} } != @values + 1
        || grep { $_->{kind} ne 'array' } @{ $function->{parameters} };
    return (@values == 1 ? 'gla_r_apply' : 'gla_r_combine') . "(c, $function->{cname}, " . join(', ', @values) . ')';
}

# ---- one function -----------------------------------------------------------------------------------------------------------
# Return {kind, reason, rule => C text, saves => [masks], saves_results}.
sub derivative {
    my ($f, $by_name) = @_;
    my $tag = $f->{vjp} // return { kind => 'NONE', reason => undef };
    return { kind => 'ZERO' } if $tag eq 'zero';
    return { kind => 'NONE', reason => $1 } if $tag =~ /^none: (\S.*)/;
    my @in = map { $_->{name} } inputs($f);
    my @out = map { $_->{name} } outputs($f);
    my %in = map { $in[$_] => $_ } 0 .. $#in;
    my %out = map { $out[$_] => $_ } 0 .. $#out;
    my ($saves_results, @saves) = (0, (0) x @in);

    if ($tag =~ /^saves (.*)/) {
        for (grep { $_ ne 'nothing' } split /,\s*/, $1) {
            my ($what, $if) = /^(\w+)(?: if (.*))?$/ or failed($f, "cannot read $_");
            if (defined $out{$what} && !defined $in{$what}) { $saves_results |= 1 << $out{$what}; next }
            failed($f, "$what is neither an argument nor a result") if !defined $in{$what};
            my $mask = 0;
            $mask |= 1 << ($in{$_} // failed($f, "$_ is no argument")) for defined $if ? split(/ or /, $if) : @in;
            $saves[$in{$what}] |= $mask;
        }
        return { kind => 'RULE', saves => \@saves, saves_results => $saves_results, declared => 1 };
    }
    my $rule = q{};
    for (split /;\s*/, $tag) {
        my ($name, $formula) = /^(\w+): (\S.*)$/ or failed($f, "cannot read $_");
        my $i = $in{$name} // failed($f, "$name is no argument");
        my $is_masked = $formula =~ s/^masked //;
        my ($code, $used) = translate($f, $formula, $by_name);
        $code = "gla_r_mask(c, $code)" if $is_masked;
        for (keys %$used) {
            if (defined $in{$_}) { $saves[$in{$_}] |= 1 << $i }
            else { $saves_results |= 1 << $out{$_} }
        }
        $rule .= "    if (gla_r_wants(c, $i))\n        gla_r_give(c, $i, $code);\n";
    }
    return { kind => 'RULE', saves => \@saves, saves_results => $saves_results, rule => $rule };
}

sub quoted { my ($text) = @_; return defined $text ? '"' . $text =~ s/(["\\])/\\$1/gr . '"' : 'NULL' }

# The description of a function's derivative, for its entry. Rules have the number of their function among the recorded ones.
my %number;

sub number_functions {
    my ($model) = @_;
    my $n = 0;
    $number{ $_->{symbol} } = $n++ for grep { is_recorded($_) } functions($model);
    return;
}

sub description {
    my ($f, $by_name) = @_;
    my $d = derivative($f, $by_name);
    my $forms = join q{}, map { input_form($_) } inputs($f);
    my $made = join q{}, map { output_form($_) } outputs($f);
    my @saves = @{ $d->{saves} // [] };
    my $saves = (grep { $_ } @saves) ? '(const unsigned[]){' . join(', ', @saves) . '}' : 'NULL';
    my @parts = (
        map({ quoted($_) } $f->{called}, $forms, $made),
        "GLA_VJP_$d->{kind}",
        $d->{kind} eq 'RULE' ? $number{ $f->{symbol} } : -1,
        quoted($d->{reason}),
        $saves, $d->{saves_results} // 0
    );
    return "\nstatic const gla_derivative derivative_$f->{symbol} = {" . join(', ', @parts) . "};\n";
}

sub rule {
    my ($f, $by_name) = @_;
    my $d = derivative($f, $by_name);
    return ("\nstatic void vjp_$f->{symbol}(gla_vjp *c)\n{\n$d->{rule}}\n", "vjp_$f->{symbol}") if $d->{rule};
    return ("\ngla_vjp_rule gla_vjp_$f->{symbol};\n", "gla_vjp_$f->{symbol}") if $d->{declared};
    return (q{}, 'NULL');
}

sub table {
    my ($model) = @_;
    my %by_name = map { $_->{called} => $_ } functions($model);
    my ($rules, @names) = (q{});
    for (grep { is_recorded($_) } functions($model)) {
        my ($code, $name) = rule($_, \%by_name);
        $rules .= $code;
        push @names, "    $name,\n";
    }
    return <<"END";
/* Made by tools/hdoc from the public headers: the rules that \@vjp declares; see src/tape/rule.h. */
#undef GLA_INSIDE /* rules call the checked entries, which record */
#include "gpulinalg.h"
#include "tape/rule.h"
$rules
/* The rules of all recorded functions, in their order. */
gla_vjp_rule *const gla_vjp_rules[] = {
@{[join q{}, @names]}};
END
}

1;
