// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/optimize.h"
#include "glsl/language/builtins.h"
#include "glsl/link/steps.h"

#include "spirv/demote_interface.h"
#include "spirv/pack_interface.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace glsl {

namespace {

constexpr int kMostLocations = 1024; // of one variable

// Replaces the stage's code by one where the given variables are private.
void demote(LinkStage& stage, const std::set<spirv::Id>& variables) {
    if (variables.empty()) {
        return;
    }
    stage.module =
        spirv::Module::parse(removeDead(spirv::DemoteInterface::run(*stage.module, variables)));
}

// Interface variables that the code never touches: attributes, outputs, varyings alike.
std::set<spirv::Id> untouched(const LinkStage& stage) {
    std::set<spirv::Id> ids;
    for (const spirv::Variable& v : stage.module->globals()) {
        const bool isInterface =
            v.storage == spv::StorageClassInput || v.storage == spv::StorageClassOutput;
        if (isInterface && stage.isUserInterface(v) && !stage.module->isAccessed(v.id)) {
            ids.insert(v.id);
        }
    }
    return ids;
}

// An input or output variable of a stage's code.
struct Port {
    spirv::Variable variable;
    const Global* global = nullptr;   // null for what linking itself made
    int count = 1;                    // locations
    int location = -1;                // that the shader asks for
    std::vector<int> memberLocations; // of a block whose members ask for their own

