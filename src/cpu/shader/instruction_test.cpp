// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Instructions that glslang does not emit, from SPIR-V's text.
#include "cpu/shader/harness_test.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <spirv-tools/libspirv.hpp>

namespace cpu::shader::test {
namespace {

const char* const kHead = R"(
OpCapability Shader
OpCapability Int64
OpCapability Int16
OpCapability Int8
OpCapability DotProduct
OpCapability DotProductInputAll
OpCapability DotProductInput4x8Bit
OpCapability DotProductInput4x8BitPacked
OpExtension "SPV_KHR_integer_dot_product"
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id %r %a %b
OpExecutionMode %main LocalSize 64 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %words ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %r DescriptorSet 0
OpDecorate %r Binding 0
OpDecorate %a DescriptorSet 0
OpDecorate %a Binding 1
OpDecorate %b DescriptorSet 0
OpDecorate %b Binding 2
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%ulong = OpTypeInt 64 0
%ushort = OpTypeInt 16 0
%float = OpTypeFloat 32
%uvec2 = OpTypeVector %uint 2
%uvec3 = OpTypeVector %uint 3
%uvec4 = OpTypeVector %uint 4
%ivec2 = OpTypeVector %int 2
%vec2 = OpTypeVector %float 2
%svec2 = OpTypeVector %ushort 2
%svec4 = OpTypeVector %ushort 4
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%blockp = OpTypePointer StorageBuffer %block
%wordp = OpTypePointer StorageBuffer %uint
%idp = OpTypePointer Input %uvec3
%fpair = OpTypeStruct %float %float
%fipair = OpTypeStruct %float %int
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%f1 = OpConstant %float 1
%f2 = OpConstant %float 2
%id = OpVariable %idp Input
%r = OpVariable %blockp StorageBuffer
%a = OpVariable %blockp StorageBuffer
%b = OpVariable %blockp StorageBuffer
%main = OpFunction %void None %fn
%entry = OpLabel
%gid = OpLoad %uvec3 %id
%i = OpCompositeExtract %uint %gid 0
%pa = OpAccessChain %wordp %a %u0 %i
%pb = OpAccessChain %wordp %b %u0 %i
%pr = OpAccessChain %wordp %r %u0 %i
%x = OpLoad %uint %pa
%y = OpLoad %uint %pb
%f = OpBitcast %float %x
%g = OpBitcast %float %y
)";

const char* const kTail = R"(
OpStore %pr %out
OpReturn
OpFunctionEnd
)";

const std::vector<uint32_t> kWords = {0,
                                      1,
                                      2,
                                      0x7fffffff,
                                      0x80000000,
                                      0xffffffff,
                                      0x01020304,
                                      0xff80017f,
                                      0x8181ff7f,
                                      0x3f800000,
                                      0xbf800000,
                                      0x40490fdb,
                                      0x7fc00000,
                                      0x7f800000,
                                      0x33000001,
                                      0x477fe000,
                                      0x477ff001,
                                      0xc2f70000};

/// `body` defines %out, a uint, from %x and %y, which are %f and %g as floats.
void check(const std::string& body,
           const std::function<uint32_t(uint32_t x, uint32_t y)>& expected) {
    spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
    std::string log;
    tools.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t& at, const char* text) {
            log += std::to_string(at.line) + ": " + text + "\n";
        });
    Words spirv;
    ASSERT_TRUE(tools.Assemble(kHead + body + kTail, &spirv)) << log << body;
    Dispatch dispatch;
    Words a, b;
    for (const uint32_t x : kWords) {
        for (const uint32_t y : kWords) {
            a.push_back(x);
            b.push_back(y);
        }
    }
    const size_t count = a.size();
    a.resize((count + 63) / 64 * 64);
    b.resize(a.size());
    dispatch.buffers = {{Words(a.size())}, {a}, {b}};
    dispatch.groups = {uint32_t(a.size() / 64), 1, 1};
    for (const Level level : levels()) {
        for (const bool copied : {false, true}) {
            auto image =
                copied ? copyWords(spirv, dispatch, level) : compileWords(spirv, dispatch, level);
            ASSERT_TRUE(image) << image.error().message << body;
            Dispatch own = dispatch;
            execute(*image, own);
            for (size_t i = 0; i < count; ++i) {
                ASSERT_EQ(own.buffers[0].words[i], expected(a[i], b[i]))
                    << body << " of " << std::hex << a[i] << ", " << b[i] << ", level "
                    << int(level) << (copied ? ", copied" : "");
            }
        }
    }
}

