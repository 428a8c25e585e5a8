/* work_items.c - Barriers between work-items of the emulated device; code that cannot be right on a GPU is an error. */
#include "backends/emulated/emulated.h"
#include "tap.h"

#define THREADS 256

static gla_work_item *item;

/* Sum all numbers by a tree, as kernels do. */
static void sum(const int *numbers, int *out)
{
    static int local[THREADS];
    uint32_t t = item->local_id;
    local[t] = numbers[item->group_id * THREADS + t];
    item->wait_for(GLA_GROUP_MEETS, __LINE__);
    for (uint32_t apart = item->local_size / 2; apart > 0; apart /= 2) {
        if (t < apart)
            local[t] += local[t + apart];
        item->wait_for(GLA_GROUP_MEETS, __LINE__);
    }
    if (t == 0)
        out[item->group_id] = local[0];
}

static void call_sum(void **arguments)
{
    sum(*(const int **)arguments[0], *(int **)arguments[1]);
}

/* Each work-item stores its number, without a barrier. */
static void call_numbers(void **arguments)
{
    int *out = *(int **)arguments[0];
    out[item->group_id * item->local_size + item->local_id] = (int)(item->group_id * item->local_size + item->local_id);
}

/* Only some work-items reach the barrier: the first `until`, or those from `from` on. */
static void call_parts(void **arguments)
{
    int from = *(int *)arguments[0], until = *(int *)arguments[1];
    if ((int)item->local_id >= from && (int)item->local_id < until)
        item->wait_for(GLA_GROUP_MEETS, __LINE__);
}

static const gla_emulated_kernel sums = {"sum", &item, call_sum, 0, 0, NULL, 2, {sizeof(void *), sizeof(void *)}};
static const gla_emulated_kernel numbers = {"numbers", &item, call_numbers, 0, 0, NULL, 1, {sizeof(void *)}};
static const gla_emulated_kernel parts = {"parts", &item, call_parts, 0, 0, NULL, 2, {sizeof(int), sizeof(int)}};

static gla_status launch(const gla_emulated_kernel *k, int64_t groups, int threads, int n, const gla_argument *args)
{
    return gla_emulated_launch("test", NULL, (void *)k, groups, threads, n, args);
}

static void test_order(void)
{
    int in[3 * THREADS], out[3 * THREADS], right = 0;
    for (int i = 0; i < 3 * THREADS; i++)
        in[i] = i % 7;
    const gla_argument args[] = {GLA_BUFFER(in), GLA_BUFFER(out)};
    bool good = !launch(&sums, 3, THREADS, 2, args);
    for (int g = 0; g < 3; g++) {
        int total = 0;
        for (int i = 0; i < THREADS; i++)
            total += in[g * THREADS + i];
        good = good && out[g] == total;
    }
    ok(good, "a tree with barriers adds up the numbers of each of three groups");
    good = !launch(&numbers, 3, THREADS, 1, args + 1);
    for (int i = 0; i < 3 * THREADS; i++)
        right += out[i] == i;
    ok(good && right == 3 * THREADS, "without barriers each work-item runs once, and knows its number");
    ok(!launch(&sums, 1, 1, 2, args) && out[0] == in[0], "a group of one meets itself");
}

static void test_refusals(void)
{
    int in[THREADS] = {1}, out[1], from = 0, until = 3;
    const gla_argument both[] = {GLA_BUFFER(in), GLA_BUFFER(out)};
    const gla_argument numbers_of[] = {GLA_VALUE(from), GLA_VALUE(until)};
    gla_status st = launch(&parts, 2, 8, 2, numbers_of);
    ok(st == GLA_DEVICE_ERROR && strstr(gla_last_message(), "3 of 8 work-items of group 0 wait at a barrier in kernel"),
       "a barrier that only some reach: %s", gla_last_message());
    from = 2;
    st = launch(&parts, 2, 8, 2, numbers_of);
    ok(st == GLA_DEVICE_ERROR && strstr(gla_last_message(), "work-item 2 of group 0 waits at a barrier"),
       "one that the first does not reach: %s", gla_last_message());
    gla_clear_error();
    ok(!launch(&sums, 1, THREADS, 2, both) && out[0] == 1, "what waited then is forgotten by the next launch");
    st = launch(&sums, 1, THREADS, 1, both);
    ok(st == GLA_ARGUMENT_ERROR && strstr(gla_last_message(), "the number of arguments is 1, but kernel \"sum\" takes 2"),
       "too few arguments: %s", gla_last_message());
    const gla_argument wrong[] = {GLA_BUFFER(in), GLA_VALUE(until)};
    st = launch(&sums, 1, THREADS, 2, wrong);
    ok(st == GLA_ARGUMENT_ERROR && strstr(gla_last_message(), "argument 2 has 4 bytes, but kernel \"sum\" takes 8"),
       "an argument of another size: %s", gla_last_message());
}

int main(void)
{
    test_order();
    test_refusals();
    return done();
}
