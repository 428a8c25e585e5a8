package GPULinalg;

# The functions come from C (swig/perl5.i). This file adds the class, its operators and the Perl-specific syntax.

use strict;
use warnings;
use Scalar::Util ();
use XSLoader;
use version ();

our $VERSION = '0.1.0';
our (@_functions, @_classes);    # filled by the C part: the function table of gpulinalg/call.h, and the packages of classes
XSLoader::load('GPULinalg');
for (@_functions) {
    my @facts = split / /;
    $_ = $_ eq '-' ? 'GPULinalg' : "GPULinalg::$_" for $facts[2];
    $_ = "GPULinalg::$_" for grep { $_ ne '-' } $facts[4];
    $_ = join ' ', @facts;
}

# ---- values for C ---------------------------------------------------------------------------------------------------

# Return a value without magic: tied values are read, and objects that wrap numbers are unpacked. Arrays in a list stay, and
# PDLs become arrays. Recursion stops beyond the greatest depth of an array; the C part then reports the error.
sub _plain {
    my ($x, $depth) = (@_, 0);
    my $class = Scalar::Util::blessed($x);
    if (!defined $class) {
        return $x if ref $x ne 'ARRAY' || $depth > 16;
        my @plain;
        for my $i (0 .. $#$x) {    # by index: reading one element may remove others
            my $item = $x->[$i];
            push @plain, _plain($item, $depth + 1);
        }
        return \@plain;
    }
    return bless [map { _part($_) } $x->Re, $x->Im], 'GPULinalg::_Complex' if $class eq 'Math::Complex';
    return _big($x) if grep { $x->isa("Math::Big$_") } qw(Int Float Rat);
    return [@$x] if $class eq 'GPULinalg::Shape';
    $x = asarray($x) if $x->isa('PDL');
    return $x if $depth || !$x->isa('GPULinalg::Array');
    return _plain(GPULinalg::Array::aref($x));
}

# Return the real or imaginary part of a complex number as a plain number; arithmetic could lose the sign of a zero.
sub _part { my ($part) = @_; return unpack 'd', pack 'd', ref $part ? 'nan' : $part }

# Return a Math::BigInt or similar number as a string; a string with an exponent is a floating-point number.
sub _big {
    my ($x) = @_;
    return $x->bstr if $x->isa('Math::BigInt') || $x->is_nan || $x->is_inf;
    return $x->isa('Math::BigRat') ? sprintf '%.17e', $x->numify : $x->bsstr;
}

# Return the elements of a list as a list without magic; for a hash its keys and values alternately, sorted by key.
sub _elements {
    my ($x) = @_;
    return [_values(@$x)] if ref $x ne 'HASH';
    my %copy = _values(%$x);
    return [map { $_ => $copy{$_} } sort keys %copy];
}

sub _text_of { my ($x) = @_; return "$x" }

# Return the dtype, data and dimensions of a PDL, using its methods only.
sub _pdl_parts {
    my ($pdl) = @_;
    my $whole = $pdl->copy;
    return ['' . $whole->type->ioname, $whole->get_dataref, map { int } reverse $whole->dims];
}

# Return the number of bad values of a PDL. The bad flag is not enough: it is also set if only other elements of the parent PDL
# are bad.
sub _bad_values {
    my ($pdl) = @_;
    return 0 if !$pdl->can('badflag') || !$pdl->badflag;
    my $count = $pdl->nbad;    # nbad returns a PDL
    return int "$count";
}

# Return the PDL of an object that is a hash and contains a PDL, or code that makes one.
sub _pdl_of_hash {
    my ($x) = @_;
    for (1 .. 100) {
        $x = $x->{PDL};
        $x = $x->($x) if ref $x eq 'CODE';
        return $x if !defined Scalar::Util::blessed($x) || !$x->isa('PDL') || Scalar::Util::reftype($x) ne 'HASH';
    }
    return undef;
}

our @called_as;    # the running library function, and the name that messages use for it

# Call a function of the library so that its errors, and errors in making its handle, are reported in the name $name.
sub _as {
    my ($name, $function, @arguments) = @_;
    my ($error, @results);
    {
        local $@;
        local @called_as = ($function, $name);
        eval { @results = GPULinalg->can($function)->(@arguments); 1 } or $error = $@;
    }
    return wantarray ? @results : $results[0] if !defined $error;
    $error->{message} =~ s/^(?:\Q$function\E|new_\w+|[A-Z]\w+[.]\w+):/$name:/
        if Scalar::Util::blessed($error) && $error->isa('GPULinalg::Error');
    die $error;
}

