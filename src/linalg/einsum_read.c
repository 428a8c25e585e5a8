/* einsum_read.c - what the subscripts of einsum say: "ij,jk->ik", with "..." for the dimensions in front. */
#include "einsum.h"

#include <string.h>

/* One term of the text: letters before and behind an ellipsis. */
typedef struct letters {
    int n, ellipsis; /* the ellipsis is before letter number `ellipsis`; −1: there is none */
    char v[GLA_MAX_NDIM];
} letters;

typedef struct reader {
    gla_scope *s;
    gla_subscripts *e;
    int ellipsis;           /* dimensions that the longest one stands for */
    int dots[GLA_MAX_NDIM]; /* their labels, counted from the last; −1: none yet */
} reader;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The next term, up to a comma, an arrow or the end. */
static void read_letters(gla_scope *s, const char **text, letters *t)
{
    const char *p = *text;
    t->n = 0;
    t->ellipsis = -1;
    for (; *p && *p != ',' && !(p[0] == '-' && p[1] == '>') && !s->status; p++) {
        if (*p == ' ')
            continue;
        if (p[0] == '.' && strncmp(p, "...", 3) == 0 && t->ellipsis < 0) {
            t->ellipsis = t->n;
            p += 2;
        } else if (!is_letter(*p)) {
            int length = 1;
            while ((p[length] & 0xC0) == 0x80) /* the rest of a character of UTF-8 */
                length++;
            gla_s_fail(s, GLA_ARGUMENT_ERROR,
                       "einsum: '%.*s' does not belong into subscripts; write letters, commas, one \"...\" a term and \"->\"",
                       length, p);
        } else if (t->n == GLA_MAX_NDIM) {
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "einsum: a term has more than %d subscripts", GLA_MAX_NDIM);
        } else {
            t->v[t->n++] = *p;
        }
    }
    *text = p;
}

static int new_label(reader *r, char letter)
{
    gla_subscripts *e = r->e;
    if (e->nlabels == GLA_EINSUM_LABELS) {
        gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "einsum: there are more than %d different subscripts", GLA_EINSUM_LABELS);
        return 0;
    }
    e->letters[e->nlabels] = letter;
    e->length[e->nlabels] = 1;
    return e->nlabels++;
}

static int find_letter(const gla_subscripts *e, char letter)
{
    int i = 0;
    while (i < e->nlabels && e->letters[i] != letter)
        i++;
    return i < e->nlabels ? i : -1;
}

static int label_of_letter(reader *r, char letter)
{
    int label = find_letter(r->e, letter);
    return label < 0 ? new_label(r, letter) : label;
}

static int label_of_dots(reader *r, int from_last)
{
    if (r->dots[from_last] < 0)
        r->dots[from_last] = new_label(r, 0);
    return r->dots[from_last];
}

/* Labels of all axes of an operand of nd dimensions, or of the result. */
static int assign_labels(reader *r, const letters *t, int nd, int *labels)
{
    int dots = t->ellipsis < 0 ? 0 : nd - t->n, n = 0;
    for (int i = 0; i <= t->n; i++) {
        for (int j = 0; i == t->ellipsis && j < dots; j++)
            labels[n++] = label_of_dots(r, dots - 1 - j);
        if (i < t->n)
            labels[n++] = label_of_letter(r, t->v[i]);
    }
    if (dots > r->ellipsis)
        r->ellipsis = dots;
    return n;
}

static void note_length(reader *r, int label, int64_t length, int operand)
{
    gla_subscripts *e = r->e;
    char name[] = {'\'', e->letters[label], '\'', 0};
    if (e->length[label] == 1)
        e->length[label] = length;
    else if (length != 1 && length != e->length[label])
        gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: subscript %s has length %lld, but %lld in operand %d",
                   e->letters[label] ? name : "\"...\"", (long long)e->length[label], (long long)length, operand);
}

/* The axes of x with their labels.  A label that is there twice is the diagonal of the two; an axis of length one where
 * others are longer is left out, which broadcasts it. */
static void make_term(reader *r, gla_array *x, const int *labels, gla_term *t)
{
    t->x = x;
    t->n = 0;
    for (int i = 0; i < x->ndim; i++) {
        int at = 0;
        if (x->shape[i] == 1 && r->e->length[labels[i]] != 1)
            continue;
        while (at < t->n && t->labels[at] != labels[i])
            at++;
        if (at == t->n) {
            t->labels[t->n++] = labels[i];
            t->shape[at] = x->shape[i];
            t->strides[at] = 0;
        }
        t->strides[at] += x->strides[i];
    }
}

