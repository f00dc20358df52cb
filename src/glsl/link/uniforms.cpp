// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/language/builtins.h"
#include "glsl/link/default_block.h"
#include "glsl/link/steps.h"

#include "spirv/polygon_stipple.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <span>

namespace glsl {

namespace {

constexpr uint32_t kMaxBlockSize_B = 1u << 16;
constexpr int kMaxSamplers = 1024; // of a program, elements counted

using Path = DefaultBlock::Path;

uint64_t sizeOf(const spirv::Module& module, spirv::Id type, uint32_t matrixStride_B) {
    const spirv::Instruction inst = module.definition(type);
    switch (inst.op()) {
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
        return inst[2] / 8;
    case spv::OpTypeVector:
        return inst[3] * sizeOf(module, spirv::Id{inst[2]}, 0);
    case spv::OpTypeMatrix:
        return uint64_t{inst[3]} * matrixStride_B;
    case spv::OpTypeArray:
        return uint64_t{module.arrayLength(type)} *
               module.decoration(type, spv::DecorationArrayStride).value_or(16);
    case spv::OpTypeStruct: {
        uint64_t end = 0;
        for (uint32_t i = 0; i + 2 < inst.size(); ++i) {
            const uint64_t offset =
                module.memberDecoration(type, i, spv::DecorationOffset).value_or(0);
            const uint32_t stride =
                module.memberDecoration(type, i, spv::DecorationMatrixStride).value_or(16);
            end = std::max(end, offset + sizeOf(module, spirv::Id{inst[i + 2]}, stride));
        }
        return (end + 15) / 16 * 16;
    }
    default:
        return 16;
    }
}

// The elements of an array of samplers that the code may read. An array of arrays counts as used
// whole unless it is a plain run.
std::vector<bool>
usedElements(const spirv::Module& module, const spirv::Variable& v, size_t count) {
    std::vector<bool> used(count, false);
    module.forEach([&](const spirv::Instruction& inst) {
        const bool chain =
            inst.op() == spv::OpAccessChain || inst.op() == spv::OpInBoundsAccessChain;
        if (chain && spirv::Id{inst[3]} == v.id && inst.size() == 5) {
            const auto index = module.constant(spirv::Id{inst[4]});
            if (index && *index < count) {
                used[*index] = true;
                return;
            }
        }
        const bool loads = inst.op() == spv::OpLoad && spirv::Id{inst[3]} == v.id;
        const bool copies = inst.op() == spv::OpCopyObject && spirv::Id{inst[3]} == v.id;
        bool passes = false;
        if (inst.op() == spv::OpFunctionCall) {
            const auto arguments = inst.words.subspan(4);
            passes = std::ranges::find(arguments, v.id.value) != arguments.end();
        }
        if ((chain && spirv::Id{inst[3]} == v.id) || loads || copies || passes) {
            used.assign(count, true);
        }
    });
    return used;
}

// Where the walk over a uniform's type stands, in one stage's block.
struct Place {
    spirv::Id type;
    int32_t offset_B = -1;
    int32_t matrixStride_B = 0;
    Path path;
};

struct StageLimits {
    int samplers;
    int uniformComponents;
};

StageLimits limitsOf(const Limits& limits, Stage stage) {
    switch (stage) {
    case Stage::Vertex:
        return {limits.maxVertexTextureImageUnits, limits.maxVertexUniformVectors * 4};
    case Stage::TessControl:
        return {limits.maxTessControlTextureImageUnits, limits.maxTessControlUniformComponents};
    case Stage::TessEvaluation:
        return {limits.maxTessEvaluationTextureImageUnits,
                limits.maxTessEvaluationUniformComponents};
    case Stage::Geometry:
        return {limits.maxGeometryTextureImageUnits, limits.maxGeometryUniformComponents};
    default:
        return {limits.maxTextureImageUnits, limits.maxFragmentUniformVectors * 4};
    }
}

class UniformLinker {
public:
    explicit UniformLinker(LinkState& state) : m_state(state) {
        for (const LinkStage& stage : state.stages) {
            m_use.emplace_back(*stage.module);
        }
    }

