/* report.c - what is wrong with a table of text, in words that name the column, the row, the line and the remedy. */
#include "io/table.h"
#include "runtime/runtime.h"

#include <math.h>
#include <string.h>

static const char *place(char buf[80], int64_t row, int64_t line)
{
    snprintf(buf, 80, "row %lld (line %lld of the file)", (long long)row, (long long)line);
    return buf;
}

/* Lines that begin with # are often meant as comments, but may be rows. */
static const char *about_comments(const table *t, const char *text, char buffer[GLA_SPELLED])
{
    bool meant = !t->comment && (*text == '#' || *t->columns[0].name == '#');
    return meant ? gla_spell("; {comment='#'} skips lines that begin with #", buffer) : "";
}

/* ---- rows that are too long or too short --------------------------------------------------------------------------- */
/* Where the first line is a title, or the rest of the file is below the table. */
static const char *about_length(table *t, char text[120])
{
    bool more = true;
    int64_t left = 1;
    *text = '\0';
    if (t->count == 0 && t->reader.n > t->n)
        return "; if titles stand above the names, skiprows=N leaves out N lines";
    if (t->reader.n > t->n && t->delimiter == ',')
        return "; a field that holds a comma must stand in quotes";
    while (left < 20 && t->count > 0 && !gla_rows_next(&t->reader, &more) && more && t->reader.n != t->n)
        left++;
    if (!more)
        gla_spell_print(text, 120, "; {skipfooter=%lld} leaves out the last %lld rows", (long long)left, (long long)left);
    return text;
}

gla_status table_fail_length(table *t)
{
    char where[80], text[120], about[GLA_SPELLED];
    int n = t->reader.n;
    const char *comments = about_comments(t, t->reader.cells[0].start, about);
    place(where, t->count + 1, t->reader.line);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' has %d fields in %s, but %d in its first line%s", t->op, t->path, n,
                    where, t->n, *comments ? comments : about_length(t, text));
}

gla_status table_fail_too_large(const table *t, const table_column *c, const gla_cell *cell, double value)
{
    char where[80];
    return gla_fail(GLA_OVERFLOW_ERROR,
                    "%s: column '%.*s' of '%.200s' holds %.*s%s in %s, which float64 cannot hold%s; "
                    "read the column as text with {text=['%.*s']}",
                    t->op, TABLE_NAMED(c), t->path, gla_prefix(cell->start, cell->length, 60), cell->start,
                    cell->length > 60 ? "..." : "", place(where, t->count + 1, t->reader.line), isinf(value) ? "" : " exactly",
                    TABLE_NAMED(c));
}

/* ---- columns --------------------------------------------------------------------------------------------------------- */
/* Whether the first row holds units: every column of numbers has a text or nothing there, and numbers below. */
static bool begins_with_units(const table *t)
{
    bool any = false;
    for (const table_column *c = t->columns; c < t->columns + t->n; c++) {
        if (!c->numbers)
            continue;
        bool text = c->text.count == 1 && c->text.row == 1;
        if (!text && c->absent.row != 1)
            return false;
        any |= text;
    }
    return any && t->count > 1;
}

static const char *cells(char buf[60], int64_t count)
{
    *buf = '\0';
    if (count > 1)
        snprintf(buf, 60, ", the first of %lld such cells", (long long)count);
    return buf;
}

static gla_status fail_mixed(const table *t, const table_column *c)
{
    char where[80], more[60], remedy[400], about[GLA_SPELLED];
    const table_found *odd = c->text.row ? &c->text : &c->truth;
    if (begins_with_units(t))
        gla_spell_print(remedy, sizeof remedy,
                        "{units=1} leaves that row out if it holds units or labels, {skiprows=%lld} if the names stand there",
                        (long long)odd->line - 1);
    else if (*c->hint)
        gla_spell_print(remedy, sizeof remedy, "%s, {text=['%.*s']} reads the column as text", c->hint, TABLE_NAMED(c));
    else
        gla_spell_print(
            remedy, sizeof remedy,
            "correct it, leave the column out with usecols, say {missing_values=['%s']} if it stands for a missing value, or "
            "read the column as text with {text=['%.*s']}",
            odd->text, TABLE_NAMED(c));
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: column '%.*s' of '%.200s' holds '%s' among numbers, in %s%s; %s%s", t->op,
                    TABLE_NAMED(c), t->path, odd->text, place(where, odd->row, odd->line), cells(more, odd->count), remedy,
                    about_comments(t, odd->text, about));
}

static gla_status fail_absent(const table *t, const table_column *c)
{
    char where[80];
    if (c->absent.count == t->count)
        return gla_fail(
            GLA_ARGUMENT_ERROR,
            "%s: column '%.*s' of '%.200s' has no value in any row; usecols leaves it out, {missing='nan'} reads NaN", t->op,
            TABLE_NAMED(c), t->path);
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "%s: column '%.*s' of '%.200s' has no value in %s, the first of %lld; "
                    "{missing='nan'} reads NaN, {missing='drop'} leaves such rows out",
                    t->op, TABLE_NAMED(c), t->path, place(where, c->absent.row, c->absent.line), (long long)c->absent.count);
}

/* A column of texts that was meant to be another: its cells are numbers in another form, or nearly all are truth values. */
static bool is_suspect(const table_column *c)
{
    return !c->asked && (c->truth.count > c->text.count ||
                         (*c->hint && c->likely == (c->text.count < TABLE_LOOKS ? c->text.count : TABLE_LOOKS)));
}

