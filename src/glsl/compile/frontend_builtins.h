// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/compile/builtin_words.h"

namespace glsl {

/// The compiler library makes text of all that is built into a language and parses it: functions
/// once for each language, macros and constants for each shader. While a thread has a scope, the
/// library gets what is chosen of that. The linker puts functions in the place of the library's for
/// this (src/glsl/CMakeLists.txt); where the library's headers are not there to do so, it gets
/// everything.
class FrontendBuiltins {
public:
    /// Of the calling thread, which compiles texts of these words. Not to be nested.
    class Scope {
    public:
        explicit Scope(const SourceWords& words);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
    };

    /// Within a scope: what is learned meanwhile is chosen by these.
    class Learning {
    public:
        explicit Learning(LearnedFunctions& functions);
        ~Learning();
        Learning(const Learning&) = delete;
        Learning& operator=(const Learning&) = delete;
    };

    /// To compare with: from now on nothing is left out, for no thread. Before anything is learned.
    static void giveEverything();
};

} // namespace glsl