sub _load_complex { require Math::Complex; return 1 }

# Math::Complex->make refuses NaN.
sub _complex {
    my ($re, $im) = @_;
    my $z = Math::Complex->make(0, 0);
    $z->_set_cartesian([$re, $im]);
    return $z;
}

# Make an Array from the bytes of pack: from_packed($bytes, dtype => 'float64', shape => [2, 3]).
sub from_packed {
    my ($bytes, %option) = &_values;
    my ($dtype, $shape) = delete @option{qw(dtype shape)};
    _fail('ArgumentError', "from_packed: there is no option \"$_\"; the options are: dtype, shape") for sort keys %option;
    return _from_packed($bytes, $dtype, $shape);
}

# ---- constants and exports ------------------------------------------------------------------------------------------

use constant { pi => 4 * atan2(1, 1), e => exp(1), inf => 9**9**9, nan => -sin(9**9**9), newaxis => undef };

my @dtypes = qw(bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128);
my @constants = qw(pi e inf nan newaxis);

# Functions written in Perl, and the areas that they belong to.
my %own = (
    (map { $_ => 'expression' } qw(elementwise reduction scan)),
    (map { $_ => 'search' } qw(find_root find_minimum)),
    (map { $_ => 'tape' }
            qw(grad value_and_grad vjp jvp jacobian hessian hvp custom_vjp checkpoint check_gradient)),
    (map { $_ => 'io' } qw(loadtxt savetxt)),
    from_packed => 'array',
    placement   => 'core',
    stream      => 'stream',
);
my %builtin = map { $_ => 1 } qw(abs atan2 cos exp log sin sqrt);    # exported only on request, because they shadow Perl's own
my %syntax = (qr => 1, sort => 1);    # Perl would not call them without a package or &
our (@EXPORT_OK, %EXPORT_TAGS);

sub _set_up {
    no strict 'refs';
    for my $dtype (@dtypes) {
        *$dtype = sub () { $dtype };
    }
    my %maker = map { $_ => 1 } qw(asarray arange linspace array_str);
    my (@names, %tag);
    my %package = (GPULinalg => 1, 'GPULinalg::Array' => 1);
    GPULinalg::Classes::class($_), $package{$_} = 1 for @_classes;
    for (@_functions) {
        my ($called, $symbol, $package, $also, $class, $method, $how, $kinds, $room, $since, @arguments) = split / /;
        my $name = $called =~ s/.*[.]//r;
        my @packages = ($package, map { 'GPULinalg::' . ucfirst } grep { $_ ne '-' } split /,/, $also);
        $package{$_} = *{"${_}::$name"} = \&$symbol for grep { $_ ne 'GPULinalg' } @packages;
        GPULinalg::Classes::method($class, $method, $how, $symbol, @arguments) if $class ne '-';
        GPULinalg::Classes::spread($package, $name, @arguments) if $class eq '-' && $how eq 'list';
        next if $package ne 'GPULinalg';
        push @names, $name;
        push @{ $tag{$_} }, $name for $room, "v$since", grep { $_ ne '-' } split /,/, $also;
        *{"GPULinalg::Array::$name"} = \&$name if $kinds =~ /^[as]/ && !$maker{$name};
    }
    *{"${_}::AUTOLOAD"} = \&GPULinalg::Import::missing for keys %package;
    my @always = (sort(keys %own), grep { $_ ne 'e' } @constants);    # e is a likely name in scripts
    push @{ $tag{ $own{$_} } }, $_ for sort keys %own;
    @EXPORT_OK = (@names, sort(keys %own), @dtypes, @constants);
    %EXPORT_TAGS = (
        map({ $_ => [grep { !$builtin{$_} && !$syntax{$_} } @{ $tag{$_} }] } grep { !/^v/ } keys %tag),
        all       => [(grep { !$builtin{$_} && !$syntax{$_} } @names), @always],
        override  => [grep { $builtin{$_} } @names],
        dtypes    => \@dtypes,
        constants => \@constants,
        _versions(\%tag, @always),
    );
}

