// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Calls of OpenGL and OpenGL ES in robust contexts: any command with any arguments. Nothing may
// crash or hang, no context may be lost; errors are expected. GLISSADE_FUZZ_LOG=1 names every call
// before it is made.

#include "damage.h"
#include "gl_player.h"

#include <utility>

namespace fuzz {

namespace {

/// A few hundred calls.
constexpr size_t kInput_B = 16000;

Bytes anyBytes(Random& random) {
    Bytes bytes(1 + random.below(kInput_B));
    for (std::byte& byte : bytes) {
        byte = std::byte(random.next());
    }
    return bytes;
}

std::vector<Bytes> seeds() {
    Random random(0);
    std::vector<Bytes> made;
    for (int i = 0; i < 4; ++i) {
        made.push_back(anyBytes(random));
    }
    return made;
}

/// Mostly other calls altogether: what was good about the old ones nobody knows.
Bytes damage(Bytes input, const Bytes& other, Random& random) {
    return random.oneIn(3) ? damageBytes(std::move(input), other, random) : anyBytes(random);
}

bool run(std::span<const std::byte> input) {
    static Memory memory;
    Player(input, memory).play();
    return true;
}

} // namespace

const Target kTarget{seeds, damage, run};

} // namespace fuzz
