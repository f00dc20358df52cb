// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/primitive.h"
#include "cpu/exec/primitive_stages.h"
#include "cpu/shader/interface/stage_image.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

/// Primitives on their way into buffers (VK_EXT_transform_feedback).
namespace cpu::exec {

/// What is bound, how far it is written, and what is counted since queries of it began.
struct TransformFeedback {
    struct Buffer {
        uint8_t* base = nullptr; ///< Null: nothing is bound.
        uint64_t size_B = 0;
        uint64_t written_B = 0;
    };
    bool active = false;
    std::array<Buffer, shader::kMaxCaptureBuffers> buffers;
    struct Stream {
        uint64_t generated = 0; ///< Primitives, whether capturing is active or not.
        uint64_t needed = 0;    ///< Of those that were to be captured,
        uint64_t captured = 0;  ///< how many fitted.
    };
    std::array<Stream, kMaxStreams> streams;
    uint32_t queries = 0; ///< Active ones that ask for it.

    bool wanted() const { return active || queries > 0; }
};

/// The primitives of a draw without stages behind the vertex shader on their way into buffers. Each
/// has its place by its number in the draw, so batches write theirs on any thread and in any order;
/// what does not fit as a whole is not written.
class FeedbackWriter {
public:
    /// `primitives`: of all instances. They are counted, and their room is taken.
    FeedbackWriter(TransformFeedback& feedback,
                   const shader::VertexImage& vertex,
                   uint32_t corners,
                   uint64_t primitives);

    /// `elements`: vertices of the primitives from number `first` of the draw on, by their place in
    /// the rows.
    void write(const VertexRows& rows, std::span<const uint32_t> elements, uint64_t first) const;

private:
    const shader::VertexImage& m_vertex;
    const uint32_t m_corners;
    uint64_t m_fitting;
    std::array<uint8_t*, shader::kMaxCaptureBuffers> m_starts{};
};

/// Of a draw with so many primitives in all. Nothing: none are captured.
std::optional<FeedbackWriter> beginFeedback(TransformFeedback& feedback,
                                            const shader::VertexImage& vertex,
                                            uint32_t corners,
                                            uint64_t primitives);

/// What a stage behind the vertex shader made: how much that would be is not known before. Batches
/// come in the order of their draws.
void capture(TransformFeedback& feedback,
             const shader::VertexOutputImage& image,
             const StagePrimitives& primitives);

} // namespace cpu::exec
