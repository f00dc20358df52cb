// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Random programs over four unsigned variables: nested loops, selections, switches with
// fallthrough, breaks, continues and early returns. All arithmetic is exact.

#include "case.h"

namespace differential {
namespace {

constexpr uint32_t kInvocations = 64;

class Writer {
public:
    explicit Writer(Random& random) : m_random(random) {}

    /// Statements of a function body; `loop` tells whether break and continue are legal here.
    std::string block(int depth, bool loop, bool returns, int indent) {
        std::string text;
        const uint32_t count = 1 + pick(4);
        for (uint32_t i = 0; i < count; ++i) {
            text += statement(depth, loop, returns, indent);
        }
        return text;
    }

private:
    uint32_t pick(uint32_t count) { return m_random() % count; }
    std::string variable() { return std::string(1, "abcd"[pick(4)]); }

    std::string expression() {
        switch (pick(8)) {
        case 0:
            return variable() + " + " + variable();
        case 1:
            return variable() + " * " + std::to_string(1 + 2 * pick(20)) + "u + 7u";
        case 2:
            return variable() + " ^ (" + variable() + " >> " + std::to_string(1 + pick(15)) + "u)";
        case 3:
            return variable() + " - " + variable();
        case 4:
            return "data[" + variable() + " & 7u]";
        case 5:
            return "bits[" + variable() + " & 63u]";
        case 6:
            return "helper(" + variable() + ", " + variable() + ")";
        default:
            return std::to_string(pick(1000)) + "u";
        }
    }

    std::string condition() {
        switch (pick(5)) {
        case 0:
            return "(" + variable() + " & " + std::to_string(1u << pick(5)) + "u) != 0u";
        case 1:
            return variable() + " < " + variable();
        case 2:
            return "((" + variable() + " ^ i) & 3u) == " + std::to_string(pick(4)) + "u";
        case 3:
            return "(" + variable() + " & 1u) == 0u && " + variable() + " > 9u";
        default:
            return "(" + variable() + " & 2u) == 0u || (i & 1u) == 0u";
        }
    }

    std::string statement(int depth, bool loop, bool returns, int indent) {
        const std::string pad(size_t(indent) * 4, ' ');
        const auto inner = [&](bool inLoop) {
            return block(depth - 1, inLoop, returns, indent + 1);
        };
        const uint32_t kind = depth > 0 && m_budget > 0 ? pick(14) : pick(6);
        m_budget -= kind >= 6;
        switch (kind) {
        case 3:
            return pad + "data[" + variable() + " & 7u] = " + expression() + ";\n";
        case 4:
            if (loop) {
                return pad + "if (" + condition() + ") " + (pick(2) ? "break;\n" : "continue;\n");
            }
            [[fallthrough]];
        case 5:
            if (returns && pick(3) == 0) {
                return pad + "if (" + condition() + ") return " + variable() + ";\n";
            }
            return pad + variable() + " ^= " + variable() + ";\n";
        case 6:
        case 7:
            return pad + "if (" + condition() + ") {\n" + inner(loop) + pad + "}\n";
        case 8:
        case 9:
            return pad + "if (" + condition() + ") {\n" + inner(loop) + pad + "} else {\n" +
                   inner(loop) + pad + "}\n";
        case 10: {
            const std::string counter = "n" + std::to_string(m_counters++);
            return pad + "for (uint " + counter + " = 0u; " + counter + " < (" + variable() +
                   " & 7u); ++" + counter + ") {\n" + inner(true) + pad + "}\n";
        }
        case 11: {
            const std::string counter = "n" + std::to_string(m_counters++);
            return pad + "{ uint " + counter + " = 0u; while (" + counter + "++ < 6u && (" +
                   condition() + ")) {\n" + inner(true) + pad + "} }\n";
        }
        case 12: {
            const std::string counter = "n" + std::to_string(m_counters++);
            return pad + "{ uint " + counter + " = 0u; do {\n" + inner(true) + pad + "} while (++" +
                   counter + " < (" + variable() + " & 3u)); }\n";
        }
        case 13: {
            std::string text = pad + "switch (" + variable() + " & 7u) {\n";
            for (uint32_t label = 0; label < 5; ++label) {
                text += pad + "case " + std::to_string(label) + "u:\n" + inner(false);
                if (pick(3)) {
                    text += pad + "    break;\n";
                }
            }
            return text + pad + "default:\n" + inner(false) + pad + "}\n";
        }
        default:
            return pad + variable() + " = " + expression() + ";\n";
        }
    }

    Random& m_random;
    uint32_t m_counters = 0;
    int m_budget = 14; ///< Selections and loops: compilers take their time.
};

} // namespace

Case controlFlowCase(uint32_t seed) {
    Random random(seed ^ 0x5eed);
    Writer writer(random);
    Case test;
    test.name = "control flow " + std::to_string(seed);
    test.glsl = R"(#version 460
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Input { uint bits[]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[]; };
uint i;
uint helper(uint x, uint y) {
    if ((x & 1u) == 0u) return y + 3u;
    for (uint k = 0u; k < (y & 3u); ++k) {
        x = x * 3u + k;
        if ((x & 8u) != 0u) return x;
    }
    return x ^ y;
}
uint program(uint a, uint b, uint c, uint d, inout uint data[8]) {
)" + writer.block(4, false, true, 1) +
                R"(    return a + b * 3u + c * 5u + d * 7u;
}
void main() {
    i = gl_GlobalInvocationID.x;
    uint data[8];
    for (uint k = 0u; k < 8u; ++k) data[k] = bits[(i + k) & 63u];
    uint answer = program(bits[i], bits[(i + 1u) & 63u], bits[(i + 2u) & 63u], bits[(i + 3u) & 63u], data);
    for (uint k = 0u; k < 8u; ++k) answer = answer * 31u + data[k];
    result[i] = answer;
}
)";
    for (uint32_t i = 0; i < kInvocations; ++i) {
        test.input.push_back(random() % 4 ? random() : random() % 16);
    }
    test.outputWords = kInvocations;
    return test;
}

} // namespace differential
