// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

namespace glvk {

/// True once exit handlers have run. Vulkan's layers and drivers keep state in static objects that
/// are gone then, while applications still destroy contexts from exit handlers of their own.
bool processExiting();
/// Registers the handler that closes what is open at exit. Handlers run last registered first, and
/// layers make static objects when a kind of call first comes: so this is called after the first
/// recording and again after the first submission.
void armExitHandler();

/// What has to be closed before the process is gone.
class ClosedAtExit {
public:
    /// The process runs its exit handlers: finishes, saves, and makes every further call into
    /// Vulkan do nothing.
    virtual void closeForExit() = 0;

protected:
    ~ClosedAtExit() = default;
};
void closeAtExit(ClosedAtExit& open);
/// It closes by itself.
void forgetAtExit(ClosedAtExit& open);

} // namespace glvk
