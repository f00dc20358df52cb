// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/harness_test.h"

#include "cpu/abi/interruption.h"
#include "cpu/jit/jit.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <gtest/gtest.h>
#include <spirv-tools/optimizer.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>

namespace cpu::shader::test {
namespace {

struct Free {
    void operator()(uint8_t* memory) const { ::operator delete[](memory, std::align_val_t(64)); }
};
using Memory = std::unique_ptr<uint8_t[], Free>;

Memory allocate(size_t size_B) {
    auto* memory =
        static_cast<uint8_t*>(::operator new[](size_B + kOverread_B, std::align_val_t(64)));
    std::memset(memory, 0xcd, size_B + kOverread_B);
    return Memory(memory);
}

InterfaceLayout layoutOf(const Dispatch& dispatch) {
    InterfaceLayout layout;
    uint32_t offset_B = 0;
    for (uint32_t n = 0; n < dispatch.buffers.size(); ++n) {
        const Buffer& buffer = dispatch.buffers[n];
        layout.bindings.push_back({0, n, buffer.kind, buffer.elements, offset_B});
        layout.bindings.back().firstDynamic = buffer.dynamicOffset_B < 0 ? -1 : int32_t(n);
        layout.bindings.back().variableCount = buffer.present >= 0;
        layout.bindings.back().partiallyBound = buffer.unmapped;
        offset_B += buffer.elements * uint32_t(kDescriptor_B);
    }
    return layout;
}

ShaderSource sourceOf(const Words& spirv, const Dispatch& dispatch) {
    return {spirv,
            dispatch.entryPoint,
            dispatch.specialization,
            std::as_bytes(std::span(dispatch.specializationData))};
}

/// Buffers as an image of the shader leaves them.
std::vector<Words> resultsOf(const base::Result<ComputeImage>& image, Dispatch dispatch) {
    std::vector<Words> results;
    if (!image) {
        ADD_FAILURE() << image.error().message;
    } else {
        execute(*image, dispatch);
    }
    for (Buffer& buffer : dispatch.buffers) {
        results.push_back(std::move(buffer.words));
    }
    return results;
}

} // namespace

uint32_t bits(float value) {
    return std::bit_cast<uint32_t>(value);
}

float asFloat(uint32_t value) {
    return std::bit_cast<float>(value);
}

Words compileGlsl(const std::string& glsl, bool optimized, spirv::Stage stage) {
    static const bool kStarted = glslang::InitializeProcess();
    EXPECT_TRUE(kStarted);
    const EShLanguage language = stage == spirv::Stage::Vertex           ? EShLangVertex
                                 : stage == spirv::Stage::TessControl    ? EShLangTessControl
                                 : stage == spirv::Stage::TessEvaluation ? EShLangTessEvaluation
                                 : stage == spirv::Stage::Geometry       ? EShLangGeometry
                                 : stage == spirv::Stage::Fragment       ? EShLangFragment
                                                                         : EShLangCompute;
    glslang::TShader shader(language);
    const std::string source = glsl.starts_with("#version") ? glsl : "#version 460\n" + glsl;
    const char* text = source.c_str();
    shader.setStrings(&text, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, language, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_3);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_6);
    const auto messages = EShMessages(EShMsgSpvRules | EShMsgVulkanRules);
    if (!shader.parse(GetDefaultResources(), 460, false, messages)) {
        ADD_FAILURE() << shader.getInfoLog() << source;
        return {};
    }
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(messages)) {
        ADD_FAILURE() << program.getInfoLog();
        return {};
    }
    Words words;
    glslang::GlslangToSpv(*program.getIntermediate(language), words);
    if (optimized) {
        spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_3);
        optimizer.RegisterPerformancePasses();
        spvtools::OptimizerOptions options;
        options.set_run_validator(false);
        Words better;
        EXPECT_TRUE(optimizer.Run(words.data(), words.size(), &better, options));
        return better;
    }
    return words;
}

std::vector<Level> levels() {
    std::vector<Level> levels;
    for (const Level level : {Level::V2, Level::V3, Level::V4}) {
        if (level <= processLevel()) {
            levels.push_back(level);
        }
    }
    return levels;
}

base::Result<ComputeImage> compileWords(const Words& spirv, const Dispatch& dispatch, Level level) {
    return compile<ComputeImage>(sourceOf(spirv, dispatch), layoutOf(dispatch), level);
}

base::Result<ComputeImage> copyWords(const Words& spirv, const Dispatch& dispatch, Level level) {
    return copy<ComputeImage>(sourceOf(spirv, dispatch), layoutOf(dispatch), level);
}

