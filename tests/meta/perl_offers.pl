# Print what the Perl module offers, in the words of `hdoc list`: functions with arguments and defaults, or error kinds.
use strict;
use warnings;
use GPULinalg;

if ($ARGV[0] eq 'functions') {
    for (@GPULinalg::_functions) {
        my ($name, $room, $first, $arguments) = split / /, $_, 4;
        print length $arguments ? "$name $arguments\n" : "$name\n" if GPULinalg->can($name);
    }
}
else {
    no strict 'refs';
    for my $class (map { s/::$//r } grep { /::$/ } keys %GPULinalg::) {
        print "$class\n" if grep { $class ne $_ && "GPULinalg::$class"->isa("GPULinalg::$_") } qw(Error Warning);
    }
}
