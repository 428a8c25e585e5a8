# Print the public names of the Perl module as the manual has them, except for capitals of namespaces: solve, Sparse.coo,
# Generator.normal.
use strict;
use warnings;
use Sub::Util ();
use GPULinalg;

my %name = map { $_ => 1 } @GPULinalg::EXPORT_OK;
my %class = map { $_ => /(\w+)$/ ? $1 : $_ } 'GPULinalg::Array', @GPULinalg::_classes;

sub is_ours { return Sub::Util::subname($_[0]) =~ /^GPULinalg/ }

# Return the public names of a package. Methods of Array that are also functions have entries as functions.
sub public {
    my ($package) = @_;
    no strict 'refs';
    return grep {
               /^[A-Za-z]\w*$/
            && !/^[A-Z_]{3,}$/
            && !/^(?:STORABLE_|CLONE)/
            && defined &{"${package}::$_"}
            && is_ours(\&{"${package}::$_"})
    } sort keys %{"${package}::"};
}
for my $package (sort keys %class) {
    my $made = $package ne 'GPULinalg::Array';
    $name{"$class{$package}.$_"} = 1 for grep { $made || !$name{$_} } public($package);
}
my %space = map { $_ => 1 } map { (split / /)[2] } @GPULinalg::_functions;
for my $package (grep { /^GPULinalg::./ } sort keys %space) {
    my $space = $package =~ s/^GPULinalg:://r =~ s/::/./gr;
    $name{"$space.$_"} = 1 for public($package);
}
print map { "$_\n" } sort keys %name;
