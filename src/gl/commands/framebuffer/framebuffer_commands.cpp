// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Framebuffer objects and the buffers they draw to and read from (ES 3.0 and GL 3.3 section 4.2.1
// and 4.4).
#include "gl/validation/validate_framebuffer.h"

#include <algorithm>

namespace gl {

namespace {

/// A name of a draw or read buffer → attachment index. `kNoBuffer`: GL_NONE.
constexpr int kNoBuffer = -1;
constexpr int kBadEnum = -2;
constexpr int kBadOperation = -3;

int bufferIndex(const Context& context, const Framebuffer& framebuffer, GLenum name) {
    if (name == GL_NONE) {
        return kNoBuffer;
    }
    const int colors = std::min(context.caps().maxColorAttachments, kMaxColorAttachments);
    if (name >= GL_COLOR_ATTACHMENT0 && name <= GL_COLOR_ATTACHMENT31) {
        const int index = int(name - GL_COLOR_ATTACHMENT0);
        return framebuffer.isDefault() || index >= colors ? kBadOperation : index;
    }
    switch (name) {
    case GL_BACK:
        return framebuffer.isDefault() ? 0 : kBadOperation;
    case GL_FRONT: // One buffer serves as front and back: EGL presents copies of it.
    case GL_FRONT_LEFT:
    case GL_BACK_LEFT:
    case GL_LEFT:
    case GL_FRONT_AND_BACK:
        return context.isES() ? kBadEnum : framebuffer.isDefault() ? 0 : kBadOperation;
    case GL_FRONT_RIGHT:
    case GL_BACK_RIGHT:
    case GL_RIGHT:
        return context.isES() ? kBadEnum : kBadOperation;
    default:
        return kBadEnum;
    }
}

/// False: the error is set.
bool requireBuffer(Context& context, const Framebuffer& framebuffer, GLenum name, int& index) {
    index = bufferIndex(context, framebuffer, name);
    if (index == kBadEnum) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not a colour buffer", name);
    } else if (index == kBadOperation) {
        context.setError(GL_INVALID_OPERATION, "the framebuffer has no buffer {:#x}", name);
    }
    return index >= kNoBuffer;
}

} // namespace

GLenum Context::framebufferStatus(const Framebuffer& framebuffer) const {
    FramebufferRules rules;
    rules.es = isES();
    rules.anySize = isDesktop() || version() >= 30;
    // GL_ARB_ES2_compatibility, which contexts of 3.0 have, does without.
    rules.needsDrawBuffers = isDesktop() && version() < 30;
    return framebuffer.status(*m_device, rules);
}

void Context::detachFromBound(const Object& object) {
    for (Framebuffer* framebuffer : {m_state.drawFramebuffer, m_state.readFramebuffer}) {
        if (framebuffer && !framebuffer->isDefault() && framebuffer->detachObject(&object)) {
            framebufferChanged(*framebuffer);
        }
    }
}

void Context::genFramebuffers(GLsizei n, GLuint* framebuffers) {
    if (n < 0) {
        setError(GL_INVALID_VALUE, "glGenFramebuffers: n {}", n);
        return;
    }
    for (GLsizei i = 0; i < n; ++i) {
        framebuffers[i] = m_objects.framebuffers.generate();
    }
}

void Context::deleteFramebuffers(GLsizei n, const GLuint* framebuffers) {
    if (n < 0) {
        setError(GL_INVALID_VALUE, "glDeleteFramebuffers: n {}", n);
        return;
    }
    for (GLsizei i = 0; i < n; ++i) {
        const Ref<Framebuffer> framebuffer =
            framebuffers[i] ? m_objects.framebuffers.remove(framebuffers[i]) : Ref<Framebuffer>();
        if (!framebuffer) {
            continue;
        }
        const bool draw = m_objects.drawFramebuffer == framebuffer;
        const bool read = m_objects.readFramebuffer == framebuffer;
        if (draw) {
            m_objects.drawFramebuffer = m_objects.defaultDrawFramebuffer;
        }
        if (read) {
            m_objects.readFramebuffer = m_objects.defaultReadFramebuffer;
        }
        if (draw || read) {
            framebufferBindingChanged();
        }
    }
}

GLboolean Context::isFramebuffer(GLuint framebuffer) {
    return framebuffer != 0 && m_objects.framebuffers.find(framebuffer) != nullptr;
}

