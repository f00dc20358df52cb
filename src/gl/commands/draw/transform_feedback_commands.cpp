// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/transform_feedback.h"

#include "gl/context/context.h"
#include "glsl/link/program.h"

#include <algorithm>

namespace gl {

namespace {

bool validCaptureMode(GLenum mode) {
    return mode == GL_POINTS || mode == GL_LINES || mode == GL_TRIANGLES;
}

uint64_t verticesOf(GLenum captureMode) {
    return captureMode == GL_POINTS ? 1 : captureMode == GL_LINES ? 2 : 3;
}

/// The primitives that reach transform feedback: GL_POINTS, GL_LINES or GL_TRIANGLES.
GLenum capturedMode(GLenum mode) {
    switch (mode) {
    case GL_POINTS:
        return GL_POINTS;
    case GL_LINES:
    case GL_LINE_LOOP:
    case GL_LINE_STRIP:
    case GL_LINES_ADJACENCY:
    case GL_LINE_STRIP_ADJACENCY:
    case GL_ISOLINES:
        return GL_LINES;
    default:
        return GL_TRIANGLES;
    }
}

} // namespace

TransformFeedback& Context::boundFeedback() {
    if (!m_objects.feedback) {
        if (!m_objects.defaultFeedback) {
            m_objects.defaultFeedback = new TransformFeedback(0);
        }
        m_objects.feedback = m_objects.defaultFeedback;
        m_state.feedback = &m_objects.feedback->state;
    }
    return *m_objects.feedback;
}

bool Context::capturing() const {
    return m_state.feedback && m_state.feedback->capturing();
}

std::shared_ptr<Executable> Context::feedbackSource() const {
    for (glsl::Stage stage :
         {glsl::Stage::Geometry, glsl::Stage::TessEvaluation, glsl::Stage::Vertex}) {
        if (m_state.stages[size_t(stage)]) {
            return m_objects.executable ? m_objects.executable
                                        : m_objects.stageExecutables[size_t(stage)];
        }
    }
    return nullptr;
}

bool Context::capturedBy(const Executable& executable) const {
    bool found = m_objects.defaultFeedback && m_objects.defaultFeedback->state.active &&
                 m_objects.defaultFeedback->executable.get() == &executable;
    m_objects.feedbacks.forEach([&](const TransformFeedback& feedback) {
        found |= feedback.state.active && feedback.executable.get() == &executable;
    });
    return found;
}

void Context::genTransformFeedbacks(GLsizei n, GLuint* ids) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        ids[i] = m_objects.feedbacks.generate();
    }
}

GLboolean Context::isTransformFeedback(GLuint id) {
    return m_objects.feedbacks.find(id) != nullptr;
}

void Context::deleteTransformFeedbacks(GLsizei n, const GLuint* ids) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        const TransformFeedback* feedback = m_objects.feedbacks.find(ids[i]);
        if (feedback && feedback->state.active) {
            return setError(GL_INVALID_OPERATION, "transform feedback {} is active", ids[i]);
        }
    }
    for (GLsizei i = 0; i < n; ++i) {
        const Ref<TransformFeedback> feedback = m_objects.feedbacks.remove(ids[i]);
        if (feedback && m_objects.feedback == feedback) {
            bindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
        }
    }
}

void Context::bindTransformFeedback(GLenum target, GLuint id) {
    if (target != GL_TRANSFORM_FEEDBACK) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not GL_TRANSFORM_FEEDBACK", target);
    }
    if (boundFeedback().state.capturing()) {
        return setError(GL_INVALID_OPERATION, "transform feedback is active and not paused");
    }
    if (id != 0 && !m_objects.feedbacks.used(id)) {
        return setError(GL_INVALID_OPERATION, "{} is not a name of glGenTransformFeedbacks", id);
    }
    TransformFeedback* object = id ? m_objects.feedbacks.find(id) : m_objects.defaultFeedback.get();
    if (!object) {
        object = new TransformFeedback(id);
        if (id) {
            m_objects.feedbacks.insert(id, object);
        } else {
            m_objects.defaultFeedback = object;
        }
    }
    m_objects.feedback = object;
    m_state.feedback = &object->state;
    m_dirty.set(Dirty::Feedback);
}