    [[nodiscard]] bool isFixed() const { return location >= 0 || !memberLocations.empty(); }
    // Where the ranges of explicit locations meet.
    [[nodiscard]] bool overlaps(const Port& other) const {
        return location >= 0 && other.location >= 0 && location < other.location + other.count &&
               other.location < location + count;
    }
};

bool isOpen(const LinkStage& stage, spv::StorageClass storage) {
    return storage == spv::StorageClassInput ? stage.opensInputs : stage.opensOutputs;
}

// Fixed function is at the other side.
bool meetsFixedFunction(const LinkStage& stage, const Port& port) {
    return isOpen(stage, port.variable.storage) && port.global != nullptr &&
           openVaryingLocation(port.global->name) >= 0;
}

Port portOf(const LinkStage& stage, const spirv::Variable& variable) {
    const spirv::Module& module = *stage.module;
    Port port{.variable = variable};
    const bool isOutput = variable.storage == spv::StorageClassOutput;
    port.global = stage.find(isOutput ? Storage::Output : Storage::Input, stage.nameOf(variable));
    spirv::Id type = variable.pointee;
    if (port.global != nullptr && isArrayed(stage, *port.global)) {
        type = module.elementType(type);
    }
    port.count = int(module.locations(type));
    if (meetsFixedFunction(stage, port)) {
        port.location = openVaryingLocation(port.global->name);
    }
    if (port.global != nullptr && port.location < 0) {
        port.location = port.global->location;
        const auto& members = port.global->type.members;
        const bool byMember =
            port.global->isBlock && port.location < 0 &&
            std::ranges::any_of(members, [](const auto& m) { return m.qualifiers.location >= 0; });
        for (const Type::Member& member : members) {
            if (byMember) {
                port.memberLocations.push_back(std::max(member.qualifiers.location, 0));
            }
        }
    }
    return port;
}

// Those that the code touches.
std::vector<Port> portsOf(const LinkStage& stage, spv::StorageClass storage) {
    std::vector<Port> ports;
    for (const spirv::Variable& v : stage.module->globals()) {
        if (v.storage == storage && stage.isUserInterface(v) && stage.module->isAccessed(v.id)) {
            ports.push_back(portOf(stage, v));
        }
    }
    return ports;
}

bool meet(const Port& input, const Port& output) {
    if (input.global == nullptr || output.global == nullptr) {
        return false;
    }
    return input.location >= 0 ? input.overlaps(output) : input.global->name == output.global->name;
}

bool meetsAny(const Port& port, const std::vector<Port>& others) {
    return std::ranges::any_of(others, [&](const Port& other) {
        return port.variable.storage == spv::StorageClassInput ? meet(port, other)
                                                               : meet(other, port);
    });
}

// What fragment shaders do not name and fixed function looks at: the vertex that planes clip, and
// the colours of back faces, which take the place of the front's.
bool isReadByFixedFunction(const Port& output, const std::vector<Port>& inputs) {
    if (output.global == nullptr || output.variable.storage != spv::StorageClassOutput) {
        return false;
    }
    const std::string& name = output.global->name;
    return name == kClipVertex || std::ranges::any_of(kColorNames, [&](const ColorNames& color) {
               return name == color.back && std::ranges::any_of(inputs, [&](const Port& input) {
                          return input.global != nullptr && input.global->name == color.front;
                      });
           });
}

constexpr std::string_view kTexCoord = "gl_TexCoord";

// A fragment shader's coordinates, which point sprites have even where no stage writes them.
bool isOfSprites(const LinkStage& stage, const Port& port) {
    return stage.stage == Stage::Fragment && port.variable.storage == spv::StorageClassInput &&
           port.global != nullptr && port.global->name == kTexCoord;
}

// A control shader's invocations read each other's outputs: private copies would not do.
bool isSharedOutput(const LinkStage& stage, const Port& port) {
    return stage.stage == Stage::TessControl && port.variable.storage == spv::StorageClassOutput &&
           stage.module->isLoaded(port.variable.id);
}

// Unlinked when the other side, or nobody, does not use the variable at all.
void demoteWithoutPartner(LinkStage& stage, spv::StorageClass storage, const LinkStage* other) {
    std::vector<Port> others;
    if (other != nullptr) {
        others = portsOf(*other,
                         storage == spv::StorageClassInput ? spv::StorageClassOutput
                                                           : spv::StorageClassInput);
    }
    const bool isRasterized = other == nullptr || other->stage == Stage::Fragment;
    std::set<spirv::Id> ids;
    for (const Port& port : portsOf(stage, storage)) {
        if (!meetsAny(port, others) && !stage.captured.contains(port.variable.id) &&
            !isSharedOutput(stage, port) &&
            !(isRasterized && isReadByFixedFunction(port, others)) && !isOfSprites(stage, port) &&
            !meetsFixedFunction(stage, port)) {
            ids.insert(port.variable.id);
        }
    }
    demote(stage, ids);
}

class LocationMap {
public:
    void take(int first, int count) {
        for (int i = first; i < first + count; ++i) {
            m_taken.insert(i);
        }
    }
    void take(const LinkStage& stage, const Port& port) {
        if (port.location >= 0) {
            take(port.location, port.count);
        }
        const spirv::Instruction block =
            stage.module->definition(stage.module->innermostType(port.variable.pointee));
        for (size_t i = 0; i < port.memberLocations.size() && i + 2 < block.size(); ++i) {
            take(port.memberLocations[i], int(stage.module->locations(spirv::Id{block[i + 2]})));
        }
    }
    // The first place where `count` locations are free.
    int allocate(int count) {
        int first = 0;
        for (int run = 0, at = 0; run < count; ++at) {
            run = m_taken.contains(at) ? 0 : run + 1;
            first = at + 1 - run;
        }
        take(first, count);
        return first;
    }
    [[nodiscard]] int size() const { return int(m_taken.size()); }

private:
    std::set<int> m_taken;
};

void decorate(LinkStage& stage, spirv::Id id, spv::Decoration kind, int value) {
    stage.decorations.push_back({id, -1, kind, uint32_t(value)});
}

void place(LinkStage& stage, const Port& port, int location) {
    if (port.memberLocations.empty()) {
        decorate(stage, port.variable.id, spv::DecorationLocation, location);
        return;
    }
    const spirv::Id block = stage.module->innermostType(port.variable.pointee);
    for (size_t i = 0; i < port.memberLocations.size(); ++i) {
        stage.decorations.push_back(
            {block, int(i), spv::DecorationLocation, uint32_t(port.memberLocations[i])});
    }
}

struct Varying {
    const Global* global;
    Port out; // of the producer
    Port in;
};

// Varyings that may share a vector: what is decorated so or so in one shader or the other.
using PackingClass = std::vector<uint32_t>;

constexpr spv::Decoration kQualifiers[] = {spv::DecorationFlat,
                                           spv::DecorationNoPerspective,
                                           spv::DecorationCentroid,
                                           spv::DecorationSample,
                                           spv::DecorationInvariant};

int outputComponents(const Limits& limits, Stage stage) {
    switch (stage) {
    case Stage::TessControl: // Of vertices and patches: their locations are of one space.
        return limits.maxTessControlOutputComponents;
    case Stage::TessEvaluation:
        return limits.maxTessEvaluationOutputComponents;
    case Stage::Geometry:
        return limits.maxGeometryOutputComponents;
    default:
        return limits.maxVertexOutputComponents;
    }
}

// Vectors that may go from one stage to the next.
int locationLimit(const Limits& limits, Stage producer, Stage consumer) {
    const auto inputs = [&] {
        switch (consumer) {
        case Stage::TessControl:
            return limits.maxTessControlInputComponents;
        case Stage::TessEvaluation:
            return limits.maxTessEvaluationInputComponents;
        case Stage::Geometry:
            return limits.maxGeometryInputComponents;
        default:
            return limits.maxFragmentInputComponents;
        }
    };
    if (producer == Stage::Vertex && consumer == Stage::Fragment) {
        return limits.maxVaryingVectors;
    }
    return std::min(outputComponents(limits, producer), inputs()) / 4;
}

// No output of a vertex shader lies beyond its last location, whoever reads it.
void checkEnd(LinkState& state, const LinkStage& stage, int end) {
    const int limit = state.options.limits.maxVertexOutputComponents / 4;
    if (stage.stage == Stage::Vertex && end > limit) {
        state.error("too many outputs: " + std::to_string(end) + " vectors of " +
                    std::to_string(limit));
    }
}

// Outputs that no stage reads: transform feedback does, or the producer itself. Where whole
// locations would be too many, what transform feedback copies shares them.
void placeUnread(LinkState& state,
                 LinkStage& stage,
                 const std::vector<Port>& ports,
                 LocationMap& taken) {
    LocationMap whole = taken;
    for (const Port& port : ports) {
        (void)(port.isFixed() ? 0 : whole.allocate(port.count));
    }
    const bool share = whole.size() > outputComponents(state.options.limits, stage.stage) / 4;
    struct Vector {
        int location = 0;
        uint32_t used = 4; // components
    };
    std::map<std::array<uint32_t, 3>, Vector> vectors; // by scalar type, stream and array length
    for (const Port& port : ports) {
        const spirv::Module& module = *stage.module;
        const spirv::Id element = module.elementType(port.variable.pointee);
        const spirv::Instruction type = module.definition(element);
        const bool isVector = type.op() == spv::OpTypeVector;
        const spirv::Id scalar = isVector ? spirv::Id{type[2]} : element;
        const spirv::Instruction number = module.definition(scalar);
        const bool isNumber =
            (number.op() == spv::OpTypeFloat || number.op() == spv::OpTypeInt) && number[2] == 32;
        if (!share || port.isFixed() || port.global != nullptr || !isNumber) {
            const int location = port.isFixed() ? port.location : taken.allocate(port.count);
            if (!meetsFixedFunction(stage, port)) {
                checkEnd(state, stage, location + port.count);
            }
            place(stage, port, location);
            continue;
        }
        const uint32_t stream =
            module.decoration(port.variable.id, spv::DecorationStream).value_or(0);
        Vector& vector = vectors[{scalar.value, stream, uint32_t(port.count)}];
        const uint32_t components = isVector ? type[3] : 1;
        if (vector.used + components > 4) {
            vector = {taken.allocate(port.count), 0};
            checkEnd(state, stage, vector.location + port.count);
        }
        place(stage, port, vector.location);
        if (vector.used > 0) {
            decorate(stage, port.variable.id, spv::DecorationComponent, int(vector.used));
        }
        vector.used += components;
    }
}

class VaryingLinker {
public:
    VaryingLinker(LinkState& state, LinkStage& producer, LinkStage& consumer)
        : m_state(state), m_producer(producer), m_consumer(consumer) {}

