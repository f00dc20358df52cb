// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The steps of linking. Internal to src/glsl.
#pragma once

#include "glsl/interface.h"
#include "glsl/program.h"

#include "spirv/module.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace glsl {

// One stage while it is being linked: what its shader objects declare, and its code.
struct LinkStage {
    Stage stage = Stage::Vertex;
    std::vector<const ShaderInterface*> shaders;
    std::vector<Global> globals; // of all shaders, one of each name
    std::vector<Global> hidden;
    std::map<std::string, std::string> hoisted;
    std::set<std::string> namedUniforms;
    std::optional<spirv::Module> module;
    // Decided by the steps, applied at the end.
    std::vector<spirv::Decoration> decorations;

    [[nodiscard]] bool es() const { return shaders.front()->es; }
    [[nodiscard]] int version() const { return shaders.front()->version; }
    // By the name the application (or GL) uses; user variables and hidden ones.
    [[nodiscard]] const Global* find(Storage storage, std::string_view name) const;
    // A variable of the code by that name; null when the code does not use it.
    [[nodiscard]] const spirv::Variable* variable(spv::StorageClass storage,
                                                  std::string_view name) const;
    [[nodiscard]] bool isUserInterface(const spirv::Variable& v) const {
        return !module->isBuiltIn(v);
    }
};

struct LinkState {
    const LinkOptions& options;
    std::vector<LinkStage> stages; // ordered
    LinkedProgram& program;

    // Adds an error line; the program is not ok from then on.
    void error(const std::string& text);
    void warning(const std::string& text);
    [[nodiscard]] bool failed() const { return hasErrors; }
    [[nodiscard]] LinkStage* stage(Stage stage);

    bool hasErrors = false;
};

// Locations that a variable of this type takes: columns of a matrix, elements of an array.
[[nodiscard]] int locationsOf(const Type& type);
[[nodiscard]] ComponentClass componentClassOf(const Type& type);

// Matches outputs of the vertex shader with inputs of the fragment shader, gives them locations and
// removes from the code what has no partner (link_varyings.cpp).
void linkVaryings(LinkState& state);
// Attribute locations and fragment outputs (link_attributes.cpp).
void linkAttributes(LinkState& state);
void linkFragmentOutputs(LinkState& state);
// Uniforms and samplers of all stages; fills the binaries' block sizes and bindings
// (link_uniforms.cpp). Wants LinkedProgram::stages there already, in the order of
// LinkState::stages.
void linkUniforms(LinkState& state);

} // namespace glsl
