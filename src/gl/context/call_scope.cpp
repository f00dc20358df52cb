// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/call_scope.h"

#include <exception>

namespace gl {

void failCall() noexcept {
    if (Context* const context = Context::current()) {
        try {
            context->outOfMemory();
        } catch (const std::exception&) {
            // The error is set: there is only no memory to tell of it.
        }
    }
}

} // namespace gl
