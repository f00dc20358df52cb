// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/program.h"

#include "gl/context/state.h"
#include "gl/objects/framebuffer.h"
#include "glsl/link/program.h"
#include "glvk/gpu/gpu.h"
#include "glvk/gpu/translate.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/program_host.h"
#include "spirv/default_control.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace glvk {

namespace {

gl::TextureType textureType(const glsl::SamplerInfo& sampler) {
    using enum gl::TextureType;
    switch (sampler.dim) {
    case glsl::SamplerDim::Cube:
        return sampler.arrayed ? CubeArray : Cube;
    case glsl::SamplerDim::Dim3D:
        return Tex3D;
    case glsl::SamplerDim::Dim1D:
        return sampler.arrayed ? Tex1DArray : Tex1D;
    case glsl::SamplerDim::Rect:
        return Rect;
    case glsl::SamplerDim::Buffer:
        return gl::TextureType::Buffer;
    case glsl::SamplerDim::External:
        return External;
    case glsl::SamplerDim::Multisample:
        return sampler.arrayed ? Tex2DMultisampleArray : Tex2DMultisample;
    default:
        return sampler.arrayed ? Tex2DArray : Tex2D;
    }
}

SampledKind sampledKind(const glsl::SamplerInfo& sampler) {
    return sampler.sampledBase == glsl::BaseType::Int    ? SampledKind::Int
           : sampler.sampledBase == glsl::BaseType::Uint ? SampledKind::Uint
                                                         : SampledKind::Float;
}

/// Bits of locations.
uint64_t unwrittenTexCoords(const glsl::FixedInputs& inputs) {
    uint64_t locations = 0;
    for (int i = 0; i < inputs.unwrittenTexCoords; ++i) {
        locations |= uint64_t(1) << (inputs.texCoords + i);
    }
    return locations;
}

constexpr uint32_t kDefaultPatchVertices = 3; // GL's initial GL_PATCH_VERTICES.

/// Components of a vector, or of a matrix's column.
uint8_t rowsOf(uint32_t glType) {
    using enum glsl::BaseType;
    for (const glsl::BaseType base : {Float, Int, Uint, Double}) {
        for (int columns = 1; columns <= 4; ++columns) {
            for (int rows = 1; rows <= 4; ++rows) {
                if (glsl::numericType(base, columns, rows) == glType) {
                    return uint8_t(rows);
                }
            }
        }
    }
    return 4;
}

Program::Attributes attributesOf(const glsl::LinkedProgram& linked) {
    Program::Attributes all{};
    for (unsigned i = 0; i < all.size(); ++i) {
        if (linked.attributeMask >> i & 1) {
            all[i] = {4, attributeClass(linked, i)};
        }
    }
    for (const glsl::Attribute& attribute : linked.attributes) {
        for (size_t i = size_t(std::max(0, attribute.inputLocation)); i < all.size(); ++i) {
            const bool begins = i == size_t(attribute.inputLocation);
            // Arrays and matrices go on to where the next begins.
            if (!all[i].components || (!begins && std::any_of(linked.attributes.begin(),
                                                              linked.attributes.end(),
                                                              [&](const auto& a) {
                                                                  return a.inputLocation == int(i);
                                                              }))) {
                break;
            }
            all[i].components = rowsOf(attribute.glType);
        }
    }
    return all;
}

/// Its coordinates are wrapped as the sampler says.
bool wraps(const Program::SampledSlot& slot) {
    using enum gl::TextureType;
    switch (slot.type) {
    case Tex1D:
    case Tex1DArray:
    case Tex2D:
    case Tex2DArray:
    case Tex3D:
    case Rect:
        return true;
    default:
        return false;
    }
}

constexpr auto byBinding = [](const auto& a, const auto& b) { return a.binding < b.binding; };

} // namespace

Program::Program(std::shared_ptr<ProgramHost> host)
    : m_host(std::move(host)), m_id(m_host->gpu().newId()) {}

Program::~Program() {
    m_host->noteDying(*this);
}

