#!/usr/bin/env python3
"""List the devices of this machine and their limits, to choose a device and a group size."""
import gpulinalg as gla


def gibibytes(n):
    return "%.1f GiB" % (n / 2**30)


# Label, field and format.  A device has only the fields that it reports.
FIELDS = [
    ("description", "name", str),
    ("backend", "backend", str),
    ("kind", "kind", str),
    ("platform", "platform", str),
    ("version", "version", str),
    ("driver", "driver", str),
    ("compute_capability", "compute capability", str),
    ("memory_bytes", "memory", gibibytes),
    ("max_array_bytes", "largest array", gibibytes),
    ("compute_units", "compute units", str),
    ("clock_mhz", "clock, MHz", str),
    ("float64", "double precision", lambda has: "yes" if has else "no"),
    ("kernels", "custom kernels", lambda has: "yes" if has else "no"),
    ("warp_size", "warp or wavefront, work-items", str),
    ("max_group_size", "work-items in a group", str),
    ("max_block", "largest group by dimension", str),
    ("max_grid", "largest grid by dimension", str),
    ("local_memory", "local memory of a group, bytes", str),
]

for device in gla.devices():
    info = gla.device_info(device)
    print(device + (", the current device" if device == gla.get_device() else ""))
    for key, label, show in FIELDS:
        if key in info:
            print("  %-31s %s" % (label, show(info[key])))
    print("# in use: %d bytes" % gla.memory_info(device)["used_bytes"])

# A kernel has its own limits: if it uses many registers, its groups must be smaller than the device allows.
SOURCE = "KERNEL fill(GLOBAL float32 *x, float32 value) { x[GLOBAL_ID] = value; }"
if any(gla.device_info(device)["kernels"] for device in gla.devices()):
    kernel = gla.Kernel(SOURCE, "fill")
    print("A kernel on %s: groups of up to %d work-items, %d bytes of local memory"
          % (kernel.device, kernel.info()["max_group_size"], kernel.info()["local_bytes"]))
