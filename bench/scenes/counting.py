# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""For scenes in Python: draws frames, those of the first FRAMES_WARM seconds uncounted, and says how many there were."""

import os
import time


def count(renderer, draw):
    """`draw` gets the frame's number."""
    print(f"renderer: {renderer}", flush=True)
    frame = 0
    for seconds in (float(os.environ["FRAMES_WARM"]), float(os.environ["FRAMES_SECONDS"])):
        first, began = frame, time.monotonic()
        while time.monotonic() - began < seconds:
            draw(frame)
            frame += 1
    print(f"{frame - first} frames in {time.monotonic() - began:.3f} seconds", flush=True)