    void run() {
        if (!blocks() || !agree()) {
            return;
        }
        for (const bool hidden : {false, true}) {
            for (const LinkStage& stage : m_state.stages) {
                for (const Global& global : hidden ? stage.hidden : stage.globals) {
                    if (global.storage == Storage::Uniform && global.name != kSubroutineIndices &&
                        m_done.insert(global.name).second) {
                        uniform(global);
                    }
                }
            }
        }
        clipPlanes();
        alphaTest();
        polygonStipple();
        assignLocations();
        bindSamplers();
        markUsedElements();
        checkLimits();
    }

private:
    bool blocks() {
        for (size_t s = 0; s < m_use.size(); ++s) {
            if (!m_use[s].type()) {
                continue;
            }
            LinkStage& stage = m_state.stages[s];
            const uint64_t size_B = usedSize(*stage.module, m_use[s]);
            if (size_B > kMaxBlockSize_B) {
                m_state.error("too many uniforms in the " + std::string(stageName(stage.stage)) +
                              " shader");
                return false;
            }
            m_state.program.stages[s].defaultBlockSize_B = uint32_t(size_B);
            decorate(stage, m_use[s].variable(), 0);
        }
        return true;
    }

    // Behind all that the last stage before rasterisation reads is what its vertices may be clipped
    // by: code that looks there is only made for draws that are (spirv::UserClip).
    void clipPlanes() {
        const LinkStage* last = m_state.lastBeforeRasterizer();
        if (m_state.options.api != Api::Desktop || !m_state.options.clippedByPlanes ||
            last == nullptr || last->stage == Stage::TessControl ||
            std::ranges::any_of(last->shaders, [](const ShaderInterface* s) {
                return s->usesClipDistance || !s->options.compatibility;
            })) {
            return;
        }
        constexpr int kPlanes = 8;
        constexpr int kStride_B = 16;
        LinkedProgram& program = m_state.program;
        uint32_t& size_B = program.stages[size_t(last - m_state.stages.data())].defaultBlockSize_B;
        const bool ofVertex = program.clip.location >= 0;
        program.clip.stage = last->stage;
        program.clip.offset_B = int(size_B);
        Uniform& uniform = program.uniforms.emplace_back();
        uniform.name = ofVertex ? "gl_EyeClipPlanes[0]" : "gl_PositionClipPlanes[0]";
        uniform.builtin =
            ofVertex ? BuiltinUniform::EyeClipPlanes : BuiltinUniform::PositionClipPlanes;
        uniform.glType = kGlFloatVec4;
        uniform.arraySize = kPlanes;
        uniform.isArray = true;
        uniform.slots[size_t(last->stage)] = {int(size_B), kStride_B, 0};
        uniform.stageMask = 1u << unsigned(last->stage);
        size_B += kPlanes * kStride_B;
        m_explicit.push_back(-1);
    }

    // What fragments are tested with comes behind all else, too.
    void alphaTest() {
        LinkedProgram& program = m_state.program;
        if (m_state.options.fixedFunction != FixedFunction::StandsIn ||
            m_state.stage(Stage::Fragment) == nullptr) {
            return;
        }
        constexpr uint32_t kVector_B = 16;
        uint32_t& size_B = program.stages.back().defaultBlockSize_B;
        size_B = (size_B + kVector_B - 1) / kVector_B * kVector_B;
        program.alphaTestOffset_B = int(size_B);
        Uniform& uniform = program.uniforms.emplace_back();
        uniform.name = "gl_AlphaTest";
        uniform.builtin = BuiltinUniform::AlphaTest;
        uniform.glType = kGlFloatVec4;
        uniform.slots[size_t(Stage::Fragment)] = {int(size_B), 0, 0};
        uniform.stageMask = 1u << unsigned(Stage::Fragment);
        size_B += kVector_B;
        m_explicit.push_back(-1);
    }

