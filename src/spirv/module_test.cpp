// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/module.h"

#include <gtest/gtest.h>

namespace spirv {
namespace {

/// Writes instructions by hand; enough for what the reader looks at.
class Words {
public:
    Words& op(spv::Op op, std::initializer_list<uint32_t> operands) {
        m_words.push_back((uint32_t(operands.size() + 1) << 16) | uint32_t(op));
        m_words.insert(m_words.end(), operands);
        return *this;
    }
    Words& named(uint32_t id, uint32_t packedName) { return op(spv::OpName, {id, packedName, 0}); }
    [[nodiscard]] std::vector<uint32_t> take() const { return m_words; }

private:
    std::vector<uint32_t> m_words = {spv::MagicNumber, 0x00010300, 0, 16, 0};
};

constexpr uint32_t kTex = 't' | ('e' << 8) | ('x' << 16);

std::vector<uint32_t> sample() {
    return Words()
        .op(spv::OpCapability, {spv::CapabilityShader})
        .op(spv::OpMemoryModel, {0, 1})
        .named(5, kTex)
        .op(spv::OpDecorate, {5, spv::DecorationDescriptorSet, 4})
        .op(spv::OpDecorate, {5, spv::DecorationBinding, 2})
        .op(spv::OpTypeFloat, {1, 32})
        .op(spv::OpTypeInt, {2, 32, 0})
        .op(spv::OpConstant, {2, 3, 7})
        .op(spv::OpTypeArray, {4, 1, 3})
        .op(spv::OpTypePointer, {6, spv::StorageClassUniformConstant, 4})
        .op(spv::OpVariable, {6, 5, spv::StorageClassUniformConstant})
        .take();
}

TEST(ModuleTest, ReadsNamesTypesAndVariables) {
    const auto module = Module::parse(sample());
    ASSERT_TRUE(module);
    ASSERT_EQ(module->globals().size(), 1u);
    const Variable& variable = module->globals()[0];
    EXPECT_EQ(module->name(variable.id), "tex");
    EXPECT_EQ(variable.storage, spv::StorageClassUniformConstant);
    EXPECT_EQ(module->arrayLength(variable.pointee), 7u);
    EXPECT_EQ(module->elementType(variable.pointee), Id{1});
    EXPECT_EQ(module->decoration(variable.id, spv::DecorationBinding), 2u);
    EXPECT_EQ(module->decoration(variable.id, spv::DecorationLocation), std::nullopt);
    EXPECT_FALSE(module->isAccessed(variable.id));
}

TEST(ModuleTest, RefusesDamagedWords) {
    EXPECT_FALSE(Module::parse({}));
    EXPECT_FALSE(Module::parse({1, 2, 3, 4, 5}));
    std::vector<uint32_t> truncated = sample();
    truncated.pop_back();
    EXPECT_FALSE(Module::parse(truncated));
    std::vector<uint32_t> zeroLength = sample();
    zeroLength.push_back(0);
    EXPECT_FALSE(Module::parse(zeroLength));
    std::vector<uint32_t> idOutOfBound = sample();
    idOutOfBound[3] = 3;
    EXPECT_FALSE(Module::parse(idOutOfBound));
}

TEST(ModuleTest, AnswersForIdsThatNothingDefines) {
    const auto module = Module::parse(Words().op(spv::OpDecorate, {7, 30, 3}).take());
    ASSERT_TRUE(module);
    for (const Id id : {Id{0}, Id{7}, Id{16}, Id{~0u}}) {
        EXPECT_FALSE(module->defines(id));
        EXPECT_EQ(module->definition(id).op(), spv::OpNop);
        EXPECT_EQ(module->definition(id)[3], 0u);
        EXPECT_EQ(module->arrayLength(id), 1u);
        EXPECT_EQ(module->elementType(id), id);
        EXPECT_EQ(module->locations(id), 1u);
    }
}

TEST(ModuleTest, TakesNumbersThatEnumerationsCannotHoldForTheirMax) {
    std::vector<uint32_t> words = sample();
    words.back() = 0xfdffffff; // the variable's storage class
    const uint32_t decoration[] = {4u << 16 | spv::OpDecorate, 5, 0xfdffffff, 9};
    words.insert(words.end(), std::begin(decoration), std::end(decoration));
    const auto module = Module::parse(words);
    ASSERT_TRUE(module);
    EXPECT_EQ(module->globals().front().storage, spv::StorageClassMax);
    EXPECT_EQ(module->decoration(Id{5}, spv::DecorationMax), 9u);
}

TEST(ModuleTest, RefusesWhatItsAnswersCouldNotBear) {
    const auto isModule = [](const Words& words) {
        return Module::parse(words.take()).has_value();
    };
    EXPECT_TRUE(isModule(Words().op(spv::OpTypeFloat, {1, 32})));
    EXPECT_FALSE(isModule(Words().op(spv::OpTypeFloat, {1})));
    EXPECT_FALSE(isModule(Words().op(spv::OpTypeFloat, {16, 32})));
    EXPECT_FALSE(isModule(Words().op(spv::OpTypeFloat, {1, 32}).op(spv::OpTypeFloat, {1, 64})));
    EXPECT_FALSE(isModule(Words().op(spv::OpTypeArray, {1, 1, 1})));
    EXPECT_FALSE(isModule(Words().op(spv::OpTypeStruct, {1, 2})));
    EXPECT_FALSE(isModule(Words().op(spv::OpVariable, {1, 2, spv::StorageClassInput})));
}

TEST(ModuleTest, RefusesTypesOfMorePartsThanCanBeWalked) {
    // Each struct is sixteen of the one before.
    Words words = Words().op(spv::OpTypeFloat, {1, 32});
    for (uint32_t id = 2; id < 5; ++id) {
        const uint32_t one = id - 1;
        words.op(
            spv::OpTypeStruct,
            {id, one, one, one, one, one, one, one, one, one, one, one, one, one, one, one, one});
    }
    EXPECT_TRUE(Module::parse(words.take()));
    words.op(spv::OpTypeStruct, {5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4});
    EXPECT_FALSE(Module::parse(words.take()));
}

} // namespace
} // namespace spirv
