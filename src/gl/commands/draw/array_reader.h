// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <optional>
#include <vector>

namespace gl {

class VertexAssembly;

/// Arrays as glArrayElement reads them, one element at a time. What is needed of buffers is read
/// once, in the beginning.
class ArrayReader {
public:
    /// Of elements from `first` to `last`.
    ArrayReader(ContextBackend& backend, const VertexArrayState& arrays, size_t first, size_t last);

    /// glArrayElement: the arrays' values, then the vertex.
    void give(VertexAssembly& vertices, size_t element) const;
    /// Nothing: the array is off, or the element lies outside of its buffer.
    std::optional<CurrentAttrib> value(unsigned array, size_t element) const;

private:
    struct Source {
        unsigned array = 0;
        const VertexAttrib* attrib = nullptr;
        const std::byte* data = nullptr; ///< Null: there is nothing to read.
        size_t begin_B = 0;              ///< Where in the array `data` is.
        size_t end_B = 0;                ///< Where there is no more of it.
        std::vector<std::byte> copy;
    };
    std::optional<CurrentAttrib> read(const Source& source, size_t element) const;

    std::vector<Source> m_sources; ///< Of enabled arrays; the one that is the vertex comes last.
};

} // namespace gl
