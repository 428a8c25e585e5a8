package GPULinalg::Stream;

# The stream of a scope.  GPULinalg.pm loads this.

use strict;
use warnings;

my %scopes;    # those that this thread is in, by devices: what was current before each

# GPULinalg::stream($s, sub { ... }): what the code does on the stream's device goes to $s.  Without code: until the object
# that it returns goes out of scope.
sub GPULinalg::stream {
    my ($stream, $code) = &GPULinalg::_values;
    my $device = GPULinalg::stream_device($stream);
    my $scope = bless { device => $device, entry => { before => GPULinalg::get_stream($device) } }, 'GPULinalg::_StreamScope';
    GPULinalg::set_stream($stream);
    push @{ $scopes{$device} }, $scope->{entry};
    return $code ? $code->() : $scope;
}

# Perl ends scopes in any order.  One that began in this one and is still there restores what was before both.
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

# A thread is in no scope of its parent.
sub GPULinalg::_StreamScope::CLONE_SKIP { return 1 }
sub GPULinalg::_StreamScope::CLONE { %scopes = (); return }

1;