    void run() {
        if (!collect()) {
            return;
        }
        LocationMap locations = m_fixed;
        for (const Varying& varying : m_open) {
            (void)locations.allocate(varying.out.count);
        }
        const int limit = locationLimit(m_state.options.limits, m_producer.stage, m_consumer.stage);
        int needed = locations.size();
        if (needed <= limit) {
            for (const Varying& varying : m_open) {
                placeBoth(varying, m_fixed.allocate(varying.out.count));
            }
        } else if (m_producer.stage != Stage::TessControl) {
            needed = pack(limit);
        }
        if (needed > limit) {
            m_state.error("too many varyings: " + std::to_string(needed) + " vectors of " +
                          std::to_string(limit));
            return;
        }
        placeUnread(m_state, m_producer, m_rest, m_fixed);
        if (m_unwritten) {
            const int count = m_unwritten->count;
            place(m_consumer, *m_unwritten, m_fixed.allocate(count));
            m_state.program.fixedInputs.unwrittenTexCoords = count;
        }
    }

private:
    bool collect() {
        const std::vector<Port> outputs = portsOf(m_producer, spv::StorageClassOutput);
        const std::vector<Port> inputs = portsOf(m_consumer, spv::StorageClassInput);
        for (const Port& port : outputs) {
            if (port.count > kMostLocations) {
                m_state.error("'" + m_producer.nameOf(port.variable) +
                              "' is too large to pass between shaders");
                return false;
            }
            m_fixed.take(m_producer, port);
        }
        for (const Port& port : inputs) {
            m_fixed.take(m_consumer, port);
        }
        // In order of declaration, whatever order the code has them in.
        for (const auto* list : {&m_producer.globals, &m_producer.hidden}) {
            for (const Global& global : *list) {
                const auto out = std::ranges::find(outputs, &global, &Port::global);
                if (out != outputs.end()) {
                    connect(*out, inputs);
                }
            }
        }
        for (const Port& out : outputs) {
            if (!meetsAny(out, inputs)) {
                m_rest.push_back(out);
            }
        }
        for (const Port& in : inputs) {
            if (isOfSprites(m_consumer, in) && !in.isFixed() && !meetsAny(in, outputs)) {
                m_unwritten = in;
            }
        }
        return true;
    }

