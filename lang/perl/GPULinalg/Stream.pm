package GPULinalg::Stream;

# Streams and events as objects, and the stream of a scope.  GPULinalg.pm loads this; the functions come from C.

use strict;
use warnings;

# Handles do not cross into other Perl threads; there they are undefined.
sub CLONE_SKIP { return 1 }

# GPULinalg::Stream->new("cuda:0"); without a device, of the current one.
sub new { my ($class, @device) = &GPULinalg::_values; return GPULinalg::_as('Stream', 'new_stream', @device) }

sub GPULinalg::Event::CLONE_SKIP { return 1 }

# stream_synchronize and the like are methods: $stream->synchronize.
for my $method (qw(synchronize query record wait device)) {
    no strict 'refs';
    *$method = \&{"GPULinalg::stream_$method"};
}
for my $method (qw(synchronize query elapsed_time)) {
    no strict 'refs';
    *{"GPULinalg::Event::$method"} = \&{"GPULinalg::event_$method"};
}

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
