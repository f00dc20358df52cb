// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw_call.h"
#include "cpu/shader/interface/stage_image.h"

#include <array>
#include <cstdint>
#include <span>

/// VK_EXT_transform_feedback.
namespace cpu::exec {

class QueryPool;
class Replay;

/// VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT and VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, whose
/// results are known as soon as a draw is taken. Of a stream. False: the query is another one.
bool beginPrimitiveQuery(const QueryPool& pool, uint32_t stream, Replay& replay);
bool endPrimitiveQuery(QueryPool& pool, uint32_t query, uint32_t stream, Replay& replay);

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
