# Print the interface of the Perl module in the format of `hdoc list`: functions with arguments and defaults, or error kinds.
use strict;
use warnings;
use GPULinalg;

if ($ARGV[0] eq 'functions') {
    for (@GPULinalg::_functions) {
        my ($called, $symbol, $package, undef, undef, undef, undef, $letters, undef, undef, @arguments) = split / /;
        my $name = $called =~ s/.*[.]//r;
        my @others = splice @arguments, $letters eq '-' ? 0 : length $letters;    # alternative names
        print join(' ', $called, @arguments, map { s/=.*/=.../r } @others), "\n" if $package->can($name);
    }
} else {
    no strict 'refs';
    for my $class (map { s/::$//r } grep { /::$/ } keys %GPULinalg::) {
        print "$class\n" if grep { $class ne $_ && "GPULinalg::$class"->isa("GPULinalg::$_") } qw(Error Warning);
    }
}