    void connect(const Port& out, const std::vector<Port>& inputs) {
        bool isPlaced = false;
        for (const Port& in : inputs) {
            if (!meet(in, out)) {
                continue;
            }
            const bool isFixed = in.isFixed() || out.isFixed();
            if (!isFixed) {
                m_open.push_back({out.global, out, in});
                continue;
            }
            // One that asks for a location and one that does not meet by name at the former's.
            Port to = in;
            to.location = in.isFixed() ? in.location : out.location;
            to.memberLocations = in.isFixed() ? in.memberLocations : out.memberLocations;
            place(m_consumer, to, to.location);
            if (!isPlaced) {
                place(m_producer,
                      out.isFixed()  ? out
                      : to.isFixed() ? withPlaces(out, to)
                                     : out,
                      out.isFixed() ? out.location : to.location);
                isPlaced = true;
            }
        }
    }

    static Port withPlaces(Port port, const Port& from) {
        port.location = from.location;
        port.memberLocations = from.memberLocations;
        return port;
    }

    void placeBoth(const Varying& varying, int location) {
        place(m_producer, varying.out, location);
        place(m_consumer, varying.in, location);
    }

    // GLSL ES 1.00 appendix A.7 asks that whatever fits by components can be linked. Returns how
    // many vectors that takes.
    int pack(int limit) {
        std::map<PackingClass, std::vector<const Varying*>> classes;
        for (const Varying& varying : m_open) {
            const uint32_t count =
                spirv::PackInterface::components(*m_producer.module, varying.out.variable.pointee);
            if (count > 0 && !isColor(varying.in) &&
                !m_producer.captured.contains(varying.out.variable.id) &&
                count == inputComponents(varying) && !isInterpolatedAnew(varying.in) &&
                !hasMemberQualifiers(m_producer, varying.out) &&
                !hasMemberQualifiers(m_consumer, varying.in)) {
                classes[classOf(varying)].push_back(&varying);
            } else {
                placeBoth(varying, m_fixed.allocate(varying.out.count));
            }
        }
        std::vector<std::vector<spirv::Id>> outputs;
        std::vector<std::vector<spirv::Id>> inputs;
        for (auto& [packingClass, varyings] : classes) {
            std::ranges::stable_sort(varyings, {}, [&](const Varying* varying) {
                const spirv::Id scalar = spirv::PackInterface::scalarType(
                    *m_producer.module, varying->out.variable.pointee);
                return m_producer.module->definition(scalar).op() == spv::OpTypeFloat;
            });
            outputs.emplace_back();
            inputs.emplace_back();
            for (const Varying* varying : varyings) {
                outputs.back().push_back(varying->out.variable.id);
                inputs.back().push_back(varying->in.variable.id);
            }
        }
        int total = m_fixed.size();
        for (const auto& [packingClass, varyings] : classes) {
            uint32_t components = 0;
            for (const Varying* varying : varyings) {
                components += spirv::PackInterface::components(*m_producer.module,
                                                               varying->out.variable.pointee);
            }
            total += int((components + 3) / 4);
        }
        if (total > limit) {
            return total;
        }
        const auto outSlots = packStage(m_producer, spv::StorageClassOutput, outputs, false);
        const auto inSlots = packStage(m_consumer, spv::StorageClassInput, inputs, isArrayedHere());
        size_t group = 0;
        for (const auto& [packingClass, varyings] : classes) {
            for (size_t i = 0; i < outSlots[group].size(); ++i) {
                const int location = m_fixed.allocate(1);
                decorateSlot(m_producer, outSlots[group][i], location, packingClass[1]);
                decorateSlot(m_consumer, inSlots[group][i], location, packingClass[2]);
            }
            ++group;
        }
        return total;
    }

