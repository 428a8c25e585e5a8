"""Print the table: run each part in turn after checking its requirements."""
import importlib
import sys
import time

PARTS = ("start", "first", "transfer", "calls", "dense", "factors", "batched", "lstsq", "wide", "order", "choice", "transforms",
         "special", "draws", "sparse", "krylov", "direct", "kernels", "peak")

import gpulinalg as gla

try:
    gla.set_device("cuda:0")
    import cupy
    import numpy
    import torch
except (ImportError, gla.DeviceError) as error:
    sys.exit(print(f"nothing to measure: {error}"))

import table  # noqa: E402

torch.set_default_dtype(torch.float64)
began = time.perf_counter()
print(f"{gla.device_info()['description']}; gpulinalg {gla.version()}, CuPy {cupy.__version__}, PyTorch {torch.__version__}, "
      f"NumPy {numpy.__version__}; medians, rounds in turn")
table.head()
for part in sys.argv[1:] or PARTS:
    importlib.import_module(part).measure()
    cupy.get_default_memory_pool().free_all_blocks()
    torch.cuda.empty_cache()
table.foot()
print(f"# {time.perf_counter() - began:.0f} s")
