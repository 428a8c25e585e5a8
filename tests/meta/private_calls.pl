# Call the private functions of the module with invalid arguments; print a line for each error of the library.
use strict;
use warnings;
use GPULinalg;
use Scalar::Util 'blessed';

# Private functions of the class, not those that Perl code of the module calls.
my @private = qw(_shape _dtype _device _size _ndim _aref _item _packed _pdl _from_packed _bool _T _pdl_type);
for my $name (@private) {
    for my $bad ('x', undef, {}, [[1], 2]) {
        for my $count (1 .. 3) {
            no strict 'refs';
            next if eval { &{"GPULinalg::$name"}(($bad) x $count); 1 };
            my $class = blessed($@) // next;
            printf "%s %s: %s\n", $name, $class =~ s/.*:://r, "$@" =~ tr/\n/ /r;
        }
    }
}