    // And what polygons are stippled with.
    void polygonStipple() {
        LinkedProgram& program = m_state.program;
        if (m_state.options.fixedFunction == FixedFunction::None ||
            m_state.stage(Stage::Fragment) == nullptr) {
            return;
        }
        constexpr int kVector_B = 16;
        uint32_t& size_B = program.stages.back().defaultBlockSize_B;
        size_B = (size_B + kVector_B - 1) / kVector_B * kVector_B;
        program.stippleOffset_B = int(size_B);
        Uniform& uniform = program.uniforms.emplace_back();
        uniform.name = "gl_PolygonStipple[0]";
        uniform.builtin = BuiltinUniform::PolygonStipple;
        uniform.glType = kGlUnsignedIntVec4;
        uniform.arraySize = int(spirv::PolygonStipple::kSize_B) / kVector_B;
        uniform.isArray = true;
        uniform.slots[size_t(Stage::Fragment)] = {int(size_B), kVector_B, 0};
        uniform.stageMask = 1u << unsigned(Stage::Fragment);
        size_B += spirv::PolygonStipple::kSize_B;
        m_explicit.push_back(-1);
    }

    // Up to the end of the last member that is read: what lies behind may be as large as it likes.
    static uint64_t usedSize(const spirv::Module& module, const DefaultBlock& use) {
        const spirv::Instruction block = module.definition(use.type());
        uint64_t end = 0;
        for (uint32_t i = 0; i + 2 < block.size(); ++i) {
            if (!use.isUsed({int(i)})) {
                continue;
            }
            const auto member = [&](spv::Decoration kind) {
                return module.memberDecoration(use.type(), i, kind).value_or(0);
            };
            end = std::max(
                end,
                member(spv::DecorationOffset) +
                    sizeOf(module, spirv::Id{block[i + 2]}, member(spv::DecorationMatrixStride)));
        }
        return (end + 15) / 16 * 16;
    }

    static void decorate(LinkStage& stage, spirv::Id id, uint32_t binding) {
        stage.decorations.push_back({id, -1, spv::DecorationDescriptorSet, uint32_t(stage.stage)});
        stage.decorations.push_back({id, -1, spv::DecorationBinding, binding});
    }

    // One name is one uniform: all stages must declare it alike.
    bool agree() {
        for (size_t a = 0; a < m_state.stages.size(); ++a) {
            for (size_t b = a + 1; b < m_state.stages.size(); ++b) {
                for (const Global& global : m_state.stages[a].globals) {
                    if (global.storage == Storage::Uniform) {
                        checkPair(global, a, b);
                    }
                }
            }
        }
        return !m_state.failed();
    }

    void checkPair(const Global& global, size_t a, size_t b) {
        const Global* other = m_state.stages[b].find(Storage::Uniform, global.name);
        if (other == nullptr) {
            return;
        }
        if (!global.type.matches(other->type, false)) {
            m_state.error("uniform '" + global.name + "' is " + global.type.spelling() +
                          " in the " + std::string(stageName(m_state.stages[a].stage)) +
                          " shader and " + other->type.spelling() + " in the " +
                          std::string(stageName(m_state.stages[b].stage)) + " shader");
            return;
        }
        const auto differ = [](int x, int y) { return x >= 0 && y >= 0 && x != y; };
        if (differ(global.location, other->location) || differ(global.binding, other->binding)) {
            m_state.error("uniform '" + global.name + "' has two locations or bindings");
        }
        // GLSL ES 1.00 section 4.5.3: an unused declaration does no harm there.
        const bool counts = m_state.stages[a].version() >= 300 ||
                            (isActive(a, global.name) && isActive(b, global.name));
        if (m_state.stages[a].es() && counts && !global.type.matches(other->type, true)) {
            m_state.error("uniform '" + global.name + "' has a different precision in the " +
                          std::string(stageName(m_state.stages[b].stage)) + " shader");
        }
    }

    [[nodiscard]] bool isActive(size_t s, const std::string& name) const {
        const int member = m_use[s].member(name);
        return (member >= 0 && m_use[s].isUsed({member})) ||
               m_state.stages[s].variable(spv::StorageClassUniformConstant, name) != nullptr;
    }

