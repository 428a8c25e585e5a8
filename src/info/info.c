/* info.c - `gpulinalg info`: list devices and backends, and why one is unavailable. */
#include "config.h"
#include "core/dispatch.h"
#include "core/machine.h"
#include "linalg/strategies.h"
#include "runtime/placing.h"
#include "runtime/registry.h"
#include "runtime/writer.h"
#include "sorting/sorting.h"

#include <stdio.h>
#include <string.h>

/* End a line of columns, without trailing blanks. */
static void end_line(gla_writer *t)
{
    while (!t->status && t->used && t->text[t->used - 1] == ' ')
        t->used--;
    gla_put(t, "\n");
}

static void put_current_device(gla_writer *t)
{
    gla_device *dev;
    if (gla_default_device(&dev) == GLA_OK) {
        bool is_free = atomic_load(&gla_placing_is_free);
        gla_put(t, "%-16s%s (%s)\n", "current device", is_free ? "auto: chosen for each call" : dev->name,
                gla_device_chosen_by());
        return;
    }
    gla_put(t, "%-16snone: %s\n", "current device", gla_last_message());
}

static void put_rates(gla_writer *t)
{
    char rates[1200];
    gla_machine_describe(rates, sizeof rates);
    gla_put(t, "%-16s%s\n", "rates", rates);
}

static void put_field(gla_writer *t, const gla_field *f)
{
    size_t length = strlen(f->key);
    bool bytes = length > 6 && strcmp(f->key + length - 6, "_bytes") == 0;
    gla_put(t, "  %-14s", "");
    for (const char *p = f->key; *p && !(bytes && p == f->key + length - 6); p++)
        gla_put(t, "%c", *p == '_' ? ' ' : *p);
    if (bytes && f->integer > 0)
        gla_put(t, f->integer < 1 << 30 ? " %.0f MiB\n" : " %.1f GiB\n",
                (double)f->integer / (f->integer < 1 << 30 ? 0x1p20 : 0x1p30));
    else if (bytes && strstr(f->key, "limit"))
        gla_put(t, " 0\n");
    else if (bytes)
        gla_put(t, " not known\n");
    else if (f->kind == GLA_FIELD_TEXT)
        gla_put(t, " %s\n", f->text);
    else if (f->kind == GLA_FIELD_INTEGER)
        gla_put(t, " %lld\n", (long long)f->integer);
    else if (f->kind == GLA_FIELD_REAL)
        gla_put(t, " %g\n", f->real);
    else
        gla_put(t, " %s\n", f->integer ? "yes" : "no");
}

static void put_device(gla_writer *t, const gla_device *dev)
{
    gla_record *record;
    if (gla_device_info(&record, dev->name)) {
        gla_put(t, "  %-14scannot be used: %s\n", dev->name, gla_last_message());
        return;
    }
    for (int i = 0; i < record->n; i++) {
        const gla_field *f = record->fields[i];
        if (strcmp(f->key, "description") == 0)
            gla_put(t, "  %-14s%s\n", dev->name, f->text);
        else if (strcmp(f->key, "name") != 0 && strcmp(f->key, "backend") != 0)
            put_field(t, f);
    }
    gla_record_free(record);
}

static void put_backend(gla_writer *t, const gla_backend_entry_point *b)
{
    if (!b->n_devices)
        gla_put(t, "  %-14snot used: %s\n", b->name, b->reason);
    else
        gla_put(t, "  %-14s%s\n", b->name, b->backend->description);
    if (*b->file)
        gla_put(t, "  %-14s%s\n", "", b->file);
}

/* ---- where operations run ------------------------------------------------------------------------------------- */
static void put_names(gla_writer *t, int n, const gla_backend_entry_point *list)
{
    for (int i = 0; i < n; i++)
        if (list[i].n_devices)
            gla_put(t, " %-11s", list[i].name);
}

static void put_operations(gla_writer *t, int n, const gla_backend_entry_point *list)
{
    gla_put(t, "\noperations              ");
    put_names(t, n, list);
    end_line(t);
    for (const gla_operation_needs *o = gla_operations; o->operation; o++) {
        gla_put(t, "  %-22s", o->operation);
        for (int i = 0; i < n; i++)
            if (list[i].n_devices)
                gla_put(t, " %-11s", gla_backend_offers(list[i].backend, o));
        end_line(t);
    }
}

/* ---- strategies: each table is tried from its first row on ---------------------------------------------------------- */
static const gla_strategies *const tables[] = {&gla_solve_strategies,
                                               &gla_inv_strategies,
                                               &gla_det_strategies,
                                               &gla_cholesky_strategies,
                                               &gla_eigh_strategies,
                                               &gla_eig_strategies,
                                               &gla_svd_strategies,
                                               &gla_lstsq_strategies,
                                               &gla_refine_strategies,
                                               &gla_unique_strategies,
                                               NULL};

/* `only`: the backend that the tables belong to; NULL if they apply to all backends. */
static void put_tables(gla_writer *t, int n, const gla_backend_entry_point *list, const gla_strategies *const *all,
                       const gla_backend *only)
{
    for (; all && *all; all++)
        for (const gla_strategy *row = (*all)->rows;; row++) {
            gla_put(t, "  %-22s %-14s", row == (*all)->rows ? (*all)->operation : "", row->name);
            for (int i = 0; i < n; i++)
                if (list[i].n_devices)
                    gla_put(t, " %-11s",
                            only && list[i].backend != only               ? ""
                            : gla_strategy_is_there(row, list[i].backend) ? "yes"
                                                                          : "no");
            gla_put(t, " %s\n", row->when);
            if (gla_strategy_is_last(row))
                break;
        }
}

static void put_strategies(gla_writer *t, int n, const gla_backend_entry_point *list)
{
    gla_put(t, "\n%-39s", "strategies, in order of preference");
    put_names(t, n, list);
    gla_put(t, " applies to\n");
    put_tables(t, n, list, tables, NULL);
    for (int i = 0; i < n; i++)
        if (list[i].n_devices)
            put_tables(t, n, list, list[i].backend->strategies, list[i].backend);
}

gla_status gla_info(char **out, bool ops)
{
    const gla_backend_entry_point *list;
    gla_writer t = GLA_WRITER("info");
    *out = NULL;
    int n = gla_load_backends(&list);
    gla_put(&t, "%-16s%s, built by %s %s\n", "gpulinalg", PACKAGE_VERSION,
#ifdef __clang__
            "clang", __clang_version__
#else
            "gcc", __VERSION__
#endif
    );
    put_current_device(&t);
    put_rates(&t);
    gla_put(&t, "\ndevices\n");
    for (int i = 0; i < n; i++)
        for (int d = 0; d < list[i].n_devices; d++)
            put_device(&t, &list[i].devices[d]);
    gla_put(&t, "\nbackends\n");
    for (int i = 0; i < n; i++)
        put_backend(&t, &list[i]);
    if (ops) {
        put_operations(&t, n, list);
        put_strategies(&t, n, list);
    }
    return gla_writer_finish(&t, out);
}
