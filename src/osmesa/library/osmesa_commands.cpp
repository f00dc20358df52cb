// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/library/driver.h"

// OSMesa's commands, as programs are linked to them. Each passes on to the driver.

extern "C" {

OSMesaContext OSMesaCreateContext(GLenum format, OSMesaContext share) {
    return osmesa::call(&osmesa::Functions::createContext, format, share);
}

OSMesaContext OSMesaCreateContextExt(
    GLenum format, GLint depthBits, GLint stencilBits, GLint accumBits, OSMesaContext share) {
    return osmesa::call(
        &osmesa::Functions::createContextExt, format, depthBits, stencilBits, accumBits, share);
}

OSMesaContext OSMesaCreateContextAttribs(const int* attributes, OSMesaContext share) {
    return osmesa::call(&osmesa::Functions::createContextAttribs, attributes, share);
}

void OSMesaDestroyContext(OSMesaContext context) {
    osmesa::call(&osmesa::Functions::destroyContext, context);
}

GLboolean
OSMesaMakeCurrent(OSMesaContext context, void* buffer, GLenum type, GLsizei width, GLsizei height) {
    return osmesa::call(&osmesa::Functions::makeCurrent, context, buffer, type, width, height);
}

OSMesaContext OSMesaGetCurrentContext() {
    return osmesa::call(&osmesa::Functions::getCurrentContext);
}

void OSMesaPixelStore(GLint name, GLint value) {
    osmesa::call(&osmesa::Functions::pixelStore, name, value);
}

void OSMesaGetIntegerv(GLint name, GLint* value) {
    osmesa::call(&osmesa::Functions::getIntegerv, name, value);
}

GLboolean OSMesaGetDepthBuffer(
    OSMesaContext context, GLint* width, GLint* height, GLint* bytesPerValue, void** buffer) {
    return osmesa::call(
        &osmesa::Functions::getDepthBuffer, context, width, height, bytesPerValue, buffer);
}

GLboolean OSMesaGetColorBuffer(
    OSMesaContext context, GLint* width, GLint* height, GLint* format, void** buffer) {
    return osmesa::call(&osmesa::Functions::getColorBuffer, context, width, height, format, buffer);
}

OSMESAproc OSMesaGetProcAddress(const char* name) {
    return osmesa::call(&osmesa::Functions::getProcAddress, name);
}

void OSMesaColorClamp(GLboolean enable) {
    osmesa::call(&osmesa::Functions::colorClamp, enable);
}

void OSMesaPostprocess(OSMesaContext context, const char* filter, unsigned value) {
    osmesa::call(&osmesa::Functions::postprocess, context, filter, value);
}

} // extern "C"
