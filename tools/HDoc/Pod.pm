package HDoc::Pod;

# Write POD: the man page for C, and Perl's manual, one page for each part of the library.

use strict;
use warnings;
use HDoc::Example qw(example_lines);
use HDoc::Manual qw(arguments_of page_entries pages perl_name area_entries signatures tasks);
use HDoc::Operators qw(operator_forms);
use HDoc::Text qw(fill none_in);

# POD interprets < and > after a capital as markup; a formula may contain both.
sub pod_text {
    my ($text, $language) = @_;
    $text = none_in($language // 'both', $text);
    $text =~ s/([A-Z])</$1E<lt>/g;
    $text =~ s/`([^`]+)`/C<< $1 >>/g;
    return $text;
}

sub c_signature {
    my ($f) = @_;
    my @args = map { my $t = $_->{type}; $t .= ' ' unless $t =~ /\*$/; "$t$_->{name}" } @{ $f->{parameters} };
    return "gla_status $f->{cname}(" . join(', ', @args) . ');';
}

sub paragraphs {
    my ($language, @texts) = @_;
    return join '', map { fill(pod_text($_, $language), '') . "\n\n" } @texts;
}

sub items {
    my ($language, @items) = @_;
    return '' unless @items;
    return "=over 4\n\n" . join('', map { "=item $_->[0]\n\n" . paragraphs($language, $_->[1]) } @items) . "=back\n\n";
}

# Write the parts common to C and Perl: heading, calls, text, arguments, results, errors.
sub entry {
    my ($language, $f, $name, $calls, @more) = @_;
    return
          "=head2 $name\n\n"
        . join('', map { '    ' . fill($_, '        ', 84) . "\n" } @$calls) . "\n"
        . paragraphs($language, $f->{summary}, @{ $f->{body} })
        . items(
        $language,
        (map { ["I<$_->{name}>", $_->{doc}] } arguments_of($f)),
        @{ $f->{results} } ? ['Returns', $f->{return}] : (),
        (map { [$_->[0], $_->[1]] } @{ $f->{throws} }, @{ $f->{warns} }),
        $f->{see} ? ['Source', $f->{see}] : (), @more
        );
}

sub room_head {
    my ($language, $room, @about) = @_;
    return "=head1 " . pod_text(uc $room->{title}) . "\n\n" . paragraphs($language, @about);
}

# Read a hand-written page.
sub frame {
    my ($model, $file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "hdoc: cannot read $file: $!\n";
    my $text = do { local $/; <$in> };
    my $kinds = items('both', map { [$_, "\u$model->{meanings}{$_}."] } grep { $model->{meanings}{$_} } @{ $model->{kinds} });
    $text =~ s/^=for hdoc kinds\n+/$kinds/m;
    return $text;
}

sub c_pod {
    my ($model, $file) = @_;
    my $rooms = join '', map {
        room_head('c', $_, $_->{intro} && $_->{name} ne 'core' ? $_->{intro} : ()),
            map { entry('c', $_->{in_c}, $_->{called}, [c_signature($_)]) }
            @{ $_->{functions} }
    } @{ $model->{rooms} };
    return frame($model, $file) =~ s/^=for hdoc functions\n+/$rooms/mr;
}

# ---- Perl -------------------------------------------------------------------------------------------------------------------
sub perl_entry {
    my ($f) = @_;
    my @operators = map { "`$_`" } operator_forms($f, 'perl');
    my @lines = map {
        my ($line, @printed) = @$_;
        ("    $line\n", map { "    # $_\n" } @printed)
    } example_lines($f, 'perl');
    return
          entry('perl', $f, perl_name($f), [signatures($f, 'perl')], @operators ? ['Operators', join ', ', @operators] : ())
        . join('', @lines)
        . (@lines ? "\n" : '');
}

sub is_perls { my ($f) = @_; return ($f->{only} // 'perl') eq 'perl' }

# Write names and their purposes in two columns.
sub columns {
    my ($width, @rows) = @_;
    return join '', map {
        my ($left, $right) = @$_;
        my $text = fill($right, ' ' x ($width + 6), 84);
        length $left > $width
            ? "    $left\n" . ' ' x ($width + 6) . "$text\n"
            : sprintf "    %-${width}s  %s\n", $left, $text;
    } @rows;
}

# A title within a sentence: proper names keep their capital.
sub within { my ($title) = @_; return $title =~ /^(?:Fourier|Markov|NumPy)/ ? $title : lcfirst $title }

# Return the first sentence up to a colon.
sub brief { my ($f) = @_; return none_in('perl', $f->{summary} =~ s/[.:](?=\s|$).*//sr) }

# Write a page of Perl's manual; $name is its name in docs/contents.txt.
sub perl_page {
    my ($model, $name) = @_;
    my ($page) = grep { $_->{perl} eq "GPULinalg::$name" } pages($model) or die "hdoc: docs/contents.txt has no page $name\n";
    my $out =
          "=encoding utf8\n\n=head1 NAME\n\n$page->{perl} - "
        . within($page->{title})
        . ": a page of the manual of GPULinalg\n\n"
        . "=head1 INDEX\n\nL<GPULinalg> lists the other pages and explains how functions are called.\n\n";
    my $body = sections(scalar frame($model, 'lang/perl/manual.pod'), $name);
    for my $room (@{ $page->{rooms} }) {
        my @entries = grep { is_perls($_) } area_entries($model, $room) or next;
        $out .= "=head2 " . pod_text($room->{title}) . "\n\n" if @{ $page->{rooms} } > 1;
        $out .= columns(26, map { [perl_name($_), brief($_)] } @entries) . "\n";
        $body .= join '', room_head('perl', $room, @{ $room->{about} }), classes($model, $room),
            map { perl_entry($_) } @entries;
    }
    return "$out$body=head1 SEE ALSO\n\nL<GPULinalg>, L<gpulinalg(1)>\n";
}

# Write the headers' description of the classes of an area.
sub classes {
    my ($model, $room) = @_;
    return map {
        paragraphs(
            'perl',
            "Class GPULinalg::" . ($_->{space} ? "$_->{space}{perl}::" : '') . "$_->{name}: $_->{summary}",
            @{ $_->{body} }
        )
    } grep { $_->{room} eq $room->{name} } @{ $model->{classes} };
}

# Return the parts of the manual's template that belong to a page: "=for hdoc page NAME" to "=for hdoc end". Without a name,
# return the rest.
sub sections {
    my ($text, $name) = @_;
    my $section = qr/^=for hdoc page (\w+)\n+(.*?)^=for hdoc end\n+/ms;
    return $text =~ s/$section//gr if !defined $name;
    my $out = '';
    while ($text =~ /$section/g) { $out .= $2 if $1 eq $name }
    return $out;
}

# Write perldoc GPULinalg: the template with the index by task, and the list of pages.
sub perl_pod {
    my ($model, $file) = @_;
    my $text = sections(frame($model, $file));
    my $tasks = join '', map {
        my $rows = columns(
            40,
            map {
                my ($what, undef, @entries) = @$_;
                [$what, join ', ', map { perl_name($_) } grep { is_perls($_) } @entries]
            } @{ $_->{rows} }
        );
        "=head2 $_->{heading}\n\n$rows\n"
    } tasks($model);
    my $pages = items(
        'perl',
        map {
            [
                "L<$_->{perl}> - " . within($_->{title}),
                join ', ', map { '`' . perl_name($_) . '`' } grep { is_perls($_) } page_entries($model, $_)
            ]
        } pages($model)
    );
    $text =~ s/^=for hdoc tasks\n+/$tasks/m or die "$file:1: no line \"=for hdoc tasks\"\n";
    $text =~ s/^=for hdoc pages\n+/$pages/m or die "$file:1: no line \"=for hdoc pages\"\n";
    return $text;
}

1;