# The tag :v0.1 exports what :all exported in version 0.1, so that names of later versions cannot clash with a script written
# for it.
sub _versions {
    my ($tag, @so_far) = @_;
    my @versions = sort { version->parse($a) <=> version->parse($b) } grep { /^v/ } keys %$tag;
    return map {
        push @so_far, grep { !$builtin{$_} && !$syntax{$_} } @{ $tag->{$_} };
        ($_ => [@so_far])
    } @versions;
}
require GPULinalg::Import;
require GPULinalg::Classes;
_set_up();
require GPULinalg::Shape;
require GPULinalg::Placement;
require GPULinalg::Stream;
require GPULinalg::Copies;
require GPULinalg::Expression;
require GPULinalg::Search;
require GPULinalg::Grad;
require GPULinalg::Sparse;
require GPULinalg::Solvers;
require GPULinalg::TextTable;
require GPULinalg::Fit;
require GPULinalg::Table;

# ---- warnings: one category and class for each kind -----------------------------------------------------------------

warnings::register_categories(map { /^(\w+Warning)::$/ ? __PACKAGE__ . "::$1" : () } sort keys %GPULinalg::);

# Return the position of a category in the warning bits of a scope; use the bit of "all" if the scope was compiled before the
# category existed.
sub _bit_of {
    my ($category, $wanted) = @_;
    my $bit = $warnings::Offsets{$category};
    return length $wanted > $bit >> 3 ? $bit : $warnings::Offsets{all};
}

# Show a warning as the calling statement wants it: by default it is shown. It is silent under `no warnings
# 'GPULinalg::IllConditionedWarning'` and under `no warnings 'GPULinalg'`, and an exception under `use warnings FATAL => ...`.
sub _show_warning {
    my ($kind, $message) = @_;
    my $level = 0;
    $message =~ s/^\Q$called_as[0]\E:/$called_as[1]:/ if @called_as;
    $level++ while (caller $level)[0] =~ /^GPULinalg(?:::|$)/ && caller $level + 1;
    my ($file, $line, $wanted) = (caller $level)[1, 2, 9];
    my $warning = bless { kind => $kind, message => $message, file => $file, line => $line }, "GPULinalg::$kind";
    if (defined $wanted) {
        my @bits = map { _bit_of($_, $wanted) } 'GPULinalg', "GPULinalg::$kind";
        return if grep { !vec $wanted, $_, 1 } @bits;
        die $warning if grep { vec $wanted, $_ + 1, 1 } @bits;
    }
    warn $warning;
}

# ---- exceptions: one class for each kind of error ---------------------------------------------------------------------

package GPULinalg::_Message;

use overload
    '""'     => sub { "$_[0]{message} at $_[0]{file} line $_[0]{line}.\n" },
    bool     => sub { 1 },
    fallback => 1;

sub kind { return $_[0]{kind} }
sub message { return $_[0]{message} }
sub file { return $_[0]{file} }
sub line { return $_[0]{line} }

package GPULinalg::Error;
our @ISA = 'GPULinalg::_Message';

package GPULinalg::Warning;
our @ISA = 'GPULinalg::_Message';

# ---- the class ----------------------------------------------------------------------------------------------------------

# Names of the operators in C (lang/perl/native/operators.h), for arrays and for objects of other classes.
my (%called, %assigning);

BEGIN {
    %called = (
        '+'   => 'add',
        '-'   => 'subtract',
        '*'   => 'multiply',
        '/'   => 'divide',
        '%'   => 'remainder',
        '**'  => 'pow',
        'x'   => 'matmul',
        '=='  => 'equal',
        '!='  => 'not_equal',
        '<'   => 'less',
        '<='  => 'less_equal',
        '>'   => 'greater',
        '>='  => 'greater_equal',
        '&'   => 'bitwise_and',
        '|'   => 'bitwise_or',
        '^'   => 'bitwise_xor',
        '<<'  => 'bitwise_left_shift',
        '>>'  => 'bitwise_right_shift',
        '~'   => 'bitwise_invert',
        'neg' => 'negative',
        'int' => 'trunc',
        map { $_ => $_ } qw(abs sqrt exp log sin cos atan2),
    );
    %assigning = map { ("$_=" => $called{$_}) } qw(+ - * / % ** x & | ^ << >>);
}

sub GPULinalg::_subs {
    my ($package, %name) = @_;
    no strict 'refs';
    return map { $_ => \&{"GPULinalg::${package}::$name{$_}"} } keys %name;
}

# Handles are references to scalars. $x->[0], @$x and $x->{name} raise errors that name the right syntax.
sub GPULinalg::_refusals {
    my (%remedy) = @_;
    return map {
        my ($kind, $remedy) = ($_ eq '@{}' ? 'an array' : 'a hash', $remedy{$_});
        $_ => sub {
            my $class = ref($_[0]) =~ s/.*:://r;
            my $article = $class =~ /^[AEIOU]/ ? 'an' : 'a';
            GPULinalg::_fail('ArgumentError', "$class: $article $class is not a reference to $kind; $remedy");
        }
    } keys %remedy;
}

