/* utf16.c - Convert UTF-16, which spreadsheets save as "Unicode text", to UTF-8. */
#include "io/io.h"
#include "runtime/allocation.h"

/* Return a 2-byte unit. */
static uint32_t unit(const char *data, size_t at, bool big)
{
    unsigned char first = (unsigned char)data[at], second = (unsigned char)data[at + 1];
    return big ? (uint32_t)(first << 8 | second) : (uint32_t)(second << 8 | first);
}

/* Decode the character at a position. Return its length in bytes, or 0 if it is invalid. */
static size_t character(const char *data, size_t size, size_t at, bool big, uint32_t *code)
{
    if (size - at < 2)
        return 0;
    *code = unit(data, at, big);
    if (*code < 0xD800 || *code > 0xDFFF)
        return *code ? 2 : 0;
    uint32_t second = size - at < 4 || *code > 0xDBFF ? 0 : unit(data, at + 2, big);
    if (second < 0xDC00 || second > 0xDFFF)
        return 0;
    *code = 0x10000 + ((*code - 0xD800) << 10) + (second - 0xDC00);
    return 4;
}

static size_t length_of(uint32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static char *append(char *to, uint32_t code)
{
    static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t n = length_of(code);
    if (n == 1) {
        *to = (char)code;
        return to + 1;
    }
    for (size_t i = n - 1; i > 0; i--, code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3F));
    *to = (char)(marks[n] | code);
    return to + n;
}

gla_status gla_decode_utf16(const char *op, const char *path, bool big, char **data, size_t *size)
{
    size_t total = 0, n;
    uint32_t code = 0;
    long long line = 1;
    for (size_t at = 0; at < *size; at += n) {
        if (!(n = character(*data, *size, at, big, &code)))
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: line %lld of '%.200s' is not in UTF-16; save it as UTF-8", op, line, path);
        total += length_of(code);
        line += code == '\n';
    }
    char *text = gla_malloc(total + 1), *to = text;
    if (!text)
        return gla_fail_memory(op, total + 1);
    for (size_t at = 0; at < *size; at += n) {
        n = character(*data, *size, at, big, &code);
        to = append(to, code);
    }
    *to = '\0';
    gla_free(*data);
    *data = text;
    *size = total;
    return GLA_OK;
}
