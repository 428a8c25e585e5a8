/* mm_header.c - Header of a Matrix Market file. */
#include "sparse_files/files.h"
#include "runtime/record.h"

/* Read the banner line, which describes the format of the file. */
static gla_status read_banner(sparse_text *t, sparse_market *h)
{
    static const char *const fields[][2] = {{"real", "real"},       {"double", "real"},     {"integer", "integer"},
                                            {"complex", "complex"}, {"pattern", "pattern"}, {"unsigned-integer", "integer"}};
    gla_cell word[5];
    for (int i = 0; i < 5; i++)
        if (!sparse_word(t, &word[i]))
            return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "is not '%%%%MatrixMarket matrix FORMAT FIELD SYMMETRY'");
    h->array = sparse_word_is(&word[2], "array");
    if (!sparse_word_is(&word[0], "%%MatrixMarket") || !sparse_word_is(&word[1], "matrix") ||
        (!h->array && !sparse_word_is(&word[2], "coordinate")))
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "is not '%%%%MatrixMarket matrix', followed by coordinate or array");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (sparse_word_is(&word[3], fields[i][0]))
            h->field = fields[i][1];
    if (!h->field || (h->array && *h->field == 'p'))
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "has the element type '%.*s', which is not supported",
                                gla_prefix(word[3].start, word[3].length, 40), word[3].start);
    for (int i = 0; i < 4; i++)
        if (sparse_word_is(&word[4], sparse_symmetries[i])) {
            h->symmetry = (sparse_symmetry)i;
            return GLA_OK;
        }
    return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "has the unknown symmetry '%.*s'",
                            gla_prefix(word[4].start, word[4].length, 40), word[4].start);
}

/* Compute the number of elements of a file in array format.  Return false if this number overflows. */
static bool count_all(const sparse_market *h, int64_t *entries)
{
    if (h->symmetry == SPARSE_GENERAL)
        return !__builtin_mul_overflow(h->rows, h->cols, entries);
    bool skew = h->symmetry == SPARSE_SKEW;
    int64_t a = skew ? h->rows - (h->rows > 0) : h->rows, b = a + 1; /* a b / 2, where a or b is even */
    return h->rows < INT64_MAX && !__builtin_mul_overflow(a % 2 ? a : a / 2, a % 2 ? b / 2 : b, entries);
}

gla_status sparse_market_header(sparse_text *t, sparse_market *h)
{
    gla_cell rest;
    gla_status st;
    *h = (sparse_market){.field = NULL};
    if (!sparse_next_line(t))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.300s' is empty", t->op, t->path);
    if ((st = read_banner(t, h)))
        return st;
    if (!sparse_next_full_line(t))
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "is the last line, but a line with the number of rows must follow");
    if ((st = sparse_next_integer(t, "the number of rows", &h->rows)) ||
        (st = sparse_next_integer(t, "the number of columns", &h->cols)) ||
        (!h->array && (st = sparse_next_integer(t, "the number of elements", &h->entries))))
        return st;
    if (sparse_word(t, &rest))
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR,
                                h->array ? "has more than the numbers of rows and columns"
                                         : "has more than the numbers of rows, columns and elements");
    if (h->rows < 0 || h->cols < 0 || h->entries < 0)
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "has a negative number");
    if (h->symmetry && h->rows != h->cols)
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "declares a rectangular matrix as %s", sparse_symmetries[h->symmetry]);
    if (h->array && !count_all(h, &h->entries))
        return sparse_fail_line(t, GLA_ARGUMENT_ERROR, "declares more elements than fit in 64 bits");
    return GLA_OK;
}

gla_status gla_sparse_mminfo(const char *source, gla_record **record)
{
    sparse_text t;
    sparse_market h;
    *record = NULL;
    gla_status st = sparse_text_open(&t, "mminfo", source);
    if (!st)
        st = sparse_market_header(&t, &h);
    if (!st)
        st = gla_record_new("mminfo", record);
    if (!st) {
        gla_record_integer(*record, "rows", h.rows);
        gla_record_integer(*record, "cols", h.cols);
        gla_record_integer(*record, "entries", h.entries);
        gla_record_text(*record, "format", h.array ? "array" : "coordinate");
        gla_record_text(*record, "field", h.field);
        gla_record_text(*record, "symmetry", sparse_symmetries[h.symmetry]);
        st = gla_record_finish(record, GLA_OK);
    }
    sparse_text_close(&t);
    return st;
}
