// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Transform feedback (OpenGL 3.0 section 2.15, 4.0 section 2.17.2): from the names an application
// gives to decorations of the code. Vulkan captures whole variables, once each and as they are when
// the stage ends. Whatever else GL captures goes through a copy of its own.
#include "glsl/language/builtins.h"
#include "glsl/link/steps.h"

#include "spirv/editor.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace glsl {

namespace {

constexpr uint32_t kInterleaved = 0x8C8C; // GL_INTERLEAVED_ATTRIBS
constexpr uint32_t kSeparate = 0x8C8D;    // GL_SEPARATE_ATTRIBS

struct BuiltInRow {
    std::string_view name;
    spv::BuiltIn builtIn;
    uint32_t glType;
    bool isArray;
};
constexpr BuiltInRow kBuiltIns[] = {
    {"gl_Position", spv::BuiltInPosition, kGlFloatVec4, false},
    {"gl_PointSize", spv::BuiltInPointSize, kGlFloat, false},
    {"gl_ClipDistance", spv::BuiltInClipDistance, kGlFloat, true},
    {"gl_CullDistance", spv::BuiltInCullDistance, kGlFloat, true},
    {"gl_Layer", spv::BuiltInLayer, kGlInt, false},
    {"gl_ViewportIndex", spv::BuiltInViewportIndex, kGlInt, false},
    {"gl_PrimitiveID", spv::BuiltInPrimitiveId, kGlInt, false},
};

// "a.b[2].c": a name and what follows it.
struct Step {
    std::string_view member; // empty: an index
    int index = -1;
};
struct Path {
    std::string_view root;
    std::vector<Step> steps;
};

std::optional<Path> parse(std::string_view text) {
    const auto identifier = [&] {
        const size_t end = std::min(text.find_first_of(".["), text.size());
        const std::string_view name = text.substr(0, end);
        text.remove_prefix(end);
        return name;
    };
    Path path;
    path.root = identifier();
    if (path.root.empty()) {
        return std::nullopt;
    }
    while (!text.empty()) {
        const bool isIndex = text.front() == '[';
        text.remove_prefix(1);
        Step step;
        if (isIndex) {
            const size_t close = text.find(']');
            if (close == std::string_view::npos) {
                return std::nullopt;
            }
            const auto [end, failure] =
                std::from_chars(text.data(), text.data() + close, step.index);
            if (failure != std::errc() || end != text.data() + close || step.index < 0) {
                return std::nullopt;
            }
            text.remove_prefix(close + 1);
        } else if (step.member = identifier(); step.member.empty()) {
            return std::nullopt;
        }
        path.steps.push_back(step);
    }
    return path;
}

// One thing to capture, found in the stage.
struct Capture {
    spirv::Id variable;          // none: the code never writes it
    std::vector<uint32_t> chain; // from the variable to it
    Type type;
    int stream = 0;
    bool isWhole = false; // the variable itself, and no built-in

    [[nodiscard]] int elements() const {
        int64_t count = 1;
        for (const int dim : type.dims) {
            count = std::min<int64_t>(count * std::max(dim, 1), 1 << 20);
        }
        return int(count);
    }
    // 32-bit words: components, doubles counting twice.
    [[nodiscard]] int words() const {
        const TypeInfo& info = typeInfo(type.glType);
        return info.components() * (info.base == BaseType::Double ? 2 : 1) * elements();
    }
};

class FeedbackLinker {
public:
    FeedbackLinker(LinkState& state, LinkStage& stage)
        : m_state(state), m_stage(stage), m_feedback(state.program.feedback) {}