    void uniform(const Global& global) {
        int64_t elements = 1;
        for (const int dim : global.type.dims) {
            elements = std::min<int64_t>(elements * std::max(dim, 1), 1 << 24);
        }
        if (global.type.containsOpaque() && elements > kMaxSamplers) {
            m_state.error("too many samplers");
            return;
        }
        bool used = global.type.containsOpaque();
        std::vector<Place> places(m_state.stages.size());
        for (size_t s = 0; s < places.size(); ++s) {
            const int member = m_use[s].member(global.name);
            if (member < 0 || !m_use[s].isUsed({member})) {
                continue;
            }
            used = true;
            const spirv::Module& module = *m_state.stages[s].module;
            places[s] = memberPlace(module, m_use[s].type(), uint32_t(member), 0, {});
        }
        m_initial = initialValueOf(global);
        // Applications expect to find a uniform that has an initialiser, and one whose readers were
        // only optimised away.
        m_isKept = !m_initial.empty() || (!used && !global.type.isStruct() && isNamed(global));
        if (!used && !m_isKept) {
            return;
        }
        m_global = &global;
        m_initialAt = 0;
        walk(global.type, 0, global.name, global.name, 0, places);
    }

    [[nodiscard]] bool isNamed(const Global& global) const {
        return !global.name.starts_with("gl_") &&
               std::ranges::any_of(m_state.stages, [&](const LinkStage& stage) {
                   return stage.namedUniforms.contains(global.name);
               });
    }

    // Any stage's declaration may have the layout qualifier; -1 when none has.
    template <class Member>
    [[nodiscard]] int explicitOf(const std::string& name, Member member) const {
        for (const LinkStage& stage : m_state.stages) {
            const Global* global = stage.find(Storage::Uniform, name);
            if (global != nullptr && global->*member >= 0) {
                return global->*member;
            }
        }
        return -1;
    }

    // Any stage's declaration may have the initialiser.
    [[nodiscard]] std::span<const std::byte> initialValueOf(const Global& global) const {
        for (const LinkStage& stage : m_state.stages) {
            const Global* other = stage.find(Storage::Uniform, global.name);
            if (other != nullptr && !other->initialValue.empty()) {
                return other->initialValue;
            }
        }
        return {};
    }

    static Place memberPlace(const spirv::Module& module,
                             spirv::Id structType,
                             uint32_t member,
                             int32_t base_B,
                             Path path) {
        Place place;
        place.type = spirv::Id{module.definition(structType)[member + 2]};
        place.offset_B =
            base_B +
            int32_t(module.memberDecoration(structType, member, spv::DecorationOffset).value_or(0));
        place.matrixStride_B = int32_t(
            module.memberDecoration(structType, member, spv::DecorationMatrixStride).value_or(0));
        place.path = std::move(path);
        place.path.push_back(int(member));
        return place;
    }

    // `dim`: how many array dimensions of `type` are behind us. `barePath`: the name without
    // indices; `element`: the linear index those indices make.
    void walk(const Type& type,
              size_t dim,
              const std::string& name,
              const std::string& barePath,
              int element,
              const std::vector<Place>& places) {
        const size_t left = type.dims.size() - dim;
        if (left > (type.isStruct() ? 0u : 1u)) {
            for (int i = 0; i < type.dims[dim]; ++i) {
                walk(type,
                     dim + 1,
                     name + "[" + std::to_string(i) + "]",
                     barePath,
                     element * type.dims[dim] + i,
                     elementPlaces(places, i));
            }
            return;
        }
        if (!type.isStruct()) {
            leaf(type, left == 1 ? type.dims.back() : 0, name, barePath, element, places);
            return;
        }
        uint32_t numberMember = 0;
        for (const Type::Member& member : type.members) {
            std::vector<Place> inner(places.size());
            if (!member.type.isOpaque()) {
                for (size_t s = 0; s < places.size(); ++s) {
                    if (places[s].offset_B >= 0) {
                        inner[s] = memberPlace(*m_state.stages[s].module,
                                               places[s].type,
                                               numberMember,
                                               places[s].offset_B,
                                               places[s].path);
                    }
                }
                ++numberMember;
            }
            walk(member.type,
                 0,
                 name + "." + member.name,
                 barePath + "." + member.name,
                 element,
                 inner);
        }
    }

