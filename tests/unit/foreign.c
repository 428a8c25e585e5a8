/* foreign.c - a module that is no backend; the registry must say so. */
int gla_foreign_symbol(void);

int gla_foreign_symbol(void)
{
    return 1;
}
