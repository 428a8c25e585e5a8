package GPULinalg::Import;

# What `use GPULinalg` does, and what a name that does not exist is answered with.  GPULinalg.pm loads this.

use strict;
use warnings;
use Exporter ();
use overload ();
use Sub::Util ();

warnings::register_categories('GPULinalg');

my @imported;    # [package, name, code, warn or not, file, line]

sub did_you_mean {
    my ($name, @names) = @_;
    my $near = GPULinalg::_nearest($name, \@names);
    return $near >= 0 ? "; did you mean '$names[$near]'?" : '';
}

# Whether the scope that is being compiled wants our warnings.
sub wanted {
    my $bits = ${^WARNING_BITS};
    return 1 if !defined $bits;
    my $bit = $warnings::Offsets{GPULinalg};
    $bit = $warnings::Offsets{all} if length $bits <= $bit >> 3;    # compiled before the category existed
    return vec $bits, $bit, 1;
}

sub GPULinalg::import {
    my (undef, @names) = @_;
    my ($package, $file, $line) = caller;
    teach_pdl();
    no strict 'refs';
    my %exports = map { $_ => 1 } @GPULinalg::EXPORT_OK, map { ":$_" } keys %GPULinalg::EXPORT_TAGS;
    for (grep { ref || !/^(?:!|\/|\d)/ } @names) {
        next if $exports{s/^&//r};
        GPULinalg::_fail('ArgumentError', "import: GPULinalg exports no '$_'" . did_you_mean($_, sort keys %exports));
    }
    my %before = map { $_ => \&{"${package}::$_"} } grep { exists &{"${package}::$_"} } @GPULinalg::EXPORT_OK;
    $^H{GPULinalg} = 1;    # for lang/perl/native/builtins.h
    {
        no warnings;    # what is replaced is announced below
        local $SIG{__WARN__} = sub { };
        Exporter::export('GPULinalg', $package, @names) if @names;
    }
    my $wanted = wanted();
    my @lost = grep { $before{$_} != \&{"${package}::$_"} && !same($before{$_}, \&{"${package}::$_"}) } sort keys %before;
    announce($file, $line, "what $package had from " . owners(map { $before{$_} } @lost), @lost) if @lost && $wanted;
    push @imported, [$package, $_, \&{"GPULinalg::$_"}, $wanted, $file, $line]
        for grep { defined &{"${package}::$_"} && \&{"${package}::$_"} == \&{"GPULinalg::$_"} } @GPULinalg::EXPORT_OK;
    return;
}

# Constants of one value.
sub same {
    my ($x, $y) = @_;
    return defined prototype $x && prototype $x eq '' && defined prototype $y && prototype $y eq '' && $x->() eq $y->();
}

sub owners {
    my %owner = map { Sub::Util::subname($_) =~ s/::[^:]*$//r => 1 } @_;
    return join ' and ', sort keys %owner;
}

sub announce {
    my ($file, $line, $what, @names) = @_;
    my $without = join ' ', map { "!$_" } @names;
    warn 'GPULinalg: '
        . join(', ', @names)
        . (@names > 1 ? ' replace ' : ' replaces ')
        . $what
        . "; keep those with `use GPULinalg qw(:all $without)` and call GPULinalg::$names[0] at $file line $line.\n";
    return;
}

# Names that a later import, or a sub of the script, took away: known when all is compiled.
sub review {
    no strict 'refs';
    my (%taken, %place);
    for (@imported) {
        my ($package, $name, $code, $wanted, $file, $line) = @$_;
        my $now = exists &{"${package}::$name"} ? \&{"${package}::$name"} : undef;
        next if !$wanted || !$now || $now == $code || same($now, $code);
        $place{$package} = "$file line $line";
        push @{ $taken{$package} }, $name;
    }
    for my $package (sort keys %taken) {
        my @names = sort @{ $taken{$package} };
        my $without = join ' ', map { "!$_" } @names;
        warn 'GPULinalg: '
            . join(', ', @names)
            . (@names > 1 ? ' are' : ' is')
            . " not GPULinalg's in $package but from "
            . owners(map { \&{"${package}::$_"} } @names)
            . ", which came later; say so with `use GPULinalg qw(:all $without)` "
            . "and call GPULinalg::$names[0] at $place{$package}.\n";
    }
    @imported = ();
    return;
}
{
    no warnings 'void';    # when the module is loaded by a running program there is nothing to review
    INIT { review(); teach_pdl() }
}

# Before version 2.096 PDL's operator x, unlike its others, does not leave the operation to an operand of another class.
my $is_taught;

sub teach_pdl {
    my $own = $is_taught || !PDL->can('VERSION') ? undef : overload::Method('PDL', 'x');
    return if !$own || PDL->VERSION >= 2.096;
    $is_taught = 1;
    PDL->overload::OVERLOAD(
        x => sub {
            my ($pdl, $other, $is_swapped) = @_;
            my $method = ref($other) =~ /^GPULinalg::/ ? overload::Method($other, 'x') : undef;
            return $method ? $method->($other, $pdl, !$is_swapped) : &$own;
        }
    );
    return;
}

# A function or an operator of PDL that was called with an Array looks for a method of PDL in it: say so, where the script
# called it.  Returns when somebody else looks for the method.
sub refuse_pdl {
    my ($level, $called) = (1, 'operator');
    while ((caller $level)[0] =~ /^(?:PDL|GPULinalg::Import)(?:::|$)/) {
        my $sub = (caller ++$level)[3] // last;
        $called = $1 if $sub =~ /^PDL::(?:.*::)?(\w+)$/ && $1 ne '__ANON__';
    }
    my ($package, $file, $line) = caller $level;
    return if $level == 1 || !defined $package;
    teach_pdl();    # PDL was loaded at run time: from now on its x works
    my $own = GPULinalg->can($called) ? "call GPULinalg::$called" : 'make the PDL an Array with GPULinalg::asarray';
    my $fact = "$called: PDL's own was called with an Array; pass \$array->pdl, or $own";
    my $error = eval { GPULinalg::_fail('ArgumentError', $fact); 1 } ? $fact : $@;
    @$error{qw(file line)} = ($file, $line) if ref $error;
    die $error;
}

# A function or a method that does not exist.
our $AUTOLOAD;

sub missing {
    my ($package, $name) = $AUTOLOAD =~ /^(.*)::(.*)$/s;
    no strict 'refs';
    refuse_pdl();
    my @known = grep { !/^_|^[A-Z_]+$|\W/ && defined &{"${package}::$_"} } sort keys %{"${package}::"};
    my $what = defined &{"${package}::DESTROY"} ? 'method' : 'function';
    GPULinalg::_fail('ArgumentError', "$name: there is no $what $AUTOLOAD" . did_you_mean($name, @known));
}

1;