    std::vector<Place> elementPlaces(const std::vector<Place>& places, int index) const {
        std::vector<Place> out = places;
        for (size_t s = 0; s < out.size(); ++s) {
            if (out[s].offset_B < 0) {
                continue;
            }
            const spirv::Module& module = *m_state.stages[s].module;
            const auto stride = module.decoration(out[s].type, spv::DecorationArrayStride);
            out[s].offset_B += int32_t(stride.value_or(0)) * index;
            out[s].type = module.elementType(out[s].type);
            out[s].path.push_back(index);
        }
        return out;
    }

    void leaf(const Type& type,
              int arraySize,
              const std::string& name,
              const std::string& barePath,
              int element,
              const std::vector<Place>& places) {
        Uniform uniform;
        uniform.isArray = arraySize > 0;
        uniform.arraySize = std::max(arraySize, 1);
        uniform.name = uniform.isArray ? name + "[0]" : name;
        uniform.glType = type.glType;
        const bool active = type.isOpaque() ? sampler(uniform, type, barePath, element)
                                            : number(uniform, type, places);
        if (!active) {
            return;
        }
        if (name.starts_with("gl_")) {
            uniform.builtin = builtinUniform(uniform.name);
            assert(uniform.builtin != BuiltinUniform::None);
        }
        // An explicit location counts for the whole variable: members follow one another.
        m_explicit.push_back(explicitOf(m_global->name, &Qualifiers::location));
        m_state.program.uniforms.push_back(std::move(uniform));
    }

    bool number(Uniform& uniform, const Type& type, const std::vector<Place>& places) {
        const TypeInfo& info = typeInfo(type.glType);
        const size_t bytes =
            size_t(info.components() * uniform.arraySize) * (info.base == BaseType::Double ? 8 : 4);
        const size_t at = m_initialAt;
        m_initialAt += bytes;
        const int elements = uniform.arraySize;
        int usedElements = 0;
        bool active = m_isKept;
        for (size_t s = 0; s < places.size(); ++s) {
            const Place& place = places[s];
            if (place.offset_B < 0 || !m_use[s].isUsed(place.path)) {
                continue;
            }
            active = true;
            uniform.stageMask |= uint8_t(1u << unsigned(m_state.stages[s].stage));
            usedElements = std::max(usedElements, m_use[s].usedElements(place.path, elements));
            const spirv::Module& module = *m_state.stages[s].module;
            Uniform::Slot& slot = uniform.slots[size_t(m_state.stages[s].stage)];
            slot.offset_B = place.offset_B;
            slot.matrixStride_B = place.matrixStride_B;
            slot.arrayStride_B =
                int32_t(module.decoration(place.type, spv::DecorationArrayStride).value_or(0));
        }
        // An array ends with the last element that is used (OpenGL 2.1 section 2.15.3). Built-in
        // arrays keep their size, as the context fills them whole.
        if (usedElements > 0 && !m_global->name.starts_with("gl_")) {
            uniform.arraySize = usedElements;
        }
        if (at + bytes <= m_initial.size()) {
            const auto first = m_initial.begin() + std::ptrdiff_t(at);
            uniform.initialValue.assign(
                first, first + std::ptrdiff_t(bytes / size_t(elements)) * uniform.arraySize);
        }
        return active;
    }

