"""Paper: what is played, as PDF pages to write on. Typst sets them; the templates lie beside this file."""
