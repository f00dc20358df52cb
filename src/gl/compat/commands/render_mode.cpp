// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glRenderMode, the name stack and feedback (GL 4.6 compatibility profile sections 21.2, 21.3).
#include "gl/compat/state/render_mode.h"

#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

namespace gl {

GLint Context::renderMode(GLenum mode) {
    if (!m_renderMode || (mode != GL_RENDER && mode != GL_SELECT && mode != GL_FEEDBACK)) {
        setError(GL_INVALID_ENUM, "0x{:04X} is not a render mode", mode);
        return 0;
    }
    RenderModeState& now = *m_renderMode;
    if ((mode == GL_SELECT && !now.selection.buffer) ||
        (mode == GL_FEEDBACK && !now.feedback.buffer)) {
        setError(GL_INVALID_OPERATION, "the render mode has no buffer");
        return 0;
    }
    GLint result = 0;
    if (now.mode == GL_SELECT) {
        now.selection.writeRecord();
        result = now.selection.result();
    } else if (now.mode == GL_FEEDBACK) {
        result = now.feedback.result();
    }
    now.mode = mode;
    now.selection.start();
    now.feedback.start();
    m_recheck = mode == GL_RENDER ? m_recheck & ~uint32_t(kRecheckRenderMode)
                                  : m_recheck | kRecheckRenderMode;
    return result;
}

bool Context::feedsBackPixels(GLenum token) {
    if (m_renderMode->mode == GL_FEEDBACK) {
        const RasterPosition& raster = m_compat->raster;
        m_renderMode->feedback.write(float(token));
        m_renderMode->feedback.writeVertex(
            {.window = raster.window, .color = raster.color, .texCoord = raster.texCoords[0]});
    }
    return m_renderMode->mode != GL_RENDER;
}

void Context::selectBuffer(GLsizei size, GLuint* buffer) {
    if (size < 0) {
        return setError(GL_INVALID_VALUE, "a buffer of {} words", size);
    }
    if (!m_renderMode || m_renderMode->mode == GL_SELECT) {
        return setError(GL_INVALID_OPERATION, "glSelectBuffer while selecting");
    }
    m_renderMode->selection.buffer = buffer;
    m_renderMode->selection.size = size_t(size);
}

void Context::feedbackBuffer(GLsizei size, GLenum type, GLfloat* buffer) {
    if (size < 0) {
        return setError(GL_INVALID_VALUE, "a buffer of {} values", size);
    }
    if (type < GL_2D || type > GL_4D_COLOR_TEXTURE) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a type of feedback", type);
    }
    if (!m_renderMode || m_renderMode->mode == GL_FEEDBACK) {
        return setError(GL_INVALID_OPERATION, "glFeedbackBuffer during feedback");
    }
    m_renderMode->feedback.buffer = buffer;
    m_renderMode->feedback.size = size_t(size);
    m_renderMode->feedback.type = type;
}

void Context::passThrough(GLfloat token) {
    if (m_renderMode && m_renderMode->mode == GL_FEEDBACK) {
        m_renderMode->feedback.write(GL_PASS_THROUGH_TOKEN);
        m_renderMode->feedback.write(token);
    }
}

/// The names to change, before which what was hit is recorded; null: there is no selection.
std::vector<GLuint>* Context::namesToChange() {
    if (!m_renderMode || m_renderMode->mode != GL_SELECT) {
        return nullptr;
    }
    m_renderMode->selection.writeRecord();
    return &m_renderMode->selection.names;
}

void Context::initNames() {
    if (auto* const names = namesToChange()) {
        names->clear();
    }
}

void Context::loadName(GLuint name) {
    auto* const names = namesToChange();
    if (!names) {
        return;
    }
    if (names->empty()) {
        return setError(GL_INVALID_OPERATION, "glLoadName without a name to replace");
    }
    names->back() = name;
}

void Context::pushName(GLuint name) {
    auto* const names = namesToChange();
    if (!names) {
        return;
    }
    if (names->size() == kMaxNameStackDepth) {
        return setError(GL_STACK_OVERFLOW, "{} names were pushed", names->size());
    }
    names->push_back(name);
}

void Context::popName() {
    auto* const names = namesToChange();
    if (!names) {
        return;
    }
    if (names->empty()) {
        return setError(GL_STACK_UNDERFLOW, "no names were pushed");
    }
    names->pop_back();
}

} // namespace gl
