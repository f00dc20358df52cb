// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/state.h"

namespace gl {

/// A vertex array object (OES_vertex_array_object); name 0 is the context's own. Not shared.
class VertexArray : public Object {
public:
    explicit VertexArray(uint32_t name);

    VertexArrayState state;
};

} // namespace gl
