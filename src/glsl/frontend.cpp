// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/frontend.h"

#include "glsl/builtins.h"
#include "glsl/std140.h"
#include "glsl/tree_checks.h"

#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <cstring>
#include <memory>

namespace glsl {

namespace {

void initializeOnce() {
    static const bool done = glslang::InitializeProcess();
    (void)done;
}

EShLanguage language(Stage stage) {
    switch (stage) {
    case Stage::Vertex:
        return EShLangVertex;
    case Stage::TessControl:
        return EShLangTessControl;
    case Stage::TessEvaluation:
        return EShLangTessEvaluation;
    case Stage::Geometry:
        return EShLangGeometry;
    case Stage::Fragment:
        return EShLangFragment;
    case Stage::Compute:
        return EShLangCompute;
    }
    return EShLangVertex;
}

TBuiltInResource resources(const CompileOptions& options) {
    const Limits& l = options.limits;
    TBuiltInResource r = {};
    r.maxLights = l.maxLights;
    r.maxClipPlanes = l.maxClipDistances;
    r.maxTextureUnits = l.maxTextureUnits;
    r.maxTextureCoords = l.maxTextureCoords;
    r.maxVertexAttribs = l.maxVertexAttribs;
    r.maxVertexUniformComponents = l.maxVertexUniformVectors * 4;
    r.maxVaryingFloats = l.maxVaryingVectors * 4;
    r.maxVertexTextureImageUnits = l.maxVertexTextureImageUnits;
    r.maxCombinedTextureImageUnits = l.maxCombinedTextureImageUnits;
    r.maxTextureImageUnits = l.maxTextureImageUnits;
    r.maxFragmentUniformComponents = l.maxFragmentUniformVectors * 4;
    r.maxDrawBuffers = l.maxDrawBuffers;
    r.maxVertexUniformVectors = l.maxVertexUniformVectors;
    r.maxVaryingVectors = l.maxVaryingVectors;
    r.maxFragmentUniformVectors = l.maxFragmentUniformVectors;
    r.maxVertexOutputVectors = l.maxVaryingVectors + 1;
    r.maxFragmentInputVectors = l.maxVaryingVectors;
    r.minProgramTexelOffset = l.minProgramTexelOffset;
    r.maxProgramTexelOffset = l.maxProgramTexelOffset;
    r.maxClipDistances = l.maxClipDistances;
    r.maxCullDistances = l.maxClipDistances;
    r.maxCombinedClipAndCullDistances = l.maxClipDistances;
    r.maxVaryingComponents = l.maxVaryingVectors * 4;
    r.maxVertexOutputComponents = l.maxVertexOutputComponents;
    r.maxFragmentInputComponents = l.maxFragmentInputComponents;
    r.maxGeometryInputComponents = l.maxGeometryInputComponents;
    r.maxGeometryOutputComponents = l.maxGeometryOutputComponents;
    r.maxGeometryOutputVertices = l.maxGeometryOutputVertices;
    r.maxGeometryTotalOutputComponents = l.maxGeometryTotalOutputComponents;
    r.maxGeometryTextureImageUnits = l.maxGeometryTextureImageUnits;
    r.maxGeometryUniformComponents = l.maxGeometryUniformComponents;
    r.maxGeometryVaryingComponents = l.maxGeometryOutputComponents;
    r.maxTessControlInputComponents = l.maxTessControlInputComponents;
    r.maxTessControlOutputComponents = l.maxTessControlOutputComponents;
    r.maxTessControlTotalOutputComponents = l.maxTessControlTotalOutputComponents;
    r.maxTessControlUniformComponents = l.maxTessControlUniformComponents;
    r.maxTessControlTextureImageUnits = l.maxTessControlTextureImageUnits;
    r.maxTessEvaluationInputComponents = l.maxTessEvaluationInputComponents;
    r.maxTessEvaluationOutputComponents = l.maxTessEvaluationOutputComponents;
    r.maxTessEvaluationUniformComponents = l.maxTessEvaluationUniformComponents;
    r.maxTessEvaluationTextureImageUnits = l.maxTessEvaluationTextureImageUnits;
    r.maxTessPatchComponents = l.maxTessPatchComponents;
    r.maxPatchVertices = l.maxPatchVertices;
    r.maxTessGenLevel = l.maxTessGenLevel;
    r.maxViewports = l.maxViewports;
    r.maxSamples = l.maxSamples;
    r.maxComputeWorkGroupCountX = r.maxComputeWorkGroupCountY = r.maxComputeWorkGroupCountZ = 65535;
    r.maxComputeWorkGroupSizeX = r.maxComputeWorkGroupSizeY = 1024;
    r.maxComputeWorkGroupSizeZ = 64;
    r.maxDualSourceDrawBuffersEXT = l.maxDualSourceDrawBuffers;
    r.limits = {true, true, true, true, true, true, true, true, true};
    return r;
}

// One version, one profile default: what a source without #version is.
struct DefaultLanguage {
    int version;
    EProfile profile;
};

DefaultLanguage defaultLanguage(Api api) {
    return api == Api::ES ? DefaultLanguage{100, EEsProfile} : DefaultLanguage{110, ENoProfile};
}

// Extensions that are handled here rather than by the compiler still need their macro.
std::string preamble(const CompileOptions& options, int version) {
    // The compiler expands __VERSION__ but does not know it to be defined.
    std::string text = "#define __VERSION__ " + std::to_string(version) + "\n";
    for (const ExtensionFact* fact : extensionFacts()) {
        if (!fact->compilerKnowsIt && options.extensions.*fact->offered &&
            fact->es == (options.api == Api::ES)) {
            text += "#define " + std::string(fact->name) + " 1\n";
        }
    }
    return text;
}

void setSource(glslang::TShader& shader,
               const std::string& source,
               const std::string& preambleText,
               const char*& text,
               int& length) {
    text = source.data();
    length = int(source.size());
    shader.setStringsWithLengths(&text, &length, 1);
    shader.setPreamble(preambleText.c_str());
}

// "ERROR: 0:3: 'x' : undeclared" → "0:3: error: 'x' : undeclared"; the compiler's own summary goes.
std::string readableLog(const char* raw) {
    std::string out;
    const std::string_view all = raw == nullptr ? "" : raw;
    for (size_t at = 0; at < all.size();) {
        const size_t end = std::min(all.find('\n', at), all.size());
        std::string_view line = all.substr(at, end - at);
        at = end + 1;
        std::string_view severity;
        if (line.starts_with("ERROR: ")) {
            severity = "error";
            line.remove_prefix(7);
        } else if (line.starts_with("WARNING: ")) {
            severity = "warning";
            line.remove_prefix(9);
        }
        while (!line.empty() && line.back() == ' ') {
            line.remove_suffix(1);
        }
        if (line.empty() || line.find("compilation errors.") != std::string_view::npos ||
            line.starts_with("Linked ")) {
            continue;
        }
        const size_t colon = line.find(": ");
        const bool located = line.starts_with("0:") && colon != std::string_view::npos;
        if (located) {
            out += std::string(line.substr(0, colon + 2));
            line.remove_prefix(colon + 2);
        }
        if (!severity.empty()) {
            out += std::string(severity) + ": ";
        }
        out += std::string(line);
        out += '\n';
    }
    return out;
}

std::optional<SamplerDim> samplerDim(glslang::TSamplerDim dim) {
    switch (dim) {
    case glslang::Esd1D:
        return SamplerDim::Dim1D;
    case glslang::Esd2D:
        return SamplerDim::Dim2D;
    case glslang::Esd3D:
        return SamplerDim::Dim3D;
    case glslang::EsdCube:
        return SamplerDim::Cube;
    case glslang::EsdRect:
        return SamplerDim::Rect;
    case glslang::EsdBuffer:
        return SamplerDim::Buffer;
    default:
        return std::nullopt;
    }
}

BaseType baseType(glslang::TBasicType basic) {
    switch (basic) {
    case glslang::EbtInt:
        return BaseType::Int;
    case glslang::EbtUint:
        return BaseType::Uint;
    case glslang::EbtBool:
        return BaseType::Bool;
    case glslang::EbtDouble:
        return BaseType::Double;
    default:
        return BaseType::Float;
    }
}

uint32_t samplerTypeOf(const glslang::TSampler& s) {
    auto dim = samplerDim(s.dim);
    if (!dim) {
        return kGlSampler2D;
    }
    if (s.ms) {
        dim = SamplerDim::Multisample;
    }
    const uint32_t type = samplerType(*dim, s.shadow, s.arrayed, baseType(s.type));
    return type == 0 ? kGlSampler2D : type;
}

Qualifiers qualifiersOf(const glslang::TQualifier& qualifier) {
    Qualifiers out;
    out.location = qualifier.hasLocation() ? int(qualifier.layoutLocation) : -1;
    out.invariant = qualifier.invariant;
    out.flat = qualifier.flat;
    out.noperspective = qualifier.nopersp;
    out.centroid = qualifier.centroid;
    out.sample = qualifier.sample;
    out.patch = qualifier.patch;
    return out;
}

Type convertType(const glslang::TType& type) {
    Type out;
    out.precision = Precision(int(type.getQualifier().precision));
    if (type.isArray()) {
        const glslang::TArraySizes& sizes = *type.getArraySizes();
        for (int d = 0; d < sizes.getNumDims(); ++d) {
            int size = sizes.getDimSize(d);
            if (size == int(glslang::UnsizedArraySize) && d == 0) {
                size = sizes.getImplicitSize();
                out.implicitSize = true;
            }
            out.dims.push_back(std::max(size, 0));
        }
    }
    if (type.isStruct()) {
        out.structName = type.getTypeName().c_str();
        for (const glslang::TTypeLoc& member : *type.getStruct()) {
            const glslang::TQualifier& qualifier = member.type->getQualifier();
            Type::Member& converted = out.members.emplace_back();
            converted.name = member.type->getFieldName().c_str();
            converted.type = convertType(*member.type);
            converted.qualifiers = qualifiersOf(qualifier);
            converted.rowMajor = qualifier.layoutMatrix == glslang::ElmRowMajor;
        }
    } else if (type.getBasicType() == glslang::EbtSampler) {
        out.glType = samplerTypeOf(type.getSampler());
    } else {
        const int columns = type.isMatrix() ? type.getMatrixCols() : 1;
        const int rows = type.isMatrix() ? type.getMatrixRows() : type.getVectorSize();
        out.glType = numericType(baseType(type.getBasicType()), columns, rows);
    }
    return out;
}

template <class T>
void appendBytes(std::vector<std::byte>& out, T value) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), bytes, bytes + sizeof value);
}

