// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/vertex_colors.h"

#include "spirv/demote_interface.h"
#include "spirv/editor.h"

#include <algorithm>

namespace spirv {

namespace {

Id inputAt(const Module& module, uint32_t location) {
    for (const Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassInput &&
            module.decoration(v.id, spv::DecorationLocation) == location) {
            return v.id;
        }
    }
    return {};
}

std::vector<uint32_t> flatten(const Module& module, std::span<const VertexColors::Color> colors) {
    Editor editor(module);
    for (const VertexColors::Color& color : colors) {
        if (const Id input = inputAt(module, color.location); input && color.flat) {
            editor.decorate(input, spv::DecorationFlat);
        }
    }
    return editor.finish();
}

/// A colour whose variable is private now, and the inputs that it is chosen from.
struct Choice {
    Id color;
    Id type;
    Id front;
    Id back;
};

std::vector<uint32_t> choose(const Module& before, std::span<const VertexColors::Color> colors) {
    std::set<Id> chosen;
    for (const VertexColors::Color& color : colors) {
        if (const Id input = inputAt(before, color.location); input && color.backLocation >= 0) {
            chosen.insert(input);
        }
    }
    const std::optional<Module> demoted = Module::parse(DemoteInterface::run(before, chosen));
    if (chosen.empty() || !demoted) {
        return {before.words().begin(), before.words().end()};
    }
    Editor editor(*demoted);
    std::vector<Choice> choices;
    for (const VertexColors::Color& color : colors) {
        const Id input = inputAt(before, color.location);
        if (!chosen.contains(input)) {
            continue;
        }
        const Id type{before.definition(Id{before.definition(input)[1]})[3]};
        const auto replacement = [&](uint32_t location) {
            const Id id = editor.interfaceVariable(spv::StorageClassInput, type);
            editor.decorate(id, spv::DecorationLocation, location);
            for (const spv::Decoration kind : kInterpolations) {
                if (before.decoration(input, kind)) {
                    editor.decorate(id, kind);
                }
            }
            return id;
        };
        choices.push_back(
            {input, type, replacement(color.location), replacement(uint32_t(color.backLocation))});
    }
    Id facing = demoted->findBuiltIn(spv::StorageClassInput, spv::BuiltInFrontFacing).variable;
    const Id boolType = editor.boolType();
    const Id bool4 = editor.vectorType(boolType, 4);
    if (!facing) {
        facing = editor.interfaceVariable(spv::StorageClassInput, boolType);
        editor.decorate(facing, spv::DecorationBuiltIn, spv::BuiltInFrontFacing);
    }
    const auto atStart = [&](std::vector<uint32_t>& out, uint32_t) {
        const uint32_t front = editor.newId();
        append(out, spv::OpLoad, {boolType.value, front, facing.value});
        const uint32_t isFront = editor.newId();
        append(out, spv::OpCompositeConstruct, {bool4.value, isFront, front, front, front, front});
        for (const Choice& choice : choices) {
            const uint32_t values[] = {editor.newId(), editor.newId(), editor.newId()};
            append(out, spv::OpLoad, {choice.type.value, values[0], choice.front.value});
            append(out, spv::OpLoad, {choice.type.value, values[1], choice.back.value});
            append(
                out, spv::OpSelect, {choice.type.value, values[2], isFront, values[0], values[1]});
            append(out, spv::OpStore, {choice.color.value, values[2]});
        }
    };
    return editor.finish({atStart, nullptr});
}

} // namespace

std::vector<uint32_t> VertexColors::run(std::span<const uint32_t> words,
                                        std::span<const Color> colors) {
    const std::optional<Module> module = Module::parse({words.begin(), words.end()});
    if (!module) {
        return {words.begin(), words.end()};
    }
    const std::optional<Module> flat = Module::parse(flatten(*module, colors));
    return choose(flat ? *flat : *module, colors);
}

} // namespace spirv