package GPULinalg::_Object;    # base class of all classes except Array

use overload
    GPULinalg::_subs('_operator', %called, '<=>' => 'less'),
    GPULinalg::_refusals(map { $_ => 'use its methods to read its values' } '@{}', '%{}'),
    fallback => 1;    # eq and bool use the reference

package GPULinalg::Array;

use overload
    GPULinalg::_subs('_operator', %called), GPULinalg::_subs('_inplace', %assigning, '.=' => 'assign', '=' => 'copy'),
    'bool' => \&_truth,
    '0+'   => \&item,
    '""'   => \&str,
    GPULinalg::_refusals(
    '@{}' => 'write $x->at(0) for an element, $x->list or $x->aref for all',
    '%{}' => 'write $x->sum for a method, and my ($q, $r) = qr($x) for several results'
    ),
    fallback => 1;    # other operators such as <=> and eq use a single element as a number, or the string

# Handles cannot be shared with other Perl threads; there they are undefined.
sub CLONE_SKIP { return 1 }

# Make a new array, like asarray, but always copy an existing array.
sub new {
    my ($class, $data, @options) = &GPULinalg::_values;
    my $array = GPULinalg::asarray($data, @options);
    $array = GPULinalg::copy($array) if Scalar::Util::blessed($data) && !grep { defined && !ref && $_ eq 'copy' } @options;
    return $class eq __PACKAGE__ ? $array : bless $array, $class;
}

sub from_packed { my $class = shift; return GPULinalg::from_packed(@_) }

sub shape { return GPULinalg::_shape($_[0]) }
sub dims { return @{ GPULinalg::_shape($_[0]) } }
sub dtype { return GPULinalg::_dtype($_[0]) }
sub device { return GPULinalg::_device($_[0]) }
sub floating { return GPULinalg::_floating($_[0]) }
sub ndim { return GPULinalg::_ndim($_[0]) }
sub size { return GPULinalg::_size($_[0]) }
sub mT { return GPULinalg::matrix_transpose($_[0]) }
sub T { return GPULinalg::_T($_[0]) }

sub len {
    my ($x) = @_;
    GPULinalg::_fail('ShapeError', 'len: a 0-d array has no length') if !$x->ndim;
    return $x->shape->[0];
}

# Return a part: each argument indexes one axis, and a string may index several: slice("1:3,::2"), slice(0, [1, 3]).
sub slice { my $x = shift; return GPULinalg::getitem($x, bless [&GPULinalg::_values], 'GPULinalg::_Places') }
sub at { my $x = shift; return GPULinalg::_item(GPULinalg::getitem($x, bless [&GPULinalg::_values], 'GPULinalg::_Places')) }

# set(PLACES..., $value)
sub set {
    my ($x, @places) = &GPULinalg::_values;
    my $value = pop @places;
    GPULinalg::setitem($x, bless(\@places, 'GPULinalg::_Places'), $value);
    return $x;
}

# Convert to Perl's own values.
sub aref { return GPULinalg::_aref($_[0]) }
sub packed { return GPULinalg::_packed($_[0]) }
sub list { return @{ GPULinalg::_aref(GPULinalg::reshape($_[0], [$_[0]->size])) } }
*tolist = \&aref;

sub _truth { return GPULinalg::_bool($_[0]) }

sub repr {
    my ($x) = @_;
    my $text = GPULinalg::array_str($x) =~ s/\n/\n      /gr;
    return "Array($text, dtype=" . $x->dtype . ", device='" . $x->device . "')";
}

# Return a PDL. It shares the memory if the array is on the host and PDL's C interface is available; otherwise it is a copy.
sub pdl {
    my ($x) = @_;
    require PDL::Lite;    # enough to print a PDL and compute with it, without exports
    my $pdl = GPULinalg::_pdl($x) // GPULinalg::_pdl(GPULinalg::copy($x));
    return $pdl if defined $pdl;
    my $type = GPULinalg::_pdl_type($x);
    my $constructor = PDL->can($type) or GPULinalg::_fail('DTypeError', "pdl: this PDL has no type $type");
    $pdl = PDL->new_from_specification($constructor->(), reverse @{ $x->shape });
    return $pdl if !$x->size;
    ${ $pdl->get_dataref } = $x->packed;
    $pdl->upd_data;
    return $pdl;
}

1;
