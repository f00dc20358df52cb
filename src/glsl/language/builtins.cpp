// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/language/builtins.h"

#include "glsl/language/builtin_uniforms.h"

#include <algorithm>

namespace glsl {

namespace {

// Structures of GLSL 1.20 section 7.5 and what is of them, spelled with the hidden prefix. `L` in
// brackets stands for gl_MaxLights. The rest of the state is in builtinUniforms().
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
    {"FogParameters",
     "struct gd_FogParameters { vec4 color; float density; float start; float end; float scale; };",
     ""},
    {"Fog", "uniform gd_FogParameters gd_Fog;", "gl_FogParameters"},
};

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

// BuiltIn BaseInstance: the language has a name for it only in versions that are slow to read.
constexpr std::string_view kBaseInstance =
    "spirv_decorate(extensions = [\"SPV_KHR_shader_draw_parameters\"], capabilities = [4427], "
    "11, 4425) in int gd_BaseInstance;";

constexpr std::string_view kVec4Varyings[] = {
    "FrontColor", "BackColor", "FrontSecondaryColor", "BackSecondaryColor"};

// clang-format off
constexpr ExtensionFact kExtensions[] = {
    {.name = "GL_OES_standard_derivatives", .offered = &Extensions::oesStandardDerivatives, .compilerKnowsIt = true, .es = true},
    {.name = "GL_EXT_shader_texture_lod", .offered = &Extensions::extShaderTextureLod, .compilerKnowsIt = true, .es = true},
    {.name = "GL_EXT_frag_depth", .offered = &Extensions::extFragDepth, .compilerKnowsIt = true, .es = true},
    {.name = "GL_EXT_draw_buffers", .offered = &Extensions::extDrawBuffers, .es = true},
    {.name = "GL_OES_texture_3D", .offered = &Extensions::oesTexture3D, .compilerKnowsIt = true, .es = true},
    {.name = "GL_OES_EGL_image_external", .offered = &Extensions::oesEglImageExternal, .compilerKnowsIt = true, .es = true},
    {.name = "GL_OES_EGL_image_external_essl3", .offered = &Extensions::oesEglImageExternalEssl3, .compilerKnowsIt = true, .es = true},
    {.name = "GL_ARB_compatibility", .offered = &Extensions::arbCompatibility},
    {.name = "GL_ARB_texture_rectangle", .offered = &Extensions::arbTextureRectangle, .compilerKnowsIt = true, .core = 140},
    {.name = "GL_ARB_shader_texture_lod", .offered = &Extensions::arbShaderTextureLod, .compilerKnowsIt = true, .core = 130},
    {.name = "GL_ARB_draw_buffers", .offered = &Extensions::arbDrawBuffers},
    {.name = "GL_ARB_explicit_attrib_location", .offered = &Extensions::arbExplicitAttribLocation, .compilerKnowsIt = true, .core = 330},
    {.name = "GL_ARB_draw_instanced", .offered = &Extensions::arbDrawInstanced, .compilerKnowsIt = true, .core = 140},
    {.name = "GL_EXT_gpu_shader4", .offered = &Extensions::extGpuShader4},
    {.name = "GL_EXT_texture_array", .offered = &Extensions::extTextureArray, .core = 130},
    {.name = "GL_ARB_uniform_buffer_object", .offered = &Extensions::arbUniformBufferObject, .compilerKnowsIt = true, .core = 140},
    {.name = "GL_ARB_texture_cube_map_array", .offered = &Extensions::arbTextureCubeMapArray, .compilerKnowsIt = true, .core = 400},
    {.name = "GL_ARB_texture_gather", .offered = &Extensions::arbTextureGather, .compilerKnowsIt = true, .core = 400},
    {.name = "GL_ARB_texture_query_lod", .offered = &Extensions::arbTextureQueryLod, .compilerKnowsIt = true, .core = 400},
    {.name = "GL_ARB_texture_query_levels", .offered = &Extensions::arbTextureQueryLevels, .core = 430},
    {.name = "GL_ARB_texture_multisample", .offered = &Extensions::arbTextureMultisample, .compilerKnowsIt = true, .core = 150},
    {.name = "GL_ARB_texture_buffer_object", .offered = &Extensions::arbTextureBufferObject, .core = 140},
    {.name = "GL_ARB_shader_bit_encoding", .offered = &Extensions::arbShaderBitEncoding, .compilerKnowsIt = true, .core = 330},
    {.name = "GL_ARB_shading_language_packing", .offered = &Extensions::arbShadingLanguagePacking, .compilerKnowsIt = true, .core = 420},
    {.name = "GL_ARB_shading_language_420pack", .offered = &Extensions::arbShadingLanguage420pack, .compilerKnowsIt = true, .core = 420},
    {.name = "GL_ARB_shader_precision", .offered = &Extensions::arbShaderPrecision, .core = 410},
    {.name = "GL_ARB_fragment_coord_conventions", .offered = &Extensions::arbFragmentCoordConventions, .compilerKnowsIt = true, .core = 150},
    {.name = "GL_ARB_conservative_depth", .offered = &Extensions::arbConservativeDepth, .core = 420},
    {.name = "GL_AMD_conservative_depth", .offered = &Extensions::amdConservativeDepth, .core = 420},
    {.name = "GL_ARB_blend_func_extended", .offered = &Extensions::arbBlendFuncExtended},
    {.name = "GL_EXT_blend_func_extended", .offered = &Extensions::extBlendFuncExtended, .compilerKnowsIt = true, .es = true},
    {.name = "GL_ARB_separate_shader_objects", .offered = &Extensions::arbSeparateShaderObjects, .compilerKnowsIt = true, .core = 410},
    {.name = "GL_ARB_gpu_shader5", .offered = &Extensions::arbGpuShader5, .compilerKnowsIt = true, .core = 400},
    {.name = "GL_ARB_gpu_shader_fp64", .offered = &Extensions::arbGpuShaderFp64, .compilerKnowsIt = true, .core = 400},
    {.name = "GL_ARB_vertex_attrib_64bit", .offered = &Extensions::arbVertexAttrib64bit, .compilerKnowsIt = true, .core = 410},
    {.name = "GL_ARB_tessellation_shader", .offered = &Extensions::arbTessellationShader, .compilerKnowsIt = true, .core = 400},
    {.name = "GL_ARB_shader_subroutine", .offered = &Extensions::arbShaderSubroutine, .core = 400},
    {.name = "GL_ARB_sample_shading", .offered = &Extensions::arbSampleShading, .compilerKnowsIt = true, .core = 400},
    {.name = "GL_ARB_viewport_array", .offered = &Extensions::arbViewportArray, .compilerKnowsIt = true, .core = 410},
    {.name = "GL_ARB_fragment_layer_viewport", .offered = &Extensions::arbFragmentLayerViewport, .core = 430},
    {.name = "GL_ARB_shader_stencil_export", .offered = &Extensions::arbShaderStencilExport, .compilerKnowsIt = true},
    {.name = "GL_AMD_shader_stencil_export", .offered = &Extensions::amdShaderStencilExport},
    {.name = "GL_ARB_cull_distance", .offered = &Extensions::arbCullDistance, .core = 450},
    {.name = "GL_ARB_arrays_of_arrays", .offered = &Extensions::arbArraysOfArrays, .core = 430},
    {.name = "GL_ARB_explicit_uniform_location", .offered = &Extensions::arbExplicitUniformLocation, .compilerKnowsIt = true, .core = 430},
    {.name = "GL_ARB_enhanced_layouts", .offered = &Extensions::arbEnhancedLayouts, .compilerKnowsIt = true, .core = 440},
    {.name = "GL_ARB_derivative_control", .offered = &Extensions::arbDerivativeControl, .compilerKnowsIt = true, .core = 450},
    {.name = "GL_ARB_shader_draw_parameters", .offered = &Extensions::arbShaderDrawParameters, .compilerKnowsIt = true, .core = 460},
    {.name = "GL_ARB_shader_viewport_layer_array", .offered = &Extensions::arbShaderViewportLayerArray, .compilerKnowsIt = true},
};
// clang-format on

constexpr std::pair<std::string_view, int Limits::*> kLimitNames[] = {
    {"gl_MaxVertexAttribs", &Limits::maxVertexAttribs},
    {"gl_MaxVertexUniformVectors", &Limits::maxVertexUniformVectors},
    {"gl_MaxFragmentUniformVectors", &Limits::maxFragmentUniformVectors},
    {"gl_MaxVaryingVectors", &Limits::maxVaryingVectors},
    {"gl_MaxVertexTextureImageUnits", &Limits::maxVertexTextureImageUnits},
    {"gl_MaxTextureImageUnits", &Limits::maxTextureImageUnits},
    {"gl_MaxCombinedTextureImageUnits", &Limits::maxCombinedTextureImageUnits},
    {"gl_MaxDrawBuffers", &Limits::maxDrawBuffers},
    {"gl_MaxDualSourceDrawBuffersEXT", &Limits::maxDualSourceDrawBuffers},
    {"gl_MaxTextureCoords", &Limits::maxTextureCoords},
    {"gl_MaxTextureUnits", &Limits::maxTextureUnits},
    {"gl_MaxLights", &Limits::maxLights},
    {"gl_MaxClipPlanes", &Limits::maxClipDistances},
    {"gl_MaxClipDistances", &Limits::maxClipDistances},
    {"gl_MaxCullDistances", &Limits::maxClipDistances},
    {"gl_MaxCombinedClipAndCullDistances", &Limits::maxClipDistances},
    {"gl_MaxVertexOutputComponents", &Limits::maxVertexOutputComponents},
    {"gl_MaxFragmentInputComponents", &Limits::maxFragmentInputComponents},
};

std::string withSizes(std::string_view text, const Limits& limits) {
    const std::pair<std::string_view, int> sizes[] = {
        {"[N]", limits.maxTextureCoords},
        {"[L]", limits.maxLights},
    };
    std::string out(text);
    for (const auto& [mark, size] : sizes) {
        if (const size_t at = out.find(mark); at != std::string::npos) {
            out.replace(at, mark.size(), "[" + std::to_string(size) + "]");
        }
    }
    return out;
}

std::string declaration(const BuiltinUniformFact& fact, const Limits& limits) {
    std::string text = "uniform ";
    text += typeInfo(fact.glType).name;
    text += " ";
    text += kHiddenPrefix;
    text += fact.name;
    switch (fact.count) {
    case BuiltinCount::One:
        break;
    case BuiltinCount::ClipPlanes:
        text += "[" + std::to_string(limits.maxClipDistances) + "]";
        break;
    case BuiltinCount::TextureCoords:
        text += "[" + std::to_string(limits.maxTextureCoords) + "]";
        break;
    case BuiltinCount::TextureUnits:
        text += "[" + std::to_string(limits.maxTextureImageUnits) + "]";
        break;
    case BuiltinCount::Lights:
        text += "[" + std::to_string(limits.maxLights) + "]";
        break;
    case BuiltinCount::VertexKey:
        text += "[" + std::to_string(kFixedVertexVectors) + "]";
        break;
    case BuiltinCount::FragmentKey:
        text += "[" + std::to_string(kFixedFragmentVectors) + "]";
        break;
    }
    return text + ";";
}

std::optional<HiddenName> hiddenState(std::string_view name, const Limits& limits) {
    for (const StateRow& row : kState) {
        if (row.name == name) {
            return HiddenName{std::string(kHiddenPrefix) + std::string(name),
                              withSizes(row.declaration, limits),
                              std::string(row.dependency)};
        }
    }
    const auto uniforms = builtinUniforms();
    const auto fact = std::ranges::find(uniforms, name, &BuiltinUniformFact::name);
    if (fact != uniforms.end()) {
        return HiddenName{
            std::string(kHiddenPrefix) + std::string(name), declaration(*fact, limits), ""};
    }
    return std::nullopt;
}

bool isVertexOnlyVarying(std::string_view name) {
    return name == "ClipVertex" ||
           std::ranges::find(kVec4Varyings, name) != std::end(kVec4Varyings);
}

// `dimension`: "[]" where there is one for each vertex.
std::optional<HiddenName> declaredVarying(std::string_view name,
                                          const std::string& direction,
                                          const std::string& hidden,
                                          const std::string& dimension,
                                          const Limits& limits) {
    if (isVertexOnlyVarying(name)) {
        return HiddenName{hidden, direction + " vec4 " + hidden + dimension + ";", ""};
    }
    if (name == "TexCoord") {
        const std::string text = direction + " vec4 " + hidden + dimension + "[N];";
        return HiddenName{hidden, withSizes(text, limits), ""};
    }
    if (name == "FogFragCoord") {
        return HiddenName{hidden, direction + " float " + hidden + dimension + ";", ""};
    }
    return std::nullopt;
}

std::optional<HiddenName> hiddenVarying(std::string_view name, Stage stage, const Limits& limits) {
    if (stage != Stage::Fragment) {
        return declaredVarying(name,
                               "out",
                               std::string(kHiddenPrefix) + std::string(name),
                               stage == Stage::TessControl ? "[]" : "",
                               limits);
    }
    // A fragment shader knows one colour: of the facing side. The code reads the front's;
    // spirv::VertexColors makes it choose where lighting has two sides.
    if (name == "Color" || name == "SecondaryColor") {
        const std::string hidden = std::string(kHiddenPrefix) + "Front" + std::string(name);
        return HiddenName{hidden, "in vec4 " + hidden + ";", ""};
    }
    return isVertexOnlyVarying(name)
               ? std::nullopt
               : declaredVarying(
                     name, "in", std::string(kHiddenPrefix) + std::string(name), "", limits);
}

} // namespace