    void run() {
        m_feedback.mode = m_state.options.feedbackMode;
        std::set<std::string_view> names;
        for (const std::string& name : m_state.options.feedbackVaryings) {
            if (isSpecial(name)) {
                special(name);
                continue;
            }
            if (!names.insert(name).second) {
                m_state.error("transform feedback captures '" + name + "' twice");
                return;
            }
            const auto capture = find(name);
            if (!capture) {
                m_state.error("transform feedback wants '" + name + "', which the " +
                              std::string(stageName(m_stage.stage)) + " shader does not output");
                return;
            }
            add(name, *capture);
        }
        if (m_buffer >= 0) {
            endBuffer();
        }
        checkLimits();
        if (!m_state.failed() && m_feedback.any()) {
            weave();
        }
    }

private:
    [[nodiscard]] bool isSeparate() const { return m_feedback.mode == kSeparate; }

    static bool isSpecial(std::string_view name) {
        return name == "gl_NextBuffer" ||
               (name.size() == 18 && name.starts_with("gl_SkipComponents") && name[17] >= '1' &&
                name[17] <= '4');
    }

    void special(const std::string& name) {
        if (isSeparate()) {
            m_state.error(name + " wants interleaved transform feedback");
            return;
        }
        m_buffer = std::max(m_buffer, 0);
        FeedbackVarying varying{.name = name, .arraySize = 0, .buffer = m_buffer};
        varying.offset_B = m_offset_B;
        if (name == "gl_NextBuffer") {
            endBuffer();
            ++m_buffer;
            m_offset_B = 0;
        } else {
            varying.arraySize = name[17] - '0';
            m_offset_B += 4 * varying.arraySize;
            m_components += varying.arraySize;
        }
        m_feedback.varyings.push_back(std::move(varying));
    }

    void endBuffer() {
        if (m_buffer < Feedback::kBuffers) {
            m_feedback.stride_B[size_t(m_buffer)] = uint32_t(m_offset_B);
        }
    }

    void add(const std::string& name, const Capture& capture) {
        if (isSeparate() || m_buffer < 0) {
            if (m_buffer >= 0) {
                endBuffer();
            }
            ++m_buffer;
            m_offset_B = 0;
        }
        if (isSeparate() &&
            capture.words() > m_state.options.limits.maxFeedbackSeparateComponents) {
            m_state.error("'" + name + "' has too many components for separate transform feedback");
        }
        if (m_buffer < Feedback::kBuffers) {
            uint8_t& stream = m_feedback.stream[size_t(m_buffer)];
            if (m_offset_B > 0 && stream != capture.stream && m_hasVarying[size_t(m_buffer)]) {
                m_state.error("'" + name + "' is of another vertex stream than what buffer " +
                              std::to_string(m_buffer) + " captures before");
            }
            stream = uint8_t(capture.stream);
            m_hasVarying[size_t(m_buffer)] = true;
        }
        m_feedback.varyings.push_back({.name = name,
                                       .glType = capture.type.glType,
                                       .arraySize = capture.elements(),
                                       .buffer = m_buffer,
                                       .offset_B = m_offset_B});
        m_captures.push_back(capture);
        m_captureAt.emplace_back(m_buffer, m_offset_B);
        m_offset_B += 4 * capture.words();
        m_components += capture.words();
    }

    void checkLimits() {
        const Limits& limits = m_state.options.limits;
        if (isSeparate()) {
            if (m_buffer + 1 > std::min(limits.maxFeedbackSeparateAttribs, Feedback::kBuffers)) {
                m_state.error("too many transform feedback varyings");
            }
            return;
        }
        if (m_components > limits.maxFeedbackInterleavedComponents) {
            m_state.error(
                "too many components of transform feedback: " + std::to_string(m_components) +
                " of " + std::to_string(limits.maxFeedbackInterleavedComponents));
        }
        if (m_buffer + 1 > std::min(limits.maxFeedbackBuffers, Feedback::kBuffers)) {
            m_state.error("too many transform feedback buffers");
        }
    }

