// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glsl/language/types.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/image/sampled_kind.h"
#include "glvk/pipeline/clamp_table.h"
#include "glvk/pipeline/layout_cache.h"
#include "glvk/pipeline/pipeline_info.h"
#include "glvk/pipeline/shader_code.h"
#include "glvk/pipeline/vertex_format.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace glvk {

class ProgramHost;

/// A linked program's stages and layouts, or a combination of stages of several programs (a program
/// pipeline): draws do not tell them apart. Immutable; programs are made on a link job.
class Program final : public gl::ProgramBackend {
public:
    /// One sampled image or texel buffer of a set, in binding order (arrays flattened).
    struct SampledSlot {
        glsl::Stage stage;
        uint16_t sampler;     ///< Index into that stage's gl::Executable::samplerUnits.
        gl::TextureType type; ///< Which of the unit's textures.
        bool texels;          ///< A buffer texture.
        SampledKind kind;
        uint16_t binding; ///< Of its stage.
    };
    struct Set {
        const SetLayout* layout = nullptr;
        std::vector<SampledSlot> slots;
        uint32_t bufferCount = 0;  ///< Elements of uniform block bindings, default blocks too.
        std::vector<bool> dynamic; ///< Of each: bound by dynamic offset.
        bool pushed = false;
    };
    /// A stage's default uniform block.
    struct DefaultBlock {
        glsl::Stage stage;
        uint8_t set;
        uint16_t buffer;        ///< Index among the set's.
        uint32_t size_B;        ///< With the table of clamps.
        uint32_t table_B = 0;   ///< Where the table is; without one, the size.
        uint16_t firstSlot = 0; ///< Of the set: what the table's rows are of.
        uint16_t rows = 0;
    };
    /// A uniform block of a stage.
    struct Block {
        glsl::Stage stage;
        uint8_t set;
        uint16_t buffer;
        uint16_t block; ///< Index into that stage's gl::Executable::blockBindings.
        uint32_t size_B;
    };

    /// Null with a reason in `log`.
    static std::unique_ptr<Program> create(std::shared_ptr<ProgramHost> host,
                                           std::shared_ptr<const glsl::LinkedProgram> linked,
                                           std::string& log);
    /// Stages of several programs; null: no such stage. Null: out of memory.
    static std::unique_ptr<Program>
    combine(std::shared_ptr<ProgramHost> host,
            const std::array<const Program*, spirv::kGraphicsStageCount>& programs);
    /// The same program, but that samplers at `bindings` (bits, by glsl::Stage) read integers of
    /// the other sign. Null: out of memory.
    using Flips = std::array<uint32_t, glsl::kStageCount>;
    static std::unique_ptr<Program>
    flipped(std::shared_ptr<ProgramHost> host, const Program& program, const Flips& bindings);
    /// Of the program's as it was linked.
    const Flips& flips() const { return m_flips; }

    /// The same program, but that tables change its texture coordinates (docs/coordinate-clamp.md):
    /// made when first asked for, and owned by this one. Null: out of memory. Thread-safe.
    const Program* clamping() const;
    /// It has coordinates to change.
    bool mayClamp() const;
    /// It makes vectors of comparisons, as GL_DEPTH_TEXTURE_MODE says.
    bool spreadsComparisons() const { return m_spreadsComparisons; }
    bool clampsCoordinates() const { return m_clampsCoordinates; }
    /// Draws need clamping(), and go on with it whatever their samplers.
    void noteClamping() const { m_drawsClamping.store(true, std::memory_order_relaxed); }
    bool drawsClamping() const { return m_drawsClamping.load(std::memory_order_relaxed); }
    ~Program() override;