    // State changes how they are interpolated, and which they are.
    static bool isColor(const Port& port) {
        return std::ranges::any_of(
            kColorNames, [&](const ColorNames& color) { return port.global->name == color.front; });
    }

    [[nodiscard]] bool isArrayedHere() const { return isArrayedInput(m_consumer.stage); }

    // Of one vertex.
    [[nodiscard]] uint32_t inputComponents(const Varying& varying) const {
        const spirv::Id type = varying.in.variable.pointee;
        return spirv::PackInterface::components(
            *m_consumer.module, isArrayedHere() ? m_consumer.module->elementType(type) : type);
    }

    // interpolateAtOffset() and the like want the input itself.
    [[nodiscard]] bool isInterpolatedAnew(const Port& port) const {
        std::set<uint32_t> pointers = {port.variable.id.value};
        bool found = false;
        m_consumer.module->forEach([&](const spirv::Instruction& inst) {
            const bool isChain =
                inst.op() == spv::OpAccessChain || inst.op() == spv::OpInBoundsAccessChain;
            if (isChain && pointers.contains(inst[3])) {
                pointers.insert(inst[2]);
            }
            found |= spirv::isInterpolation(inst) && pointers.contains(inst[5]);
        });
        return found;
    }

    // Members that are interpolated one way or another would lose that in a vector.
    static bool hasMemberQualifiers(const LinkStage& stage, const Port& port) {
        const spirv::Id type = stage.module->innermostType(port.variable.pointee);
        return std::ranges::any_of(stage.module->decorations(), [&](const spirv::Decoration& d) {
            return d.target == type && d.member >= 0 &&
                   std::ranges::find(kQualifiers, d.kind) != std::end(kQualifiers);
        });
    }

    [[nodiscard]] PackingClass classOf(const Varying& varying) const {
        return {scalarClassOf(varying),
                qualifiersOf(*m_producer.module, varying.out.variable.id),
                qualifiersOf(*m_consumer.module, varying.in.variable.id)};
    }