// `isDouble`: the compiler folds floats in double precision and does not tell them apart.
std::vector<std::byte> constantBytes(const glslang::TConstUnionArray& values, bool isDouble) {
    std::vector<std::byte> out;
    for (int i = 0; i < values.size(); ++i) {
        switch (values[i].getType()) {
        case glslang::EbtInt:
            appendBytes(out, values[i].getIConst());
            break;
        case glslang::EbtUint:
            appendBytes(out, values[i].getUConst());
            break;
        case glslang::EbtBool:
            appendBytes(out, uint32_t{values[i].getBConst()});
            break;
        default:
            if (isDouble) {
                appendBytes(out, values[i].getDConst());
            } else {
                appendBytes(out, float(values[i].getDConst()));
            }
            break;
        }
    }
    return out;
}

std::optional<Storage> storageOf(const glslang::TQualifier& qualifier, bool isBlock) {
    switch (qualifier.storage) {
    case glslang::EvqUniform:
        return isBlock ? Storage::Block : Storage::Uniform;
    case glslang::EvqVaryingIn:
        return Storage::Input;
    case glslang::EvqVaryingOut:
        return Storage::Output;
    default:
        return std::nullopt;
    }
}

std::vector<Global> linkageGlobals(const glslang::TIntermediate& tree) {
    std::vector<Global> out;
    glslang::TIntermAggregate* root =
        tree.getTreeRoot() != nullptr ? tree.getTreeRoot()->getAsAggregate() : nullptr;
    if (root == nullptr) {
        return out;
    }
    for (TIntermNode* node : root->getSequence()) {
        glslang::TIntermAggregate* objects = node->getAsAggregate();
        if (objects == nullptr || objects->getOp() != glslang::EOpLinkerObjects) {
            continue;
        }
        for (TIntermNode* object : objects->getSequence()) {
            const glslang::TIntermSymbol* symbol = object->getAsSymbolNode();
            if (symbol == nullptr) {
                continue;
            }
            const glslang::TType& type = symbol->getType();
            const glslang::TQualifier& qualifier = type.getQualifier();
            const auto storage = storageOf(qualifier, type.getBasicType() == glslang::EbtBlock);
            if (!storage || symbol->getName().compare(0, 3, "gl_") == 0) {
                // The default uniform block itself is what the caller wants to see.
                if (!storage || *storage != Storage::Block) {
                    continue;
                }
            }
            Global global;
            static_cast<Qualifiers&>(global) = qualifiersOf(qualifier);
            global.name = symbol->getName().c_str();
            global.storage = *storage;
            global.type = convertType(type);
            global.isBlock = type.getBasicType() == glslang::EbtBlock;
            if (global.isBlock) {
                // Blocks without an instance name get one that is no word of the language.
                global.instanceName =
                    global.name.find('@') == std::string::npos ? global.name : std::string();
                global.name = global.type.structName;
            }
            if (*storage == Storage::Block) {
                global.blockSize_B = layOutStd140(global.type);
                global.packing = int(qualifier.layoutPacking);
            }
            global.binding = qualifier.hasBinding() ? int(qualifier.layoutBinding) : -1;
            global.index = qualifier.hasIndex() ? int(qualifier.layoutIndex) : 0;
            global.stream = qualifier.hasStream() ? int(qualifier.layoutStream) : 0;
            global.initialValue =
                constantBytes(symbol->getConstArray(), type.getBasicType() == glslang::EbtDouble);
            out.push_back(std::move(global));
        }
    }
    return out;
}