/// Finds how much each buffer takes; false with the error set: one is missing.
bool Context::measureFeedbackRoom(TransformFeedback& feedback, const glsl::Feedback& layout) {
    feedback.room_vertices = UINT64_MAX;
    for (size_t i = 0; i < kMaxFeedbackBuffers; ++i) {
        feedback.state.room_B[i] = 0;
        if (layout.stride_B[i] == 0) {
            continue;
        }
        const BufferBinding& binding = feedback.state.buffers[i];
        if (!binding.buffer) {
            setError(GL_INVALID_OPERATION, "no buffer is bound to transform feedback {}", i);
            return false;
        }
        if (binding.buffer->mapped()) {
            setError(GL_INVALID_OPERATION, "buffer {} is mapped", binding.buffer->name());
            return false;
        }
        const size_t size_B = binding.buffer->size_B();
        size_t room_B = size_B - std::min(size_B, binding.offset_B);
        if (binding.size_B) {
            room_B = std::min(room_B, binding.size_B);
        }
        feedback.state.room_B[i] = room_B & ~size_t(3);
        feedback.room_vertices =
            std::min<uint64_t>(feedback.room_vertices, room_B / layout.stride_B[i]);
    }
    return true;
}

void Context::beginTransformFeedback(GLenum primitiveMode) {
    if (!validCaptureMode(primitiveMode)) {
        return setError(
            GL_INVALID_ENUM, "0x{:04X} is not GL_POINTS, GL_LINES or GL_TRIANGLES", primitiveMode);
    }
    TransformFeedback& feedback = boundFeedback();
    if (feedback.state.active) {
        return setError(GL_INVALID_OPERATION, "transform feedback is active already");
    }
    seeSharedChanges();
    resolveProgram();
    std::shared_ptr<Executable> source = feedbackSource();
    if (!source || !source->linked->feedback.any()) {
        return setError(GL_INVALID_OPERATION, "no program is in use that records varyings");
    }
    const glsl::Feedback& layout = source->linked->feedback;
    if (!measureFeedbackRoom(feedback, layout)) {
        return;
    }
    if (!feedback.state.backend) {
        feedback.state.backend = m_backend->createFeedback();
    }
    if (!feedback.state.backend || !feedback.state.backend->begin(*m_backend, layout)) {
        return outOfMemory();
    }
    feedback.state.active = true;
    feedback.state.paused = false;
    feedback.state.mode = primitiveMode;
    feedback.executable = std::move(source);
    m_dirty.set(Dirty::Feedback);
    recheck(kRecheckFeedback);
}

void Context::endTransformFeedback() {
    TransformFeedback& feedback = boundFeedback();
    if (!feedback.state.active) {
        return setError(GL_INVALID_OPERATION, "transform feedback is not active");
    }
    feedback.state.backend->end(*m_backend);
    feedback.state.active = false;
    feedback.state.paused = false;
    feedback.executable.reset();
    feedback.everEnded = true;
    for (const BufferBinding& binding : feedback.state.buffers) {
        if (binding.buffer) {
            noteSharedChange();
            break;
        }
    }
    m_dirty.set(Dirty::Feedback);
    m_recheck &= ~uint32_t(kRecheckFeedback);
}

void Context::pauseTransformFeedback() {
    TransformFeedback& feedback = boundFeedback();
    if (!feedback.state.capturing()) {
        return setError(GL_INVALID_OPERATION, "transform feedback is not active, or paused");
    }
    feedback.state.paused = true;
    m_dirty.set(Dirty::Feedback);
    m_recheck &= ~uint32_t(kRecheckFeedback);
}

void Context::resumeTransformFeedback() {
    TransformFeedback& feedback = boundFeedback();
    if (!feedback.state.active || !feedback.state.paused) {
        return setError(GL_INVALID_OPERATION, "transform feedback is not paused");
    }
    resolveProgram();
    if (feedbackSource() != feedback.executable) {
        return setError(GL_INVALID_OPERATION,
                        "another program is in use than when transform feedback was begun");
    }
    feedback.state.paused = false;
    m_dirty.set(Dirty::Feedback);
    recheck(kRecheckFeedback);
}

