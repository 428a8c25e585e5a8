package GPULinalg::Import;

# The import of `use GPULinalg`, and the errors for names that do not exist. GPULinalg.pm loads this.

use strict;
use warnings;
use Exporter ();
use overload ();
use Sub::Util ();

warnings::register_categories('GPULinalg');

my @imported;    # [package, name, code, warn or not, file, line]
my $MANY = 6;    # maximum number of names that a suggestion lists

sub did_you_mean {
    my ($name, @names) = @_;
    my $near = GPULinalg::_nearest($name, \@names);
    return $near >= 0 ? "; did you mean '$names[$near]'?" : '';
}

# Return true if our warnings are enabled in the scope that is being compiled.
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
    my %before = map { $_ => \&{"${package}::$_"} } grep { exists &{"${package}::$_"} } @GPULinalg::EXPORT_OK;
    local $GPULinalg::EXPORT_TAGS{taken} = [sort grep { !is($before{$_}, \&{"GPULinalg::$_"}) } keys %before];
    for (grep { ref || !/^(?:!|\/|\d)/ } @names) {
        next if $exports{s/^&//r};
        my $hint = did_you_mean($_, sort keys %exports);
        $hint .= '; the tags are: ' . join ', ', map { ":$_" } sort keys %GPULinalg::EXPORT_TAGS if /^:/;
        GPULinalg::_fail('ArgumentError', "import: GPULinalg exports no '$_'$hint");
    }
    $^H{GPULinalg} = 1;    # for lang/perl/native/builtins.h
    {
        no warnings;    # replaced names are reported below
        local $SIG{__WARN__} = sub { };
        Exporter::export('GPULinalg', $package, @names) if @names;
    }
    my $wanted = wanted();
    watch() if $wanted && @names && ${^GLOBAL_PHASE} eq 'START';
    my @lost = grep { !is($before{$_}, \&{"${package}::$_"}) } sort keys %before;
    announce($file, $line, "functions that $package had from " . owners(map { $before{$_} } @lost), @lost) if @lost && $wanted;
    push @imported, [$package, $_, \&{"GPULinalg::$_"}, $wanted, $file, $line]
        for grep { defined &{"${package}::$_"} && is(\&{"${package}::$_"}, \&{"GPULinalg::$_"}) } @GPULinalg::EXPORT_OK;
    return;
}

# While a script is compiled, Perl itself warns about redefined names: always for constants, and for all others under -w.
# `review` reports all of them in one warning, so Perl's warnings are dropped until then.
my ($watching, $handler, $before);

sub watch {
    return if $watching++;
    $before = $SIG{__WARN__};
    $handler = $SIG{__WARN__} = sub {
        my ($text) = @_;
        return if $watching && is_about_ours($text);
        return warn $text if !$before || $before =~ /^(?:DEFAULT|IGNORE)$/;
        no strict 'refs';
        return &$before(@_);    # it may be a name
    };
    return;
}

sub unwatch {
    $watching = 0;
    return if !$handler || !ref $SIG{__WARN__} || $SIG{__WARN__} != $handler;
    if (defined $before) { $SIG{__WARN__} = $before }
    else { delete $SIG{__WARN__} }
    return;
}

sub is_about_ours {
    my ($text) = @_;
    return 0 if $text !~ /^(?:Constant s|S)ubroutine (\S+) redefined at |^Prototype mismatch: sub (\S+) /;
    my $name = $1 // $2;
    return scalar grep { $_->[3] && ("$_->[0]::$_->[1]" eq $name || $_->[1] eq $name) } @imported;
}