// Linking gives unsized arrays the sizes that they are used with: what `declared` knows from
// before.
void noteImplicitSizes(Type& type, const Type& declared) {
    type.implicitSize = declared.implicitSize;
    for (size_t i = 0; i < std::min(type.members.size(), declared.members.size()); ++i) {
        noteImplicitSizes(type.members[i].type, declared.members[i].type);
    }
}

void noteImplicitSizes(std::vector<Global>& globals, const std::vector<Global>& declared) {
    for (Global& global : globals) {
        const auto same = std::ranges::find_if(declared, [&](const Global& other) {
            return other.name == global.name && other.storage == global.storage;
        });
        if (same != declared.end()) {
            noteImplicitSizes(global.type, same->type);
        }
    }
}

using Initializers = std::map<std::string, std::vector<std::byte>>;

// Initial values of plain global variables are assignments outside functions.
void collectInitializers(const glslang::TIntermSequence& nodes, Initializers& out) {
    for (TIntermNode* node : nodes) {
        const glslang::TIntermAggregate* sequence = node->getAsAggregate();
        if (sequence != nullptr && sequence->getOp() == glslang::EOpSequence) {
            collectInitializers(sequence->getSequence(), out);
        }
        const glslang::TIntermBinary* assignment = node->getAsBinaryNode();
        if (assignment == nullptr || assignment->getOp() != glslang::EOpAssign) {
            continue;
        }
        const glslang::TIntermSymbol* variable = assignment->getLeft()->getAsSymbolNode();
        if (variable != nullptr && variable->getQualifier().storage == glslang::EvqGlobal) {
            const glslang::TIntermConstantUnion* value =
                assignment->getRight()->getAsConstantUnion();
            out[variable->getName().c_str()] =
                value == nullptr ? std::vector<std::byte>()
                                 : constantBytes(value->getConstArray(),
                                                 value->getBasicType() == glslang::EbtDouble);
        }
    }
}

