// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/options.h"
#include "base/work_queue.h"
#include "glsl/compile/shader.h"
#include "glsl/fixed/programs.h"
#include "glsl/language/options.h"
#include "glsl/link/link.h"
#include "glsl/link/program.h"
#include "glvk/backend/test_device.h"
#include "glvk/draw/descriptor_cache.h"
#include "glvk/draw/write_mask.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/pipeline_lookup.h"
#include "glvk/pipeline/program.h"
#include "glvk/pipeline/vertex_format.h"
#include "glvk/record/recorder.h"
#include "glvk/transfer/meta.h"
#include "report/stalls.h"
#include "store/store.h"
#include "store/temporary_directory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <mutex>
#include <thread>
#include <vector>

namespace glvk {

namespace {

class ProgramTest : public DeviceTest {
protected:
    /// Without the stages whose text is empty.
    std::shared_ptr<const glsl::LinkedProgram> link(const std::string& vertex,
                                                    const std::string& fragment,
                                                    const glsl::LinkOptions& linking = {}) {
        glsl::CompileOptions options;
        options.nativeDepthRange = m_device->features().depthClipControl;
        std::vector<std::shared_ptr<const glsl::CompiledShader>> shaders;
        for (const auto& [stage, text] :
             {std::pair{glsl::Stage::Vertex, vertex}, std::pair{glsl::Stage::Fragment, fragment}}) {
            if (text.empty()) {
                continue;
            }
            options.stage = stage;
            shaders.push_back(glsl::compile(options, text));
            EXPECT_TRUE(shaders.back()->ok()) << shaders.back()->infoLog();
        }
        const auto linked = glsl::link(shaders, linking);
        EXPECT_TRUE(linked->ok) << linked->infoLog;
        return linked;
    }
    std::unique_ptr<Program> program(std::shared_ptr<const glsl::LinkedProgram> linked) {
        std::string log;
        auto made = Program::create(m_device, std::move(linked), log);
        EXPECT_TRUE(made) << log;
        return made;
    }
    std::unique_ptr<Program> program(const std::string& vertex, const std::string& fragment) {
        return program(link(vertex, fragment));
    }
    std::unique_ptr<Program> separable(const std::string& vertex, const std::string& fragment) {
        return program(link(vertex, fragment, {.separable = true}));
    }
    std::unique_ptr<Program> plain() { return program(kNoUniforms, kImages); }
    static constexpr char kNoUniforms[] = "attribute vec4 p; void main() { gl_Position = p; }";
    static constexpr char kUniforms[] = "attribute vec4 p; uniform vec4 move; varying vec4 v;\n"
                                        "void main() { gl_Position = p + move; v = p; }";
    static constexpr char kNoColor[] = "void main() { gl_FragColor = vec4(1.0); }";
    static constexpr char kImages[] =
        "precision mediump float; uniform vec4 c; uniform sampler2D s, t[3];\n"
        "uniform samplerCube q;\n"
        "void main() { gl_FragColor = c + texture2D(s, c.xy) +\n"
        "texture2D(t[1], c.xy) + textureCube(q, c.xyz); }";
    static constexpr char kVarying[] =
        "precision mediump float; varying vec4 v; uniform sampler2D t;\n"
        "void main() { gl_FragColor = texture2D(t, v.xy); }";
    std::unique_ptr<Program> mixOf(const Program& vertex, const Program& fragment) {
        std::array<const Program*, spirv::kGraphicsStageCount> stages{};
        stages[size_t(spirv::Stage::Vertex)] = &vertex;
        stages[size_t(spirv::Stage::Fragment)] = &fragment;
        return Program::combine(m_device, stages);
    }
    static PipelineKey keyOf(const Program& program) {
        PipelineKey key;
        key.program = program.id();
        key.attributeFormat[0] = VertexFormats::constant(AttributeClass::Float);
        key.stride_B[0] = 16;
        key.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
        key.colorCount = 1;
        key.colorFormat[0] = format::Id::R8G8B8A8Unorm;
        key.writeMask[0] = 0xf;
        return key;
    }
};

/// A draw reads one texture or two of those that the program has samplers for.
TEST_F(ProgramTest, FixedFunctionHasItsPlaceholdersBeforeADraw) {
    std::string log;
    const auto made =
        m_device->createProgram(glsl::fixedProgram(1, m_device->features().depthClipControl), log);
    ASSERT_TRUE(made) << log;
    const size_t count = m_device->placeholders().textureCount();
    EXPECT_LT(0u, count);
    for (const Program::Set& set : static_cast<const Program&>(*made).sets()) {
        for (const Program::SampledSlot& slot : set.slots) {
            EXPECT_TRUE(m_device->placeholders().blackTexture(slot.type, slot.kind));
        }
    }
    EXPECT_EQ(count, m_device->placeholders().textureCount());
}

TEST_F(ProgramTest, StagesOwnASetEach) {
    const auto made = plain();
    ASSERT_EQ(2u, made->sets().size());
    const Program::Set& vertex = made->sets()[m_device->layouts().plan()[spirv::Stage::Vertex].set];
    const Program::Set& fragment =
        made->sets()[m_device->layouts().plan()[spirv::Stage::Fragment].set];
    EXPECT_TRUE(vertex.layout->shape.empty());
    EXPECT_TRUE(vertex.slots.empty());
    ASSERT_EQ(1u, made->defaultBlocks().size());
    EXPECT_EQ(16u, made->defaultBlocks()[0].size_B);
    EXPECT_EQ(glsl::Stage::Fragment, made->defaultBlocks()[0].stage);
    EXPECT_EQ(1u, fragment.bufferCount);
    EXPECT_EQ(m_device->features().descriptors.way == DescriptorWay::Sets
                  ? DescriptorKind::DynamicBlock
                  : DescriptorKind::Block,
              fragment.layout->shape[0].kind);
    size_t images = 0;
    for (const SetBinding& binding : fragment.layout->shape) {
        images += binding.kind == DescriptorKind::Image ? binding.count : 0;
    }
    EXPECT_EQ(images, fragment.slots.size());
    size_t cubes = 0;
    for (const Program::SampledSlot& slot : fragment.slots) {
        cubes += slot.type == gl::TextureType::Cube;
    }
    EXPECT_EQ(1u, cubes);
    // Layouts are interned: the same interface again has the same.
    const auto again = plain();
    EXPECT_EQ(fragment.layout,
              again->sets()[m_device->layouts().plan()[spirv::Stage::Fragment].set].layout);
    EXPECT_EQ(made->layout(), again->layout());
    EXPECT_NE(made->id(), again->id());
}

TEST_F(ProgramTest, StagesOfProgramsCombine) {
    const auto one = plain();
    const auto two =
        program("uniform vec4 o; attribute vec4 p; void main() { gl_Position = p + o; }",
                "void main() { gl_FragColor = vec4(1.0); }");
    std::array<const Program*, spirv::kGraphicsStageCount> parts{};
    parts[size_t(spirv::Stage::Vertex)] = two.get();
    parts[size_t(spirv::Stage::Fragment)] = one.get();
    const auto both = Program::combine(m_device, parts);
    ASSERT_TRUE(both);
    EXPECT_TRUE(both->has(spirv::Stage::Vertex));
    EXPECT_FALSE(both->has(spirv::Stage::Geometry));
    ASSERT_EQ(2u, both->defaultBlocks().size());
    EXPECT_EQ(two->sets()[0].layout, both->sets()[0].layout);
    EXPECT_EQ(one->sets()[1].layout, both->sets()[1].layout);
    PipelineLookup lookup(m_device->pipelines());
    EXPECT_TRUE(lookup.get(keyOf(*both), PipelineKey::kAllWords, *both));
}

TEST_F(ProgramTest, WriteMasks) {
    const auto made = plain();
    ImageDescription description;
    description.format = VK_FORMAT_R8G8B8A8_UNORM;
    description.extent = {1, 1, 1};
    description.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    RenderTargets targets;
    targets.color[0].image = Image::create(*m_device, description, nullptr);
    targets.color[0].format = format::findInternalFormat(GL_RGBA);
    targets.colorCount = 1;
    gl::State state;
    EXPECT_EQ(0xfu, writeMask(state, targets, 0, *made));
    EXPECT_EQ(0u, writeMask(state, targets, 1, *made)); // nothing is attached
    state.colorMasks[0] = 5;
    EXPECT_EQ(0x5u, writeMask(state, targets, 0, *made));
    state.colorMasks[0] = gl::kColorMaskAll;
    targets.color[0].format = format::findInternalFormat(GL_RGB); // alpha is stored, but not there
    EXPECT_EQ(0x7u, writeMask(state, targets, 0, *made));
}

TEST_F(ProgramTest, LookupRemembers) {
    const auto made = plain();
    PipelineLookup lookup(m_device->pipelines());
    const PipelineKey first = keyOf(*made);
    const auto get = [&](const PipelineKey& key) {
        return lookup.get(key, PipelineKey::kAllWords, *made);
    };
    const Pipeline* const built = get(first);
    ASSERT_TRUE(built);
    EXPECT_EQ(built, get(first));
    EXPECT_EQ(1u, lookup.counts().same);
    // More neighbours than are listed: all are found all the same.
    constexpr uint32_t kOthers = 12;
    std::vector<std::pair<PipelineKey, const Pipeline*>> all;
    for (uint32_t i = 0; i < kOthers; ++i) {
        PipelineKey key = first;
        key.sampleMask = 1 + i;
        all.emplace_back(key, get(key));
        ASSERT_TRUE(all.back().second);
        EXPECT_EQ(built, get(first));
    }
    EXPECT_EQ(1 + kOthers, lookup.counts().built);
    EXPECT_EQ(kOthers, lookup.counts().known); // Back to the first, once from each.
    for (int round = 0; round < 3; ++round) {
        for (const auto& [key, pipeline] : all) {
            EXPECT_EQ(pipeline, get(key));
            EXPECT_EQ(built, get(first));
        }
    }
    EXPECT_EQ(3 * 2 * kOthers, lookup.counts().transitions);
    EXPECT_EQ(1 + kOthers, lookup.counts().built);
    // Only the words that are named count.
    PipelineKey other = all[0].first;
    EXPECT_EQ(built, lookup.get(other, 0, *made));
}

TEST_F(ProgramTest, NewPipelinesAreStallsThatTellWhatIsNew) {
    using report::stalls;
    const auto made = plain();
    PipelineLookup lookup(m_device->pipelines());
    PipelineKey key = keyOf(*made);
    stalls().setLeast(std::chrono::microseconds(0));
    const auto causeOf = [&] {
        const uint64_t before = stalls().count();
        EXPECT_TRUE(lookup.get(key, PipelineKey::kAllWords, *made));
        return stalls().count() > before ? stalls().recent().back().cause : std::string();
    };
    EXPECT_THAT(causeOf(),
                testing::HasSubstr("its first draw, to color 0 of format R8G8B8A8Unorm"));
    EXPECT_EQ("", causeOf());
    key.sampleMask = 1;
    key.divisor[0] = 1;
    EXPECT_THAT(causeOf(), testing::HasSubstr("new: sample mask; attribute divisors"));
    // The code for so many colours is made when a pipeline needs it.
    key.colorCount = 2;
    key.colorFormat[1] = key.colorFormat[0];
    EXPECT_THAT(causeOf(),
                testing::HasSubstr(m_device->features().usesShaderObjects()
                                       ? "waiting for stages: fragment"
                                       : "a variant of the fragment shader"));
    EXPECT_EQ(report::StallKind::Pipelines, stalls().recent().back().kind);
    MetaClearKey clear;
    clear.colorCount = 1;
    clear.colorFormat[0] = format::Id::R8G8B8A8Unorm;
    clear.writeMask[0] = 1;
    EXPECT_NE(VkPipeline(VK_NULL_HANDLE), m_device->meta().clear(clear));
    EXPECT_THAT(stalls().recent().back().cause, testing::HasSubstr("clears"));
    stalls().setLeast(report::Stalls::kLeast);
}

TEST_F(ProgramTest, ClampingLeavesTheSetsAlone) {
    const auto made = plain();
    EXPECT_TRUE(made->mayClamp());
    EXPECT_FALSE(made->clampsCoordinates());
    const Program* const clamping = made->clamping();
    ASSERT_TRUE(clamping);
    EXPECT_EQ(clamping, made->clamping());
    EXPECT_TRUE(clamping->clampsCoordinates());
    EXPECT_NE(made->id(), clamping->id());
    ASSERT_EQ(made->sets().size(), clamping->sets().size());
    for (size_t i = 0; i < made->sets().size(); ++i) {
        EXPECT_EQ(made->sets()[i].layout, clamping->sets()[i].layout);
    }
    ASSERT_EQ(1u, clamping->defaultBlocks().size());
    const Program::DefaultBlock& block = clamping->defaultBlocks()[0];
    EXPECT_EQ(made->defaultBlocks()[0].size_B, block.table_B);
    EXPECT_EQ(block.table_B + block.rows * sizeof(ClampRow), block.size_B);
    EXPECT_EQ(0u, block.firstSlot);
    EXPECT_EQ(made->sets()[block.set].slots.size(), block.rows);
    const auto cube = program("attribute vec4 p; void main() { gl_Position = p; }",
                              "precision mediump float; uniform samplerCube q;\n"
                              "void main() { gl_FragColor = textureCube(q, vec3(1.0)); }");
    EXPECT_FALSE(cube->mayClamp());
}

TEST_F(ProgramTest, ClampingIsPreparedFromTheFirstSuchWrapOn) {
    PipelineMaker& pipelines = m_device->pipelines().maker();
    const auto before = plain();
    pipelines.finishPreparing();
    std::string how;
    // Draws with programs to come will have that state.
    ASSERT_TRUE(pipelines.build(keyOf(*before), *before, nullptr, how));
    m_device->noteCoordinateClamps();
    const auto after = program("attribute vec4 p; void main() { gl_Position = p; }",
                               "precision mediump float; uniform sampler2D s;\n"
                               "void main() { gl_FragColor = texture2D(s, vec2(2.0)); }");
    pipelines.finishPreparing();
    pipelines.finishPreparing(); // What jobs have begun.
    if (m_device->features().strategy.pipelines == PipelineWay::Whole) {
        GTEST_SKIP() << "what is guessed is another test's";
    }
    for (const Program* made : {before.get(), after.get()}) {
        const Program* const clamping = made->clamping();
        ASSERT_TRUE(clamping);
        ASSERT_TRUE(pipelines.build(keyOf(*clamping), *clamping, nullptr, how));
        for (const char* stage : {"fragment", "before rasterization", "waiting for stages"}) {
            EXPECT_THAT(how, testing::Not(testing::HasSubstr(stage)));
        }
    }
}

class LibraryTest : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        if (m_device && !m_device->features().usesLibraries()) {
            GTEST_SKIP() << "the device links no pipelines";
        }
    }
    PipelineStages stagesOf(const Program& program, PipelinePart part, const PipelineKey& key) {
        PipelineStages stages;
        EXPECT_TRUE(program.stages(key, stages));
        stages.layout = program.libraryLayout(part);
        return stages;
    }
};

