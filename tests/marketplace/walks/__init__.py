"""Every form and page that concerns something somebody owns: tried by a stranger, signed out, and sent twice at once."""
