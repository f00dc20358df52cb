// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What compiling learns about one shader and linking needs. Internal to src/glsl.
#pragma once

#include "glsl/language/options.h"
#include "glsl/language/types.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace glsl {

enum class Precision : uint8_t { None, Low, Medium, High };

/// A type as the language has it: bool stays bool, structs keep their members and names.
struct Type {
    struct Member;

    uint32_t glType = 0; ///< of a basic type; 0 for structs
    std::string structName;
    std::vector<Member> members; ///< of a struct
    std::vector<int> dims;       // array sizes, outermost first; 0: unsized
    bool implicitSize = false;   // the outermost size is what this shader's use takes
    Precision precision = Precision::None;

    [[nodiscard]] bool isStruct() const { return glType == 0; }
    [[nodiscard]] bool isOpaque() const { return glType != 0 && typeInfo(glType).isSampler(); }
    [[nodiscard]] bool containsOpaque() const;
    [[nodiscard]] bool containsNumbers() const;
    /// Same shape and names; precision counts when asked, as ES 1.00 has it for uniforms.
    [[nodiscard]] bool matches(const Type& other, bool withPrecision) const;
    /// "vec4", "struct S", "float[3]".
    [[nodiscard]] std::string spelling() const;
};

/// Of an input or output, or of a member of an input or output block.
struct Qualifiers {
    int location = -1; ///< layout(location)
    bool invariant = false;
    bool flat = false;
    bool noperspective = false;
    bool centroid = false;
    bool sample = false;
    bool patch = false;

    friend bool operator==(const Qualifiers&, const Qualifiers&) = default;
};

struct Type::Member {
    std::string name; ///< as the application wrote it
    Type type;
    Qualifiers qualifiers;
    /// In a uniform block, from the start of the struct or block that this is a member of. std140,
    /// whatever packing the shader asks for.
    int offset_B = -1;
    int arrayStride_B = 0;  // of the innermost dimension; 0: no array
    int matrixStride_B = 0; ///< 0: no matrix
    bool rowMajor = false;
};

enum class Storage : uint8_t { Uniform, Input, Output, Block };

struct Global : Qualifiers {
    std::string name; ///< as the application wrote it; of a block the block's name
    Storage storage = Storage::Uniform;
    Type type;
    /// Blocks: Storage::Block is a uniform block, Input and Output with isBlock are interface
    /// blocks (also those of gl_PerVertex that the shader declares anew). The type is a struct
    /// whose name is the block's; type.dims are those of the block array.
    bool isBlock = false;
    std::string instanceName; ///< empty: the members are names of their own
    int blockSize_B = 0;      // of a uniform block
    int packing = 0;          // of a uniform block, to be compared
    int binding = -1;         // layout(binding) of a sampler or uniform block
    int index = 0;            // layout(index) of a fragment output
    int stream = 0;           // layout(stream) of a geometry output
    std::vector<std::byte> initialValue;
};

/// A function that subroutine uniforms can choose (OpenGL 4.0 section 2.11.5). Its place in
/// ShaderInterface::subroutines is its index, unless the shader gives it one.
struct SubroutineFunction {
    std::string name;
    int index = 0;
    std::vector<std::string> types; ///< the subroutine types it belongs to
};

/// A subroutine uniform: elements take consecutive locations from `location` on. The code reads
/// the chosen function's index from element `location` of the hidden uniform
/// "uint gl_SubroutineIndices[]" (kSubroutineIndices).
struct SubroutineVariable {
    std::string name;
    std::string type;
    int location = 0;
    int arraySize = 1;
    bool isArray = false;
};
inline constexpr std::string_view kSubroutineIndices = "gl_SubroutineIndices";

/// What a shader does with built-ins that all shaders of an interface, or a stage, must treat alike
/// (GLSL 1.50 sections 4.3.8.1 and 7.1).
struct BuiltinUse {
    bool redeclaresIn = false; ///< gl_PerVertex
    bool redeclaresOut = false;
    std::set<std::string> members; ///< of both, "in gl_Position"
    bool readsIn = false;          // gl_in
    bool usesFragCoord = false;
    bool redeclaresFragCoord = false;
    bool originUpperLeft = false;
    bool pixelCenterInteger = false;
    /// The vertex colours that are named ("gl_FrontColor", "gl_Color") and the interpolation that
    /// they are declared anew with; empty: none, the shading model decides.
    std::map<std::string, std::string> colors;
    bool usesFragDepth = false; ///< other than in a redeclaration
    bool redeclaresFragDepth = false;
    std::string depthLayout; ///< "depth_less"; empty: none
};

struct ShaderInterface {
    bool ok = false;
    std::string log;
    CompileOptions options;
    int version = 100;
    bool es = true;
    bool hasMain = false;
    std::string
        linkError; ///< an error of this shader that the language reports at link (recursion, …)
    bool needsPartner = false;   // calls functions that another shader of the stage must define
    std::vector<Global> globals; ///< the application's, in order of declaration
    /// Global variables without a qualifier that have an initial value: its bytes, none of them
    /// where it is no constant.
    std::map<std::string, std::vector<std::byte>> initializers;
    std::set<std::string> usedInputs; ///< named by a statement, reached or not
    std::vector<Global> hidden;       // those that rewriting made up, under their gl_ names
    /// Sampler variables lifted out of structs: variable in the rewritten text → "s.inner.tex".
    std::map<std::string, std::string> hoisted;
    std::set<std::string> namedUniforms; ///< numbers that functions main reaches read, see below
    /// Of a geometry shader, and of the tessellation stages; zeros where this shader does not say.
    GeometryFacts geometry;
    TessellationFacts tessellation;
    std::vector<SubroutineFunction> subroutines;
    std::vector<SubroutineVariable> subroutineVariables;
    /// EXT_blend_func_extended is enabled: outputs of fragments need no locations in their layouts.
    bool placesOutputs = false;
    bool writesPointSize = false;
    bool usesClipDistance = false;
    bool writesPosition = false;
    bool invariantAll = false;
    std::set<std::string> invariantBuiltins;
    BuiltinUse builtins;
    std::string rewritten;       // text for linking several shaders of a stage
    std::vector<uint32_t> spirv; ///< optimised, with names; empty without main
};

/// Locations that a variable of this type takes: columns of a matrix, elements of an array. Between
/// stages, `wideDoubles`, vectors of three or four doubles take two.
[[nodiscard]] int locationsOf(const Type& type, bool wideDoubles = false);

/// What compiling goes by: ES 1.00 has one draw buffer unless the extension gives it more.
[[nodiscard]] CompileOptions effective(CompileOptions options);

/// Of the variables of a rewritten text those that rewriting made up, under their gl_ names.
[[nodiscard]] std::vector<Global> hiddenGlobals(std::vector<Global> rewritten);

/// The uniforms, samplers aside, that the code names before anything of it is optimised away.
[[nodiscard]] std::set<std::string> namedUniforms(const std::vector<uint32_t>& spirv);

} // namespace glsl