std::string originalName(std::string_view name) {
    if (name.starts_with(kRenamedPrefix)) {
        return std::string(name.substr(kRenamedPrefix.size()));
    }
    for (const std::string_view prefix : {kHiddenPrefix, kHiddenInputPrefix}) {
        if (name.starts_with(prefix)) {
            return "gl_" + std::string(name.substr(prefix.size()));
        }
    }
    return std::string(name);
}

bool isVertexColor(std::string_view glName, Stage stage) {
    if (stage == Stage::Fragment) {
        return glName == "gl_Color" || glName == "gl_SecondaryColor";
    }
    return stage != Stage::Compute && glName.starts_with("gl_") &&
           std::ranges::find(kVec4Varyings, glName.substr(3)) != std::end(kVec4Varyings);
}

int openVaryingLocation(std::string_view glName) {
    constexpr std::string_view kInOrder[] = {"gl_FrontColor",
                                             "gl_BackColor",
                                             "gl_FrontSecondaryColor",
                                             "gl_BackSecondaryColor",
                                             "gl_FogFragCoord",
                                             "gl_ClipVertex",
                                             "gl_TexCoord"}; // Eight of the last.
    const auto found = std::ranges::find(kInOrder, glName);
    return found == std::end(kInOrder) ? -1 : kFirstOpenVarying + int(found - kInOrder);
}

