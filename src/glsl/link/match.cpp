// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the declarations of two consecutive stages must agree on.
#include "glsl/link/steps.h"

#include <algorithm>
#include <optional>

namespace glsl {

namespace {

std::string_view interpolationOf(const Qualifiers& q) {
    return q.flat ? "flat" : q.noperspective ? "noperspective" : "smooth";
}

// A pair of an output and an input that meet, or of members of such blocks.
struct Meeting {
    const LinkStage& producer;
    const LinkStage& consumer;
    std::string name;
};

std::string stagesOf(const Meeting& at) {
    return "the " + std::string(stageName(at.producer.stage)) + " shader and the " +
           std::string(stageName(at.consumer.stage)) + " shader";
}

void checkQualifiers(LinkState& state,
                     const Meeting& at,
                     const Qualifiers& output,
                     const Qualifiers& input) {
    const LinkStage& consumer = at.consumer;
    const bool es = consumer.es();
    const int version = consumer.version();
    // Interpolation: GLSL 1.30 to 4.30 section 4.3.7, GLSL ES 3.00 section 4.3.9.
    if ((es ? version >= 300 : version >= 130 && version < 440) &&
        interpolationOf(output) != interpolationOf(input)) {
        state.error("'" + at.name + "' is " + std::string(interpolationOf(output)) + " and " +
                    std::string(interpolationOf(input)) + " in " + stagesOf(at));
    }
    if (output.sample != input.sample && (es ? version < 310 : version < 430)) {
        state.error("'" + at.name + "' is qualified with sample in one of " + stagesOf(at) +
                    " only");
    }
    if (output.patch != input.patch) {
        state.error("'" + at.name + "' is a patch variable in one of " + stagesOf(at) + " only");
    }
    // GLSL ES 1.00 section 4.6.4, GLSL 1.20 section 4.6.1; later versions look at outputs only.
    const bool invarianceCounts = es ? version == 100 : version < 420;
    if (invarianceCounts && input.invariant != output.invariant &&
        !at.producer.shaders.front()->invariantAll) {
        state.error("'" + at.name + "' is invariant in one shader and not in the other");
    }
}

void checkMembers(LinkState& state, const Meeting& at, const Type& output, const Type& input) {
    if (output.members.size() != input.members.size()) {
        state.error("block '" + at.name + "' has different members in " + stagesOf(at));
        return;
    }
    for (size_t i = 0; i < output.members.size(); ++i) {
        const Type::Member& from = output.members[i];
        const Type::Member& to = input.members[i];
        if (from.name != to.name || !from.type.matches(to.type, false)) {
            state.error("block '" + at.name + "' has different members in " + stagesOf(at) + ": " +
                        from.type.spelling() + " " + from.name + " and " + to.type.spelling() +
                        " " + to.name);
            return;
        }
        if (from.qualifiers.location != to.qualifiers.location) {
            state.error("member '" + from.name + "' of block '" + at.name +
                        "' has different locations in " + stagesOf(at));
        }
        checkQualifiers(state,
                        {at.producer, at.consumer, at.name + "." + to.name},
                        from.qualifiers,
                        to.qualifiers);
    }
}

// Alike but for the names of structs, which do not count where locations match.
bool sameShape(const Type& a, const Type& b) {
    return a.glType == b.glType && a.dims == b.dims &&
           std::ranges::equal(a.members, b.members, [](const auto& x, const auto& y) {
               return x.name == y.name && sameShape(x.type, y.type);
           });
}

bool isUsed(const LinkStage& stage, spv::StorageClass storage, std::string_view name) {
    return stage.variable(storage, name) != nullptr;
}

void checkUnmatched(LinkState& state,
                    const LinkStage& producer,
                    const LinkStage& consumer,
                    const Global& input) {
    // GLSL ES 1.00 section 4.3.5, GLSL ES 3.00 section 4.3.4: also where control never comes.
    const bool named = consumer.es() && consumer.shaders.front()->usedInputs.contains(input.name);
    if (named || isUsed(consumer, spv::StorageClassInput, input.name)) {
        state.error("'" + input.name + "' is read by the " +
                    std::string(stageName(consumer.stage)) + " shader but the " +
                    std::string(stageName(producer.stage)) + " shader has no such output");
    }
}

void checkInput(LinkState& state,
                const LinkStage& producer,
                const LinkStage& consumer,
                const Global& input) {
    const Global* output = partnerOf(input, producer);
    if (output == nullptr) {
        checkUnmatched(state, producer, consumer, input);
        return;
    }
    const Meeting at{producer, consumer, input.name};
    // GLSL 1.10 and 1.20 section 4.3.6; ES and later versions read an undefined value.
    if (!consumer.es() && consumer.version() <= 120 &&
        isUsed(consumer, spv::StorageClassInput, input.name) &&
        !isUsed(producer, spv::StorageClassOutput, output->name)) {
        state.error("'" + input.name + "' is read by the " +
                    std::string(stageName(consumer.stage)) + " shader but never written by the " +
                    std::string(stageName(producer.stage)) + " shader");
    }
    if (input.isBlock != output->isBlock) {
        state.error("'" + input.name + "' is a block in one of " + stagesOf(at) + " only");
        return;
    }
    const Type from = perVertexType(producer, *output);
    const Type to = perVertexType(consumer, input);
    if (input.isBlock) {
        if (from.dims != to.dims) {
            state.error("block '" + input.name + "' is an array of another size in " +
                        stagesOf(at));
            return;
        }
        checkMembers(state, at, from, to);
    } else if (input.location >= 0 ? !sameShape(from, to) : !from.matches(to, false)) {
        state.error("'" + input.name + "' is " + from.spelling() + " in the " +
                    std::string(stageName(producer.stage)) + " shader and " + to.spelling() +
                    " in the " + std::string(stageName(consumer.stage)) + " shader");
    }
    if (output->stream != 0 && isUsed(consumer, spv::StorageClassInput, input.name)) {
        state.error("'" + input.name + "' is an output of vertex stream " +
                    std::to_string(output->stream) + ", which is not rasterised");
    }
    checkQualifiers(state, at, *output, input);
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

// How a stage's shaders have a colour interpolated, none where they do not name it.
std::optional<std::string> interpolationOf(const LinkStage& stage, std::string_view color) {
    for (const ShaderInterface* shader : stage.shaders) {
        const auto named = shader->builtins.colors.find(std::string(color));
        if (named != shader->builtins.colors.end()) {
            return named->second;
        }
    }
    return std::nullopt;
}

// GLSL 1.30 section 4.3.7: what is declared anew as gl_Color so is declared so as gl_FrontColor and
// gl_BackColor, where they are used.
void checkColors(LinkState& state, const LinkStage& producer, const LinkStage& consumer) {
    for (const ColorNames& names : kColorNames) {
        const auto read = interpolationOf(consumer, names.read);
        for (const std::string_view side : {names.front, names.back}) {
            const auto written = interpolationOf(producer, side);
            if (read && written && *read != *written) {
                state.error("'" + std::string(names.read) + "' and '" + std::string(side) +
                            "' are not declared with the same interpolation");
            }
        }
    }
}

std::set<std::string> membersOf(const BuiltinUse& use, std::string_view direction) {
    std::set<std::string> members;
    for (const std::string& member : use.members) {
        if (member.starts_with(direction)) {
            members.insert(member.substr(direction.size()));
        }
    }
    return members;
}

// GLSL 1.50 section 7.1, as 4.10 has it: gl_PerVertex is declared anew on both sides of an
// interface and alike, or on neither; separable programs must say what they use.
void checkPerVertex(LinkState& state, const LinkStage& producer, const LinkStage& consumer) {
    const BuiltinUse& from = producer.shaders.front()->builtins;
    const BuiltinUse& to = consumer.shaders.front()->builtins;
    if (consumer.es() || consumer.stage == Stage::Fragment) {
        return;
    }
    const bool agree =
        from.redeclaresOut && to.redeclaresIn ? membersOf(from, "out ") == membersOf(to, "in ")
        : !to.readsIn && !to.redeclaresIn     ? true
                                              : from.redeclaresOut == to.redeclaresIn &&
                                                (to.redeclaresIn || !state.options.separable);
    if (!agree) {
        state.error("gl_PerVertex is not declared alike in the " +
                    std::string(stageName(producer.stage)) + " shader and the " +
                    std::string(stageName(consumer.stage)) + " shader");
    }
}

} // namespace

bool isArrayedInput(Stage stage) {
    return stage == Stage::TessControl || stage == Stage::TessEvaluation ||
           stage == Stage::Geometry;
}

bool isArrayed(const LinkStage& stage, const Global& global) {
    return !global.patch && (global.storage == Storage::Input ? isArrayedInput(stage.stage)
                                                              : stage.stage == Stage::TessControl);
}

Type perVertexType(const LinkStage& stage, const Global& global) {
    Type type = global.type;
    if (isArrayed(stage, global) && !type.dims.empty()) {
        type.dims.erase(type.dims.begin());
    }
    return type;
}

const Global* partnerOf(const Global& input, const LinkStage& producer) {
    if (input.location < 0) {
        return producer.find(Storage::Output, input.name);
    }
    for (const Global& output : producer.globals) {
        if (output.storage == Storage::Output && output.location == input.location) {
            return &output;
        }
    }
    return nullptr;
}

namespace {

void spell(const Type& type, std::string& out) {
    out += type.isStruct() ? type.structName : std::string(typeInfo(type.glType).name);
    if (type.isStruct()) {
        out += " { ";
        for (const Type::Member& member : type.members) {
            spell(member.type, out);
            out += " " + member.name + "; ";
        }
        out += "}";
    }
    for (const int dim : type.dims) {
        out += "[" + std::to_string(dim) + "]";
    }
}

} // namespace

std::vector<InterfaceVariable> openEnd(const LinkStage& stage, Storage storage) {
    std::vector<InterfaceVariable> out;
    for (const Global& global : stage.globals) {
        if (global.storage != storage || global.name == kPerVertex) {
            continue;
        }
        InterfaceVariable& variable = out.emplace_back();
        variable.name = global.name;
        spell(perVertexType(stage, global), variable.type);
        variable.location = global.location;
        variable.interpolation = global.flat ? 1 : global.noperspective ? 2 : 0;
        variable.patch = global.patch;
    }
    return out;
}

bool interfacesMatch(const LinkedProgram& producer,
                     const LinkedProgram& consumer,
                     std::string& why) {
    for (const InterfaceVariable& input : consumer.openInputs) {
        const auto output =
            std::ranges::find_if(producer.openOutputs, [&](const InterfaceVariable& o) {
                return input.location >= 0 ? o.location == input.location
                                           : o.location < 0 && o.name == input.name;
            });
        if (output == producer.openOutputs.end()) {
            why = "'" + input.name + "' is no output of the stage before";
            return false;
        }
        if (output->type != input.type || output->patch != input.patch) {
            why = "'" + input.name + "' is " + input.type + ", but " + output->type +
                  " in the stage before";
            return false;
        }
    }
    return true;
}

void checkInterfaces(LinkState& state, const LinkStage& producer, const LinkStage& consumer) {
    for (const Global& input : consumer.globals) {
        if (input.storage == Storage::Input && input.name != kPerVertex) {
            checkInput(state, producer, consumer, input);
        }
    }
    checkPerVertex(state, producer, consumer);
    checkColors(state, producer, consumer);
    checkBuiltinInvariance(state, producer, consumer);
}

} // namespace glsl