void Context::bindFramebuffer(GLenum target, GLuint framebuffer) {
    if (!requireFramebuffer(*this, target)) {
        return;
    }
    Ref<Framebuffer> object;
    if (framebuffer != 0) {
        object = m_objects.framebuffers.find(framebuffer);
        if (!object) {
            if (isCore() && !m_objects.framebuffers.used(framebuffer)) {
                return setError(
                    GL_INVALID_OPERATION, "{} is not a name of glGenFramebuffers", framebuffer);
            }
            object = new Framebuffer(framebuffer);
            m_objects.framebuffers.insert(framebuffer, object);
        }
    }
    const Ref<Framebuffer> draw = object ? object : m_objects.defaultDrawFramebuffer;
    const Ref<Framebuffer> read = object ? object : m_objects.defaultReadFramebuffer;
    bool changed = false;
    if (target != GL_READ_FRAMEBUFFER && !(m_objects.drawFramebuffer == draw)) {
        m_objects.drawFramebuffer = draw;
        changed = true;
    }
    if (target != GL_DRAW_FRAMEBUFFER && !(m_objects.readFramebuffer == read)) {
        m_objects.readFramebuffer = read;
        changed = true;
    }
    if (changed) {
        framebufferBindingChanged();
    }
}

GLenum Context::checkFramebufferStatus(GLenum target) {
    const Framebuffer* framebuffer = requireFramebuffer(*this, target);
    return framebuffer ? framebufferStatus(*framebuffer) : 0;
}

void Context::drawBuffer(GLenum buf) {
    setDrawBuffers({&buf, 1}, false);
}

void Context::drawBuffers(GLsizei n, const GLenum* bufs) {
    if (n < 0 || n > std::min(caps().maxDrawBuffers, kMaxColorAttachments)) {
        setError(GL_INVALID_VALUE, "glDrawBuffers: n {}", n);
        return;
    }
    setDrawBuffers({bufs, size_t(n)}, true);
}

/// `several`: by glDrawBuffers, which takes no name that stands for several buffers.
void Context::setDrawBuffers(std::span<const GLenum> bufs, bool several) {
    Framebuffer& framebuffer = *m_state.drawFramebuffer;
    if (isES() && framebuffer.isDefault() && bufs.size() != 1) {
        setError(GL_INVALID_OPERATION, "glDrawBuffers: the default framebuffer takes one buffer");
        return;
    }
    std::array<int8_t, kMaxColorAttachments> buffers;
    buffers.fill(kNoBuffer);
    std::array<GLenum, kMaxColorAttachments> names;
    names.fill(GL_NONE);
    uint32_t seen = 0;
    for (size_t i = 0; i < bufs.size(); ++i) {
        int index = 0;
        if (!requireBuffer(*this, framebuffer, bufs[i], index)) {
            return;
        }
        // GL_BACK alone is one buffer (GL 4.5, ES 3.0); the other names are of several.
        const bool ambiguous = bufs[i] == GL_FRONT || bufs[i] == GL_LEFT || bufs[i] == GL_RIGHT ||
                               bufs[i] == GL_FRONT_AND_BACK ||
                               (bufs[i] == GL_BACK && bufs.size() > 1);
        // In OpenGL ES, output i goes to attachment i or nowhere.
        const bool misplaced = isES() && index >= 0 && index != int(i);
        if ((several && ambiguous) || (index >= 0 && (seen & 1u << index)) || misplaced) {
            setError(GL_INVALID_OPERATION, "glDrawBuffers: buffer {:#x} at {}", bufs[i], i);
            return;
        }
        if (index >= 0) {
            seen |= 1u << index;
        }
        buffers[i] = int8_t(index);
        names[i] = bufs[i];
    }
    framebuffer.setDrawBuffers(buffers);
    framebuffer.drawBufferNames = names;
    framebufferChanged(framebuffer);
}

void Context::readBuffer(GLenum src) {
    Framebuffer& framebuffer = *m_state.readFramebuffer;
    int index = 0;
    if (src == GL_FRONT_AND_BACK) {
        setError(GL_INVALID_ENUM, "glReadBuffer: GL_FRONT_AND_BACK is more than one buffer");
        return;
    }
    if (!requireBuffer(*this, framebuffer, src, index)) {
        return;
    }
    framebuffer.setReadBuffer(index);
    framebuffer.readBufferName = src;
    framebufferChanged(framebuffer);
}

} // namespace gl
