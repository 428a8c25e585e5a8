package GPULinalg::Translate;

# Translate Perl subs into formulas: the op tree that Perl runs is written in the language of new_elementwise. Every language's
# front end writes the same text for the same function, so results agree bit for bit. Variables are found in the sub's own pad,
# and subs in the tree. Subs are either known ones (GPULinalg::Bindings), or subs of the script, which become functions of the
# formula. Code that cannot be translated exactly is refused. `#line` in the text states where each piece comes from, for
# messages.

use strict;
use warnings;
use B;
use GPULinalg::Bindings;

our %TARGETS = map { $_ => 1 } qw(add subtract multiply divide modulo pow negate int abs sqrt exp log sin cos atan2 bit_and
    bit_or bit_xor left_shift right_shift complement nbit_and nbit_or nbit_xor ncomplement);
my %RESERVED = map { $_ => 1 } qw(if else for return and or true false pi inf nan function bool int8 int16 int32 int64 uint8
    uint16 uint32 uint64 float32 float64 complex64 complex128);

# Return (inputs, operation) of a sub, whose arguments get the names of these parameters or keep their own names.
sub translate {
    my ($code, $name, $parameters) = @_;
    my $program = { name => $name, functions => {}, text => [] };
    my $self = new_translator(B::svref_2object($code), $program, $parameters);
    $program->{functions}{ ${ $self->{cv} } } = '';
    my ($inputs, $text) = $self->whole;
    return ($inputs, join '', @{ $program->{text} }, $text);
}

sub new_translator {
    my ($cv, $program, $parameters) = @_;
    return bless {
        cv            => $cv,
        program       => $program,
        parameters    => $parameters,
        inputs        => [],
        shifted       => 0,
        names         => {},
        taken         => {},
        text          => '',
        line          => 0,
        file          => '',
        text_line     => 0,
        text_file     => '',
        modified      => {},
        uses_elements => 0,
        bits          => {},
    };
}

