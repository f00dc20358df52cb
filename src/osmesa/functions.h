// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"
#include "osmesa/osmesa_api.h"

#include <cstdint>

/// What libOSMesa.so.8 and the driver's library know of each other: two files of one package, of
/// which a program may find an old one.
namespace osmesa {

/// Grows when Functions changes.
inline constexpr uint32_t kFunctionsVersion = 1;

/// OSMesa's commands in the driver, under their names without the prefix.
struct Functions {
    OSMesaContext (*createContext)(GLenum format, OSMesaContext share);
    OSMesaContext (*createContextExt)(
        GLenum format, GLint depthBits, GLint stencilBits, GLint accumBits, OSMesaContext share);
    OSMesaContext (*createContextAttribs)(const int* attributes, OSMesaContext share);
    void (*destroyContext)(OSMesaContext context);
    GLboolean (*makeCurrent)(
        OSMesaContext context, void* buffer, GLenum type, GLsizei width, GLsizei height);
    OSMesaContext (*getCurrentContext)();
    void (*pixelStore)(GLint name, GLint value);
    void (*getIntegerv)(GLint name, GLint* value);
    GLboolean (*getDepthBuffer)(
        OSMesaContext context, GLint* width, GLint* height, GLint* bytesPerValue, void** buffer);
    GLboolean (*getColorBuffer)(
        OSMesaContext context, GLint* width, GLint* height, GLint* format, void** buffer);
    OSMESAproc (*getProcAddress)(const char* name);
    void (*colorClamp)(GLboolean enable);
    void (*postprocess)(OSMesaContext context, const char* filter, unsigned value);
    /// A GL command that libOSMesa.so.8 exports and getProcAddress() knows nothing of was called.
    void (*noteMissingCommand)(const char* name);
};

} // namespace osmesa

/// The way in that the driver's library exports. Null: it has no functions of this version.
extern "C" const osmesa::Functions* __osmesa_Main(uint32_t version);