# Return true if two subs are the same sub, or constants with the same value. Each reference to a constant is different.
sub is {
    my ($x, $y) = @_;
    return 1 if $x == $y;
    return
           defined prototype $x
        && prototype $x eq ''
        && defined prototype $y
        && prototype $y eq ''
        && ($x->() // 'undef') eq ($y->() // 'undef');
}

sub owners {
    my %owner = map { Sub::Util::subname($_) =~ s/::[^:]*$//r => 1 } @_;
    return join ' and ', sort keys %owner;
}

sub announce {
    my ($file, $line, $what, @names) = @_;
    my $remedy =
        @names > $MANY
        ? 'to keep all of those, write `use GPULinalg qw(:all !:taken)`'
        : 'to keep those, write ' . without(@names);
    warn 'GPULinalg: '
        . join(', ', @names)
        . (@names > 1 ? ' replace ' : ' replaces ')
        . "$what; $remedy, and call GPULinalg::$names[0] at $file line $line.\n";
    return;
}

# Report imported names that a later import or a sub of the script has replaced; this is known once everything is compiled.
sub review {
    no strict 'refs';
    my (%taken, %place);
    unwatch();
    for (@imported) {
        my ($package, $name, $code, $wanted, $file, $line) = @$_;
        my $now = exists &{"${package}::$name"} ? \&{"${package}::$name"} : undef;
        next if !$wanted || !$now || is($now, $code);
        $place{$package} = "$file line $line";
        my $owner = owners($now);
        push @{ $taken{$package}{ $owner eq $package ? 'own' : 'other' } }, $name;
    }
    for my $package (sort keys %taken) {
        my ($own, $other) = map { [sort @{ $_ // [] }] } @{ $taken{$package} }{qw(own other)};
        announce_own($package, $place{$package}, @$own) if @$own;
        announce_later($package, $place{$package}, @$other) if @$other;
    }
    @imported = ();
    return;
}

sub without {
    return '`use GPULinalg qw(:all ' . join(' ', map { "!$_" } @_) . ')`';
}

sub announce_own {
    my ($package, $place, @names) = @_;
    my ($it, $was) = @names > 1 ? ('functions of those', 'were') : ('function of that', 'was');
    warn "GPULinalg: $package defines "
        . join(', ', @names)
        . ", so GPULinalg's $it name"
        . (@names > 1 && 's')
        . " $was not imported; write "
        . without(@names)
        . " to silence this warning, and call GPULinalg::$names[0] at $place.\n";
    return;
}

sub announce_later {
    my ($package, $place, @names) = @_;
    no strict 'refs';
    my $remedy =
        @names > $MANY
        ? 'move `use GPULinalg qw(:all !:taken)` to after that import'
        : 'if that is intended, write ' . without(@names);
    warn 'GPULinalg: '
        . join(', ', @names)
        . (@names > 1 ? ' were' : ' was')
        . " replaced in $package by "
        . owners(map { \&{"${package}::$_"} } @names)
        . ", imported after GPULinalg; $remedy, and call GPULinalg::$names[0] at $place.\n";
    return;
}
{
    no warnings 'void';    # nothing to review if a running program loads the module
    INIT { review(); teach_pdl() }
}

# Before version 2.096, PDL's operator x, unlike its other operators, does not defer to an operand of another class.
my $is_taught;

sub teach_pdl {
    my $own = $is_taught || !PDL->can('VERSION') ? undef : overload::Method('PDL', 'x');
    return if !$own || PDL->VERSION >= 2.096;
    $is_taught = 1;
    no strict 'refs';
    no warnings 'redefine';
    *{'PDL::(x'} = sub {    # overload stores it here
        my ($pdl, $other, $is_swapped) = @_;
        my $method = ref($other) =~ /^GPULinalg::/ ? overload::Method($other, 'x') : undef;
        return $method ? $method->($other, $pdl, !$is_swapped) : &$own;
    };
    return;
}

# A function or operator of PDL or Math::Complex that receives an Array looks up one of its own methods in it. Report this as an
# error at the script's call. Return if the lookup comes from elsewhere.
sub refuse_others {
    my ($level, $called) = (1, 'operator');
    my ($owner) = (caller $level)[0] =~ /^(PDL|Math::Complex)(?:::|$)/ or return;
    while ((caller $level)[0] =~ /^(?:\Q$owner\E|GPULinalg::Import)(?:::|$)/) {
        my $sub = (caller ++$level)[3] // last;
        $called = $1 if $sub =~ /^\Q$owner\E::(?:.*::)?([a-z]\w*)$/i && $1 ne '__ANON__';
    }
    my ($package, $file, $line) = caller $level;
    return if !defined $package;
    teach_pdl() if $owner eq 'PDL';    # PDL was loaded at run time: from now on its x works
    $called = 'operator' if $called =~ /^_/;
    my $make = $owner eq 'PDL' ? 'make the PDL an Array' : 'make the complex number an Array';
    my $own = GPULinalg->can($called) ? "call GPULinalg::$called" : "$make with GPULinalg::asarray";
    my $pass = $owner eq 'PDL' ? 'pass $array->pdl, or ' : '';
    my $fact = "$called: ${owner}'s own was called with an Array; $pass$own";
    my $error = eval { GPULinalg::_fail('ArgumentError', $fact); 1 } ? $fact : $@;
    @$error{qw(file line)} = ($file, $line) if ref $error;
    die $error;
}

# Called for a function or a method that does not exist.
our $AUTOLOAD;

sub missing {
    my ($package, $name) = $AUTOLOAD =~ /^(.*)::(.*)$/s;
    no strict 'refs';
    refuse_others();
    my @known = grep { !/^_|^[A-Z_]+$|\W/ && defined &{"${package}::$_"} } sort keys %{"${package}::"};
    my $what = defined &{"${package}::DESTROY"} ? 'method' : 'function';
    GPULinalg::_fail('ArgumentError', "$name: there is no $what $AUTOLOAD" . did_you_mean($name, @known));
}

1;