TEST_F(LibraryTest, PartsDependOnTheirOwnStateAlone) {
    const auto made = plain();
    const auto other = plain();
    base::WorkQueue queue("test", 1);
    PipelineLibraries libraries(*m_device, m_device->pipelines().cache(), queue);
    const PipelineKey key = keyOf(*made);
    PipelineKey lines = key;
    lines.polygonMode = VK_POLYGON_MODE_LINE;
    PipelineKey input = key;
    input.divisor[0] = 1;
    PipelineKey output = key;
    output.logicOpEnabled = 1;
    const auto get = [&](PipelinePart part, const PipelineKey& key, const Program& program) {
        bool waited = false;
        return libraries.get(part, key, stagesOf(program, part, key), waited);
    };
    using enum PipelinePart;
    for (const PipelinePart part : {VertexInput, PreRaster, Fragment, Output}) {
        const PipelineLibraryRef first = get(part, key, *made);
        ASSERT_TRUE(first);
        EXPECT_EQ(first, get(part, key, *made));
        EXPECT_EQ(part != PreRaster, first == get(part, lines, *made)) << int(part);
        EXPECT_EQ(part != VertexInput, first == get(part, input, *made)) << int(part);
        EXPECT_EQ(part != Output, first == get(part, output, *made)) << int(part);
        EXPECT_EQ(part == VertexInput || part == Output, first == get(part, key, *other))
            << int(part);
    }
}