/// A draw of `mode` may be captured; false with the error set.
bool Context::validFeedbackMode(GLenum mode) {
    const TransformFeedback& feedback = *m_objects.feedback;
    const std::shared_ptr<Executable> source = feedbackSource();
    if (!source || source != feedback.executable) {
        setError(GL_INVALID_OPERATION,
                 "another program is in use than when transform feedback was begun");
        return false;
    }
    const glsl::LinkedProgram& linked = *source->linked;
    GLenum made = capturedMode(mode);
    if (linked.stage(glsl::Stage::Geometry)) {
        made = capturedMode(linked.geometry.outputPrimitive == GL_LINE_STRIP ? GL_LINES
                            : linked.geometry.outputPrimitive == GL_POINTS   ? GL_POINTS
                                                                             : GL_TRIANGLES);
    } else if (linked.tessellation.mode) {
        made = linked.tessellation.pointMode ? GL_POINTS : capturedMode(linked.tessellation.mode);
    } else if (restrictsFeedbackDraws()) {
        made = mode; // ES 3.0 section 2.15.2: exactly the same.
    }
    if (made != feedback.state.mode) {
        setError(GL_INVALID_OPERATION,
                 "transform feedback captures 0x{:04X}, not 0x{:04X}",
                 feedback.state.mode,
                 mode);
        return false;
    }
    for (size_t i = 0; i < kMaxFeedbackBuffers; ++i) {
        const Buffer* buffer = feedback.state.buffers[i].buffer.get();
        if (feedback.state.room_B[i] && buffer && buffer->mapped()) {
            setError(GL_INVALID_OPERATION, "buffer {} is mapped", buffer->name());
            return false;
        }
    }
    return true;
}

bool Context::restrictsFeedbackDraws() const {
    return isES() && version() < 32;
}

bool Context::takeFeedbackRoom(const DrawCall& call) {
    if (!restrictsFeedbackDraws()) {
        return true;
    }
    if (call.indexType) {
        setError(GL_INVALID_OPERATION, "indexed draws cannot be captured");
        return false;
    }
    TransformFeedback& feedback = *m_objects.feedback;
    const uint64_t corners = verticesOf(feedback.state.mode);
    const uint64_t vertices = uint64_t(call.count) / corners * corners * uint64_t(call.instances);
    if (vertices > feedback.room_vertices) {
        setError(GL_INVALID_OPERATION,
                 "{} vertices do not fit into the transform feedback buffers",
                 vertices);
        return false;
    }
    feedback.room_vertices -= vertices;
    return true;
}

// --- Draws of what was captured (ARB_transform_feedback2, 3, _instanced)

void Context::drawTransformFeedback(GLenum mode, GLuint id) {
    drawTransformFeedbackStreamInstanced(mode, id, 0, 1);
}

void Context::drawTransformFeedbackInstanced(GLenum mode, GLuint id, GLsizei instancecount) {
    drawTransformFeedbackStreamInstanced(mode, id, 0, instancecount);
}

void Context::drawTransformFeedbackStream(GLenum mode, GLuint id, GLuint stream) {
    drawTransformFeedbackStreamInstanced(mode, id, stream, 1);
}

void Context::drawTransformFeedbackStreamInstanced(GLenum mode,
                                                   GLuint id,
                                                   GLuint stream,
                                                   GLsizei instancecount) {
    if (!validDrawMode(mode)) {
        return;
    }
    TransformFeedback* feedback =
        id ? m_objects.feedbacks.find(id) : m_objects.defaultFeedback.get();
    if (id && !feedback) {
        return setError(GL_INVALID_VALUE, "there is no transform feedback object {}", id);
    }
    if (stream >= GLuint(caps().vertexStreams) || instancecount < 0) {
        return setError(GL_INVALID_VALUE, "stream {}, {} instances", stream, instancecount);
    }
    if (!feedback || !feedback->everEnded) {
        return setError(GL_INVALID_OPERATION, "transform feedback {} was never ended", id);
    }
    if (!prepareDrawSlow(mode, DrawnArrays::Bound) || instancecount == 0) {
        return;
    }
    DrawCall call;
    call.mode = mode;
    call.instances = instancecount;
    if (mode > GL_TRIANGLE_FAN && mode < GL_LINES_ADJACENCY) {
        // Quads and polygons become other primitives: the host has to know how many.
        call.count = GLsizei(
            std::min<uint64_t>(feedback->state.backend->vertices(*m_backend, stream), INT32_MAX));
        return drawConverted(call);
    }
    call.feedback = feedback->state.backend.get();
    call.feedbackStream = stream;
    submitDraw(call);
}

} // namespace gl
