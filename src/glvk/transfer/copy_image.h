// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

namespace gl {
struct CopyImageCall;
}

namespace glvk {

class CallingContext;

/// glCopyImageSubData. False: out of memory.
bool copyImage(CallingContext& context, const gl::CopyImageCall& call);

} // namespace glvk
