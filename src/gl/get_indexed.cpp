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

const BufferBinding& feedbackBuffer(Context& c, GLuint i) {
    return c.boundFeedback().state.buffers[i];
}
int feedbackBufferCount(const Context&) {
    return kMaxFeedbackBuffers;
}

// clang-format off
const IndexedRow kRows[] = {
    {GL_UNIFORM_BUFFER_BINDING, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return nameOf(uniformBuffer(c, i).buffer); }},
    {GL_UNIFORM_BUFFER_START, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return integers(uniformBuffer(c, i).offset_B); }},
    {GL_UNIFORM_BUFFER_SIZE, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return integers(uniformBuffer(c, i).size_B); }},
    {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, kThree, feedbackBufferCount, [](Context& c, GLuint i) { return nameOf(feedbackBuffer(c, i).buffer); }},
    {GL_TRANSFORM_FEEDBACK_BUFFER_START, kThree, feedbackBufferCount, [](Context& c, GLuint i) { return integers(feedbackBuffer(c, i).offset_B); }},
    {GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, kThree, feedbackBufferCount, [](Context& c, GLuint i) { return integers(feedbackBuffer(c, i).size_B); }},
};
// clang-format on

} // namespace

std::span<const IndexedRow> indexedRows() {
    return kRows;
}

} // namespace gl
