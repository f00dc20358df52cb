// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Linking compiled shaders into a program: SPIR-V per stage and the interface GL reports.
#pragma once

#include "glsl/language/builtin_uniforms.h"
#include "glsl/language/types.h"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace glsl {

/// One active uniform as GL reports it: structs are flattened ("s[1].m"), an array of basic types
/// is one entry named "name[0]".
struct Uniform {
    /// Where the value lies in one stage's default uniform block. std140 layout: array elements
    /// arrayStride_B apart, matrix columns matrixStride_B apart. bool is stored as a 32-bit 0 or 1.
    struct Slot {
        int32_t offset_B = -1; ///< < 0: this stage does not use it (or it is a sampler)
        int32_t arrayStride_B = 0;
        int32_t matrixStride_B = 0;

        friend bool operator==(const Slot&, const Slot&) = default;
    };

    std::string name;
    uint32_t glType = 0;
    int arraySize = 1;
    bool isArray = false;
    int location = -1; ///< of element 0; elements take consecutive locations. -1: built-in
    std::array<Slot, kStageCount> slots;
    uint8_t stageMask = 0; ///< bit Stage: used there
    /// Members of a named uniform block have no location and no slots; they lie here in the block's
    /// buffer (glGetActiveUniformsiv; OpenGL 3.1 section 2.11.4). Of other uniforms -1.
    int blockIndex =
        -1; ///< into LinkedProgram::uniformBlocks, of the first element of a block array
    int offset_B = -1;
    int arrayStride_B = -1;  // 0: not an array
    int matrixStride_B = -1; ///< 0: not a matrix
    bool rowMajor = false;
    int samplerIndex = -1; ///< into LinkedProgram::samplers, of element 0; -1 for numbers
    BuiltinUniform builtin = BuiltinUniform::None;
    /// Initial value from an initialiser (desktop), tightly packed 32-bit components, all elements;
    /// empty: zero. For samplers with layout(binding): the units as int32.
    std::vector<std::byte> initialValue;

    [[nodiscard]] bool isSampler() const { return samplerIndex >= 0; }
};

/// A sampler by its link-time index. Which texture unit it reads is the program's data, never code.
struct SamplerInfo {
    uint32_t glType = 0;
    SamplerDim dim = SamplerDim::Dim2D;
    bool shadow = false;
    bool arrayed = false;
    BaseType sampledBase = BaseType::Float;
    uint8_t stageMask = 0; ///< bit Stage: used there
};

/// A sampler binding of one stage's descriptor set and the samplers behind it: combined image
/// samplers, or uniform texel buffers where SamplerInfo::dim is Buffer.
struct StageSampler {
    uint8_t binding = 0;
    uint16_t count = 1;
    uint16_t firstSampler = 0; ///< element i reads samplers[firstSampler + i]
};

/// One uniform block as GL reports it: each element of an array of blocks is one, "B[1]".
struct UniformBlock {
    std::string name;
    int size_B = 0;  // GL_UNIFORM_BLOCK_DATA_SIZE: a buffer must hold that many
    int binding = 0; ///< layout(binding), else 0; glUniformBlockBinding changes the program's
    std::vector<int> members; ///< into LinkedProgram::uniforms
    uint8_t stageMask = 0;    // bit Stage: active there
};

/// A uniform buffer binding of one stage's descriptor set and the blocks behind it.
struct StageBlock {
    uint8_t binding = 0;
    uint16_t count = 1;
    uint16_t firstBlock = 0; ///< element i reads uniformBlocks[firstBlock + i]
};

