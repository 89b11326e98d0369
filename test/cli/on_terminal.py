"""Runs a command on a pseudo terminal, as a user sees it. Takes a JSON object as its argument: `args`, `cwd`, `columns`, and
`type`, a list of [text, keys]: once the text was written, the keys are typed. Prints a JSON object: what was written, the exit code,
and whether the terminal's settings are those of before."""

import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 60

given = json.loads(sys.argv[1])
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, given["columns"], 0, 0))
before = termios.tcgetattr(slave)


def own_terminal():
    # Ctrl-C goes to the processes of the session that the terminal belongs to.
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


child = subprocess.Popen(
    given["args"], cwd=given["cwd"], stdin=slave, stdout=slave, stderr=slave, preexec_fn=own_terminal
)
written = b""
to_type = list(given["type"])
end = time.monotonic() + PATIENCE
while time.monotonic() < end:
    ready, _, _ = select.select([master], [], [], 0.05)
    if ready:
        written += os.read(master, 65536)
    if to_type and to_type[0][0].encode() in written:
        os.write(master, to_type.pop(0)[1].encode())
    if not ready and child.poll() is not None:
        break
else:
    child.kill()
code = child.wait()
after = termios.tcgetattr(slave)
print(json.dumps({"written": written.decode("utf-8", "replace"), "code": code, "settings": before == after}))
