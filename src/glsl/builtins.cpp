// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/builtins.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace glsl {

namespace {

// Sets are never destroyed: threads may compile while the process exits.
using WordSet = std::unordered_set<std::string_view>;

// Structures and state of GLSL 1.20 section 7.5, spelled with the hidden prefix. `N`, `L`, `I` and
// `P` in brackets stand for gl_MaxTextureCoords, gl_MaxLights, gl_MaxTextureImageUnits,
// gl_MaxClipPlanes.
struct StateRow {
    std::string_view name;
    std::string_view declaration;
    std::string_view dependency;
};

constexpr StateRow kState[] = {
    {"DepthRangeParameters",
     "struct gd_DepthRangeParameters { float near; float far; float diff; };",
     ""},
    {"DepthRange", "uniform gd_DepthRangeParameters gd_DepthRange;", "gl_DepthRangeParameters"},
    {"NormalScale", "uniform float gd_NormalScale;", ""},
    {"NormalMatrix", "uniform mat3 gd_NormalMatrix;", ""},
    {"ClipPlane", "uniform vec4 gd_ClipPlane[P];", ""},
    {"PointParameters",
     "struct gd_PointParameters { float size; float sizeMin; float sizeMax;"
     " float fadeThresholdSize; float distanceConstantAttenuation;"
     " float distanceLinearAttenuation; float distanceQuadraticAttenuation; };",
     ""},
    {"Point", "uniform gd_PointParameters gd_Point;", "gl_PointParameters"},
    {"MaterialParameters",
     "struct gd_MaterialParameters { vec4 emission; vec4 ambient; vec4 diffuse; vec4 specular;"
     " float shininess; };",
     ""},
    {"FrontMaterial", "uniform gd_MaterialParameters gd_FrontMaterial;", "gl_MaterialParameters"},
    {"BackMaterial", "uniform gd_MaterialParameters gd_BackMaterial;", "gl_MaterialParameters"},
    {"LightSourceParameters",
     "struct gd_LightSourceParameters { vec4 ambient; vec4 diffuse; vec4 specular; vec4 position;"
     " vec4 halfVector; vec3 spotDirection; float spotExponent; float spotCutoff;"
     " float spotCosCutoff; float constantAttenuation; float linearAttenuation;"
     " float quadraticAttenuation; };",
     ""},
    {"LightSource",
     "uniform gd_LightSourceParameters gd_LightSource[L];",
     "gl_LightSourceParameters"},
    {"LightModelParameters", "struct gd_LightModelParameters { vec4 ambient; };", ""},
    {"LightModel", "uniform gd_LightModelParameters gd_LightModel;", "gl_LightModelParameters"},
    {"LightModelProducts", "struct gd_LightModelProducts { vec4 sceneColor; };", ""},
    {"FrontLightModelProduct",
     "uniform gd_LightModelProducts gd_FrontLightModelProduct;",
     "gl_LightModelProducts"},
    {"BackLightModelProduct",
     "uniform gd_LightModelProducts gd_BackLightModelProduct;",
     "gl_LightModelProducts"},
    {"LightProducts",
     "struct gd_LightProducts { vec4 ambient; vec4 diffuse; vec4 specular; };",
     ""},
    {"FrontLightProduct", "uniform gd_LightProducts gd_FrontLightProduct[L];", "gl_LightProducts"},
    {"BackLightProduct", "uniform gd_LightProducts gd_BackLightProduct[L];", "gl_LightProducts"},
    {"TextureEnvColor", "uniform vec4 gd_TextureEnvColor[I];", ""},
    {"EyePlaneS", "uniform vec4 gd_EyePlaneS[N];", ""},
    {"EyePlaneT", "uniform vec4 gd_EyePlaneT[N];", ""},
    {"EyePlaneR", "uniform vec4 gd_EyePlaneR[N];", ""},
    {"EyePlaneQ", "uniform vec4 gd_EyePlaneQ[N];", ""},
    {"ObjectPlaneS", "uniform vec4 gd_ObjectPlaneS[N];", ""},
    {"ObjectPlaneT", "uniform vec4 gd_ObjectPlaneT[N];", ""},
    {"ObjectPlaneR", "uniform vec4 gd_ObjectPlaneR[N];", ""},
    {"ObjectPlaneQ", "uniform vec4 gd_ObjectPlaneQ[N];", ""},
    {"FogParameters",
     "struct gd_FogParameters { vec4 color; float density; float start; float end; float scale; };",
     ""},
    {"Fog", "uniform gd_FogParameters gd_Fog;", "gl_FogParameters"},
};

// The four forms each of the four matrices, in the order of BuiltinUniform.
constexpr std::array<std::string_view, 4> kMatrices = {
    "ModelViewMatrix", "ProjectionMatrix", "ModelViewProjectionMatrix", "TextureMatrix"};
constexpr std::array<std::string_view, 4> kMatrixForms = {
    "", "Inverse", "Transpose", "InverseTranspose"};

struct AttributeRow {
    std::string_view name;
    std::string_view type;
    BuiltinAttribute builtin;
};

constexpr AttributeRow kAttributes[] = {
    {"Vertex", "vec4", BuiltinAttribute::Vertex},
    {"Normal", "vec3", BuiltinAttribute::Normal},
    {"Color", "vec4", BuiltinAttribute::Color},
    {"SecondaryColor", "vec4", BuiltinAttribute::SecondaryColor},
    {"FogCoord", "float", BuiltinAttribute::FogCoord},
    {"MultiTexCoord0", "vec4", BuiltinAttribute::MultiTexCoord0},
    {"MultiTexCoord1", "vec4", BuiltinAttribute::MultiTexCoord1},
    {"MultiTexCoord2", "vec4", BuiltinAttribute::MultiTexCoord2},
    {"MultiTexCoord3", "vec4", BuiltinAttribute::MultiTexCoord3},
    {"MultiTexCoord4", "vec4", BuiltinAttribute::MultiTexCoord4},
    {"MultiTexCoord5", "vec4", BuiltinAttribute::MultiTexCoord5},
    {"MultiTexCoord6", "vec4", BuiltinAttribute::MultiTexCoord6},
    {"MultiTexCoord7", "vec4", BuiltinAttribute::MultiTexCoord7},
};

constexpr std::string_view kVec4Varyings[] = {
    "FrontColor", "BackColor", "FrontSecondaryColor", "BackSecondaryColor"};

constexpr ExtensionFact kExtensions[] = {
    {"GL_OES_standard_derivatives", &Extensions::oesStandardDerivatives, true, true},
    {"GL_EXT_shader_texture_lod", &Extensions::extShaderTextureLod, true, true},
    {"GL_EXT_frag_depth", &Extensions::extFragDepth, true, true},
    {"GL_EXT_draw_buffers", &Extensions::extDrawBuffers, false, true},
    {"GL_OES_texture_3D", &Extensions::oesTexture3D, true, true},
    {"GL_OES_EGL_image_external", &Extensions::oesEglImageExternal, true, true},
    {"GL_ARB_texture_rectangle", &Extensions::arbTextureRectangle, true, false},
    {"GL_ARB_shader_texture_lod", &Extensions::arbShaderTextureLod, true, false},
    {"GL_ARB_draw_buffers", &Extensions::arbDrawBuffers, false, false},
    {"GL_ARB_explicit_attrib_location", &Extensions::arbExplicitAttribLocation, true, false},
    {"GL_ARB_draw_instanced", &Extensions::arbDrawInstanced, true, false},
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

const WordSet& esWords() {
    static const WordSet& words = *new WordSet{"invariant",
                                               "precision",
                                               "lowp",
                                               "mediump",
                                               "highp",
                                               "sampler3D",
                                               "sampler2DShadow",
                                               "samplerExternalOES"};
    return words;
}

const WordSet& desktopWords() {
    static const WordSet& words = *new WordSet{"sampler1D",
                                               "sampler3D",
                                               "sampler1DShadow",
                                               "sampler2DShadow",
                                               "sampler2DRect",
                                               "sampler2DRectShadow",
                                               "invariant",
                                               "centroid",
                                               "mat2x2",
                                               "mat2x3",
                                               "mat2x4",
                                               "mat3x2",
                                               "mat3x3",
                                               "mat3x4",
                                               "mat4x2",
                                               "mat4x3",
                                               "mat4x4"};
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

bool isTargetSamplerWord(std::string_view word) {
    for (const std::string_view prefix :
         {"sampler", "isampler", "usampler", "image", "iimage", "uimage"}) {
        if (word.starts_with(prefix)) {
            const std::string_view rest = word.substr(prefix.size());
            for (const std::string_view dim : {"1D", "2D", "3D", "Cube", "Buffer"}) {
                if (rest.starts_with(dim)) {
                    const std::string_view tail = rest.substr(dim.size());
                    return tail.empty() || tail == "Array" || tail == "Shadow" ||
                           tail == "ArrayShadow" || tail == "Rect" || tail == "RectShadow" ||
                           tail == "MS" || tail == "MSArray";
                }
            }
        }
    }
    return false;
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

constexpr std::pair<std::string_view, int Limits::*> kLimitNames[] = {
    {"gl_MaxVertexAttribs", &Limits::maxVertexAttribs},
    {"gl_MaxVertexUniformVectors", &Limits::maxVertexUniformVectors},
    {"gl_MaxFragmentUniformVectors", &Limits::maxFragmentUniformVectors},
    {"gl_MaxVaryingVectors", &Limits::maxVaryingVectors},
    {"gl_MaxVertexTextureImageUnits", &Limits::maxVertexTextureImageUnits},
    {"gl_MaxTextureImageUnits", &Limits::maxTextureImageUnits},
    {"gl_MaxCombinedTextureImageUnits", &Limits::maxCombinedTextureImageUnits},
    {"gl_MaxDrawBuffers", &Limits::maxDrawBuffers},
    {"gl_MaxTextureCoords", &Limits::maxTextureCoords},
    {"gl_MaxTextureUnits", &Limits::maxTextureUnits},
    {"gl_MaxLights", &Limits::maxLights},
    {"gl_MaxClipPlanes", &Limits::maxClipDistances},
    {"gl_MaxClipDistances", &Limits::maxClipDistances},
};

std::string withSizes(std::string_view text, const Limits& limits) {
    const std::pair<std::string_view, int> sizes[] = {
        {"[N]", limits.maxTextureCoords},
        {"[L]", limits.maxLights},
        {"[I]", limits.maxTextureImageUnits},
        {"[P]", limits.maxClipDistances},
    };
    std::string out(text);
    for (const auto& [mark, size] : sizes) {
        if (const size_t at = out.find(mark); at != std::string::npos) {
            out.replace(at, mark.size(), "[" + std::to_string(size) + "]");
        }
    }
    return out;
}

std::optional<HiddenName> hiddenState(std::string_view name, const Limits& limits) {
    for (const StateRow& row : kState) {
        if (row.name == name) {
            return HiddenName{std::string(kHiddenPrefix) + std::string(name),
                              withSizes(row.declaration, limits),
                              std::string(row.dependency)};
        }
    }
    if (builtinUniform("gl_" + std::string(name)) != BuiltinUniform::None) {
        const std::string hidden = std::string(kHiddenPrefix) + std::string(name);
        const std::string array = name.starts_with("TextureMatrix") ? "[N]" : "";
        return HiddenName{hidden, withSizes("uniform mat4 " + hidden + array + ";", limits), ""};
    }
    return std::nullopt;
}

std::optional<HiddenName> hiddenVarying(std::string_view name, Stage stage, const Limits& limits) {
    const bool fragment = stage == Stage::Fragment;
    const std::string direction = fragment ? "in " : "out ";
    // A fragment shader knows one colour: of the facing side, which is the front unless two-sided
    // lighting is on.
    if (fragment && (name == "Color" || name == "SecondaryColor")) {
        const std::string hidden = std::string(kHiddenPrefix) + "Front" + std::string(name);
        return HiddenName{hidden, direction + "vec4 " + hidden + ";", ""};
    }
    const std::string hidden = std::string(kHiddenPrefix) + std::string(name);
    if (!fragment && std::ranges::find(kVec4Varyings, name) != std::end(kVec4Varyings)) {
        return HiddenName{hidden, direction + "vec4 " + hidden + ";", ""};
    }
    if (name == "TexCoord") {
        return HiddenName{hidden, withSizes(direction + "vec4 " + hidden + "[N];", limits), ""};
    }
    if (name == "FogFragCoord") {
        return HiddenName{hidden, direction + "float " + hidden + ";", ""};
    }
    if (!fragment && name == "ClipVertex") {
        return HiddenName{hidden, "vec4 " + hidden + ";", ""};
    }
    return std::nullopt;
}

} // namespace

std::string originalName(std::string_view name) {
    if (name.starts_with(kRenamedPrefix)) {
        return std::string(name.substr(kRenamedPrefix.size()));
    }
    if (name.starts_with(kHiddenPrefix)) {
        return "gl_" + std::string(name.substr(kHiddenPrefix.size()));
    }
    return std::string(name);
}

std::optional<HiddenName> hiddenName(std::string_view glName, Stage stage, const Limits& limits) {
    if (!glName.starts_with("gl_")) {
        return std::nullopt;
    }
    const std::string_view name = glName.substr(3);
    if (stage == Stage::Vertex) {
        for (const AttributeRow& row : kAttributes) {
            if (row.name == name) {
                const std::string hidden = std::string(kHiddenPrefix) + std::string(name);
                return HiddenName{hidden, "in " + std::string(row.type) + " " + hidden + ";", ""};
            }
        }
    }
    if (stage == Stage::Fragment) {
        if (name == "FragColor") {
            return HiddenName{"gd_FragColor", "layout(location = 0) out vec4 gd_FragColor;", ""};
        }
        if (name == "FragDepthEXT") {
            return HiddenName{"gl_FragDepth", "", ""};
        }
        // Vulkan counts point coordinates from the framebuffer's first row, which here is GL's
        // bottom.
        if (name == "PointCoord") {
            return HiddenName{"vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y)", "", ""};
        }
    }
    if (name == "InstanceIDARB" || name == "InstanceIDEXT") {
        return HiddenName{"gl_InstanceID", "", ""};
    }
    if (auto varying = hiddenVarying(name, stage, limits)) {
        return varying;
    }
    return hiddenState(name, limits);
}

std::optional<int> limitConstant(std::string_view glName, const Limits& limits) {
    for (const auto& [name, member] : kLimitNames) {
        if (name == glName) {
            return limits.*member;
        }
    }
    if (glName == "gl_MaxVertexUniformComponents") {
        return limits.maxVertexUniformVectors * 4;
    }
    if (glName == "gl_MaxFragmentUniformComponents") {
        return limits.maxFragmentUniformVectors * 4;
    }
    if (glName == "gl_MaxVaryingFloats" || glName == "gl_MaxVaryingComponents") {
        return limits.maxVaryingVectors * 4;
    }
    return std::nullopt;
}

bool isNewKeyword(std::string_view word, int version, bool es) {
    if (version >= (es ? 300 : 130)) {
        // Newer languages reserve nearly all of the target's words; these few are the exceptions.
        static const WordSet& late = *new WordSet{"buffer",
                                                  "shared",
                                                  "sample",
                                                  "patch",
                                                  "precise",
                                                  "subroutine",
                                                  "double",
                                                  "resource",
                                                  "atomic_uint",
                                                  "coherent",
                                                  "restrict",
                                                  "readonly",
                                                  "writeonly",
                                                  "layout"};
        const int reservedSince = es ? 310 : 430;
        return version < reservedSince && late.contains(word) && !(word == "layout") &&
               !(word == "double" && !es && version >= 400);
    }
    if (commonWords().contains(word) || (es ? esWords() : desktopWords()).contains(word)) {
        // GLSL 1.20 brought these; 1.10 shaders may use the words freely.
        const bool since120 = word == "invariant" || word == "centroid" || word.starts_with("mat");
        return !es && version < 120 && since120 && !commonWords().contains(word);
    }
    // Old names of texture functions are type names in the target; textureFunction() handles them.
    return (targetWords().contains(word) || isTargetSamplerWord(word)) && !textureFunction(word);
}

bool isNewFunction(std::string_view word, int version, bool es) {
    if (version >= (es ? 300 : 130)) {
        return false;
    }
    return targetFunctions().contains(word) || (es && desktopFunctions().contains(word) &&
                                                !word.starts_with("dFd") && word != "fwidth");
}

bool isCommonFunction(std::string_view word) {
    return commonFunctions().contains(word);
}

std::optional<TextureFunction> textureFunction(std::string_view name) {
    std::string_view rest = name;
    const auto take = [&rest](std::string_view word) {
        const bool has = rest.starts_with(word);
        rest.remove_prefix(has ? word.size() : 0);
        return has;
    };
    const bool shadow = take("shadow");
    if (!shadow && !take("texture")) {
        return std::nullopt;
    }
    const bool rect = take("2DRect");
    const bool array = !rect && (take("1DArray") || take("2DArray"));
    if (!rect && !array && !take("1D") && !take("2D") && !take("3D") && !take("Cube")) {
        return std::nullopt;
    }
    const bool proj = take("Proj");
    const bool lod = take("Lod");
    const bool grad = !lod && take("Grad");
    const bool ext = take("EXT");
    const bool otherSuffix = !ext && (take("ARB") || take("OES"));
    (void)otherSuffix;
    if (!rest.empty()) {
        return std::nullopt;
    }
    const std::string_view target = proj ? (lod    ? "textureProjLod"
                                            : grad ? "textureProjGrad"
                                                   : "textureProj")
                                         : (lod    ? "textureLod"
                                            : grad ? "textureGrad"
                                                   : "texture");
    return TextureFunction{target, shadow && !ext};
}

BuiltinUniform builtinUniform(std::string_view glName) {
    if (!glName.starts_with("gl_")) {
        return BuiltinUniform::None;
    }
    std::string_view name = glName.substr(3);
    if (name.ends_with("[0]")) {
        name.remove_suffix(3);
    }
    for (size_t m = 0; m < kMatrices.size(); ++m) {
        for (size_t form = 0; form < kMatrixForms.size(); ++form) {
            if (name == std::string(kMatrices[m]) + std::string(kMatrixForms[form])) {
                return BuiltinUniform(size_t(BuiltinUniform::ModelViewMatrix) +
                                      m * kMatrixForms.size() + form);
            }
        }
    }
    constexpr std::pair<std::string_view, BuiltinUniform> kOthers[] = {
        {"PointSizeOverride", BuiltinUniform::PointSizeOverride},
        {"DepthRange.near", BuiltinUniform::DepthRangeNear},
        {"DepthRange.far", BuiltinUniform::DepthRangeFar},
        {"DepthRange.diff", BuiltinUniform::DepthRangeDiff},
        {"NormalMatrix", BuiltinUniform::NormalMatrix},
        {"NormalScale", BuiltinUniform::NormalScale},
    };
    for (const auto& [other, builtin] : kOthers) {
        if (other == name) {
            return builtin;
        }
    }
    return BuiltinUniform::None;
}

BuiltinAttribute builtinAttribute(std::string_view glName) {
    for (const AttributeRow& row : kAttributes) {
        if (glName.starts_with("gl_") && glName.substr(3) == row.name) {
            return row.builtin;
        }
    }
    return BuiltinAttribute::None;
}

const ExtensionFact* extensionFact(std::string_view name) {
    const auto it = std::ranges::find(kExtensions, name, &ExtensionFact::name);
    return it == std::end(kExtensions) ? nullptr : &*it;
}

std::vector<const ExtensionFact*> extensionFacts() {
    std::vector<const ExtensionFact*> facts;
    for (const ExtensionFact& fact : kExtensions) {
        facts.push_back(&fact);
    }
    return facts;
}

bool isExtensionName(std::string_view name) {
    if (!name.starts_with("GL_")) {
        return false;
    }
    const std::string_view rest = name.substr(3);
    for (const std::string_view vendor :
         {"OES_",    "EXT_",  "ARB_",  "NV_",      "AMD_",  "KHR_",  "ANGLE_",
          "GOOGLE_", "QCOM_", "IMG_",  "ARM_",     "MESA_", "ATI_",  "INTEL_",
          "OVR_",    "3DL_",  "SGIS_", "ANDROID_", "NVX_",  "APPLE_"}) {
        if (rest.starts_with(vendor)) {
            return true;
        }
    }
    return false;
}

} // namespace glsl
