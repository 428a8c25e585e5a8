/* texts.h - Conversion of strings: characters in scripts, whatever Perl's internal encoding, and UTF-8 in the library. */

/* Return the characters of sv in UTF-8, in Perl's own memory or in a copy. sv does not change. Short copies are stored in
 * `buffer`. Return NULL if a character is not valid Unicode, such as half of a surrogate pair. */
static const char *gla_pl_utf8(pTHX_ SV *sv, char *buffer, size_t room, size_t *length)
{
    STRLEN n;
    const U8 *text = (const U8 *)SvPV_nomg_const(sv, n);
    *length = n;
    if (SvUTF8(sv))
        return is_strict_utf8_string(text, n) ? (const char *)text : NULL;
    if (is_utf8_invariant_string(text, n))
        return (const char *)text;
    if (n >= room / 2)
        buffer = SvGROW(sv_2mortal(newSVpvs("")), 2 * n + 1);
    U8 *end = (U8 *)buffer;
    for (STRLEN i = 0; i < n; i++)
        end = uvchr_to_utf8(end, text[i]);
    *end = 0;
    *length = (size_t)(end - (U8 *)buffer);
    return buffer;
}

/* Return a string of the library as a Perl string. A message may contain a file name that is not UTF-8; each byte of such a
 * name becomes one character. If a message was truncated in the middle of a character, that character is dropped. */
static SV *gla_pl_new_text(pTHX_ const char *text)
{
    const U8 *at = (const U8 *)text, *valid;
    const U8 *end = at + strlen(text);
    if (is_utf8_invariant_string(at, (STRLEN)(end - at)))
        return newSVpvn(text, (STRLEN)(end - at));
    SV *sv = newSVpvs("");
    while (at < end) {
        bool whole = is_utf8_string_loc(at, (STRLEN)(end - at), &valid);
        bool cut = !whole && UTF8SKIP(valid) > end - valid;
        sv_catpvn_flags(sv, (const char *)at, (STRLEN)(valid - at), SV_CATUTF8);
        at = cut ? end : valid;
        if (!whole && !cut)
            sv_catpvn_flags(sv, (const char *)at++, 1, SV_CATBYTES);
    }
    return sv;
}
