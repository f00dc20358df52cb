// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "gl/compat/state/fixed_programs.h"

#include "gl/objects/shader.h"
#include "gl/testing/fake_backend.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace gl {
namespace {

class CountingDevice : public testing::FakeDevice {
public:
    std::unique_ptr<ProgramBackend> createProgram(std::shared_ptr<const glsl::LinkedProgram> linked,
                                                  std::string& log) override {
        ++made;
        return testing::FakeDevice::createProgram(std::move(linked), log);
    }
    std::atomic<int> made = 0;
};

class FixedProgramsTest : public ::testing::Test {
protected:
    /// How many programs the device made, once all that were begun are there.
    int made() {
        compileQueue().drain();
        return m_device->made;
    }
    static glsl::FixedFunctionKey keyWithTextureOf(int unit) {
        glsl::FixedFunctionKey key;
        key.setUnit(unit, glsl::FixedTexture::Tex2D, {}, {});
        return key;
    }

    std::shared_ptr<CountingDevice> m_device = std::make_shared<CountingDevice>();
    FixedPrograms m_programs{m_device, true};
};

TEST_F(FixedProgramsTest, AStateGetsItsOwnOnceItIsDrawnWithOften) {
    FixedPrograms::Special& special = m_programs.special(keyWithTextureOf(0));
    const auto first = std::chrono::steady_clock::now();
    for (uint32_t draw = 1; draw < FixedPrograms::kDrawsThatPay; ++draw) {
        EXPECT_EQ(m_programs.drawn(special), nullptr);
    }
    if (std::chrono::steady_clock::now() - first < FixedPrograms::kTimeThatPays) {
        EXPECT_EQ(made(), 0);
    }
    EXPECT_EQ(m_programs.drawn(special), nullptr);
    EXPECT_EQ(made(), 1);
    const FixedPrograms::Program* const program = m_programs.drawn(special);
    ASSERT_TRUE(program);
    EXPECT_TRUE(program->backend);
    // Whoever asks for that state has it, and another state has its own.
    EXPECT_EQ(m_programs.drawn(m_programs.special(keyWithTextureOf(0))), program);
    EXPECT_EQ(m_programs.specialNow(keyWithTextureOf(0)), program);
    EXPECT_EQ(m_programs.drawn(m_programs.special(keyWithTextureOf(1))), nullptr);
    EXPECT_EQ(made(), 1);
}

// As in a viewer whose frames are one large draw each.
TEST_F(FixedProgramsTest, AStateGetsItsOwnOnceItIsDrawnWithForLong) {
    FixedPrograms::Special& special = m_programs.special(keyWithTextureOf(0));
    EXPECT_EQ(m_programs.drawn(special), nullptr);
    EXPECT_EQ(made(), 0);
    std::this_thread::sleep_for(FixedPrograms::kTimeThatPays);
    EXPECT_EQ(m_programs.drawn(special), nullptr);
    EXPECT_EQ(made(), 1);
    EXPECT_TRUE(m_programs.drawn(special));
}

TEST_F(FixedProgramsTest, ThoseOfAllUnitsAreMadeOnceSuchAUnitIsExpected) {
    m_programs.prepare();
    EXPECT_EQ(made(), 4); // Of no unit, of one, and of the usual ones with smooth and flat colours.
    EXPECT_TRUE(m_programs.general(keyWithTextureOf(FixedPrograms::kUsualUnits - 1)));
    EXPECT_EQ(made(), 4);
    m_programs.prepareAllUnits();
    m_programs.prepareAllUnits();
    EXPECT_EQ(made(), 6);
    EXPECT_TRUE(m_programs.general(keyWithTextureOf(glsl::kFixedUnits - 1)));
    EXPECT_EQ(made(), 6);
}

TEST_F(FixedProgramsTest, AGeneralOneThatNobodyExpectedIsWaitedFor) {
    EXPECT_TRUE(m_programs.general(keyWithTextureOf(glsl::kFixedUnits - 1)));
    EXPECT_EQ(made(), 1);
}

} // namespace
} // namespace gl
