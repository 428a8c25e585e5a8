/* machine.c - Compile typed expressions to steps.  A register is reused after the last use of its value. */
#include "machine.h"
#include "runtime/allocation.h"

#include "formula/rounds.h"

#include <string.h>

#define GLA_MAX_NEST 60
#define SMALLEST_BLOCK 1024
/* Bytes of registers in the first-level cache.  If arrays are read from memory, a smaller size leaves space for prefetching,
 * and twice the size takes 1.3 times as long. */
#define CACHE_BYTES 32768
#define CACHE_BYTES_FAR 8192
#define FAR ((size_t)512 << 10) /* total size of arrays that exceed the second-level cache */

/* State during compilation. */
typedef struct builder {
    gla_machine *m;
    const gla_expr *e;
    int *last;     /* for each value, the last value in the list that uses it */
    bool *lasting; /* values whose registers are never reused */
    int *idle;     /* free registers */
    int n_idle;
    int capacity;
} builder;

static bool is_within(const gla_expr *e, int value, int loop)
{
    for (int at = e->values[value].loop; at >= 0; at = e->values[at].loop)
        if (at == loop)
            return true;
    return false;
}

/* Record that `user` uses `value`.  If a loop began after `value` was computed, every round of the loop uses it. */
static void note_use(builder *b, int value, int user)
{
    int at = user;
    for (int loop = b->e->values[user].loop; loop >= 0; loop = b->e->values[loop].loop)
        if (!is_within(b->e, value, loop))
            at = b->e->values[loop].arg[2];
    if (at > b->last[value])
        b->last[value] = at;
}

static int operands_of(const gla_value *v)
{
    switch (v->kind) {
    case GLA_EXPR_OPERATION: return gla_op_describe(v->op)->arity;
    case GLA_EXPR_CAST: return 1;
    case GLA_EXPR_LOOP: return 2;
    default: return 0;
    }
}

static void find_last_uses(builder *b)
{
    const gla_expr *e = b->e;
    for (int i = 0; i < e->n; i++) {
        const gla_value *v = &e->values[i];
        b->last[i] = i;
        b->lasting[i] = v->kind == GLA_EXPR_INPUT || v->kind == GLA_EXPR_CONSTANT;
    }
    for (int i = 0; i < e->n; i++) {
        const gla_value *v = &e->values[i];
        for (int k = 0; k < operands_of(v); k++)
            note_use(b, v->arg[k], i);
        if (v->kind == GLA_EXPR_LOOP) /* the condition of the loop is tested after each round */
            note_use(b, v->arg[1], v->arg[2]);
        if (v->kind == GLA_EXPR_COUNTER || v->kind == GLA_EXPR_CARRIED) {
            int end = e->values[v->loop].arg[2];
            b->last[i] = end > b->last[i] ? end : b->last[i];
        }
        if (v->kind == GLA_EXPR_CARRIED) {
            note_use(b, v->arg[0], i);
            note_use(b, v->arg[1], e->values[v->loop].arg[2]);
        }
    }
    for (int k = 0; k < e->n_outputs; k++)
        b->lasting[e->outputs[k]] = true;
}

static int take_register(builder *b, bool lasting)
{
    if (b->n_idle && !lasting)
        return b->idle[--b->n_idle];
    return b->m->n_registers++;
}

/* Release the registers of values whose last user is `user`. */
static void release(builder *b, int user)
{
    for (int i = 0; i <= user; i++)
        if (b->last[i] == user && !b->lasting[i] && b->e->values[i].kind != GLA_EXPR_LOOP &&
            b->e->values[i].kind != GLA_EXPR_END)
            b->idle[b->n_idle++] = b->m->place[i];
}

static gla_step *add(builder *b, gla_step step)
{
    gla_machine *m = b->m;
    m->steps[m->n_steps] = step;
    return &m->steps[m->n_steps++];
}

static void add_copy(builder *b, gla_dtype dtype, int from, int to)
{
    add(b, (gla_step){.kind = GLA_STEP_CONVERT, .convert = gla_host_convert(dtype, dtype), .n = 1, .in = {from}, .out = to});
}