std::optional<HiddenName> hiddenName(std::string_view glName, const CompileOptions& options) {
    const Stage stage = options.stage;
    const Limits& limits = options.limits;
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
        if (name == "SecondaryFragColorEXT" || name == "SecondaryFragDataEXT") {
            const std::string hidden = std::string(kHiddenPrefix) + std::string(name);
            const std::string size = "[" + std::to_string(limits.maxDualSourceDrawBuffers) + "]";
            return HiddenName{hidden,
                              "layout(location = 0, index = 1) out vec4 " + hidden +
                                  (name == "SecondaryFragDataEXT" ? size : "") + ";",
                              ""};
        }
        if (name == "FragDepthEXT") {
            return HiddenName{"gl_FragDepth", "", ""};
        }
        // Vulkan counts point coordinates from the framebuffer's first row, which here is GL's
        // bottom.
        if (name == "PointCoord" && options.api == Api::ES) {
            return HiddenName{"vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y)", "", ""};
        }
        if (name == "PointCoord") {
            return HiddenName{"vec2(gl_PointCoord.x, abs(gd_PointCoordOrigin - gl_PointCoord.y))",
                              "",
                              "gl_PointCoordOrigin"};
        }
    }
    if (name == "InstanceID" || name == "InstanceIDARB" || name == "InstanceIDEXT") {
        const bool based = options.drawParameters;
        return HiddenName{based ? "(gl_InstanceID - gd_BaseInstance)" : "gl_InstanceID",
                          based ? std::string(kBaseInstance) : "",
                          ""};
    }
    if (stage != Stage::Compute) {
        if (auto varying = hiddenVarying(name, stage, limits)) {
            return varying;
        }
    }
    return hiddenState(name, limits);
}

