// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Subgroups of four lanes, with all of them and with some of them active.
#include "cpu/shader/harness_test.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

const std::string kExtensions = "#extension GL_KHR_shader_subgroup_basic : require\n"
                                "#extension GL_KHR_shader_subgroup_vote : require\n"
                                "#extension GL_KHR_shader_subgroup_ballot : require\n"
                                "#extension GL_KHR_shader_subgroup_arithmetic : require\n"
                                "#extension GL_KHR_shader_subgroup_shuffle : require\n"
                                "#extension GL_KHR_shader_subgroup_shuffle_relative : require\n"
                                "#extension GL_KHR_shader_subgroup_clustered : require\n"
                                "#extension GL_KHR_shader_subgroup_quad : require\n";

constexpr uint32_t kUntouched = 0xabcdef;

uint32_t valueOf(uint32_t i) {
    return i * 2654435761u >> 20;
}

/// A quad's values, with which lanes run.
struct Quad {
    uint32_t value[4];
    bool active[4];
    uint32_t mask() const {
        uint32_t mask = 0;
        for (uint32_t k = 0; k < 4; ++k) {
            mask |= uint32_t(active[k]) << k;
        }
        return mask;
    }
    uint32_t first() const { return uint32_t(__builtin_ctz(mask())); }
    uint32_t reduce(uint32_t identity,
                    uint32_t from,
                    uint32_t to,
                    const std::function<uint32_t(uint32_t, uint32_t)>& op) const {
        for (uint32_t k = from; k < to; ++k) {
            identity = active[k] ? op(identity, value[k]) : identity;
        }
        return identity;
    }
};

/// `expression` of v (the lane's value) and l (its index in the quad), where `condition` holds.
void check(const std::string& expression,
           const std::function<uint32_t(const Quad&, uint32_t lane)>& expected) {
    struct Case {
        const char* condition;
        bool (*active)(uint32_t i);
    };
    const Case kCases[] = {
        {"true", [](uint32_t) { return true; }},
        {"(i * 7u & 3u) != 1u", [](uint32_t i) { return (i * 7 & 3) != 1; }},
        {"(i * i + (i >> 2)) % 3u != 0u", [](uint32_t i) { return (i * i + (i >> 2)) % 3 != 0; }},
        {"i > 17u", [](uint32_t i) { return i > 17; }},
    };
    for (const Case& c : kCases) {
        const std::string body = "uint v = i * 2654435761u >> 20, l = gl_SubgroupInvocationID;\n"
                                 "r[i] = 0xabcdefu; if (" +
                                 std::string(c.condition) + ") { r[i] = " + expression + "; }";
        const std::string glsl = kExtensions +
                                 "layout(local_size_x = 64) in;\n"
                                 "layout(std430, binding = 0) buffer R { uint r[]; };\n"
                                 "void main() { uint i = gl_GlobalInvocationID.x;\n" +
                                 body + "}\n";
        Dispatch dispatch;
        dispatch.buffers.push_back({Words(64)});
        const Words r = run(glsl, dispatch)[0];
        for (uint32_t i = 0; i < 64; ++i) {
            Quad quad;
            for (uint32_t k = 0; k < 4; ++k) {
                quad.value[k] = valueOf((i & ~3u) + k);
                quad.active[k] = c.active((i & ~3u) + k);
            }
            const uint32_t value = quad.active[i & 3] ? expected(quad, i & 3) : kUntouched;
            ASSERT_EQ(r[i], value) << expression << " where " << c.condition << ", lane " << i;
        }
    }
}

TEST(Subgroup, basics) {
    check("gl_SubgroupSize * 100u + l", [](const Quad&, uint32_t lane) { return 400 + lane; });
    check("uint(subgroupElect())",
          [](const Quad& q, uint32_t lane) { return uint32_t(q.first() == lane); });
}

