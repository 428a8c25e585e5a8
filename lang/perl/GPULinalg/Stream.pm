package GPULinalg::Stream;

# The stream of a scope.  GPULinalg.pm loads this.

use strict;
use warnings;

# GPULinalg::stream($s, sub { ... }): what the code does on the stream's device goes to $s.  Without code: until the object
# that it returns goes out of scope.
sub GPULinalg::stream {
    my ($stream, $code) = &GPULinalg::_values;
    my $scope = bless { before => GPULinalg::get_stream(GPULinalg::stream_device($stream)) }, 'GPULinalg::_StreamScope';
    GPULinalg::set_stream($stream);
    return $code ? $code->() : $scope;
}

sub GPULinalg::_StreamScope::DESTROY { GPULinalg::set_stream($_[0]{before}) }

1;