/* Add the register of the counter and the initial carried values, followed by the loop itself. */
static void begin_loop(builder *b, int at)
{
    const gla_expr *e = b->e;
    gla_machine *m = b->m;
    const gla_value *v = &e->values[at];
    m->costly = true;
    for (int i = at + 1; i < e->n && e->values[i].loop == at; i++) {
        const gla_value *u = &e->values[i];
        if (u->kind != GLA_EXPR_COUNTER && u->kind != GLA_EXPR_CARRIED)
            break;
        m->place[i] = take_register(b, b->lasting[i]);
        if (u->kind == GLA_EXPR_CARRIED)
            add_copy(b, u->dtype, m->place[u->arg[0]], m->place[i]);
    }
    add(b, (gla_step){.kind = GLA_STEP_LOOP,
                      .n = 2,
                      .in = {m->place[v->arg[0]], m->place[v->arg[1]]},
                      .out = m->place[at + 1],
                      .by = v->value.integer,
                      .reached = v->reached,
                      .bound = {e->values[v->arg[0]].dtype, e->values[v->arg[1]].dtype}});
    m->place[at] = m->n_steps - 1; /* for a loop, `place` contains its step */
}

/* Copy the carried values.  If a new value is itself a carried value, it is first copied to a temporary register, because all
 * carried values change at once. */
static void end_loop(builder *b, int at)
{
    const gla_expr *e = b->e;
    gla_machine *m = b->m;
    int loop = e->values[at].arg[0], begin = m->place[loop], n_used = 0, n = 0;
    int *used = b->idle + b->capacity;
    for (int pass = 0; pass < 2; pass++)
        for (int i = loop + 2, k = 0; i < at && e->values[i].kind == GLA_EXPR_CARRIED && e->values[i].loop == loop; i++) {
            const gla_value *v = &e->values[i], *next = &e->values[v->arg[1]];
            bool moves = next->kind == GLA_EXPR_CARRIED && next->loop == loop;
            if (v->arg[1] == i)
                continue;
            if (pass == 0 && moves) {
                used[n_used] = take_register(b, false);
                add_copy(b, v->dtype, m->place[v->arg[1]], used[n_used++]);
            } else if (pass == 1) {
                add_copy(b, v->dtype, moves ? used[k++] : m->place[v->arg[1]], m->place[i]);
            }
        }
    while (n < n_used)
        b->idle[b->n_idle++] = used[n++];
    gla_step *end = add(
        b, (gla_step){.kind = GLA_STEP_END, .jump = begin, .n = 0, .out = m->steps[begin].out, .by = m->steps[begin].by});
    m->steps[begin].jump = (int)(end - m->steps);
    m->place[loop] = m->place[at] = -1;
}

static void add_value(builder *b, int at)
{
    gla_machine *m = b->m;
    const gla_value *v = &b->e->values[at];
    gla_step step = {.n = operands_of(v)};
    switch (v->kind) {
    case GLA_EXPR_LOOP: begin_loop(b, at); break;
    case GLA_EXPR_END: end_loop(b, at); break;
    case GLA_EXPR_COUNTER:
    case GLA_EXPR_CARRIED: break;
    case GLA_EXPR_CONSTANT: m->place[at] = take_register(b, true); break;
    case GLA_EXPR_INPUT: break;
    default:
        for (int k = 0; k < step.n; k++)
            step.in[k] = m->place[v->arg[k]];
        step.out = m->place[at] = take_register(b, b->lasting[at]);
        step.kind = v->kind == GLA_EXPR_CAST ? GLA_STEP_CONVERT : GLA_STEP_COMPUTE;
        if (v->kind == GLA_EXPR_CAST) {
            step.convert = gla_host_convert(b->e->values[v->arg[0]].dtype, v->dtype);
        } else {
            step.loop = gla_host_loop(v->op, v->compute);
            m->costly |= gla_op_describe(v->op)->flags & GLA_FLAG_COSTLY || v->compute >= GLA_COMPLEX64;
        }
        add(b, step);
    }
    release(b, at);
}