/// What transform feedback captures (OpenGL 3.0 section 2.15; 4.0 for several buffers and streams).
/// The code of the last stage before rasterisation carries the offsets as SPIR-V decorations.
struct FeedbackVarying {
    std::string name; ///< as the application gave it; "gl_NextBuffer", "gl_SkipComponents1" … too
    uint32_t glType = 0;
    int arraySize = 1;
    int buffer = 0;
    int offset_B = 0;
};
struct Feedback {
    static constexpr int kBuffers = 4;
    std::vector<FeedbackVarying> varyings;
    uint32_t mode = 0;                         // GL_INTERLEAVED_ATTRIBS, GL_SEPARATE_ATTRIBS
    std::array<uint32_t, kBuffers> stride_B{}; ///< 0: the buffer is not written
    std::array<uint8_t, kBuffers> stream{};    // vertex stream that the buffer takes
    [[nodiscard]] bool any() const { return stride_B != std::array<uint32_t, kBuffers>{}; }
};

/// Subroutines of one stage (OpenGL 4.0 section 2.11.5). The chosen indices are uints, an array in
/// the stage's default uniform block at `offset_B`, `stride_B` apart, one per location.
struct SubroutineUniform {
    std::string name;
    int location = 0; ///< of element 0
    int arraySize = 1;
    bool isArray = false;
    std::vector<int> compatible; ///< into StageSubroutines::names
};
struct StageSubroutines {
    std::vector<std::string> names; ///< by subroutine index
    std::vector<SubroutineUniform> uniforms;
    int locationCount = 0;
    int offset_B = -1;
    int stride_B = 16;
};

struct Attribute {
    std::string name;
    uint32_t glType = 0;
    int arraySize = 1;
    bool isArray = false;
    int location = -1;      // what glGetAttribLocation answers; -1 for every built-in
    int inputLocation = -1; ///< SPIR-V Location of the first column; -1: gl_VertexID and friends
    BuiltinAttribute builtin = BuiltinAttribute::None;
};

enum class ComponentClass : uint8_t { None, Float, Int, Uint };

/// A fragment output: SPIR-V Location = draw buffer number.
struct FragmentOutput {
    std::string name; ///< "gl_FragColor", "gl_FragData", or the user's
    uint32_t glType = 0;
    int arraySize = 1;
    int location = 0;
    int index = 0;
    /// The shader wrote gl_FragColor, which GL broadcasts to all draw buffers. The code writes
    /// location 0 only; spirv::BroadcastOutput makes the others, as many as the pipeline has.
    bool broadcast = false;
};

/// A variable at an open end of a separable program, to be matched with another program's.
struct InterfaceVariable {
    std::string name;          // of a block the block's
    std::string type;          // spelled out, members of structs and blocks too
    int location = -1;         // layout(location)
    uint8_t interpolation = 0; ///< 0 smooth, 1 flat, 2 noperspective
    bool patch = false;
};

/// What a fragment shader reads as gl_Color or gl_SecondaryColor, for spirv::VertexColors: a vec4.
struct ColorInput {
    int location = -1;     // SPIR-V Location of the front colour; -1: it is not read
    int backLocation = -1; ///< of what the stage before wrote for back faces; -1: nothing
    bool isShaded = false; ///< it has no qualifier: glShadeModel() says how it is interpolated
};

/// Where the last stage before rasterisation, if it says nothing of clip distances, finds what
/// glClipPlane() set, for spirv::UserClip: eight vec4s in its default block, as uniforms
/// EyeClipPlanes where it writes gl_ClipVertex, PositionClipPlanes where gl_Position is clipped.
struct ClipSource {
    Stage stage = Stage::Vertex; ///< that one
    int offset_B = -1;           // -1: the program is not clipped by planes
    int location = -1;           ///< SPIR-V Location of the output gl_ClipVertex; -1: gl_Position
};

/// The locations at which a fragment shader reads what fixed function hands on, for
/// spirv::RasterInputs; -1: it does not.
struct FixedInputs {
    int color = -1;
    int secondaryColor = -1;
    int fogCoord = -1;
    int texCoords = -1;
    int unwrittenTexCoords = 0; ///< So many, where no stage writes them: point sprites may.
};

