/* encoding.c - Convert the bytes of a text file to UTF-8, the only encoding that the table readers accept. */
#include "io/io.h"
#include "runtime/runtime.h"
#include "runtime/allocation.h"

#include <string.h>

typedef enum encoding { UTF8, LATIN1, WINDOWS1252, UTF16, UTF16LE, UTF16BE } encoding;

/* Windows-1252 from 0x80 on, where Latin-1 has control characters; 0: undefined. */
static const uint16_t windows1252[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
                                         0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
                                         0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

gla_status gla_encoding(const char *op, const char *name, int *encoding)
{
    static const struct {
        const char *name;
        int encoding;
    } names[] = {
        {"utf8", UTF8},          {"utf8sig", UTF8}, {"latin1", LATIN1},   {"iso88591", LATIN1}, {"windows1252", WINDOWS1252},
        {"cp1252", WINDOWS1252}, {"utf16", UTF16},  {"utf16le", UTF16LE}, {"utf16be", UTF16BE}};
    char plain[16] = "";
    size_t n = 0;
    for (const char *p = name ? name : "utf8"; *p && n + 1 < sizeof plain; p++)
        if (*p != '-' && *p != '_' && *p != ' ')
            plain[n++] = (char)(*p >= 'A' && *p <= 'Z' ? *p + ('a' - 'A') : *p);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, plain) == 0) {
            *encoding = names[i].encoding;
            return GLA_OK;
        }
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: encoding is '%.*s', but it must be 'utf-8', 'latin-1', 'windows-1252' or 'utf-16'",
                    op, gla_prefix(name, strlen(name), 60), name);
}

/* ---- UTF-8 --------------------------------------------------------------------------------------------------------- */
/* Return the number of bytes of the character at p. Return 0 for invalid UTF-8: missing continuation bytes, overlong forms,
 * surrogates, and code points beyond the last character. */
static size_t character(const unsigned char *p, size_t left)
{
    if (*p < 0x80)
        return 1;
    size_t n = *p >= 0xF0 ? 4 : *p >= 0xE0 ? 3 : 2;
    if (*p < 0xC2 || *p > 0xF4 || left < n)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    bool wrong = (*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] > 0x9F) || (*p == 0xF0 && p[1] < 0x90) ||
                 (*p == 0xF4 && p[1] > 0x8F);
    return wrong ? 0 : n;
}

/* Return the position of the first byte that is not UTF-8, or the size. */
static size_t valid(const char *text, size_t size)
{
    size_t at = 0, n;
    while (at < size) {
        uint64_t word;
        if (size - at >= sizeof word) {
            memcpy(&word, text + at, sizeof word);
            if (!(word & 0x8080808080808080u)) {
                at += sizeof word;
                continue;
            }
        }
        if (!(n = character((const unsigned char *)text + at, size - at)))
            break;
        at += n;
    }
    return at;
}

bool gla_is_utf8(const char *text)
{
    size_t size = strlen(text);
    return valid(text, size) == size;
}

int gla_prefix(const char *text, size_t length, int most)
{
    size_t n = length < (size_t)most ? length : (size_t)most;
    while (n < length && n > 0 && (text[n] & 0xC0) == 0x80) /* do not cut within a character */
        n--;
    return (int)n;
}

/* ---- detection of other encodings and file types ------------------------------------------------------------------- */
/* Return the line number of a byte. Lines end with \n, \r\n or \r. */
static long long line_of(const char *data, size_t at)
{
    long long line = 1;
    for (size_t i = 0; i < at; i++)
        line += data[i] == '\n' || (data[i] == '\r' && data[i + 1] != '\n');
    return line;
}

/* Detect UTF-16 by its byte order mark. Return 0 if there is no byte order mark. */
static int utf16_mark(const char *data, size_t size)
{
    if (size < 2 || (size >= 4 && memcmp(data, "\xFF\xFE\0\0", 4) == 0))
        return 0;
    return memcmp(data, "\xFF\xFE", 2) == 0 ? UTF16LE : memcmp(data, "\xFE\xFF", 2) == 0 ? UTF16BE : 0;
}

/* Detect UTF-16 and UTF-32 by their byte order mark, or by the zero bytes of ASCII letters. */
static const char *wide(const char *data, size_t size)
{
    if (size >= 4 && (memcmp(data, "\xFF\xFE\0\0", 4) == 0 || memcmp(data, "\0\0\xFE\xFF", 4) == 0))
        return "UTF-32";
    if (utf16_mark(data, size))
        return "UTF-16";
    if (size >= 4 && !data[0] != !data[1] && !data[2] == !data[0] && !data[3] == !data[1])
        return "UTF-16";
    return NULL;
}