    bool ready() const override;
    uint64_t id() const { return m_id; }
    /// As the application calls what it was made of; once it is linked.
    std::string nameForPeople() const;
    /// By create(): it is not made of another.
    bool isLinked() const { return m_isLinked; }
    /// Locations whose doubles go on at the location plus gl::kMaxVertexAttribs.
    uint32_t secondHalves() const { return m_parts[size_t(spirv::Stage::Vertex)].secondHalves; }
    /// The vertex shader reads vertex numbers: they must be GL's.
    bool readsVertexIndex() const { return m_readsVertexIndex; }
    /// Some stage reads primitives' numbers.
    bool readsPrimitiveId() const { return m_readsPrimitiveId; }
    bool has(spirv::Stage stage) const {
        return m_parts[size_t(stage)].code ||
               (stage == spirv::Stage::TessControl && m_defaultControl);
    }
    const std::vector<Set>& sets() const { return m_sets; }
    const std::vector<DefaultBlock>& defaultBlocks() const { return m_defaultBlocks; }
    const std::vector<Block>& blocks() const { return m_blocks; }
    VkPipelineLayout layout() const { return m_layout; }
    /// Bit per colour location the fragment shader writes.
    uint32_t fragmentOutputMask() const { return m_outputMask; }
    /// The fragment shader writes an alpha that coverage may be made of.
    bool hasCoverageAlpha() const { return m_coverageAlpha; }
    /// Sixteen where the shaders choose among viewports.
    uint32_t viewportCount() const { return m_viewportCount; }
    /// The shaders choose among layers.
    bool writesLayer() const { return m_writesLayer; }
    /// Bits of the clip distances that the shaders write.
    uint32_t clipDistances() const { return m_clipDistances; }
    /// Where the shaders write no clip distances, planes of the application's may clip.
    bool takesClipPlanes() const { return m_takesClipPlanes; }
    /// Fragments read colours that the shading model is for, or of either side.
    bool hasShadedColors() const { return m_parts[size_t(spirv::Stage::Fragment)].shadedColors; }
    bool hasBackColors() const { return m_backColors != 0; }
    /// The fragment shader has a second color for blending, with an alpha.
    bool hasSecondAlpha() const { return m_secondAlpha; }
    /// The alpha test may be made part of the fragment shader.
    bool takesAlphaTest() const { return m_parts[size_t(spirv::Stage::Fragment)].alphaTest; }
    /// The same of the pattern that polygons are stippled with.
    bool takesPolygonStipple() const {
        return m_parts[size_t(spirv::Stage::Fragment)].polygonStipple;
    }
    /// The fragment shader reads gl_TexCoord.
    bool readsTexCoords() const { return m_parts[size_t(spirv::Stage::Fragment)].texCoords; }
    /// What pipelines of this key are made of. False: out of memory.
    bool stages(const PipelineKey& key, PipelineStages& stages) const;
    /// All of that but the modules.
    void describe(PipelineStages& stages) const;
    /// The state of a key as draws with this program would have it.
    PipelineKey fit(PipelineKey key) const;
    /// What the vertex shader reads at each location.
    struct Attribute {
        uint8_t components = 0; ///< 0: nothing.
        AttributeClass kind = AttributeClass::Float;
        bool operator==(const Attribute&) const = default;
    };
    using Attributes = std::array<Attribute, 16>;
    const Attributes& attributes() const {
        return m_parts[size_t(spirv::Stage::Vertex)].attributes;
    }
    /// What owns the modules of a part of them.
    std::vector<std::weak_ptr<const void>> owners(PipelinePart part) const;
    /// The fragment shader's one colour goes to all targets.
    bool broadcasts() const { return m_parts[size_t(spirv::Stage::Fragment)].broadcast; }
    /// Patches go through a control shader of ours, which has their size in its code.
    bool suppliesControl() const { return m_defaultControl; }
    /// A stage as draws with a key have it.
    struct StageCode {
        std::shared_ptr<const ShaderCode> code; ///< Null: no such stage.
        CodeVariant variant;
        StageLayouts layouts{}; ///< As its shader object is compiled for.
    };
    StageCode stageCode(spirv::Stage stage, const PipelineKey& key) const;
    /// Shader objects of different stages are compiled for different sets: whyDeviates() has why.
    bool opensSets() const;
    /// The layout of a library of the stages before rasterisation, or of fragments.
    VkPipelineLayout libraryLayout(PipelinePart part) const {
        return part == PipelinePart::Fragment ? m_fragmentLayout : m_preRasterLayout;
    }

private:
    /// One stage, wherever it was linked.
    struct Part {
        std::shared_ptr<const ShaderCode> code;
        uint32_t blockSize_B = 0; ///< 0: no default uniform block.
        ClampTable clamps;        ///< Where the stage may have one.
        struct Samplers {
            uint16_t binding;
            bool texels;
            std::vector<SampledSlot> slots;
        };
        std::vector<Samplers> samplers; ///< By binding.
        struct Blocks {
            uint16_t binding;
            std::vector<std::pair<uint16_t, uint32_t>> blocks; ///< Index and size.
        };
        std::vector<Blocks> blocks; ///< By binding.
        size_t descriptorCount() const;
        uint32_t secondHalves = 0;
        Attributes attributes{};
        uint32_t inputPrimitive = 0; ///< A geometry shader's.
        bool broadcast = false;      ///< gl_FragColor is written.
        CodeVariant variant;         ///< What the other stages of the combination ask for.
        bool separable = false;      ///< It may meet stages of other programs.
        bool clipPlanes = false;     ///< Where the planes are is known.
        bool alphaTest = false;      ///< See Program's, as the next.
        bool polygonStipple = false;
        bool texCoords = false;
        bool shadedColors = false;
        /// Where the back's colours are, in front of a fragment shader; -1: nowhere.
        std::array<int8_t, 2> backColors{-1, -1};
    };