TEST_F(LibraryTest, MixesUseThePartsOfTheirPrograms) {
    const auto one = separable(kNoUniforms, kImages);
    const auto two = separable(kUniforms, kVarying);
    const auto mix = mixOf(*two, *one);
    ASSERT_TRUE(mix);
    base::WorkQueue queue("test", 1);
    PipelineLibraries libraries(*m_device, m_device->pipelines().cache(), queue);
    const PipelineKey key = keyOf(*one);
    for (const auto& [part, of] : {std::pair{PipelinePart::PreRaster, two.get()},
                                   std::pair{PipelinePart::Fragment, one.get()}}) {
        bool waited = false;
        const auto own = libraries.get(part, key, stagesOf(*of, part, key), waited);
        EXPECT_TRUE(waited);
        EXPECT_EQ(own, libraries.get(part, key, stagesOf(*mix, part, key), waited)) << int(part);
        EXPECT_FALSE(waited);
    }
}

TEST_F(LibraryTest, LayoutsOfPartsAreTheSameInEveryMix) {
    for (const char* const vertex : {kNoUniforms, kUniforms}) {
        const auto alone = separable(vertex, "");
        ASSERT_TRUE(alone);
        for (const char* const fragment : {kNoColor, kImages}) {
            const auto other = separable("", fragment);
            ASSERT_TRUE(other);
            const auto mix = mixOf(*alone, *other);
            ASSERT_TRUE(mix);
            for (const auto& [part, of] : {std::pair{PipelinePart::PreRaster, alone.get()},
                                           std::pair{PipelinePart::Fragment, other.get()}}) {
                EXPECT_NE(VkPipelineLayout(VK_NULL_HANDLE), of->libraryLayout(part));
                EXPECT_EQ(of->libraryLayout(part), mix->libraryLayout(part))
                    << vertex << fragment << int(part);
            }
            std::string how;
            EXPECT_TRUE(m_device->pipelines().maker().build(keyOf(*mix), *mix, nullptr, how));
        }
    }
}

