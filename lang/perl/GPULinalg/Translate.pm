package GPULinalg::Translate;

# Perl subs as formulas: B::Deparse writes the sub's syntax tree with all brackets, and this writes that text in the language
# of new_elementwise.  Every language's front end writes the same text for the same function, so results agree bit for bit.
# A line of the text stands on the line of the sub that it comes from, for messages.

use strict;
use warnings;
use B::Deparse;
use List::Util 'max';

my %OPERATOR = map { $_ => $_ } qw(+ - * / % ** < <= > >= == != and or ! ~ & | ^ << >> ? : ( )), ',';
@OPERATOR{qw(&& || not)} = qw(and or !);
my %FUNCTION = (int => 'trunc', fabs => 'abs', fmin => 'min', fmax => 'max');
my $TOKEN = qr/\G\s*(?:(?<number>(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:e[-+]?\d+)?)|(?<variable>\$[A-Za-z_]\w*\b(?!\s*[\[{]|::))
    |(?<word>[A-Za-z_]\w*(?:::\w+)*)|(?<string>'[^']*'|"[^"]*")
    |(?<mark>\*\*=|<<=|>>=|\.\.|\*\*|<<|>>|<=>|<=|>=|==|!=|&&|\|\||\/\/
    |\+\+|--|->|=>|=~|[-+*\/%&|^.]=|\@_|\$_\[\d+\]|[-+*\/%<>!~&|^?:(),;={}.\\\@\$\[\]]))/xs;

# (inputs, operation) of a sub, whose arguments stand for these parameters (or for their own names).
sub translate {
    my ($code, $name, $parameters) = @_;
    my $text = B::Deparse->new('-p', '-l')->coderef2text($code);
    my $self = bless {
        name => $name, tokens => [], at => 0, inputs => [], text => '', line => 1, base => undef,
        parameters => $parameters, shifted => 0, changed => {}, scopes => [{}], taken => {} };
    $text =~ s/-sin\(9\*\*9\*\*9\)/nan/g;
    $text =~ s/9\*\*9\*\*9/inf/g;
    # Signatures: checks of the number of arguments, then assignments from @_.
    $text =~ s/^\s*\(([^)]*)\)\s*\{/{ (my($1) = \@_);/;
    my ($needed) = $text =~ /\bdie sprintf\("Too few arguments.* unless \@_ >= (\d+);/;
    $text =~ s/\bdie sprintf\("Too (?:many|few) arguments.*?;\n//gs;
    my $integer = $text =~ /^\s*use integer;/m;
    $text =~ s/^\s*(?:no|use) (?:warnings|strict|feature|utf8|integer|v?[\d.]+)\b.*?;\n//gm;
    # Warnings, modules that keep hints, and the package that the sub stands in.
    $text =~ s/^\s*BEGIN \{(?:\$\{\^WARNING_BITS\} = "[^"]*"|\n(?:\s*\$\^H\{.*\n)*\s*)\}\n//gm;
    $text =~ s/^\s*package [\w:]+;\n//gm;
    $self->tokenize($text);
    $self->refuse('use integer') if $integer;
    $self->{taken}{ substr $_->[1], 1 } = 1 for grep { $_->[0] eq 'variable' } @{ $self->{tokens} };
    $self->take('{');
    $self->statement until $self->is('}') || $self->done;
    my $n = max($needed // 0, scalar @{ $self->{inputs} });
    $self->{inputs}[$_] // $self->argument($_) for 0 .. $n - 1;    # a signature may leave some without a name
    return (join(', ', @{ $self->{inputs} }), $self->{text});
}

sub fail {
    my ($self, $fact) = @_;
    GPULinalg::_fail('CompileError', sprintf '%s: line %d of the sub: %s', $self->{name}, $self->line, $fact);
}

sub refuse { my ($self, $token) = @_; return $self->fail("`$token` has no meaning in a formula") }

# Words with the lines that they come from.
sub tokenize {
    my ($self, $text) = @_;
    my $line = 1;
    for (split /\n/, $text) {
        if (/^\s*#line (\d+)/) { $line = $1 if $1 < 2147483647; next }
        $self->{base} //= $line if $line > 1;
        while (/$TOKEN/gc) {
            my ($kind) = keys %+;
            push @{ $self->{tokens} }, [$kind, $+{$kind}, $line];
        }
        push @{ $self->{tokens} }, ['mark', $1, $line] if /\G\s*(\S+)/;
    }
    $self->{base} //= 1;
}

sub done { my ($self) = @_; return $self->{at} >= @{ $self->{tokens} } }
sub peek { my ($self, $ahead) = @_; return ($self->{tokens}[$self->{at} + ($ahead // 0)] // [undef, ''])->[1] }
sub is { my ($self, $word) = @_; return $self->peek eq $word }
sub next { my ($self) = @_; return $self->{tokens}[$self->{at}++] // [undef, ''] }
sub line { my ($self) = @_; return 1 + ($self->{tokens}[$self->{at}] // $self->{tokens}[-1])->[2] - $self->{base} }

sub take {
    my ($self, $word) = @_;
    my $got = $self->next->[1];
    $self->{at}--, $self->refuse($got) if $got ne $word;
}

sub put {
    my ($self, $text) = @_;
    my $line = $self->line;
    $self->{text} .= "\n" x ($line - $self->{line}) if $line > $self->{line};
    $self->{line} = $line if $line > $self->{line};
    $self->{text} .= "$text ";
}

# The words up to one of these marks outside brackets.
sub until {
    my ($self, @ends) = @_;
    my ($depth, @words) = 0;
    until ($self->done) {
        my $word = $self->peek;
        last if $depth == 0 && grep { $_ eq $word } @ends;
        $depth += $word eq '(' ? 1 : $word eq ')' ? -1 : 0;
        push @words, $self->next;
    }
    return @words;
}

# Without brackets around all of them.
sub strip {
    my @words = @_;
    while (@words > 1 && $words[0][1] eq '(') {
        my ($depth, $i) = (0, -1);
        do { $i++; $depth += $words[$i][1] eq '(' ? 1 : $words[$i][1] eq ')' ? -1 : 0 } while $depth && $i < $#words;
        last if $i < $#words;
        @words = @words[1 .. $#words - 1];
    }
    return @words;
}

# At a mark outside brackets: the words before it and behind it; the first of the marks there is, and which.
sub cut {
    my ($marks, @words) = @_;
    my $depth = 0;
    for my $i (0 .. $#words) {
        my $word = $words[$i][1];
        $depth += $word eq '(' ? 1 : $word eq ')' ? -1 : 0;
        return ([@words[0 .. $i - 1]], [@words[$i + 1 .. $#words]], $word) if $depth == 0 && $marks->{$word};
    }
    return;
}

# A value.
sub value {
    my ($self, @words) = @_;
    my ($text, $operand) = ('', 1);    # operand: one is to come
    for my $i (0 .. $#words) {
        my ($kind, $word) = @{ $words[$i] };
        my $next = $i < $#words ? $words[$i + 1][1] : '';
        next if $word eq '&' && $operand;    # &f(...)
        if ($kind eq 'number')      { $text .= $word; $operand = 0 }
        elsif ($word =~ /^\$_\[(\d+)\]$/) { $text .= $self->argument($self->{shifted} + $1); $operand = 0 }
        elsif ($kind eq 'variable') { $text .= $self->name($word); $operand = 0 }
        elsif ($OPERATOR{$word}) {
            $text .= $word =~ /^(?:[(),!~]|not)$/ || $operand ? $OPERATOR{$word} : " $OPERATOR{$word} ";
            $operand = $word ne ')';
        }
        elsif ($kind eq 'word' && ($next eq '(' || $word =~ /^(?:inf|nan)$/)) {
            (my $name = $word) =~ s/.*:://;
            $text .= $FUNCTION{$name} // $name;
        }
        elsif ($word eq '//') { $self->fail('`//` is no division in Perl; write floor_divide(x, y)') }
        else                  { $self->refuse($word) }
    }
    return $text;
}

# What a variable is called in the text.
sub name {
    my ($self, $variable) = @_;
    my $name = substr $variable, 1;
    my ($scope) = grep { exists $_->{$name} } @{ $self->{scopes} };
    return $scope ? $scope->{$name} : $name;
}

# The same of a variable that `my` makes: it hides one of that name, so the text has another name for it.
sub declare {
    my ($self, $variable) = @_;
    my $name = my $new = substr $variable, 1;
    if (grep { exists $_->{$name} } @{ $self->{scopes} }) {
        my $n = 2;
        $n++ while $self->{taken}{"${name}_$n"};
        $self->{taken}{ $new = "${name}_$n" } = 1;
    }
    return $self->{scopes}[0]{$name} = $new;
}

# What the argument of that number is called; one that the sub gives no name gets one here.
sub argument {
    my ($self, $i) = @_;
    my $name = $self->{inputs}[$i] //= $self->parameter($i) // "_argument$i";
    $self->fail("`\$_[$i]` has no meaning in a formula once its copy `\$$name` has changed") if $self->{changed}{$name};
    return $name;
}

sub parameter {
    my ($self, $i) = @_;
    my $all = $self->{parameters} or return;
    return $all->[$i] // $self->fail("it takes @$all");
}

# `my $x` of an argument: its name, unless it has one.
sub bind {
    my ($self, $i, $variable) = @_;
    my $name = substr $variable, 1;
    my $visible = grep { exists $_->{$name} } @{ $self->{scopes} };
    if (defined $self->{inputs}[$i] || $visible) {
        my $value = $self->argument($i);
        return $self->put($self->declare($variable) . " = $value;");
    }
    $self->{inputs}[$i] = $self->{scopes}[0]{$name} = $self->parameter($i) // $name;
}

sub statements {
    my ($self) = @_;
    unshift @{ $self->{scopes} }, {};
    $self->statement until $self->is('}') || $self->done;
    shift @{ $self->{scopes} };
}

sub block {
    my ($self) = @_;
    $self->take('{');
    $self->put('{');
    $self->statements;
    $self->take('}');
    $self->put('}');
}

sub brackets {
    my ($self) = @_;
    $self->take('(');
    my @words = $self->until(')');
    $self->take(')');
    return @words;
}

sub statement {
    my ($self) = @_;
    my $word = $self->peek;
    if ($word eq ';')                         { $self->next }
    elsif ($word eq '{')                      { $self->block }
    elsif ($word eq 'do' && $self->peek(1) eq '{') {    # around what a signature does
        $self->next;
        $self->take('{');
        $self->statement until $self->is('}') || $self->done;
        $self->take('}');
    }
    elsif ($word eq 'if' || $word eq 'unless') { $self->choice }
    elsif ($word eq 'foreach')                { $self->foreach }
    elsif ($word eq 'for')                    { $self->for }
    elsif ($word =~ /^(?:while|until|do|sub|package|local|our|eval|goto)$/) { $self->refuse($word) }
    else {
        my @words = $self->until(';', '}');
        $self->{at}--;
        $self->simple(strip(@words));
        $self->{at}++;
        $self->next if $self->is(';');
    }
}

sub choice {
    my ($self) = @_;
    my $not = $self->next->[1] eq 'unless';
    my $condition = $self->value($self->brackets);
    $self->put($not ? "if (!($condition))" : "if ($condition)");
    $self->block;
    if ($self->is('elsif')) {
        $self->put('else {');
        $self->choice;
        $self->put('}');
    }
    elsif ($self->is('else')) {
        $self->next;
        $self->put('else');
        $self->block;
    }
}

# foreach my $i (a .. b), or reversed.
sub foreach {
    my ($self) = @_;
    $self->next;
    $self->take('my');
    my ($kind, $name) = @{ $self->next };
    my @list = strip($self->brackets);
    my $reverse = @list && $list[0][1] eq 'reverse';
    @list = strip(@list[1 .. $#list]) if $reverse;
    my ($first, $last) = cut({ '..' => 1 }, @list);
    $self->fail('only `for my $i (a .. b)` can be translated') if !$first || $kind ne 'variable';
    ($first, $last) = map { $self->value(@$_) } $first, $last;
    unshift @{ $self->{scopes} }, {};
    $name = $self->declare($name);
    $self->put($reverse ? "for ($name = $last; $name >= $first; $name += -1)"
                        : "for ($name = $first; $name <= $last; $name += 1)");
    $self->block;
    shift @{ $self->{scopes} };
}

# for (my $i = 0; $i < $n; $i++)
sub for {
    my ($self) = @_;
    $self->next;
    $self->take('(');
    my @parts = map { my $end = $_; my @words = $self->until($end); $self->take($end); [strip(@words)] } ';', ';', ')';
    my ($begin, $test, $step) = @parts;
    my $own = @$begin && $begin->[0][1] eq 'my';
    shift @$begin if $own;
    my ($name, $first) = cut({ '=' => 1 }, @$begin);
    $name &&= [strip(@$name)];    # Perl 5.38 writes my($i) for my $i
    $self->fail('only loops such as `for (my $i = 0; $i < $n; $i++)` can be translated')
        if !$name || @$name != 1 || $name->[0][0] ne 'variable' || !@$step;
    my ($counter, $by, $sign) = cut({ map { $_ => 1 } qw(+= -=) }, @$step);
    my $from = $self->value(@$first);
    unshift @{ $self->{scopes} }, {};
    my $i = $own ? $self->declare($name->[0][1]) : $self->value(@$name);
    $by = $by ? ($sign eq '-=' ? '-' : '') . $self->value(@$by) : (grep { $_->[1] eq '++' } @$step) ? '1' : '-1';
    $self->put("for ($i = $from; " . $self->value(@$test) . "; $i += $by)");
    $self->block;
    shift @{ $self->{scopes} };
}

# What is no block: assignments, return, a value, and these behind a condition.
sub simple {
    my ($self, @words) = @_;
    return if !@words;
    my ($condition, $then, $word) = cut({ and => 1, or => 1 }, @words);
    if ($condition && does_something(strip(@$then))) {
        my $text = $self->value(@$condition);
        $self->put($word eq 'and' ? "if ($text) {" : "if (!($text)) {");
        $self->simple(strip(@$then));
        return $self->put('}');
    }
    if ($words[0][1] eq 'return') {
        my @values = $self->list(@words[1 .. $#words]);
        $self->fail('a value is returned') if !@values;
        return $self->put('return ' . join(', ', @values) . ';');
    }
    if (my ($count) = grep { $_->[1] =~ /^(?:\+\+|--)$/ } @words) {
        my ($variable) = grep { $_->[0] eq 'variable' } @words;
        $self->refuse($count->[1]) if @words != 2 || !$variable;    # inside of a value
        my $name = $self->value($variable);
        $self->{changed}{$name} = 1;
        return $self->put(sprintf '%s = (%s %s 1);', $name, $name, substr $count->[1], 0, 1);
    }
    my ($left, $right, $sign) = cut({ map { $_ => 1 } qw(= += -= *= /= %= **= &= |= ^= <<= >>=) }, @words);
    return $self->assign($left, $sign, strip(@$right)) if $left;
    return map { $self->declare($_->[1]) } grep { $_->[0] eq 'variable' } @words if $words[0][1] eq 'my';    # without a value
    $self->put('return ' . join(', ', $self->list(@words)) . ';');
}

sub does_something {
    my @words = @_;
    return @words && ($words[0][1] eq 'return' || grep { $_->[1] =~ /^(?:[-+*\/%&|^]|\*\*|<<|>>)?=$|^\+\+$|^--$/ } @words);
}

# Values with commas between them.
sub list {
    my ($self, @words) = @_;
    my @values;
    @words = strip(@words);
    while (my ($first, $rest) = cut({ ',' => 1 }, @words)) {
        push @values, $self->value(@$first);
        @words = @$rest;
    }
    push @values, $self->value(@words) if @words;
    return @values;
}

sub assign {
    my ($self, $left, $sign, @right) = @_;
    my @left = @$left;
    my $own  = $left[0][1] eq 'my';
    shift @left if $own;
    my @variables = map { $_->[1] } grep { $_->[1] !~ /^[(),]$/ } @left;
    my $source = join '', map { $_->[1] } @right;
    my @numbers = $own ? $self->arguments($source, scalar @variables) : ();
    my ($odd) = grep { !/^\$[A-Za-z_]\w*$/ && !(@numbers && $_ eq 'undef') } @variables;
    $self->refuse($odd) if $odd;
    if (@numbers) {
        $variables[$_] eq 'undef' or $self->bind($numbers[$_], $variables[$_]) for 0 .. $#variables;
        return;
    }
    my $list = grep { $_->[1] eq '(' } @left;
    my @values = $list ? $self->list(@right) : $self->value(@right);
    $self->fail('the two sides differ in length') if @values != @variables;
    my @names = map { $own ? $self->declare($_) : $self->name($_) } @variables;
    $self->{changed}{$_} = 1 for @names;
    if (@names > 1) {    # all at once: by way of other names
        $self->put("_$_ = $values[$_];") for 0 .. $#values;
        $self->put("$names[$_] = _$_;") for 0 .. $#names;
        return;
    }
    $sign =~ s/=$//;
    $self->put($sign eq '' ? "$names[0] = $values[0];" : "$names[0] = ($names[0] $sign ($values[0]));");
}

# The numbers of the arguments that a text stands for; none when it is another value.
sub arguments {
    my ($self, $source, $n) = @_;
    return map { $self->{shifted} + $_ } 0 .. $n - 1 if $source eq '@_';
    return $self->{shifted}++ if $source =~ /^shift\(?(?:\@_)?\)*$/;
    return $self->{shifted} + $1 if $source =~ /^\$_\[(\d+)\]$/;
    return;
}

1;
