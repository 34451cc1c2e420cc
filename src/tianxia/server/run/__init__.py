"""Server processes: `serving` is the command that serves, `worker` a process that only computes moves and analyses."""
