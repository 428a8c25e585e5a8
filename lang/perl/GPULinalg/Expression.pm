package GPULinalg::Expression;

# User-defined kernels: formulas and Perl subs evaluated in one pass over the arrays. GPULinalg.pm loads this.

use strict;
use warnings;

my %KNOWN = map { $_ => 1 } qw(inputs output map reduce post identity name);    # arguments of new_reduction and new_scan

# Return the arguments of new_elementwise and similar functions, from a sub and options.
sub _formula {
    my ($code, %option) = @_;
    require GPULinalg::Translate;    # rarely needed
    my $name = $option{name} // 'elementwise';
    return (GPULinalg::Translate::translate($code, $name), $name);
}

# my $f = GPULinalg::elementwise('float64 a, T x, T y', 'T z', 'z = a*x + exp(-y)', name => 'f');  my $z = $f->(2, $x, $y);
# my $g = GPULinalg::elementwise(sub { my ($x, $y) = @_; return $x > $y ? $x : exp($y) });
sub GPULinalg::elementwise {
    my @arguments = &GPULinalg::_values;
    return GPULinalg::_as('elementwise', 'new_elementwise', @arguments) if ref $arguments[0] ne 'CODE';
    my ($inputs, $operation, $name) = _formula(@arguments);
    return GPULinalg::_as('elementwise', 'new_elementwise', $inputs, '', $operation, name => $name);
}

# my $norm = GPULinalg::reduction('T x', 'T y', 'x*x', 'a + b', post => 'sqrt(a)', identity => 0);  $norm->($x, axis => -1);
# use List::Util 'max';
# my $far = GPULinalg::reduction(map => sub { my ($x, $y) = @_; abs($x - $y) }, reduce => sub { max($_[0], $_[1]) });
sub GPULinalg::reduction { return _fold('reduction', &GPULinalg::_values) }
sub GPULinalg::scan { return _fold('scan', &GPULinalg::_values) }

sub _fold {
    my ($called, @args) = @_;
    my %option;
    my @names = qw(inputs output map reduce);
    $option{ shift @names } = shift @args while @args && @names && (@args % 2 || !$KNOWN{ $args[0] });
    %option = (output => '', reduce => 'a + b', %option, @args);
    for (grep { !$KNOWN{$_} } sort keys %option) {
        my $near = GPULinalg::Import::did_you_mean($_, sort keys %KNOWN);
        GPULinalg::_fail('ArgumentError', "$called: there is no option '$_'$near; the options are: post, identity, name");
    }
    my $name = $option{name} // 'reduction';
    my %parameters = (map => undef, reduce => [qw(a b)], post => [qw(a n)]);
    for my $part (grep { ref $option{$_} eq 'CODE' } sort keys %parameters) {
        require GPULinalg::Translate;
        my ($inputs, $text) = GPULinalg::Translate::translate($option{$part}, $name, $parameters{$part});
        $option{inputs} //= $inputs if $part eq 'map';
        $option{$part} = $text;
    }
    my @first = delete @option{qw(inputs output map reduce)};
    return GPULinalg::_as($called, "new_$called", @first,
        map { $_ => $option{$_} } grep { defined $option{$_} } sort keys %option);
}

# The classes can be called by their names like these functions.
{
    no warnings 'redefine';
    *GPULinalg::Elementwise::new =
        sub { my $class = shift; return GPULinalg::Classes::derived($class, GPULinalg::elementwise(@_)) };
    *GPULinalg::Reduction::new =
        sub { my $class = shift; return GPULinalg::Classes::derived($class, GPULinalg::reduction(@_)) };
    *GPULinalg::Scan::new = sub { my $class = shift; return GPULinalg::Classes::derived($class, GPULinalg::scan(@_)) };
}

1;