    explicit Program(std::shared_ptr<ProgramHost> host);
    /// The stage whose outputs are rasterised.
    const Part& lastGeometric() const;
    bool makePart(const std::shared_ptr<const glsl::LinkedProgram>& linked,
                  spirv::Stage stage,
                  std::string& log);
    void noteFacts();
    void matchInterfaces();
    StageLayouts layouts(spirv::Stage stage) const;
    VkPipelineLayout makeLibraryLayout(std::vector<const SetLayout*> sets, PipelinePart part) const;
    DefaultBlock defaultBlock(spirv::Stage stage, const Set& set) const;
    bool makeLayouts();

    std::shared_ptr<ProgramHost> m_host;
    uint64_t m_id;
    const Program* m_original = nullptr; ///< Whose clamping() it is; null: nobody's.
    std::array<Part, spirv::kGraphicsStageCount> m_parts;
    std::vector<Set> m_sets;
    const SetLayout* m_emptySet = nullptr;
    std::vector<DefaultBlock> m_defaultBlocks;
    std::vector<Block> m_blocks;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkPipelineLayout m_preRasterLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_fragmentLayout = VK_NULL_HANDLE;
    uint32_t m_viewportCount = 1;
    uint32_t m_clipDistances = 0;
    Flips m_flips{};
    uint32_t m_outputMask = 0;
    bool m_coverageAlpha = false;
    bool m_secondAlpha = false;
    bool m_writesLayer = false;
    bool m_readsVertexIndex = false;
    bool m_readsPrimitiveId = false;
    bool m_spreadsComparisons = false;
    bool m_takesClipPlanes = false;
    uint8_t m_backColors = 0; ///< Bits of the colours that the vertex shader writes for the back.
    bool m_defaultControl = false; ///< An evaluation shader without a control shader.
    bool m_clampsCoordinates = false;
    bool m_isLinked = false;
    mutable std::once_flag m_clampingOnce;
    mutable std::unique_ptr<const Program> m_clamping;
    mutable std::atomic<bool> m_drawsClamping = false;
};

} // namespace glvk