TEST_F(LibraryTest, AreCompiledInTheBackground) {
    const auto made = plain();
    base::WorkQueue queue("test", 1);
    PipelineLibraries libraries(*m_device, m_device->pipelines().cache(), queue);
    const PipelineKey key = keyOf(*made);
    const PipelineStages stages = stagesOf(*made, PipelinePart::PreRaster, key);
    libraries.prepare(PipelinePart::PreRaster, key, stages, {});
    libraries.prepare(PipelinePart::PreRaster, key, stages, {});
    queue.drain();
    bool waited = true;
    EXPECT_TRUE(libraries.get(PipelinePart::PreRaster, key, stages, waited));
    EXPECT_FALSE(waited);
}

TEST_F(LibraryTest, NewProgramsArePreparedForTheStateOfTheLastPipeline) {
    if (!m_device->features().core.sampleRateShading) {
        GTEST_SKIP() << "the device has no sample shading";
    }
    PipelineMaker& pipelines = m_device->pipelines().maker();
    const auto before = plain();
    PipelineKey key = keyOf(*before);
    key.samples = 4;
    key.shadedSamples = 4;
    std::string how;
    EXPECT_TRUE(pipelines.build(key, *before, nullptr, how));
    EXPECT_NE(std::string::npos, how.find("fragments")) << how; // One sample had been the guess.
    const auto after = plain();
    pipelines.finishPreparing();
    key.program = after->id();
    EXPECT_TRUE(pipelines.build(key, *after, nullptr, how));
    EXPECT_EQ("linked", how);
}

