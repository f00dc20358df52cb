// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/feedback.h"

#include <algorithm>
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

void FeedbackWriter::write(const VertexRows& rows,
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

} // namespace cpu::exec
