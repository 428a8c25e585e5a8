# Print what the Perl module offers, in the words of `hdoc list`: functions with arguments and defaults, or error kinds.
use strict;
use warnings;
use GPULinalg;

sub literal {
    my ($value, $kind) = @_;
    return 'none' unless defined $value;
    return $value ? 'true' : 'false' if $kind eq 'bool';
    return $value =~ /^-?[\d.]+$/ ? $kind eq 'double' ? sprintf '%.1f', $value : $value : qq("$value");
}

# Perl itself does not know which option is a truth value: take that from the headers.
sub kinds_of_arguments {
    my %kinds;
    my $root = __FILE__ =~ s{/?tests/meta/[^/]+$}{}r || '.';
    my @headers = map { "$root/include/$_" } header_names("$root/include/gpulinalg.h");
    open my $in, '-|', $^X, "$root/tools/hdoc", 'list', @headers or die $!;
    while (<$in>) {
        chomp;
        my ($name, undef, $args, $kinds) = split /\t/, $_, -1;
        @{ $kinds{$name} }{ map { s/=.*//r } split ' ', $args } = split ' ', $kinds;
    }
    return \%kinds;
}

sub header_names {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    return map { m{^#include "(gpulinalg/.*)"} ? $1 : () } <$in>;
}

if ($ARGV[0] eq 'functions') {
    my $kinds = kinds_of_arguments();
    for my $name (keys %GPULinalg::SIGNATURE) {
        next unless GPULinalg->can($name);
        my ($names, $required, $defaults) = @{ $GPULinalg::SIGNATURE{$name} };
        my @args = @$names[0 .. $required - 1];
        push @args, "$names->[$required + $_]=" . literal($defaults->[$_], $kinds->{$name}{ $names->[$required + $_] })
            for 0 .. $#$defaults;
        print join(' ', $name, @args), "\n";
    }
}
else {
    no strict 'refs';
    for my $class (map { s/::$//r } grep { /::$/ } keys %GPULinalg::) {
        print "$class\n" if "GPULinalg::$class"->isa('GPULinalg::Error') && $class ne 'Error';
    }
}
