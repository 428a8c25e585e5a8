# Arrays whose device nobody chose say so, and their device can be given to other arrays.
use strict;
use warnings;
BEGIN { @ENV{qw(GPULINALG_DEVICE GPULINALG_BACKENDS)} = qw(auto host) }
use Test::More;
use Storable qw(freeze thaw);
use GPULinalg;

my $x = GPULinalg::asarray([1, 2]);
my $pinned = GPULinalg::asarray([1, 2], device => 'host');
ok($x->floating && !$pinned->floating, 'an array floats if its device is not named');
is($x->device, 'host', 'its device is where it is now');
ok(($x + 1)->floating && !($pinned + 1)->floating && !($x + $pinned)->floating, 'results float if all operands do');
my $device = $x->device;
ok(GPULinalg::zeros(2, device  => $device)->floating, 'the device of a floating array lets another one float');
ok(!GPULinalg::zeros(2, device => "$device")->floating, 'its name as a string does not');
ok(!GPULinalg::zeros(2, device => $pinned->device)->floating, 'nor does the device of another array');
ok(thaw(freeze($x))->floating, 'a copy from Storable floats');
ok(GPULinalg::to_device($pinned, 'auto')->floating, 'to_device with auto lets a copy float');
is(GPULinalg::get_device(), 'auto', 'the current device');
is(GPULinalg::placement('log', sub { GPULinalg::get_placement() }), 'log', 'a log in a block');
{
    my $scope = GPULinalg::placement('stay');
    is(GPULinalg::get_placement(), 'stay', 'a choice in a scope');
}
is(GPULinalg::get_placement(), 'quiet', 'ends with it');
GPULinalg::set_device('host');
ok(!$x->floating && !GPULinalg::zeros(2, device => $device)->floating, 'nothing floats if a device has been set');
done_testing();