using U = uint32_t;
using I = int32_t;

int byteOf(U word, int k, bool isSigned) {
    const U byte = word >> (8 * k) & 255;
    return isSigned ? int8_t(byte) : int(byte);
}

int64_t dot4(U x, U y, bool xSigned, bool ySigned) {
    int64_t sum = 0;
    for (int k = 0; k < 4; ++k) {
        sum += byteOf(x, k, xSigned) * byteOf(y, k, ySigned);
    }
    return sum;
}

TEST(Instruction, integerDot) {
    check("%out = OpUDotKHR %uint %x %y PackedVectorFormat4x8BitKHR",
          [](U x, U y) { return U(dot4(x, y, false, false)); });
    check("%s = OpSDotKHR %int %x %y PackedVectorFormat4x8BitKHR\n%out = OpBitcast %uint %s",
          [](U x, U y) { return U(dot4(x, y, true, true)); });
    check("%s = OpSUDotKHR %int %x %y PackedVectorFormat4x8BitKHR\n%out = OpBitcast %uint %s",
          [](U x, U y) { return U(dot4(x, y, true, false)); });
    check("%out = OpUDotAccSatKHR %uint %x %y %x PackedVectorFormat4x8BitKHR", [](U x, U y) {
        return U(std::min<uint64_t>(uint64_t(dot4(x, y, false, false)) + x, ~0u));
    });
    check("%xi = OpBitcast %int %x\n"
          "%s = OpSDotAccSatKHR %int %x %y %xi PackedVectorFormat4x8BitKHR\n"
          "%out = OpBitcast %uint %s",
          [](U x, U y) {
              using L = std::numeric_limits<I>;
              return U(std::clamp<int64_t>(dot4(x, y, true, true) + I(x), L::min(), L::max()));
          });
    check("%v = OpCompositeConstruct %uvec2 %x %y\n%w = OpCompositeConstruct %uvec2 %y %u2\n"
          "%out = OpUDotKHR %uint %v %w",
          [](U x, U y) { return x * y + y * 2; });
}

TEST(Instruction, remainders) {
    check("%xi = OpBitcast %int %x\n%yi = OpBitcast %int %y\n%s = OpSRem %int %xi %yi\n"
          "%out = OpBitcast %uint %s",
          [](U x, U y) { return y == 0     ? ~0u
                                : y == ~0u ? 0
                                           : U(I(x) % I(y)); });
    check("%s = OpFRem %float %f %g\n%n = OpIsNan %bool %s\n%t = OpBitcast %uint %s\n"
          "%out = OpSelect %uint %n %u1 %t",
          [](U x, U y) {
              const float f = asFloat(x), g = asFloat(y), r = f - g * std::trunc(f / g);
              return std::isnan(r) ? 1 : bits(r);
          });
}

TEST(Instruction, numbersAndNan) {
    const auto finite = [](const std::string& op, float (*expected)(float, float)) {
        check("%s = OpExtInst %float %glsl " + op +
                  "\n%n = OpIsNan %bool %s\n%t = OpBitcast %uint %s\n"
                  "%out = OpSelect %uint %n %u1 %t",
              [=](U x, U y) {
                  const float r = expected(asFloat(x), asFloat(y));
                  return std::isnan(r) ? 1 : bits(r);
              });
    };
    finite("NMin %f %g", [](float f, float g) { return std::isnan(f) ? g : g < f ? g : f; });
    finite("NMax %f %g", [](float f, float g) { return std::isnan(f) ? g : f < g ? g : f; });
    finite("NClamp %f %f1 %f2",
           [](float f, float) { return std::isnan(f) ? 1.0f : std::min(std::max(f, 1.0f), 2.0f); });
}

