// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/builtins.h"
#include "glsl/link.h"
#include "glsl/optimize.h"

#include "spirv/demote_interface.h"

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

void assignLocations(LinkState& state, LinkStage& producer, LinkStage& consumer) {
    LocationMap locations;
    std::vector<const Global*> open;
    const auto place = [&](const Global& global, int location) {
        const spirv::Variable* out = producer.variable(spv::StorageClassOutput, global.name);
        const spirv::Variable* in = consumer.variable(spv::StorageClassInput, global.name);
        producer.decorations.push_back({out->id, -1, spv::DecorationLocation, uint32_t(location)});
        consumer.decorations.push_back({in->id, -1, spv::DecorationLocation, uint32_t(location)});
    };
    for (const auto* list : {&producer.globals, &producer.hidden}) {
        for (const Global& global : *list) {
            if (global.storage != Storage::Output ||
                producer.variable(spv::StorageClassOutput, global.name) == nullptr ||
                consumer.variable(spv::StorageClassInput, global.name) == nullptr) {
                continue;
            }
            if (locationsOf(global.type) > 1024) {
                state.error("'" + global.name + "' is too large to pass between shaders");
                return;
            }
            if (global.location >= 0) {
                locations.take(global.location, locationsOf(global.type));
                place(global, global.location);
            } else {
                open.push_back(&global);
            }
        }
    }
    for (const Global* global : open) {
        place(*global, locations.allocate(locationsOf(global->type)));
    }
    if (locations.size() > state.options.limits.maxVaryingVectors) {
        state.error("too many varyings: " + std::to_string(locations.size()) + " vectors of " +
                    std::to_string(state.options.limits.maxVaryingVectors));
    }
}

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
    assignLocations(state, *producer, *consumer);
}

} // namespace glsl
