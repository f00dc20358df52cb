// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/fixed/special.h"

#include "glsl/compile/optimize.h"
#include "glsl/language/builtins.h"

#include "spirv/demote_interface.h"
#include "spirv/fix_block_words.h"
#include "spirv/module.h"
#include "spirv/vertex_colors.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

namespace glsl {

namespace {

/// Of the key's words, in the stage's default block.
std::map<uint32_t, uint32_t>
knownWords(const LinkedProgram& program, Stage stage, const KnownFixedWords& known) {
    std::map<uint32_t, uint32_t> words;
    const auto add = [&](BuiltinUniform builtin, std::span<const uint32_t> key, uint32_t mask) {
        const auto uniform = std::ranges::find(
            program.uniforms, builtin, [](const Uniform& u) { return u.builtin; });
        if (uniform == program.uniforms.end() || uniform->slots[size_t(stage)].offset_B < 0) {
            return;
        }
        for (size_t i = 0; i < key.size(); ++i) {
            if ((mask >> i & 1) != 0) {
                words[uint32_t(uniform->slots[size_t(stage)].offset_B) + uint32_t(i) * 4] = key[i];
            }
        }
    };
    add(BuiltinUniform::FixedVertexKey, known.key.vertex, known.vertex);
    add(BuiltinUniform::FixedFragmentKey, known.key.fragment, known.fragment);
    return words;
}

/// Bits by FixedTexture.
uint32_t generalTextures(int units) {
    uint32_t textures = 0;
    for (const FixedTexture texture :
         {FixedTexture::Tex1D, FixedTexture::Tex2D, FixedTexture::Tex3D, FixedTexture::Cube}) {
        textures |= 1u << unsigned(texture);
    }
    return units <= 4 ? textures | 1u << unsigned(FixedTexture::Rectangle) : textures;
}

/// Nothing is clipped, as far as is known.
bool clipsNothing(const KnownFixedWords& known) {
    return (known.vertex & 1) != 0 && (known.key.vertex[0] & FixedFunctionKey::kClips) == 0;
}

/// What code neither reads nor writes any more, and distances that do not clip.
std::set<spirv::Id> needlessInterface(const spirv::Module& module, const KnownFixedWords& known) {
    std::set<spirv::Id> ids;
    for (const spirv::Variable& v : module.globals()) {
        const bool isInterface =
            v.storage == spv::StorageClassInput || v.storage == spv::StorageClassOutput;
        const bool clipsNot =
            clipsNothing(known) &&
            module.decoration(v.id, spv::DecorationBuiltIn) == uint32_t(spv::BuiltInClipDistance);
        if (isInterface && (clipsNot || !module.isAccessed(v.id))) {
            ids.insert(v.id);
        }
    }
    return ids;
}

spirv::Module parsed(std::vector<uint32_t> words) {
    auto module = spirv::Module::parse(std::move(words));
    assert(module);
    return std::move(*module);
}

/// The tables of a stage follow its code.
void noteStage(LinkedProgram& program, StageBinary& stage) {
    const spirv::Module module = parsed(stage.spirv);
    std::set<uint32_t> bindings;
    uint32_t inputs = 0;
    for (const spirv::Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassUniformConstant && module.isAccessed(v.id)) {
            bindings.insert(module.decoration(v.id, spv::DecorationBinding).value_or(0));
        }
        const auto location = module.decoration(v.id, spv::DecorationLocation);
        if (v.storage == spv::StorageClassInput && location && *location < 32) {
            inputs |= 1u << *location;
        }
    }
    std::erase_if(stage.samplers,
                  [&](const StageSampler& s) { return !bindings.contains(s.binding); });
    if (stage.stage == Stage::Vertex) {
        program.attributeMask &= inputs;
    } else {
        program.usesDiscard = false;
        module.forEach([&](const spirv::Instruction& inst) {
            program.usesDiscard |= inst.op() == spv::OpKill;
        });
    }
}

} // namespace

KnownFixedWords KnownFixedWords::all(const FixedFunctionKey& key) {
    KnownFixedWords known{key, (1u << key.vertex.size()) - 1, (1u << key.fragment.size()) - 1};
    known.key.fragment[FixedFunctionKey::kTexturesWord] = ~0u;
    return known;
}

KnownFixedWords KnownFixedWords::general(int units) {
    KnownFixedWords known;
    for (int pair = (units + 1) / 2; pair < kFixedUnits / 2; ++pair) {
        known.vertex |= 1u << (4 + pair);
    }
    for (int unit = units; unit < kFixedUnits; ++unit) {
        known.fragment |= 3u << (2 * unit);
    }
    known.key.fragment[FixedFunctionKey::kTexturesWord] = generalTextures(units);
    known.fragment |= 1u << FixedFunctionKey::kTexturesWord;
    return known;
}

bool isDrawnGenerally(const FixedFunctionKey& key, int units) {
    const int needed = key.units();
    for (int unit = 0; unit < needed; ++unit) {
        const FixedTexture texture = key.texture(unit);
        if (texture != FixedTexture::None && !(generalTextures(units) >> unsigned(texture) & 1)) {
            return false;
        }
    }
    return needed <= units;
}

int generalUnits(const FixedFunctionKey& key) {
    const auto* const units =
        std::ranges::find_if(kGeneralUnits, [&](int n) { return isDrawnGenerally(key, n); });
    return units == std::end(kGeneralUnits) ? -1 : *units;
}

std::shared_ptr<const LinkedProgram> specialize(const LinkedProgram& program,
                                                const KnownFixedWords& known) {
    auto special = std::make_shared<LinkedProgram>(program);
    std::erase_if(special->stages, [&](const StageBinary& stage) {
        return stage.stage == Stage::Vertex ? !known.key.hasVertexStage()
                                            : !known.key.hasFragmentStage();
    });
    for (StageBinary& stage : special->stages) {
        std::vector<uint32_t> words = spirv::FixBlockWords::run(
            std::move(stage.spirv), uint32_t(stage.stage), knownWords(program, stage.stage, known));
        words = optimize(std::move(words));
        const spirv::Module module = parsed(std::move(words));
        stage.spirv =
            removeDead(spirv::DemoteInterface::run(module, needlessInterface(module, known)));
        noteStage(*special, stage);
    }
    return special;
}

std::shared_ptr<const LinkedProgram> flattenColors(const LinkedProgram& program) {
    std::vector<spirv::VertexColors::Color> colors;
    for (const std::string_view name :
         {"gl_FrontColor", "gl_BackColor", "gl_FrontSecondaryColor", "gl_BackSecondaryColor"}) {
        colors.push_back({uint32_t(openVaryingLocation(name)), -1, true});
    }
    auto flat = std::make_shared<LinkedProgram>(program);
    for (StageBinary& stage : flat->stages) {
        if (stage.stage == Stage::Fragment) {
            stage.spirv = spirv::VertexColors::run(stage.spirv, colors);
        }
    }
    return flat;
}

} // namespace glsl
