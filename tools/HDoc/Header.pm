package HDoc::Header;

# Read the public headers: prototypes and the doc comments before them, in one strict form (see tools/README.md). Any other form
# stops the build with file and line.

use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(read_comment read_headers);

# Allowed argument types: C type => [kind, its name in the docs, its form if languages write it in their own way]. The kind of a
# handle is the name of its class, which begins with a capital.
my %INPUT = (
    'const gla_array *'    => ['array', 'array_like'],
    'const gla_places *'   => ['array', 'array_like', 'places'],
    'const gla_typed *'    => ['array', 'array_like or dtype name', 'typed'],
    'const gla_typeds *'   => ['arrays', 'array_like or dtype name', 'typeds'],
    'const gla_blocks *'   => ['arrays', 'list of lists of array_like', 'blocks'],
    'const gla_sparses *'  => ['sparses', 'list of Sparse', 'sparses'],
    'const gla_chosen *'   => ['chosen', 'array_like or str'],
    'const gla_variable *' => ['variable', 'array_like or str'],
    'const gla_dataset *'  => ['data', 'Table, dict of columns, data frame or array_like'],
    'const gla_fits *'     => ['fits', 'list of Fit'],
    'gla_array *'          => ['target', 'Array'],
    'const gla_arrays *'   => ['arrays', 'list of array_like'],
    'const gla_index *'    => ['index', 'index'],
    'const gla_ints *'     => ['ints', 'int or list of int'],
    'gla_dtype'            => ['dtype', 'dtype name'],
    'gla_axis'             => ['axis', 'int or none'],
    'gla_maybe'            => ['maybe', 'bool or none'],
    'bool'                 => ['bool', 'bool'],
    'int'                  => ['int', 'int'],
    'gla_transpose'        => ['int', 'int or str', 'transpose'],
    'int64_t'              => ['int64', 'int'],
    'double'               => ['double', 'float'],
    'const char *'         => ['text', 'str'],
    'const gla_path *'     => ['text', 'str', 'path'],
    'const gla_strings *'  => ['texts', 'str or list of str'],
    'const gla_bytes *'    => ['bytes', 'bytes'],
);
my %OUTPUT = (
    'gla_array **'   => ['array', 'Array'],
    'char **'        => ['text', 'str'],
    'gla_strings **' => ['strings', 'list of str'],
    'gla_record **'  => ['record', 'dict'],
    'gla_arrays **'  => ['arrays', 'Array or tuple of Array'],
    'gla_objects **' => ['objects'],    # of the class in GLA_OF
    'gla_ints **'    => ['sizes', 'tuple of int'],
    'gla_dtype *'    => ['dtype_name', 'dtype'],
    'bool *'         => ['truth', 'bool'],
    'double *'       => ['number', 'float'],
    'int64_t *'      => ['integer', 'int'],
);

# Reserved words of one of the languages, which cannot be argument names.
my %RESERVED = map { $_ => 1 } qw(lambda class def del from import in is not or pass with yield function next repeat end);

sub fail { my ($file, $line, $message) = @_; die "$file:$line: $message\n" }

my %CLASS;    # C type => class

