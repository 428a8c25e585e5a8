/* texts.h - texts and bytes of a script.
 *
 * They are copied: a handler of a signal, or code of the user that a later argument runs, may change the variable. */

/* A text as its bytes: UTF-8, or whatever a script that does not say `use utf8` holds.  A number is written as Perl writes
 * it.  Long ones live until the statement is over. */
static gla_status gla_pl_text(pTHX_ SV *sv, const char **p, GlaTemp *temp)
{
    STRLEN length;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    *p = NULL;
    if (!SvOK(sv))
        return GLA_OK;
    if (SvROK(sv))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_TEXT);
    if (!SvPOK(sv))
        sv = sv_mortalcopy(sv); /* else the number would become a text as well */
    const char *text = SvPV_nomg(sv, length);
    gla_status st = gla_check_text(text, length);
    if (st)
        return st;
    if (length < sizeof temp->text) {
        memcpy(temp->text, text, length + 1);
        *p = temp->text;
    }
    else
        *p = SvPV_nolen(sv_2mortal(newSVpvn(text, length)));
    return GLA_OK;
}

/* The name of a file: text, or a number as Perl writes it. */
static gla_status gla_pl_path(pTHX_ SV *sv, const char **p, GlaTemp *temp)
{
    if (!gla_pl_not_given(aTHX_ sv) && (!SvOK(sv) || SvROK(sv)))
        return gla_pl_wanted(aTHX_ SvOK(sv) ? GLA_DTYPE_ERROR : GLA_ARGUMENT_ERROR, sv, GLA_WANT_PATH);
    return gla_pl_text(aTHX_ sv, p, temp);
}

/* Perl shares the memory of a copy until one of the two changes. */
static gla_status gla_pl_bytes(pTHX_ SV *sv, gla_bytes *bytes)
{
    STRLEN length;
    if (!SvPOK(sv))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_BYTES);
    sv = sv_mortalcopy(sv);
    if (SvUTF8(sv) && !sv_utf8_downgrade(sv, 1))
        return gla_argument_fact(GLA_DTYPE_ERROR, "holds characters that are not bytes; encode it");
    bytes->data = SvPV_nomg(sv, length);
    bytes->n = length;
    return GLA_OK;
}

#define GLA_IN_TEXT(obj, p, temp) gla_pl_text(aTHX_ obj, (const char **)(p), temp)
#define GLA_IN_PATH(obj, p, temp) gla_pl_path(aTHX_ obj, (const char **)(p), temp)
#define GLA_FREE_TEXT(temp) ((void)(temp))
#define GLA_IN_BYTES(obj, bytes, temp) ((void)(temp), gla_pl_bytes(aTHX_ obj, bytes))
