// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/vertex_assembly.h"

#include "base/bits.h"

namespace gl {

namespace detail {
constinit thread_local VertexAssembly* t_vertices
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) = nullptr;
} // namespace detail

void VertexAssembly::takeLayout(const VertexLayout& layout) {
    const auto before = m_template;
    convertVertex(m_layout, before.data(), layout, m_template.data());
    m_layout = layout;
    m_floats = {};
    base::forEachBit(layout.arrays, [&](unsigned array) {
        const VertexLayout::Field& field = layout.fields[array];
        m_floats[array] = field.kind == Kind::Float ? field.size : 0;
    });
}

} // namespace gl