/* Recognise other kinds of files, which users may mistake for text tables, by their first bytes. */
static const char *other_file(const char *data, size_t size)
{
    static const struct {
        const char *bytes;
        size_t count;
        const char *what;
    } files[] = {
        {"PK\3\4", 4, "a ZIP archive or a spreadsheet workbook"},
        {"\xD0\xCF\x11\xE0", 4, "a spreadsheet workbook"},
        {"PAR1", 4, "an Apache Parquet file"},
        {"\x93NUMPY", 6, "a NumPy file, which load can read"},
        {"<stata_dta>", 11, "a Stata data set"},
        {"BZh", 3, "compressed by bzip2"},
        {"\xFD"
         "7zXZ",
         5, "compressed by xz"},
        {"\x28\xB5\x2F\xFD", 4, "compressed by zstd"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (size >= files[i].count && memcmp(data, files[i].bytes, files[i].count) == 0)
            return files[i].what;
    return NULL;
}

static gla_status check_bytes(const char *op, const char *path, const char *data, size_t size)
{
    const char *zero = memchr(data, 0, size), *other = wide(data, size), *file = zero ? other_file(data, size) : NULL;
    if (file)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' is not text but %s; save the table as CSV in UTF-8", op, path, file);
    char buffer[GLA_SPELLED];
    if (other)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' is in %s; %s", op, path, other,
                        other[4] == '3'          ? "save it as UTF-8 (in a spreadsheet program: 'CSV UTF-8')"
                        : utf16_mark(data, size) ? "omit the encoding argument"
                        : *data                  ? gla_spell("pass {encoding='utf-16-le'} to read it", buffer)
                                                 : gla_spell("pass {encoding='utf-16-be'} to read it", buffer));
    if (zero)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: '%.200s' contains a zero byte in line %lld, so it is not text; if it is a table, save it as UTF-8",
                        op, path, line_of(data, (size_t)(zero - data)));
    return GLA_OK;
}

/* ---- single-byte encodings ----------------------------------------------------------------------------------------- */
static uint16_t code_of(unsigned char c, int encoding)
{
    return c < 0x80 || c >= 0xA0 ? c : encoding == WINDOWS1252 ? windows1252[c - 0x80] : 0;
}

static gla_status fail_byte(const char *op, const char *path, const char *data, size_t at, int encoding)
{
    return gla_fail(GLA_ARGUMENT_ERROR,
                    encoding == LATIN1
                        ? "%s: line %lld of '%.200s' contains the byte 0x%02x, which is not a character of latin-1; try "
                          "{encoding='windows-1252'}, or save the file as UTF-8"
                        : "%s: line %lld of '%.200s' contains the byte 0x%02x, which is not a character of windows-1252; "
                          "save the file as UTF-8",
                    op, line_of(data, at), path, (unsigned char)data[at]);
}

static gla_status convert(const char *op, const char *path, int encoding, char **data, size_t *size)
{
    size_t total = 0;
    for (size_t i = 0; i < *size; i++) {
        uint16_t code = code_of((unsigned char)(*data)[i], encoding);
        if (!code)
            return fail_byte(op, path, *data, i, encoding);
        total += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    }
    char *text = gla_malloc(total + 1), *to = text;
    if (!text)
        return gla_fail_memory(op, total + 1);
    for (size_t i = 0; i < *size; i++) {
        uint16_t code = code_of((unsigned char)(*data)[i], encoding);
        if (code < 0x80)
            *to++ = (char)code;
        else {
            *to++ = (char)(code < 0x800 ? 0xC0 | code >> 6 : 0xE0 | code >> 12);
            if (code >= 0x800)
                *to++ = (char)(0x80 | (code >> 6 & 0x3F));
            *to++ = (char)(0x80 | (code & 0x3F));
        }
    }
    *to = '\0';
    gla_free(*data);
    *data = text;
    *size = total;
    return GLA_OK;
}

gla_status gla_decode(const char *op, const char *path, int encoding, char **data, size_t *size)
{
    int mark = utf16_mark(*data, *size);
    if (encoding >= UTF16 || (encoding == UTF8 && mark)) {
        int order = mark ? mark : encoding == UTF16BE ? UTF16BE : UTF16LE;
        if (encoding == UTF16 && !mark)
            return gla_fail(GLA_ARGUMENT_ERROR,
                            "%s: '%.200s' does not begin with a byte order mark; give {encoding='utf-16-le'} or 'utf-16-be'",
                            op, path);
        return gla_decode_utf16(op, path, order == UTF16BE, data, size);
    }
    gla_status st = check_bytes(op, path, *data, *size);
    if (st)
        return st;
    size_t at = encoding == UTF8 ? valid(*data, *size) : *size;
    if (at < *size)
        return gla_fail(
            GLA_ARGUMENT_ERROR,
            "%s: '%.200s' is not in UTF-8: line %lld contains the byte 0x%02x; give {encoding='latin-1'} or 'windows-1252' if "
            "the file uses one of these encodings, or save it as UTF-8",
            op, path, line_of(*data, at), (unsigned char)(*data)[at]);
    if (encoding != UTF8 && *size >= 3 && memcmp(*data, "\xEF\xBB\xBF", 3) == 0)
        return gla_fail(
            GLA_ARGUMENT_ERROR,
            "%s: '%.200s' begins with a UTF-8 byte order mark, but the encoding argument specifies something else; omit the "
            "argument",
            op, path);
    return encoding == UTF8 ? GLA_OK : convert(op, path, encoding, data, size);
}