TEST(Instruction, unorderedComparisons) {
    struct Case {
        const char* op;
        bool (*expected)(float, float);
    };
    const Case kCases[] = {
        {"OpFUnordEqual", [](float f, float g) { return !(f < g || f > g); }},
        {"OpFUnordLessThan", [](float f, float g) { return !(f >= g); }},
        {"OpFUnordGreaterThan", [](float f, float g) { return !(f <= g); }},
        {"OpFUnordLessThanEqual", [](float f, float g) { return !(f > g); }},
        {"OpFUnordGreaterThanEqual", [](float f, float g) { return !(f < g); }},
        {"OpFOrdNotEqual", [](float f, float g) { return f < g || f > g; }},
        {"OpFUnordNotEqual", [](float f, float g) { return f != g; }},
    };
    for (const Case& c : kCases) {
        check("%c = " + std::string(c.op) + " %bool %f %g\n%out = OpSelect %uint %c %u1 %u0",
              [&](U x, U y) { return U(c.expected(asFloat(x), asFloat(y))); });
    }
}

TEST(Instruction, quantize) {
    check("%s = OpQuantizeToF16 %float %f\n%n = OpIsNan %bool %s\n%t = OpBitcast %uint %s\n"
          "%out = OpSelect %uint %n %u1 %t",
          [](U x, U) {
              const float f = asFloat(x);
              if (std::isnan(f)) {
                  return 1u;
              }
              if (std::abs(f) >= 65520) {
                  return bits(std::copysign(INFINITY, f));
              }
              if (std::abs(f) < 0x1p-14f) {
                  return bits(std::copysign(0.0f, f));
              }
              const float step = std::ldexp(1.0f, std::ilogb(f) - 10);
              return bits(std::nearbyint(f / step) * step);
          });
}

TEST(Instruction, bitcasts) {
    check("%v = OpCompositeConstruct %uvec2 %x %y\n%l = OpBitcast %ulong %v\n%s = OpBitcast %svec4 "
          "%l\n"
          "%p = OpVectorShuffle %svec2 %s %s 1 2\n%out = OpBitcast %uint %p",
          [](U x, U y) { return x >> 16 | y << 16; });
}

TEST(Instruction, structsOfTwo) {
    check("%p = OpExtInst %fpair %glsl ModfStruct %f\n%q = OpCompositeExtract %float %p 0\n"
          "%n = OpIsNan %bool %q\n%t = OpBitcast %uint %q\n%out = OpSelect %uint %n %u1 %t",
          [](U x, U) {
              float whole;
              const float part = std::modf(asFloat(x), &whole);
              return std::isnan(part) ? 1 : bits(part);
          });
    check("%p = OpExtInst %fipair %glsl FrexpStruct %f\n%q = OpCompositeExtract %int %p 1\n"
          "%out = OpBitcast %uint %q",
          [](U x, U) {
              int exponent = 0;
              if (std::isfinite(asFloat(x))) {
                  std::frexp(asFloat(x), &exponent);
              }
              return U(exponent);
          });
}

TEST(Instruction, selectsComposites) {
    check("%p = OpCompositeConstruct %fpair %f %f1\n%q = OpCompositeConstruct %fpair %f2 %g\n"
          "%c = OpULessThan %bool %x %y\n%s = OpSelect %fpair %c %p %q\n"
          "%s0 = OpCompositeExtract %float %s 0\n%out = OpBitcast %uint %s0",
          [](U x, U y) { return x < y ? x : bits(2.0f); });
}

} // namespace
} // namespace cpu::shader::test
