// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

// The file that a driver records into, and `glissade` reads: a RecordHeader, then events one after
// the other, each an EventHeader and its text, padded to kEventAlignment_B. Little-endian, of this
// machine and this build only. See docs/record.md.

namespace report {

enum class EventKind : uint8_t {
    Process, ///< First. Text: lines of `key=value`: program, command, pid, library, version,
             ///< options.
    Device,  ///< Text: the Vulkan device's name and its driver's.
    Thread,  ///< First of each thread. Text: its name.
    Frame,   ///< An image was handed over; while it lasted.
    Stall,   ///< An application's thread was kept waiting. Detail: StallKind. Text: why.
    Compile, ///< Detail: CompileKind. Text: of what.
    Answer,  ///< Something was looked for. Detail: AnswerFrom. Text: what.
    Memory,  ///< Value: bytes of device memory that the driver holds from now on.
    Fault,   ///< Text: what went wrong with the device.
    Upload,  ///< Of kLeastUpload_B or more. Value: bytes. Text: to what.
    Submit,  ///< The program's commands were handed to the device, which took that long.
    Present, ///< An image was handed to the window system.
    Execute, ///< The CPU device did what was submitted. Value: its number.
    Figures, ///< At the end. Text: lines of `name=number`.
    Count
};

/// What was compiled, and by what.
enum class CompileKind : uint8_t {
    Shader,   ///< GLSL to SPIR-V, by the front end.
    Program,  ///< Linked, by the front end.
    Pipeline, ///< By the Vulkan driver: whole, a part, a link of parts, or a shader object.
    Copied,   ///< A stage, from pieces that were compiled before, on the CPU device.
    Compiled, ///< A stage, by LLVM, on the CPU device.
    Sampling, ///< A routine of samplers, of blending or of attributes, on the CPU device.
    Count
};

/// Who had what was looked for.
enum class AnswerFrom : uint8_t {
    Memory, ///< It was there.
    Disk,   ///< A run before this one left it.
    Guess,  ///< It was made ahead.
    Nobody, ///< It had to be made.
    Count
};

inline constexpr std::array<char, 8> kRecordMagic{'G', 'L', 'I', 'S', 'R', 'E', 'C', '1'};
inline constexpr uint64_t kEventAlignment_B = 8;
/// What a thread waits for less is no wait.
inline constexpr uint64_t kLeastWait_ns = 100'000;
/// Smaller uploads are not told of: there may be many in a draw.
inline constexpr uint64_t kLeastUpload_B = uint64_t(64) << 10;
/// More text is cut off.
inline constexpr uint64_t kMostText_B = 4096;
inline constexpr std::string_view kRecordSuffix = ".record";

struct RecordHeader {
    std::array<char, 8> magic;
    uint64_t start_ns;           ///< On the clock of the events (CLOCK_MONOTONIC).
    uint64_t startOfDay_ns;      ///< The same moment since 1970, UTC.
    std::atomic<uint64_t> end_B; ///< Of what was given to events; beyond the file: it is full.
    std::atomic<uint64_t> lost;  ///< Events that found no place.
};

struct EventHeader {
    uint32_t size_B; ///< With text and padding; written last: 0 is an event that nobody finished.
    EventKind kind;
    uint8_t detail;
    uint16_t text_B;
    uint32_t thread; ///< The kernel's number.
    uint32_t reserved;
    uint64_t start_ns;
    uint64_t duration_ns;
    uint64_t value;
};
static_assert(sizeof(EventHeader) == 40);

} // namespace report