TEST_F(LibraryTest, ForgottenOnesAreNotCompiled) {
    const auto made = plain();
    std::mutex busy;
    base::WorkQueue queue("test", 1);
    PipelineLibraries libraries(*m_device, m_device->pipelines().cache(), queue);
    const PipelineKey key = keyOf(*made);
    const PipelineStages stages = stagesOf(*made, PipelinePart::Fragment, key);
    {
        const std::lock_guard lock(busy);
        queue.submit(base::Priority::High, [&] { const std::lock_guard wait(busy); });
        libraries.prepare(PipelinePart::Fragment, key, stages, {});
        libraries.forget(stages.modules);
    }
    queue.drain();
    bool waited = false;
    EXPECT_TRUE(libraries.get(PipelinePart::Fragment, key, stages, waited));
    EXPECT_TRUE(waited);
}

TEST_F(LibraryTest, WhoseCodeIsGoneAreNotCompiled) {
    const auto made = plain();
    std::mutex busy;
    base::WorkQueue queue("test", 1);
    PipelineLibraries libraries(*m_device, m_device->pipelines().cache(), queue);
    const PipelineKey key = keyOf(*made);
    const PipelineStages stages = stagesOf(*made, PipelinePart::Fragment, key);
    {
        const std::lock_guard lock(busy);
        queue.submit(base::Priority::High, [&] { const std::lock_guard wait(busy); });
        const auto lives = std::make_shared<int>();
        libraries.prepare(PipelinePart::Fragment, key, stages, {lives});
    }
    queue.drain();
    bool waited = false;
    EXPECT_TRUE(libraries.get(PipelinePart::Fragment, key, stages, waited));
    EXPECT_TRUE(waited);
}

TEST_F(LibraryTest, DeletingProgramsDoesNotWaitForTheirCompiler) {
    using report::stalls;
    std::string fragment = "precision mediump float; uniform vec4 c; uniform sampler2D t;\n"
                           "void main() { vec4 v = c;\n";
    for (int i = 0; i < 300; ++i) { // Worth some time.
        fragment += "v += texture2D(t, v.xy) * v.yzwx;\n";
    }
    const auto linked = link("attribute vec4 p; void main() { gl_Position = p; }",
                             fragment + "gl_FragColor = v; }");
    stalls().setLeast(std::chrono::microseconds(0));
    const uint64_t before = stalls().count();
    for (int i = 0; i < 60; ++i) {
        const auto made = program(linked); // Begins to compile. Sooner or later a thread is at it.
        std::this_thread::sleep_for(i * std::chrono::microseconds(50));
    }
    m_device->pipelines().maker().finishPreparing();
    EXPECT_EQ(before, stalls().count()) << stalls().recent().back().cause;
    stalls().setLeast(report::Stalls::kLeast);
}

TEST_F(LibraryTest, PartsLiveAsLongAsPipelinesLinkedFromThem) {
    PipelineMaker& pipelines = m_device->pipelines().maker();
    auto made = plain();
    pipelines.finishPreparing();
    std::string how;
    auto pipeline = pipelines.build(keyOf(*made), *made, nullptr, how);
    ASSERT_TRUE(pipeline);
    std::array<std::weak_ptr<const PipelineLibrary>, kPipelineParts> parts;
    std::copy(pipeline->parts.begin(), pipeline->parts.end(), parts.begin());
    made = nullptr; // Its modules die; a batch may still draw with the pipeline.
    for (const auto& part : parts) {
        EXPECT_FALSE(part.expired());
    }
    pipeline = {};
    EXPECT_TRUE(parts[size_t(PipelinePart::PreRaster)].expired());
    EXPECT_TRUE(parts[size_t(PipelinePart::Fragment)].expired());
    EXPECT_FALSE(parts[size_t(PipelinePart::Output)].expired()); // Others may ask for it.
}

TEST_F(LibraryTest, OptimizedPipelinesAreSwappedIn) {
    const auto made = plain();
    Recorder recorder(*m_device);
    {
        PipelineLookup lookup(m_device->pipelines());
        const PipelineKey key = keyOf(*made);
        const Pipeline* const first = lookup.get(key, PipelineKey::kAllWords, *made);
        ASSERT_TRUE(first);
        const VkPipeline linked = first->handle;
        while (lookup.counts().optimized == 0) {
            lookup.adoptOptimized(recorder);
            std::this_thread::yield();
        }
        const Pipeline* const better = lookup.get(key, PipelineKey::kAllWords, *made);
        ASSERT_TRUE(better);
        EXPECT_NE(VkPipeline(VK_NULL_HANDLE), better->handle);
        EXPECT_NE(linked, better->handle);
        EXPECT_EQ(1u, lookup.counts().built);
    }
    EXPECT_TRUE(recorder.finish());
}