std::string Program::nameForPeople() const {
    const Program& named = m_original ? *m_original : *this;
    return named.name ? named.name->text() : fmt::format("program {}", named.id());
}

std::vector<std::weak_ptr<const void>> Program::owners(PipelinePart part) const {
    std::vector<std::weak_ptr<const void>> owners;
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        const bool isFragment = spirv::Stage(i) == spirv::Stage::Fragment;
        if (m_parts[i].code && isFragment == (part == PipelinePart::Fragment)) {
            owners.emplace_back(m_parts[i].code);
        }
    }
    return owners;
}

void Program::describe(PipelineStages& stages) const {
    stages.layout = m_layout;
    stages.viewportCount = m_viewportCount;
    stages.secondHalves = secondHalves();
}

bool Program::stages(const PipelineKey& key, PipelineStages& stages) const {
    describe(stages);
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        const StageCode stage = stageCode(spirv::Stage(i), key);
        if (stage.code && !(stages.modules[i] = stage.code->module(stage.variant))) {
            return false;
        }
    }
    return true;
}

Program::StageCode Program::stageCode(spirv::Stage stage, const PipelineKey& key) const {
    const Part& part = m_parts[size_t(stage)];
    const StageLayouts layouts = this->layouts(stage);
    if (stage == spirv::Stage::TessControl && m_defaultControl) {
        const Part& evaluation = m_parts[size_t(spirv::Stage::TessEvaluation)];
        CodeVariant control;
        control.missingInputs = evaluation.variant.missingInputs;
        control.missingPatchInputs = evaluation.variant.missingPatchInputs;
        control.controlVertices = key.patchVertices;
        return {evaluation.code, control, layouts};
    }
    CodeVariant variant = part.variant;
    if (!part.code) {
        return {};
    }
    if (&part == &lastGeometric()) {
        variant.clipDistancesOff = key.clipDistancesOff;
        variant.layerIgnored = key.layerIgnored;
        variant.clipPlanes = key.clipPlanes;
    }
    if (stage == spirv::Stage::Fragment) {
        variant.clampOutputs = key.clampOutputs;
        variant.alphaTest = key.alphaTest;
        variant.polygonStipple = key.polygonStipple;
        variant.smoothPoints = key.smoothPoints;
        variant.spriteSets = key.spriteSets;
        variant.spritesFromTop = key.spritesFromTop;
        variant.secondAlphaToOne = key.secondAlphaToOne;
        variant.flatColors = key.flatColors;
        variant.twoSidedColors = key.twoSidedColors ? m_backColors : 0;
        variant.shadesSamples = key.shadedSamples && m_host->gpu().features().usesShaderObjects();
    }
    if (part.broadcast && key.colorCount > 1) {
        variant.colorCount = gl::kMaxColorAttachments;
    }
    return {part.code, variant, layouts};
}

/// Of a separable program stages name their own set alone, so that they are the same in every mix.
/// Not where several sets have images: NVIDIA's driver counts the sets with images up to the
/// stage's, and counts empty ones as having none.
bool Program::opensSets() const {
    const auto withImages =
        std::ranges::count_if(m_sets, [](const Set& set) { return !set.slots.empty(); });
    return m_host->gpu().features().strategy.opensSets && withImages <= 1 &&
           std::ranges::all_of(m_parts, [](const Part& p) { return !p.code || p.separable; });
}

/// All sets, as draws bind them; or the stage's own, and empty ones below it.
StageLayouts Program::layouts(spirv::Stage stage) const {
    StageLayouts layouts{};
    if (!opensSets()) {
        std::ranges::transform(m_sets, layouts.begin(), &Set::layout);
        return layouts;
    }
    const uint8_t own = m_host->layouts().plan()[stage].set;
    if (own < m_sets.size() && !m_sets[own].layout->shape.empty()) {
        std::fill_n(layouts.begin(), own, m_emptySet);
        layouts[own] = m_sets[own].layout;
    }
    return layouts;
}

