// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Random structs in std430 memory with dynamic indices, shared memory behind barriers, atomics.

#include "case.h"

namespace differential {
namespace {

const char* const kTypes[] = {
    "uint",
    "uvec2",
    "uvec3",
    "uvec4",
    "int",
    "ivec3",
    "float",
    "vec2",
    "vec3",
    "vec4",
};

bool isFloat(const std::string& type) {
    return type[0] == 'f' || type[0] == 'v';
}

} // namespace

Case memoryCase(uint32_t seed) {
    Random random(seed ^ 0x3e3);
    const auto pick = [&](uint32_t count) { return random() % count; };
    Case test;
    test.name = "memory " + std::to_string(seed);
    // A struct of random members, some of them arrays; each member is read at a dynamic index, its
    // bits are mixed into a sum, and written back to another element.
    std::string members;
    std::string mix;
    std::string write;
    const uint32_t count = 2 + pick(5);
    for (uint32_t m = 0; m < count; ++m) {
        const std::string type = kTypes[pick(std::size(kTypes))];
        const bool array = pick(3) == 0;
        const std::string name = "m" + std::to_string(m);
        members += "    " + type + " " + name + (array ? "[3]" : "") + ";\n";
        const std::string value = "from.things[at]." + name + (array ? "[(i + at) % 3u]" : "");
        const char last = type.back();
        const int size = last >= '2' && last <= '4' ? last - '0' : 1;
        for (int c = 0; c < size; ++c) {
            const std::string component = value + (size > 1 ? std::string(".") + "xyzw"[c] : "");
            mix +=
                "    sum = sum * 33u + " +
                (isFloat(type) ? "floatBitsToUint(" + component + ")" : "uint(" + component + ")") +
                ";\n";
        }
        write += "    to.things[i]." + name + (array ? "[i % 3u]" : "") + " = " + value + ";\n";
    }
    const std::string thing = "struct Thing {\n" + members + "};\n";
    const bool sharedMemory = pick(2) == 0;
    const bool atomics = pick(2) == 0;
    std::string body = "    uint at = (i * 5u + " + std::to_string(pick(32)) + "u) & 31u;\n" + mix;
    if (sharedMemory) {
        body += R"(
    scratch[l] = sum;
    barrier();
    for (uint step = 1u; step < 32u; step <<= 1) {
        uint other = l >= step ? scratch[l - step] : 0u;
        barrier();
        scratch[l] += other;
        barrier();
    }
    sum ^= scratch[31u - l];
)";
    }
    if (atomics) {
        body += R"(
    atomicAdd(total[0], sum);
    atomicXor(total[1], sum * 7u);
    atomicMax(total[2], sum);
    atomicMin(total[3], sum);
    atomicAnd(total[4], sum | 0xff00ffu);
    atomicOr(total[5], sum & 0xff00u);
    barrier();
    sum += total[0] ^ total[1] ^ total[2] ^ total[3] ^ total[4] ^ total[5];
)";
    }
    test.glsl = "#version 460\nlayout(local_size_x = 32) in;\n" + thing + R"(
layout(std430, binding = 0) readonly buffer Input { Thing things[32]; } from;
layout(std430, binding = 1) buffer Output { uint sums[64]; Thing things[32]; } to;
shared uint scratch[32];
shared uint total[6];
void main() {
    uint i = gl_GlobalInvocationID.x & 31u;
    uint l = gl_LocalInvocationID.x;
    uint sum = 1u;
    if (l < 6u) total[l] = l == 3u || l == 4u ? ~0u : 0u;
    barrier();
)" + body + R"(
    to.sums[gl_GlobalInvocationID.x] = sum;
    if (gl_WorkGroupID.x == 0u) {
)" + write + "    }\n}\n";
    // Room for the largest struct: 7 members of 3 vec4.
    const uint32_t words = 32 * 7 * 3 * 4;
    for (uint32_t w = 0; w < words; ++w) {
        test.input.push_back(0x3f000000u + random() % 0x00ffffffu); // Floats of sane size.
    }
    test.outputWords = 64 + words;
    test.groups = 2;
    return test;
}

} // namespace differential
