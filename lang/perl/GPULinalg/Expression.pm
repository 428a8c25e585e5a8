package GPULinalg::Expression;

# Functions that users write: formulas and Perl subs as one pass over arrays.  GPULinalg.pm loads this.

use strict;
use warnings;

my %KNOWN = map { $_ => 1 } qw(inputs output map reduce post identity name);    # arguments of new_reduction and new_scan

# The arguments of new_elementwise and its like, from a sub and options.
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
sub GPULinalg::scan      { return _fold('scan', &GPULinalg::_values) }

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

# Arguments, then options: (\@args, %option).
sub _sort {
    my ($known, @args) = @_;
    my @option;
    unshift @option, splice @args, -2 while @args > 2 && !ref $args[-2] && defined $args[-2] && $known->{ $args[-2] };
    return (\@args, @option);
}

package GPULinalg::Reduction;

use overload
    '&{}'    => sub { my $f = shift; return sub { return $f->call(&GPULinalg::_values) } },
    fallback => 1;

sub CLONE_SKIP { return 1 }
sub new  { my $class = shift; return GPULinalg::reduction(@_) }
sub code { my $f = shift; return GPULinalg::reduction_code($f, [&GPULinalg::_values]) }
sub call {
    my $f = shift;
    return GPULinalg::reduction_call($f, GPULinalg::Expression::_sort({ axis => 1, keepdims => 1 }, &GPULinalg::_values));
}

package GPULinalg::Scan;

use overload
    '&{}'    => sub { my $f = shift; return sub { return $f->call(&GPULinalg::_values) } },
    fallback => 1;

sub CLONE_SKIP { return 1 }
sub new  { my $class = shift; return GPULinalg::scan(@_) }

sub code {
    my $f = shift;
    return GPULinalg::scan_code($f, GPULinalg::Expression::_sort({ exclusive => 1 }, &GPULinalg::_values));
}

sub call {
    my $f = shift;
    return GPULinalg::scan_call($f, GPULinalg::Expression::_sort({ axis => 1, exclusive => 1 }, &GPULinalg::_values));
}

package GPULinalg::Elementwise;

# Called like a function.
use overload
    '&{}'    => sub { my $f = shift; return sub { return GPULinalg::elementwise_call($f, [&GPULinalg::_values]) } },
    fallback => 1;

sub CLONE_SKIP { return 1 }
sub new  { my $class = shift; return GPULinalg::elementwise(@_) }
sub call { my $f     = shift; return GPULinalg::elementwise_call($f, [&GPULinalg::_values]) }
sub code { my $f     = shift; return GPULinalg::elementwise_code($f, [&GPULinalg::_values]) }
sub text { return GPULinalg::elementwise_text($_[0]) }

1;
