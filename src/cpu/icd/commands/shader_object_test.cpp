// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/shader_object.h"

#include "base/hash.h"
#include "cpu/exec/replay.h"
#include "cpu/icd/api/command_table.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/physical/instance.h"
#include "cpu/icd/pipelines/constant_shader_test.h"
#include "cpu/icd/pipelines/pipeline.h"
#include "cpu/icd/pipelines/shader_binary.h"
#include "cpu/stage/stage_images.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace cpu::icd {
namespace {

using stage::FragmentStage;
using stage::VertexStage;
using Bytes = std::vector<std::byte>;

constexpr VkShaderStageFlagBits kVertex = VK_SHADER_STAGE_VERTEX_BIT;
constexpr VkShaderStageFlagBits kFragment = VK_SHADER_STAGE_FRAGMENT_BIT;

class ShaderObjects : public testing::Test {
protected:
    ShaderObjects()
        : m_instance(VK_API_VERSION_1_3, {}),
          m_device(m_instance.physicalDevice(), {}),
          m_commands(m_device, VK_COMMAND_BUFFER_LEVEL_PRIMARY),
          m_replay(m_device.host()) {
        m_commands.begin();
    }
    ~ShaderObjects() override {
        for (const VkShaderEXT shader : m_shaders) {
            entry::DestroyShaderEXT(device(), shader, nullptr);
        }
    }
    VkDevice device() { return handleOf<VkDevice>(&m_device); }
    VkCommandBuffer commands() { return handleOf<VkCommandBuffer>(&m_commands); }
    exec::Replay& replay() {
        EXPECT_EQ(m_commands.end(), VK_SUCCESS);
        m_commands.commands().replay(m_replay, m_replay.host().interruption);
        m_commands.begin();
        return m_replay;
    }