sub whole {
    my ($self) = @_;
    my ($cv, $root) = ($self->{cv}, $self->{cv}->ROOT);
    $self->{taken}{$_} = 1 for @{ $self->{parameters} // [] };
    GPULinalg::_fail('CompileError', "$self->{program}{name}: this is not a sub written in Perl; write a " . 'formula')
        if $root->isa('B::NULL');
    $self->{pad} = [$cv->PADLIST->ARRAYelt(0)->ARRAY];
    $self->{values} = [$cv->PADLIST->ARRAYelt(1)->ARRAY];
    $self->{line} = $cv->START->line, $self->{file} = $cv->START->file if $cv->START->isa('B::COP');
    $self->look($root);

    for (my $known = -1; $known < keys %{ $self->{bits} };) {
        $known = keys %{ $self->{bits} };
        $self->find_bits($root);
    }
    $self->statements(1, kids($root));
    $self->{inputs}[$_] // $self->argument($_) for 0 .. $#{ $self->{inputs} };    # not all have a name
    return (join(', ', @{ $self->{inputs} }), $self->{text});
}

sub fail {
    my ($self, $fact) = @_;
    GPULinalg::_fail('CompileError', "$self->{program}{name}: line $self->{line} of $self->{file}: $fact");
}

sub refuse {
    my ($self, $op) = @_;
    return $self->fail('`//` is not division in Perl; write floor_divide(x, y)') if $op->name eq 'dor';
    (my $what = $op->name eq 'null' ? B::ppname($op->targ) : $op->desc) =~ s/^pp_//;
    return $self->fail("$what has no meaning in a formula");
}

sub outside {
    my ($self, $name) = @_;
    return $self->fail("`$name` is defined outside the function and may change; make it an argument");
}

# ---- the tree ----
sub kids {
    my ($op) = @_;
    my @kids;
    return if !($op->flags & B::OPf_KIDS);
    for (my $kid = $op->first; $$kid; $kid = $kid->sibling) { push @kids, $kid }
    return @kids;
}

# Return the ops without no-ops: marks, and the beginnings of statements that Perl has dropped.
sub real {
    return grep { $_->name ne 'pushmark' && !($_->name eq 'null' && !($_->flags & B::OPf_KIDS)) } @_;
}

sub is_state { return $_[0]->name =~ /^(?:nextstate|dbstate)$/ || ($_[0]->name eq 'null' && $_[0]->isa('B::COP')) }

# Return the value inside ops that only pass it on.
sub inner {
    my ($op) = @_;
    while ($op->name =~ /^(?:null|lineseq|scope)$/) {
        my @kids = grep { !is_state($_) } real(kids($op));
        @kids = $kids[0] if $op->name eq 'null' && @kids && B::ppname($op->targ) eq 'pp_aelem';
        last if @kids != 1;
        $op = $kids[0];
    }
    return $op;
}

# Find what the sub changes besides naming its arguments, and whether it also reads arguments by index.
sub look {
    my ($self, $op) = @_;
    my $name = $op->name;
    my $target = $TARGETS{$name} && $op->private & B::OPpTARGET_MY();
    my ($first) = $op->flags & B::OPf_KIDS ? ($op->first) : ();
    my $changes = $name =~ /^(?:pre|post)(?:inc|dec)$|assign$/ || ($TARGETS{$name} && $op->flags & B::OPf_STACKED);
    $self->{modified}{ $op->targ } = 1 if $target || ($name eq 'padsv_store' && !($op->private & B::OPpLVAL_INTRO()));
    if ($changes) {
        my @left = $name eq 'sassign' ? (kids($op))[1] // () : $name eq 'aassign' ? real(kids((kids($op))[1])) : $first;
        $self->{modified}{ $_->targ } = 1 for grep { $_->name eq 'padsv' && !($_->private & B::OPpLVAL_INTRO()) } @left;
    }
    $self->{uses_elements} = 1 if $name =~ /^(?:aelem|multideref)/;
    $self->look($_) for kids($op);
}

# ---- names ----
sub fresh {
    my ($self, $wish) = @_;
    my ($name, $n) = ($wish, 1);
    $name = "${wish}_" . ++$n while $self->{taken}{$name} || $RESERVED{$name};
    $self->{taken}{$name} = 1;
    return $name;
}

sub pad_name { my ($self, $targ) = @_; return $self->{pad}[$targ]->PV // '' }

# Return the name of a lexical variable in the text.
sub name {
    my ($self, $op) = @_;
    my $pad = $self->{pad}[$op->targ];
    my $shown = $pad->PV // '';
    $self->fail("`$shown` has no meaning in a formula") if $shown !~ /^\$(\w+)$/a && $shown !~ /^\$/;
    $self->outside($shown) if $pad->FLAGS & B::SVf_FAKE;
    $self->fail("`state` has no meaning in a formula") if $op->private & B::OPpPAD_STATE() && $op->private & B::OPpLVAL_INTRO();
    return $self->{names}{ $op->targ } //= $self->fresh($self->plain($shown));
}

# Return the name without characters that formulas do not allow.
sub plain {
    my ($self, $shown) = @_;
    (my $plain = $shown) =~ s/[^A-Za-z0-9_]//g;
    return $plain =~ /^[A-Za-z_]/ ? $plain : "v_$plain";
}

# Return the name of the argument with that index; an argument that the sub does not name gets a name here.
sub argument {
    my ($self, $i) = @_;
    for my $k (0 .. $i) { $self->{inputs}[$k] //= $self->parameter($k) // ($k < $i ? undef : $self->fresh("_argument$k")) }
    return $self->{inputs}[$i];
}

sub parameter {
    my ($self, $i) = @_;
    my $all = $self->{parameters} or return;
    return $all->[$i] // $self->fail('it takes ' . join(' and ', @$all));
}

# Handle `my $x` of an argument: $x becomes its name, unless it has one already, or both names are needed because one changes.
sub bind {
    my ($self, $i, $targ) = @_;
    my $wish = $self->plain($self->pad_name($targ));
    my $copies = $self->{modified}{$targ} && $self->{uses_elements};
    if (defined $self->{inputs}[$i] || $copies || $self->{names}{$targ}) {
        my $value = $self->{inputs}[$i] //= $self->parameter($i) // $self->fresh($wish);
        $self->{names}{$targ} //= $self->fresh($wish);
        return $self->put("$self->{names}{$targ} = $value;");
    }
    $self->{inputs}[$i] = $self->{names}{$targ} = $self->parameter($i) // $self->fresh($wish);
}

# ---- text ----
sub put {
    my ($self, $text) = @_;
    if ($self->{file} ne $self->{text_file} || $self->{line} < $self->{text_line}) {
        (my $file = $self->{file}) =~ s/["\n]/?/g;
        $self->{text} .= "\n#line $self->{line} \"$file\"\n";
    } else {
        $self->{text} .= "\n" x ($self->{line} - $self->{text_line});
    }
    @$self{qw(text_line text_file)} = @$self{qw(line file)};
    $self->{text} .= "$text ";
}

# ---- values ----
sub value {
    my ($self, $op) = @_;
    $op = inner($op);
    my $name = $op->name;
    return $self->constant($op) if $name eq 'const';
    if ($name eq 'padsv') {
        $self->refuse($op) if $op->private & B::OPpLVAL_INTRO();
        return $self->name($op);
    }
    return $self->element($op) if $name =~ /^(?:aelem(?:fast)?|multideref)$/;
    return $self->call($op) if $name eq 'entersub';
    $self->outside('$' . $self->global($op)->NAME) if $name eq 'gvsv';
    $self->outside('a variable of a package') if $name eq 'rv2sv';
    $GPULinalg::Bindings::OPERATOR{$name} or $self->refuse($op);
    $self->fail("an assignment inside an expression has no meaning in a formula")
        if $TARGETS{$name} && ($op->private & B::OPpTARGET_MY() || $op->flags & B::OPf_STACKED);
    my @values = map { $self->value($_) } real(kids($op));
    return $self->operation($op, @values);
}

# Return the text of an operator with its operands, and define the helper functions that it needs.
sub operation {
    my ($self, $op, @values) = @_;
    my $pattern = $GPULinalg::Bindings::OPERATOR{ $op->name };
    my $needed = () = $pattern =~ /%s/g;
    $self->refuse($op) if $needed != @values;
    return "($values[0] % $values[1])" if $op->name eq 'modulo' && !grep { !/^\(?-?\d+\)?$/ } @values;
    @values = $self->operands($op, @values);
    $self->helper($GPULinalg::Bindings::MODULO) if $op->name eq 'modulo';
    $self->helper($GPULinalg::Bindings::SHIFT{ $op->name }) if $GPULinalg::Bindings::SHIFT{ $op->name };
    $pattern = "int64($pattern)" if $self->is_small($op);
    return sprintf $pattern, @values;
}

sub helper {
    my ($self, $text) = @_;
    push @{ $self->{program}{text} }, $text if !grep { $_ eq $text } @{ $self->{program}{text} };
}

sub constant {
    my ($self, $op) = @_;
    my $sv = $op->sv;
    $sv = $self->{values}[$op->targ] if !$$sv;    # under threads, constants are stored with the variables
    return $$sv == ${ B::sv_yes() } ? 'true' : 'false' if $$sv == ${ B::sv_yes() } || $$sv == ${ B::sv_no() };
    my ($flags, $value) = ($sv->FLAGS, ${ $sv->object_2svref });
    my $shown = defined $value ? ref $value || "'$value'" : 'undef';
    return $value ? 'true' : 'false' if $flags & B::SVf_POK && $flags & B::SVf_IOK && $flags & B::SVf_NOK && $value =~ /^1?$/;
    $self->fail("$shown is not a number") if $flags & (B::SVf_POK | B::SVf_ROK) || !($flags & (B::SVf_IOK | B::SVf_NOK));
    return number($value, $flags & B::SVf_IOK);
}

sub number {
    my ($value, $whole) = @_;
    my $text = $whole ? sprintf($value < 0 ? '%d' : '%u', $value) : sprintf '%.17g', $value;
    return $value != $value ? 'nan' : $value < 0 ? '(-inf)' : 'inf' if $text =~ /[nN]/;
    $text .= '.0' if !$whole && $text !~ /[.e]/;
    return $text =~ /^-/ ? "($text)" : $text;
}

# $_[0]
sub element {
    my ($self, $op) = @_;
    my ($array, $i);
    if ($op->name eq 'aelemfast') { ($array, $i) = ($self->global($op), $op->private) }
    elsif ($op->name eq 'multideref') {
        (my $actions, $array, $i) = $op->aux_list($self->{cv});
        $self->refuse($op) if $actions != (B::MDEREF_AV_gvav_aelem() | B::MDEREF_INDEX_const() | B::MDEREF_FLAG_last());
    } else {
        my ($list, $number) = kids($op);
        $self->refuse($op) if $number->name ne 'const' || $list->name ne 'rv2av' || $list->first->name ne 'gv';
        ($array, $i) = ($self->global($list->first), $self->constant($number));
    }
    $self->outside('$' . $array->NAME . '[...]') if $array->NAME ne '_';
    $self->fail('an argument is counted from the end, which has no meaning in a formula') if $i !~ /^\d+$/ || $i > 127;
    return $self->argument($self->{shifted} + $i);
}

# Return the B::GV of an op that names a variable or a sub. It is looked up again, because Perl upgrades a mere reference to a
# sub to a glob.
sub global {
    my ($self, $op) = @_;
    my $thing = $op->isa('B::PADOP') ? $self->{values}[$op->padix] : $op->gv;
    return B::svref_2object($thing->object_2svref);
}

sub call {
    my ($self, $op) = @_;
    my @kids = kids($op);
    @kids = kids($kids[0]) if @kids == 1;
    my $callee = inner(pop @kids);
    $self->fail('only named subs can be called') if $callee->name ne 'gv' || !($op->flags & B::OPf_STACKED);
    my $cv = GPULinalg::Bindings::sub_of($self->global($callee));
    my $gv = $self->global($callee);
    my ($package, $name) = $cv ? GPULinalg::Bindings::origin($cv) : ($gv->STASH->NAME, $gv->NAME);
    my $known = $cv && GPULinalg::Bindings::known($cv);
    $self->fail("there is no function `$name`") if !$known && (!$cv || !GPULinalg::Bindings::is_defined($cv));
    my @operands = grep { $_->name ne 'padrange' } real(@kids);    # padrange marks a call with variables only
    my @args = map { $self->value($_) } @operands;
    @args = map { $self->is_bits($operands[$_]) ? "float64($args[$_])" : $args[$_] } 0 .. $#args if $package ne 'GPULinalg';
    return $self->known_call($known, "${package}::$name", @args) if $known;
    $self->fail(
        "`${package}::$name` is not a function that formulas support or can translate; compute it outside, and make the result "
            . 'an argument')
        if $cv->XSUB;
    return $self->own_call($cv, $name) . '(' . join(', ', @args) . ')';
}

sub known_call {
    my ($self, $known, $shown, @args) = @_;
    if (ref $known) {
        my ($helper, $text) = @$known;
        my $needed = $helper eq 'round_0' ? 1 : 2;
        $self->fail("$shown takes $needed argument" . ($needed > 1 && 's') . ' in a formula, not ' . @args)
            if $helper =~ /^(?:min|max)_0$/ ? @args < 1 : @args != $needed;
        $self->helper($text);
        return "$helper($args[0])" if $needed == 1;
        my $value = shift @args;
        $value = "$helper($value, $_)" for @args;
        return $value;
    }
    my $needed = () = $known =~ /%s/g;
    return sprintf $known, join ', ', @args if $shown =~ /^GPULinalg::/;
    $self->fail("$shown takes $needed argument" . ($needed > 1 && 's') . ' in a formula, not ' . @args) if @args != $needed;
    return sprintf $known, @args;
}

# Return the name of a script's sub in the formula; the sub is written before its first use.
sub own_call {
    my ($self, $cv, $name) = @_;
    my ($program, $functions) = ($self->{program}, $self->{program}{functions});
    if (!defined $functions->{$$cv}) {
        $functions->{$$cv} = '';
        my $number = keys %$functions;    # the subs that it calls are written first and get their own numbers
        my $translator = new_translator($cv, $program);
        my ($inputs, $text) = $translator->whole;
        $functions->{$$cv} = $self->plain($name eq '__ANON__' ? 'lambda' : $name) . "_$number";
        $program->{bits}{ $functions->{$$cv} } = $translator->{returns_bits};
        push @{ $program->{text} }, "function $functions->{$$cv}($inputs) {$text}";
    }
    $self->fail("$name calls itself, which has no meaning in a formula; use a loop") if $functions->{$$cv} eq '';
    return $functions->{$$cv};
}

require GPULinalg::Bits;
require GPULinalg::Statements;
1;
