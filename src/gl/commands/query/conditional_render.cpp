// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/context.h"

namespace gl {

namespace {

struct Mode {
    bool waits = false;
    bool inverted = false;
};

/// ARB_conditional_render_inverted has the second four.
std::optional<Mode> findMode(GLenum mode) {
    switch (mode) {
    case GL_QUERY_WAIT:
    case GL_QUERY_BY_REGION_WAIT:
        return Mode{.waits = true};
    case GL_QUERY_NO_WAIT:
    case GL_QUERY_BY_REGION_NO_WAIT:
        return Mode{};
    case GL_QUERY_WAIT_INVERTED:
    case GL_QUERY_BY_REGION_WAIT_INVERTED:
        return Mode{.waits = true, .inverted = true};
    case GL_QUERY_NO_WAIT_INVERTED:
    case GL_QUERY_BY_REGION_NO_WAIT_INVERTED:
        return Mode{.inverted = true};
    default:
        return std::nullopt;
    }
}

bool isOcclusion(GLenum target) {
    return target == GL_SAMPLES_PASSED || target == GL_ANY_SAMPLES_PASSED ||
           target == GL_ANY_SAMPLES_PASSED_CONSERVATIVE;
}

} // namespace

void Context::beginConditionalRender(GLuint id, GLenum mode) {
    if (!findMode(mode)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a mode of conditional rendering", mode);
    }
    if (m_conditional.query) {
        return setError(GL_INVALID_OPERATION, "conditional rendering is under way");
    }
    Query* query = m_objects.queries.find(id);
    if (!query) {
        return setError(GL_INVALID_VALUE, "there is no query {}", id);
    }
    if (query->active() || !isOcclusion(query->target())) {
        return setError(GL_INVALID_OPERATION, "query {} is active, or does not count samples", id);
    }
    m_conditional = {query, mode};
    recheck(kRecheckCondition);
}

void Context::endConditionalRender() {
    if (!m_conditional.query) {
        return setError(GL_INVALID_OPERATION, "conditional rendering is not under way");
    }
    m_conditional = {};
    m_recheck &= ~uint32_t(kRecheckCondition);
}

bool Context::conditionPasses() {
    if (!m_conditional.query) {
        return true;
    }
    const Mode mode = *findMode(m_conditional.mode);
    Query& query = *m_conditional.query;
    if (query.active()) {
        return true; // Begun again in the meantime: there is nothing to go by.
    }
    std::optional<uint64_t> result = query.poll(*m_backend);
    if (!result && mode.waits) {
        // The lock stays: the caller is in the middle of a command on shared objects.
        query.backend().wait();
        result = query.poll(*m_backend);
    }
    return !result || (*result != 0) != mode.inverted;
}

} // namespace gl
