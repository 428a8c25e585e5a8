/* suggest_name.c - Suggest an existing name for an unknown one. */
#include "gpulinalg/call.h"

#include <ctype.h>
#include <string.h>

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Return the edit distance of two short names: the number of letters that are changed, inserted, deleted, or swapped with a
 * neighbour. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    int row[3][LONGEST + 1], m = (int)strnlen(a, LONGEST + 1), n = (int)strnlen(b, LONGEST + 1);
    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    for (int i = 0; i <= m; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        for (int j = 0; j <= n; j++) {
            int best = i == 0 ? j : before[j] + 1;
            if (j > 0 && now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 0 && j > 0 && before[j - 1] + !same_letter(a[i - 1], b[j - 1]) < best)
                best = before[j - 1] + !same_letter(a[i - 1], b[j - 1]);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && earlier[j - 2] + 1 < best)
                best = earlier[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[m % 3][n];
}

/* Names in other libraries, and the corresponding names here. */
static const char *const elsewhere[][2] = {
    {"absolute", "abs"},
    {"amax", "max"},
    {"amin", "min"},
    {"arccos", "acos"},
    {"arccosh", "acosh"},
    {"arcsin", "asin"},
    {"arcsinh", "asinh"},
    {"arctan", "atan"},
    {"arctan2", "atan2"},
    {"arctanh", "atanh"},
    {"argwhere", "nonzero"},
    {"array", "asarray"},
    {"asanyarray", "asarray"},
    {"axes", "axis"},
    {"bitwise_not", "bitwise_invert"},
    {"bmat", "block_array"},
    {"bsr_array", "bsr"},
    {"bsr_matrix", "bsr"},
    {"cat", "concat"},
    {"cbind", "column_stack"},
    {"clamp", "clip"},
    {"concatenate", "concat"},
    {"conjugate", "conj"},
    {"coo_array", "coo"},
    {"coo_matrix", "coo"},
    {"crossprod", "matmul"},
    {"csc_array", "csc"},
    {"csc_matrix", "csc"},
    {"csr_array", "csr"},
    {"csr_matrix", "csr"},
    {"cumprod", "cumulative_prod"},
    {"cumsum", "cumulative_sum"},
    {"cut", "digitize"},
    {"default_rng", "Generator"},
    {"dia_array", "dia"},
    {"dia_matrix", "dia"},
    {"dim", "axis"},
    {"div", "divide"},
    {"ediff1d", "diff"},
    {"eigenvalues", "eigvals"},
    {"fabs", "abs"},
    {"filename", "path"},
    {"fix", "trunc"},
    {"fliplr", "flip"},
    {"flipud", "flip"},
    {"fname", "path"},
    {"from_numpy", "asarray"},
    {"fromfile", "loadtxt"},
    {"genfromtxt", "loadtxt"},
    {"ginv", "pinv"},
    {"group_lag", "roll"},
    {"header", "names"},
    {"identity", "eye"},
    {"ifelse", "where"},
    {"interp1d", "interp"},
    {"inverse", "inv"},
    {"invert", "bitwise_invert"},
    {"isna", "isnan"},
    {"isnull", "isnan"},
    {"keepdim", "keepdims"},
    {"lag", "roll"},
    {"least_squares", "lstsq"},
    {"left_shift", "bitwise_left_shift"},
    {"ln", "log"},
    {"logdet", "slogdet"},
    {"manual_seed", "Generator"},
    {"mm", "matmul"},
    {"mod", "remainder"},
    {"mul", "multiply"},
    {"na_values", "missing_values"},
    {"ndarray", "Array"},
    {"norm", "vector_norm"},
    {"nunique", "unique_values"},
    {"power", "pow"},
    {"product", "prod"},
    {"qcut", "digitize"},
    {"RandomState", "Generator"},
    {"ravel", "flatten"},
    {"ravel", "reshape"},
    {"rbind", "vstack"},
    {"read_csv", "loadtxt"},
    {"reverse", "descending"},
    {"right_shift", "bitwise_right_shift"},
    {"rint", "round"},
    {"row_stack", "vstack"},
    {"sd", "std"},
    {"seed", "Generator"},
    {"sep", "delimiter"},
    {"shift", "roll"},
    {"spilu", "ilu0"},
    {"splu", "factor"},
    {"spsolve", "solve"},
    {"sub", "subtract"},
    {"swapaxes", "permute_dims"},
    {"Tensor", "asarray"},
    {"tensor", "asarray"},
    {"to_csv", "savetxt"},
    {"to_dense", "toarray"},
    {"todense", "toarray"},
    {"transpose", "matrix_transpose"},
    {"trapz", "trapezoid"},
    {"true_divide", "divide"},
    {"unique", "unique_values"},
    {"unsqueeze", "expand_dims"},
    {"value_counts", "unique_counts"},
    {"write_csv", "savetxt"},
};

/* Return the index of the nearest name whose edit distance is at most a third of the length of `name`, or -1. At a larger
 * distance the names are probably unrelated. */
int gla_nearest_name(const char *name, const char *const *names, int n)
{
    int best = -1, length = (int)strnlen(name, 40), least = length < 3 ? length / 2 : length / 3;
    for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++)
        for (int i = 0; !strcmp(name, elsewhere[k][0]) && i < n; i++)
            if (!strcmp(names[i], elsewhere[k][1]))
                return i;
    for (int i = 0; i < n; i++) {
        int far = distance(name, names[i]);
        if (far < least || (far == least && best < 0)) {
            best = i;
            least = far;
        }
    }
    return best;
}
