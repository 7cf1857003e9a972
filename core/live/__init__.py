"""How an open page is kept up to date: publish and subscribe, threads for sockets."""