/* Allocate the tables of the machine, followed by the tables of the builder, in one block, because several allocations would
 * take much of the time of a small call. */
static bool make_tables(gla_machine *m, builder *b, int n)
{
    size_t steps = (size_t)(3 * n) * sizeof *m->steps; /* a carried value is copied at most three times: in, to a temporary
                                                        * register, and over */
    m->steps = gla_malloc(steps + (size_t)n * (6 * sizeof(int) + sizeof(bool)));
    if (!m->steps)
        return false;
    m->place = (int *)((char *)m->steps + steps);
    b->last = m->place + n;
    b->idle = b->last + n;
    b->capacity = 2 * n;
    b->lasting = (bool *)(b->idle + 2 * b->capacity);
    return true;
}

gla_status gla_machine_init(gla_machine *m, const gla_expr *e)
{
    *m = (gla_machine){.e = e, .item = 1, .n_registers = e->n_inputs};
    builder b = {.m = m, .e = e};
    if (!make_tables(m, &b, e->n + 1))
        return gla_fail_memory("expression", (size_t)e->n * sizeof *m->steps);
    find_last_uses(&b);
    for (int i = 0; i < e->n; i++) {
        size_t item = gla_itemsize(e->values[i].dtype);
        if (e->values[i].kind != GLA_EXPR_COUNTER && e->values[i].kind != GLA_EXPR_CARRIED)
            m->place[i] = i < e->n_inputs ? i : -1;
        if (item > m->item)
            m->item = item;
        add_value(&b, i);
    }
    m->block = GLA_BLOCK_BYTES / (int64_t)m->item;
    return GLA_OK;
}

void gla_machine_shrink_blocks(gla_machine *m, size_t bytes)
{
    size_t cache = bytes < FAR ? CACHE_BYTES : CACHE_BYTES_FAR;
    while (gla_machine_register_bytes(m) > SMALLEST_BLOCK && gla_machine_register_bytes(m) * (size_t)m->n_registers > cache)
        m->block /= 2;
}

void gla_machine_clear(gla_machine *m)
{
    gla_free(m->steps);
    m->steps = NULL;
}

bool gla_machine_redirects(const gla_machine *m, int output)
{
    int value = m->e->outputs[output];
    const gla_value *v = &m->e->values[value];
    for (int k = 0; k < output; k++)
        if (m->e->outputs[k] == value)
            return false;
    return v->loop < 0 && (v->kind == GLA_EXPR_OPERATION || v->kind == GLA_EXPR_CAST);
}

void gla_repeat(void *p, size_t item, int64_t n)
{
    size_t bytes = (size_t)n * item;
    for (size_t have = item; have < bytes; have *= 2)
        memcpy((char *)p + have, p, have < bytes - have ? have : bytes - have);
}

void gla_store_constant(const gla_constant *c, void *p)
{
    bool whole = c->dtype < GLA_FLOAT32;
    double parts[2] = {c->re, c->im};
    gla_dtype from = whole ? GLA_INT64 : GLA_COMPLEX128;
    gla_host_convert(from, c->dtype)(1, whole ? (const void *)&c->integer : parts, 1, p, 1);
}

static size_t table_bytes(const gla_machine *m)
{
    return ((size_t)m->n_registers * sizeof(char *) + 63) / 64 * 64;
}

void gla_machine_free_registers(const gla_machine *m, char **registers)
{
    gla_host_free(registers, table_bytes(m) + (size_t)m->n_registers * gla_machine_register_bytes(m));
}

char **gla_machine_registers(const gla_machine *m, int64_t n)
{
    size_t count = (size_t)m->n_registers, table = table_bytes(m), bytes = gla_machine_register_bytes(m);
    char **registers = gla_host_alloc(table + count * bytes);
    if (!registers)
        return NULL;
    for (size_t i = 0; i < count; i++)
        registers[i] = (char *)registers + table + i * bytes;
    for (int i = 0; i < m->e->n; i++) {
        const gla_value *v = &m->e->values[i];
        if (v->kind != GLA_EXPR_CONSTANT)
            continue;
        gla_store_constant(&v->value, registers[m->place[i]]);
        gla_repeat(registers[m->place[i]], gla_itemsize(v->dtype), n);
    }
    return registers;
}

