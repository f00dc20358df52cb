// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The steps of linking. Internal to src/glsl.
#pragma once

#include "glsl/compile/shader.h"
#include "glsl/interface/interface.h"
#include "glsl/link/options.h"
#include "glsl/link/program.h"

#include "spirv/module.h"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace glsl {

/// One stage while it is being linked: what its shader objects declare, and its code.
struct LinkStage {
    Stage stage = Stage::Vertex;
    std::vector<const ShaderInterface*> shaders;
    std::vector<Global> globals; ///< of all shaders, one of each name
    std::vector<Global> hidden;
    std::map<std::string, std::string> hoisted;
    std::set<std::string> namedUniforms;
    std::optional<spirv::Module> module;
    /// Decided by the steps, applied at the end.
    std::vector<spirv::Decoration> decorations;
    std::set<spirv::Id> captured; ///< outputs that transform feedback reads
    /// Fixed function, or a stage of another program, may be at the other side of the built-in
    /// varyings that it reads or writes: they lie where openVaryingLocation() says.
    bool opensInputs = false;
    bool opensOutputs = false;

    [[nodiscard]] bool es() const { return shaders.front()->es; }
    [[nodiscard]] int version() const { return shaders.front()->version; }
    /// By the name the application (or GL) uses; user variables and hidden ones.
    [[nodiscard]] const Global* find(Storage storage, std::string_view name) const;
    /// A variable of the code by that name; null when the code does not use it.
    [[nodiscard]] const spirv::Variable* variable(spv::StorageClass storage,
                                                  std::string_view name) const;
    /// The name that `variable` goes by: a block's is the block's.
    [[nodiscard]] std::string nameOf(const spirv::Variable& variable) const;
    [[nodiscard]] bool isUserInterface(const spirv::Variable& v) const {
        return !module->isBuiltIn(v);
    }
};

struct LinkState {
    const LinkOptions& options;
    std::vector<LinkStage> stages; ///< ordered
    LinkedProgram& program;

    /// Adds an error line; the program is not ok from then on.
    void error(const std::string& text);
    void warning(const std::string& text);
    [[nodiscard]] bool failed() const { return hasErrors; }
    [[nodiscard]] LinkStage* stage(Stage stage);
    /// The stage whose vertices are clipped and captured; null when the program has none.
    [[nodiscard]] const LinkStage* lastBeforeRasterizer() const;

    bool hasErrors = false;
};

/// Gathers the shaders by stage and makes the code of each (stages.cpp).
void linkStages(LinkState& state, std::span<const std::shared_ptr<const CompiledShader>> shaders);

[[nodiscard]] ComponentClass componentClassOf(const Type& type);

/// The rest of linkage goes by these (match.cpp).
inline constexpr std::string_view kPerVertex = "gl_PerVertex";
inline constexpr std::string_view kClipVertex = "gl_ClipVertex";
/// A colour as a vertex shader writes it for both sides of primitives, and as fragment shaders name
/// what their code reads under the front's name.
struct ColorNames {
    std::string_view front;
    std::string_view back;
    std::string_view read;
};
inline constexpr ColorNames kColorNames[] = {
    {"gl_FrontColor", "gl_BackColor", "gl_Color"},
    {"gl_FrontSecondaryColor", "gl_BackSecondaryColor", "gl_SecondaryColor"}};
/// The stage reads an array of its inputs, an element per vertex; patch inputs aside.
[[nodiscard]] bool isArrayedInput(Stage stage);
[[nodiscard]] bool isArrayed(const LinkStage& stage, const Global& global);
/// The type of an input or output without the dimension that counts vertices.
[[nodiscard]] Type perVertexType(const LinkStage& stage, const Global& global);
/// The producer's output that the input reads: by location where it has one, else by name.
[[nodiscard]] const Global* partnerOf(const Global& input, const LinkStage& producer);
/// The errors of declarations that do not fit.
void checkInterfaces(LinkState& state, const LinkStage& producer, const LinkStage& consumer);

/// What the stage declares at an end where no stage of its program is.
[[nodiscard]] std::vector<InterfaceVariable> openEnd(const LinkStage& stage, Storage storage);

/// Resolves what transform feedback captures and puts it into the code (feedback.cpp). Comes
/// before linkVaryings(), which keeps what LinkStage::captured names.
void linkFeedback(LinkState& state);
/// Checks and connects the interfaces between stages: gives locations, and removes from the code
/// what has no partner (varyings.cpp).
void linkVaryings(LinkState& state);
/// Attribute locations (attributes.cpp) and fragment outputs (outputs.cpp).
void linkAttributes(LinkState& state);
void linkFragmentOutputs(LinkState& state);
/// Uniforms and samplers of all stages; fills the binaries' block sizes and bindings
/// (uniforms.cpp). Wants LinkedProgram::stages there already, in the order of
/// LinkState::stages.
void linkUniforms(LinkState& state);
/// Uniform blocks and their members, behind the uniforms and samplers of linkUniforms()
/// (blocks.cpp).
void linkBlocks(LinkState& state);
void linkSubroutines(LinkState& state);

} // namespace glsl
