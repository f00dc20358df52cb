// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/language/vocabulary.h"

#include "glsl/language/builtins.h"

#include <algorithm>
#include <unordered_set>

namespace glsl {

namespace {

// Sets are never destroyed: threads may compile while the process exits.
using WordSet = std::unordered_set<std::string_view>;

constexpr int kNever = 1000;

// Keywords of the target and the versions in which they have their meaning. Those that are missing
// here mean nothing in any version of ours. `extension` gives a desktop version the word earlier.
struct KeywordRow {
    std::string_view word;
    int desktop;
    int es;
    std::string_view extension;
};

constexpr KeywordRow kKeywords[] = {
    {"invariant", 120, 100, ""},
    {"centroid", 120, 300, ""},
    {"mat2x2", 120, 300, ""},
    {"mat2x3", 120, 300, ""},
    {"mat2x4", 120, 300, ""},
    {"mat3x2", 120, 300, ""},
    {"mat3x3", 120, 300, ""},
    {"mat3x4", 120, 300, ""},
    {"mat4x2", 120, 300, ""},
    {"mat4x3", 120, 300, ""},
    {"mat4x4", 120, 300, ""},
    {"precision", 130, 100, ""},
    {"lowp", 130, 100, ""},
    {"mediump", 130, 100, ""},
    {"highp", 130, 100, ""},
    {"flat", 130, 300, "GL_EXT_gpu_shader4"},
    {"smooth", 130, 300, ""},
    {"noperspective", 130, kNever, "GL_EXT_gpu_shader4"},
    {"switch", 130, 300, ""},
    {"case", 130, 300, ""},
    {"default", 130, 300, ""},
    {"uint", 130, 300, ""},
    {"uvec2", 130, 300, ""},
    {"uvec3", 130, 300, ""},
    {"uvec4", 130, 300, ""},
    {"layout", 140, 300, "GL_ARB_explicit_attrib_location"},
    {"double", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dvec2", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dvec3", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dvec4", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat2", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat3", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat4", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat2x2", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat2x3", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat2x4", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat3x2", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat3x3", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat3x4", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat4x2", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat4x3", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"dmat4x4", 400, kNever, "GL_ARB_gpu_shader_fp64"},
    {"patch", 400, 320, "GL_ARB_tessellation_shader"},
    {"sample", 400, 320, "GL_ARB_gpu_shader5"},
    {"precise", 400, 320, "GL_ARB_gpu_shader5"},
    {"subroutine", 400, kNever, "GL_ARB_shader_subroutine"},
    {"coherent", 420, 310, ""},
    {"volatile", 420, 310, ""},
    {"restrict", 420, 310, ""},
    {"readonly", 420, 310, ""},
    {"writeonly", 420, 310, ""},
    {"atomic_uint", 420, 310, ""},
    {"buffer", 430, 310, ""},
    {"shared", 430, 310, ""},
};

const WordSet& commonFunctions() {
    static const WordSet& words = *new WordSet{"radians",       "degrees",     "sin",
                                               "cos",           "tan",         "asin",
                                               "acos",          "atan",        "pow",
                                               "exp",           "log",         "exp2",
                                               "log2",          "sqrt",        "inversesqrt",
                                               "abs",           "sign",        "floor",
                                               "ceil",          "fract",       "mod",
                                               "min",           "max",         "clamp",
                                               "mix",           "step",        "smoothstep",
                                               "length",        "distance",    "dot",
                                               "cross",         "normalize",   "faceforward",
                                               "reflect",       "refract",     "matrixCompMult",
                                               "outerProduct",  "transpose",   "lessThan",
                                               "lessThanEqual", "greaterThan", "greaterThanEqual",
                                               "equal",         "notEqual",    "any",
                                               "all",           "not",         "dFdx",
                                               "dFdy",          "fwidth"};
    return words;
}

// Words of every version of the language.
const WordSet& commonWords() {
    static const WordSet& words = *new WordSet{
        "attribute", "const", "uniform",   "varying",     "break",   "continue", "do",    "for",
        "while",     "if",    "else",      "in",          "out",     "inout",    "float", "int",
        "void",      "bool",  "true",      "false",       "discard", "return",   "mat2",  "mat3",
        "mat4",      "vec2",  "vec3",      "vec4",        "ivec2",   "ivec3",    "ivec4", "bvec2",
        "bvec3",     "bvec4", "sampler2D", "samplerCube", "struct"};
    return words;
}

// Keywords and reserved words of the target, those of commonWords() aside.
const WordSet& targetWords() {
    static const WordSet& words = *new WordSet{"invariant",
                                               "precision",
                                               "lowp",
                                               "mediump",
                                               "highp",
                                               "centroid",
                                               "sampler1D",
                                               "sampler3D",
                                               "sampler1DShadow",
                                               "sampler2DShadow",
                                               "sampler2DRect",
                                               "sampler2DRectShadow",
                                               "mat2x2",
                                               "mat2x3",
                                               "mat2x4",
                                               "mat3x2",
                                               "mat3x3",
                                               "mat3x4",
                                               "mat4x2",
                                               "mat4x3",
                                               "mat4x4",
                                               "buffer",
                                               "shared",
                                               "coherent",
                                               "volatile",
                                               "restrict",
                                               "readonly",
                                               "writeonly",
                                               "atomic_uint",
                                               "layout",
                                               "flat",
                                               "smooth",
                                               "noperspective",
                                               "patch",
                                               "sample",
                                               "switch",
                                               "case",
                                               "default",
                                               "subroutine",
                                               "double",
                                               "uint",
                                               "dvec2",
                                               "dvec3",
                                               "dvec4",
                                               "uvec2",
                                               "uvec3",
                                               "uvec4",
                                               "dmat2",
                                               "dmat3",
                                               "dmat4",
                                               "dmat2x2",
                                               "dmat2x3",
                                               "dmat2x4",
                                               "dmat3x2",
                                               "dmat3x3",
                                               "dmat3x4",
                                               "dmat4x2",
                                               "dmat4x3",
                                               "dmat4x4",
                                               "precise",
                                               "common",
                                               "partition",
                                               "active",
                                               "asm",
                                               "class",
                                               "union",
                                               "enum",
                                               "typedef",
                                               "template",
                                               "this",
                                               "resource",
                                               "goto",
                                               "inline",
                                               "noinline",
                                               "public",
                                               "static",
                                               "extern",
                                               "external",
                                               "interface",
                                               "long",
                                               "short",
                                               "half",
                                               "fixed",
                                               "unsigned",
                                               "superp",
                                               "input",
                                               "output",
                                               "hvec2",
                                               "hvec3",
                                               "hvec4",
                                               "fvec2",
                                               "fvec3",
                                               "fvec4",
                                               "sampler3DRect",
                                               "filter",
                                               "sizeof",
                                               "cast",
                                               "namespace",
                                               "using",
                                               "texture1D",
                                               "texture2D",
                                               "texture3D",
                                               "textureCube",
                                               "texture2DRect",
                                               "texture1DArray",
                                               "texture2DArray",
                                               "textureCubeArray",
                                               "textureBuffer",
                                               "texture2DMS",
                                               "texture2DMSArray",
                                               "itexture1D",
                                               "itexture2D",
                                               "itexture3D",
                                               "itextureCube",
                                               "utexture1D",
                                               "utexture2D",
                                               "utexture3D",
                                               "utextureCube",
                                               "sampler",
                                               "samplerShadow",
                                               "subpassInput",
                                               "subpassInputMS",
                                               "isubpassInput",
                                               "usubpassInput",
                                               "samplerExternalOES",
                                               "nonuniformEXT",
                                               "demote",
                                               "terminateInvocation",
                                               "int8_t",
                                               "int16_t",
                                               "int32_t",
                                               "int64_t",
                                               "uint8_t",
                                               "uint16_t",
                                               "uint32_t",
                                               "uint64_t",
                                               "float16_t",
                                               "float32_t",
                                               "float64_t",
                                               "accelerationStructureNV",
                                               "accelerationStructureEXT",
                                               "rayQueryEXT",
                                               "devicecoherent",
                                               "queuefamilycoherent",
                                               "workgroupcoherent",
                                               "subgroupcoherent",
                                               "nonprivate",
                                               "shadercallcoherent",
                                               "explicitInterpAMD",
                                               "pervertexNV",
                                               "pervertexEXT",
                                               "perprimitiveNV",
                                               "perprimitiveEXT",
                                               "perviewNV",
                                               "taskNV",
                                               "taskPayloadSharedEXT"};
    return words;
}

// A sampler or image type: the versions that have it. `desktop` is kNever for other words.
KeywordRow opaqueType(std::string_view word) {
    constexpr KeywordRow kNone = {"", kNever, kNever, ""};
    std::string_view rest = word;
    const auto take = [&rest](std::string_view prefix) {
        const bool has = rest.starts_with(prefix);
        rest.remove_prefix(has ? prefix.size() : 0);
        return has;
    };
    const bool integer = word.starts_with("isampler") || word.starts_with("usampler") ||
                         word.starts_with("iimage") || word.starts_with("uimage");
    rest.remove_prefix(integer ? 1 : 0);
    const bool image = take("image");
    if (!image && !take("sampler")) {
        return kNone;
    }
    const bool is2D = rest.starts_with("2D");
    const bool cube = rest.starts_with("Cube");
    if (take("Buffer")) {
        return rest.empty()
                   ? KeywordRow{word, image ? 420 : 140, 320, "GL_ARB_texture_buffer_object"}
                   : kNone;
    }
    if (!take("1D") && !take("2D") && !take("3D") && !take("Cube")) {
        return kNone;
    }
    const bool rect = is2D && take("Rect");
    const bool multisample = is2D && !rect && take("MS");
    const bool array = !rect && take("Array");
    const bool shadow = !multisample && take("Shadow");
    if (!rest.empty() || (shadow && (integer || image))) {
        return kNone;
    }
    if (image) {
        return {word, 420, 310, ""};
    }
    if (multisample) {
        return {word, 150, 310, "GL_ARB_texture_multisample"};
    }
    if (cube && array) {
        return {word, 400, 320, "GL_ARB_texture_cube_map_array"};
    }
    if (rect) {
        return {word, integer ? 140 : 110, kNever, "GL_EXT_gpu_shader4"};
    }
    if (array) {
        return {word, 130, 300, integer ? "GL_EXT_gpu_shader4" : "GL_EXT_texture_array"};
    }
    if (integer || (cube && shadow)) {
        return {word, 130, 300, "GL_EXT_gpu_shader4"};
    }
    // ES 1.00 reserves what extensions bring.
    return {word, 110, word.find("1D") == std::string_view::npos ? 100 : kNever, ""};
}

// Built-in functions of the target newer than ES 1.00 or GLSL 1.10. Those whose name rewriting uses
// must be here; the others are here so that an application's function of that name is its own.
const WordSet& targetFunctions() {
    static const WordSet& words = *new WordSet{"texture",
                                               "textureLod",
                                               "textureProj",
                                               "textureProjLod",
                                               "textureGrad",
                                               "textureProjGrad",
                                               "textureOffset",
                                               "textureProjOffset",
                                               "textureLodOffset",
                                               "textureProjLodOffset",
                                               "textureGradOffset",
                                               "textureProjGradOffset",
                                               "textureSize",
                                               "textureQueryLod",
                                               "textureQueryLevels",
                                               "textureSamples",
                                               "texelFetch",
                                               "texelFetchOffset",
                                               "textureGather",
                                               "textureGatherOffset",
                                               "textureGatherOffsets",
                                               "sinh",
                                               "cosh",
                                               "tanh",
                                               "asinh",
                                               "acosh",
                                               "atanh",
                                               "trunc",
                                               "round",
                                               "roundEven",
                                               "modf",
                                               "isnan",
                                               "isinf",
                                               "floatBitsToInt",
                                               "floatBitsToUint",
                                               "intBitsToFloat",
                                               "uintBitsToFloat",
                                               "fma",
                                               "frexp",
                                               "ldexp",
                                               "packUnorm2x16",
                                               "packSnorm2x16",
                                               "packUnorm4x8",
                                               "packSnorm4x8",
                                               "unpackUnorm2x16",
                                               "unpackSnorm2x16",
                                               "unpackUnorm4x8",
                                               "unpackSnorm4x8",
                                               "packHalf2x16",
                                               "unpackHalf2x16",
                                               "packDouble2x32",
                                               "unpackDouble2x32",
                                               "determinant",
                                               "inverse",
                                               "uaddCarry",
                                               "usubBorrow",
                                               "umulExtended",
                                               "imulExtended",
                                               "bitfieldExtract",
                                               "bitfieldInsert",
                                               "bitfieldReverse",
                                               "bitCount",
                                               "findLSB",
                                               "findMSB",
                                               "interpolateAtCentroid",
                                               "interpolateAtSample",
                                               "interpolateAtOffset",
                                               "barrier",
                                               "memoryBarrier",
                                               "groupMemoryBarrier",
                                               "memoryBarrierShared",
                                               "memoryBarrierBuffer",
                                               "memoryBarrierImage",
                                               "memoryBarrierAtomicCounter",
                                               "allInvocations",
                                               "anyInvocation",
                                               "allInvocationsEqual",
                                               "atomicAdd",
                                               "atomicMin",
                                               "atomicMax",
                                               "atomicAnd",
                                               "atomicOr",
                                               "atomicXor",
                                               "atomicExchange",
                                               "atomicCompSwap",
                                               "imageLoad",
                                               "imageStore",
                                               "imageSize",
                                               "imageSamples",
                                               "dFdxFine",
                                               "dFdyFine",
                                               "fwidthFine",
                                               "dFdxCoarse",
                                               "dFdyCoarse",
                                               "fwidthCoarse",
                                               "EmitVertex",
                                               "EndPrimitive",
                                               "EmitStreamVertex",
                                               "EndStreamPrimitive",
                                               "atomicCounter",
                                               "atomicCounterIncrement",
                                               "atomicCounterDecrement",
                                               "subpassLoad"};
    return words;
}

// Functions that desktop 1.10 and 1.20 have and ES 1.00 does not, and the reverse of it.
const WordSet& desktopFunctions() {
    static const WordSet& words = *new WordSet{"transpose",
                                               "outerProduct",
                                               "ftransform",
                                               "dFdx",
                                               "dFdy",
                                               "fwidth",
                                               "noise1",
                                               "noise2",
                                               "noise3",
                                               "noise4"};
    return words;
}

} // namespace

bool Language::enables(std::string_view extension) const {
    return extensions.contains(std::string(extension));
}

bool isNewKeyword(std::string_view word, const Language& language) {
    if (commonWords().contains(word) || word == "samplerExternalOES") {
        return !language.es && word == "samplerExternalOES";
    }
    const auto means = [&](const KeywordRow& row) {
        return language.version >= (language.es ? row.es : row.desktop) ||
               (!language.es && !row.extension.empty() && language.enables(row.extension));
    };
    if (const KeywordRow opaque = opaqueType(word); !opaque.word.empty()) {
        return !means(opaque);
    }
    const auto row = std::ranges::find(kKeywords, word, &KeywordRow::word);
    if (row != std::end(kKeywords)) {
        return !means(*row);
    }
    // Old names of texture functions are type names in the target; textureFunction() handles them.
    return targetWords().contains(word) && !textureFunction(word);
}

bool isNewFunction(std::string_view word, const Language& language) {
    if (language.version >= (language.es ? 300 : 130)) {
        return false;
    }
    return targetFunctions().contains(word) || (language.es && desktopFunctions().contains(word) &&
                                                !word.starts_with("dFd") && word != "fwidth");
}

bool isBuiltinFunction(std::string_view word) {
    return commonFunctions().contains(word) || targetFunctions().contains(word);
}

} // namespace glsl