PipelineKey Program::fit(PipelineKey key) const {
    const Features& features = m_host->gpu().features();
    if (!has(spirv::Stage::TessEvaluation) ||
        (features.dynamicPatchVertices && !m_defaultControl)) {
        key.patchVertices = 0;
    } else if (key.patchVertices == 0) {
        key.patchVertices = kDefaultPatchVertices;
    }
    if (has(spirv::Stage::TessEvaluation)) {
        key.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    } else if (const uint32_t primitive = m_parts[size_t(spirv::Stage::Geometry)].inputPrimitive) {
        key.topology = translate::topology(primitive);
        if (features.extendedDynamicState) {
            key.topology = translate::topologyClass(translate::topology(primitive));
        }
    }
    key.clipDistancesOff &= m_clipDistances;
    key.clipPlanes = m_takesClipPlanes ? key.clipPlanes : 0;
    key.layerIgnored &= m_writesLayer;
    key.alphaTest &= takesAlphaTest();
    key.polygonStipple &= takesPolygonStipple();
    key.spriteSets = readsTexCoords() ? key.spriteSets : 0;
    key.spritesFromTop &= readsTexCoords();
    key.secondAlphaToOne &= hasSecondAlpha();
    key.flatColors &= hasShadedColors();
    key.twoSidedColors &= hasBackColors();
    key.alphaToCoverage &= m_coverageAlpha;
    for (size_t i = 0; i < key.writeMask.size(); ++i) {
        key.writeMask[i] = m_outputMask >> i & 1 ? key.writeMask[i] : 0;
    }
    return key;
}

bool Program::makePart(const std::shared_ptr<const glsl::LinkedProgram>& linked,
                       spirv::Stage stage,
                       std::string& log) {
    const glsl::StageBinary* binary = linked->stage(stage);
    if (!binary) {
        return true;
    }
    Part& part = m_parts[size_t(stage)];
    part.separable = linked->meetsOthers;
    part.blockSize_B = binary->defaultBlockSize_B;
    for (const glsl::StageSampler& s : binary->samplers) {
        const bool texels = linked->samplers[s.firstSampler].dim == glsl::SamplerDim::Buffer;
        Part::Samplers samplers{s.binding, texels, {}};
        for (uint16_t i = 0; i < s.count; ++i) {
            const uint16_t index = uint16_t(s.firstSampler + i);
            const glsl::SamplerInfo& info = linked->samplers[index];
            samplers.slots.push_back(
                {stage, index, textureType(info), texels, sampledKind(info), s.binding});
        }
        if (std::ranges::any_of(samplers.slots, wraps)) {
            part.clamps = clampTable(*binary, m_host->gpu().limits().maxUniformBufferRange);
        }
        part.samplers.push_back(std::move(samplers));
    }
    for (const glsl::StageBlock& b : binary->blocks) {
        Part::Blocks blocks{b.binding, {}};
        for (uint16_t i = 0; i < b.count; ++i) {
            const uint16_t index = uint16_t(b.firstBlock + i);
            blocks.blocks.emplace_back(index, uint32_t(linked->uniformBlocks[index].size_B));
        }
        part.blocks.push_back(std::move(blocks));
    }
    std::sort(part.samplers.begin(), part.samplers.end(), byBinding);
    std::sort(part.blocks.begin(), part.blocks.end(), byBinding);
    part.clipPlanes = linked->clip.stage == stage && linked->clip.offset_B >= 0;
    if (stage == spirv::Stage::Vertex) {
        part.secondHalves = linked->attributeMask >> gl::kMaxVertexAttribs;
        part.attributes = attributesOf(*linked);
    }
    if (stage == spirv::Stage::Geometry) {
        part.inputPrimitive = linked->geometry.inputPrimitive;
    }
    if (stage == spirv::Stage::Fragment) {
        part.alphaTest = linked->alphaTestOffset_B >= 0;
        part.polygonStipple = linked->stippleOffset_B >= 0;
        part.texCoords = linked->fixedInputs.texCoords >= 0;
        part.variant.missingInputs = unwrittenTexCoords(linked->fixedInputs);
        for (size_t i = 0; i < linked->colors.size(); ++i) {
            const glsl::ColorInput& color = linked->colors[i];
            part.shadedColors |= color.location >= 0 && color.isShaded;
            part.backColors[i] = color.location >= 0 ? int8_t(color.backLocation) : int8_t(-1);
        }
        for (const glsl::FragmentOutput& output : linked->fragmentOutputs) {
            part.broadcast |= output.broadcast;
        }
    }
    VkResult result = VK_SUCCESS;
    part.code = ShaderCode::create(*m_host, linked, stage, result);
    if (!part.code) {
        log = fmt::format("error: the Vulkan device refused the shader ({})", resultName(result));
    }
    return bool(part.code);
}