struct StageBinary {
    Stage stage = Stage::Vertex;
    /// Vulkan 1.1 SPIR-V 1.3, entry point "main". Descriptor set = stage number (spirv::PlaceInSet
    /// changes it), binding 0 = default uniform block (uniform buffer), 1 … = combined image
    /// samplers.
    std::vector<uint32_t> spirv;
    uint32_t defaultBlockSize_B = 0; ///< 0: the stage has no block and binding 0 is unused
    std::vector<StageSampler> samplers;
    std::vector<StageBlock> blocks; ///< bindings behind the samplers'
};

struct LinkedProgram {
    bool ok = false;
    std::string infoLog;
    std::vector<StageBinary> stages; ///< ordered by Stage
    std::vector<Uniform>
        uniforms;          ///< active; user uniforms in order of declaration, then built-ins
    int locationCount = 0; // uniform locations are 0 … locationCount - 1
    std::vector<SamplerInfo> samplers;
    std::vector<UniformBlock> uniformBlocks;
    Feedback feedback;
    GeometryFacts geometry;
    TessellationFacts tessellation;
    std::array<StageSubroutines, kStageCount> subroutines;
    std::vector<Attribute> attributes;
    uint32_t attributeMask = 0; ///< bit per SPIR-V input location the vertex shader reads
    std::array<ComponentClass, 32> attributeClass{}; ///< per input location
    /// Bit per input location: reads doubles, as unsigned words. One double is a uvec2, two are a
    /// uvec4; what there is beyond two comes as a uvec2 or uvec4 at the location plus
    /// kSecondHalfLocation, which attributeMask then has too.
    uint32_t attributeDouble = 0;
    static constexpr int kSecondHalfLocation = 16;
    std::vector<FragmentOutput> fragmentOutputs;
    uint32_t fragmentOutputMask = 0;             // bit per location written
    std::array<ComponentClass, 8> outputClass{}; ///< per output location
    bool writesPointSize = false; ///< the application's shader itself writes gl_PointSize
    bool usesDiscard = false;
    bool writesFragDepth = false;
    bool usesClipDistance = false;    // gl_ClipDistance is written
    bool usesSampleShading = false;   // gl_SampleID, gl_SamplePosition or a sample-qualified input
    std::array<ColorInput, 2> colors; ///< gl_Color, gl_SecondaryColor
    ClipSource clip;
    /// Of AlphaTest in the fragment stage's default block, for spirv::AlphaTest; -1: there is none.
    int alphaTestOffset_B = -1;
    FixedInputs fixedInputs;
    int stippleOffset_B =
        -1;                 ///< spirv::PolygonStipple's, in the fragments' default block; -1: none
    bool separable = false; ///< GL_PROGRAM_SEPARABLE: open at both ends
    /// Stages of other programs may come before or behind its own: it is separable, or fixed
    /// function, or fixed function stands in for a stage of it.
    bool meetsOthers = false;
    bool isFixedFunction = false;
    std::vector<InterfaceVariable>
        openInputs; ///< of its first stage, unless that is the vertex stage
    std::vector<InterfaceVariable>
        openOutputs; ///< of its last stage, unless that is the fragment stage

    [[nodiscard]] const StageBinary* stage(Stage stage) const;
    /// Uniform by location: the entry and the array element; null for a hole or out of range.
    struct UniformRef {
        const Uniform* uniform = nullptr;
        int element = 0;
    };
    [[nodiscard]] UniformRef uniformAt(int location) const;
    /// glGetUniformLocation / glGetAttribLocation: "a", "a[0]", "a[3]", "s[1].m"; -1 when not
    /// active.
    [[nodiscard]] int uniformLocation(std::string_view name) const;
    [[nodiscard]] int attributeLocation(std::string_view name) const;

    /// Filled at link for uniformAt(): index into uniforms and element, per location.
    std::vector<std::pair<int, int>> locationTable;
};

} // namespace glsl
