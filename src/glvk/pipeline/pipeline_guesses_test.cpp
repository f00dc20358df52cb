// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_guesses.h"

#include "glsl/compile/shader.h"
#include "glsl/language/options.h"
#include "glsl/link/link.h"
#include "glsl/link/program.h"
#include "glvk/backend/test_device.h"
#include "glvk/pipeline/pipeline_lookup.h"
#include "glvk/pipeline/vertex_format.h"

#include <chrono>
#include <thread>
#include <vector>

namespace glvk {

namespace {

class GuessTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (m_device && m_device->features().usesShaderObjects()) {
            GTEST_SKIP() << "nothing is built whole here";
        }
        m_inPipelines = m_device && !m_device->features().strategy.dynamicVertexInput;
    }
    std::unique_ptr<Program> program(const std::string& vertex = "attribute vec4 p;\n"
                                                                 "void main() { gl_Position = p; }",
                                     const std::string& color = "1.0") {
        glsl::CompileOptions options;
        options.nativeDepthRange = m_device->features().depthClipControl;
        std::vector<std::shared_ptr<const glsl::CompiledShader>> shaders;
        options.stage = glsl::Stage::Vertex;
        shaders.push_back(glsl::compile(options, vertex));
        options.stage = glsl::Stage::Fragment;
        shaders.push_back(
            glsl::compile(options, "void main() { gl_FragColor = vec4(" + color + "); }"));
        const auto linked = glsl::link(shaders, {});
        EXPECT_TRUE(linked->ok) << linked->infoLog;
        std::string log;
        return Program::create(m_device, linked, log);
    }
    PipelineKey keyOf(const Program& program, uint32_t sampleMask = 0) const {
        PipelineKey key;
        key.program = program.id();
        if (m_inPipelines) {
            key.attributeFormat[0] = VertexFormats::constant(AttributeClass::Float);
            key.divisor[0] = 1;
        }
        key.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
        key.colorCount = 1;
        key.colorFormat[0] = format::Id::R8G8B8A8Unorm;
        key.writeMask[0] = 0xf;
        key.sampleMask = sampleMask;
        return key;
    }
    std::unique_ptr<PipelineGuesses> guesses(const PipelineGuesses::Limits& limits = {}) {
        return std::make_unique<PipelineGuesses>(
            *m_device, m_device->pipelines().cache(), 1, limits);
    }
    bool take(PipelineGuesses& guesses, const Program& program, uint32_t sampleMask = 0) {
        return bool(guesses.take(keyOf(program, sampleMask), program, m_how));
    }
    bool m_inPipelines = false;
    std::string m_how;
};

TEST_F(GuessTest, TheFirstDrawFindsThem) {
    const auto known = program();
    const auto made = program();
    const auto all = guesses();
    EXPECT_FALSE(take(*all, *known)); // Nobody guessed the first.
    all->prepare(*made);
    all->drain();
    EXPECT_TRUE(take(*all, *made));
    EXPECT_EQ("built ahead of the draw", m_how);
    EXPECT_FALSE(take(*all, *made)) << "it was the first caller's";
}

TEST_F(GuessTest, ProgramsWaitForTheFirstState) {
    const auto known = program();
    const auto made = program();
    const auto all = guesses();
    all->prepare(*made);
    all->drain();
    EXPECT_FALSE(take(*all, *known));
    all->drain();
    EXPECT_TRUE(take(*all, *made));
}

TEST_F(GuessTest, WrongOnesDoNoHarm) {
    const auto known = program();
    const auto made = program();
    const auto all = guesses();
    EXPECT_FALSE(take(*all, *known));
    all->prepare(*made);
    all->drain();
    EXPECT_FALSE(take(*all, *made, 1));
    EXPECT_TRUE(take(*all, *made));
}

TEST_F(GuessTest, AreOfTheStatesThatManyPipelinesHadLately) {
    const auto known = program();
    const auto made = program();
    const auto all = guesses();
    for (const uint32_t mask : {1u, 2u, 2u, 2u, 3u, 3u}) {
        EXPECT_FALSE(take(*all, *known, mask));
    }
    all->prepare(*made);
    all->drain();
    EXPECT_FALSE(take(*all, *made, 1));
    EXPECT_TRUE(take(*all, *made, 2));
    EXPECT_TRUE(take(*all, *made, 3));
}

TEST_F(GuessTest, ProgramsThatDieGetNone) {
    const auto known = program();
    auto waits = program();
    auto built = program();
    const auto all = guesses();
    all->prepare(*waits);
    all->forget(waits->id());
    const PipelineKey key = keyOf(*waits);
    waits.reset();
    EXPECT_FALSE(take(*all, *known));
    all->prepare(*built);
    all->drain();
    EXPECT_FALSE(all->take(key, *known, m_how));
    all->forget(built->id());
    EXPECT_FALSE(take(*all, *built));
}