    // What is not interpolated may go as another type's bits: as one class, integers first.
    [[nodiscard]] uint32_t scalarClassOf(const Varying& varying) const {
        const bool isInterpolated =
            m_consumer.stage == Stage::Fragment &&
            !m_consumer.module->decoration(varying.in.variable.id, spv::DecorationFlat);
        if (!isInterpolated) {
            return 0;
        }
        return spirv::PackInterface::scalarType(*m_producer.module, varying.out.variable.pointee)
            .value;
    }

    static uint32_t qualifiersOf(const spirv::Module& module, spirv::Id variable) {
        uint32_t bits = 0;
        for (size_t i = 0; i < std::size(kQualifiers); ++i) {
            bits |= module.decoration(variable, kQualifiers[i]) ? 1u << i : 0u;
        }
        return bits;
    }

    static std::vector<std::vector<spirv::Id>>
    packStage(LinkStage& stage,
              spv::StorageClass storage,
              const std::vector<std::vector<spirv::Id>>& groups,
              bool arrayed) {
        auto result = spirv::PackInterface::run(*stage.module, storage, groups, arrayed);
        stage.module = spirv::Module::parse(removeDead(std::move(result.words)));
        return std::move(result.slots);
    }

    static void decorateSlot(LinkStage& stage, spirv::Id slot, int location, uint32_t qualifiers) {
        // One whose components are all unread is gone already.
        if (!stage.module->defines(slot)) {
            return;
        }
        decorate(stage, slot, spv::DecorationLocation, location);
        for (size_t i = 0; i < std::size(kQualifiers); ++i) {
            if ((qualifiers >> i & 1u) != 0) {
                decorate(stage, slot, kQualifiers[i], 0);
            }
        }
    }

