# Apply every operator to objects of every public class, with arrays, numbers, lists and other objects. Print one line for each,
# as in bad_calls.pl.
use strict;
use warnings;
use GPULinalg;

my @binary = qw(+ - * / % ** x == != < <= > >= & | ^ << >> += -= *= /= %= **= x= &= |= ^= <<= >>=);
my @unary = ('-', '~', 'abs ');

# Return two objects of each class; a kernel requires a device that runs kernels.
sub objects {
    my ($device) = grep { GPULinalg::device_info($_)->{kernels} } @{ GPULinalg::devices() };
    my $source = 'KERNEL nothing(GLOBAL float64 *x, int64 n) { }';
    my @made;
    for (1 .. 2) {
        push @made, ['Stream', GPULinalg::Stream->new('host')], ['Event', GPULinalg::Stream->new('host')->record],
            ['Elementwise', GPULinalg::Elementwise->new('x', 'y', 'y = x', 'f')],
            ['Reduction', GPULinalg::Reduction->new('x', 'y', 'x', 'a + b')],
            ['Scan', GPULinalg::Scan->new('x', 'y', 'x', 'a + b')];
        next if !defined $device;
        my $module = GPULinalg::Module->new($source, device => $device);
        push @made, ['Module', $module], ['Kernel', $module->kernel('nothing')];
    }
    return @made;
}

sub show {
    my ($what, $code) = @_;
    my $answer;
    eval { $answer = $code->() ? 'yes' : 'no'; 1 } or do {
        my $error = $@;
        $answer = ref $error ? $error->kind . ': ' . $error->message : "another error: $error";
    };
    print "$what: $answer\n";
}

my @made = objects();
my @left = @made[0 .. @made / 2 - 1];
for my $name (@binary) {
    my $function = eval "sub { my (\$x, \$y) = \@_; \$x $name \$y }" or die $@;
    for (@left) {
        my ($what, $x) = @$_;
        my @plain = (['array', GPULinalg::ones([2, 2])], ['number', 2], ['list', [1.0, 2.0]], ['none', undef]);
        for (@plain, @made) {
            my ($other, $y) = @$_;
            show("$what $name $other", sub { $function->($x, $y) });
        }
        for (@plain) {
            my ($other, $y) = @$_;
            show("$other $name $what", sub { $function->($y, $x) });
        }
    }
}
for my $name (@unary) {
    my $function = eval "sub { $name\$_[0] }" or die $@;
    show("$name$_->[0]", sub { $function->($_->[1]) }) for @left;
}
my $current = GPULinalg::Stream->new('host');
my $scope = GPULinalg::stream($current);
show('current == stream', sub { GPULinalg::get_stream('host') == $current });
show('current != stream', sub { GPULinalg::get_stream('host') != $current });