TEST(Subgroup, votes) {
    check("uint(subgroupAll(v > 900u)) + uint(subgroupAny(v > 3000u)) * 2u",
          [](const Quad& q, uint32_t) {
              bool all = true, any = false;
              for (uint32_t k = 0; k < 4; ++k) {
                  all &= !q.active[k] || q.value[k] > 900;
                  any |= q.active[k] && q.value[k] > 3000;
              }
              return uint32_t(all) + uint32_t(any) * 2;
          });
    check("uint(subgroupAllEqual(v / 2000u)) + uint(subgroupAllEqual(vec2(1.0, l / 4u))) * 2u",
          [](const Quad& q, uint32_t) {
              bool equal = true;
              for (uint32_t k = 0; k < 4; ++k) {
                  equal &= !q.active[k] || q.value[k] / 2000 == q.value[q.first()] / 2000;
              }
              return uint32_t(equal) + 2;
          });
}

TEST(Subgroup, ballots) {
    const auto ballot = [](const Quad& q) {
        uint32_t bits = 0;
        for (uint32_t k = 0; k < 4; ++k) {
            bits |= uint32_t(q.active[k] && (q.value[k] & 1)) << k;
        }
        return bits;
    };
    const std::string b = "subgroupBallot((v & 1u) == 1u)";
    check(b + ".x + " + b + ".y", [&](const Quad& q, uint32_t) { return ballot(q); });
    check("subgroupBallotBitCount(" + b + ") + 10u * subgroupBallotInclusiveBitCount(" + b +
              ") + 100u * subgroupBallotExclusiveBitCount(" + b + ")",
          [&](const Quad& q, uint32_t lane) {
              const auto count = [](uint32_t x) { return uint32_t(__builtin_popcount(x)); };
              const uint32_t x = ballot(q);
              return count(x) + 10 * count(x & ((2u << lane) - 1)) +
                     100 * count(x & ((1u << lane) - 1));
          });
    check("uint(subgroupInverseBallot(uvec4(5u))) + 2u * uint(subgroupBallotBitExtract(uvec4(v), l "
          "^ 1u))",
          [](const Quad& q, uint32_t lane) {
              return (5u >> lane & 1) + 2 * (q.value[lane] >> (lane ^ 1) & 1);
          });
    check("subgroupBallotFindLSB(uvec4(v | 8u)) + 10u * subgroupBallotFindMSB(uvec4(v | 1u))",
          [](const Quad& q, uint32_t lane) {
              const uint32_t low = (q.value[lane] | 8) & 15, high = (q.value[lane] | 1) & 15;
              return uint32_t(__builtin_ctz(low)) + 10 * uint32_t(31 - __builtin_clz(high));
          });
}

TEST(Subgroup, shuffles) {
    // Of lanes that do not run the result is undefined: ask those that do.
    check("subgroupBroadcastFirst(v)", [](const Quad& q, uint32_t) { return q.value[q.first()]; });
    check("subgroupShuffle(v, l) + subgroupShuffleXor(v, 0u)",
          [](const Quad& q, uint32_t lane) { return 2 * q.value[lane]; });
}

