// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/command.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>

namespace cpu::exec {

/// The tests' own idea of what commands act on; the arena only hands it through.
class Replay {
public:
    std::string said;
    uint64_t sum = 0;
};

namespace {

struct Say {
    char letter;
};
void execute(const Say& command, Replay& replay) {
    replay.said += command.letter;
}

struct Sum {
    std::span<const uint32_t> values;
};
void execute(const Sum& command, Replay& replay) {
    replay.sum += std::accumulate(command.values.begin(), command.values.end(), uint64_t(0));
}

struct alignas(64) Aligned {
    std::array<std::byte, 64> bytes;
};
void execute(const Aligned& command, Replay& replay) {
    replay.said += reinterpret_cast<uintptr_t>(&command) % 64 == 0 ? '=' : '!';
}

TEST(CommandArena, IsEmptyAtFirst) {
    CommandArena arena;
    EXPECT_TRUE(arena.empty());
    EXPECT_EQ(arena.size_B(), 0u);
    Replay replay;
    arena.replay(replay);
    EXPECT_EQ(replay.said, "");
}

TEST(CommandArena, ReplaysInOrderAndMoreThanOnce) {
    CommandArena arena;
    for (const char letter : {'a', 'b', 'c'}) {
        ASSERT_TRUE(arena.add(Say{letter}));
    }
    EXPECT_FALSE(arena.empty());
    Replay replay;
    arena.replay(replay);
    arena.replay(replay);
    EXPECT_EQ(replay.said, "abcabc");
}

TEST(CommandArena, CopiesArraysThatTheCallerChangesLater) {
    CommandArena arena;
    std::vector<uint32_t> values{1, 2, 3};
    arena.add(Sum{arena.copy(std::span<const uint32_t>(values))});
    values.assign(3, 1000);
    Replay replay;
    arena.replay(replay);
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
    Replay replay;
    arena.replay(replay);
    EXPECT_EQ(replay.sum, uint64_t(999) * 1000 + 999u * 1000 / 2);
    EXPECT_EQ(replay.said, "x");
}

TEST(CommandArena, HoldsWhatIsLargerThanAChunk) {
    CommandArena arena;
    const std::vector<uint32_t> values(size_t(3) << 20, 2);
    arena.add(Say{'a'});
    arena.add(Sum{arena.copy(std::span<const uint32_t>(values))});
    arena.add(Say{'b'});
    Replay replay;
    arena.replay(replay);
    EXPECT_EQ(replay.sum, uint64_t(6) << 20);
    EXPECT_EQ(replay.said, "ab");
}

TEST(CommandArena, Aligns) {
    CommandArena arena;
    for (int i = 0; i < 300; ++i) {
        arena.add(Say{'.'});
        arena.add(Aligned{});
    }
    Replay replay;
    arena.replay(replay);
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
    Replay replay;
    arena.replay(replay);
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
    Replay replay;
    arena.replay(replay);
    EXPECT_EQ(replay.said, "ab");
    arena.reset();
    EXPECT_FALSE(arena.outOfMemory());
}

TEST(CommandArena, MovesWithItsCommands) {
    CommandArena arena;
    arena.add(Say{'a'});
    CommandArena moved = std::move(arena);
    moved.add(Say{'b'});
    Replay replay;
    moved.replay(replay);
    arena.replay(replay); // NOLINT(bugprone-use-after-move): a moved arena is empty.
    EXPECT_EQ(replay.said, "ab");
    arena.add(Say{'c'});
    arena.replay(replay);
    EXPECT_EQ(replay.said, "abc");
}

} // namespace
} // namespace cpu::exec
