// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Random sequences of legal and illegal OpenGL ES 2.0 calls, the same ones in every run. No
// sequence may crash, hang, or make the validation layer speak; errors are expected. Pointers are
// always good for what is asked. The environment chooses others:
//   GLISSADE_FUZZ_SEED=n   the first sequence's seed
//   GLISSADE_FUZZ_COUNT=n  how many sequences
//   GLISSADE_FUZZ_LOG=1    names every call before it is made

#include "sequence.h"

#include <EGL/egl.h>

#include <cstdio>
#include <cstdlib>

namespace {

using namespace harness;
using namespace fuzz;

constexpr uint32_t kCallsPerSequence = 250;

uint64_t fromEnvironment(const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 0) : otherwise;
}

/// A pbuffer with every kind of ancillary buffer.
class Pbuffer {
public:
    Pbuffer() {
        const EGLint configAttribs[] = {EGL_SURFACE_TYPE,
                                        EGL_PBUFFER_BIT,
                                        EGL_RENDERABLE_TYPE,
                                        EGL_OPENGL_ES2_BIT,
                                        EGL_RED_SIZE,
                                        8,
                                        EGL_ALPHA_SIZE,
                                        8,
                                        EGL_DEPTH_SIZE,
                                        16,
                                        EGL_STENCIL_SIZE,
                                        8,
                                        EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        eglBindAPI(EGL_OPENGL_ES_API);
        eglChooseConfig(surfacelessDisplay(), configAttribs, &config, 1, &count);
        const EGLint attribs[] = {EGL_WIDTH, 32, EGL_HEIGHT, 24, EGL_NONE};
        m_surface = eglCreatePbufferSurface(surfacelessDisplay(), config, attribs);
        const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
        m_context = eglCreateContext(surfacelessDisplay(), config, EGL_NO_CONTEXT, version);
        eglMakeCurrent(surfacelessDisplay(), m_surface, m_surface, m_context);
    }
    ~Pbuffer() {
        eglMakeCurrent(surfacelessDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroySurface(surfacelessDisplay(), m_surface);
        eglDestroyContext(surfacelessDisplay(), m_context);
    }
    Pbuffer(const Pbuffer&) = delete;
    Pbuffer& operator=(const Pbuffer&) = delete;

private:
    EGLSurface m_surface = EGL_NO_SURFACE;
    EGLContext m_context = EGL_NO_CONTEXT;
};

TEST(ApiFuzz, Sequences) {
    const uint64_t first = fromEnvironment("GLISSADE_FUZZ_SEED", 1);
    const uint64_t count = fromEnvironment("GLISSADE_FUZZ_COUNT", 60);
    const bool log = fromEnvironment("GLISSADE_FUZZ_LOG", 0) != 0;
    for (uint64_t seed = first; seed < first + count; ++seed) {
        std::fprintf(stderr, "seed %llu\n", static_cast<unsigned long long>(seed));
        const Pbuffer pbuffer;
        ASSERT_NE(EGL_NO_CONTEXT, eglGetCurrentContext());
        const Extensions extensions;
        Sequence sequence(seed, extensions, log);
        for (uint32_t i = 0; i < kCallsPerSequence; ++i) {
            sequence.call();
        }
        glFinish();
        // An error must be one that exists; a hundred sequences do not leave the driver lost.
        for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
            ASSERT_NE(0x0507u, error) << "seed " << seed; // GL_CONTEXT_LOST
        }
    }
}

} // namespace
