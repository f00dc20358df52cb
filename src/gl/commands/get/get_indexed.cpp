// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/get/get_table.h"
#include "gl/objects/buffer.h"

namespace gl {

namespace {

const BufferBinding& uniformBuffer(Context& c, GLuint i) {
    return c.state().uniformBuffers[i];
}
int uniformBufferCount(const Context&) {
    return kMaxUniformBufferBindings;
}
int viewportCount(const Context& c) {
    return c.maxViewports();
}
int drawBufferCount(const Context& c) {
    return c.caps().maxDrawBuffers;
}
int bindingCount(const Context&) {
    return kMaxVertexAttribs;
}
VertexBindings::Binding bindingOf(Context& c, GLuint i) {
    return c.objects().vertexArray->binding(i);
}
int one(const Context&) {
    return 1;
}
QueryValue blendOf(Context& c, GLuint i, uint16_t BlendState::* field) {
    return integers(c.state().blends[i].*field);
}

const BufferBinding& feedbackBuffer(Context& c, GLuint i) {
    return c.boundFeedback().state.buffers[i];
}
int feedbackBufferCount(const Context&) {
    return kMaxFeedbackBuffers;
}

// clang-format off
const IndexedRow kIndexedRows[] = {
    {GL_UNIFORM_BUFFER_BINDING, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return nameOf(uniformBuffer(c, i).buffer); }},
    {GL_UNIFORM_BUFFER_START, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return integers(uniformBuffer(c, i).offset_B); }},
    {GL_UNIFORM_BUFFER_SIZE, {30, 31}, uniformBufferCount, [](Context& c, GLuint i) { return integers(uniformBuffer(c, i).size_B); }},
    {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, kThree, feedbackBufferCount, [](Context& c, GLuint i) { return nameOf(feedbackBuffer(c, i).buffer); }},
    {GL_TRANSFORM_FEEDBACK_BUFFER_START, kThree, feedbackBufferCount, [](Context& c, GLuint i) { return integers(feedbackBuffer(c, i).offset_B); }},
    {GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, kThree, feedbackBufferCount, [](Context& c, GLuint i) { return integers(feedbackBuffer(c, i).size_B); }},
    // vi
    {GL_VERTEX_BINDING_OFFSET, {0, 30}, bindingCount, [](Context& c, GLuint i) { return integers(bindingOf(c, i).offset_B); }},
    {GL_VERTEX_BINDING_STRIDE, {0, 30}, bindingCount, [](Context& c, GLuint i) { return integers(bindingOf(c, i).stride_B); }},
    {GL_VERTEX_BINDING_DIVISOR, {0, 30}, bindingCount, [](Context& c, GLuint i) { return integers(bindingOf(c, i).divisor); }},
    {GL_VERTEX_BINDING_BUFFER, {0, 30}, bindingCount, [](Context& c, GLuint i) { return nameOf(bindingOf(c, i).buffer); }},
    // vp
    {GL_VIEWPORT, {0, 41}, viewportCount, viewportOf},
    {GL_DEPTH_RANGE, {0, 41}, viewportCount, [](Context& c, GLuint i) { return fractions(c.state().viewports[i].depthRange); }},
    {GL_SCISSOR_BOX, {0, 41}, viewportCount, scissorOf},
    {GL_SCISSOR_TEST, {0, 41}, viewportCount, [](Context& c, GLuint i) { return boolean(c.state().scissorMask >> i & 1); }},
    // ms
    {GL_SAMPLE_MASK_VALUE, {0, 32}, one, [](Context& c, GLuint) { return integers(c.state().sampleMask); }},
    // cb
    {GL_COLOR_WRITEMASK, {30, 30}, drawBufferCount, colorMaskOf},
    {GL_BLEND, {30, 30}, drawBufferCount, [](Context& c, GLuint i) { return boolean(c.state().blends[i].enabled); }},
    {GL_BLEND_EQUATION_RGB, {30, 40}, drawBufferCount, [](Context& c, GLuint i) { return blendOf(c, i, &BlendState::equationRgb); }},
    {GL_BLEND_EQUATION_ALPHA, {30, 40}, drawBufferCount, [](Context& c, GLuint i) { return blendOf(c, i, &BlendState::equationAlpha); }},
    {GL_BLEND_SRC_RGB, {30, 40}, drawBufferCount, [](Context& c, GLuint i) { return blendOf(c, i, &BlendState::srcRgb); }},
    {GL_BLEND_DST_RGB, {30, 40}, drawBufferCount, [](Context& c, GLuint i) { return blendOf(c, i, &BlendState::dstRgb); }},
    {GL_BLEND_SRC_ALPHA, {30, 40}, drawBufferCount, [](Context& c, GLuint i) { return blendOf(c, i, &BlendState::srcAlpha); }},
    {GL_BLEND_DST_ALPHA, {30, 40}, drawBufferCount, [](Context& c, GLuint i) { return blendOf(c, i, &BlendState::dstAlpha); }},
};
// clang-format on

} // namespace

std::span<const IndexedRow> indexedRows() {
    return kIndexedRows;
}

} // namespace gl