TEST_F(LibraryTest, WaitsSayWhatIsNew) {
    using report::stalls;
    const auto made = plain();
    const auto name = std::make_shared<report::ObjectName>("program", 7);
    made->name = name;
    Recorder recorder(*m_device);
    {
        PipelineLookup lookup(m_device->pipelines());
        stalls().setLeast(std::chrono::microseconds(0));
        const auto causeOf = [&](const PipelineKey& key) {
            EXPECT_TRUE(lookup.get(key, PipelineKey::kAllWords, *made));
            return stalls().recent().back().cause;
        };
        PipelineKey key = keyOf(*made);
        const std::string first = causeOf(key);
        EXPECT_EQ(0u, first.find("a pipeline for program 7 was linked")) << first;
        EXPECT_NE(first.npos, first.find("; its first draw, to color 0 of format ")) << first;
        name->setLabel("water");
        key.colorFormat[0] = format::Id::B8G8R8A8Unorm;
        const std::string second = causeOf(key);
        EXPECT_EQ(0u, second.find("a pipeline for program 'water' was linked")) << second;
        EXPECT_NE(second.npos, second.find("; new: color 0 of format ")) << second;
        EXPECT_NE(second.npos, second.find(", which nothing was drawn to before")) << second;
        stalls().setLeast(report::Stalls::kLeast);
    }
    EXPECT_TRUE(recorder.finish());
}

TEST_F(LibraryTest, WhatNobodyDrawsWithAnyMoreIsNotOptimized) {
    const auto optimized = std::make_shared<OptimizedPipelines>();
    for (int i = 0; i < 64; ++i) {
        std::string how;
        const auto made = plain();
        EXPECT_TRUE(m_device->pipelines().maker().build(keyOf(*made), *made, optimized, how));
    }
    m_device->pipelines().maker().finishPreparing();
    EXPECT_GT(64u, optimized->take().size()); // Some may have had their turn before they died.
}

/// A cache on disk of its own; devices are opened anew.
class CacheTest : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        if (!m_device) {
            return;
        }
        if (!base::options().diskCache || !base::options().cacheDir.empty()) {
            GTEST_SKIP() << "GLISSADE_OPTIONS chose a cache";
        }
        if (const char* before = std::getenv("XDG_CACHE_HOME")) {
            m_before = before;
        }
        ::setenv("XDG_CACHE_HOME", m_directory.path().c_str(), 1);
    }
    void TearDown() override {
        m_device.reset();
        m_before.empty() ? ::unsetenv("XDG_CACHE_HOME")
                         : ::setenv("XDG_CACHE_HOME", m_before.c_str(), 1);
    }
    void reopen() {
        std::string error;
        const auto index = m_instance->defaultDevice(error);
        m_device.reset();
        m_device = m_instance->open(*index, error);
        ASSERT_TRUE(m_device) << error;
    }
    /// Draws would find this.
    void buildAndSave() {
        const auto made = plain();
        PipelineLookup lookup(m_device->pipelines());
        EXPECT_TRUE(lookup.get(keyOf(*made), PipelineKey::kAllWords, *made));
        m_device->pipelines().maker().finishPreparing();
        m_device->pipelines().cache().saveNow();
    }
    using Bytes = std::vector<std::byte>;
    /// What lies in the store: pipelines, or shader objects one by one.
    std::vector<store::Entry> entries(const store::Store& store) const {
        std::vector<store::Entry> entries;
        for (const store::ListedEntry& listed : store.list()) {
            base::Result<store::Entry> entry = store.inspect(listed.name);
            EXPECT_TRUE(entry) << listed.name;
            if (entry) {
                EXPECT_FALSE(entry->origin.name.empty());
                entries.push_back(std::move(*entry));
            }
        }
        return entries;
    }

    const store::TemporaryDirectory m_directory;
    std::string m_before;
};

TEST_F(CacheTest, DescriptorsAreMeasuredOnce) {
    const VkPhysicalDevice physical = m_device->physical();
    const VkPhysicalDeviceProperties properties = m_device->properties();
    const DescriptorAbilities has = m_device->features().descriptorAbilities;
    if (properties.apiVersion < VK_API_VERSION_1_3) {
        GTEST_SKIP() << "the device has no Vulkan 1.3";
    }
    m_device.reset(); // Which measures as well.
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(measureDescriptorSpeed(physical, has, stopped.get_token()));
    EXPECT_FALSE(knownDescriptorSpeed(properties));
    const auto speed = measureDescriptorSpeed(physical, has);
    ASSERT_TRUE(speed);
    EXPECT_LT(0, speed->mean_ns(DescriptorWay::Sets));
    EXPECT_EQ(has.push, speed->mean_ns(DescriptorWay::Push) > 0);
    EXPECT_EQ(has.buffer, speed->mean_ns(DescriptorWay::Buffer) > 0);
    const auto known = knownDescriptorSpeed(properties);
    ASSERT_TRUE(known);
    EXPECT_EQ(speed->description(), known->description());
    reopen();
    if (base::options().descriptors == base::Descriptors::Auto && !base::options().validation) {
        const Features& features = m_device->features();
        const bool isKnown = features.setsCostLeast; // Of the driver: whatever was measured.
        EXPECT_EQ(isKnown ? DescriptorWay::Sets : known->best(), features.descriptors.way);
        EXPECT_EQ(isKnown ? "known of this driver" : known->description(),
                  features.descriptors.why);
        EXPECT_FALSE(m_device->unmeasured().descriptors);
    }
}