static __int128 bound_of(const gla_step *loop, char **registers, int k)
{
    return gla_bound(*(int64_t *)registers[loop->in[k]], loop->bound[k]);
}

/* Set the counter.  Return true if there is another round. */
static bool begin_round(const gla_step *loop, char **registers, __int128 next, int64_t n)
{
    if (gla_way(next, bound_of(loop, registers, 1), loop->reached, loop->by) <= 0)
        return false;
    int64_t counter = (int64_t)next;
    int64_t *room = (int64_t *)registers[loop->out];
    for (int64_t i = 0; i < n; i++)
        room[i] = counter;
    return true;
}

/* Number of rounds of the open loops.  The rounds of very deep loops are not multiplied. */
typedef struct nest {
    int depth;
    double rounds[GLA_MAX_NEST + 1];
} nest;

/* Return true if the loop may begin, that is if its number of rounds, multiplied by those of the outer loops, is within the
 * limit. */
static bool is_allowed(gla_machine *m, const gla_step *loop, char **registers, nest *open)
{
    bool beyond;
    double around = open->rounds[open->depth < GLA_MAX_NEST ? open->depth : GLA_MAX_NEST];
    double rounds = around * gla_rounds_between(bound_of(loop, registers, 0), bound_of(loop, registers, 1), loop->reached,
                                                loop->by, &beyond);
    if (rounds > GLA_MAX_ROUNDS)
        m->too_many_rounds = true; /* threads change only `too_many_rounds` and `beyond` */
    else if (beyond)
        m->beyond = true;
    if (rounds > GLA_MAX_ROUNDS || beyond)
        return false;
    if (++open->depth <= GLA_MAX_NEST)
        open->rounds[open->depth] = rounds > around ? rounds : around;
    return true;
}

gla_status gla_machine_outcome(const gla_machine *m)
{
    if (m->beyond && !m->too_many_rounds)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: the counter of a loop exceeds the largest int64; reduce the bounds of the "
                        "loop",
                        m->e->op);
    return !m->too_many_rounds ? GLA_OK
                               : gla_fail(GLA_ARGUMENT_ERROR,
                                          "%s: a loop has more than %d rounds for each element; reduce the bounds of "
                                          "the loop",
                                          m->e->op, GLA_MAX_ROUNDS);
}

/* Run step i, which is the begin or end of a loop.  Return the step before the next step. */
static int run_loop(const gla_machine *m, int i, char **registers, int64_t n, nest *open)
{
    const gla_step *s = &m->steps[i];
    if (s->kind == GLA_STEP_LOOP) {
        if (!is_allowed((gla_machine *)m, s, registers, open))
            return m->n_steps;
        if (begin_round(s, registers, bound_of(s, registers, 0), n))
            return i;
        open->depth--;
        return s->jump;
    }
    if (gla_host_stop())
        return m->n_steps;
    if (begin_round(&m->steps[s->jump], registers, (__int128)*(int64_t *)registers[s->out] + s->by, n))
        return s->jump;
    open->depth--;
    return i;
}

void gla_machine_run(const gla_machine *m, char **registers, int64_t n)
{
    void *p[4];
    nest open;
    open.depth = 0;
    open.rounds[0] = 1;
    for (int i = 0; i < m->n_steps; i++) {
        const gla_step *s = &m->steps[i];
        switch (s->kind) {
        case GLA_STEP_COMPUTE:
            for (int k = 0; k < s->n; k++)
                p[k] = registers[s->in[k]];
            p[s->n] = registers[s->out];
            s->loop(n, p);
            break;
        case GLA_STEP_CONVERT: s->convert(n, registers[s->in[0]], 1, registers[s->out], 1); break;
        default: i = run_loop(m, i, registers, n, &open);
        }
    }
}