static gla_status warn_of_texts(const table *t)
{
    char where[80], others[60] = "", cause[60] = "";
    const table_column *first = NULL;
    int n = 0;
    for (const table_column *c = t->columns; c < t->columns + t->n; c++)
        if (c->kind == TABLE_TEXT && is_suspect(c)) {
            first = first ? first : c;
            n++;
        }
    if (!first)
        return GLA_OK;
    if (n > 1)
        snprintf(others, sizeof others, "; %d other columns are text for such a reason", n - 1);
    if (first->truth.count > first->text.count)
        snprintf(cause, sizeof cause, ", beside %lld truth values", (long long)first->truth.count);
    return gla_warn(GLA_TABLE_WARNING, t->op,
                    "column '%.*s' of '%.150s' is text because of '%s' in %s%s; %s%s{text=['%.*s']} says that text is meant%s",
                    TABLE_NAMED(first), t->path, first->text.text, place(where, first->text.row, first->text.line), cause,
                    first->hint, *first->hint ? ", " : "", TABLE_NAMED(first), others);
}

static gla_status warn_of_zeros(const table *t)
{
    char where[80];
    const table_column *c = t->columns, *end = c + t->n;
    while (c < end && (c->kind != TABLE_INTEGER || !c->zeros.count))
        c++;
    return c == end
               ? GLA_OK
               : gla_warn(GLA_TABLE_WARNING, t->op,
                          "column '%.*s' of '%.150s' loses the zeros before its numbers, as in '%s' in %s; {text=['%.*s']} "
                          "keeps them if these are codes",
                          TABLE_NAMED(c), t->path, c->zeros.text, place(where, c->zeros.row, c->zeros.line), TABLE_NAMED(c));
}

/* One column of texts whose name and cells hold what may stand between fields. */
static gla_status warn_of_delimiter(const table *t)
{
    const table_column *c = t->columns;
    const char *sign = c->name ? strpbrk(c->name, ",;\t|") : NULL;
    if (t->n > 1 || c->kind != TABLE_TEXT || c->asked || !sign || !strchr(c->text.text, *sign))
        return GLA_OK;
    const char *delimiter = *sign == '\t' ? "\\t" : (const char[]){*sign, '\0'};
    if (*sign == t->form.decimal)
        return gla_warn(GLA_TABLE_WARNING, t->op,
                        "'%.150s' has one column of texts, '%.*s'; {delimiter='%s'} separates its fields, but is the decimal "
                        "point too: leave {decimal='%s'} out",
                        t->path, TABLE_NAMED(c), delimiter, delimiter);
    return gla_warn(GLA_TABLE_WARNING, t->op, "'%.150s' has one column of texts, '%.*s'; {delimiter='%s'} separates its fields",
                    t->path, TABLE_NAMED(c), delimiter);
}

static bool is_decided(const table_column *c)
{
    return c->kind == TABLE_UNUSED || c->kind == TABLE_TEXT;
}

/* Report mixed columns before missing values, which a row of units has too. */
gla_status table_check_columns(table *t)
{
    table_column *end = t->columns + t->n;
    for (table_column *c = t->columns; c < end; c++)
        if (c->numbers && (c->text.row || c->truth.row))
            return fail_mixed(t, c);
    for (table_column *c = t->columns; c < end; c++) {
        if (is_decided(c))
            continue;
        if (c->nameless && !c->filled && !c->numbers && !c->text.row && !c->truth.row && !c->asked)
            c->kind = TABLE_UNUSED; /* the end of lines that end with a delimiter */
        else if (c->text.row)
            c->kind = TABLE_TEXT;
        else if (c->absent.count && t->missing == TABLE_RAISE)
            return fail_absent(t, c);
        else if (c->truth.row)
            c->kind = c->absent.count && t->missing == TABLE_NAN ? TABLE_REAL : TABLE_TRUTH;
        else if (c->absent.count && (t->missing == TABLE_NAN || !c->numbers))
            c->kind = TABLE_REAL; /* NaN is no integer */
    }
    gla_status st = warn_of_texts(t);
    st = st ? st : warn_of_zeros(t);
    return st ? st : warn_of_delimiter(t);
}

/* ---- rows that are left out ------------------------------------------------------------------------------------------ */
gla_status table_warn_dropped(const table *t, int64_t kept)
{
    const table_column *most = NULL;
    int n = 0;
    if (kept == t->count || t->missing != TABLE_DROP)
        return GLA_OK;
    for (const table_column *c = t->columns; c < t->columns + t->n; c++)
        if (c->kind != TABLE_UNUSED && (c->kind != TABLE_TEXT || c->asked) && c->absent.count && c->absent.count < t->count) {
            n++;
            if (!most || c->absent.count > most->absent.count)
                most = c;
        }
    char others[60] = "";
    if (n > 1)
        snprintf(others, sizeof others, " and others in %d more columns", n - 1);
    return gla_warn(GLA_TABLE_WARNING, t->op,
                    "%lld of the %lld rows of '%.150s' are left out: %lld have no value in column '%.*s'%s; usecols names the "
                    "columns that you use",
                    (long long)(t->count - kept), (long long)t->count, t->path, (long long)(most ? most->absent.count : 0),
                    most ? gla_prefix(most->name, strlen(most->name), 100) : 0, most ? most->name : "", others);
}
