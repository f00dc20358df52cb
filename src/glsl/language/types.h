// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The vocabulary of the shading language layer: stages, GL's type enumerants and facts about them,
// and the built-in state a program can read. See docs/glsl.md.
#pragma once

#include "spirv/stage.h"

#include <cstdint>
#include <string_view>

namespace glsl {

using spirv::kStageCount;
using spirv::Stage;

[[nodiscard]] std::string_view stageName(Stage stage); ///< "vertex", "fragment", …

enum class Api : uint8_t { ES, Desktop };

/// Of the stages before rasterisation, the last one ends with what GL's conventions ask for (depth
/// range, point size). Vertex and evaluation shaders have that code behind a boolean specialisation
/// constant of this number, true by default: linking fixes it where the program says who is last.
inline constexpr uint32_t kLastStageConstant = 1000;

enum class BaseType : uint8_t { Float, Int, Uint, Bool, Double, Sampler };

enum class SamplerDim : uint8_t {
    Dim1D,
    Dim2D,
    Dim3D,
    Cube,
    Rect,
    Buffer,
    Multisample,
    External ///< Dim2D, of another texture of the unit.
};

/// GL's spelling of the types that uniforms and attributes have (glGetActiveUniform's <type>).
inline constexpr uint32_t kGlInt = 0x1404;
inline constexpr uint32_t kGlUnsignedInt = 0x1405;
inline constexpr uint32_t kGlFloat = 0x1406;
inline constexpr uint32_t kGlDouble = 0x140A;
inline constexpr uint32_t kGlFloatVec2 = 0x8B50;
inline constexpr uint32_t kGlFloatVec3 = 0x8B51;
inline constexpr uint32_t kGlFloatVec4 = 0x8B52;
inline constexpr uint32_t kGlIntVec2 = 0x8B53;
inline constexpr uint32_t kGlIntVec3 = 0x8B54;
inline constexpr uint32_t kGlIntVec4 = 0x8B55;
inline constexpr uint32_t kGlUnsignedIntVec4 = 0x8DC8;
inline constexpr uint32_t kGlBool = 0x8B56;
inline constexpr uint32_t kGlBoolVec2 = 0x8B57;
inline constexpr uint32_t kGlBoolVec3 = 0x8B58;
inline constexpr uint32_t kGlBoolVec4 = 0x8B59;
inline constexpr uint32_t kGlFloatMat2 = 0x8B5A;
inline constexpr uint32_t kGlFloatMat3 = 0x8B5B;
inline constexpr uint32_t kGlFloatMat4 = 0x8B5C;
inline constexpr uint32_t kGlSampler1D = 0x8B5D;
inline constexpr uint32_t kGlSampler2D = 0x8B5E;
inline constexpr uint32_t kGlSampler3D = 0x8B5F;
inline constexpr uint32_t kGlSamplerCube = 0x8B60;
inline constexpr uint32_t kGlSampler1DShadow = 0x8B61;
inline constexpr uint32_t kGlSampler2DShadow = 0x8B62;

/// Facts about one GL type. `name` is the GLSL spelling ("vec4"); an unknown enumerant gives an
/// entry whose name is empty.
struct TypeInfo {
    uint32_t glType = 0;
    std::string_view name;
    BaseType base = BaseType::Float;
    uint8_t columns = 1; ///< 1 unless a matrix
    uint8_t rows = 1;    // components of a vector, or of a matrix's column
    SamplerDim dim = SamplerDim::Dim2D;
    bool shadow = false;
    bool arrayed = false;
    BaseType sampledBase = BaseType::Float; ///< of samplers: what a lookup returns

    [[nodiscard]] bool isSampler() const { return base == BaseType::Sampler; }
    [[nodiscard]] bool isMatrix() const { return columns > 1; }
    [[nodiscard]] int components() const { return columns * rows; }
};

[[nodiscard]] const TypeInfo& typeInfo(uint32_t glType);
/// By the GLSL spelling, of which "mat2x2" is another for "mat2". Types of images are given as
/// those of the samplers with the same texels.
[[nodiscard]] const TypeInfo& typeNamed(std::string_view name);
/// The enumerant of a numeric type; 0 when GL has no such type.
[[nodiscard]] uint32_t numericType(BaseType base, int columns, int rows);
[[nodiscard]] uint32_t samplerType(SamplerDim dim, bool shadow, bool arrayed, BaseType sampledBase);

/// GL's spelling of layout qualifiers.
inline constexpr uint32_t kGlPoints = 0x0000;
inline constexpr uint32_t kGlLines = 0x0001;
inline constexpr uint32_t kGlLineStrip = 0x0003;
inline constexpr uint32_t kGlTriangles = 0x0004;
inline constexpr uint32_t kGlTriangleStrip = 0x0005;
inline constexpr uint32_t kGlQuads = 0x0007;
inline constexpr uint32_t kGlLinesAdjacency = 0x000A;
inline constexpr uint32_t kGlTrianglesAdjacency = 0x000C;
inline constexpr uint32_t kGlIsolines = 0x8E7A;
inline constexpr uint32_t kGlEqual = 0x0202;
inline constexpr uint32_t kGlFractionalOdd = 0x8E7B;
inline constexpr uint32_t kGlFractionalEven = 0x8E7C;
inline constexpr uint32_t kGlCw = 0x0900;
inline constexpr uint32_t kGlCcw = 0x0901;

/// No layout qualifier names a primitive: zero is GL_POINTS.
inline constexpr uint32_t kNoPrimitive = ~uint32_t{0};

/// The elements of a geometry shader's input arrays, one for each vertex of what it takes
/// (GLSL 1.50 section 4.3.8.1). 0: `primitive` is kNoPrimitive, or nothing that such a shader
/// takes.
[[nodiscard]] int verticesOf(uint32_t primitive);

/// Layout qualifiers of the stages between vertices and fragments, as GL enumerants.
struct GeometryFacts {
    uint32_t inputPrimitive = kNoPrimitive; ///< GL_POINTS, GL_LINES_ADJACENCY …
    uint32_t outputPrimitive = kNoPrimitive;
    int maxVertices = 0;
    int invocations = 1;

    friend bool operator==(const GeometryFacts&, const GeometryFacts&) = default;
};
struct TessellationFacts {
    int patchVertices = 0;    // of the control shader's output; 0: no control shader
    uint32_t mode = 0;        // GL_TRIANGLES, GL_QUADS, GL_ISOLINES; 0: no evaluation shader
    uint32_t spacing = 0;     // GL_EQUAL, GL_FRACTIONAL_EVEN, GL_FRACTIONAL_ODD
    uint32_t vertexOrder = 0; ///< GL_CCW, GL_CW
    bool pointMode = false;

    friend bool operator==(const TessellationFacts&, const TessellationFacts&) = default;
};

/// Where an attribute's values come from when not from a generic attribute.
enum class BuiltinAttribute : uint8_t {
    None,
    VertexId,   // gl_VertexID: active but occupies no location
    InstanceId, ///< gl_InstanceID: likewise
    /// The conventional attributes of compatibility GLSL. They are given ordinary locations that no
    /// application attribute uses; Attribute::location is still -1 as GL wants it, see
    /// inputLocation.
    Vertex,
    Normal,
    Color,
    SecondaryColor,
    FogCoord,
    PointSize, ///< gd_PointSizeArray, of fixed function in OpenGL ES 1.1
    MultiTexCoord0,
    MultiTexCoord1,
    MultiTexCoord2,
    MultiTexCoord3,
    MultiTexCoord4,
    MultiTexCoord5,
    MultiTexCoord6,
    MultiTexCoord7,
};

} // namespace glsl
