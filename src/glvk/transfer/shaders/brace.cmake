# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

# Wraps the comma-separated words of IN in braces, so that OUT initialises an array.
file(READ ${IN} words)
file(WRITE ${OUT} "{\n${words}}\n")
