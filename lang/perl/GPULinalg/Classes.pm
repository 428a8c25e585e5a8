package GPULinalg::Classes;

# Classes, methods and namespaces, as declared in the headers. GPULinalg.pm loads this; the functions come from C.

use strict;
use warnings;

# Make the method of a function. "makes": a constructor, whose errors name the class; "list": the arrays are written out,
# followed by the options; "method" and "property": the object is the first argument.
sub method {
    my ($package, $name, $how, $symbol, @arguments) = @_;
    no strict 'refs';
    my $code = \&{"GPULinalg::$symbol"};
    my ($class) = $package =~ /(\w+)$/;
    my $label = $name eq 'new' ? $class : "$class.$name";
    my %option = map { /^(\w+)=/ ? ($1 => 1) : () } @arguments;
    my %form = (
        method   => $code,
        property => $code,
        makes    => sub {
            my ($self, @given) = &GPULinalg::_values;
            check_class($package, $label, $name, $self);
            my $made = GPULinalg::_as($label, $symbol, @given);
            return $name eq 'new' ? derived($self, $made) : $made;
        },
        list => sub {
            if (@_ < 4) {    # most calls
                my $self = shift;
                return $code->($self, [&GPULinalg::_values]);
            }
            my ($self, @given) = &GPULinalg::_values;
            my $plain = ref $given[-2];
            return $code->($self, $plain ? \@given : sort_arguments(\%option, @given));
        },
    );
    *{"${package}::$name"} = $form{$how};
    *{"${package}::dims"} = sub { return @{ $code->(@_) } }
        if $name eq 'shape';
    overload_call($package, $code, scalar %option) if $how eq 'list' && $name eq 'call';
    return;
}

# A constructor is called through its class or an object: Generator::new(1) would take 1 for the class, and lose the seed.
sub check_class {
    my ($package, $label, $name, $self) = @_;
    return if defined $self && UNIVERSAL::isa($self, $package);
    GPULinalg::_fail('ArgumentError', "$label: call it as $package->$name(...), with -> instead of ::");
    return;
}

# Bless a new object into the class that was requested, if it is derived from the object's own class.
sub derived {
    my ($class, $object) = @_;
    return !ref $class && $class ne ref $object && $class->isa(ref $object) ? bless $object, $class : $object;
}

# Make a function whose last list of arrays is written out: meshgrid($x, $y, indexing => 'ij'), einsum('ij,j', $a, $b).
sub spread {
    my ($package, $name, @arguments) = @_;
    no strict 'refs';
    no warnings 'redefine';
    my $code = \&{"${package}::$name"};
    my %option = map { /^(\w+)=/ ? ($1 => 1) : () } @arguments;
    my $first = (grep { !/=/ } @arguments) - 1;
    *{"${package}::$name"} = sub {
        my @given = &GPULinalg::_values;
        return $code->(@given) if @given < $first;
        return $code->(splice(@given, 0, $first), sort_arguments(\%option, @given));
    };
    return;
}

# Separate arguments and options: return (\@args, %option).
sub sort_arguments {
    my ($known, @args) = @_;
    my @option;
    unshift @option, splice @args, -2 while @args > 2 && !ref $args[-2] && defined $args[-2] && $known->{ $args[-2] };
    return (\@args, @option);
}

# Make objects with a method "call" callable like functions. Perl creates such a closure for each call; capturing fewer
# variables makes it faster.
sub overload_call {
    my ($package, $code, $has_options) = @_;
    my $with_options = sub {
        my $f = shift;
        return sub { return $f->call(@_) }
            if ref $f ne $package;
        return sub { return @_ < 3 ? $code->($f, [&GPULinalg::_values]) : $f->call(@_) }
    };
    my $plain = sub {
        my $f = shift;
        return sub { return $f->call(@_) }
            if ref $f ne $package;
        return sub { return $code->($f, [&GPULinalg::_values]) }
    };
    my $function = $has_options ? $with_options : $plain;
    eval "package $package; use overload '&{}' => \$function, fallback => 1; 1" or die $@;
    return;
}

# Handles cannot be shared with other Perl threads; there they are undefined.
sub class {
    my ($package) = @_;
    no strict 'refs';
    *{"${package}::CLONE_SKIP"} = sub { return 1 };
    push @{"${package}::ISA"}, 'GPULinalg::_Object';
    return;
}

1;