TEST_F(CacheTest, WhateverLiesOnDiskCostsOnlyWarmth) {
    reopen();
    buildAndSave();
    store::Store store;
    const auto good = entries(store);
    ASSERT_FALSE(good.empty());
    const std::vector<std::function<Bytes(Bytes)>> damages = {
        [](Bytes) { return Bytes(); },
        [](Bytes) { return Bytes(7, std::byte{1}); },
        [](Bytes) { return Bytes(sizeof(PipelineSpeed), std::byte{0xff}); }, // Times that are none.
        [](Bytes) { return Bytes(100000, std::byte{0xff}); },
        [](Bytes bytes) {
            bytes[offsetof(VkPipelineCacheHeaderVersionOne, vendorID)] ^= std::byte{1};
            return bytes;
        },
        [](Bytes bytes) { // A long header.
            bytes[3] = std::byte{0x7f};
            return bytes;
        },
        [](Bytes bytes) {
            bytes.resize(bytes.size() / 2);
            return bytes;
        },
        [](Bytes bytes) { // Noise behind the header.
            bytes.resize(std::max<size_t>(bytes.size(), 4096));
            for (size_t i = sizeof(VkPipelineCacheHeaderVersionOne); i < bytes.size(); ++i) {
                bytes[i] = std::byte(i * 131 >> 3);
            }
            return bytes;
        },
    };
    for (const auto& damage : damages) {
        m_device.reset();
        for (const store::Entry& entry : good) {
            Bytes value = entry.value; // Measurements are shorter than what damages look for.
            value.resize(std::max(value.size(), sizeof(VkPipelineCacheHeaderVersionOne)));
            store.put(entry.head.key, damage(value), entry.head.kind);
            ASSERT_EQ(damage(value), store.get(entry.head.key, entry.head.kind));
        }
        reopen();
        buildAndSave();
    }
    for (const store::Entry& entry : good) {
        EXPECT_TRUE(store.get(entry.head.key, entry.head.kind));
    }
}

TEST_F(CacheTest, AFileInPlaceOfTheDirectoryCostsOnlyWarmth) {
    std::ofstream(m_directory.path() + "/glissade") << "x";
    reopen();
    buildAndSave();
}

class ObjectTest : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        if (m_device && !m_device->features().usesShaderObjects()) {
            const char* const wanted = std::getenv("GLISSADE_TEST_PIPELINES");
            ASSERT_FALSE(wanted && std::string(wanted) == "objects");
            GTEST_SKIP() << "the device has no shader objects, or they are not used";
        }
    }
    ResourceRef<Pipeline> build(const PipelineKey& key, const Program& program) {
        return m_device->pipelines().maker().build(key, program, nullptr, m_how);
    }
    std::string m_how;
    const std::string m_known = "put together of shader objects";
};

TEST_F(ObjectTest, StagesAreCompiledInTheBackground) {
    const auto made = plain();
    m_device->pipelines().maker().finishPreparing();
    const auto pipeline = build(keyOf(*made), *made);
    ASSERT_TRUE(pipeline);
    EXPECT_EQ(m_known, m_how);
    EXPECT_EQ(VkPipeline(VK_NULL_HANDLE), pipeline->handle);
    EXPECT_TRUE(pipeline->shaders[size_t(spirv::Stage::Vertex)]);
    EXPECT_TRUE(pipeline->shaders[size_t(spirv::Stage::Fragment)]);
    EXPECT_FALSE(pipeline->shaders[size_t(spirv::Stage::Geometry)]);
}

TEST_F(ObjectTest, StagesAreCompiledForAllSetsOfTheirProgram) {
    for (const char* const vertex : {kNoUniforms, kUniforms}) {
        for (const char* const fragment : {kNoColor, kImages}) {
            const auto made = program(vertex, fragment);
            ASSERT_TRUE(made);
            for (const spirv::Stage stage : {spirv::Stage::Vertex, spirv::Stage::Fragment}) {
                const StageLayouts layouts = made->stageCode(stage, keyOf(*made)).layouts;
                for (size_t i = 0; i < layouts.size(); ++i) {
                    EXPECT_EQ(i < made->sets().size() ? made->sets()[i].layout : nullptr,
                              layouts[i])
                        << vertex << fragment << int(stage) << ", set " << i;
                }
            }
        }
    }
}

