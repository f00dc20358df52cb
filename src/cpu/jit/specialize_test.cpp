// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/specialize.h"

#include "cpu/jit/link_kernels.h"
#include "cpu/jit/llvm_module.h"
#include "cpu/jit/random_call.h"
#include "format/vk_formats.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <gtest/gtest.h>

namespace cpu::jit {
namespace {

class Specialize : public testing::TestWithParam<Level> {};

INSTANTIATE_TEST_SUITE_P(Levels,
                         Specialize,
                         testing::ValuesIn(kernels::levelsHere()),
                         [](const auto& level) { return "v" + std::to_string(int(level.param)); });

TEST_P(Specialize, GivesTheBitsOfTheGenericRoutine) {
    Random random(2024 + uint32_t(GetParam()));
    const Image memory(random);
    void* const generic = kernels::kernel("sample", GetParam());
    ASSERT_TRUE(generic);
    for (int i = 0; i < 100; ++i) {
        const SampleKey key = randomKey(random);
        const auto object = specializeSample(key, GetParam());
        ASSERT_TRUE(object) << object.error().message;
        const auto code = load(*object);
        ASSERT_TRUE(code) << code.error().message;
        const ImageData image = memory.data({key.viewId}, random);
        for (int calls = 0; calls < 8; ++calls) {
            const SamplerData sampler = randomSampler(key, random);
            RoutineCall expected = randomCall(key, random);
            expected.image = &image;
            expected.sampler = &sampler;
            RoutineCall actual = expected;
            expected.routine = generic;
            actual.routine = (*code)->address(kRoutineSymbol);
            // The routine knows them.
            actual.ids = ~uint64_t(0);
            actual.op = ~0u;
            call_routine(GetParam())(&expected);
            call_routine(GetParam())(&actual);
            ASSERT_NO_FATAL_FAILURE(expectSameBits(actual, expected, key));
        }
    }
}

/// States as the build has them: the swizzle, address modes and bias are open.
TEST_P(Specialize, MakesRoutinesOutOfEachOtherWithTheBitsOfTheGenericRoutine) {
    Random random(5 + uint32_t(GetParam()));
    const Image memory(random);
    void* const generic = kernels::kernel("sample", GetParam());
    constexpr uint32_t kOpenView = 0xfffu << 15, kOpenSampler = 0x1ffu << 3, kOpenOp = 1u << 4;
    std::vector<SampleKey> keys;
    for (int i = 0; i < 8; ++i) {
        // Four that differ in what they sample with alone.
        const SampleKey key =
            i % 4 ? SampleKey{keys.back().viewId, keys.back().samplerId ^ 1u, keys.back().op}
                  : randomKey(random);
        keys.push_back(key);
    }
    keys.push_back(keys.front());
    std::vector<std::vector<ArgumentPattern>> states;
    for (const SampleKey& key : keys) {
        const SampleKey mask = {~kOpenView, ~kOpenSampler, ~kOpenOp};
        const KeyPattern pattern = {
            mask, {key.viewId & mask.viewId, key.samplerId & mask.samplerId, key.op & mask.op}};
        const auto arguments = pattern.arguments();
        states.emplace_back(arguments.begin(), arguments.end());
    }
    const auto object = specializeAll(kSampleKernel, states, GetParam(), "routines");
    ASSERT_TRUE(object) << object.error().message;
    const auto code = load(*object);
    ASSERT_TRUE(code) << code.error().message;
    const auto* routines = static_cast<void* const*>((*code)->address("routines"));
    ASSERT_TRUE(routines);
    EXPECT_EQ(routines[0], routines[8]) << "equal states have one routine";
    for (size_t i = 0; i < 8; ++i) {
        for (int calls = 0; calls < 8; ++calls) {
            const SampleKey& key = keys[i];
            const ImageData image = memory.data({key.viewId}, random);
            const SamplerData sampler = randomSampler(key, random);
            RoutineCall expected = randomCall(key, random);
            expected.image = &image;
            expected.sampler = &sampler;
            RoutineCall actual = expected;
            expected.routine = generic;
            actual.routine = routines[i];
            // Only open bits are read.
            actual.ids |= ~(uint64_t(kOpenSampler) << 32 | kOpenView);
            actual.op |= ~kOpenOp;
            call_routine(GetParam())(&expected);
            call_routine(GetParam())(&actual);
            ASSERT_NO_FATAL_FAILURE(expectSameBits(actual, expected, key));
        }
    }
}

/// What a shader does for a stable site: `void f(RoutineCall*)` calls the kernel with the key
/// constant.
std::unique_ptr<llvm::Module>
callingModule(llvm::LLVMContext& context, const SampleKey& key, Level level) {
    auto module = newModule("caller", context);
    llvm::IRBuilder<> ir(context);
    const uint32_t lanes = lanesOf(level);
    auto* floats = llvm::FixedVectorType::get(ir.getFloatTy(), lanes);
    auto* integers = llvm::FixedVectorType::get(ir.getInt32Ty(), lanes);
    std::vector<llvm::Type*> types{
        ir.getInt64Ty(), ir.getInt32Ty(), ir.getPtrTy(), ir.getPtrTy(), ir.getInt32Ty()};
    types.insert(types.end(), 12, floats);
    types.insert(types.end(), 3, integers);
    auto* texel = llvm::StructType::get(context, {floats, floats, floats, floats});
    auto* kernelType = llvm::FunctionType::get(texel, types, false);
    auto* sample = llvm::Function::Create(
        kernelType, llvm::Function::ExternalLinkage, kernelSymbol("sample", level), module.get());
    sample->setCallingConv(llvm::CallingConv::X86_RegCall);
    auto* f =
        llvm::Function::Create(llvm::FunctionType::get(ir.getVoidTy(), {ir.getPtrTy()}, false),
                               llvm::Function::ExternalLinkage,
                               "f",
                               module.get());
    ir.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", f));
    const auto at = [&](size_t offset_B) {
        return ir.CreateConstGEP1_64(ir.getInt8Ty(), f->getArg(0), offset_B);
    };
    for (uint32_t first = 0; first < RoutineCall::kCount; first += lanes) {
        std::vector<llvm::Value*> args{
            ir.getInt64(uint64_t(key.samplerId) << 32 | key.viewId),
            ir.getInt32(key.op),
            ir.CreateLoad(ir.getPtrTy(), at(offsetof(RoutineCall, image))),
            ir.CreateLoad(ir.getPtrTy(), at(offsetof(RoutineCall, sampler))),
            ir.CreateLShr(ir.CreateLoad(ir.getInt32Ty(), at(offsetof(RoutineCall, active))),
                          first)};
        for (uint32_t i = 0; i < 12; ++i) {
            const size_t from = offsetof(RoutineCall, in) + (i * RoutineCall::kCount + first) * 4;
            args.push_back(ir.CreateAlignedLoad(floats, at(from), llvm::Align(4)));
        }
        for (uint32_t i = 0; i < 3; ++i) {
            const size_t from =
                offsetof(RoutineCall, offset) + (i * RoutineCall::kCount + first) * 4;
            args.push_back(ir.CreateAlignedLoad(integers, at(from), llvm::Align(4)));
        }
        llvm::CallInst* call = ir.CreateCall(sample, args);
        call->setCallingConv(llvm::CallingConv::X86_RegCall);
        for (uint32_t i = 0; i < 4; ++i) {
            const size_t to = offsetof(RoutineCall, out) + (i * RoutineCall::kCount + first) * 4;
            ir.CreateAlignedStore(ir.CreateExtractValue(call, i), at(to), llvm::Align(4));
        }
    }
    ir.CreateRetVoid();
    return module;
}

TEST_P(Specialize, InlinesTheKernelWhereTheStateIsConstant) {
    Random random(77 + uint32_t(GetParam()));
    const Image memory(random);
    for (int i = 0; i < 20; ++i) {
        const SampleKey key = randomKey(random);
        llvm::LLVMContext context;
        auto module = callingModule(context, key, GetParam());
        const auto linked = linkKernels(*module, kernels::KernelFile::Sample, GetParam());
        ASSERT_TRUE(linked) << linked.error().message;
        EXPECT_TRUE(module->getFunction(kernelSymbol("sample", GetParam()))->use_empty());
        const auto object = compile(std::move(module), GetParam(), Optimization::Full);
        ASSERT_TRUE(object) << object.error().message;
        const auto code = load(*object);
        ASSERT_TRUE(code) << code.error().message;
        const ImageData image = memory.data({key.viewId}, random);
        const SamplerData sampler = randomSampler(key, random);
        RoutineCall expected = randomCall(key, random);
        expected.image = &image;
        expected.sampler = &sampler;
        RoutineCall actual = expected;
        expected.routine = kernels::kernel("sample", GetParam());
        call_routine(GetParam())(&expected);
        reinterpret_cast<void (*)(RoutineCall*)>((*code)->address("f"))(&actual);
        ASSERT_NO_FATAL_FAILURE(expectSameBits(actual, expected, key));
    }
}

TEST_P(Specialize, TheSameKeyGivesTheSameObject) {
    Random random(5);
    for (int i = 0; i < 5; ++i) {
        const SampleKey key = randomKey(random);
        const auto first = specializeSample(key, GetParam());
        ASSERT_TRUE(specializeSample(randomKey(random), GetParam()));
        const auto second = specializeSample(key, GetParam());
        ASSERT_TRUE(first && second);
        EXPECT_EQ(*first, *second);
    }
}

TEST_P(Specialize, IsSmallerThanTheGenericRoutine) {
    const ViewId view = ViewId::make(format::vkFormatIndex(37),
                                     ViewType::D2,
                                     Tiling::Linear,
                                     AspectRead::Color,
                                     false,
                                     Swizzle::R,
                                     Swizzle::G,
                                     Swizzle::B,
                                     Swizzle::A);
    const SamplerId sampler = SamplerId::make(false,
                                              false,
                                              false,
                                              Address::ClampToEdge,
                                              Address::ClampToEdge,
                                              Address::ClampToEdge,
                                              false,
                                              false,
                                              Compare::Never,
                                              Reduction::WeightedAverage,
                                              false,
                                              true);
    const SampleOp op =
        SampleOp::make(SampleMethod::Lod, false, false, false, false, 0, false, false);
    const auto object = specializeSample({view.bits, sampler.bits, op.bits}, GetParam());
    ASSERT_TRUE(object);
    const auto code = load(*object);
    ASSERT_TRUE(code);
    EXPECT_EQ((*code)->size_B(), 4096u); // One page.
}

} // namespace
} // namespace cpu::jit
