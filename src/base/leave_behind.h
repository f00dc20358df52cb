// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/work_queue.h"

#include <functional>

namespace base {

/// Calls `work`, which may take long, on a thread of the process's own: the caller goes on. One
/// call after the other; when many are waiting (`kMaxBehind`) the caller waits for the oldest. What
/// has not run when the process ends does not run.
constexpr size_t kMaxBehind = 8;
Job leaveBehind(std::function<void()> work);

} // namespace base
