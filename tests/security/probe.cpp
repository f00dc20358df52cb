// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What tests/security/set_uid and planted run. `security_probe` prints what a process takes from
// its environment: options, the cache on disk, and whether that gives it an entry that
// `security_probe plant` put there. `security_probe draw LIBRARY` draws with the EGL vendor in that
// file: in set-uid programs libEGL looks for vendors where it likes to.

#include "base/environment.h"
#include "base/options.h"
#include "store/store.h"

#include <dlfcn.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <glvnd/libeglabi.h>

#include <cstdio>
#include <string_view>

namespace {

const store::Key kPlanted = store::KeyBuilder("security-probe").finish();

int tell() {
    const base::Options& options = base::options();
    const store::Store store;
    std::printf("elevated=%d\n", base::runsElevated());
    std::printf("options=%s\n", base::changedOptions(options).c_str());
    std::printf("cache=%s\n", store.directory().c_str());
    std::printf("planted=%s\n", store.get(kPlanted) ? "taken" : "not there");
    return 0;
}

int plant() {
    store::Store store;
    store.put(kPlanted, std::as_bytes(std::span("code")));
    return store.get(kPlanted) ? 0 : 1;
}

/// libEGL's side of the vendor's interface, for one vendor and one thread.
class Vendor {
public:
    explicit Vendor(const char* file) {
        void* const library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
        auto* const main =
            library ? reinterpret_cast<__PFNEGLMAINPROC>(::dlsym(library, __EGL_MAIN_PROTO_NAME))
                    : nullptr;
        m_usable = main && main(EGL_VENDOR_ABI_VERSION, &m_exports, nullptr, &m_imports);
    }
    bool usable() const { return m_usable; }

    EGLDisplay surfaceless() const {
        return m_imports.getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    }
    template <class Function>
    Function get(const char* name) const {
        return reinterpret_cast<Function>(m_imports.getProcAddress(name));
    }

private:
    __EGLapiExports m_exports{};
    __EGLapiImports m_imports{};
    bool m_usable = false;
};

#define GET(type, name) const auto name = vendor.get<type>(#name)

/// A program of nothing but a colour, linked and drawn with.
bool drawPoint(const Vendor& vendor) {
    GET(PFNGLCREATESHADERPROC, glCreateShader);
    GET(PFNGLSHADERSOURCEPROC, glShaderSource);
    GET(PFNGLCOMPILESHADERPROC, glCompileShader);
    GET(PFNGLCREATEPROGRAMPROC, glCreateProgram);
    GET(PFNGLATTACHSHADERPROC, glAttachShader);
    GET(PFNGLLINKPROGRAMPROC, glLinkProgram);
    GET(PFNGLUSEPROGRAMPROC, glUseProgram);
    GET(PFNGLVIEWPORTPROC, glViewport);
    GET(PFNGLGETPROGRAMIVPROC, glGetProgramiv);
    GET(PFNGLDRAWARRAYSPROC, glDrawArrays);
    GET(PFNGLREADPIXELSPROC, glReadPixels);
    GET(PFNGLGENFRAMEBUFFERSPROC, glGenFramebuffers);
    GET(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer);
    GET(PFNGLGENRENDERBUFFERSPROC, glGenRenderbuffers);
    GET(PFNGLBINDRENDERBUFFERPROC, glBindRenderbuffer);
    GET(PFNGLRENDERBUFFERSTORAGEPROC, glRenderbufferStorage);
    GET(PFNGLFRAMEBUFFERRENDERBUFFERPROC, glFramebufferRenderbuffer);

    const char* const vertex = "#version 300 es\nvoid main() { gl_Position = vec4(0, 0, 0, 1);"
                               " gl_PointSize = 1.0; }";
    const char* const fragment = "#version 300 es\nprecision mediump float; out vec4 color;"
                                 " void main() { color = vec4(0, 1, 0, 1); }";
    const GLuint program = glCreateProgram();
    for (const auto& [stage, text] :
         {std::pair(GL_VERTEX_SHADER, vertex), std::pair(GL_FRAGMENT_SHADER, fragment)}) {
        const GLuint shader = glCreateShader(GLenum(stage));
        glShaderSource(shader, 1, &text, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);

    GLuint target = 0, framebuffer = 0;
    glGenRenderbuffers(1, &target);
    glBindRenderbuffer(GL_RENDERBUFFER, target);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target);
    glViewport(0, 0, 1, 1);
    glUseProgram(program);
    glDrawArrays(GL_POINTS, 0, 1);
    uint8_t pixel[4] = {};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return linked && pixel[1] == 255;
}

int draw(const char* file) {
    const Vendor vendor(file);
    if (!vendor.usable()) {
        std::fprintf(stderr, "%s\n", ::dlerror());
        return 1;
    }
    GET(PFNEGLINITIALIZEPROC, eglInitialize);
    GET(PFNEGLBINDAPIPROC, eglBindAPI);
    GET(PFNEGLCREATECONTEXTPROC, eglCreateContext);
    GET(PFNEGLMAKECURRENTPROC, eglMakeCurrent);
    GET(PFNEGLTERMINATEPROC, eglTerminate);
    const EGLDisplay display = vendor.surfaceless();
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_ES_API)) {
        return 1;
    }
    const EGLContext context =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        return 1;
    }
    const bool drawn = drawPoint(vendor);
    std::printf("drawn=%d\n", drawn);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglTerminate(display);
    return drawn ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    const std::string_view what = count > 1 ? arguments[1] : "";
    if (what == "plant") {
        return plant();
    }
    return what == "draw" && count > 2 ? draw(arguments[2]) : tell();
}
