"""Modules and kernels of the script's own device code as objects."""
from . import _core, _native
from ._named import called_as


class Module(_native._Handle):
    """Compiled device code: Module(sources, language=None, options=None, headers=None, device=None); see `new_module`."""

    __slots__ = ()

    def __new__(cls, sources, language=None, options=None, headers=None, device=None):
        return called_as("Module", _core.new_module, sources, language, options, headers, device)

    @staticmethod
    def load(binary, device=None):
        """A module of PTX, a cubin or an OpenCL binary; see `gpulinalg.load_module`."""
        return called_as("Module.load", _core.load_module, binary, device)

    kernel = _core.module_kernel

    @property
    def device(self):
        """Name of the device that it was compiled for."""
        return _core.module_device(self)


class Kernel(_native._Handle):
    """A kernel: Kernel(source, name, language=None, options=None, device=None, signature=None); see `new_kernel`.

    kernel(args, grid, block, local_bytes=0, stream=None, timing=False) runs it and returns an Event; see `kernel_launch`.
    """

    __slots__ = ()

    def __new__(cls, source, name, language=None, options=None, device=None, signature=None):
        return called_as("Kernel", _core.new_kernel, source, name, language, options, device, signature)

    __call__ = launch = _core.kernel_launch
    info = _core.kernel_info

    @property
    def device(self):
        """Name of the device that it runs on."""
        return _core.kernel_device(self)
