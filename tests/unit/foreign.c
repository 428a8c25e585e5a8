/* foreign.c - A shared library that is not a backend; the registry must report it. */
int gla_foreign_symbol(void);

int gla_foreign_symbol(void)
{
    return 1;
}
