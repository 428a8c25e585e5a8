/* source.c - Translate a program of kernels/ to C.  Each kernel is followed by a description of its parameters and by a
 * function that calls the kernel. */
#include "emulated.h"

#include "dialect/source.h"
#include "runtime/writer.h"

#include <ctype.h>
#include <string.h>

/* Return the end of a parameter list.  p points after the opening parenthesis of the list. */
static const char *end_of_list(const char *p)
{
    for (int depth = 1; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth == 0)
            break;
    }
    return p;
}

static void put_line(gla_writer *w, const char *p, const char *end)
{
    for (; p < end; p++)
        gla_put_bytes(w, *p == '\n' ? " " : p, 1);
}

/* Write the types of the parameters, without the names.  Everything is on one line, so that line numbers do not change. */
static int put_types(gla_writer *w, const char *p, const char *end, bool sizes)
{
    int n = 0;
    while (p < end) {
        const char *stop = p, *name;
        while (stop < end && *stop != ',')
            stop++;
        for (name = stop; name > p && (isalnum((unsigned char)name[-1]) || name[-1] == '_'); name--)
            ;
        gla_put(w, "%s%s", n ? ", " : "", sizes ? "sizeof(" : "*(");
        put_line(w, p, name);
        if (sizes)
            gla_put(w, ")");
        else
            gla_put(w, " *)arguments[%d]", n);
        n++;
        p = stop + 1;
    }
    return n;
}

/* Replace `KERNEL name(parameters)` by a declaration, the description, and the original text. */
static void put_kernel(gla_writer *w, const char *name, const char *list, bool yields)
{
    const char *end = end_of_list(list);
    int length = (int)(list - name) - 1;
    gla_put(w, "KERNEL %.*s(", length, name);
    put_line(w, list, end);
    gla_put(w, "); static void call_%.*s(void **arguments) { %.*s(", length, name, length, name);
    int n = put_types(w, list, end, false);
    gla_put(
        w,
        "); } const gla_emulated_kernel gla_kernel_%.*s = {\"%.*s\", &gla_item, call_%.*s, %d, GLA_WATCHED, gla_local, %d, {",
        length, name, length, name, length, name, yields, n);
    put_types(w, list, end, true);
    gla_put(w, "}}; ");
}

/* Write a `#line` directive, which points debuggers and coverage tools to the file in the source tree. */
static void put_origin(gla_writer *w, const char *file, int line)
{
    int number;
    const char *path = gla_kernel_text_origin(file, line, &number);
    if (path)
        gla_put(w, "#line %d \"%s\"\n", number, path);
}

static const char mark[] = "KERNEL ";

/* Return true if groups of this kernel wait for one another, that is if YIELD occurs in the kernel or in a function that
 * kernels share. */
static bool yields_in(const char *text, const char *kernel)
{
    const char *last = text, *end = NULL, *from = text;
    for (const char *at; (at = strstr(from, "YIELD")); from = at + 1) {
        for (const char *next = last; (next = strstr(next, mark)) && next < at; next += strlen(mark))
            if (next == text || next[-1] == '\n')
                last = next;
        end = strncmp(last, mark, strlen(mark)) == 0 ? strstr(last, "\n}") : text;
        if (last == kernel || !end || end < at)
            return true;
    }
    return false;
}

static void put_kernels(gla_writer *w, const char *file, const char *text)
{
    const char *next, *whole = text;
    int line = 1;
    for (; (next = strchr(text, '\n')); text = next + 1, line++) {
        put_origin(w, file, line);
        const char *list = memchr(text, '(', (size_t)(next - text));
        if (list && strncmp(text, mark, strlen(mark)) == 0)
            put_kernel(w, text + strlen(mark), list + 1, yields_in(whole, text));
        gla_put_bytes(w, text, (size_t)(next + 1 - text));
    }
}

static void put_file(gla_writer *w, const char *file)
{
    gla_put(w, "#line 1 \"kernels/%s\"\n", file);
    put_kernels(w, file, gla_kernel_text(file));
    gla_put(w, "\n");
}

char *gla_emulated_source(const char *file, const char *defines)
{
    char *source = NULL;
    gla_writer w = GLA_WRITER(file);
    put_file(&w, "prelude_c.h");
    gla_put(&w,
            "typedef struct { const char *name; gla_work_item **item; void (*call)(void **); int yields, is_watched; "
            "char *const *local; int n; unsigned sizes[%d]; } "
            "gla_emulated_kernel;\n",
            GLA_EMULATED_PARAMETERS);
    if (*gla_kernel_text(file)) {
        put_file(&w, "layouts.h");
        gla_put(&w, "%s\n", defines);
        put_file(&w, "scalar.h");
        put_file(&w, "complex.h");
        put_file(&w, "convert.h");
        put_file(&w, "field.h");
        put_file(&w, file);
    } else {
        gla_put(&w, "#line 1 \"%s\"\n", file);
        put_kernels(&w, file, defines);
    }
    return gla_writer_finish(&w, &source) ? NULL : source;
}
