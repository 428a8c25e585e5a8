/* checksum.c - the checksum of gzip and ZIP, and files that gzip may have compressed. */
#include "io/inflate.h"

uint32_t gla_crc32(uint32_t crc, const char *data, size_t size)
{
    uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (c & 1 ? 0xedb88320 : 0);
        table[i] = c;
    }
    crc = ~crc;
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ (unsigned char)data[i]) & 255];
    return ~crc;
}

gla_status gla_gunzip(const char *op, const char *path, char **data, size_t *size)
{
    gla_inflated out;
    if (*size < 2 || (unsigned char)(*data)[0] != 0x1f || (unsigned char)(*data)[1] != 0x8b)
        return GLA_OK;
    gla_status st = gla_inflate(op, path, *data, *size, true, SIZE_MAX / 4, &out);
    if (st)
        return st;
    gla_free(*data);
    *data = out.data;
    *size = out.size;
    return GLA_OK;
}
