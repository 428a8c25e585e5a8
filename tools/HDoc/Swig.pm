package HDoc::Swig;

# What the interface file includes: the declarations of functions and classes, and Perl's table of options.

use strict;
use warnings;
use HDoc::Text qw(argument functions);

# swig/functions.i: what SWIG reads, instead of the headers.  What may be left out, or may not, has a type of its own, so that
# typemaps go by type alone.
my %TYPE = ('optional array' => 'const gla_optional_array *', 'given ints' => 'const gla_given_ints *');

sub declarations {
    my ($model) = @_;
    my $out = "/* Made by tools/hdoc from the public headers. */\n";
    my %space = map { $_->{space} ? ($_->{space}{name} => 1) : () } @{ $model->{rooms} };
    $out .= <<"END";
%{
static const char *gla_called(const char *symbol)
{
    static const char *const spaces[] = {@{[map { "\"${_}_\", " } sort keys %space]}NULL};
    for (int i = 0; spaces[i]; i++)
        if (strncmp(symbol, spaces[i], strlen(spaces[i])) == 0)
            return symbol + strlen(spaces[i]);
    return symbol;
}
%}
END
    $out .= "GLA_OBJECT($_->{type}, \"$_->{name}\")\n" for @{ $model->{classes} };
    for my $f (functions($model)) {
        $out .= "gla_status $f->{cname}(" . (join(', ', map { parameter($_) } @{ $f->{parameters} }) || 'void') . ");\n";
    }
    return $out;
}

sub parameter {
    my ($p) = @_;
    my $given = defined $p->{default} ? 'optional' : 'given';
    my $type = $TYPE{ $p->{output} ? '' : "$given $p->{form}" } // $p->{type};
    $type .= ' ' unless $type =~ /\*$/;
    return "$type$p->{name}" . (defined $p->{default} ? " = $p->{default}" : '');
}

# swig/perl-options.i: how Perl sorts positional arguments and named options (swig/perl/calls.h), and the classes.
my %LETTER = (array => 'a', target => 's', arrays => 'l', index => 'k', ints => 'n', dtype => 'd', axis => 'x', maybe => 'm',
    bool => 'b', int => 'i', int64 => 'i', double => 'f', text => 't', texts => 'T', bytes => 'y');

sub perl_options {
    my ($model) = @_;
    my $out = "/* Made by tools/hdoc from the public headers. */\n%{\nstatic gla_pl_function gla_pl_functions[] = {\n";
    for my $f (functions($model)) {
        my @args = @{ $f->{args} };
        my $required = grep { !defined $_->{default} } @args;
        my $places = grep { !$_->{named} } @args;
        my $kinds = join '', map { $LETTER{ $_->{kind} } // 'o' } @args;
        my $names = join ', ', map { "\"$_->{name}\"" } @args;
        my $list = (map { $_->{kind} eq 'strings' ? 'GLA_PL_STRINGS' : $_->{kind} eq 'arrays' ? 'GLA_PL_ARRAYS' : () }
            @{ $f->{results} } == 1 ? $f->{results}[0] : ())[0] // 'GLA_PL_NO_LIST';    # a list by itself is written out
        $out .= sprintf "    {\"%s\", {\"%s\", (const char *const[]){%s}, %d, %d},\n"
            . "     \"%s\",\n     \"%s\", %d, %d, %s, NULL},\n",
            $f->{symbol}, $f->{name}, $names || 'NULL', $required, scalar @args, $kinds,
            perl_facts($f, $kinds) =~ s/"/\\"/gr, $places, scalar @{ $f->{results} }, $list;
    }
    $out .= "};\nstatic const gla_pl_class gla_pl_classes[] = {\n";
    $out .= "    {\"$_->{name}\", \"$_->{package}\"},\n" for @{ $model->{classes} };
    return $out . "};\n%}\n";
}

# What the Perl side wants to know of a function, in words: its name with the namespace, the sub, the package, namespaces that
# it also stands in, package and method of a class, how that is called, the kinds and the arguments.
sub perl_facts {
    my ($f, $kinds) = @_;
    my $method = $f->{method};
    return join ' ', $f->{called}, $f->{symbol}, 'GPULinalg' . ($f->{space} ? "::$f->{space}{perl}" : ''),
        join(',', map { ucfirst } @{ $f->{also} }) || '-',
        $method ? ($method->{of}{package}, $method->{name}, !$method->{bound} ? 'class' : $method->{splat} ? 'list' : 'object')
            : ('-', '-', '-'),
        $kinds || '-', map { argument($_) } @{ $f->{args} };
}

1;
