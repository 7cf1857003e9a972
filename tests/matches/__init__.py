"""Stories about matches: services, pages, socket, scheduler."""
