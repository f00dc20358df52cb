// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/query.h"

#include <algorithm>

namespace gl {

std::optional<uint64_t> Query::poll(ContextBackend& context) {
    if (!m_result && m_backend->ready(context)) {
        m_result = m_backend->result();
    }
    return m_result;
}

uint64_t Query::take() {
    m_result = m_backend->result();
    return *m_result;
}

Ref<Query>* ActiveQueries::slot(GLenum target, GLuint index) {
    switch (target) {
    case GL_SAMPLES_PASSED:
    case GL_ANY_SAMPLES_PASSED:
    case GL_ANY_SAMPLES_PASSED_CONSERVATIVE:
        return index == 0 ? &occlusion : nullptr;
    case GL_PRIMITIVES_GENERATED:
        return index < kMaxVertexStreams ? &primitivesGenerated[index] : nullptr;
    case GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN:
        return index < kMaxVertexStreams ? &feedbackPrimitives[index] : nullptr;
    case GL_TIME_ELAPSED:
        return index == 0 ? &timeElapsed : nullptr;
    default:
        return nullptr;
    }
}

Ref<Query>* ActiveQueries::find(const Query& query) {
    for (GLuint stream = 0; stream < kMaxVertexStreams; ++stream) {
        if (Ref<Query>* found = slot(query.target(), stream); found && *found == &query) {
            return found;
        }
    }
    return nullptr;
}

bool ActiveQueries::any() const {
    const auto active = [](const Ref<Query>& query) { return bool(query); };
    return occlusion || timeElapsed || std::ranges::any_of(primitivesGenerated, active) ||
           std::ranges::any_of(feedbackPrimitives, active);
}

} // namespace gl
