package GPULinalg::Stream;

# Sets the current stream for a scope. GPULinalg.pm loads this.

use strict;
use warnings;

my %scopes;    # scopes that this thread is in, by device; each stores the previously current stream

# GPULinalg::stream($s, sub { ... }): the code's work on the stream's device is queued in $s. Without code, this holds until the
# returned object goes out of scope.
sub GPULinalg::stream {
    my ($stream, $code) = &GPULinalg::_values;
    my $device = GPULinalg::stream_device($stream);
    my $scope = bless { device => $device, entry => { before => GPULinalg::get_stream($device) } }, 'GPULinalg::_StreamScope';
    GPULinalg::set_stream($stream);
    push @{ $scopes{$device} }, $scope->{entry};
    return $code ? $code->() : $scope;
}

# Perl ends scopes in any order. If an inner scope outlives this one, it will restore the stream from before both.
sub GPULinalg::_StreamScope::DESTROY {
    my ($scope) = @_;
    return if ${^GLOBAL_PHASE} eq 'DESTRUCT';
    my ($entry, $entries) = ($scope->{entry}, $scopes{ $scope->{device} });
    my ($at) = grep { $entries->[$_] == $entry } 0 .. $#$entries;
    splice @$entries, $at, 1;
    if ($at < @$entries) { $entries->[$at]{before} = $entry->{before} }
    else { GPULinalg::set_stream($entry->{before}) }
    return;
}

# A new thread does not inherit the scopes of its parent.
sub GPULinalg::_StreamScope::CLONE_SKIP { return 1 }
sub GPULinalg::_StreamScope::CLONE { %scopes = (); return }

1;
