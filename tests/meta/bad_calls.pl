# Call each function of bad_calls.json, and each method of a Generator, with each of its bad values. Print one line for each:
# the call, the kind of error, and the message.
use strict;
use warnings;
use File::Basename qw(dirname);
use GPULinalg;
use JSON::PP;

open my $file, '<', dirname(__FILE__) . '/bad_calls.json' or die $!;
my $table = JSON::PP->new->decode(do { local $/; <$file> });
my $generator = GPULinalg::Random::Generator->new(1);
for my $call (@{ $table->{calls} }, map { [@$_, $generator] } @{ $table->{methods} }) {
    my ($function, $given, $option, $values, @owner) = @$call;
    my $code = (@owner ? ref $generator : 'GPULinalg')->can($function);
    my $n = 0;
    for my $value (@{ $table->{values}{$values} }) {
        my $answer = 'no error';
        eval { $code->(@owner, @$given, defined $option ? ($option => $value) : $value); 1 } or do {
            my $error = $@;
            $answer = ref $error ? $error->kind . ': ' . $error->message : "another error: $error";
        };
        $answer =~ s/\n/ /g;
        printf "%s %s %s[%d]: %s\n", $function, $option // scalar @$given, $values, $n++, $answer;
    }
}
