package GPULinalg::Translate;

# Translation of the statements of Perl subs; GPULinalg::Translate loads this.

use strict;
use warnings;
use B;

my %ASSIGNS = map { $_ => 1 } qw(sassign aassign padsv_store preinc postinc predec postdec return leaveloop leave scope orassign
    andassign enteriter);

# Translate a list of statements. With $last it ends the sub, and its last statement is the value of the sub.
sub statements {
    my ($self, $last, @ops) = @_;
    @ops = kids($ops[0]) if @ops == 1 && $ops[0]->name eq 'lineseq';
    for my $i (0 .. $#ops) {
        my $op = $ops[$i];
        if (is_state($op)) {
            $self->state_of($op);
        } elsif ($op->name eq 'unstack' || $op->name eq 'enter' || $op->name eq 'pushmark') {
            next;
        } elsif ($self->begins_loop($op, $ops[$i + 1], $ops[$i + 2])) {
            $self->{first} = $op;    # initialisation of the following loop
        } else {
            $self->statement($last && $i == $#ops, $op);
        }
    }
}

sub state_of {
    my ($self, $op) = @_;
    @$self{qw(line file)} = ($op->line, $op->file);
    $self->fail('`use integer` has no meaning in a formula') if $op->hints & 1;
}

# The initialisation of `for (my $i = 0; ...)`: Perl puts it before the loop.
sub begins_loop {
    my ($self, $op, $next, $loop) = @_;
    return
           $op->name =~ /^(?:sassign|padsv_store)$/
        && $next
        && $next->name eq 'unstack'
        && $next->flags & B::OPf_SPECIAL
        && $loop
        && $loop->name eq 'leaveloop';
}

sub does_something {
    my ($op) = @_;
    my $name = $op->name;
    return 1 if $ASSIGNS{$name} || is_target($op);
    return grep { does_something($_) } kids($op) if $name =~ /^(?:null|lineseq|and|or|cond_expr)$/;
    return 0;
}

# Return true for an operation whose value is assigned to a variable: `$x += 1`, and the form into which Perl optimises `$y = $x
# + 1`.
sub is_target {
    my ($op) = @_;
    return $GPULinalg::Translate::TARGETS{ $op->name }
        && ($op->private & B::OPpTARGET_MY() || $op->flags & B::OPf_STACKED);
}

sub statement {
    my ($self, $last, $op) = @_;
    my $name = $op->name;
    my @kids = real(kids($op));
    return $self->signature($op) if $name eq 'null' && B::ppname($op->targ) eq 'pp_argcheck';
    return $self->bind($op->aux_list($self->{cv}), $op->targ) if $name eq 'argelem' && $self->pad_name($op->targ) =~ /^\$/;
    return $self->signature_size($op) if $name eq 'argcheck';
    if ($name =~ /^(?:null|lineseq|scope|leave)$/) {
        return $self->statements($last, kids($op)) if grep { is_state($_) } kids($op);
        return $self->statement($last, $kids[0]) if @kids == 1;
    }
    return $self->choice($last, $op) if $name =~ /^(?:and|or|cond_expr)$/ && (does_something($op) || !$last);
    return $self->loop($op) if $name eq 'leaveloop';
    return $self->returns(@kids) if $name eq 'return';
    return if $name eq 'padsv' && $op->private & B::OPpLVAL_INTRO() && $self->name($op);    # without a value
    return if $name =~ /^(?:stub|padrange)$/ || ($name eq 'list' && !grep { $_->name ne 'padsv' } @kids);
    return $self->assign($op) if does_something($op);
    return if !$last && inner($op)->name =~ /^(?:gvsv|rv2sv)$/;    # our $x;
    $self->refuse($op) if !$GPULinalg::Bindings::OPERATOR{$name} && $name !~ /^(?:const|padsv|entersub|aelem.*)$/;
    $self->fail('the value of this expression is not used') if !$last;
    return $self->returns($op);
}

sub returns {
    my ($self, @ops) = @_;
    @ops = map { $_->name eq 'list' || ($_->name eq 'null' && real(kids($_)) > 1) ? real(kids($_)) : $_ } @ops;
    $self->fail('a value is returned') if !@ops || $ops[0]->name eq 'stub';
    $self->put('return ' . join(', ', map { $self->value($_) } @ops) . ';');
    $self->{returns_bits} ||= grep { $self->is_bits($_) } @ops;
}

sub block {
    my ($self, $last, $op) = @_;
    $self->put('{');
    $self->statement($last, $op);
    $self->{text} .= '} ';
}

# if, unless, elsif; `... if ...`, `... and ...`
sub choice {
    my ($self, $last, $op) = @_;
    my ($condition, $yes, $no) = real(kids($op));
    return if $self->is_usage($yes);
    my $value = $self->value($condition);
    $self->put($op->name eq 'or' ? "if (!($value))" : "if ($value)");
    $self->block($last, $yes);
    if ($no) {
        $self->{text} .= 'else ';
        $self->block($last, $no);
    }
}

# The check with which POSIX begins some subs: usage(...) if @_ != 1
sub is_usage {
    my ($self, $op) = @_;
    $op = inner($op);
    return if $op->name ne 'entersub';
    my @kids = kids($op);
    @kids = kids($kids[0]) if @kids == 1;
    my $callee = inner($kids[-1]);
    my $cv = $callee->name eq 'gv' && GPULinalg::Bindings::sub_of($self->global($callee));
    return $cv && join('::', GPULinalg::Bindings::origin($cv)) eq 'POSIX::usage';
}

# ---- arguments ----
sub signature {
    my ($self, $op) = @_;
    return $self->statements(0, map { $_->name eq 'lineseq' ? kids($_) : $_ } kids($op));
}

sub signature_size {
    my ($self, $op) = @_;
    my ($n, $optional, $slurpy) = $op->aux_list($self->{cv});
    $self->fail('the arguments of a formula must be plain, without defaults') if $optional || $slurpy;
    $#{ $self->{inputs} } = $n - 1 if $n > @{ $self->{inputs} };
}

sub is_arguments { my ($op) = @_; $op = inner($op); return $op->name eq 'rv2av' || $op->name eq 'padrange' }

# Return true if the op is @_ itself.
sub all_arguments {
    my ($self, $op) = @_;
    my ($list) = grep { $_->name eq 'rv2av' } $op->name eq 'rv2av' ? $op : kids($op);
    return $list && $list->first->name eq 'gv' && $self->global($list->first)->NAME eq '_';
}

# shift, shift(@_)
sub is_shift {
    my ($self, $op) = @_;
    return $op->name eq 'shift' && (!($op->flags & B::OPf_KIDS) || $self->all_arguments($op));
}

# ---- assignments ----
sub assign {
    my ($self, $op) = @_;
    my ($name, @kids) = ($op->name, real(kids($op)));
    return $self->assign_list($op) if $name eq 'aassign';
    if ($name =~ /^(?:pre|post)(inc|dec)$/) {
        my $variable = $self->variable($kids[0]);
        my $sign = $1 eq 'inc' ? '+' : '-';
        return $self->put(sprintf '%s = (%s %s 1);', $variable, $self->operands($op, $variable), $sign);
    }
    if ($name =~ /^(or|and)assign$/) {
        my $variable = $self->variable($kids[0]);
        my ($value) = real(kids($kids[1]));
        return $self->put("$variable = ($variable $1 " . $self->value($value // $kids[1]) . ');');
    }
    return $self->set($op, $kids[0], $op) if $name eq 'padsv_store';
    return $self->set($kids[1], $kids[0], $op) if $name eq 'sassign' && @kids == 2;
    $GPULinalg::Bindings::OPERATOR{$name} or $self->refuse($op);
    my $target = $op->private & B::OPpTARGET_MY() ? $self->name($op) : $self->variable($kids[0]);
    my @values = map { $self->value($_) } @kids;
    $self->refuse($op) if $op->private & B::OPpTARGET_MY() && $op->flags & B::OPf_STACKED;
    $self->put("$target = " . $self->operation($op, @values) . ';');
}

sub variable {
    my ($self, $op) = @_;
    $op = inner($op);
    $self->outside('$' . $self->global($op)->NAME) if $op->name eq 'gvsv';
    $self->fail('only variables of the sub can be assigned') if $op->name ne 'padsv';
    return $self->name($op);
}

# $variable = value; or the variable names an argument.
sub set {
    my ($self, $left, $right, $op) = @_;
    my $own = $left->private & B::OPpLVAL_INTRO();
    my $value = inner($right);
    if ($self->is_shift($value)) {
        $self->fail('arguments are read in a branch or a loop, which has no meaning in a formula') if $self->{nested};
        return $self->bind($self->{shifted}++, $left->targ) if $own && $left->name =~ /^padsv/;
    }
    if (   $own
        && $value->name eq 'aelemfast'
        && $self->global($value)->NAME eq '_'
        && $value->private < 128
        && !$self->{inputs}[$self->{shifted} + $value->private]) {
        return $self->bind($self->{shifted} + $value->private, $left->targ);
    }
    my $text = $self->value($right);
    $self->{bits}{ $op->name eq 'padsv_store' ? $op->targ : inner($left)->targ } = 1 if $self->is_bits($right);
    my $name = $op->name eq 'padsv_store' ? $self->name($op) : $self->variable($left);
    $self->put("$name = $text;");
}

# ($x, $y) = ...;
sub assign_list {
    my ($self, $op) = @_;
    my ($right, $left) = kids($op);
    my @left = grep { $_->name ne 'padrange' } real(kids($left));
    if ($self->all_arguments($right)) {
        $self->fail('arguments are read in a branch or a loop, which has no meaning in a formula') if $self->{nested};
        my $i = $self->{shifted};
        for my $variable (@left) {
            $self->fail('only variables of the sub can be assigned') if $variable->name !~ /^(?:padsv|undef)$/;
            if ($variable->name eq 'undef') { $#{ $self->{inputs} } = $i if $i > $#{ $self->{inputs} } }
            elsif ($variable->private & B::OPpLVAL_INTRO()) { $self->bind($i, $variable->targ) }
            else { $self->put($self->name($variable) . ' = ' . $self->argument($i) . ';') }
            $i++;
        }
        return;
    }
    my @right = grep { $_->name ne 'padrange' } real(kids($right));
    $self->fail('the two sides have different lengths') if @left != @right;
    return $self->set($left[0], $right[0], $op) if @left == 1;
    my @values = map { $self->value($_) } @right;
    my @kept = map { $self->fresh("t$_") } 0 .. $#values;
    my @names = map { $self->variable($_) } @left;
    my %seen;
    $self->fail('a variable is assigned twice at once') if grep { $seen{$_}++ } @names;
    $self->put("$kept[$_] = $values[$_];") for 0 .. $#values;    # parallel assignment, through temporary names
    $self->put("$names[$_] = $kept[$_];") for 0 .. $#names;
}

# ---- loops ----
sub loop {
    my ($self, $op) = @_;
    my ($enter, $rest) = kids($op);
    my $first = delete $self->{first};
    if ($enter->name eq 'enterloop' && $rest->name eq 'lineseq') {    # a block
        $self->fail('a block that can be exited early has no meaning in a formula') if $first;
        $self->put('{');
        $self->statements(0, kids($rest));
        $self->{text} .= '} ';
        return;
    }
    my $and = inner($rest);
    my ($test, $body) = $and->name eq 'and' ? real(kids($and)) : ();
    $self->refuse($enter) if !$body;
    my $line = $self->{line};
    local $self->{nested} = 1;
    my @body = $body->name eq 'lineseq' ? kids($body) : $body;
    my $text =
          $enter->name eq 'enteriter' ? $self->range($enter)
        : $first ? $self->counted($first, $test, \@body)
        : $self->fail('while has no meaning in a formula');
    $self->put($text);
    $self->put('{');
    $self->statements(0, @body);
    $self->{text} .= '} ';
}

# for my $i (a .. b), or reversed.
sub range {
    my ($self, $enter) = @_;
    my $only = 'only `for my $i (a .. b)` can be translated';
    my (undef, $list) = kids($enter);
    my $reversed = $enter->private & B::OPpITER_REVERSED();
    my @ends = real(kids($list));
    if ($reversed) {
        my $flop = $list;
        $flop = (real(kids($flop)))[0] // $self->fail($only) while $flop->name =~ /^(?:null|reverse|flop|flip|rv2av)$/;
        my @known = $flop->name eq 'const' ? $self->known_range($flop) : ();    # Perl expands it to a list when it compiles
        my $counter = $self->name($enter);
        return "for ($counter = $known[-1]; $counter >= $known[0]; $counter += -1)" if @known;
        $self->fail($only) if $flop->name ne 'range';
        @ends = real(kids($flop));
    } elsif (!($enter->flags & B::OPf_STACKED) || $list->name ne 'null' || real(kids($list)) != 2) {
        $self->fail($only);
    }
    $self->fail($only) if !$enter->targ || $self->pad_name($enter->targ) !~ /^\$/ || @ends != 2;
    my ($begin, $end) = map { $self->loop_bound($_) } @ends;
    my $name = $self->name($enter);
    return $reversed ? "for ($name = $end; $name >= $begin; $name += -1)" : "for ($name = $begin; $name <= $end; $name += 1)";
}

# Return the integers of a constant list.
sub known_range {
    my ($self, $op) = @_;
    my $sv = ${ $op->sv } ? $op->sv : $self->{values}[$op->targ];
    return if !$sv->isa('B::AV');
    my @list = @{ $sv->object_2svref };
    return if grep { $list[$_] !~ /^-?\d+$/ || $list[$_] != $list[0] + $_ } 0 .. $#list;
    return @list;
}

# Translate a bound of a range, which Perl truncates to an integer.
sub loop_bound {
    my ($self, $op) = @_;
    $op = inner($op);
    return 'int64(' . $self->value(real(kids($op))) . ')' if $op->name eq 'int';
    return $self->value($op);
}

# Return true if one of the ops changes a variable in the value: Perl evaluates the value in every iteration.
sub changes {
    my ($self, $value, @ops) = @_;
    local $self->{modified} = {};
    local $self->{uses_elements};
    $self->look($_) for @ops;
    my @all = $value;
    for (my $i = 0; $i < @all; $i++) { push @all, kids($all[$i]) }
    return grep { $_->name eq 'padsv' && $self->{modified}{ $_->targ } } @all;
}

# for (my $i = 0; $i < $n; $i++)
sub counted {
    my ($self, $first, $test, $body) = @_;
    my $only = 'only loops such as `for (my $i = 0; $i < $n; $i++)` can be translated';
    my ($value, $variable) = $first->name eq 'padsv_store' ? ((kids($first))[0], $first) : real(kids($first));
    my @steps = grep { $_->name ne 'unstack' } @$body;
    my $step = @steps == 2 ? $steps[1] : $self->fail($only);
    @$body = $steps[0];
    $test = inner($test);
    my %sign = (lt => '<', le => '<=', gt => '>', ge => '>=');
    my ($left, $right) = real(kids($test));
    my $counter = $variable->targ;
    $self->fail($only)
        if !$sign{ $test->name }
        || $variable->name !~ /^padsv/
        || $left->name ne 'padsv'
        || $left->targ != $counter
        || !($variable->private & B::OPpLVAL_INTRO());
    $self->fail('the bound of the loop changes during the loop, which has no meaning in a formula')
        if $self->changes($right, @steps);
    my ($begin, $end) = map { $self->loop_bound($_) } $value, $right;
    my $name = $self->{names}{$counter} //= $self->fresh($self->plain($self->pad_name($counter)));
    my $by = $step->name =~ /inc$/ ? '1' : $step->name =~ /dec$/ ? '-1' : undef;
    my ($changed, $amount) = real(kids($step));
    $by //= ($step->name eq 'subtract' ? '-' : '') . $self->value($amount)
        if $step->name =~ /^(?:add|subtract)$/ && $step->flags & B::OPf_STACKED;
    $self->fail($only) if !defined $by || $changed->name ne 'padsv' || $changed->targ != $counter;
    return "for ($name = $begin; $name $sign{ $test->name } $end; $name += $by)";
}

1;
