/* options.c - Options of text tables, and columns selected by name. */
#include "io/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static gla_status read_delimiter(table *t, const char *delimiter)
{
    t->delimiter = delimiter ? *delimiter : '\0';
    if (!delimiter ||
        (strlen(delimiter) == 1 && !strchr("\"#\r\n", *delimiter) && *delimiter != t->form.decimal && !(*delimiter & 0x80)))
        return GLA_OK;
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "%s: delimiter is '%.60s', but it must be one character that is not a quote, # or decimal point", t->op,
                    delimiter);
}

static gla_status read_comment(table *t, const char *comment)
{
    t->comment = comment ? *comment : '\0';
    if (!comment || (strlen(comment) == 1 && !strchr("\" \t\r\n,.0123456789+-", *comment) && *comment != t->delimiter &&
                     !(*comment & 0x80)))
        return GLA_OK;
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "%s: comment is '%.*s', but it must be one character that no row begins with, such as '#'", t->op,
                    gla_prefix(comment, strlen(comment), 60), comment);
}

/* Check that currency signs and flags cannot be parts of numbers. */
static gla_status check_signs(const table *t, const char *option, const char *text, bool flags)
{
    bool good = !text || (*text && !strpbrk(text, flags ? "\"0123456789+-.,%: \t\r\n" : "\"0123456789+-.,%()\t\r\n"));
    for (const char *p = text; flags && p && *p; p++)
        good &= !(*p & 0x80);
    return good ? GLA_OK
                : gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is '%.*s', but it must be %s", t->op, option,
                           gla_prefix(text, strlen(text), 60), text,
                           flags ? "the letters or signs that may follow a number, such as 'bep'"
                                 : "the sign or name of a currency, such as '$'");
}

static gla_status check_count(const table *t, const char *option, int64_t count)
{
    return count >= 0
               ? GLA_OK
               : gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %lld, but it must be 0 or more", t->op, option, (long long)count);
}

gla_status table_read_options(table *t, const table_options *o)
{
    gla_form *f = &t->form;
    gla_status st;
    t->missing = !o->missing ? TABLE_RAISE : *o->missing == 'd' ? TABLE_DROP : *o->missing == 'n' ? TABLE_NAN : TABLE_RAISE;
    *f = (gla_form){.decimal = o->decimal ? *o->decimal : '.',
                    .thousands = o->thousands,
                    .currency = o->currency,
                    .flags = o->flags,
                    .missing = o->missing_values && o->missing_values->n ? o->missing_values : NULL,
                    .yes = o->true_values,
                    .no = o->false_values};
    if (o->percent)
        f->percent = *o->percent == 'f' ? GLA_PERCENT_FRACTION : GLA_PERCENT_POINTS;
    if (f->thousands && *f->thousands == f->decimal)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: thousands is '%s', which is the decimal point; give {decimal='%s'}", t->op,
                        f->thousands, f->decimal == '.' ? "," : ".");
    t->skip = o->skiprows == GLA_NO_AXIS ? -1 : o->skiprows;
    t->units = o->units;
    t->footer = o->skipfooter;
    if ((st = read_delimiter(t, o->delimiter)) || (st = read_comment(t, o->comment)) ||
        (st = check_signs(t, "currency", f->currency, false)) || (st = check_signs(t, "flags", f->flags, true)) ||
        (st = check_count(t, "skiprows", o->skiprows == GLA_NO_AXIS ? 0 : t->skip)) ||
        (st = check_count(t, "units", t->units)) || (st = check_count(t, "skipfooter", t->footer)) ||
        (st = gla_encoding(t->op, o->encoding, &t->encoding)))
        return st;
    return gla_form_codes(t->op, f);
}

/* Find a column by name. If no column has the name and the name is an integer, use it as a column index from 0. */
static int64_t find(const table *t, const char *wanted)
{
    char *end;
    int64_t i = gla_levels_find(&t->names, wanted);
    if (i >= 0 || *wanted < '0' || *wanted > '9')
        return i;
    errno = 0;
    long place = strtol(wanted, &end, 10);
    return *end || errno || place >= t->n ? -1 : place;
}

static gla_status fail_unknown_column(const table *t, const char *option, const char *wanted)
{
    enum { LISTED = 12 };
    char columns[600];
    const char *near = NULL; /* a name that differs only in case */
    size_t used = 0;
    int n = t->n < LISTED ? t->n : LISTED;
    for (int i = 0; i < n; i++) {
        const char *name = t->columns[i].name;
        used += (size_t)snprintf(columns + used, sizeof columns - used, "%s'%.*s'", i ? ", " : "",
                                 name ? gla_prefix(name, strlen(name), 40) : 0, name ? name : "");
    }
    for (int i = 0; i < t->n && !near; i++)
        if (t->columns[i].name && !strcasecmp(wanted, t->columns[i].name))
            near = t->columns[i].name;
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' has no column '%.100s' for %s%s%s%s; the columns are %s%s", t->op,
                    t->path, wanted, option, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", columns,
                    t->n > n ? ", ..." : "");
}

gla_status table_mark(table *t, const char *option, const gla_strings *list, table_kind listed, table_kind others)
{
    for (int i = 0; list && i < t->n; i++)
        if (others != TABLE_EMPTY)
            t->columns[i].kind = others;
    for (int64_t k = 0; list && k < list->n; k++) {
        int64_t i = find(t, list->v[k]);
        if (i < 0)
            return fail_unknown_column(t, option, list->v[k]);
        if (t->columns[i].kind != TABLE_UNUSED || others == TABLE_UNUSED)
            t->columns[i].kind = listed;
        t->columns[i].asked = true;
    }
    return GLA_OK;
}
