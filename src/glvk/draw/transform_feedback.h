// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/context/state.h"
#include "glsl/link/program.h"
#include "glvk/gpu/buffer_storage.h"

#include <array>

namespace glvk {

class Recorder;

/// A transform feedback object: how many bytes each buffer got, in memory of the device. See
/// docs/transform-feedback.md.
class Feedback final : public gl::FeedbackBackend {
public:
    static constexpr VkDeviceSize kCounter_B = 4;

    explicit Feedback(Gpu& gpu) : m_gpu(gpu) {}

    bool begin(gl::ContextBackend& context, const glsl::Feedback& layout) override;
    void end(gl::ContextBackend& context) override;
    uint64_t vertices(gl::ContextBackend& context, uint32_t stream) override;

    /// Where a draw finds how much was written to `stream`. Null storage: nothing was.
    struct Written {
        BufferStorage* counters = nullptr;
        VkDeviceSize offset_B = 0;
        uint32_t stride_B = 0;
    };
    Written written(uint32_t stream) const;

private:
    friend class FeedbackRecorder;
    /// One time between begin and end.
    struct Run {
        ResourceRef<BufferStorage> counters;
        bool fresh = true; ///< Nothing was captured: the counters hold nothing yet.
        std::array<uint32_t, gl::kMaxFeedbackBuffers> stride_B{};
        std::array<uint8_t, gl::kMaxFeedbackBuffers> stream{};
    };
    Gpu& m_gpu;
    Run m_running;
    Run m_done; ///< What draws from: the run before is still asked for while one is under way.
};

/// Records vkCmdBeginTransformFeedbackEXT and its end around a context's draws. Vulkan wants both
/// in one rendering, and no other pipeline bound in between; counters carry on from one piece to
/// the next.
class FeedbackRecorder {
public:
    explicit FeedbackRecorder(Recorder& recorder) : m_recorder(recorder) {}

    /// What the draws that follow are captured by: Dirty::Feedback.
    void set(const gl::FeedbackState* state);
    bool open() const { return m_open; }
    bool pending() const { return m_wanted && !m_open; }
    /// Before rendering: that the buffers will be written.
    void declare();
    /// Within rendering, with the draw's pipeline bound.
    void resume();
    void suspend();
    /// Captures no more with `feedback`.
    void leave(const Feedback& feedback);

private:
    struct Target {
        ResourceRef<BufferStorage> storage;
        VkDeviceSize offset_B = 0;
        VkDeviceSize size_B = 0;
    };
    /// Where the device counts the bytes of each buffer, up to the last that is captured in.
    struct Counters {
        uint32_t count = 0;
        std::array<VkBuffer, gl::kMaxFeedbackBuffers> buffers{}; ///< Null: nothing is captured.
        std::array<VkDeviceSize, gl::kMaxFeedbackBuffers> offsets_B{};
    };
    bool collectTargets(const gl::FeedbackState& state);
    Counters counters() const;

    Recorder& m_recorder;
    Feedback* m_wanted = nullptr;
    std::array<Target, gl::kMaxFeedbackBuffers> m_targets;
    uint64_t m_declaredEpoch = 0;
    bool m_open = false;
};

} // namespace glvk
