#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Where the Vulkan driver manifest of Mesa's lavapipe is: the processor is part of its name in Debian 12
and no longer in Debian 13.

    lavapipe.py    prints the path
"""

import os
import platform

DIRECTORY = "/usr/share/vulkan/icd.d"


def manifest():
    """The path of the manifest; where lavapipe is not installed, of one that does not exist."""
    plain = os.path.join(DIRECTORY, "lvp_icd.json")
    named = os.path.join(DIRECTORY, f"lvp_icd.{platform.machine()}.json")
    return named if os.path.exists(named) else plain


if __name__ == "__main__":
    print(manifest())
