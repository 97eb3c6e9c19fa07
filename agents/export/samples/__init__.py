"""Code that uses a bundle, copied into each: none of it needs this library."""