    static VkShaderCreateInfoEXT
    infoOf(VkShaderStageFlagBits stage, VkShaderCodeTypeEXT type, std::span<const std::byte> code) {
        VkShaderCreateInfoEXT info{VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT};
        info.stage = stage;
        info.codeType = type;
        info.codeSize = code.size();
        info.pCode = code.data();
        info.pName = "main";
        return info;
    }
    /// Null: it was not made.
    VkShaderEXT make(const VkShaderCreateInfoEXT& info, VkResult* result = nullptr) {
        VkShaderEXT shader = VK_NULL_HANDLE;
        const VkResult made = entry::CreateShadersEXT(device(), 1, &info, nullptr, &shader);
        EXPECT_EQ(made == VK_SUCCESS, shader != VK_NULL_HANDLE);
        if (result) {
            *result = made;
        }
        m_shaders.push_back(shader);
        return shader;
    }
    VkShaderEXT make(VkShaderStageFlagBits stage, float number) {
        const std::vector<uint32_t> words = constantShader(stage == kVertex, number);
        return make(infoOf(stage, VK_SHADER_CODE_TYPE_SPIRV_EXT, std::as_bytes(std::span(words))));
    }
    VkResult load(VkShaderStageFlagBits stage, const Bytes& binary, VkShaderEXT* shader = nullptr) {
        VkResult result = VK_SUCCESS;
        const VkShaderEXT made =
            make(infoOf(stage, VK_SHADER_CODE_TYPE_BINARY_EXT, binary), &result);
        if (shader) {
            *shader = made;
        }
        return result;
    }
    void bind(std::vector<VkShaderStageFlagBits> stages, std::vector<VkShaderEXT> shaders) {
        entry::CmdBindShadersEXT(
            commands(), uint32_t(stages.size()), stages.data(), shaders.data());
    }
    template <typename Stage>
    static stage::StageRoutine<Stage>* routineOf(VkShaderEXT shader) {
        return cast(shader)->bound<Stage>().routine;
    }
    template <typename Stage>
    uint64_t compiledCount() {
        return m_device.stageRoutines().of<Stage>().compiledCount();
    }

private:
    Instance m_instance;
    Device m_device;
    CommandBuffer m_commands;
    exec::Replay m_replay;
    std::vector<VkShaderEXT> m_shaders;
};

/// As the format has it: the checksum lies behind the UUID.
void seal(Bytes& binary) {
    constexpr size_t kChecksum = VK_UUID_SIZE;
    constexpr size_t kChecked = kChecksum + sizeof(base::Checksum);
    const base::Checksum checksum = base::checksumOf(std::span(binary).subspan(kChecked));
    std::memcpy(binary.data() + kChecksum, &checksum, sizeof checksum);
}

TEST_F(ShaderObjects, ShareTheirCode) {
    const float number = newNumber();
    const VkShaderEXT first = make(kVertex, number);
    const VkShaderEXT second = make(kVertex, number);
    const VkShaderEXT other = make(kVertex, number + 1);
    ASSERT_TRUE(first && second && other);
    EXPECT_EQ(routineOf<VertexStage>(first), routineOf<VertexStage>(second));
    EXPECT_NE(routineOf<VertexStage>(first), routineOf<VertexStage>(other));
    EXPECT_EQ(routineOf<FragmentStage>(first), nullptr);
    EXPECT_EQ(compiledCount<VertexStage>(), 2u);
}

TEST_F(ShaderObjects, AreBoundStageByStage) {
    const VkShaderEXT vertex = make(kVertex, 1);
    const VkShaderEXT fragment = make(kFragment, 2);
    const VkShaderEXT other = make(kFragment, 3);
    bind({kFragment}, {fragment});
    bind({kVertex, VK_SHADER_STAGE_MESH_BIT_EXT}, {vertex, VK_NULL_HANDLE});
    EXPECT_EQ(replay().stages.routine<VertexStage>(), routineOf<VertexStage>(vertex));
    EXPECT_EQ(replay().stages.routine<FragmentStage>(), routineOf<FragmentStage>(fragment));
    bind({kFragment}, {other});
    EXPECT_EQ(replay().stages.routine<VertexStage>(), routineOf<VertexStage>(vertex));
    EXPECT_EQ(replay().stages.routine<FragmentStage>(), routineOf<FragmentStage>(other));
    bind({kVertex}, {VK_NULL_HANDLE});
    EXPECT_EQ(replay().stages.routine<VertexStage>(), nullptr);
    EXPECT_EQ(replay().stages.routine<FragmentStage>(), routineOf<FragmentStage>(other));
    entry::CmdBindShadersEXT(commands(), 1, &kFragment, nullptr);
    EXPECT_EQ(replay().stages, stage::DrawStages());
}

/// What is bound already costs draws nothing.
TEST_F(ShaderObjects, BoundAgainChangeNothing) {
    const VkShaderEXT vertex = make(kVertex, 1);
    const VkShaderEXT fragment = make(kFragment, 2);
    bind({kVertex, kFragment}, {vertex, fragment});
    EXPECT_TRUE(replay().drawChanges & exec::kStateChanged);
    replay().drawChanges = 0;
    bind({kFragment, kVertex}, {fragment, vertex});
    EXPECT_EQ(replay().drawChanges, 0u);
    bind({kFragment}, {make(kFragment, 3)});
    EXPECT_TRUE(replay().drawChanges & exec::kStateChanged);
}

TEST_F(ShaderObjects, TakeThePlaceOfPipelines) {
    exec::GraphicsState state;
    exec::LooseState loose;
    state.samples.samples = 4;
    state.raster.lineWidth_px = 4;
    loose.sampleShading = true;
    loose.minSampleShading = 1;
    const VkShaderEXT vertex = make(kVertex, 1);
    const VkShaderEXT fragment = make(kFragment, 2);
    auto graphics = std::make_unique<GraphicsPipeline>();
    graphics->addState(exec::kAllPieces, state, loose, 0);
    const auto ofObject = [](VkShaderEXT shader, auto stage) {
        using Routine = std::shared_ptr<stage::StageRoutine<decltype(stage)>>;
        return std::get<Routine>(cast(shader)->routine());
    };
    graphics->addStage<VertexStage>(ofObject(vertex, VertexStage()), stage::SetPlaces());
    graphics->addStage<FragmentStage>(ofObject(fragment, FragmentStage()), stage::SetPlaces());
    Pipeline pipeline(std::move(graphics));
    const auto bindPipeline = [&] {
        entry::CmdBindPipeline(
            commands(), VK_PIPELINE_BIND_POINT_GRAPHICS, handleOf<VkPipeline>(&pipeline));
    };
    bindPipeline();
    EXPECT_TRUE(replay().stages.ofPipeline);
    EXPECT_EQ(replay().stages.routine<VertexStage>(), routineOf<VertexStage>(vertex));
    EXPECT_TRUE(replay().graphics.samples.sampleShading);

    // A stage is the pipeline's or a shader object's: of the others nothing is left. No command
    // sets sample shading, so it goes, too.
    bind({kVertex}, {vertex});
    EXPECT_FALSE(replay().stages.ofPipeline);
    EXPECT_EQ(replay().stages.routine<VertexStage>(), routineOf<VertexStage>(vertex));
    EXPECT_EQ(replay().stages.routine<FragmentStage>(), nullptr);
    EXPECT_FALSE(replay().graphics.samples.sampleShading);
    EXPECT_EQ(replay().graphics.raster.lineWidth_px, 4);

    bindPipeline();
    EXPECT_EQ(replay().stages, pipeline.graphics()->stages());
    EXPECT_TRUE(replay().graphics.samples.sampleShading);
    // Another bind point's shaders do not matter.
    entry::CmdBindShadersEXT(
        commands(), 1, std::array{VK_SHADER_STAGE_COMPUTE_BIT}.data(), nullptr);
    EXPECT_EQ(replay().stages, pipeline.graphics()->stages());
    entry::CmdBindShadersEXT(commands(), 1, &kFragment, nullptr);
    EXPECT_EQ(replay().stages, stage::DrawStages());
}

TEST_F(ShaderObjects, BringTheCommandsThatSetTheirState) {
    // Neither by their core names alone, nor by those of the extensions before.
    for (const char* name : {"vkCmdBindShadersEXT",
                             "vkCmdBindVertexBuffers2EXT",
                             "vkCmdSetAlphaToCoverageEnableEXT",
                             "vkCmdSetAlphaToOneEnableEXT",
                             "vkCmdSetColorBlendEnableEXT",
                             "vkCmdSetColorBlendEquationEXT",
                             "vkCmdSetColorWriteMaskEXT",
                             "vkCmdSetCullModeEXT",
                             "vkCmdSetDepthBiasEnableEXT",
                             "vkCmdSetDepthBoundsTestEnableEXT",
                             "vkCmdSetDepthClampEnableEXT",
                             "vkCmdSetDepthClipEnableEXT",
                             "vkCmdSetDepthClipNegativeOneToOneEXT",
                             "vkCmdSetDepthCompareOpEXT",
                             "vkCmdSetDepthTestEnableEXT",
                             "vkCmdSetDepthWriteEnableEXT",
                             "vkCmdSetFrontFaceEXT",
                             "vkCmdSetLineRasterizationModeEXT",
                             "vkCmdSetLineStippleEnableEXT",
                             "vkCmdSetLogicOpEXT",
                             "vkCmdSetLogicOpEnableEXT",
                             "vkCmdSetPatchControlPointsEXT",
                             "vkCmdSetPolygonModeEXT",
                             "vkCmdSetPrimitiveRestartEnableEXT",
                             "vkCmdSetPrimitiveTopologyEXT",
                             "vkCmdSetProvokingVertexModeEXT",
                             "vkCmdSetRasterizationSamplesEXT",
                             "vkCmdSetRasterizationStreamEXT",
                             "vkCmdSetRasterizerDiscardEnableEXT",
                             "vkCmdSetSampleMaskEXT",
                             "vkCmdSetScissorWithCountEXT",
                             "vkCmdSetStencilOpEXT",
                             "vkCmdSetStencilTestEnableEXT",
                             "vkCmdSetTessellationDomainOriginEXT",
                             "vkCmdSetVertexInputEXT",
                             "vkCmdSetViewportWithCountEXT",
                             "vkCreateShadersEXT",
                             "vkDestroyShaderEXT",
                             "vkGetShaderBinaryDataEXT"}) {
        const Command* const command = findCommand(name);
        ASSERT_TRUE(command) << name;
        EXPECT_TRUE(std::ranges::count(
            command->extensions, Extension::EXT_shader_object, [](Extension e) { return e; }))
            << name;
    }
}

TEST_F(ShaderObjects, AreLoadedFromBinariesWithoutCompiling) {
    const VkShaderEXT made = make(kFragment, newNumber());
    const Bytes binary = writeShaderBinary(cast(made)->routine());
    EXPECT_EQ(compiledCount<FragmentStage>(), 1u);

    // Not even where nothing else has the code.
    const auto read = readShaderBinary(binary);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->stage, kFragment);
    EXPECT_EQ(read->entryPoint, "main");
    stage::StageImages images;
    images.read(read->code);
    EXPECT_TRUE(images.find<shader::FragmentImage>(routineOf<FragmentStage>(made)->key()));

