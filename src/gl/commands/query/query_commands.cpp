// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/query.h"

#include "gl/context/context.h"
#include "report/object_name.h"

#include <algorithm>

namespace gl {

namespace {

std::optional<QueryKind> kindOf(const Context& context, GLenum target) {
    switch (target) {
    case GL_SAMPLES_PASSED:
        if (context.isDesktop()) {
            return QueryKind::Samples;
        }
        break;
    case GL_ANY_SAMPLES_PASSED: // ARB_occlusion_query2, EXT_occlusion_query_boolean
    case GL_ANY_SAMPLES_PASSED_CONSERVATIVE:
        return QueryKind::AnySamples;
    case GL_PRIMITIVES_GENERATED:
        if (context.atLeast(0, 30)) {
            return QueryKind::PrimitivesGenerated;
        }
        break;
    case GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN:
        if (context.atLeast(30, 30)) {
            return QueryKind::FeedbackPrimitives;
        }
        break;
    case GL_TIME_ELAPSED: // EXT_disjoint_timer_query in OpenGL ES, as the next.
        if (context.caps().timestamps) {
            return QueryKind::TimeElapsed;
        }
        break;
    case GL_TIMESTAMP:
        if (context.caps().timestamps) {
            return QueryKind::Timestamp;
        }
        break;
    }
    return std::nullopt;
}

bool hasStreams(GLenum target) {
    return target == GL_PRIMITIVES_GENERATED || target == GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN;
}

/// A target that counts from begin to end, and an index that it has; false with the error set.
bool validTarget(Context& context, GLenum target, GLuint index) {
    if (target == GL_TIMESTAMP || !kindOf(context, target)) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a query target", target);
        return false;
    }
    if (index >= (hasStreams(target) ? GLuint(context.caps().vertexStreams) : 1)) {
        context.setError(GL_INVALID_VALUE, "query target 0x{:04X} has no index {}", target, index);
        return false;
    }
    return true;
}

int counterBits(const Context& context, GLenum target) {
    switch (target) {
    case GL_SAMPLES_PASSED:
        return context.caps().preciseOcclusion ? 64 : 1;
    case GL_ANY_SAMPLES_PASSED:
    case GL_ANY_SAMPLES_PASSED_CONSERVATIVE:
        return 1;
    case GL_PRIMITIVES_GENERATED:
        return context.caps().primitiveQueries ? 64 : 0;
    case GL_TIME_ELAPSED:
    case GL_TIMESTAMP:
        return context.caps().timestampBits;
    default:
        return 64;
    }
}

/// Other contexts of the group go on meanwhile.
uint64_t waitForResult(Context& context, Query& query) {
    if (const std::optional<uint64_t> result = query.poll(context.backend())) {
        return *result;
    }
    const report::Subject subject("query", query.name(), query.label());
    const WaitScope others(context.gate());
    query.backend().wait();
    return query.take();
}

} // namespace

/// The object that `id` names, made if it has none yet; null with the error set.
Query* Context::queryToUse(GLenum target, GLuint id) {
    if (Query* found = m_objects.queries.find(id)) {
        if (found->target() != target || found->active()) {
            setError(GL_INVALID_OPERATION,
                     "query {} is {}",
                     id,
                     found->active() ? "active" : "of another target");
            return nullptr;
        }
        return found;
    }
    const bool inventedNames = isDesktop() && !isCore();
    if (id == 0 || (!m_objects.queries.used(id) && !inventedNames)) {
        setError(GL_INVALID_OPERATION, "{} is not a name of glGenQueries", id);
        return nullptr;
    }
    std::unique_ptr<QueryBackend> backend = m_backend->createQuery(*kindOf(*this, target));
    if (!backend) {
        outOfMemory();
        return nullptr;
    }
    Query* object = new Query(id, target, std::move(backend));
    m_objects.queries.insert(id, object);
    return object;
}

void Context::genQueries(GLsizei n, GLuint* ids) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        ids[i] = m_objects.queries.generate();
    }
}

void Context::deleteQueries(GLsizei n, const GLuint* ids) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        const Ref<Query> query = m_objects.queries.remove(ids[i]);
        if (query && query->active()) {
            m_backend->endQuery(query->backend());
            query->setActive(false);
            *m_activeQueries.find(*query) = {};
        }
    }
}

GLboolean Context::isQuery(GLuint id) {
    return m_objects.queries.find(id) != nullptr;
}

