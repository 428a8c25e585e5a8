package GPULinalg::Placement;

# Logs the device of each call in a scope. GPULinalg.pm loads this.

use strict;
use warnings;

# GPULinalg::placement('log', sub { ... }): each call in the code prints how its device was chosen. Without code, this holds
# until the returned object goes out of scope.
sub GPULinalg::placement {
    my ($mode, $code) = &GPULinalg::_values;
    my $scope = bless { before => GPULinalg::get_placement() }, 'GPULinalg::_PlacementScope';
    GPULinalg::set_placement($mode // 'log');
    return $code ? $code->() : $scope;
}

sub GPULinalg::_PlacementScope::DESTROY {
    my ($scope) = @_;
    GPULinalg::set_placement($scope->{before}) if ${^GLOBAL_PHASE} ne 'DESTRUCT';
    return;
}
sub GPULinalg::_PlacementScope::CLONE_SKIP { return 1 }

1;
