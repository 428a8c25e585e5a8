package GPULinalg::Kernel;

# Modules and kernels of one's own device code as objects.  GPULinalg.pm loads this; the functions come from C.

use strict;
use warnings;

# Handles do not cross into other Perl threads; there they are undefined.
sub CLONE_SKIP { return 1 }
sub GPULinalg::Module::CLONE_SKIP { return 1 }

# GPULinalg::Kernel->new($source, $name, language => ..., options => [...], device => ..., signature => ...)
sub new { my ($class, @arguments) = &GPULinalg::_values; return GPULinalg::_as('Kernel', 'new_kernel', @arguments) }

# GPULinalg::Module->new($sources, language => ..., options => [...], headers => {...}, device => ...)
sub GPULinalg::Module::new {
    my ($class, @arguments) = &GPULinalg::_values;
    return GPULinalg::_as('Module', 'new_module', @arguments);
}

sub GPULinalg::Module::load {
    my ($class, @arguments) = &GPULinalg::_values;
    return GPULinalg::_as('Module.load', 'load_module', @arguments);
}

# $kernel->launch([$x, $y, $n], $grid, $block), $module->kernel($name), ...
for my $method (qw(launch info device)) {
    no strict 'refs';
    *$method = \&{"GPULinalg::kernel_$method"};
}
for my $method (qw(kernel device)) {
    no strict 'refs';
    *{"GPULinalg::Module::$method"} = \&{"GPULinalg::module_$method"};
}

1;
