// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Compiling one shader object: source text in, an immutable result with a log out.
#pragma once

#include "glsl/types.h"

#include <cstddef>
#include <memory>
#include <string>

namespace glsl {

// What gl_Max* constants say, and what compiling and linking check against.
struct Limits {
    int maxVertexAttribs = 16;
    int maxVertexUniformVectors = 1024;
    int maxFragmentUniformVectors = 1024;
    int maxVaryingVectors = 15;
    int maxVertexTextureImageUnits = 16;
    int maxTextureImageUnits = 16; // fragment
    int maxCombinedTextureImageUnits = 32;
    int maxDrawBuffers = 8;
    int maxDualSourceDrawBuffers = 1;
    int maxTextureCoords = 8;
    int maxTextureUnits = 8;
    int maxLights = 8;
    int maxClipDistances = 8;

    friend bool operator==(const Limits&, const Limits&) = default;
};

// Which GLSL extensions the context offers: decides the predefined macros
// (GL_OES_standard_derivatives …) and what #extension accepts. The first group is for ES 1.00
// sources, the second for desktop.
struct Extensions {
    bool oesStandardDerivatives = false;
    bool extShaderTextureLod = false;
    bool extFragDepth = false;
    bool extDrawBuffers = false;
    bool oesTexture3D = false;
    bool oesEglImageExternal = false; // samplerExternalOES is then a sampler2D

    bool arbTextureRectangle = false;
    bool arbShaderTextureLod = false;
    bool arbDrawBuffers = true;
    bool arbExplicitAttribLocation = true;
    bool arbDrawInstanced = true;

    friend bool operator==(const Extensions&, const Extensions&) = default;
};

struct CompileOptions {
    Stage stage = Stage::Vertex;
    Api api = Api::ES;
    // The device takes GL's -w..w depth range (VK_EXT_depth_clip_control): gl_Position.z is left
    // alone. Otherwise z = (z + w) / 2 is appended to the last stage before rasterisation.
    bool nativeDepthRange = false;
    int maxVersion = 100; // newest #version accepted: 100, 300, 310, 320, or desktop 120 … 460
    Extensions extensions;
    Limits limits;

    friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

struct ShaderInterface; // internal to src/glsl

// The result of compiling, good or bad. Immutable; may be read by any number of threads and linked
// into any number of programs.
class CompiledShader {
public:
    explicit CompiledShader(std::unique_ptr<const ShaderInterface> interface);
    ~CompiledShader();

    [[nodiscard]] bool ok() const;
    // Lines "0:12: error: text"; may hold warnings when ok.
    [[nodiscard]] const std::string& infoLog() const;
    [[nodiscard]] Stage stage() const;
    [[nodiscard]] const ShaderInterface& interface() const { return *m_interface; }

private:
    std::unique_ptr<const ShaderInterface> m_interface;
};

// Never null. Re-entrant: any thread, any number at once. `source` may hold any bytes.
[[nodiscard]] std::shared_ptr<const CompiledShader> compile(const CompileOptions& options,
                                                            std::string source);

// Does what only a process's first compilation for an API has to do, tens of milliseconds of it:
// the compiler library reads its own declarations. Re-entrant; returns when that is done.
void warmUp(Api api);

} // namespace glsl