/* Without an arrow: what the ellipses stand for, then each letter that stands once, in the order of the alphabet. */
static void imply_result(reader *r, const int *count)
{
    gla_term *result = &r->e->result;
    for (int i = r->ellipsis; i-- > 0;)
        result->labels[result->n++] = label_of_dots(r, i);
    for (int c = 'A'; c <= 'z' && !r->s->status; c++) {
        int label = is_letter((char)c) ? find_letter(r->e, (char)c) : -1;
        if (label < 0 || count[label] != 1)
            continue;
        if (result->n == GLA_MAX_NDIM)
            gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: the result would have more than %d dimensions", GLA_MAX_NDIM);
        else
            result->labels[result->n++] = label;
    }
}

static void read_result(reader *r, const char *text)
{
    letters t;
    gla_term *result = &r->e->result;
    int known = r->e->nlabels;
    read_letters(r->s, &text, &t);
    if (*text && !r->s->status)
        gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "einsum: \"%s\" stands behind the result's subscripts; there is one result", text);
    int nd = t.n + (t.ellipsis < 0 ? 0 : r->ellipsis);
    if (nd > GLA_MAX_NDIM)
        gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: the result would have %d dimensions, but at most %d are possible", nd,
                   GLA_MAX_NDIM);
    if (r->s->status)
        return;
    result->n = assign_labels(r, &t, nd, result->labels);
    if (r->e->nlabels > known)
        gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "einsum: subscript '%c' of the result is in no operand", r->e->letters[known]);
    for (int i = 0; i < result->n; i++)
        for (int j = 0; j < i; j++)
            if (result->labels[i] == result->labels[j])
                gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "einsum: subscript '%c' stands twice in the result",
                           r->e->letters[result->labels[i]]);
}

/* The diagonal of two axes is that of a square: none of them broadcasts. */
static void check_diagonal(const reader *r, const int *labels, const gla_array *x, int d, int operand)
{
    for (int i = 0; i < d && !r->s->status; i++)
        if (labels[i] == labels[d] && x->shape[i] != x->shape[d])
            gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: subscript '%c' has lengths %lld and %lld in operand %d",
                       r->e->letters[labels[d]], (long long)x->shape[i], (long long)x->shape[d], operand);
}

static void read_operand(reader *r, const char **text, int i, const gla_array *x, int *labels, int *count)
{
    letters t;
    read_letters(r->s, text, &t);
    if (r->s->status)
        return;
    if (t.ellipsis < 0 ? t.n != x->ndim : t.n > x->ndim)
        gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: operand %d has %d dimensions, but %d subscripts%s", i, x->ndim, t.n,
                   t.ellipsis < 0 && t.n < x->ndim ? "; \"...\" stands for those in front" : "");
    else
        assign_labels(r, &t, x->ndim, labels);
    for (int d = 0; d < x->ndim && !r->s->status; d++) {
        count[labels[d]]++;
        check_diagonal(r, labels, x, d, i);
        if (!r->s->status)
            note_length(r, labels[d], x->shape[d], i);
    }
}

void gla_read_subscripts(gla_scope *s, const char *text, int n, gla_array *const operands[], gla_subscripts *e)
{
    reader r = {.s = s, .e = e};
    int labels[GLA_EINSUM_OPERANDS][GLA_MAX_NDIM], count[GLA_EINSUM_LABELS] = {0};
    e->n = n;
    e->nlabels = e->result.n = 0;
    memset(r.dots, -1, sizeof r.dots);
    for (int i = 0; i < n && !s->status; i++) {
        read_operand(&r, &text, i, operands[i], labels[i], count);
        if (!s->status && *text != ',' && i + 1 < n)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "einsum: there are subscripts for %d operands, but %d are given", i + 1, n);
        text += !s->status && i + 1 < n;
    }
    if (!s->status && *text == ',')
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "einsum: there are subscripts for more operands than the %d that are given", n);
    for (int i = 0; i < n && !s->status; i++)
        make_term(&r, operands[i], labels[i], &e->terms[i]);
    if (!s->status && *text)
        read_result(&r, text + 2);
    else if (!s->status)
        imply_result(&r, count);
}