    VkShaderEXT loaded = VK_NULL_HANDLE;
    ASSERT_EQ(load(kFragment, binary, &loaded), VK_SUCCESS);
    EXPECT_EQ(compiledCount<FragmentStage>(), 1u);
    EXPECT_EQ(writeShaderBinary(cast(loaded)->routine()), binary);
}

/// Code of another build, or damaged in a way that the binary's checksum does not tell.
TEST_F(ShaderObjects, ThatCameWithUselessCodeAreMadeAllTheSame) {
    const float number = newNumber();
    const VkShaderEXT made = make(kFragment, number);
    Bytes binary = writeShaderBinary(cast(made)->routine());
    const Bytes whole = binary;
    for (size_t i = 1; i < 64; ++i) {
        binary[binary.size() - i] ^= std::byte(0xff);
    }
    seal(binary);
    VkShaderEXT loaded = VK_NULL_HANDLE;
    ASSERT_EQ(load(kFragment, binary, &loaded), VK_SUCCESS);
    EXPECT_EQ(writeShaderBinary(cast(loaded)->routine()), whole);
}

uint64_t setting(const char* name, uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 0) : otherwise;
}

/// Bits, sizes, whole words and the end.
void mutate(Bytes& binary, std::mt19937_64& random) {
    const auto below = [&](size_t end) { return size_t(random() % end); };
    for (size_t changes = 1 + below(4); changes > 0 && !binary.empty(); --changes) {
        // Half of them where the sizes are.
        const size_t at = below(random() % 2 ? std::min<size_t>(binary.size(), 96) : binary.size());
        switch (random() % 6) {
        case 0:
            binary[at] ^= std::byte(1 << below(8));
            break;
        case 1:
            binary[at] = std::byte(random());
            break;
        case 2: {
            const uint64_t words[] = {
                0, 1, ~uint64_t(0), uint64_t(1) << 63, binary.size(), random()};
            const uint64_t word = words[below(std::size(words))];
            const size_t size_B = std::min(sizeof word, binary.size() - at);
            std::memcpy(binary.data() + at, &word, size_B);
            break;
        }
        case 3:
            binary.resize(at);
            break;
        case 4:
            binary.insert(binary.begin() + ptrdiff_t(at), 1 + below(64), std::byte(random()));
            break;
        default:
            binary.erase(binary.begin() + ptrdiff_t(at),
                         binary.begin() + ptrdiff_t(std::min(binary.size(), at + 1 + below(16))));
            break;
        }
    }
}