TEST_F(ObjectTest, MixesUseTheStagesOfTheirPrograms) {
    if (!m_device->features().strategy.opensSets) {
        GTEST_SKIP() << "stages are compiled for each mix of layouts";
    }
    const auto one = separable(kNoUniforms, kImages);
    const auto two = separable(kUniforms, kVarying);
    const auto mix = mixOf(*two, *one);
    ASSERT_TRUE(mix);
    m_device->pipelines().maker().finishPreparing();
    const auto mixed = build(keyOf(*mix), *mix);
    ASSERT_TRUE(mixed);
    EXPECT_EQ(m_known, m_how);
    const auto first = build(keyOf(*one), *one);
    const auto second = build(keyOf(*two), *two);
    ASSERT_TRUE(first && second);
    const auto vertex = size_t(spirv::Stage::Vertex);
    const auto fragment = size_t(spirv::Stage::Fragment);
    EXPECT_EQ(second->shaders[vertex], mixed->shaders[vertex]);
    EXPECT_NE(first->shaders[vertex], mixed->shaders[vertex]);
    EXPECT_EQ(first->shaders[fragment], mixed->shaders[fragment]);
}

TEST_F(ObjectTest, SampleShadingIsReadyOnceThereAreSeveralSamples) {
    if (!m_device->features().core.sampleRateShading) {
        GTEST_SKIP() << "the device has no sample shading";
    }
    const auto before = plain();
    ImageDescription description;
    description.format = VK_FORMAT_R8G8B8A8_UNORM;
    description.extent = {4, 4, 1};
    description.samples = VK_SAMPLE_COUNT_4_BIT;
    description.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    ASSERT_TRUE(Image::create(*m_device, description, nullptr));
    const auto after = plain();
    m_device->pipelines().maker().finishPreparing();
    for (const Program* made : {before.get(), after.get()}) {
        PipelineKey key = keyOf(*made);
        const auto one = build(key, *made);
        key.shadedSamples = 1;
        const auto each = build(key, *made);
        ASSERT_TRUE(one && each);
        EXPECT_EQ(m_known, m_how);
        const auto fragment = size_t(spirv::Stage::Fragment);
        EXPECT_NE(one->shaders[fragment], each->shaders[fragment]);
    }
}

TEST_F(ObjectTest, PipelinesKeepTheirStages) {
    auto made = plain();
    const auto key = keyOf(*made);
    const std::weak_ptr<const ShaderCode> code = made->stageCode(spirv::Stage::Vertex, key).code;
    auto pipeline = build(key, *made);
    m_device->pipelines().maker().finishPreparing();
    made.reset();
    EXPECT_FALSE(code.expired());
    pipeline = {};
    EXPECT_TRUE(code.expired());
}

TEST_F(ProgramTest, DescriptorSetsByContents) {
    if (m_device->features().descriptors.way != DescriptorWay::Sets) {
        GTEST_SKIP() << "fragments have no such sets";
    }
    const auto made = plain();
    const Program::Set& set = made->sets()[m_device->layouts().plan()[spirv::Stage::Fragment].set];
    Recorder recorder(*m_device);
    const auto flat = m_device->placeholders().blackTexture(gl::TextureType::Tex2D);
    const auto cube = m_device->placeholders().blackTexture(gl::TextureType::Cube);
    ASSERT_TRUE(flat && cube);
    const auto uniforms = [&] {
        return BufferStorage::create(
            *m_device, 256, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, MemoryUse::DeviceHost);
    };
    const auto one = uniforms();
    const auto two = uniforms();
    SamplerKey key;
    key.wrapS = key.wrapT = key.wrapR = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    const SamplerRef sampler = m_device->samplers().get(key).sampler;
    key.magLinear = 1;
    const SamplerRef linear = m_device->samplers().get(key).sampler;
    std::vector<SampledImage> images;
    for (const Program::SampledSlot& slot : set.slots) {
        ViewKey view;
        const bool isCube = slot.type == gl::TextureType::Cube;
        view.type = isCube ? VK_IMAGE_VIEW_TYPE_CUBE : VK_IMAGE_VIEW_TYPE_2D;
        view.layers = isCube ? 6 : 1;
        const View made = (isCube ? cube : flat)->view(view);
        images.push_back({made.id, made.handle, *sampler});
    }
    {
        DescriptorCache cache(recorder);
        const auto get = [&](BufferStorage* buffer) {
            const BoundBuffer block{buffer, 0, 16, true};
            return cache.get({set.layout, {&block, 1}, images});
        };
        const VkDescriptorSet first = get(one.get());
        ASSERT_NE(VkDescriptorSet(VK_NULL_HANDLE), first);
        EXPECT_EQ(first, get(one.get()));
        EXPECT_NE(first, get(two.get()));
        images[0].sampler = *linear;
        const VkDescriptorSet other = get(one.get());
        EXPECT_NE(first, other);
        images[0].sampler = *sampler;
        EXPECT_EQ(first, get(one.get()));
        // Past its bound all sets go, and users are told.
        const uint64_t generation = cache.generation();
        for (uint64_t i = 0; cache.generation() == generation && i < 10000; ++i) {
            images[0].viewId = (uint64_t(1) << 40) + i; // As new views would have.
            ASSERT_NE(VkDescriptorSet(VK_NULL_HANDLE), get(one.get()));
        }
        EXPECT_NE(generation, cache.generation());
    }
    EXPECT_TRUE(recorder.finish());
}

} // namespace

} // namespace glvk