uint32_t primitive(glslang::TLayoutGeometry geometry) {
    switch (geometry) {
    case glslang::ElgPoints:
        return kGlPoints;
    case glslang::ElgLines:
        return kGlLines;
    case glslang::ElgLinesAdjacency:
        return kGlLinesAdjacency;
    case glslang::ElgLineStrip:
        return kGlLineStrip;
    case glslang::ElgTriangles:
        return kGlTriangles;
    case glslang::ElgTrianglesAdjacency:
        return kGlTrianglesAdjacency;
    case glslang::ElgTriangleStrip:
        return kGlTriangleStrip;
    case glslang::ElgQuads:
        return kGlQuads;
    case glslang::ElgIsolines:
        return kGlIsolines;
    default:
        return 0;
    }
}

GeometryFacts geometryFacts(const glslang::TIntermediate& tree) {
    GeometryFacts facts;
    if (tree.getStage() == EShLangGeometry) {
        facts.inputPrimitive = primitive(tree.getInputPrimitive());
        facts.outputPrimitive = primitive(tree.getOutputPrimitive());
        facts.maxVertices =
            tree.getVertices() == glslang::TQualifier::layoutNotSet ? 0 : tree.getVertices();
        facts.invocations = std::max(tree.getInvocations(), 1);
    }
    return facts;
}

