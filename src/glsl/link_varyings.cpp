// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/builtins.h"
#include "glsl/link.h"
#include "glsl/optimize.h"

#include "spirv/demote_interface.h"
#include "spirv/pack_interface.h"

#include <iterator>
#include <map>
#include <set>

namespace glsl {

namespace {

void checkDeclarations(LinkState& state, const LinkStage& producer, const LinkStage& consumer) {
    for (const Global& input : consumer.globals) {
        if (input.storage != Storage::Input) {
            continue;
        }
        const Global* output = producer.find(Storage::Output, input.name);
        if (output == nullptr) {
            if (consumer.variable(spv::StorageClassInput, input.name) != nullptr) {
                state.error("'" + input.name + "' is read by the " +
                            std::string(stageName(consumer.stage)) + " shader but the " +
                            std::string(stageName(producer.stage)) + " shader has no such output");
            }
            continue;
        }
        // GLSL 1.10 and 1.20 section 4.3.6; ES and later versions read an undefined value.
        if (!consumer.es() && consumer.version() <= 120 &&
            consumer.variable(spv::StorageClassInput, input.name) != nullptr &&
            producer.variable(spv::StorageClassOutput, input.name) == nullptr) {
            state.error("'" + input.name + "' is read by the " +
                        std::string(stageName(consumer.stage)) +
                        " shader but never written by the " +
                        std::string(stageName(producer.stage)) + " shader");
        }
        if (!input.type.matches(output->type, false)) {
            state.error("'" + input.name + "' is " + output->type.spelling() + " in the " +
                        std::string(stageName(producer.stage)) + " shader and " +
                        input.type.spelling() + " in the " +
                        std::string(stageName(consumer.stage)) + " shader");
        }
        // GLSL ES 1.00 section 4.6.4, GLSL 1.20 section 4.6.1; later versions look at outputs only.
        const bool invarianceCounts =
            consumer.es() ? consumer.version() == 100 : consumer.version() < 420;
        if (invarianceCounts && input.invariant != output->invariant &&
            !producer.shaders.front()->invariantAll) {
            state.error("'" + input.name + "' is invariant in one shader and not in the other");
        }
    }
}

// GLSL ES 1.00 section 4.6.4: gl_FragCoord is invariant only with gl_Position, gl_PointCoord with
// gl_PointSize.
void checkBuiltinInvariance(LinkState& state,
                            const LinkStage& producer,
                            const LinkStage& consumer) {
    if (!consumer.es() || consumer.version() != 100) {
        return;
    }
    const ShaderInterface& from = *producer.shaders.front();
    const ShaderInterface& to = *consumer.shaders.front();
    const std::pair<const char*, const char*> pairs[] = {{"gl_FragCoord", "gl_Position"},
                                                         {"gl_PointCoord", "gl_PointSize"}};
    for (const auto& [read, written] : pairs) {
        if (to.invariantBuiltins.contains(read) && !from.invariantBuiltins.contains(written) &&
            !from.invariantAll) {
            state.error(std::string(read) + " is invariant but " + written + " is not");
        }
    }
    if (to.invariantBuiltins.contains("gl_FrontFacing")) {
        state.error("gl_FrontFacing cannot be declared invariant");
    }
}

// Replaces the stage's code by one where the given variables are private.
void demote(LinkStage& stage, const std::set<spirv::Id>& variables) {
    if (variables.empty()) {
        return;
    }
    stage.module =
        spirv::Module::parse(removeDead(spirv::DemoteInterface::run(*stage.module, variables)));
}

// Unlinked when the other side does not use the variable at all.
std::set<spirv::Id> withoutPartner(const LinkStage& stage,
                                   spv::StorageClass storage,
                                   const LinkStage& other,
                                   spv::StorageClass otherStorage) {
    std::set<spirv::Id> ids;
    for (const spirv::Variable& v : stage.module->globals()) {
        if (v.storage == storage && stage.isUserInterface(v) &&
            other.variable(otherStorage, originalName(stage.module->name(v.id))) == nullptr) {
            ids.insert(v.id);
        }
    }
    return ids;
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

class LocationMap {
public:
    void take(int first, int count) {
        for (int i = first; i < first + count; ++i) {
            m_taken.insert(i);
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

struct Varying {
    const Global* global;
    spirv::Variable out; // of the producer
    spirv::Variable in;
};

// Varyings that may share a vector: what is decorated so or so in one shader or the other.
using PackingClass = std::vector<uint32_t>;

constexpr spv::Decoration kQualifiers[] = {spv::DecorationFlat,
                                           spv::DecorationNoPerspective,
                                           spv::DecorationCentroid,
                                           spv::DecorationSample,
                                           spv::DecorationInvariant};

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
            (void)locations.allocate(locationsOf(varying.global->type));
        }
        const int limit = m_state.options.limits.maxVaryingVectors;
        if (locations.size() <= limit) {
            for (const Varying& varying : m_open) {
                place(varying, m_fixed.allocate(locationsOf(varying.global->type)));
            }
            return;
        }
        const int packed = pack();
        if (packed > limit) {
            m_state.error("too many varyings: " + std::to_string(packed) + " vectors of " +
                          std::to_string(limit));
        }
    }

private:
    bool collect() {
        for (const auto* list : {&m_producer.globals, &m_producer.hidden}) {
            for (const Global& global : *list) {
                if (global.storage != Storage::Output) {
                    continue;
                }
                const spirv::Variable* out =
                    m_producer.variable(spv::StorageClassOutput, global.name);
                const spirv::Variable* in =
                    m_consumer.variable(spv::StorageClassInput, global.name);
                if (out == nullptr || in == nullptr) {
                    continue;
                }
                if (locationsOf(global.type) > 1024) {
                    m_state.error("'" + global.name + "' is too large to pass between shaders");
                    return false;
                }
                if (global.location >= 0) {
                    m_fixed.take(global.location, locationsOf(global.type));
                    place({&global, *out, *in}, global.location);
                } else {
                    m_open.push_back({&global, *out, *in});
                }
            }
        }
        return true;
    }

    void place(const Varying& varying, int location) {
        decorate(m_producer, varying.out.id, spv::DecorationLocation, location);
        decorate(m_consumer, varying.in.id, spv::DecorationLocation, location);
    }

    static void decorate(LinkStage& stage, spirv::Id id, spv::Decoration kind, int value) {
        stage.decorations.push_back({id, -1, kind, uint32_t(value)});
    }

    // GLSL ES 1.00 appendix A.7 asks that whatever fits by components can be linked. Returns how
    // many vectors that takes.
    int pack() {
        std::map<PackingClass, std::vector<const Varying*>> classes;
        for (const Varying& varying : m_open) {
            const uint32_t count =
                spirv::PackInterface::components(*m_producer.module, varying.out.pointee);
            if (count > 0 &&
                count == spirv::PackInterface::components(*m_consumer.module, varying.in.pointee)) {
                classes[classOf(varying)].push_back(&varying);
            } else {
                place(varying, m_fixed.allocate(locationsOf(varying.global->type)));
            }
        }
        std::vector<std::vector<spirv::Id>> outputs;
        std::vector<std::vector<spirv::Id>> inputs;
        for (const auto& [packingClass, varyings] : classes) {
            outputs.emplace_back();
            inputs.emplace_back();
            for (const Varying* varying : varyings) {
                outputs.back().push_back(varying->out.id);
                inputs.back().push_back(varying->in.id);
            }
        }
        int total = m_fixed.size();
        for (const auto& [packingClass, varyings] : classes) {
            uint32_t components = 0;
            for (const Varying* varying : varyings) {
                components +=
                    spirv::PackInterface::components(*m_producer.module, varying->out.pointee);
            }
            total += int((components + 3) / 4);
        }
        if (total > m_state.options.limits.maxVaryingVectors) {
            return total;
        }
        const auto outSlots = packStage(m_producer, spv::StorageClassOutput, outputs);
        const auto inSlots = packStage(m_consumer, spv::StorageClassInput, inputs);
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

    [[nodiscard]] PackingClass classOf(const Varying& varying) const {
        return {uint32_t(componentClassOf(varying.global->type)),
                qualifiersOf(*m_producer.module, varying.out.id),
                qualifiersOf(*m_consumer.module, varying.in.id)};
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
              const std::vector<std::vector<spirv::Id>>& groups) {
        auto result = spirv::PackInterface::run(*stage.module, storage, groups);
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
    LocationMap m_fixed;         // locations that are given away
    std::vector<Varying> m_open; // the varyings without a location of their own
};

} // namespace

void linkVaryings(LinkState& state) {
    LinkStage* producer = state.stage(Stage::Vertex);
    LinkStage* consumer = state.stage(Stage::Fragment);
    if (producer == nullptr || consumer == nullptr) {
        return;
    }
    checkDeclarations(state, *producer, *consumer);
    checkBuiltinInvariance(state, *producer, *consumer);
    if (state.failed()) {
        return;
    }
    demote(*producer, untouched(*producer));
    demote(*consumer, untouched(*consumer));
    demote(*consumer,
           withoutPartner(*consumer, spv::StorageClassInput, *producer, spv::StorageClassOutput));
    demote(*producer,
           withoutPartner(*producer, spv::StorageClassOutput, *consumer, spv::StorageClassInput));
    VaryingLinker(state, *producer, *consumer).run();
}

} // namespace glsl
