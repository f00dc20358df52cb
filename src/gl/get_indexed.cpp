// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/buffer.h"
#include "gl/get_table.h"

namespace gl {

namespace {

const BufferBinding& uniformBuffer(Context& c, GLuint i) {
    return c.state().uniformBuffers[i];
}
int uniformBufferCount(const Context&) {
    return kMaxUniformBufferBindings;
}

// clang-format off
const IndexedRow kRows[] = {
    {GL_UNIFORM_BUFFER_BINDING, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return nameOf(uniformBuffer(c, i).buffer); }},
    {GL_UNIFORM_BUFFER_START, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return integers(uniformBuffer(c, i).offset_B); }},
    {GL_UNIFORM_BUFFER_SIZE, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return integers(uniformBuffer(c, i).size_B); }},
};
// clang-format on

} // namespace

std::span<const IndexedRow> indexedRows() {
    return kRows;
}

} // namespace gl
