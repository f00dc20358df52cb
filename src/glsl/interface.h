// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What compiling learns about one shader and linking needs. Internal to src/glsl.
#pragma once

#include "glsl/shader.h"
#include "glsl/types.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace glsl {

enum class Precision : uint8_t { None, Low, Medium, High };

// A type as the language has it: bool stays bool, structs keep their members and names.
struct Type {
    struct Member;

    uint32_t glType = 0; // of a basic type; 0 for structs
    std::string structName;
    std::vector<Member> members; // of a struct
    std::vector<int> dims;       // array sizes, outermost first; 0: unsized
    Precision precision = Precision::None;

    [[nodiscard]] bool isStruct() const { return glType == 0; }
    [[nodiscard]] bool isOpaque() const { return glType != 0 && typeInfo(glType).isSampler(); }
    [[nodiscard]] bool containsOpaque() const;
    [[nodiscard]] bool containsNumbers() const;
    // Same shape and names; precision counts when asked, as ES 1.00 has it for uniforms.
    [[nodiscard]] bool matches(const Type& other, bool withPrecision) const;
    // "vec4", "struct S", "float[3]".
    [[nodiscard]] std::string spelling() const;
};

struct Type::Member {
    std::string name;
    Type type;
};

enum class Storage : uint8_t { Uniform, Input, Output, Block };

struct Global {
    std::string name; // as the application wrote it
    Storage storage = Storage::Uniform;
    Type type;
    int location = -1; // layout(location)
    int binding = -1;  // layout(binding) of a sampler
    int index = 0;     // layout(index) of a fragment output
    bool invariant = false;
    bool flat = false;
    bool centroid = false;
    std::vector<std::byte> initialValue;
};

struct ShaderInterface {
    bool ok = false;
    std::string log;
    CompileOptions options;
    int version = 100;
    bool es = true;
    bool hasMain = false;
    std::string
        linkError; // an error of this shader that the language reports at link (recursion, …)
    bool needsPartner = false;   // calls functions that another shader of the stage must define
    std::vector<Global> globals; // the application's, in order of declaration
    std::vector<Global> hidden;  // those that rewriting made up, under their gl_ names
    // Sampler variables lifted out of structs: variable in the rewritten text → "s.inner.tex".
    std::map<std::string, std::string> hoisted;
    std::set<std::string> namedUniforms; // numbers that functions main reaches read, see below
    bool writesPointSize = false;
    bool usesClipDistance = false;
    bool writesPosition = false;
    bool invariantAll = false;
    std::set<std::string> invariantBuiltins;
    std::string rewritten;       // text for linking several shaders of a stage
    std::vector<uint32_t> spirv; // optimised, with names; empty without main
};

// What compiling goes by: ES 1.00 has one draw buffer unless the extension gives it more.
[[nodiscard]] CompileOptions effective(CompileOptions options);

// The variables that rewriting made up, members of the default uniform block among them, under
// their gl_ names.
[[nodiscard]] std::vector<Global> hiddenGlobals(const std::vector<Global>& generated);

// The uniforms, samplers aside, that the code names before anything of it is optimised away.
[[nodiscard]] std::set<std::string> namedUniforms(const std::vector<uint32_t>& spirv);

} // namespace glsl
