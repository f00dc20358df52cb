// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

// The one place that reads the environment (scripts/check_text.py sees to it). See
// docs/security.md.

namespace base {

/// The process may do more than the user who started it: it is set-uid or set-gid, its file has
/// capabilities, a security module says so (AT_SECURE), or its real and effective ids differ since.
/// Its environment was then chosen by somebody whom it must not trust.
bool runsElevated();

/// The variable's value; null if it is not set, is empty, or runsElevated().
const char* environment(const char* name);

/// The same in every process. Only for what names no file, device, layer or library: DISPLAY, which
/// the X libraries read in every process as well.
const char* anyEnvironment(const char* name);

} // namespace base
