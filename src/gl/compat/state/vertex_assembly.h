// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/vertex_layout.h"

#include <cstring>

namespace gl {

/// What glColor, glVertex and their kin do in a context that has glBegin (GL 4.6 compatibility
/// profile section 10.7): values go to a template vertex, of which glVertex makes copies. The
/// template holds only what is given with vertices; the layout grows when a value comes along that
/// is not in it. Where the copies go is a matter of those derived: a ring of the context
/// (ImmediateMode), or a display list (ListCompiler). docs/immediate-mode.md
class VertexAssembly {
public:
    using Kind = CurrentAttrib::Kind;

    virtual ~VertexAssembly() = default;
    VertexAssembly(const VertexAssembly&) = delete;
    VertexAssembly& operator=(const VertexAssembly&) = delete;

    /// The calling thread's; null: no context, a lost one, or one that has no glBegin.
    static VertexAssembly* current();
    static void setCurrent(VertexAssembly* assembly);

    // The short way, which touches nothing that contexts share. False: it is the other one's.

    template <int kSize>
    bool set(unsigned array, float x, float y = 0, float z = 0, float w = 1) {
        if (m_floats[array] < kSize) [[unlikely]] {
            return false;
        }
        storeFloats<kSize>(array, x, y, z, w);
        m_changed |= 1u << array;
        return true;
    }
    template <int kSize>
    bool vertex(float x, float y, float z = 0, float w = 1) {
        if (m_room == 0 || m_floats[kArrayVertex] < kSize) [[unlikely]] {
            return false;
        }
        storeFloats<kSize>(kArrayVertex, x, y, z, w);
        emit();
        return true;
    }

    // The other way: within a call of the context.

    virtual void setValue(unsigned array, int size, const CurrentAttrib& value) = 0;
    virtual void addVertex(int size, const CurrentAttrib& position) = 0;
    virtual void begin(GLenum mode) = 0;
    virtual void end() = 0;
    bool inPrimitive() const { return m_inPrimitive; }
    /// What the last glBegin was given.
    GLenum begun() const { return m_begun; }

protected:
    VertexAssembly() = default;

    /// Copies the template to where the next vertex lies; there is room.
    void emit() {
        // In steps of four words: what is written too much is overwritten, or slack.
        for (uint32_t word = 0; word < m_layout.stride_words; word += kStep_words) {
            std::memcpy(m_next + word, m_template.data() + word, kStep_words * sizeof(uint32_t));
        }
        m_next += m_layout.stride_words;
        --m_room;
    }
    uint32_t collected() const {
        return m_layout.stride_words ? uint32_t(m_next - m_start) / m_layout.stride_words : 0;
    }
    /// The template takes this layout and keeps what both have.
    void takeLayout(const VertexLayout& layout);
    void setTemplate(unsigned array, const CurrentAttrib& value) {
        storeField(m_template.data(), m_layout.fields[array], value);
    }

    static constexpr uint32_t kStep_words = 4;
    VertexLayout m_layout;
    alignas(16) std::array<uint32_t, kMaxVertex_words + kStep_words> m_template{};
    uint32_t* m_start = nullptr; ///< The first vertex that was collected.
    uint32_t* m_next = nullptr;
    uint32_t m_room = 0;    ///< Vertices that there is room for; 0 outside of glBegin … glEnd.
    uint32_t m_changed = 0; ///< Bit per array of the layout whose value was given.
    bool m_inPrimitive = false;
    GLenum m_begun = GL_POINTS;

private:
    template <int kSize>
    void storeFloats(unsigned array, float x, float y, float z, float w) {
        const float values[4] = {x, y, z, w};
        uint32_t* const to = m_template.data() + m_layout.fields[array].offset_words;
        std::memcpy(to, values, kSize * sizeof(float));
        if constexpr (kSize < 4) {
            if (m_floats[array] > kSize) [[unlikely]] {
                std::memcpy(to + kSize, values + kSize, (m_floats[array] - kSize) * sizeof(float));
            }
        }
    }

    /// Components of each array of the layout that holds floats.
    std::array<uint8_t, kArrayCount> m_floats{};
};

namespace detail {
extern constinit thread_local VertexAssembly* t_vertices
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
} // namespace detail

inline VertexAssembly* VertexAssembly::current() {
    return detail::t_vertices;
}
inline void VertexAssembly::setCurrent(VertexAssembly* assembly) {
    detail::t_vertices = assembly;
}

} // namespace gl
