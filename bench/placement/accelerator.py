"""Start the accelerator as the device "auto" does."""
import time

import numpy as np

import gpulinalg as gla


def start(seconds=60):
    """Compute on the device "auto" until the library has started an accelerator; return its name, or None.

    A product of 512 x 512 is slow enough on the host to pay for the start, and fast enough on the emulated device.
    """
    gla.set_device("auto")
    x = np.random.default_rng(1).standard_normal((512, 512))
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        device = gla.matmul(x, x).device
        if device != "host":
            return device
    return None
