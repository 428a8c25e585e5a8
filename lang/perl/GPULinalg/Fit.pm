package GPULinalg::Econ::Fit;

# Perl features of Fits besides the methods: "$fit" is the summary. GPULinalg.pm loads this.

use strict;
use warnings;

use Scalar::Util qw(blessed);

use overload
    '""'   => \&_text,
    'bool' => sub { 1 };

# A stack of regressions has no summary.
sub _text {
    my ($fit) = @_;
    my ($text, $error);
    {
        local $@;
        eval { $text = $fit->summary; 1 } or $error = $@;
    }
    return $text if defined $text;
    die $error if !blessed $error || !$error->isa('GPULinalg::ArgumentError');
    return 'Fit: stack of regressions whose coefficients have the shape ' . $fit->params->shape;
}

1;