const Program::Part& Program::lastGeometric() const {
    for (const spirv::Stage stage : {spirv::Stage::Geometry, spirv::Stage::TessEvaluation}) {
        if (has(stage)) {
            return m_parts[size_t(stage)];
        }
    }
    return m_parts[size_t(spirv::Stage::Vertex)];
}

void Program::noteFacts() {
    m_defaultControl = has(spirv::Stage::TessEvaluation) && !has(spirv::Stage::TessControl);
    if (m_defaultControl) { // Its levels are the one thing that it reads.
        m_parts[size_t(spirv::Stage::TessControl)].blockSize_B = spirv::DefaultControl::kBlock_B;
    }
    if (const auto& code = lastGeometric().code) {
        m_clipDistances = code->facts().clipDistances;
        m_writesLayer = code->facts().layer;
        m_takesClipPlanes = lastGeometric().clipPlanes;
        m_viewportCount = code->facts().viewportIndex && m_host->gpu().features().core.multiViewport
                              ? gl::kMaxViewports
                              : 1;
    }
    const Part& fragment = m_parts[size_t(spirv::Stage::Fragment)];
    const Part& last = lastGeometric();
    for (size_t i = 0; i < fragment.backColors.size(); ++i) {
        const bool isWritten = fragment.backColors[i] >= 0 && last.code &&
                               last.code->facts().outputs.has(uint32_t(fragment.backColors[i]));
        m_backColors |= uint8_t(isWritten << i);
    }
    if (fragment.code) {
        m_coverageAlpha = fragment.code->facts().coverageAlpha;
        m_secondAlpha = fragment.code->facts().secondAlpha;
        m_outputMask = fragment.broadcast ? (1u << gl::kMaxColorAttachments) - 1
                                          : fragment.code->facts().colorOutputs;
    }
    m_spreadsComparisons = std::ranges::any_of(m_parts, [](const Part& part) {
        return part.clamps.rows != 0 && part.code && part.code->facts().spreadsComparisons;
    });
    m_readsPrimitiveId = std::ranges::any_of(
        m_parts, [](const Part& part) { return part.code && part.code->facts().primitiveId; });
    m_readsVertexIndex = has(spirv::Stage::Vertex) &&
                         m_parts[size_t(spirv::Stage::Vertex)].code->facts().vertexIndex;
}

/// Stages of several programs come together: what one leaves out must be taken from the next.
void Program::matchInterfaces() {
    const Part* before = nullptr;
    for (const spirv::Stage stage : spirv::kGraphicsStages) {
        Part& part = m_parts[size_t(stage)];
        if (!part.code) {
            continue;
        }
        const CodeFacts& facts = part.code->facts();
        part.variant.notLast = facts.openEnd && &part != &lastGeometric();
        if (before) {
            const spirv::LocationTypes& written = before->code->facts().outputs;
            part.variant.missingInputs = written.missing(facts.inputs, false);
            part.variant.missingPatchInputs = written.missing(facts.inputs, true);
        }
        before = &part;
    }
}

size_t Program::Part::descriptorCount() const {
    size_t count = blockSize_B || variant.clampsCoordinates ? 1 : 0;
    for (const Samplers& s : samplers) {
        count += s.slots.size();
    }
    for (const Blocks& b : blocks) {
        count += b.blocks.size();
    }
    return count;
}

