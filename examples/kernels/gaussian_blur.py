#!/usr/bin/env python3
"""Gaussian blur of a photograph with a separable filter and the border modes of scipy.ndimage.gaussian_filter.

gaussian_blur.py [IN.png OUT.png [SIGMA [MODE]]].  By default the script blurs the photograph in ../data and writes nothing.
"""
import csv
import math
import os
import sys
import zlib

import gpulinalg as gla
import png

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "gaussian_blur.c")) as file:
    kernel = gla.Kernel(file.read(), "blur", options=["-DT=float32"])
device = kernel.device
MODES = "reflect", "constant", "nearest", "mirror", "wrap"  # in the order of the kernel's constants


def gaussian(sigma):
    """SciPy's weights: truncated at four standard deviations, with sum one."""
    radius = int(4 * sigma + 0.5)
    weights = [math.exp(-0.5 * (d / sigma) ** 2) for d in range(-radius, radius + 1)]
    total = math.fsum(weights)
    return radius, [w / total for w in weights]


def blur(image, sigma, mode="reflect", outside=0):
    """Blur the rows into a second image and its columns into a third.  The script does not wait between the passes."""
    radius, weights = gaussian(sigma)
    weights = gla.asarray(weights, dtype="float32", device=device)
    rows, columns = image.shape
    half, out = gla.empty_like(image), gla.empty_like(image)
    grid, block = [(columns + 31) // 32, (rows + 7) // 8], [32, 8]
    for axis, (source, target) in enumerate([(image, half), (half, out)]):
        kernel([source, target, rows, columns, axis, MODES.index(mode), outside, weights, radius], grid, block)
    return out


def pixels(image):
    """Integers from 0 to 255, as bytes."""
    return gla.astype(gla.round(gla.clip(image, 0, 255)), "uint8").tobytes()


def load(path):
    rows, columns, data = png.read(path)
    grey = gla.asarray(memoryview(data).cast("B", (rows, columns)), device=device)
    return gla.astype(grey, "float32")


def main():
    arguments = dict(enumerate(sys.argv[1:]))
    image = load(arguments.get(0, os.path.join(here, "..", "data", "photographer.png")))
    print("# on %s: %s" % (device, gla.device_info(device)["description"]))
    if 1 in arguments:
        out = blur(image, float(arguments.get(2, 5)), arguments.get(3, "reflect"))
        png.write(arguments[1], *out.shape, pixels(out))
        return
    print("%d rows of %d pixels, mean %.4f" % (*image.shape, gla.mean(image)))
    for mode in MODES:
        out = blur(image, 5, mode)
        print("%-8s sigma 5: mean %.3f, checksum of the pixels %08x" % (mode, gla.mean(out), zlib.crc32(pixels(out))))
    check(image)


def check(image):
    """Values of scipy.ndimage.gaussian_filter at corners, edges and the centre of the whole image and of a small part."""
    worst, blurred, n = 0, {}, 0
    with open(os.path.join(here, "..", "data", "photographer_blurred.csv"), newline="") as file:
        for line in csv.DictReader(file):
            rows, columns, sigma, row, column = (int(line[k]) for k in ("rows", "columns", "sigma", "row", "column"))
            key = rows, columns, sigma, line["mode"]
            if key not in blurred:
                blurred[key] = blur(gla.copy(image[:rows, :columns]), sigma, line["mode"])
            worst = max(worst, abs(blurred[key][row, column].item() - float(line["value"])))
            n += 1
    print("%d values of SciPy: difference below 0.001 is %s" % (n, "true" if worst < 1e-3 else "false"))


main()
