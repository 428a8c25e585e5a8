# Two devices of one kind in one process.
use strict;
use warnings;
use Test::More;
use GPULinalg;

my @gpus = grep { $_ ne 'host' } GPULinalg::devices();
my ($kind) = @gpus ? $gpus[0] =~ /^(\w+)/ : ('gpu');
my ($one, $two) = grep { /^$kind:/ } @gpus;
plan skip_all => 'this machine has ' . @gpus . ' GPUs' unless defined $two;

my $x = GPULinalg::reshape(GPULinalg::arange(12.0, device => $one), [3, 4]);
my $y = GPULinalg::to_device($x, $two);
is($y->device, $two, 'to the other device');
is_deeply($y->tolist, $x->tolist, 'with its values');
is_deeply(GPULinalg::to_device($y, $one)->tolist, $x->tolist, 'and back');
is_deeply(
    GPULinalg::matmul($y, GPULinalg::matrix_transpose($y))->tolist,
    GPULinalg::matmul($x, GPULinalg::matrix_transpose($x))->tolist,
    'operations there'
);
ok(!eval { my $z = $x + $y; 1 }, 'operands on both are refused');
isa_ok($@, 'GPULinalg::DeviceError');
like("$@", qr/to_device/, 'with the way out');
GPULinalg::set_device($two);
is(GPULinalg::get_device(), $two, 'set_device');
is(GPULinalg::zeros([3])->device, $two, 'makes arrays there');
done_testing;