    LinkState& m_state;
    LinkStage& m_producer;
    LinkStage& m_consumer;
    LocationMap m_fixed;             // locations that are given away
    std::vector<Varying> m_open;     // the varyings without a location of their own
    std::vector<Port> m_rest;        // outputs that the consumer does not read
    std::optional<Port> m_unwritten; // see isOfSprites()
};

// What a separable program declares at an open end, whether its code uses it or not: exact matches
// in another program come to the same locations (OpenGL 4.1 section 2.11.4).
void placeOpenEnd(LinkState& state, LinkStage& stage, spv::StorageClass storage) {
    const Storage kind = storage == spv::StorageClassInput ? Storage::Input : Storage::Output;
    std::vector<const Global*> open;
    LocationMap locations;
    if (isOpen(stage, storage)) {
        locations.take(kFirstOpenVarying, kOpenVaryings);
    }
    for (const Global& global : stage.globals) {
        if (global.storage != kind || global.name == kPerVertex) {
            continue;
        }
        const int count = locationsOf(perVertexType(stage, global), true);
        if (count > kMostLocations) {
            state.error("'" + global.name + "' is too large to pass between shaders");
            return;
        }
        if (global.location >= 0) {
            locations.take(global.location, count);
        } else {
            open.push_back(&global);
        }
    }
    std::ranges::sort(open, {}, [](const Global* global) { return global->name; });
    std::map<std::string, int> places;
    for (const Global* global : open) {
        places[global->name] = locations.allocate(locationsOf(perVertexType(stage, *global), true));
    }
    for (const Port& port : portsOf(stage, storage)) {
        const auto found = port.global == nullptr ? places.end() : places.find(port.global->name);
        if (port.isFixed()) {
            place(stage, port, port.location);
        } else {
            place(stage,
                  port,
                  found != places.end() ? found->second : locations.allocate(port.count));
        }
    }
}

// Outputs that nobody in the program reads, behind the last stage.
void linkLastOutputs(LinkState& state, LinkStage& stage) {
    if (stage.stage == Stage::Fragment) {
        return; // linkFragmentOutputs()
    }
    if (state.options.separable) {
        placeOpenEnd(state, stage, spv::StorageClassOutput);
        return;
    }
    LocationMap locations;
    const std::vector<Port> ports = portsOf(stage, spv::StorageClassOutput);
    for (const Port& port : ports) {
        locations.take(stage, port);
    }
    placeUnread(state, stage, ports, locations);
}

int locationOf(const LinkStage& stage, spv::StorageClass storage, std::string_view name) {
    const spirv::Variable* variable = stage.variable(storage, name);
    if (variable != nullptr) {
        for (const spirv::Decoration& d : stage.decorations) {
            if (d.target == variable->id && d.kind == spv::DecorationLocation) {
                return int(d.value);
            }
        }
    }
    return -1;
}

// What state may change between the last vertices and the fragments.
void noteFixedFunction(LinkState& state) {
    const LinkStage* last = state.lastBeforeRasterizer();
    const LinkStage* fragment = state.stage(Stage::Fragment);
    const bool opensColors = fragment != nullptr && fragment->opensInputs;
    if (state.options.api != Api::Desktop || (last == nullptr && !opensColors)) {
        return;
    }
    if (last != nullptr) {
        state.program.clip.location = locationOf(*last, spv::StorageClassOutput, kClipVertex);
    }
    for (size_t i = 0; i < std::size(kColorNames) && fragment != nullptr; ++i) {
        const ColorNames& names = kColorNames[i];
        ColorInput& color = state.program.colors[i];
        color.location = locationOf(*fragment, spv::StorageClassInput, names.front);
        color.backLocation = opensColors ? openVaryingLocation(names.back)
                                         : locationOf(*last, spv::StorageClassOutput, names.back);
        color.isShaded = std::ranges::none_of(fragment->shaders, [&](const ShaderInterface* s) {
            const auto named = s->builtins.colors.find(std::string(names.read));
            return named != s->builtins.colors.end() && !named->second.empty();
        });
    }
}

// What pixel rectangles and bitmaps feed a fragment shader with.
void noteFixedInputs(LinkState& state) {
    const LinkStage* fragment = state.stage(Stage::Fragment);
    if (state.options.api != Api::Desktop || fragment == nullptr) {
        return;
    }
    const auto location = [&](std::string_view name) {
        return locationOf(*fragment, spv::StorageClassInput, name);
    };
    FixedInputs& inputs = state.program.fixedInputs;
    inputs.color = location(kColorNames[0].front);
    inputs.secondaryColor = location(kColorNames[1].front);
    inputs.fogCoord = location("gl_FogFragCoord");
    inputs.texCoords = location(kTexCoord);
}

// From the end, as what a stage does not read its producer need not make.
void removeUnread(LinkState& state) {
    std::vector<LinkStage>& stages = state.stages;
    for (size_t i = stages.size(); i-- > 0;) {
        const LinkStage* next = i + 1 < stages.size() ? &stages[i + 1] : nullptr;
        demote(stages[i], untouched(stages[i]));
        if (next != nullptr || (!state.options.separable && stages[i].stage != Stage::Fragment)) {
            demoteWithoutPartner(stages[i], spv::StorageClassOutput, next);
        }
        if (i > 0) {
            demoteWithoutPartner(stages[i], spv::StorageClassInput, &stages[i - 1]);
        }
    }
}

} // namespace

void linkVaryings(LinkState& state) {
    std::vector<LinkStage>& stages = state.stages;
    for (size_t i = 0; i + 1 < stages.size(); ++i) {
        checkInterfaces(state, stages[i], stages[i + 1]);
    }
    if (state.failed()) {
        return;
    }
    // Twice, as a control shader may have read an output for one that is gone now.
    removeUnread(state);
    removeUnread(state);
    for (size_t i = 0; i + 1 < stages.size(); ++i) {
        VaryingLinker(state, stages[i], stages[i + 1]).run();
    }
    if (state.failed()) {
        return;
    }
    if (stages.front().stage != Stage::Vertex && state.options.separable) {
        placeOpenEnd(state, stages.front(), spv::StorageClassInput);
    } else if (stages.front().stage != Stage::Vertex) {
        demoteWithoutPartner(stages.front(), spv::StorageClassInput, nullptr);
        for (const Port& port : portsOf(stages.front(), spv::StorageClassInput)) {
            place(stages.front(), port, port.location); // Fixed function writes them.
        }
    }
    linkLastOutputs(state, stages.back());
    noteFixedFunction(state);
    noteFixedInputs(state);
}

} // namespace glsl
