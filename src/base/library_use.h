// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <chrono>

namespace base {

/// A thread has one while it is inside of a compiler library, which has locks of its own that
/// fork() would leave locked in the child for ever. So fork() waits until no thread is inside, and
/// no thread enters meanwhile. It waits for kForkWaits at most: the child of a fork() that went on
/// all the same must not enter. May be nested. See docs/processes.md.
class LibraryUse {
public:
    static constexpr std::chrono::milliseconds kForkWaits{500};
    /// For the log of what cannot be compiled.
    static constexpr const char* kImpossible =
        "the process was forked while its parent was compiling: nothing can be compiled here";

    LibraryUse();
    ~LibraryUse();
    LibraryUse(const LibraryUse&) = delete;
    LibraryUse& operator=(const LibraryUse&) = delete;

    /// False: the library must not be called.
    explicit operator bool() const;
};

} // namespace base
