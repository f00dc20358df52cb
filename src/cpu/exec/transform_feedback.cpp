// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/transform_feedback.h"

#include "cpu/exec/draw_commands.h"
#include "cpu/exec/replay.h"
#include "cpu/icd/device.h"
#include "cpu/icd/query_pool.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cpu::exec {

FeedbackWriter::FeedbackWriter(TransformFeedback& feedback,
                               const shader::VertexImage& vertex,
                               uint32_t corners,
                               uint64_t primitives)
    : m_vertex(vertex), m_corners(corners), m_fitting(primitives) {
    for (uint32_t i = 0; i < feedback.buffers.size(); ++i) {
        const TransformFeedback::Buffer& buffer = feedback.buffers[i];
        const uint64_t primitive_B = uint64_t(vertex.captureStrides_B[i]) * corners;
        if (primitive_B == 0) {
            continue;
        }
        const uint64_t room_B =
            buffer.base && buffer.size_B > buffer.written_B ? buffer.size_B - buffer.written_B : 0;
        m_fitting = std::min(m_fitting, room_B / primitive_B);
        m_starts[i] = room_B ? buffer.base + buffer.written_B : nullptr;
    }
    feedback.streams[0].needed += primitives;
    feedback.streams[0].captured += m_fitting;
    for (uint32_t i = 0; i < feedback.buffers.size(); ++i) {
        feedback.buffers[i].written_B += m_fitting * corners * vertex.captureStrides_B[i];
    }
}

std::optional<FeedbackWriter> beginFeedback(TransformFeedback& feedback,
                                            const shader::VertexImage& vertex,
                                            uint32_t corners,
                                            uint64_t primitives) {
    feedback.streams[0].generated += primitives;
    if (!feedback.active) {
        return std::nullopt;
    }
    return FeedbackWriter(feedback, vertex, corners, primitives);
}

void FeedbackWriter::write(const raster::VertexRows& rows,
                           std::span<const uint32_t> elements,
                           uint64_t first) const {
    if (first >= m_fitting) {
        return;
    }
    const uint64_t count = std::min<uint64_t>(elements.size() / m_corners, m_fitting - first);
    uint64_t vertex = first * m_corners;
    for (const uint32_t element : elements.first(count * m_corners)) {
        const uint32_t* const row = rows.vertex(element);
        for (const shader::Capture& capture : m_vertex.captures) {
            const uint32_t stride_B = m_vertex.captureStrides_B[capture.buffer];
            if (capture.offset_B + sizeof(uint32_t) > stride_B) {
                continue;
            }
            const uint32_t word = rows.bits(row, capture.slot);
            std::memcpy(m_starts[capture.buffer] + vertex * stride_B + capture.offset_B,
                        &word,
                        sizeof word);
        }
        ++vertex;
    }
}

void capture(TransformFeedback& feedback,
             const shader::VertexOutputImage& image,
             const StagePrimitives& primitives) {
    TransformFeedback::Stream& stream = feedback.streams[primitives.stream];
    const uint64_t count = primitives.elements.size() / primitives.corners;
    stream.generated += count;
    if (!feedback.active) {
        return;
    }
    uint32_t used = 0; // Buffers of the stream, a bit for each.
    for (const shader::Capture& one : image.captures) {
        used |= one.stream == primitives.stream ? 1u << one.buffer : 0;
    }
    uint64_t fitting = count;
    for (uint32_t i = 0; i < feedback.buffers.size(); ++i) {
        const TransformFeedback::Buffer& buffer = feedback.buffers[i];
        const uint64_t primitive_B = uint64_t(image.captureStrides_B[i]) * primitives.corners;
        const uint64_t room_B =
            buffer.base && buffer.size_B > buffer.written_B ? buffer.size_B - buffer.written_B : 0;
        if (used >> i & 1 && primitive_B > 0) {
            fitting = std::min(fitting, room_B / primitive_B);
        }
    }
    stream.needed += count;
    stream.captured += fitting;
    for (const uint32_t element : primitives.elements.first(fitting * primitives.corners)) {
        const uint32_t* const row = primitives.rows.vertex(element);
        for (const shader::Capture& one : image.captures) {
            const uint32_t stride_B = image.captureStrides_B[one.buffer];
            if (one.stream == primitives.stream && one.offset_B + sizeof(uint32_t) <= stride_B) {
                const uint32_t word = primitives.rows.bits(row, one.slot);
                const TransformFeedback::Buffer& buffer = feedback.buffers[one.buffer];
                std::memcpy(buffer.base + buffer.written_B + one.offset_B, &word, sizeof word);
            }
        }
        for (uint32_t i = 0; i < feedback.buffers.size(); ++i) {
            feedback.buffers[i].written_B += used >> i & 1 ? image.captureStrides_B[i] : 0;
        }
    }
}

bool beginPrimitiveQuery(const icd::QueryPool& pool, uint32_t stream, Replay& replay) {
    TransformFeedback::Stream& counts = replay.feedback.streams[stream];
    switch (pool.type()) {
    case VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT:
        counts.needed = counts.captured = 0;
        ++replay.feedback.queries;
        return true;
    case VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT:
        counts.generated = 0;
        ++replay.feedback.queries;
        return true;
    default:
        return false;
    }
}

bool endPrimitiveQuery(icd::QueryPool& pool, uint32_t query, uint32_t stream, Replay& replay) {
    const TransformFeedback::Stream& counts = replay.feedback.streams[stream];
    const auto write = [&](std::initializer_list<uint64_t> values) {
        const auto views = uint32_t(std::popcount(replay.graphics.framebuffer.viewMask));
        const std::array<uint64_t, 2> zeros{};
        --replay.feedback.queries;
        replay.device().monitor().update([&] {
            pool.write(query, values);
            for (uint32_t i = 1; i < views; ++i) {
                pool.write(query + i, zeros);
            }
        });
        return true;
    };
    switch (pool.type()) {
    case VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT:
        return write({counts.captured, counts.needed});
    case VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT:
        return write({counts.generated});
    default:
        return false;
    }
}

void execute(const BindFeedbackBuffers& command, Replay& replay) {
    for (uint32_t i = 0; i < command.buffers.size(); ++i) {
        replay.feedback.buffers[command.first + i] = {
            command.buffers[i].base, command.buffers[i].size_B, 0};
    }
}

void execute(const BeginFeedback& command, Replay& replay) {
    replay.feedback.active = true;
    for (uint32_t i = 0; i < command.counters.size(); ++i) {
        uint32_t written_B = 0;
        if (command.counters[i]) {
            std::memcpy(&written_B, command.counters[i], sizeof written_B);
        }
        replay.feedback.buffers[i].written_B = written_B;
    }
}

void execute(const EndFeedback& command, Replay& replay) {
    replay.feedback.active = false;
    for (uint32_t i = 0; i < command.counters.size(); ++i) {
        if (command.counters[i]) {
            const auto written_B = uint32_t(replay.feedback.buffers[i].written_B);
            std::memcpy(command.counters[i], &written_B, sizeof written_B);
        }
    }
}

void execute(const DrawByteCount& command, Replay& replay) {
    uint32_t written_B;
    std::memcpy(&written_B, command.counter, sizeof written_B);
    DrawCall call = command.call;
    call.count = written_B > command.counterOffset_B && command.stride_B
                     ? (written_B - command.counterOffset_B) / command.stride_B
                     : 0;
    execute(Draw{call}, replay);
}

} // namespace cpu::exec