/// Of the fragments' set, or of the others: each part names its own sets alone, so that it goes
/// with any other, and a stage's part is the same in every program. Empty sets are named as well:
/// what one part leaves open the other must not.
VkPipelineLayout Program::makeLibraryLayout(std::vector<const SetLayout*> sets,
                                            PipelinePart part) const {
    const bool fragments = part == PipelinePart::Fragment;
    const size_t fragmentSet = m_host->layouts().plan()[spirv::Stage::Fragment].set;
    for (size_t i = 0; i < sets.size(); ++i) {
        sets[i] = (i == fragmentSet) == fragments ? sets[i] : nullptr;
    }
    const size_t least = fragments ? fragmentSet + 1 : fragmentSet;
    while (sets.size() > least && (!sets.back() || sets.back()->shape.empty())) {
        sets.pop_back();
    }
    return m_host->layouts().pipelineLayout(sets);
}

/// As it comes next in `set`, samplers not yet in it. Size 0: the stage has none.
Program::DefaultBlock Program::defaultBlock(spirv::Stage stage, const Set& set) const {
    const Part& part = m_parts[size_t(stage)];
    DefaultBlock block;
    block.stage = stage;
    block.set = m_host->layouts().plan()[stage].set;
    block.buffer = uint16_t(set.bufferCount);
    block.size_B = block.table_B = part.blockSize_B;
    if (part.variant.clampsCoordinates) {
        block.size_B = part.clamps.end_B();
        block.table_B = part.clamps.offset_B;
        block.firstSlot = uint16_t(set.slots.size());
        block.rows = uint16_t(part.clamps.rows);
    }
    return block;
}

bool Program::makeLayouts() {
    noteFacts();
    std::array<SetShape, kMaxSets> shapes;
    m_sets.resize(kMaxSets);
    const SetPlan& plan = m_host->layouts().plan();
    for (const spirv::Stage stage : spirv::kGraphicsStages) {
        const Part& part = m_parts[size_t(stage)];
        const SetPlan::Place place = plan[stage];
        const bool pushed = plan.pushed(stage, part.descriptorCount());
        const bool dynamicOffsets = plan.dynamicOffsets() && !pushed;
        uint32_t dynamicLeft = pushed ? 0 : plan.dynamicBlocks(stage);
        const VkShaderStageFlags bit = stageBit(stage);
        Set& set = m_sets[place.set];
        set.pushed |= pushed;
        SetShape& shape = shapes[place.set];
        const auto add = [&](uint16_t binding, size_t count, DescriptorKind kind) {
            shape.push_back({uint16_t(place.firstBinding + binding), uint16_t(count), kind, bit});
            if (kind == DescriptorKind::Block || kind == DescriptorKind::DynamicBlock) {
                set.bufferCount += uint32_t(count);
                set.dynamic.insert(set.dynamic.end(), count, kind == DescriptorKind::DynamicBlock);
            }
        };
        if (const DefaultBlock block = defaultBlock(stage, set); block.size_B) {
            m_defaultBlocks.push_back(block);
            add(0, 1, dynamicOffsets ? DescriptorKind::DynamicBlock : DescriptorKind::Block);
        }
        for (const Part::Samplers& s : part.samplers) {
            add(s.binding,
                s.slots.size(),
                s.texels ? DescriptorKind::Texels : DescriptorKind::Image);
            set.slots.insert(set.slots.end(), s.slots.begin(), s.slots.end());
        }
        for (const Part::Blocks& b : part.blocks) {
            const uint32_t count = uint32_t(b.blocks.size());
            for (uint32_t k = 0; k < count; ++k) {
                const auto [block, size_B] = b.blocks[k];
                m_blocks.push_back(
                    {stage, place.set, uint16_t(set.bufferCount + k), block, size_B});
            }
            const bool dynamic = count <= dynamicLeft;
            dynamicLeft -= dynamic ? count : 0;
            add(b.binding, count, dynamic ? DescriptorKind::DynamicBlock : DescriptorKind::Block);
        }
    }
    while (!m_sets.empty() && shapes[m_sets.size() - 1].empty()) {
        m_sets.pop_back();
    }
    m_emptySet = m_host->layouts().setLayout({}, false);
    if (!m_emptySet) {
        return false;
    }
    std::vector<const SetLayout*> layouts;
    for (size_t i = 0; i < m_sets.size(); ++i) {
        m_sets[i].layout = m_host->layouts().setLayout(shapes[i], m_sets[i].pushed);
        if (!m_sets[i].layout) {
            return false;
        }
        layouts.push_back(m_sets[i].layout);
    }
    const bool linksParts = m_host->gpu().features().usesLibraries();
    if (linksParts) { // Their layouts have the fragments' set and what is below it always.
        layouts.resize(std::max(layouts.size(), plan[spirv::Stage::Fragment].set + size_t(1)),
                       m_emptySet);
    }
    m_layout = m_host->layouts().pipelineLayout(layouts);
    if (!m_layout || !linksParts) {
        return m_layout != VK_NULL_HANDLE;
    }
    m_preRasterLayout = makeLibraryLayout(layouts, PipelinePart::PreRaster);
    m_fragmentLayout = makeLibraryLayout(layouts, PipelinePart::Fragment);
    return m_preRasterLayout && m_fragmentLayout;
}

