/* SPDX-FileCopyrightText: The Glissade authors */
/* SPDX-License-Identifier: MIT */
#pragma once

/* OSMesa and GL as programs see them that are linked to libOSMesa.so.8. header_test.cpp compares it
   with Mesa's. */

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#include "osmesa/osmesa_api.h"

#ifdef __cplusplus
extern "C" {
#endif

OSMesaContext OSMesaCreateContext(GLenum format, OSMesaContext share);
OSMesaContext OSMesaCreateContextExt(
    GLenum format, GLint depthBits, GLint stencilBits, GLint accumBits, OSMesaContext share);
OSMesaContext OSMesaCreateContextAttribs(const int* attributes, OSMesaContext share);
void OSMesaDestroyContext(OSMesaContext context);
GLboolean
OSMesaMakeCurrent(OSMesaContext context, void* buffer, GLenum type, GLsizei width, GLsizei height);
OSMesaContext OSMesaGetCurrentContext(void);
void OSMesaPixelStore(GLint name, GLint value);
void OSMesaGetIntegerv(GLint name, GLint* value);
GLboolean OSMesaGetDepthBuffer(
    OSMesaContext context, GLint* width, GLint* height, GLint* bytesPerValue, void** buffer);
GLboolean OSMesaGetColorBuffer(
    OSMesaContext context, GLint* width, GLint* height, GLint* format, void** buffer);
OSMESAproc OSMesaGetProcAddress(const char* name);
void OSMesaColorClamp(GLboolean enable);
void OSMesaPostprocess(OSMesaContext context, const char* filter, unsigned value);

#ifdef __cplusplus
}
#endif