    // A sampler variable is found by its path; all its elements share a run of sampler indices.
    bool sampler(Uniform& uniform, const Type& type, const std::string& barePath, int element) {
        bool active = false;
        for (const LinkStage& stage : m_state.stages) {
            active |= samplerVariable(stage, barePath) != nullptr;
        }
        if (!active) {
            return false;
        }
        auto [run, isNew] = m_samplerRuns.try_emplace(barePath, SamplerRun{});
        if (isNew) {
            run->second.first = int(m_state.program.samplers.size());
            for (const LinkStage& stage : m_state.stages) {
                if (const spirv::Variable* v = samplerVariable(stage, barePath)) {
                    run->second.count = int(stage.module->arrayLength(v->pointee));
                    run->second.stageMask |= uint8_t(1u << unsigned(stage.stage));
                }
            }
            const TypeInfo& facts = typeInfo(type.glType);
            if (m_state.program.samplers.size() + size_t(run->second.count) > kMaxSamplers) {
                m_state.error("too many samplers");
                return false;
            }
            SamplerInfo info{type.glType,
                             facts.dim,
                             facts.shadow,
                             facts.arrayed,
                             facts.sampledBase,
                             run->second.stageMask};
            m_state.program.samplers.insert(
                m_state.program.samplers.end(), size_t(run->second.count), info);
        }
        uniform.samplerIndex = run->second.first + element * uniform.arraySize;
        uniform.stageMask = run->second.stageMask;
        const int binding = explicitOf(m_global->name, &Global::binding);
        if (binding >= 0) {
            for (int i = 0; i < uniform.arraySize; ++i) {
                const int unit = binding + element * uniform.arraySize + i;
                const auto* bytes = reinterpret_cast<const std::byte*>(&unit);
                uniform.initialValue.insert(uniform.initialValue.end(), bytes, bytes + sizeof unit);
            }
        }
        return true;
    }

    static const spirv::Variable* samplerVariable(const LinkStage& stage,
                                                  const std::string& barePath) {
        for (const spirv::Variable& v : stage.module->globals()) {
            if (v.storage != spv::StorageClassUniformConstant || !stage.module->isAccessed(v.id)) {
                continue;
            }
            const std::string name(stage.module->name(v.id));
            const auto hoisted = stage.hoisted.find(name);
            if ((hoisted != stage.hoisted.end() ? hoisted->second : originalName(name)) ==
                barePath) {
                return &v;
            }
        }
        return nullptr;
    }

    // Locations of all elements and members.
    static int64_t locationCount(const Type& type) {
        int64_t count = type.isStruct() ? 0 : 1;
        for (const Type::Member& member : type.members) {
            count += locationCount(member.type);
        }
        for (const int dim : type.dims) {
            count = std::min<int64_t>(count * std::max(dim, 1), 1 << 20);
        }
        return count;
    }

    // Those that a layout gives, to unused uniforms too, are nobody else's
    // (GL_ARB_explicit_uniform_location).
    bool reserveExplicit(std::vector<bool>& taken) {
        std::set<std::string_view> done;
        for (const LinkStage& stage : m_state.stages) {
            for (const Global& global : stage.globals) {
                if (global.storage != Storage::Uniform || global.location < 0 ||
                    !done.insert(global.name).second) {
                    continue;
                }
                const int64_t end = global.location + locationCount(global.type);
                if (end > m_state.options.limits.maxUniformLocations) {
                    m_state.error("uniform '" + global.name + "' has a location beyond the limit");
                    return false;
                }
                taken.resize(std::max(taken.size(), size_t(end)));
                for (auto at = size_t(global.location); at < size_t(end); ++at) {
                    if (taken[at]) {
                        m_state.error("uniform '" + global.name +
                                      "' has a location that another uniform has");
                        return false;
                    }
                    taken[at] = true;
                }
            }
        }
        return true;
    }

