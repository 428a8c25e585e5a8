# lang/perl