void Context::beginQuery(GLenum target, GLuint id) {
    beginQueryIndexed(target, 0, id);
}

void Context::beginQueryIndexed(GLenum target, GLuint index, GLuint id) {
    if (!validTarget(*this, target, index)) {
        return;
    }
    Ref<Query>& slot = *m_activeQueries.slot(target, index);
    if (slot) {
        return setError(GL_INVALID_OPERATION, "query {} is active", slot->name());
    }
    Query* query = queryToUse(target, id);
    if (!query) {
        return;
    }
    slot = query;
    query->setActive(true);
    m_backend->beginQuery(query->backend(), index);
}

void Context::endQuery(GLenum target) {
    endQueryIndexed(target, 0);
}

void Context::endQueryIndexed(GLenum target, GLuint index) {
    if (!validTarget(*this, target, index)) {
        return;
    }
    Ref<Query>& slot = *m_activeQueries.slot(target, index);
    if (!slot || slot->target() != target) {
        return setError(GL_INVALID_OPERATION, "no query of target 0x{:04X} is active", target);
    }
    m_backend->endQuery(slot->backend());
    slot->setActive(false);
    slot = {};
}

void Context::queryCounter(GLuint id, GLenum target) {
    if (target != GL_TIMESTAMP || !kindOf(*this, target)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not GL_TIMESTAMP", target);
    }
    if (Query* query = queryToUse(target, id)) {
        query->restart();
        m_backend->queryCounter(query->backend());
    }
}

void Context::getQueryiv(GLenum target, GLenum pname, GLint* params) {
    getQueryIndexediv(target, 0, pname, params);
}

void Context::getQueryIndexediv(GLenum target, GLuint index, GLenum pname, GLint* params) {
    const bool timestamp = target == GL_TIMESTAMP && kindOf(*this, target) && index == 0;
    if (!timestamp && !validTarget(*this, target, index)) {
        return;
    }
    const bool countsTime = timestamp || target == GL_TIME_ELAPSED;
    if (pname == GL_CURRENT_QUERY) {
        const Ref<Query>* slot = m_activeQueries.slot(target, index);
        const bool active = slot && *slot && (*slot)->target() == target;
        *params = active ? GLint((*slot)->name()) : 0;
    } else if (pname == GL_QUERY_COUNTER_BITS && (isDesktop() || countsTime)) {
        *params = counterBits(*this, target);
    } else {
        setError(GL_INVALID_ENUM, "0x{:04X} is not a query parameter", pname);
    }
}

/// False: the error is set, or there is nothing to tell.
bool Context::queryValue(GLuint id, GLenum pname, uint64_t& value) {
    if (m_lost) {
        noteDroppedCall();
        value = 1;
        return pname == GL_QUERY_RESULT_AVAILABLE; // Who polls shall not do so for ever.
    }
    Query* query = m_objects.queries.find(id);
    if (!query || query->active()) {
        setError(GL_INVALID_OPERATION, "{} is not a query that has ended", id);
        return false;
    }
    switch (pname) {
    case GL_QUERY_RESULT_AVAILABLE:
        value = query->poll(*m_backend).has_value();
        return true;
    case GL_QUERY_RESULT:
        value = waitForResult(*this, *query);
        return true;
    case GL_QUERY_RESULT_NO_WAIT: // ARB_query_buffer_object
        if (isDesktop()) {
            const std::optional<uint64_t> result = query->poll(*m_backend);
            value = result.value_or(0);
            return result.has_value();
        }
        break;
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a query object parameter", pname);
    return false;
}

void Context::getQueryObjectiv(GLuint id, GLenum pname, GLint* params) {
    if (uint64_t value = 0; queryValue(id, pname, value)) {
        *params = GLint(std::min<uint64_t>(value, INT32_MAX));
    }
}

void Context::getQueryObjectuiv(GLuint id, GLenum pname, GLuint* params) {
    if (uint64_t value = 0; queryValue(id, pname, value)) {
        *params = GLuint(std::min<uint64_t>(value, UINT32_MAX));
    }
}

void Context::getQueryObjecti64v(GLuint id, GLenum pname, GLint64* params) {
    if (uint64_t value = 0; queryValue(id, pname, value)) {
        *params = GLint64(std::min<uint64_t>(value, INT64_MAX));
    }
}

void Context::getQueryObjectui64v(GLuint id, GLenum pname, GLuint64* params) {
    if (uint64_t value = 0; queryValue(id, pname, value)) {
        *params = value;
    }
}

} // namespace gl
