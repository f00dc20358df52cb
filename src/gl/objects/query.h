// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/objects/ref.h"

#include <array>
#include <memory>
#include <optional>

namespace gl {

inline constexpr GLuint kMaxVertexStreams = 4;

/// A query object (OpenGL 4.1 section 2.14): made when first used, then of that target for ever.
/// Not shared.
class Query : public Object {
public:
    Query(uint32_t name, GLenum target, std::unique_ptr<QueryBackend> backend)
        : Object(name), m_target(target), m_backend(std::move(backend)) {}

    GLenum target() const { return m_target; }
    QueryBackend& backend() const { return *m_backend; }
    bool active() const { return m_active; }
    void setActive(bool active) {
        m_active = active;
        m_result.reset();
    }
    /// A glQueryCounter came.
    void restart() { m_result.reset(); }
    /// The result, if it is there.
    std::optional<uint64_t> poll(ContextBackend& context);
    /// After backend().wait().
    uint64_t take();

private:
    const GLenum m_target;
    std::unique_ptr<QueryBackend> m_backend;
    bool m_active = false;
    std::optional<uint64_t> m_result;
};

/// What a context counts now.
struct ActiveQueries {
    Ref<Query> occlusion; ///< The three occlusion targets exclude each other.
    std::array<Ref<Query>, kMaxVertexStreams> primitivesGenerated;
    std::array<Ref<Query>, kMaxVertexStreams> feedbackPrimitives;
    Ref<Query> timeElapsed;

    /// Null: no target that counts, or no such stream.
    Ref<Query>* slot(GLenum target, GLuint index);
    /// Where an active one stands; null: it is not.
    Ref<Query>* find(const Query& query);
    bool any() const;
};

/// glBeginConditionalRender (OpenGL 3.0 section 2.14).
struct ConditionalRender {
    Ref<Query> query; ///< Null: not conditional.
    GLenum mode = GL_QUERY_WAIT;
};

} // namespace gl
