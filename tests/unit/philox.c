/* philox.c - Philox4x32-10 against the known-answer vectors of Random123 (kat_vectors). */
#include "tap.h"

typedef uint32_t uint32;
typedef uint64_t uint64;
#define DEVICE static inline
#include "../../kernels/philox.h"

typedef struct vector {
    uint32_t counter[4], key[2], result[4];
} vector;

static const vector vectors[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

int main(void)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const vector *v = &vectors[i];
        philox_block b = philox(v->counter[0], v->counter[1], v->counter[2], v->counter[3], v->key[0], v->key[1]);
        ok(memcmp(b.v, v->result, sizeof b.v) == 0, "vector %zu", i + 1);
    }
    return done();
}