# Read all headers. Return { kinds => [names of the classes of errors and warnings], parents => {name => Python's base class},
#   meanings => {name => purpose}, classes => [{name, type, prefix, summary, body, package, ...}],
#   rooms => [{name, title, intro, space => {name, perl, prefix}, also => [namespaces], functions => [...]}] }.
sub read_headers {
    my @files = @_;
    my (@rooms, @kinds, %parents, %meanings);
    %CLASS = ();
    for my $file (@files) {
        open my $in, '<:encoding(UTF-8)', $file or die "hdoc: cannot read $file: $!\n";
        my @lines = <$in>;
        close $in;
        chomp @lines;
        for (@lines) {
            $meanings{$1} = $2 if /^ \* (\w+(?:Error|Warning)) {2,}(\S.*?)(?: \*\/)?$/;
            my ($kind, $parent) = /^\s*X\(GLA_\w+,\s*"(\w+)"(?:,\s*PyExc_(\w+))?/ or next;
            push @kinds, $kind;
            $parents{$kind} = $parent;
        }
        push @rooms, read_room($file, @lines);
    }
    my @classes = sort { $a->{number} <=> $b->{number} } values %CLASS;
    my $model = { kinds => \@kinds, parents => \%parents, meanings => \%meanings, rooms => \@rooms, classes => \@classes };
    check_references($model);
    return $model;
}

# Return a namespace as each language writes it: stats.norm, Stats::Norm, and stats_norm in C.
sub read_space {
    my ($name, $perl) = @_;
    return { name => $name, perl => $perl // join('::', map { ucfirst } split /[.]/, $name), prefix => $name =~ tr/./_/r };
}

sub read_room {
    my ($file, @lines) = @_;
    my ($name) = $file =~ m{(\w+)\.h$} or die "hdoc: $file is no header\n";
    my $opening = join ' ', @lines;
    my ($title, $intro) = $opening =~ m{^/\*\s+\Q$name\E\.h - (.+?)\.\s+(.*?)\*/}
        or fail($file, 1, "the header does not begin with /* $name.h - title.");
    my @paragraphs = split /\s+\*(?=\s+\*\s)/, $intro;
    s/^[\s*]+//, s/\s+\*?\s*/ /g for $title, $intro, @paragraphs;
    s/\s*\@(?:also \w+|alias \w+ \w+|namespace [\w.]+(?: [A-Z]\w*(?:::\w+)*)?)//g, s/^\s+|\s+$//g for @paragraphs;
    my $room = { name => $name, title => ucfirst $title, functions => [], also => [], alias => [] };
    $room->{about} = [grep { length && !/^Threads: / } @paragraphs];
    push @{ $room->{also} }, $1 while $intro =~ s/\s*\@also (\w+)//;
    push @{ $room->{alias} }, [$1, $2] while $intro =~ s/\s*\@alias (\w+) (\w+)//;
    $room->{space} = read_space($1, $2) if $intro =~ s/\s*\@namespace ([\w.]+)(?: ([A-Z]\w*(?:::\w+)*))?//;
    fail($file, 1, "a namespace has two levels at most: $room->{space}{name}")
        if $room->{space} && $room->{space}{name} !~ /^\w+(?:[.]\w+)?$/;
    $intro =~ /(\@\w+)/ and fail($file, 1, "unknown tag $1");
    $room->{intro} = $intro =~ s/\s+$//r;
    my ($exported, $hidden) = (0, 0);

    for (my $i = 0; $i < @lines; $i++) {
        local $_ = $lines[$i];
        $exported = 1 if /^GLA_BEGIN_DECLS/;
        $exported = 0 if /^GLA_END_DECLS/;
        $hidden++ if $hidden ? /^#\s*if/ : /^#\s*ifndef SWIG/;
        $hidden-- if $hidden && /^#\s*endif/;
        next if !$exported || $hidden;
        $room->{title} = ucfirst $1 if m{^/\* -{2,} (.+?) -+ \*/};
        fail($file, $i + 1, 'a function without a doc comment') if /^\w[\w\s*]*\(/ && !/^_Pragma/;
        next unless m{^/\*\*};
        my $start = $i;
        $i++ until $lines[$i] =~ m{\*/\s*$} || $i == $#lines;
        my $function = read_comment($file, $start + 1, @lines[$start .. $i]);
        my $first = ++$i;
        $i++ until $i >= $#lines || $lines[$i] =~ /;\s*$/;
        my $declaration = join ' ', @lines[$first .. $i];

        if ($declaration =~ /^GLA_CLASS\((gla_\w+), "([A-Z]\w*)"\);$/) {
            read_class($file, $start + 1, $room, $function, $1, $2);
            next;
        }
        fail($file, $start + 1, '@named belongs to a class') if defined $function->{named};
        read_prototype($file, $first + 1, $declaration, $function);
        name_function($file, $start + 1, $room, $function);
        check_function($file, $start + 1, $function);
        name_again($file, $start + 1, $room, $function);
        push @{ $room->{functions} }, $function;
    }
    return $room;
}

# Parse a comment into {summary, body, params => {name => text}, order, return, throws, warns => [[kind, text]], needs, cost,
#   vjp, see, method, operator, example}.
sub read_comment {
    my ($file, $line, @comment) = @_;
    my %f = (file => $file, line => $line, body => [], params => {}, order => [], throws => [], warns => []);
    my ($paragraph, $tag, $rank) = ([], undef, 0);
    my $end_paragraph = sub {
        push @{ $f{body} }, join ' ', @$paragraph if @$paragraph;
        $paragraph = [];
    };
    my %rank = (
        named    => 1,
        param    => 1,
        return   => 2,
        throws   => 3,
        warns    => 4,
        needs    => 5,
        cost     => 5,
        vjp      => 5.5,
        see      => 6,
        since    => 7,
        also     => 8,
        alias    => 9,
        method   => 10,
        operator => 11,
        example  => 12
    );
    for my $n (0 .. $#comment) {
        my $at = $line + $n;
        my $text = $comment[$n] =~ s{\s*\*/\s*$}{}r;
        $text =~ s{^(?:/\*\*| \*)}{} or $text eq '' or fail($file, $at, 'a comment line does not begin with " *"');
        if ($text =~ /^\s*$/) {
            fail($file, $at, 'an empty line among the tags') if $tag && $n < $#comment;
            $end_paragraph->();
        } elsif ($text =~ /^ \@(\w+)\s+(.*)/) {
            my ($word, $rest) = ($1, $2);
            $end_paragraph->() unless $tag;
            my $new = $rank{$word} or fail($file, $at, "unknown tag \@$word");
            fail($file, $at,
                      "\@$word comes after a later tag; the order is param, return, throws, warns, needs, cost, see, since, "
                    . 'also, alias, method, operator, example')
                if $new < $rank;
            $rank = $new;
            $tag = begin_tag($file, $at, \%f, $word, $rest);
        } elsif ($tag && ref $tag eq 'ARRAY') {
            $text =~ /^ {2,}(\S.*)/ or fail($file, $at, 'a line that continues a tag is not indented');
            push @$tag, $1;
        } elsif ($tag) {
            $text =~ /^ {2,}(\S.*)/ or fail($file, $at, 'a line that continues a tag is not indented');
            $$tag .= " $1";
        } else {
            $text =~ /^ (\S.*)/ or fail($file, $at, 'text is not set off by one space');
            push @$paragraph, $1;
        }
    }
    $end_paragraph->();
    $f{summary} = shift @{ $f{body} } or fail($file, $line, 'the comment has no first sentence');
    $f{summary} =~ /[.]$/ or fail($file, $line, 'the first sentence does not end with a point');
    return \%f;
}

# Read a class of handles and the comment before it.
sub read_class {
    my ($file, $line, $room, $comment, $type, $name) = @_;
    my $tag = (grep { defined $comment->{$_} } qw(return see since method also alias operator example))[0];
    fail($file, $line, "\@$tag belongs to a function") if $tag || @{ $comment->{order} };
    my $space = $room->{space};
    my $prefix =
          $space && $type =~ /^gla_\Q$space->{prefix}\E_(\w+)$/
        ? $1
        : lc $name =~ s/(?<=[a-z])(?=[A-Z])/_/gr;
    $CLASS{$type} = {
        %$comment{qw(file line summary body named)},
        number  => scalar keys %CLASS,
        name    => $name,
        type    => $type,
        prefix  => $prefix,
        symbol  => !$space || $space->{prefix} eq $prefix ? $prefix : "$space->{prefix}_$prefix",
        room    => $room->{name},
        space   => $space,
        also    => $room->{also},
        package => join('::', 'GPULinalg', $space ? $space->{perl} : (), $name)
    };
    return;
}

# Determine the name of a function for scripts: gla_fft_rfft of the namespace fft is rfft. gla_stream_query is the method query
# of class Stream, because its first argument is a Stream, and gla_new_stream makes a Stream. If a class has the name of its
# namespace, such as Sparse in sparse, the functions of the namespace whose first argument is a Sparse are its methods. A method
# without such a name has @method Class.name. "@method property" marks a property in Python, and "(*args)" a list of arrays that
# is written out. Scripts call the method; the function itself is hidden.
sub name_function {
    my ($file, $line, $room, $f) = @_;
    my ($space, $tag) = ($room->{space}, $f->{method} // '');
    if ($space && $f->{name} !~ s/^\Q$space->{prefix}\E_//) {
        fail($file, $line, "$f->{cname} is in the namespace $space->{name}, but its name is not gla_$space->{prefix}_...");
    }
    @$f{qw(room space)} = ($room->{name}, $space);
    $f->{symbol} = $f->{cname} =~ s/^gla_//r;
    $f->{called} = $space ? "$space->{name}.$f->{name}" : $f->{name};
    $f->{also} = [@{ $room->{also} }, $f->{also} // ()];
    my ($self, $made) = map { defined && /^[A-Z]/ ? class_named($_) : undef }
        map { ($_->[0] // {})->{kind} } @$f{qw(args results)};
    my ($class, $name) = $tag =~ /^([A-Z]\w*)\.(\w+)$/;
    ($class, $name) = ($self->{name}, $1) if $self && $f->{name} =~ /^\Q$self->{prefix}\E_(\w+)$/;
    ($class, $name) = ($self->{name}, $f->{name}) if $self && $space && $self->{prefix} eq $space->{prefix};
    ($class, $name) = ($made->{name}, 'new') if $made && $f->{name} eq "new_$made->{prefix}";
    delete $f->{method};
    fail($file, $line, '@method needs Class.name, "(*args)" or "property"')
        if $tag ne '' && (!$class || $tag !~ /^(?:property|\(\*args\)|[A-Z]\w*\.\w+)$/);
    return if !$class;
    my $owner = class_named($class) // fail($file, $line, "there is no class $class");
    $owner->{callable} = 1 if $name eq 'call';    # the function with the class's name is its constructor
    $f->{method} = {
        class    => $class,
        name     => $name,
        splat    => $tag eq '(*args)',
        property => $tag eq 'property',
        of       => $owner,
        bound    => $self && $self == $owner && $name ne 'new'
    };
    return;
}

sub class_named {
    my ($name) = @_;
    return (grep { $_->{name} eq $name } values %CLASS)[0];
}

# Store the content of a tag; return a reference to its text, for continuation lines.
sub begin_tag {
    my ($file, $line, $f, $word, $rest) = @_;
    if ($word eq 'param') {
        my ($name, $text) = $rest =~ /^(\w+)\s+(\S.*)/ or fail($file, $line, '@param needs a name and a text');
        fail($file, $line, "\@param $name stands twice") if exists $f->{params}{$name};
        push @{ $f->{order} }, $name;
        $f->{params}{$name} = $text;
        return \$f->{params}{$name};
    }
    if ($word eq 'throws' || $word eq 'warns') {
        my ($kind, $text) = $rest =~ /^(\w+)\s+(if\s.*)/ or fail($file, $line, "\@$word needs a kind and \"if …\"");
        push @{ $f->{$word} }, [$kind, $text, $line];
        return \$f->{$word}[-1][1];
    }
    if ($word eq 'alias') {
        my @names = $rest =~ /^(\w+)\s+(\w+)$/ or fail($file, $line, '@alias needs the other name and the name of an argument');
        push @{ $f->{alias} }, \@names;
        return \my $continued;
    }
    fail($file, $line, '@since needs a version, such as 0.2') if $word eq 'since' && $rest !~ /^\d+[.]\d+$/;
    fail($file, $line, "\@$word stands twice") if defined $f->{$word};
    return $f->{example} = [$rest] if $word eq 'example';
    $f->{$word} = $rest;
    return \$f->{$word};
}

sub read_prototype {
    my ($file, $line, $text, $f) = @_;
    $text =~ s/\s+/ /g;
    my ($name, $list) = $text =~ /^ ?gla_status (gla_\w+)\((.*)\);$/
        or fail($file, $line, 'after the comment stands no "gla_status gla_name(...);"');
    @$f{qw(cname name args results parameters)} = ($name, $name =~ s/^gla_//r, [], [], []);
    my $words = qr/(?:[^()"]|"[^"]*"|\([-\d, ]+\))*/;
    my ($choice, $of) = (qr/ GLA_CHOICE\(($words)\)/, qr/ GLA_(?:OF|WITH)\((\w+)\)/);
    my $optional = qr/ GLA_(DEFAULT|OPTION)\(=\s*($words)\)/;
    while ($list =~ /\G\s*((?:const )?\w+ \**)(\w+)( GLA_SPREAD| GLA_OR_NONE)?(?:$of)?(?:$choice)?(?:$optional)?(?:,|$)/gc) {
        my ($type, $arg, $word, $of, $choice, $how, $default) = ($1, $2, $3, $4, $5, $6, $7);
        $type =~ s/ $//;
        my $p = { name => $arg, type => $type, default => $default, named => ($how // '') eq 'OPTION' };
        $p->{spread} = 1 if ($word // '') eq ' GLA_SPREAD';
        $p->{choice} = [$choice =~ /"([^"]*)"/g] if defined $choice;
        if (my $in = $INPUT{$type} // handle($type =~ /^const (\w+) \*$/ ? $1 : '')) {
            @$p{qw(kind doctype form)} = (@$in[0, 1], $in->[2] // $in->[0]);
            if (($word // '') eq ' GLA_OR_NONE') {
                fail($file, $line, "$arg: only texts of a list can be none") if $p->{kind} ne 'texts';
                @$p{qw(doctype form)} = ('list of str or none', 'labels');
            }
            fail($file, $line, "$arg is not a string, so it cannot have a choice")
                if $choice && $p->{kind} !~ /^(?:text|chosen)$/;
            fail($file, $line, "$arg may be a text, so it needs a GLA_CHOICE") if !$choice && $p->{kind} eq 'chosen';
            fail($file, $line, "$arg cannot be a name in every language") if $RESERVED{$arg};
            fail($file, $line, "$arg is not a list of integers, so its default cannot be one")
                if $p->{kind} ne 'ints' && ($default // '') =~ /^\(/;
            push @{ $f->{args} }, $p;
        } elsif (my $out = $OUTPUT{$type} // handle($type =~ s/ \*\*$//r)) {
            @$p{qw(kind doctype output)} = (@$out[0, 1], 1);
            if (defined $of && $p->{kind} =~ /^arrays?$/) {
                $p->{with} = $of;
                undef $of;
            }
            fail($file, $line, "$arg: GLA_OF(handle) says of which class gla_objects ** are, and nothing else has it")
                if ($p->{kind} eq 'objects') != defined($of && handle($of));
            ($p->{class}) = @{ handle($of) } if defined $of;
            $p->{doctype} = "$p->{class} or tuple of $p->{class}" if defined $of;
            push @{ $f->{results} }, $p;
        } else {
            fail($file, $line, "no language can pass a $type (see tools/HDoc/Header.pm and swig/gpulinalg.i)");
        }
        push @{ $f->{parameters} }, $p;
        last if pos($list) == length $list;
    }
    fail($file, $line, "cannot read the arguments at: " . substr $list, pos($list) // 0)
        unless ($list eq 'void') || (pos($list) // 0) == length $list;
}

sub handle { my ($type) = @_; return $CLASS{$type} && [($CLASS{$type}{name}) x 2] }

# Check that the comment describes exactly the arguments of the prototype, in the same order.
sub check_function {
    my ($file, $line, $f) = @_;
    my $have = join ' ', map { $_->{name} } @{ $f->{args} };
    my $said = join ' ', @{ $f->{order} };
    fail($file, $line, "$f->{cname}: the \@param lines say ($said), the prototype has ($have)") if $have ne $said;
    fail($file, $line, "$f->{cname}: no \@return") unless defined $f->{return};
    my ($optional, $named, $spread) = (0, 0, 0);
    for my $with (grep { defined } map { $_->{with} } @{ $f->{results} }) {
        fail($file, $line, "$f->{cname}: there is no optional argument $with that a result could depend on")
            if !grep { $_->{name} eq $with && defined $_->{default} } @{ $f->{args} };
    }
    for my $p (@{ $f->{args} }) {
        fail($file, $line, "$f->{cname}: $p->{name} is given by place but follows a list that is written out")
            if $spread && !$p->{named};
        $spread ||= $p->{spread};
        fail($file, $line, "$f->{cname}: $p->{name} is not a list of arrays")
            if $p->{spread} && $p->{kind} !~ /^(?:arrays|sparses|fits)$/;
        $named ||= $p->{named};
        fail($file, $line, "$f->{cname}: $p->{name} is given by place but follows one that is given by name")
            if $named && !$p->{named};
        $p->{doc} = $f->{params}{ $p->{name} };
        $optional ||= defined $p->{default};
        fail($file, $line, "$f->{cname}: $p->{name} has no default but follows one that has")
            if $optional && !defined $p->{default};
    }
}

# Add alternative names of arguments: those of the function, and those of its header, which apply to options only.
sub name_again {
    my ($file, $line, $room, $f) = @_;
    my %argument = map { $_->{name} => $_ } @{ $f->{args} };
    my @shared = grep { $argument{ $_->[1] } && defined $argument{ $_->[1] }{default} } @{ $room->{alias} };
    for (@{ $f->{alias} // [] }, grep { !$argument{ $_->[0] } } @shared) {
        my ($other, $name) = @$_;
        my $p = $argument{$name} // fail($file, $line, "$f->{cname}: there is no argument $name for \@alias $other");
        fail($file, $line, "$f->{cname}: \@alias $other is the name of an argument") if $argument{$other};
        fail($file, $line, "$f->{cname}: $name has two other names") if defined $p->{alias};
        fail($file, $line, "$other cannot be a name in every language") if $RESERVED{$other};
        $p->{alias} = $other;
        $p->{doc} .= "; also called `$other`";
    }
    return;
}

# Check that error kinds and names in backticks exist.
sub check_references {
    my ($model) = @_;
    my %kind = map { $_ => 1 } @{ $model->{kinds} };
    my @functions = map { @{ $_->{functions} } } @{ $model->{rooms} };
    my (%function, %symbol);
    my %space = map {
        $_->{space} ? ($_->{space}{name} => 1) : map { $_ => 1 }
            @{ $_->{also} }
    } @{ $model->{rooms} };
    for my $f (@functions) {
        fail($f->{file}, $f->{line}, "$f->{cname} is declared twice") if $symbol{ $f->{cname} }++;
        fail($f->{file}, $f->{line}, "$f->{cname} has the name of a namespace") if $space{ $f->{called} };
        $function{$_} = 1 for $f->{name}, $f->{called};
    }
    for my $f (@functions) {
        for my $t (@{ $f->{throws} }, @{ $f->{warns} }) {
            fail($f->{file}, $t->[2], "$t->[0] is not in GLA_ERROR_KINDS or GLA_WARNING_KINDS") unless $kind{ $t->[0] };
        }
        my %local = map { $_ => 1 } map { ($_->{name}, $_->{alias} // ()) } @{ $f->{args} };
        my $text = join ' ', $f->{summary}, @{ $f->{body} }, values %{ $f->{params} }, $f->{return},
            map { $_->[1] } @{ $f->{throws} }, @{ $f->{warns} };
        while ($text =~ /`([a-z_][\w.]*)(?:\(\))?`/g) {
            fail($f->{file}, $f->{line}, "$f->{cname}: there is neither a function nor an argument `$1`")
                unless $1 eq 'none' || $function{$1} || $local{$1};
        }
    }
}

1;
