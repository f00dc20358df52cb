// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/command.h"

#include "cpu/abi/interruption.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>

namespace cpu::exec {

namespace {

/// What the commands did. The arena only hands the replay state through, and they leave it alone.
struct Log {
    std::string said;
    uint64_t sum = 0;
};
Log g_log;

Log replayed(const CommandArena& arena, int times = 1, bool interrupted = false) {
    Interruption interruption;
    if (interrupted) {
        interruption.want();
    }
    alignas(64) static std::byte nothing[64];
    g_log = {};
    for (int i = 0; i < times; ++i) {
        arena.replay(reinterpret_cast<Replay&>(nothing), interruption);
    }
    return g_log;
}

struct Say {
    char letter;
};
void execute(const Say& command, Replay&) {
    g_log.said += command.letter;
}

struct Sum {
    std::span<const uint32_t> values;
};
void execute(const Sum& command, Replay&) {
    g_log.sum += std::accumulate(command.values.begin(), command.values.end(), uint64_t(0));
}

struct alignas(64) Aligned {
    std::array<std::byte, 64> bytes;
};
void execute(const Aligned& command, Replay&) {
    g_log.said += reinterpret_cast<uintptr_t>(&command) % 64 == 0 ? '=' : '!';
}

TEST(CommandArena, BeginsNothingWhenItIsInterrupted) {
    CommandArena arena;
    arena.add(Say{'a'});
    EXPECT_EQ(replayed(arena, 1, true).said, "");
    EXPECT_EQ(replayed(arena).said, "a");
}

TEST(CommandArena, IsEmptyAtFirst) {
    CommandArena arena;
    EXPECT_TRUE(arena.empty());
    EXPECT_EQ(arena.size_B(), 0u);
    const Log replay = replayed(arena);
    EXPECT_EQ(replay.said, "");
}

TEST(CommandArena, ReplaysInOrderAndMoreThanOnce) {
    CommandArena arena;
    for (const char letter : {'a', 'b', 'c'}) {
        ASSERT_TRUE(arena.add(Say{letter}));
    }
    EXPECT_FALSE(arena.empty());
    const Log replay = replayed(arena, 2);
    EXPECT_EQ(replay.said, "abcabc");
}

TEST(CommandArena, CopiesArraysThatTheCallerChangesLater) {
    CommandArena arena;
    std::vector<uint32_t> values{1, 2, 3};
    arena.add(Sum{arena.copy(std::span<const uint32_t>(values))});
    values.assign(3, 1000);
    const Log replay = replayed(arena);
    EXPECT_EQ(replay.sum, 6u);
    EXPECT_EQ(arena.copy(std::span<const uint32_t>()).data(), nullptr);
    EXPECT_FALSE(arena.outOfMemory());
}

TEST(CommandArena, GrowsWithoutMovingWhatWasRecorded) {
    CommandArena arena;
    const Say* first = arena.add(Say{'x'});
    std::vector<uint32_t> values(1000, 1);
    for (int i = 0; i < 1000; ++i) {
        values[0] = uint32_t(i);
        ASSERT_TRUE(arena.add(Sum{arena.copy(std::span<const uint32_t>(values))}));
    }
    EXPECT_EQ(first->letter, 'x');
    EXPECT_GE(arena.size_B(), size_t(4) * 1000 * 1000);
    const Log replay = replayed(arena);
    EXPECT_EQ(replay.sum, uint64_t(999) * 1000 + 999u * 1000 / 2);
    EXPECT_EQ(replay.said, "x");
}

TEST(CommandArena, HoldsWhatIsLargerThanAChunk) {
    CommandArena arena;
    const std::vector<uint32_t> values(size_t(3) << 20, 2);
    arena.add(Say{'a'});
    arena.add(Sum{arena.copy(std::span<const uint32_t>(values))});
    arena.add(Say{'b'});
    const Log replay = replayed(arena);
    EXPECT_EQ(replay.sum, uint64_t(6) << 20);
    EXPECT_EQ(replay.said, "ab");
}

TEST(CommandArena, Aligns) {
    CommandArena arena;
    for (int i = 0; i < 300; ++i) {
        arena.add(Say{'.'});
        arena.add(Aligned{});
    }
    const Log replay = replayed(arena);
    EXPECT_EQ(replay.said.find('!'), std::string::npos);
    EXPECT_EQ(replay.said.size(), 600u);
}

TEST(CommandArena, KeepsItsMemoryOverReset) {
    CommandArena arena;
    const std::vector<uint32_t> values(50'000, 1);
    const auto record = [&] {
        for (int i = 0; i < 20; ++i) {
            arena.add(Sum{arena.copy(std::span<const uint32_t>(values))});
        }
    };
    record();
    const size_t held_B = arena.size_B();
    for (int i = 0; i < 10; ++i) {
        arena.reset();
        EXPECT_TRUE(arena.empty());
        record();
    }
    EXPECT_EQ(arena.size_B(), held_B);
    const Log replay = replayed(arena);
    EXPECT_EQ(replay.sum, 1'000'000u);
    arena.release();
    EXPECT_EQ(arena.size_B(), 0u);
    EXPECT_TRUE(arena.empty());
}

TEST(CommandArena, RemembersThatMemoryRanOut) {
    CommandArena arena;
    arena.add(Say{'a'});
    static volatile size_t tooMuch = SIZE_MAX / 2;
    const uint8_t byte = 0;
    // No allocator gives this much; nothing is read before the allocation.
    EXPECT_EQ(arena.copy(std::span<const uint8_t>(&byte, tooMuch)).data(), nullptr);
    EXPECT_TRUE(arena.outOfMemory());
    arena.add(Say{'b'});
    const Log replay = replayed(arena);
    EXPECT_EQ(replay.said, "ab");
    arena.reset();
    EXPECT_FALSE(arena.outOfMemory());
}

TEST(CommandArena, MovesWithItsCommands) {
    CommandArena arena;
    arena.add(Say{'a'});
    CommandArena moved = std::move(arena);
    moved.add(Say{'b'});
    EXPECT_EQ(replayed(moved).said, "ab");
    EXPECT_EQ(replayed(arena).said, ""); // NOLINT(bugprone-use-after-move): it is empty.
    arena.add(Say{'c'});
    EXPECT_EQ(replayed(arena).said, "c");
}

} // namespace
} // namespace cpu::exec
