// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw.h"
#include "cpu/exec/primitive_stages.h"
#include "cpu/raster/planes.h"
#include "cpu/shader/graphics.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace cpu::icd {
class QueryPool;
}

/// VK_EXT_transform_feedback.
namespace cpu::exec {

class Replay;

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
    std::array<Stream, shader::kMaxStreams> streams;
    uint32_t queries = 0; ///< Active ones that ask for it.

    bool wanted() const { return active || queries > 0; }
};

/// VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT and VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, whose
/// results are known as soon as a draw is taken. Of a stream. False: the query is another one.
bool beginPrimitiveQuery(const icd::QueryPool& pool, uint32_t stream, Replay& replay);
bool endPrimitiveQuery(icd::QueryPool& pool, uint32_t query, uint32_t stream, Replay& replay);

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
    void
    write(const raster::VertexRows& rows, std::span<const uint32_t> elements, uint64_t first) const;

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

/// vkCmdBindTransformFeedbackBuffersEXT. Within kMaxCaptureBuffers.
struct BindFeedbackBuffers {
    struct Bound {
        uint8_t* base;
        uint64_t size_B;
    };
    uint32_t first;
    std::span<const Bound> buffers;
};
void execute(const BindFeedbackBuffers& command, Replay& replay);

/// Counters of 32 bits, of bytes; null: from the start, and nothing is kept.
struct BeginFeedback {
    std::array<uint8_t*, shader::kMaxCaptureBuffers> counters;
};
void execute(const BeginFeedback& command, Replay& replay);
struct EndFeedback {
    std::array<uint8_t*, shader::kMaxCaptureBuffers> counters;
};
void execute(const EndFeedback& command, Replay& replay);

/// vkCmdDrawIndirectByteCountEXT: as many vertices as were written.
struct DrawByteCount {
    DrawCall call; ///< Without the count.
    const uint8_t* counter;
    uint32_t counterOffset_B;
    uint32_t stride_B;
};
void execute(const DrawByteCount& command, Replay& replay);

} // namespace cpu::exec
