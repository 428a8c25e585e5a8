/* zip.c - reading and writing members: the list of them stands at the end of the file. */
#include "io/zip.h"
#include "runtime/interrupt.h"

#include "io/inflate.h"

#include <string.h>

enum { LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50, END_64 = 0x06064b50, LOCATOR_64 = 0x07064b50 };
enum { LOCAL_SIZE = 30, CENTRAL_SIZE = 46, END_SIZE = 22, LOCATOR_SIZE = 20, END_64_SIZE = 56 };

typedef struct archive {
    const char *op, *path;
    const unsigned char *file;
    size_t size;
} archive;

static gla_status damaged(const archive *a, const char *fact)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.300s' is not a complete file of the format .npz: %s", a->op, a->path, fact);
}

/* A number of that many bytes, the lowest first. */
static uint64_t number(const unsigned char *p, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes; i-- > 0;)
        value = value << 8 | p[i];
    return value;
}

static bool is_at(const archive *a, uint64_t place, size_t length, uint32_t mark)
{
    return place <= a->size && length <= a->size - place && number(a->file + place, 4) == mark;
}

/* ---- reading ---------------------------------------------------------------------------------------------------------- */
/* Where the list of members begins, and how many there are. */
static gla_status find_list(const archive *a, uint64_t *place, uint64_t *count)
{
    size_t least = a->size > 65535 + END_SIZE ? a->size - 65535 - END_SIZE : 0,
           at = a->size < END_SIZE ? 0 : a->size - END_SIZE;
    while (at > least && !is_at(a, at, END_SIZE, END))
        at--;
    if (!is_at(a, at, END_SIZE, END))
        return damaged(a, "it has no list of members");
    const unsigned char *end = a->file + at;
    *count = number(end + 10, 2);
    *place = number(end + 16, 4);
    if (*count != 0xffff && *place != 0xffffffff)
        return GLA_OK;
    if (at < LOCATOR_SIZE || !is_at(a, at - LOCATOR_SIZE, LOCATOR_SIZE, LOCATOR_64))
        return damaged(a, "its list of members is not where it says");
    uint64_t record = number(end - LOCATOR_SIZE + 8, 8);
    if (!is_at(a, record, END_64_SIZE, END_64))
        return damaged(a, "its list of members is not where it says");
    *count = number(a->file + record + 32, 8);
    *place = number(a->file + record + 48, 8);
    return GLA_OK;
}

typedef struct entry {
    int method;
    uint32_t crc;
    uint64_t compressed, size, place;
} entry;

/* Lengths that do not fit in 32 bits stand in a field of their own, in this order. */
static bool read_long(const unsigned char *extra, size_t length, entry *e)
{
    uint64_t *wanted[3] = {&e->size, &e->compressed, &e->place};
    while (length >= 4) {
        size_t kind = number(extra, 2), size = number(extra + 2, 2);
        if (size > length - 4)
            return false;
        const unsigned char *p = extra + 4;
        for (int i = 0; kind == 1 && i < 3; i++)
            if (*wanted[i] == 0xffffffff) {
                if (p + 8 > extra + 4 + size)
                    return false;
                *wanted[i] = number(p, 8);
                p += 8;
            }
        extra += 4 + size;
        length -= 4 + size;
    }
    return true;
}

static gla_status read_entry(const archive *a, uint64_t *at, const char *name, entry *e, bool *found)
{
    if (!is_at(a, *at, CENTRAL_SIZE, CENTRAL))
        return damaged(a, "its list of members is cut off");
    const unsigned char *p = a->file + *at;
    size_t names = number(p + 28, 2), extra = number(p + 30, 2), all = CENTRAL_SIZE + names + extra + number(p + 32, 2);
    if (all > a->size - *at)
        return damaged(a, "its list of members is cut off");
    *at += all;
    *found = names == strlen(name) && memcmp(p + CENTRAL_SIZE, name, names) == 0;
    *e = (entry){(int)number(p + 10, 2), (uint32_t)number(p + 16, 4), number(p + 20, 4), number(p + 24, 4), number(p + 42, 4)};
    if (!read_long(p + CENTRAL_SIZE + names, extra, e))
        return damaged(a, "a field of a member is cut off");
    return GLA_OK;
}

static gla_status read_member(const archive *a, const entry *e, gla_member *m)
{
    if (!is_at(a, e->place, LOCAL_SIZE, LOCAL))
        return damaged(a, "a member is not where it says");
    const unsigned char *p = a->file + e->place;
    size_t header = LOCAL_SIZE + number(p + 26, 2) + number(p + 28, 2);
    if (header > a->size - e->place || e->compressed > a->size - e->place - header)
        return damaged(a, "a member is cut off");
    if (e->method == 0) {
        *m = (gla_member){(const char *)p + header, e->compressed, NULL};
    } else if (e->method == 8) {
        gla_inflated out;
        gla_status st = gla_inflate(a->op, a->path, (const char *)p + header, e->compressed, false, e->size, &out);
        if (st)
            return st;
        *m = (gla_member){out.data, out.size, out.data};
    } else {
        return damaged(a, "a member is compressed in a way that is not known");
    }
    if (m->size == e->size && gla_crc32(0, m->data, m->size) == e->crc)
        return GLA_OK;
    gla_free(m->owned);
    *m = (gla_member){NULL, 0, NULL};
    return damaged(a, "the checksum of a member differs");
}

