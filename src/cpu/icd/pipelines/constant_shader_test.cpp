// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/constant_shader_test.h"

#include <spirv/unified1/spirv.hpp>

#include <bit>
#include <chrono>
#include <initializer_list>

namespace cpu::icd {

std::vector<uint32_t> constantShader(bool vertex, float number) {
    enum Id : uint32_t {
        Main = 1,
        Out,
        Void,
        Function,
        Float,
        Vec4,
        Pointer,
        Number,
        Value,
        Entry
    };
    std::vector<uint32_t> words = {spv::MagicNumber, 0x10000, 0, Entry + 1, 0};
    const auto add = [&](spv::Op op, std::initializer_list<uint32_t> operands) {
        words.push_back(uint32_t(operands.size() + 1) << spv::WordCountShift | uint32_t(op));
        words.insert(words.end(), operands);
    };
    constexpr uint32_t kName[] = {0x6e69616d, 0}; // "main"
    add(spv::OpCapability, {spv::CapabilityShader});
    add(spv::OpMemoryModel, {spv::AddressingModelLogical, spv::MemoryModelGLSL450});
    add(spv::OpEntryPoint,
        {uint32_t(vertex ? spv::ExecutionModelVertex : spv::ExecutionModelFragment),
         Main,
         kName[0],
         kName[1],
         Out});
    if (vertex) {
        add(spv::OpDecorate, {Out, spv::DecorationBuiltIn, spv::BuiltInPosition});
    } else {
        add(spv::OpExecutionMode, {Main, spv::ExecutionModeOriginUpperLeft});
        add(spv::OpDecorate, {Out, spv::DecorationLocation, 0});
    }
    add(spv::OpTypeVoid, {Void});
    add(spv::OpTypeFunction, {Function, Void});
    add(spv::OpTypeFloat, {Float, 32});
    add(spv::OpTypeVector, {Vec4, Float, 4});
    add(spv::OpTypePointer, {Pointer, spv::StorageClassOutput, Vec4});
    add(spv::OpVariable, {Pointer, Out, spv::StorageClassOutput});
    add(spv::OpConstant, {Float, Number, std::bit_cast<uint32_t>(number)});
    add(spv::OpConstantComposite, {Vec4, Value, Number, Number, Number, Number});
    add(spv::OpFunction, {Void, Main, 0, Function});
    add(spv::OpLabel, {Entry});
    add(spv::OpStore, {Out, Value});
    add(spv::OpReturn, {});
    add(spv::OpFunctionEnd, {});
    return words;
}

float newNumber() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return float(uint32_t(now) % 8'000'000);
}

} // namespace cpu::icd