/// Half of them with a checksum that is right. GLISSADE_FUZZ_SEED and GLISSADE_FUZZ_ROUNDS choose
/// others.
TEST_F(ShaderObjects, OfAnyBytesAreMadeOrRefused) {
    std::mt19937_64 random(setting("GLISSADE_FUZZ_SEED", 1));
    const Bytes whole[] = {writeShaderBinary(cast(make(kVertex, 1))->routine()),
                           writeShaderBinary(cast(make(kFragment, 2))->routine())};
    const uint64_t rounds = setting("GLISSADE_FUZZ_ROUNDS", 1000);
    uint64_t made = 0, refused = 0;
    for (uint64_t round = 0; round < rounds; ++round) {
        SCOPED_TRACE(round);
        Bytes binary = whole[round % 2];
        mutate(binary, random);
        const bool sealed = random() % 2 && binary.size() > 32;
        if (sealed) {
            seal(binary);
        }
        const bool same = binary == whole[round % 2];
        const VkResult result = load(round % 2 ? kFragment : kVertex, binary);
        EXPECT_TRUE(result == VK_SUCCESS || result == VK_INCOMPATIBLE_SHADER_BINARY_EXT ||
                    (sealed && result == VK_ERROR_INITIALIZATION_FAILED))
            << result;
        EXPECT_TRUE(sealed || same || result != VK_SUCCESS);
        ++(result == VK_SUCCESS ? made : refused);
    }
    EXPECT_GT(made, 0u);
    EXPECT_GT(refused, 0u);
}

} // namespace
} // namespace cpu::icd
