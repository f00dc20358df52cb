// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/query_pool.h"

#include <cstddef>
#include <cstdint>

/// vkCmdResetQueryPool, vkCmdBeginQuery, vkCmdEndQuery, vkCmdWriteTimestamp,
/// vkCmdCopyQueryPoolResults.
namespace cpu::exec {

class Replay;

struct ResetQueries {
    QueryPool* pool;
    uint32_t first;
    uint32_t count;
};
void execute(const ResetQueries& command, Replay& replay);

/// Of occlusion and of statistics: counts in Replay::counters from here on.
struct BeginQuery {
    const QueryPool* pool;
    bool precise;
    uint32_t stream; ///< Within kMaxStreams.
};
void execute(const BeginQuery& command, Replay& replay);

/// In a render pass instance with several views this takes a query for each: the first has the sum.
/// Results come when what was drawn is finished.
struct EndQuery {
    QueryPool* pool;
    uint32_t query;
    uint32_t stream;
};
void execute(const EndQuery& command, Replay& replay);

/// All stages of all earlier commands are done when it is executed.
struct WriteTimestamp {
    QueryPool* pool;
    uint32_t query;
};
void execute(const WriteTimestamp& command, Replay& replay);

struct CopyQueryResults {
    const QueryPool* pool;
    uint32_t first;
    uint32_t count;
    std::byte* to;
    uint64_t stride_B;
    QueryResultForm form;
};
void execute(const CopyQueryResults& command, Replay& replay);

} // namespace cpu::exec