    void assignLocations() {
        LinkedProgram& program = m_state.program;
        std::vector<bool> taken;
        if (!reserveExplicit(taken)) {
            return;
        }
        int explicitBase = -1;
        int explicitNext = 0;
        for (size_t i = 0; i < program.uniforms.size(); ++i) {
            if (m_explicit[i] >= 0) {
                explicitNext = m_explicit[i] == explicitBase ? explicitNext : m_explicit[i];
                explicitBase = m_explicit[i];
                program.uniforms[i].location = explicitNext;
                explicitNext += program.uniforms[i].arraySize;
            }
        }
        size_t next = 0;
        for (Uniform& uniform : program.uniforms) {
            if (uniform.location >= 0 || uniform.builtin != BuiltinUniform::None) {
                continue;
            }
            size_t run = 0;
            for (; run < size_t(uniform.arraySize); ++run) {
                if (next + run < taken.size() && taken[next + run]) {
                    next += run + 1;
                    run = size_t(-1);
                }
            }
            uniform.location = int(next);
            next += size_t(uniform.arraySize);
        }
        program.locationCount = int(std::max(next, taken.size()));
        program.locationTable.assign(size_t(program.locationCount), {-1, 0});
        for (size_t i = 0; i < program.uniforms.size(); ++i) {
            for (int e = 0; program.uniforms[i].location >= 0 && e < program.uniforms[i].arraySize;
                 ++e) {
                program.locationTable[size_t(program.uniforms[i].location + e)] = {int(i), e};
            }
        }
    }

    // An element of an array is used where code names it, or may name any.
    void markUsedElements() {
        for (const auto& [path, run] : m_samplerRuns) {
            for (const LinkStage& stage : m_state.stages) {
                const spirv::Variable* v = run.count > 1 ? samplerVariable(stage, path) : nullptr;
                if (!v) {
                    continue;
                }
                const std::vector<bool> used = usedElements(*stage.module, *v, size_t(run.count));
                for (size_t i = 0; i < used.size(); ++i) {
                    if (!used[i]) {
                        m_state.program.samplers[size_t(run.first) + i].stageMask &=
                            uint8_t(~(1u << unsigned(stage.stage)));
                    }
                }
            }
        }
    }

    void bindSamplers() {
        for (size_t s = 0; s < m_state.stages.size(); ++s) {
            LinkStage& stage = m_state.stages[s];
            uint32_t binding = 1;
            for (const auto& [path, run] : m_samplerRuns) {
                if (const spirv::Variable* v = samplerVariable(stage, path)) {
                    decorate(stage, v->id, binding);
                    m_state.program.stages[s].samplers.push_back(
                        {uint8_t(binding), uint16_t(run.count), uint16_t(run.first)});
                    ++binding;
                }
            }
        }
    }

    void checkLimits() {
        const Limits& limits = m_state.options.limits;
        int combined = 0;
        for (size_t s = 0; s < m_state.stages.size(); ++s) {
            const Stage stage = m_state.stages[s].stage;
            const std::string who = std::string(stageName(stage)) + " shader";
            int samplers = 0;
            for (const StageSampler& sampler : m_state.program.stages[s].samplers) {
                samplers += sampler.count;
            }
            combined += samplers;
            const StageLimits limit = limitsOf(limits, stage);
            if (samplers > limit.samplers) {
                m_state.error("too many samplers in the " + who);
            }
            int64_t components = 0;
            for (const Uniform& u : m_state.program.uniforms) {
                if (u.slots[size_t(stage)].offset_B >= 0 && u.builtin == BuiltinUniform::None) {
                    const TypeInfo& info = typeInfo(u.glType);
                    components += int64_t{info.components()} * u.arraySize *
                                  (info.base == BaseType::Double ? 2 : 1);
                }
            }
            if (components > limit.uniformComponents) {
                m_state.error("too many uniforms in the " + who);
            }
        }
        if (combined > limits.maxCombinedTextureImageUnits) {
            m_state.error("too many samplers in the program");
        }
    }

    struct SamplerRun {
        int first = 0;
        int count = 1;
        uint8_t stageMask = 0;
    };

    LinkState& m_state;
    std::vector<DefaultBlock> m_use; // by index of stage
    std::set<std::string> m_done;
    std::map<std::string, SamplerRun> m_samplerRuns; // by path
    std::vector<int> m_explicit;                     // per uniform: the variable's own location
    const Global* m_global = nullptr;
    std::span<const std::byte> m_initial; // of m_global, all of it
    bool m_isKept = false;                // m_global is active even though unused
    size_t m_initialAt = 0;
};

} // namespace

void linkUniforms(LinkState& state) {
    UniformLinker(state).run();
}

} // namespace glsl