    [[nodiscard]] std::optional<Capture> find(std::string_view name) const {
        const std::optional<Path> path = parse(name);
        if (!path) {
            return std::nullopt;
        }
        if (const auto builtIn = std::ranges::find(kBuiltIns, path->root, &BuiltInRow::name);
            builtIn != std::end(kBuiltIns)) {
            return findBuiltIn(*builtIn, *path);
        }
        for (const auto* list : {&m_stage.globals, &m_stage.hidden}) {
            for (const Global& global : *list) {
                if (global.storage != Storage::Output || global.name == kPerVertex) {
                    continue;
                }
                if (auto capture = findIn(global, *path)) {
                    return capture;
                }
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Capture> findBuiltIn(const BuiltInRow& row,
                                                     const Path& path) const {
        Capture capture;
        capture.type.glType = row.glType;
        const spirv::Module& module = *m_stage.module;
        if (const auto place = module.findBuiltIn(spv::StorageClassOutput, row.builtIn)) {
            capture.variable = place.variable;
            const spirv::Id pointer{module.definition(place.variable)[1]};
            spirv::Id type{module.definition(pointer)[3]};
            if (place.member >= 0) {
                capture.chain.push_back(uint32_t(place.member));
                type = spirv::Id{module.definition(type)[size_t(place.member) + 2]};
            }
            if (row.isArray) {
                capture.type.dims.push_back(int(module.arrayLength(type)));
            }
        } else if (row.isArray) {
            return std::nullopt;
        }
        return follow(std::move(capture), path.steps);
    }

    // By the block's name where members are not names of their own.
    [[nodiscard]] std::optional<Capture> findIn(const Global& global, const Path& path) const {
        Capture capture;
        capture.type = global.type;
        capture.stream = global.stream;
        if (const spirv::Variable* v = m_stage.variable(spv::StorageClassOutput, global.name)) {
            capture.variable = v->id;
        }
        if (!global.isBlock) {
            if (path.root != global.name) {
                return std::nullopt;
            }
            capture.isWhole = path.steps.empty();
            return follow(std::move(capture), path.steps);
        }
        if (!global.instanceName.empty()) {
            return path.root == global.name ? follow(std::move(capture), path.steps) : std::nullopt;
        }
        std::vector<Step> steps = path.steps;
        steps.insert(steps.begin(), Step{path.root});
        return follow(std::move(capture), steps);
    }

    // To a variable of a basic type, or an array of such.
    static std::optional<Capture> follow(Capture capture, const std::vector<Step>& steps) {
        for (const Step& step : steps) {
            Type& type = capture.type;
            if (step.member.empty()) {
                if (type.dims.empty() || step.index >= type.dims.front()) {
                    return std::nullopt;
                }
                capture.chain.push_back(uint32_t(step.index));
                type.dims.erase(type.dims.begin());
                continue;
            }
            const auto member = std::ranges::find(type.members, step.member, &Type::Member::name);
            if (!type.dims.empty() || member == type.members.end()) {
                return std::nullopt;
            }
            capture.chain.push_back(uint32_t(member - type.members.begin()));
            Type inner = member->type;
            type = std::move(inner);
        }
        if (capture.type.isStruct()) {
            return std::nullopt;
        }
        return capture;
    }

    struct Copy {
        spirv::Id from; // none: stays undefined
        std::vector<uint32_t> chain;
        spirv::Id type;
        spirv::Id pointer; // to part of `from`
        spirv::Id to;
        uint32_t stream = 0;
    };

    void weave() {
        spirv::Editor editor(*m_stage.module);
        editor.endBefore(kLastStageConstant);
        editor.capability(spv::CapabilityTransformFeedback);
        editor.executionMode(spv::ExecutionModeXfb);
        const bool hasStreams =
            std::ranges::any_of(m_feedback.stream, [](uint8_t stream) { return stream != 0; });
        if (hasStreams) {
            editor.capability(spv::CapabilityGeometryStreams);
        }
        std::vector<Copy> copies;
        std::set<spirv::Id> whole;
        for (size_t i = 0; i < m_captures.size(); ++i) {
            const Capture& capture = m_captures[i];
            spirv::Id target = capture.variable;
            if (!capture.isWhole || !capture.variable || !whole.insert(capture.variable).second) {
                Copy copy = copyOf(editor, capture);
                target = copy.to;
                if (hasStreams && capture.stream != 0) {
                    editor.decorate(target, spv::DecorationStream, uint32_t(capture.stream));
                }
                copies.push_back(std::move(copy));
            }
            const auto [buffer, offset_B] = m_captureAt[i];
            editor.decorate(target, spv::DecorationXfbBuffer, uint32_t(buffer));
            editor.decorate(target, spv::DecorationXfbStride, m_feedback.stride_B[size_t(buffer)]);
            editor.decorate(target, spv::DecorationOffset, uint32_t(offset_B));
            m_stage.captured.insert(target);
        }
        const auto copyAll = [&](std::vector<uint32_t>& out, uint32_t stream) {
            for (const Copy& copy : copies) {
                if (copy.from && copy.stream == stream) {
                    emit(editor, out, copy);
                }
            }
        };
        m_stage.module = spirv::Module::parse(editor.finish({.atEnd = copyAll}));
    }

    [[nodiscard]] Copy copyOf(spirv::Editor& editor, const Capture& capture) const {
        Copy copy;
        copy.stream = uint32_t(capture.stream);
        if (!capture.variable) {
            copy.type = typeOf(editor, capture.type);
        } else {
            const spirv::Module& module = *m_stage.module;
            copy.from = capture.variable;
            const spirv::Instruction pointer =
                module.definition(spirv::Id{module.definition(copy.from)[1]});
            copy.type = spirv::Id{pointer[3]};
            for (const uint32_t index : capture.chain) {
                const spirv::Instruction type = module.definition(copy.type);
                copy.type = type.op() == spv::OpTypeStruct ? spirv::Id{type[index + 2]}
                                                           : module.elementType(copy.type);
                copy.chain.push_back(editor.uintConstant(index).value);
            }
            copy.pointer = editor.pointerType(spv::StorageClass(pointer[2]), copy.type);
        }
        copy.to = editor.interfaceVariable(spv::StorageClassOutput, copy.type);
        return copy;
    }

    // What the code never writes holds any value, but takes its place.
    static spirv::Id typeOf(spirv::Editor& editor, const Type& type) {
        const TypeInfo& info = typeInfo(type.glType);
        const spirv::Id scalar = editor.floatType();
        int words = info.components() * (info.base == BaseType::Double ? 2 : 1);
        for (const int dim : type.dims) {
            words *= std::max(dim, 1);
        }
        return words <= 4 ? editor.vectorType(scalar, uint32_t(words))
                          : editor.arrayType(scalar, uint32_t(words));
    }

    static void emit(spirv::Editor& editor, std::vector<uint32_t>& out, const Copy& copy) {
        uint32_t from = copy.from.value;
        if (!copy.chain.empty()) {
            from = editor.newId();
            std::vector<uint32_t> operands = {copy.pointer.value, from, copy.from.value};
            operands.insert(operands.end(), copy.chain.begin(), copy.chain.end());
            spirv::append(out, spv::OpAccessChain, operands);
        }
        const uint32_t value = editor.newId();
        spirv::append(out, spv::OpLoad, {copy.type.value, value, from});
        spirv::append(out, spv::OpStore, {copy.to.value, value});
    }

    LinkState& m_state;
    LinkStage& m_stage;
    Feedback& m_feedback;
    std::vector<Capture> m_captures;
    std::vector<std::pair<int, int>> m_captureAt; // buffer and offset of each
    std::array<bool, Feedback::kBuffers> m_hasVarying{};
    int m_buffer = -1;
    int m_offset_B = 0;
    int m_components = 0;
};

} // namespace

void linkFeedback(LinkState& state) {
    if (state.options.feedbackVaryings.empty()) {
        return;
    }
    for (LinkStage& stage : state.stages) {
        if (&stage == state.lastBeforeRasterizer()) {
            if (stage.stage == Stage::TessControl) {
                break;
            }
            FeedbackLinker(state, stage).run();
            return;
        }
    }
    state.error("the program has no stage that transform feedback could capture");
}

} // namespace glsl