std::unique_ptr<Program> Program::create(std::shared_ptr<ProgramHost> host,
                                         std::shared_ptr<const glsl::LinkedProgram> linked,
                                         std::string& log) {
    std::unique_ptr<Program> program(new Program(std::move(host)));
    for (const spirv::Stage stage : spirv::kGraphicsStages) {
        if (!program->makePart(linked, stage, log)) {
            return nullptr;
        }
    }
    if (!program->makeLayouts()) {
        log = "error: out of memory";
        return nullptr;
    }
    program->m_isLinked = true;
    program->m_host->noteLinked(*program);
    return program;
}

std::unique_ptr<Program>
Program::combine(std::shared_ptr<ProgramHost> host,
                 const std::array<const Program*, spirv::kGraphicsStageCount>& programs) {
    std::unique_ptr<Program> program(new Program(std::move(host)));
    std::string names;
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        if (programs[i]) {
            program->m_parts[i] = programs[i]->m_parts[i];
            const auto before = std::span(programs).first(i);
            if (std::ranges::find(before, programs[i]) == before.end()) {
                names += (names.empty() ? "" : " and ") + programs[i]->nameForPeople();
            }
        }
    }
    program->name = std::make_shared<const report::ObjectName>(std::move(names));
    program->matchInterfaces();
    return program->makeLayouts() ? std::move(program) : nullptr;
}

std::unique_ptr<Program>
Program::flipped(std::shared_ptr<ProgramHost> host, const Program& linked, const Flips& bindings) {
    std::unique_ptr<Program> program(new Program(std::move(host)));
    program->name = linked.m_original ? linked.m_original->name : linked.name;
    program->m_parts = linked.m_parts;
    program->m_flips = bindings;
    program->m_clampsCoordinates = linked.m_clampsCoordinates;
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        Part& part = program->m_parts[i];
        const uint32_t flips = bindings[i];
        part.variant.flippedSamplers = flips;
        for (Part::Samplers& samplers : part.samplers) {
            if (samplers.binding >= 32 || !(flips >> samplers.binding & 1)) {
                continue;
            }
            for (SampledSlot& slot : samplers.slots) {
                slot.kind = slot.kind == SampledKind::Int ? SampledKind::Uint : SampledKind::Int;
            }
        }
    }
    return program->makeLayouts() ? std::move(program) : nullptr;
}

bool Program::ready() const {
    return m_host->prepared(*this);
}

bool Program::mayClamp() const {
    return std::ranges::any_of(m_parts, [](const Part& part) { return part.clamps.rows != 0; });
}

const Program* Program::clamping() const {
    std::call_once(m_clampingOnce, [this] {
        std::unique_ptr<Program> program(new Program(m_host));
        program->m_original = this;
        program->m_parts = m_parts;
        program->m_clampsCoordinates = true;
        for (Part& part : program->m_parts) {
            part.variant.clampsCoordinates = part.clamps.rows != 0;
        }
        if (program->makeLayouts()) {
            m_clamping = std::move(program);
        }
    });
    return m_clamping.get();
}

} // namespace glvk