gla_status gla_zip_find(const char *op, const char *path, const char *file, size_t size, const char *name, gla_member *member)
{
    const archive a = {op, path, (const unsigned char *)file, size};
    uint64_t at = 0, count = 0;
    entry e;
    bool found = false;
    *member = (gla_member){NULL, 0, NULL};
    gla_status st = find_list(&a, &at, &count);
    for (uint64_t i = 0; i < count && !st && !found; i++)
        st = read_entry(&a, &at, name, &e, &found);
    return st || !found ? st : read_member(&a, &e, member);
}

/* ---- writing ---------------------------------------------------------------------------------------------------------- */
static void put(FILE *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        fputc((int)(value >> 8 * i & 255), out);
}

/* What stands in both headers of a member: 1980-01-01, no time; lengths in the field behind the name. */
static void put_common(FILE *out, uint32_t crc, const char *name, int extra)
{
    put(out, 45, 2); /* the version that knows lengths of 64 bits */
    put(out, 0, 2);
    put(out, 0, 2);
    put(out, 0, 2);
    put(out, 33, 2);
    put(out, crc, 4);
    put(out, 0xffffffff, 4);
    put(out, 0xffffffff, 4);
    put(out, strlen(name), 2);
    put(out, (uint64_t)extra, 2);
}

static gla_status put_pieces(const gla_file *f, const gla_zip_part *p)
{
    enum { PART = 1 << 24 };
    gla_status st = GLA_OK;
    for (int k = 0; k < 2; k++)
        for (size_t at = 0; !st && at < p->length[k]; at += PART) {
            fwrite(p->piece[k] + at, 1, p->length[k] - at < PART ? p->length[k] - at : PART, f->stream);
            st = gla_file_check(f);
            if (!st && gla_interrupted())
                st = gla_file_interrupted(f);
        }
    return st;
}

static void put_end(FILE *out, int n, uint64_t list, uint64_t end)
{
    put(out, END_64, 4);
    put(out, END_64_SIZE - 12, 8);
    put(out, 45, 2);
    put(out, 45, 2);
    put(out, 0, 8);
    put(out, (uint64_t)n, 8);
    put(out, (uint64_t)n, 8);
    put(out, end - list, 8);
    put(out, list, 8);
    put(out, LOCATOR_64, 4);
    put(out, 0, 4);
    put(out, end, 8);
    put(out, 1, 4);
    put(out, END, 4);
    put(out, 0, 4);
    put(out, (uint64_t)n, 2);
    put(out, (uint64_t)n, 2);
    put(out, 0xffffffff, 4);
    put(out, 0xffffffff, 4);
    put(out, 0, 2);
}

gla_status gla_zip_write(const gla_file *f, int n, const gla_zip_part *parts)
{
    enum { MAX_MEMBERS = 16 };
    uint64_t place[MAX_MEMBERS], at = 0, list;
    uint32_t crc[MAX_MEMBERS];
    gla_status st = n > MAX_MEMBERS ? gla_fail(GLA_INTERNAL_ERROR, "%s: %d members", f->op, n) : GLA_OK;
    for (int i = 0; i < n && !st; i++) {
        const gla_zip_part *p = &parts[i];
        uint64_t size = (uint64_t)p->length[0] + p->length[1];
        place[i] = at;
        crc[i] = gla_crc32(gla_crc32(0, p->piece[0], p->length[0]), p->piece[1], p->length[1]);
        put(f->stream, LOCAL, 4);
        put_common(f->stream, crc[i], p->name, 20);
        fputs(p->name, f->stream);
        put(f->stream, 1, 2);
        put(f->stream, 16, 2);
        put(f->stream, size, 8);
        put(f->stream, size, 8);
        st = put_pieces(f, p);
        at += LOCAL_SIZE + strlen(p->name) + 20 + size;
    }
    list = at;
    for (int i = 0; i < n && !st; i++) {
        uint64_t size = (uint64_t)parts[i].length[0] + parts[i].length[1];
        put(f->stream, CENTRAL, 4);
        put(f->stream, 45, 2);
        put_common(f->stream, crc[i], parts[i].name, 28);
        put(f->stream, 0, 2);
        put(f->stream, 0, 2);
        put(f->stream, 0, 2);
        put(f->stream, 0, 4);
        put(f->stream, 0xffffffff, 4);
        fputs(parts[i].name, f->stream);
        put(f->stream, 1, 2);
        put(f->stream, 24, 2);
        put(f->stream, size, 8);
        put(f->stream, size, 8);
        put(f->stream, place[i], 8);
        at += CENTRAL_SIZE + strlen(parts[i].name) + 28;
    }
    if (!st)
        put_end(f->stream, n, list, at);
    return st ? st : gla_file_check(f);
}
