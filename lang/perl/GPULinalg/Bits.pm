package GPULinalg::Translate;

# Find values that are results of Perl's bit operators. These are unsigned 64-bit integers, but arithmetic treats them like any
# number: ($x | 1) - 9 may be negative. GPULinalg::Translate loads this module.

use strict;
use warnings;
use B;

my %BITS = map { $_ => 1, "n$_" => 1 } qw(bit_and bit_or bit_xor left_shift right_shift complement);
my %CHOICE = map { $_ => 1 } qw(cond_expr and or);
my %ARITHMETIC = map { $_ => 1 } qw(add subtract multiply negate pow abs int preinc postinc predec postdec);

sub known_integer {
    my ($self, $op) = @_;
    $op = inner($op);
    return $op->name eq 'const' && $self->constant($op) =~ /^(\d{1,18})$/ ? $1 : undef;
}

# Return true for results of bit operators whose highest bit is 0 for all arguments: these behave like other integers.
sub is_small {
    my ($self, $op) = @_;
    $op = inner($op);
    my ($name, @kids) = ($op->name, real(kids($op)));
    return defined $self->known_integer($op) if $name eq 'const';
    return ($self->known_integer($kids[1]) // 0) > 0 if $name eq 'right_shift' && @kids == 2;
    return grep { $self->is_small($_) } @kids if $name =~ /^n?bit_and$/;
    return @kids && !grep { !$self->is_small($_) } @kids if $name =~ /^n?bit_x?or$/;
    return 0;
}

# Return true if a value may be an unsigned 64-bit integer.
sub is_bits {
    my ($self, $op) = @_;
    $op = inner($op);
    my ($name, @kids) = ($op->name, real(kids($op)));
    return !$self->is_small($op) if $BITS{$name};
    return $self->{bits}{ $op->targ } if $name eq 'padsv';
    return $self->are_bits($name eq 'cond_expr' ? @kids[1, 2] : @kids) if $CHOICE{$name};
    return 0 if $name ne 'entersub';
    my ($called) = $self->value($op) =~ /^(\w+)\(/;
    return $self->{program}{bits}{ $called // '' };
}

# Return true if each op is an unsigned 64-bit integer or a known integer, and at least one op is unsigned.
sub are_bits {
    my ($self, @ops) = @_;
    return 0 if grep { !$self->is_bits($_) && !defined $self->known_integer($_) } @ops;
    return scalar grep { $self->is_bits($_) } @ops;
}

# Return the text of the operands of an operation: arithmetic converts unsigned integers to float64, so that none wraps around.
sub operands {
    my ($self, $op, @values) = @_;
    my @kids = real(kids($op));
    my $first = $op->name eq 'cond_expr' ? 1 : 0;
    my $mixed = $CHOICE{ $op->name } && !$self->are_bits(@kids[$first .. $#kids]);
    $mixed ||= $op->name eq 'modulo' && !$self->are_bits(@kids);    # exact if both are unsigned
    return @values if @kids != @values || !($ARITHMETIC{ $op->name } || $mixed);
    return map { $_ >= $first && $self->is_bits($kids[$_]) ? "float64($values[$_])" : $values[$_] } 0 .. $#values;
}

# Record the variables to which an unsigned 64-bit integer is assigned somewhere in the sub.
sub find_bits {
    my ($self, $op) = @_;
    my ($name, @kids) = ($op->name, real(kids($op)));
    if ($BITS{$name} && !$self->is_small($op)) {
        my $target = $op->private & B::OPpTARGET_MY() ? $op : $op->flags & B::OPf_STACKED ? inner($kids[0]) : undef;
        $self->{bits}{ $target->targ } = 1 if $target;
    }
    my @pairs = $name eq 'padsv_store' ? [$kids[0], $op] : $name eq 'sassign' && @kids == 2 ? [@kids] : ();
    if ($name eq 'aassign') {
        my ($right, $left) = map {
            [grep { $_->name ne 'padrange' } real(kids($_))]
        } kids($op);
        @pairs = map { [$right->[$_], $left->[$_]] } 0 .. $#$right if @$right == @$left;
    }
    for (@pairs) {
        my ($value, $variable) = ($_->[0], $_->[1]);
        next if $variable->name !~ /^padsv/ || inner($value)->name eq 'entersub' || !$self->is_bits($value);
        $self->{bits}{ $variable->targ } = 1;
    }
    $self->find_bits($_) for kids($op);
}

1;