std::optional<HiddenName> hiddenInput(std::string_view glName, const Limits& limits) {
    if (!glName.starts_with("gl_")) {
        return std::nullopt;
    }
    const std::string_view name = glName.substr(3);
    return declaredVarying(
        name, "in", std::string(kHiddenInputPrefix) + std::string(name), "[]", limits);
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
    if (glName == "gl_MaxVertexOutputVectors") {
        return limits.maxVertexOutputComponents / 4;
    }
    if (glName == "gl_MaxFragmentInputVectors") {
        return limits.maxFragmentInputComponents / 4;
    }
    return std::nullopt;
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
    const bool offset = take("Offset");
    const bool ext = take("EXT");
    const bool otherSuffix = !ext && (take("ARB") || take("OES"));
    (void)otherSuffix;
    if (!rest.empty()) {
        return std::nullopt;
    }
    static constexpr std::string_view kTargets[2][3][2] = {
        {{"texture", "textureOffset"},
         {"textureLod", "textureLodOffset"},
         {"textureGrad", "textureGradOffset"}},
        {{"textureProj", "textureProjOffset"},
         {"textureProjLod", "textureProjLodOffset"},
         {"textureProjGrad", "textureProjGradOffset"}},
    };
    const int level = lod ? 1 : grad ? 2 : 0;
    return TextureFunction{kTargets[proj][level][offset], shadow && !ext};
}