TessellationFacts tessellationFacts(const glslang::TIntermediate& tree) {
    TessellationFacts facts;
    if (tree.getStage() == EShLangTessControl) {
        facts.patchVertices =
            tree.getVertices() == glslang::TQualifier::layoutNotSet ? 0 : tree.getVertices();
    } else if (tree.getStage() == EShLangTessEvaluation) {
        facts.mode = primitive(tree.getInputPrimitive());
        facts.spacing = tree.getVertexSpacing() == glslang::EvsFractionalEven  ? kGlFractionalEven
                        : tree.getVertexSpacing() == glslang::EvsFractionalOdd ? kGlFractionalOdd
                        : tree.getVertexSpacing() == glslang::EvsEqual         ? kGlEqual
                                                                               : 0;
        facts.vertexOrder = tree.getVertexOrder() == glslang::EvoCw    ? kGlCw
                            : tree.getVertexOrder() == glslang::EvoCcw ? kGlCcw
                                                                       : 0;
        facts.pointMode = tree.getPointMode();
    }
    return facts;
}

} // namespace

Validation validate(const CompileOptions& options,
                    const std::string& source,
                    int version,
                    const std::string& declarations) {
    initializeOnce();
    Validation out;
    const TBuiltInResource limits = resources(options);
    const DefaultLanguage language0 = defaultLanguage(options.api);
    const std::string preambleText = preamble(options, version) + declarations;
    const char* text = nullptr;
    int length = 0;
    glslang::TShader shader(language(options.stage));
    setSource(shader, source, preambleText, text, length);
    const bool parsed =
        shader.parse(&limits, language0.version, language0.profile, false, false, EShMsgDefault);
    out.log = readableLog(shader.getInfoLog());
    const glslang::TIntermediate& tree = *shader.getIntermediate();
    out.version = tree.getVersion();
    out.es = tree.getProfile() == EEsProfile;
    if (!parsed) {
        return out;
    }
    if (const std::string error = treeError(tree, version); !error.empty()) {
        out.log += error;
        return out;
    }
    if (tree.getTreeRoot() != nullptr && tree.getTreeRoot()->getAsAggregate() != nullptr) {
        collectInitializers(tree.getTreeRoot()->getAsAggregate()->getSequence(), out.initializers);
    }
    out.usedInputs = usedInputs(tree);
    out.hasMain = tree.getNumEntryPoints() > 0;
    const std::vector<Global> declared = linkageGlobals(tree);
    out.geometry = geometryFacts(tree);
    out.tessellation = tessellationFacts(tree);
    if (out.hasMain) {
        // What the language checks over a whole stage: recursion, gl_FragColor with gl_FragData, …
        glslang::TProgram program;
        program.addShader(&shader);
        if (!program.link(EShMsgDefault)) {
            out.linkError = readableLog(program.getInfoLog());
            const auto says = [&](std::string_view text) {
                return out.linkError.find(text) != std::string::npos;
            };
            out.needsPartner =
                says("No function definition") || says("At least one shader must specify");
            // Other than the rest of them, this one other implementations report at once.
            if (out.linkError.find("gl_FragData") != std::string::npos &&
                out.linkError.find("gl_FragColor") != std::string::npos) {
                out.log += out.linkError;
                return out;
            }
        } else if (program.getIntermediate(language(options.stage)) != nullptr) {
            out.globals = linkageGlobals(*program.getIntermediate(language(options.stage)));
            noteImplicitSizes(out.globals, declared);
        }
    }
    if (out.globals.empty()) {
        out.globals = declared;
    }
    out.ok = true;
    return out;
}

