"""Read and write grey PNG images of 8 bits with what Python has; your own program would take Pillow."""
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _chunks(data, path):
    if data[:8] != SIGNATURE:
        raise ValueError("%s is not a PNG image" % path)
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += 12 + size  # length, kind, content, checksum


def _paeth(left, up, corner):
    p = left + up - corner
    return min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]


def read(path):
    """Rows, columns and the pixels as bytes, row by row."""
    with open(path, "rb") as file:
        chunks = list(_chunks(file.read(), path))
    columns, rows, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if (depth, colour, interlaced) != (8, 0, 0):
        raise ValueError("%s is not a grey image of 8 bits without interlace" % path)
    raw = zlib.decompress(b"".join(content for kind, content in chunks if kind == b"IDAT"))
    pixels, above = bytearray(), bytearray(columns)
    for row in range(rows):  # the first byte is the filter, which predicts pixels from the previous ones
        kind, line = raw[row * (columns + 1)], bytearray(raw[row * (columns + 1) + 1:(row + 1) * (columns + 1)])
        for j in range(columns) if kind else ():
            left, up, corner = (line[j - 1], above[j], above[j - 1]) if j else (0, above[0], 0)
            guess = (0, left, up, (left + up) // 2)[kind] if kind < 4 else _paeth(left, up, corner)
            line[j] = (line[j] + guess) & 255
        pixels += line
        above = line
    return rows, columns, bytes(pixels)


def write(path, rows, columns, pixels):
    """Write pixels, bytes row by row, as an image."""
    lines = b"".join(b"\0" + pixels[i * columns:(i + 1) * columns] for i in range(rows))
    header = struct.pack(">IIBBBBB", columns, rows, 8, 0, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(SIGNATURE)
        for kind, content in (b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""):
            file.write(struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content)))
