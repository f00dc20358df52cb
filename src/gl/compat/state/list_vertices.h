// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/vertex_layout.h"

#include <memory>
#include <span>
#include <vector>

namespace gl {

/// Memory of the device that holds the vertices of many lists, all of one layout, so that lists
/// that are called one after the other read the same arrays. It lives as long as one of them.
struct ListMemory {
    VertexLayout layout;
    Ref<Buffer> vertices, indices;
    VertexArrayState arrays; ///< Reads `vertices`; its element buffer is `indices`.
    uint32_t usedVertices = 0, usedIndices = 0;
    uint32_t maxVertices = 0, maxIndices = 0;
};

/// Where vertices of lists lie. One per share group.
class ListVertices {
public:
    struct Place {
        std::shared_ptr<ListMemory> memory;
        uint32_t firstVertex = 0;
        uint32_t firstIndex = 0;
    };
    /// Throws std::bad_alloc.
    Place store(ContextBackend& backend,
                const VertexLayout& layout,
                std::span<const uint32_t> vertices,
                std::span<const uint32_t> indices);
    void clear() { m_open.clear(); }

private:
    /// Where there may be room: one for each layout that was used last.
    std::vector<std::shared_ptr<ListMemory>> m_open;
};

} // namespace gl
