package HDoc::Needs;

# Requirements of operations on a backend: check the @needs lines against the contract's areas and slots, and write the tables
# that dispatch and `gpulinalg info --ops` read.

use strict;
use warnings;
use Exporter 'import';
use FindBin;
use HDoc::Text qw(functions);
our @EXPORT_OK = qw(read_needs);

sub fail { my ($f, $message) = @_; die "$f->{file}:$f->{line}: $f->{cname}: \@needs: $message\n" }

# Return the headers of the contract that have slots.
sub area_headers {
    my @found;
    for my $file (sort glob "$FindBin::Bin/../src/contract/*.h") {
        open my $in, '<:encoding(UTF-8)', $file or next;
        local $/ = undef;
        push @found, $file =~ s{.*/}{}r if <$in> =~ /^typedef struct gla_\w+_ops \{/m;
    }
    return @found;
}

# Return the contract's slots in order, as [area, slot], for the areas in gla_backend.
sub slots {
    my ($text, @slots) = ('');
    for my $file (glob "$FindBin::Bin/../src/backend.h $FindBin::Bin/../src/contract/*.h") {
        open my $in, '<:encoding(UTF-8)', $file or next;
        local $/ = undef;
        $text .= <$in>;
    }
    $text =~ s{/\*.*?\*/}{}gs;
    my ($rooms) = $text =~ /^#define GLA_AREAS\(AREA\)((?:.*\\\n)*.*)/m;
    my %room = map { ("${_}_ops" => $_) } ($rooms // '') =~ /AREA\((\w+)\)/g;
    while ($text =~ /^typedef struct gla_(\w+_ops) \{\n(.*?)^\} gla_\1;/gms) {
        my ($room, $members) = ($room{$1} // next, $2);
        push @slots, [$room, $1] while $members =~ /^ +[\w *]+\(\*(\w+)\)\(/gm;
    }
    die "hdoc: no slots in src/contract\n" unless @slots;
    return @slots;
}

# Parse "A, B; C, else the host" -> $f->{needs}: the slots in order; and $model->{slots}, which records where the host steps in.
sub read_needs {
    my ($model) = @_;
    my @slots = slots();
    my %known = map { join('.', @$_) => 1 } @slots;
    my (%host, @all);
    for my $f (functions($model)) {
        my $text = delete $f->{needs};
        if (!defined $text) {
            fail($f, 'it takes or makes arrays, so its comment must say what it needs of a backend, or "nothing"')
                if grep { $_->{kind} =~ /^(?:array|arrays|target)$/ } @{ $f->{parameters} };
            next;
        }
        $f->{needs} = [];
        for my $group ($text eq 'nothing' ? () : split /;\s*/, $text) {
            my $host = $group =~ s/, else the host$// || 0;
            for my $name (split /,\s*/, $group, -1) {
                fail($f, "\"$name\" is not a slot of src/contract") unless $known{$name};
                fail($f, "$name falls back to the host in one function and not in another")
                    if ($host{$name} //= $host) != $host;
                push @{ $f->{needs} }, $name;
            }
        }
    }
    $model->{slots} = [map { { room => $_->[0], name => $_->[1], host => $host{"$_->[0].$_->[1]"} // 0 } } @slots];
}

sub constant { return 'GLA_SLOT(' . $_[0] =~ s/\./, /r . ')' }

# src/contract/NAME_slots.h: the slots of an area, for tables of them.
sub names {
    my ($model, $room) = @_;
    my $guard = 'GLA_CONTRACT_' . uc($room) . '_SLOTS_H';
    my $list = join ' ', map { "SLOT($_->{name})" } grep { $_->{room} eq $room } @{ $model->{slots} };
    return <<"END";
/* Made by tools/hdoc from src/contract: the slots of the area $room. */
#ifndef $guard
#define $guard

#define GLA_SLOTS_OF_$room(SLOT) $list

#endif
END
}

# src/needs.c: the position of each slot, and the slots that each operation needs. Functions that languages offer only as
# methods are left out, because users do not see their names.
sub tables {
    my ($model) = @_;
    my %rooms = map { $_->{room} => 1 } @{ $model->{slots} };
    my $out = <<'END';
/* Made by tools/hdoc from src/contract and the @needs lines of the public headers; src/core/dispatch.h explains the tables. */
#include "core/dispatch.h"
END
    $out .= "#include \"contract/$_\"\n" for area_headers();
    $out .= "\n";
    $out .= "_Static_assert(sizeof(gla_${_}_ops) <= GLA_AREA_SLOTS * sizeof(void (*)(void)), \"too many slots\");\n"
        for sort keys %rooms;
    $out .= "\nconst gla_slot_entry gla_slots[GLA_SLOT_COUNT] = {\n";
    for my $s (@{ $model->{slots} }) {
        $out .=
            "    [GLA_SLOT($s->{room}, $s->{name})] = {\"$s->{room}.$s->{name}\", " . ($s->{host} ? 'true' : 'false') . "},\n";
    }
    $out .= "};\n\nconst gla_operation_needs gla_operations[] = {\n";
    for my $f (grep { $_->{needs} && !$_->{method} } functions($model)) {
        $out .= "    {\"$f->{called}\", {" . (join(', ', map { constant($_) } @{ $f->{needs} }) || '0') . "}},\n";
    }
    return $out . "    {0}\n};\n";
}

1;