TEST_F(GuessTest, ProgramsMayDieWhileTheirsAreBuilt) {
    const auto known = program();
    const auto all = guesses();
    EXPECT_FALSE(take(*all, *known));
    for (int i = 0; i < 20; ++i) {
        const auto made = program(); // Code of its own, which dies with it.
        all->prepare(*made);
        std::this_thread::sleep_for(i * std::chrono::microseconds(50));
        all->forget(made->id());
    }
    all->drain();
}

TEST_F(GuessTest, DrawsTakeWhatIsBeingBuilt) {
    const auto known = program();
    const auto all = guesses();
    EXPECT_FALSE(take(*all, *known));
    for (int i = 0; i < 20; ++i) {
        const auto made = program();
        all->prepare(*made);
        std::this_thread::sleep_for(i * std::chrono::microseconds(50));
        take(*all, *made); // If it has begun. If not, it does not any more:
        all->drain();
        EXPECT_FALSE(take(*all, *made));
        all->forget(made->id());
    }
}

TEST_F(GuessTest, AreBounded) {
    const auto known = program();
    std::vector<std::unique_ptr<Program>> made;
    for (int i = 0; i < 6; ++i) {
        made.push_back(program());
    }
    const auto count = [&](PipelineGuesses& all) {
        size_t taken = 0;
        for (const auto& p : made) {
            taken += take(all, *p, 1);
            taken += take(all, *p, 2);
        }
        return taken;
    };
    const auto few = guesses({2, 4, 3});
    const auto one = guesses({1, 4, 100});
    for (PipelineGuesses* all : {few.get(), one.get()}) {
        for (const auto& p : made) { // Nothing is known yet: they wait, four at most.
            all->prepare(*p);
        }
        EXPECT_FALSE(take(*all, *known, 1));
        all->drain();
        EXPECT_FALSE(take(*all, *known, 2));
    }
    EXPECT_EQ(4u, count(*one));
    for (int i = 0; i < 3; ++i) {
        few->prepare(*made[size_t(i)]);
        few->drain();
    }
    EXPECT_EQ(3u, count(*few));
}

TEST_F(GuessTest, AreThereBeforeAProgramIsSaidToBePrepared) {
    const auto known = program();
    const auto one = program();
    const auto two = program();
    const auto all = guesses({.perProgram = 1, .waiting = 1, .kept = 1});
    all->prepare(*one);
    all->prepare(*two); // There is no room for it.
    EXPECT_FALSE(all->prepared(*one));
    EXPECT_FALSE(all->prepared(*two));
    EXPECT_FALSE(take(*all, *known));
    all->drain();
    EXPECT_TRUE(all->prepared(*one));
    EXPECT_FALSE(
        all->prepared(*two)); // Now there is, and its guess takes the place of the other's.
    all->drain();
    EXPECT_TRUE(all->prepared(*two));
    EXPECT_FALSE(all->prepared(*one));
    all->drain();
    EXPECT_TRUE(all->prepared(*one));
    EXPECT_TRUE(take(*all, *one));
    EXPECT_TRUE(all->prepared(*one)) << "it was drawn with";
    for (const auto* program : {one.get(), two.get(), known.get()}) {
        all->forget(program->id());
    }
}

TEST_F(GuessTest, ArraysAreThoseOfProgramsAlike) {
    if (!m_inPipelines) {
        GTEST_SKIP() << "vertex formats are not in pipelines";
    }
    const auto known = program();
    const auto other = program("attribute vec3 p; void main() { gl_Position = vec4(p, 1.0); }");
    const auto all = guesses();
    EXPECT_FALSE(take(*all, *known));
    all->prepare(*other);
    all->drain();
    PipelineKey key = keyOf(*other);
    gl::VertexAttrib three;
    three.size = 3;
    key.divisor[0] = 0;
    key.attributeFormat[0] = VertexFormats(*m_device).fetch(three, AttributeClass::Float).format;
    key.stride_B[0] = m_device->features().extendedDynamicState ? 0 : 12;
    EXPECT_TRUE(all->take(key, *other, m_how));
}

TEST_F(GuessTest, LookupsCountThem) {
    if (m_device->features().strategy.pipelines != PipelineWay::Whole) {
        GTEST_SKIP() << "the device gets no guesses";
    }
    const auto known = program();
    PipelineLookup lookup(m_device->pipelines());
    EXPECT_TRUE(lookup.get(keyOf(*known), PipelineKey::kAllWords, *known));
    EXPECT_EQ(1u, lookup.counts().built);
    const auto made = program();
    m_device->pipelines().maker().finishPreparing();
    EXPECT_TRUE(lookup.get(keyOf(*made), PipelineKey::kAllWords, *made));
    EXPECT_EQ(1u, lookup.counts().built);
    EXPECT_EQ(1u, lookup.counts().guessed);
}

} // namespace

} // namespace glvk
