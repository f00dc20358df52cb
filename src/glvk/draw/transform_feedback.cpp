// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw/transform_feedback.h"

#include "glvk/gpu/gpu.h"
#include "glvk/image/buffer.h"
#include "glvk/record/calling_context.h"
#include "glvk/record/recorder.h"

#include <algorithm>
#include <cstring>

namespace glvk {

namespace {

ResourceRef<BufferStorage> createCounters(Gpu& gpu) {
    return BufferStorage::create(gpu,
                                 gl::kMaxFeedbackBuffers * Feedback::kCounter_B,
                                 VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT |
                                     VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT,
                                 MemoryUse::Readback);
}

} // namespace

bool Feedback::begin(gl::ContextBackend&, const glsl::Feedback& layout) {
    m_running.counters = createCounters(m_gpu);
    if (!m_running.counters) {
        return false;
    }
    m_running.fresh = true;
    m_running.stride_B = layout.stride_B;
    m_running.stream = layout.stream;
    return true;
}

void Feedback::end(gl::ContextBackend& context) {
    CallingContext::of(context).leaveFeedback(*this);
    m_done = std::move(m_running);
    m_running = {};
}

Feedback::Written Feedback::written(uint32_t stream) const {
    if (m_done.fresh) {
        return {};
    }
    for (uint32_t i = 0; i < gl::kMaxFeedbackBuffers; ++i) {
        if (m_done.stride_B[i] && m_done.stream[i] == stream) {
            return {m_done.counters.get(), i * kCounter_B, m_done.stride_B[i]};
        }
    }
    return {};
}

uint64_t Feedback::vertices(gl::ContextBackend& context, uint32_t stream) {
    const Written found = written(stream);
    if (!found.counters) {
        return 0;
    }
    Recorder& recorder = CallingContext::of(context).recorder();
    if (!found.counters->idle()) {
        recorder.makeVisibleToHost();
        recorder.finish("how many vertices were captured");
    }
    uint32_t bytes = 0;
    std::memcpy(&bytes, found.counters->mapped() + found.offset_B, sizeof bytes);
    return bytes / found.stride_B;
}

bool FeedbackRecorder::collectTargets(const gl::FeedbackState& state) {
    const Feedback::Run& run = m_wanted->m_running;
    for (size_t i = 0; i < m_targets.size(); ++i) {
        m_targets[i] = {};
        if (!run.stride_B[i]) {
            continue;
        }
        const gl::BufferBinding& binding = state.buffers[i];
        if (!binding.buffer) {
            return false;
        }
        Buffer& buffer = static_cast<Buffer&>(binding.buffer->backend());
        if (!buffer.storage() || binding.offset_B >= buffer.size_B()) {
            return false;
        }
        const size_t most_B = m_recorder.gpu().feedbackLimits().maxTransformFeedbackBufferSize;
        m_targets[i].storage = ResourceRef<BufferStorage>(buffer.storage());
        m_targets[i].offset_B = binding.offset_B;
        m_targets[i].size_B =
            std::min({state.room_B[i], buffer.size_B() - binding.offset_B, most_B});
        buffer.noteDeviceWrite(m_recorder);
        if (!m_targets[i].size_B) {
            return false;
        }
    }
    return true;
}

void FeedbackRecorder::set(const gl::FeedbackState* state) {
    Feedback* wanted =
        state && state->capturing() ? static_cast<Feedback*>(state->backend.get()) : nullptr;
    if (m_open && wanted == m_wanted) {
        return; // Bindings do not change while it is active.
    }
    suspend();
    m_wanted = wanted;
    if (m_wanted && !collectTargets(*state)) {
        m_wanted = nullptr; // A buffer without room for a single vertex: nothing is captured.
    }
    if (!m_wanted) {
        m_targets = {};
    }
    m_declaredEpoch = 0;
}

void FeedbackRecorder::declare() {
    if (!m_wanted || m_open || m_declaredEpoch == m_recorder.epoch()) {
        return;
    }
    Resource* writes[gl::kMaxFeedbackBuffers + 1];
    size_t count = 0;
    for (const Target& target : m_targets) {
        // Ranges of one buffer may be bound several times.
        if (target.storage &&
            std::find(writes, writes + count, target.storage.get()) == writes + count) {
            writes[count++] = target.storage.get();
        }
    }
    writes[count++] = m_wanted->m_running.counters.get();
    m_recorder.use({}, {writes, count});
    m_declaredEpoch = m_recorder.epoch();
}

FeedbackRecorder::Counters FeedbackRecorder::counters() const {
    Counters counters;
    for (uint32_t i = 0; i < m_targets.size(); ++i) {
        if (m_targets[i].storage) {
            counters.count = i + 1;
            counters.buffers[i] = m_wanted->m_running.counters->handle();
            counters.offsets_B[i] = i * Feedback::kCounter_B;
        }
    }
    return counters;
}

void FeedbackRecorder::resume() {
    if (!pending()) {
        return;
    }
    const VolkDeviceTable& vk = m_recorder.gpu().vk();
    const VkCommandBuffer commands = m_recorder.commands();
    Feedback::Run& run = m_wanted->m_running;
    const Counters counters = this->counters();
    VkBuffer buffers[gl::kMaxFeedbackBuffers];
    VkDeviceSize offsets_B[gl::kMaxFeedbackBuffers];
    VkDeviceSize sizes_B[gl::kMaxFeedbackBuffers];
    const Target* target = nullptr;
    for (uint32_t i = counters.count; i-- > 0;) {
        // Bindings have no gaps: where nothing is captured there is the next buffer once more.
        target = m_targets[i].storage ? &m_targets[i] : target;
        buffers[i] = target->storage->handle();
        offsets_B[i] = target->storage->offset_B() + target->offset_B;
        sizes_B[i] = target->size_B;
    }
    vk.vkCmdBindTransformFeedbackBuffersEXT(
        commands, 0, counters.count, buffers, offsets_B, sizes_B);
    vk.vkCmdBeginTransformFeedbackEXT(commands,
                                      0,
                                      run.fresh ? 0 : counters.count,
                                      counters.buffers.data(),
                                      counters.offsets_B.data());
    run.fresh = false;
    m_open = true;
}

void FeedbackRecorder::suspend() {
    if (!m_open) {
        return;
    }
    const Counters counters = this->counters();
    m_recorder.gpu().vk().vkCmdEndTransformFeedbackEXT(m_recorder.commands(),
                                                       0,
                                                       counters.count,
                                                       counters.buffers.data(),
                                                       counters.offsets_B.data());
    m_open = false;
    // Counters are read where it goes on: not without a barrier.
    m_declaredEpoch = 0;
}

void FeedbackRecorder::leave(const Feedback& feedback) {
    if (m_wanted == &feedback) {
        suspend();
        m_wanted = nullptr;
        m_targets = {};
    }
}

} // namespace glvk