void execute(const ComputeImage& image, Dispatch& dispatch) {
    auto code = jit::load(image.object);
    ASSERT_TRUE(code) << code.error().message;
    auto workgroup = WorkgroupFunction((*code)->address(kWorkgroupSymbol));
    ASSERT_NE(workgroup, nullptr);

    std::vector<Memory> memories;
    const InterfaceLayout layout = layoutOf(dispatch);
    const Memory set = allocate(4096);
    std::memset(set.get(), 0, 4096);
    for (size_t n = 0; n < dispatch.buffers.size(); ++n) {
        const Buffer& buffer = dispatch.buffers[n];
        const size_t size_B = buffer.words.size() * 4;
        memories.push_back(allocate(size_B));
        std::memcpy(memories.back().get(), buffer.words.data(), size_B);
        const size_t element_B = size_B / buffer.elements;
        for (uint32_t element = 0; element < buffer.elements; ++element) {
            const uint32_t range_B =
                buffer.size_B < 0 ? uint32_t(element_B) : uint32_t(buffer.size_B);
            // The first page belongs to nobody.
            uint8_t* const base = buffer.unmapped ? reinterpret_cast<uint8_t*>(64)
                                                  : memories.back().get() + element * element_B;
            const BufferDescriptor descriptor{base, range_B, uint32_t(element_B) - range_B};
            std::memcpy(set.get() + layout.bindings[n].offset_B + element * kDescriptor_B,
                        &descriptor,
                        sizeof(descriptor));
        }
    }
    DispatchData data{};
    data.sets[0] = set.get();
    if (!layout.bindings.empty() && layout.bindings.back().variableCount) {
        data.setSizes_B[0] = layout.bindings.back().offset_B +
                             uint32_t(dispatch.buffers.back().present) * uint32_t(kDescriptor_B);
    }
    std::copy(dispatch.groups.begin(), dispatch.groups.end(), data.groupCount);
    if (!dispatch.pushConstants.empty()) {
        std::memcpy(
            data.pushConstants, dispatch.pushConstants.data(), dispatch.pushConstants.size() * 4);
    }
    for (size_t n = 0; n < dispatch.buffers.size(); ++n) {
        data.dynamicOffsets_B[n] = uint32_t(std::max(dispatch.buffers[n].dynamicOffset_B, 0));
        const uint8_t* address = memories[n].get();
        if (dispatch.pushAddresses) {
            std::memcpy(data.pushConstants + n * 8, &address, 8);
        }
    }
    const Memory workgroupMemory = allocate(image.workgroupMemory_B + 64);
    const Memory frames = allocate(image.frames_B + 64);
    Interruption interruption;
    WorkerData worker{};
    worker.interruption = &interruption;
    if (dispatch.interrupted) {
        interruption.want();
    }
    worker.workgroupMemory = workgroupMemory.get();
    worker.frames = frames.get();
    for (uint32_t z = 0; z < dispatch.groups[2]; ++z) {
        for (uint32_t y = 0; y < dispatch.groups[1]; ++y) {
            for (uint32_t x = 0; x < dispatch.groups[0]; ++x) {
                workgroup(&data, &worker, x, y, z);
            }
        }
    }
    for (size_t n = 0; n < dispatch.buffers.size(); ++n) {
        Words& words = dispatch.buffers[n].words;
        std::memcpy(words.data(), memories[n].get(), words.size() * 4);
        for (uint32_t at = 0; at < kOverread_B; ++at) {
            ASSERT_EQ(memories[n][words.size() * 4 + at], 0xcd) << "written behind the buffer";
        }
    }
}

std::vector<Words> run(const std::string& glsl, const Dispatch& dispatch) {
    std::vector<Words> first;
    for (const bool optimized : {false, true}) {
        std::vector<Words> expected = dispatch.exact ? first : std::vector<Words>();
        const Words spirv = compileGlsl(glsl, optimized);
        for (const Level level : levels()) {
            SCOPED_TRACE(testing::Message()
                         << "level " << int(level) << (optimized ? " optimized" : ""));
            const std::vector<Words> results =
                resultsOf(compileWords(spirv, dispatch, level), dispatch);
            const std::vector<Words> copied =
                resultsOf(copyWords(spirv, dispatch, level), dispatch);
            for (size_t n = 0; n < results.size(); ++n) {
                EXPECT_TRUE(copied[n] == results[n]) << "copied: buffer " << n << " has other bits";
            }
            if (expected.empty()) {
                expected = results;
            }
            if (first.empty()) {
                first = results;
            }
            for (size_t n = 0; n < results.size(); ++n) {
                EXPECT_TRUE(results[n] == expected[n]) << "buffer " << n << " has other bits";
            }
        }
    }
    return first;
}

Words runBody(const std::string& body, uint32_t count, const std::string& before, bool exact) {
    const std::string glsl = "layout(local_size_x = 64) in;\n"
                             "layout(std430, binding = 0) buffer R { uint r[]; };\n" +
                             before + "void main() { uint i = gl_GlobalInvocationID.x;\n" + body +
                             "}\n";
    Dispatch dispatch{.exact = exact};
    dispatch.buffers.push_back({Words(count)});
    return run(glsl, dispatch)[0];
}

} // namespace cpu::shader::test
