package HDoc::Calls;

# Write src/binding/functions.c: the table of functions that gpulinalg/call.h declares, for language bindings that call through
# it.

use strict;
use warnings;
use HDoc::Text qw(aliases argument functions integers literal);

my %RESULT = (strings => 'TEXTS', truth => 'BOOL', number => 'DOUBLE', integer => 'INT64', dtype_name => 'DTYPE');

# The member of gla_passed for each kind of argument; other kinds have a member named like the kind.
my %MEMBER = (
    transpose => 'integer',
    places    => 'array',
    typed     => 'array',
    typeds    => 'arrays',
    blocks    => 'arrays',
    int       => 'integer',
    int64     => 'integer',
    bool      => 'truth',
    double    => 'real',
    path      => 'text',
    labels    => 'texts'
);
my %NONE = (axis => '{.axis = GLA_NO_AXIS}');

sub table {
    my ($model) = @_;
    my @functions = functions($model);
    my $out = <<'END';
/* Made by tools/hdoc from the public headers: the table that gpulinalg/call.h declares. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "gpulinalg/call.h"

#include <stddef.h>
END
    $out .= run($_) for @functions;
    my ($most) = sort { $b <=> $a } map { scalar @{ $_->{args} } } @functions;
    $out .= "\n_Static_assert($most <= GLA_MAX_ARGUMENTS, \"a function has more arguments than a call holds\");\n";
    $out .= "\nstatic const gla_function functions[] = {\n" . join(q{}, map { entry($_) } @functions) . "};\n";
    $out .= "\nconst gla_function *gla_functions(int *n)\n{\n    *n = (int)(sizeof functions / sizeof *functions);\n"
        . "    return functions;\n}\n";
    my @classes = map { '    {' . join(', ', text($_->{name}), space($_->{space})) . "},\n" } @{ $model->{classes} };
    return
          $out
        . "\nconst gla_class_info *gla_classes(int *n)\n{\n    static const gla_class_info classes[] = {\n"
        . join(q{}, map { "    $_" } @classes)
        . "    };\n    *n = (int)(sizeof classes / sizeof *classes);\n"
        . "    return classes;\n}\n";
}

sub text { my ($text) = @_; return defined $text && length $text ? '"' . $text =~ s/(["\\])/\\$1/gr . '"' : 'NULL' }
sub space { my ($space) = @_; return $space ? (text($space->{name}), text($space->{perl})) : ('NULL', 'NULL') }

# Return the form of an argument or a result, and the class if it is an object: (form, class).
sub form {
    my ($p) = @_;
    return ('OBJECT', $p->{kind}) if $p->{kind} =~ /^[A-Z]/;
    return ('OBJECTS', $p->{class}) if $p->{kind} eq 'objects';
    return (uc($p->{output} ? $RESULT{ $p->{kind} } // $p->{kind} : $p->{form}), undef);
}

sub member {
    my ($p) = @_;
    my $form = lc((form($p))[0]);
    return $MEMBER{$form} // $form;
}

sub run {
    my ($f) = @_;
    my ($in, $out) = (0, 0);
    my @given = map {
        my $cast = $_->{type} =~ /^(?:int|gla_transpose)$/ ? "($_->{type})" : q{};
        $_->{output} ? 'out[' . $out++ . ']' : "${cast}in[" . $in++ . '].' . member($_)
    } @{ $f->{parameters} };
    return
          "\nstatic gla_status run_$f->{symbol}(const gla_passed *in, void *const *out)\n{\n"
        . ($in ? q{} : "    (void)in;\n")
        . ($out ? q{} : "    (void)out;\n")
        . "    return $f->{cname}("
        . join(', ', @given)
        . ");\n}\n";
}

# Return the default of an argument, as documentation writes it and in C; a result that may be missing has a default, too.
sub fallback {
    my ($p) = @_;
    my $default = $p->{default} // (defined $p->{with} ? 'NULL' : return ('NULL', '{NULL}'));
    my $none = $default =~ /^(?:NULL|GLA_NONE)$/;
    my ($member, $written, @list) = (member($p), literal($default, 'case'), integers($default));
    return (text($written), '{.ints = &(const gla_ints){' . @list . ', {' . join(', ', @list) . '}}}') if @list;
    return (text($written), $none ? $NONE{$member} // '{NULL}' : "{.$member = $default}");
}

sub info {
    my ($p) = @_;
    my ($form, $class) = form($p);
    my @choices = map { text($_) } @{ $p->{choice} // [] };
    my $choices = @choices ? '(const char *const[]){' . join(', ', @choices, 'NULL') . '}' : 'NULL';
    return '{' . join(', ', text($p->{name}), text($p->{alias}), "GLA_FORM_$form", text($class), fallback($p), $choices) . '}';
}

sub infos {
    my ($lead, @infos) = @_;
    return 'NULL' if !@infos;
    return '(const gla_argument_info[]){' . $lead . join(",$lead", map { info($_) } @infos) . '}';
}

# Properties of a function that a language binding needs when it is loaded, as letters: see gla_function.
my %LETTER = (
    array    => 'a',
    target   => 's',
    arrays   => 'l',
    index    => 'k',
    ints     => 'n',
    dtype    => 'd',
    axis     => 'x',
    maybe    => 'm',
    bool     => 'b',
    int      => 'i',
    int64    => 'i',
    double   => 'f',
    text     => 't',
    texts    => 'T',
    bytes    => 'y',
    chosen   => 'c',
    sparses  => 'l',
    fits     => 'l',
    variable => 'c',
    data     => 'o'
);

sub facts {
    my ($f, $manner) = @_;
    my $method = $f->{method};
    return join ' ', $f->{called}, $f->{symbol}, $f->{space} ? $f->{space}{perl} : '-', join(',', @{ $f->{also} }) || '-',
        $method ? ($method->{of}{package} =~ s/^GPULinalg:://r, $method->{name}) : ('-', '-'), lc $manner,
        join('', map { $LETTER{ $_->{kind} } // 'o' } @{ $f->{args} }) || '-', $f->{room}, $f->{since} // '0.1',
        (map { argument($_) } @{ $f->{args} }), aliases($f);
}

sub entry {
    my ($f) = @_;
    my ($method, @args) = ($f->{method}, @{ $f->{args} });
    my $manner =
          !$method ? ((grep { $_->{spread} } @args) ? 'LIST' : 'PLAIN')
        : !$method->{bound} ? 'MAKES'
        : $method->{splat} ? 'LIST'
        : $method->{property} ? 'PROPERTY'
        : 'METHOD';
    return '    {'
        . join(', ',
        text($f->{symbol}),
        text($f->{name}),
        space($f->{space}),
        text(join ',', @{ $f->{also} }),
        map({ text($method && $method->{$_}) } qw(class name)),
        "GLA_$manner",
        scalar @args,
        scalar(grep { !defined $_->{default} } @args),
        scalar(grep { !$_->{named} } @args))
        . ",\n     "
        . text(facts($f, $manner))
        . ",\n     "
        . infos("\n         ", @args)
        . ",\n     "
        . scalar @{ $f->{results} } . ', '
        . infos("\n         ", @{ $f->{results} })
        . ", run_$f->{symbol}},\n";
}

1;
