"""Programs compiled by `make` for the GPUs of this machine are sufficient for 60 common operations: no script waits for a
compiler."""
import os
import subprocess
import sys
import tempfile

os.environ["OCL_ICD_VENDORS"] = os.environ.get("OPENCL_VENDORS", "/etc/OpenCL/vendors")
root = os.path.join(os.environ.get("srcdir", "."), "")
sys.path.insert(0, root + "bench/gpu")
import first  # noqa: E402
from tap import ok, skip  # noqa: E402

LEAST = 245  # number of float64 programs, which are compiled first: fewer mean that time was short

import gpulinalg as gl  # noqa: E402

devices = [d for d in gl.devices() if d.startswith(("cuda:", "opencl:")) and gl.device_info(d).get("kind") != "CPU"]
for device in devices:
    count = gl.device_info(device)["shared_code"].split()[0]
    if not count.isdigit() or int(count) < LEAST:
        skip(device, "%s programs were compiled ahead" % count.rstrip(":"))
        continue
    with tempfile.TemporaryDirectory() as cache:
        env = dict(os.environ, GPULINALG_DEVICE=device, GPULINALG_CACHE_DIR=cache, CUDA_CACHE_DISABLE="1")
        done = subprocess.run([sys.executable, "-c", first.script("gpulinalg")], env=env, capture_output=True, text=True)
        ok(done.returncode == 0 and not os.listdir(cache), "%s: 60 operations without the compiler" % device)
        print("# seconds, first and second time: %s" % (done.stdout + done.stderr).strip().replace("\n", "\n# "))
if not devices:
    skip("60 operations without the compiler", "no GPU")
