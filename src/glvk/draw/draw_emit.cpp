// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// DrawRecorder: the commands that draw.
#include "glvk/draw/draw.h"
#include "glvk/gpu/gpu.h"
#include "glvk/image/buffer.h"
#include "glvk/record/calling_context.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace glvk {

/// `direct`: VertexInput::directIndices().
bool DrawRecorder::emit(const gl::State& state,
                        const gl::DrawCall& call,
                        const IndexSource& direct) {
    if (call.feedback) [[unlikely]] {
        return emitFeedback(state, call);
    }
    if (call.indirect) [[unlikely]] {
        return emitIndirect(state, call);
    }
    m_recorder.countDraw();
    uint32_t vertexShift = 0; // Of vertex numbers, which wrap.
    if (m_vertexInput.perDraw()) {
        const std::optional<VertexRange> vertices = m_vertexInput.vertexRange(state, call);
        if (!vertices) {
            return true;
        }
        bool shift = false;
        if (!m_vertexInput.streamArrays(m_recorder.commands(), state, call, *vertices, shift)) {
            return false;
        }
        vertexShift = shift ? 0 - vertices->first : 0;
    }
    IndexSource indices = direct;
    if (!indices.storage && (call.indexType || call.mode == GL_LINE_LOOP)) {
        indices = m_vertexInput.indices(state, call);
        if (!indices.storage) {
            return true;
        }
    }
    emitDirect(call, indices, vertexShift);
    return true;
}

/// As many vertices as transform feedback wrote: the device knows, the host has to wait for it.
bool DrawRecorder::emitFeedback(const gl::State& state, const gl::DrawCall& call) {
    Feedback& feedback = static_cast<Feedback&>(*call.feedback);
    const Feedback::Written written = feedback.written(call.feedbackStream);
    if (!written.counters) {
        return true;
    }
    m_recorder.read(*written.counters);
    if (!m_recorder.rendering()) { // A barrier ended it; what is bound stays bound.
        enterRendering();
    }
    m_recorder.countDraw();
    m_vk.vkCmdDrawIndirectByteCountEXT(m_recorder.commands(),
                                       uint32_t(call.instances),
                                       call.baseInstance,
                                       written.counters->handle(),
                                       written.offset_B,
                                       0,
                                       written.stride_B);
    return true;
}

/// What is rewritten or streamed for each draw needs its arguments on the host, and who asked for
/// robust access gets no index from beyond its buffer: such draws are left out, as direct ones are.
bool DrawRecorder::drawIndirectOnHost(const gl::State& state,
                                      gl::DirtyBits& dirty,
                                      const gl::DrawCall& call) {
    Buffer& buffer = static_cast<Buffer&>(*call.indirect);
    const gl::Buffer* elements = state.vertexArray->elementBuffer.get();
    const size_t words = call.indexType ? 5 : 4;
    std::vector<uint32_t> c(words);
    bool ok = true;
    for (GLsizei i = 0; i < call.drawCount && ok; ++i) {
        const size_t offset_B = call.indirectOffset_B + size_t(i) * size_t(call.indirectStride_B);
        std::memcpy(c.data(), buffer.hostCopy(m_context) + offset_B, words * sizeof c[0]);
        gl::DrawCall direct = call;
        direct.indirect = nullptr;
        direct.drawCount = 1;
        direct.count = GLsizei(std::min<uint32_t>(c[0], INT32_MAX));
        direct.instances = GLsizei(std::min<uint32_t>(c[1], INT32_MAX));
        direct.baseInstance = c[words - 1];
        if (call.indexType) {
            const uint32_t size_B = indexSize_B(call.indexType);
            if (!elements || (uint64_t(c[2]) + c[0]) * size_B > elements->size_B()) {
                continue;
            }
            direct.indices = reinterpret_cast<const void*>(uintptr_t(c[2]) * size_B);
            direct.baseVertex = int32_t(c[3]);
        } else {
            direct.first = GLint(c[2]);
        }
        ok = direct.count == 0 || direct.instances == 0 || draw(state, dirty, direct);
    }
    return ok;
}

bool DrawRecorder::emitIndirect(const gl::State& state, const gl::DrawCall& call) {
    BufferStorage* commandsIn = static_cast<Buffer&>(*call.indirect).storage();
    IndexSource indices;
    if (call.indexType) {
        gl::DrawCall whole = call;
        whole.count = 0;
        indices = m_vertexInput.indices(state, whole);
    }
    if (!commandsIn || (call.indexType && !indices.storage)) {
        return true;
    }
    Resource* const reads[] = {commandsIn, indices.storage};
    m_recorder.use({reads, size_t(indices.storage ? 2 : 1)}, {});
    if (!m_recorder.rendering()) { // A barrier ended it; what is bound stays bound.
        enterRendering();
    }
    m_recorder.countDraw();
    if (indices.storage) {
        useIndices(indices);
    }
    const VkCommandBuffer commands = m_recorder.commands();
    // GL lets commands overlap, Vulkan does not.
    const size_t command_B =
        call.indexType ? sizeof(VkDrawIndexedIndirectCommand) : sizeof(VkDrawIndirectCommand);
    const bool many =
        m_features.core.multiDrawIndirect && size_t(call.indirectStride_B) >= command_B;
    const uint32_t step = many ? uint32_t(call.drawCount) : 1;
    for (uint32_t i = 0; i < uint32_t(call.drawCount); i += step) {
        const VkDeviceSize offset_B = commandsIn->offset_B() + call.indirectOffset_B +
                                      VkDeviceSize(i) * uint32_t(call.indirectStride_B);
        const auto record = call.indexType ? m_vk.vkCmdDrawIndexedIndirect : m_vk.vkCmdDrawIndirect;
        record(commands, commandsIn->handle(), offset_B, step, uint32_t(call.indirectStride_B));
    }
    return true;
}

void DrawRecorder::bindIndices(const IndexSource& indices) {
    m_vk.vkCmdBindIndexBuffer(m_recorder.commands(),
                              indices.storage->handle(),
                              indices.storage->offset_B(),
                              indices.type);
    m_boundIndices = {indices.storage, indices.type};
}

/// What is set holds until indices are bound.
void DrawRecorder::restartAt(const IndexSource& indices) {
    m_gpu.restartCommands().setIndex(m_recorder.commands(),
                                     std::min(indices.restart, indices.highest()));
    m_boundIndices.restart = indices.restart;
}

} // namespace glvk
