// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/library_use.h"
#include "glsl/compile/frontend_builtins.h"
#include "glsl/compile/frontend_pages.h"

#include <functional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>

namespace glsl {

/// A thread has one while it is inside of the compiler library, which is initialised by then and
/// knows what is built into the sources' languages. It sets that up for each language when it first
/// meets it, below a lock of its own that an exception leaves taken for ever. So a language is met
/// apart, while nobody else is inside, and where there is room for what it takes; if memory runs
/// out all the same, the library is not called any more. Not to be nested.
class FrontendUse {
public:
    /// Has the library read a text, and do nothing with it.
    using Read = std::function<void(const std::string& text)>;

    /// `call`: the same for all calls that make the same of a #version line. `read`: such a call.
    /// `more`: text that is compiled with the sources. Both have to live as long as this.
    /// Throws std::bad_alloc where there is no memory to meet a language, or was none once.
    FrontendUse(std::string_view call,
                std::span<const std::string> sources,
                std::string_view more,
                const Read& read);

    /// False: the library must not be called.
    explicit operator bool() const { return bool(m_use); }

private:
    const base::LibraryUse m_use;
    const FrontendPages::Scope m_pages;
    const SourceWords m_words;
    const FrontendBuiltins::Scope m_builtins;
    std::shared_lock<std::shared_mutex> m_inside;
};

} // namespace glsl
