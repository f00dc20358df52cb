#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Runs a command with an X server of its own, which picks a free display number:

    run_on_xvfb.py [SERVER OPTION…] -- COMMAND…"""

import os
import subprocess
import sys


def main():
    at = sys.argv.index("--")
    options, command = sys.argv[1:at], sys.argv[at + 1:]
    reader, writer = os.pipe()
    # Without -noreset the server would start anew whenever the last connection goes.
    server = subprocess.Popen(["Xvfb", "-noreset", "-nolisten", "tcp", "-displayfd", str(writer),
                               *options],
                              pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        if not number:
            print("Xvfb does not start")
            return 1
        environment = dict(os.environ, DISPLAY=f":{number}")
        environment.pop("XAUTHORITY", None)
        return subprocess.run(command, env=environment, check=False).returncode
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