TEST(Subgroup, shufflesOfAllLanes) {
    const auto all = [](const std::string& expression,
                        const std::function<uint32_t(const Quad&, uint32_t)>& expected) {
        const std::string glsl = kExtensions +
                                 "layout(local_size_x = 64) in;\n"
                                 "layout(std430, binding = 0) buffer R { uint r[]; };\n"
                                 "void main() { uint i = gl_GlobalInvocationID.x;\n"
                                 "uint v = i * 2654435761u >> 20, l = gl_SubgroupInvocationID;\n"
                                 "r[i] = " +
                                 expression + ";}\n";
        Dispatch dispatch;
        dispatch.buffers.push_back({Words(64)});
        const Words r = run(glsl, dispatch)[0];
        for (uint32_t i = 0; i < 64; ++i) {
            Quad quad{};
            for (uint32_t k = 0; k < 4; ++k) {
                quad.value[k] = valueOf((i & ~3u) + k);
            }
            ASSERT_EQ(r[i], expected(quad, i & 3)) << expression << ", lane " << i;
        }
    };
    all("subgroupBroadcast(v, 2u)", [](const Quad& q, uint32_t) { return q.value[2]; });
    all("subgroupShuffle(v, v & 3u)",
        [](const Quad& q, uint32_t l) { return q.value[q.value[l] & 3]; });
    all("subgroupShuffleXor(v, 3u)", [](const Quad& q, uint32_t l) { return q.value[l ^ 3]; });
    all("l >= 1u ? subgroupShuffleUp(v, 1u) : subgroupShuffleUp(v, 0u)",
        [](const Quad& q, uint32_t l) { return q.value[l ? l - 1 : 0]; });
    all("subgroupShuffleDown(v, 3u - l)", [](const Quad& q, uint32_t) { return q.value[3]; });
    all("subgroupQuadBroadcast(v, 1u)", [](const Quad& q, uint32_t) { return q.value[1]; });
    all("subgroupQuadSwapHorizontal(v) + 3u * subgroupQuadSwapVertical(v) + 5u *"
        " subgroupQuadSwapDiagonal(v)",
        [](const Quad& q, uint32_t l) {
            return q.value[l ^ 1] + 3 * q.value[l ^ 2] + 5 * q.value[l ^ 3];
        });
}

TEST(Subgroup, reductions) {
    using Op = std::function<uint32_t(uint32_t, uint32_t)>;
    struct Case {
        const char* name;
        uint32_t identity;
        Op op;
    };
    const Case kCases[] = {
        {"Add", 0, [](uint32_t a, uint32_t b) { return a + b; }},
        {"Mul", 1, [](uint32_t a, uint32_t b) { return a * b; }},
        {"Min", ~0u, [](uint32_t a, uint32_t b) { return std::min(a, b); }},
        {"Max", 0, [](uint32_t a, uint32_t b) { return std::max(a, b); }},
        {"And", ~0u, [](uint32_t a, uint32_t b) { return a & b; }},
        {"Or", 0, [](uint32_t a, uint32_t b) { return a | b; }},
        {"Xor", 0, [](uint32_t a, uint32_t b) { return a ^ b; }},
    };
    for (const Case& c : kCases) {
        const std::string name = c.name;
        check("subgroup" + name + "(v)",
              [&](const Quad& q, uint32_t) { return q.reduce(c.identity, 0, 4, c.op); });
        check("subgroupInclusive" + name + "(v) ^ (subgroupExclusive" + name + "(v) << 5)",
              [&](const Quad& q, uint32_t l) {
                  return q.reduce(c.identity, 0, l + 1, c.op) ^ q.reduce(c.identity, 0, l, c.op)
                                                                    << 5;
              });
        check("subgroupClustered" + name + "(v, 2)", [&](const Quad& q, uint32_t l) {
            return q.reduce(c.identity, l & 2, (l & 2) + 2, c.op);
        });
    }
    check("uint(subgroupAdd(float(v)) + subgroupMax(float(v) * 0.5) * 2.0)",
          [](const Quad& q, uint32_t) {
              float sum = 0, most = 0;
              for (uint32_t k = 0; k < 4; ++k) {
                  sum += q.active[k] ? float(q.value[k]) : 0;
                  most = std::max(most, q.active[k] ? float(q.value[k]) : 0);
              }
              return uint32_t(sum + most);
          });
    check("uint(subgroupMin(int(v) - 2000) + 5000) + uint(subgroupAnd(v > 100u)) + 2u *"
          " uint(subgroupXor(v > 2000u))",
          [](const Quad& q, uint32_t) {
              int least = 1 << 20;
              bool all = true, odd = false;
              for (uint32_t k = 0; k < 4; ++k) {
                  if (q.active[k]) {
                      least = std::min(least, int(q.value[k]) - 2000);
                      all &= q.value[k] > 100;
                      odd ^= q.value[k] > 2000;
                  }
              }
              return uint32_t(least + 5000) + all + 2 * odd;
          });
}

} // namespace
} // namespace cpu::shader::test