BuiltinAttribute builtinAttribute(std::string_view glName) {
    if (glName == "gl_PointSizeArray") { // No application has it.
        return BuiltinAttribute::PointSize;
    }
    for (const AttributeRow& row : kAttributes) {
        if (glName.starts_with("gl_") && glName.substr(3) == row.name) {
            return row.builtin;
        }
    }
    return BuiltinAttribute::None;
}

bool isRemovedFromCore(std::string_view name) {
    if (name == "ftransform" || name == "gl_MaxClipPlanes" || name == "gl_MaxLights" ||
        name == "gl_MaxTextureCoords" || name == "gl_MaxTextureUnits" ||
        name == "gl_FogFragCoord" || name == "gl_TexCoord" || name == "gl_ClipVertex" ||
        builtinAttribute(name) != BuiltinAttribute::None) {
        return true;
    }
    if (!name.starts_with("gl_")) {
        return false;
    }
    const std::string_view rest = name.substr(3);
    if (std::ranges::find(kState, rest, &StateRow::name) != std::end(kState)) {
        return !rest.starts_with("DepthRange");
    }
    const BuiltinUniform builtin = builtinUniform(name);
    const bool isState = builtin != BuiltinUniform::None &&
                         builtinUniformFact(builtin).audience != BuiltinAudience::Everybody;
    return isState || std::ranges::find(kVec4Varyings, rest) != std::end(kVec4Varyings);
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