Preprocessed preprocess(const CompileOptions& options, const std::string& source, int version) {
    initializeOnce();
    Preprocessed out;
    const TBuiltInResource limits = resources(options);
    const DefaultLanguage language0 = defaultLanguage(options.api);
    const std::string preambleText = preamble(options, version);
    const char* text = nullptr;
    int length = 0;
    glslang::TShader shader(language(options.stage));
    setSource(shader, source, preambleText, text, length);
    glslang::TShader::ForbidIncluder includer;
    out.ok = shader.preprocess(&limits,
                               language0.version,
                               language0.profile,
                               false,
                               false,
                               EShMsgDefault,
                               &out.text,
                               includer);
    if (!out.ok) {
        out.text = readableLog(shader.getInfoLog());
    }
    return out;
}

Generated
generate(const CompileOptions& options, std::span<const std::string> sources, bool wantCode) {
    initializeOnce();
    Generated out;
    const TBuiltInResource limits = resources(options);
    const auto messages = EShMessages(EShMsgSpvRules | EShMsgVulkanRules);
    const std::string noPreamble;
    std::vector<std::unique_ptr<glslang::TShader>> shaders; // outlive the program
    glslang::TProgram program;
    std::vector<std::pair<const char*, int>> texts(sources.size());
    for (size_t i = 0; i < sources.size(); ++i) {
        auto& shader =
            shaders.emplace_back(std::make_unique<glslang::TShader>(language(options.stage)));
        setSource(*shader, sources[i], noPreamble, texts[i].first, texts[i].second);
        shader->setEnvInput(
            glslang::EShSourceGlsl, language(options.stage), glslang::EShClientVulkan, 100);
        shader->setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
        shader->setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
        shader->setEnvInputVulkanRulesRelaxed();
        shader->setAutoMapBindings(true);
        shader->setAutoMapLocations(true);
        if (!shader->parse(&limits, 450, ECoreProfile, false, false, messages)) {
            out.log += readableLog(shader->getInfoLog());
            return out;
        }
        program.addShader(shader.get());
    }
    if (!wantCode) {
        out.ok = true;
        return out;
    }
    if (!program.link(messages)) {
        out.log += readableLog(program.getInfoLog());
        return out;
    }
    const glslang::TIntermediate* tree = program.getIntermediate(language(options.stage));
    if (tree == nullptr) {
        out.log += "error: no code\n";
        return out;
    }
    out.globals = linkageGlobals(*tree);
    glslang::SpvOptions spvOptions;
    spvOptions.disableOptimizer = true;
    spvOptions.validate = false;
    spv::SpvBuildLogger logger;
    glslang::GlslangToSpv(*tree, out.spirv, &logger, &spvOptions);
    out.ok = !out.spirv.empty();
    return out;
}

} // namespace glsl
