// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>

namespace glsl {

/// Memory of the compiler library, which takes it in pages of 8 KiB by operator new[] and gives
/// them back: 13 MiB for what is built into a language, some hundred KiB for a shader. While a
/// thread is inside of the library (FrontendUse), pages come from large pieces that are the
/// kernel's huge pages where it has them, and go back to a list of free ones. With malloc() a third
/// of the time that a process takes for its first shader goes into growing a thread's heap page by
/// page.
///
/// The linker puts these functions in the place of operator new[] and delete[]
/// (src/glsl/CMakeLists.txt).
class FrontendPages {
public:
    static constexpr size_t kPage_B = 8192;

    /// Of the calling thread, as long as it lives.
    class Scope {
    public:
        Scope();
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        const bool m_outer;
    };

    /// Null: the thread is outside, or there is no memory.
    static void* take();
    /// False: it is none of them.
    static bool giveBack(void* page);

    struct Counts {
        size_t reserved_B = 0;
        size_t taken = 0; ///< Pages that somebody has.
    };
    static Counts counts();
};

} // namespace glsl
