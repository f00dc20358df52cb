// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gl {

/// Debug output of one context (KHR_debug): filters, groups, callback or log. Knows no context.
class DebugOutput {
public:
    static constexpr int kMaxMessageLength = 1024; ///< Terminator included.
    static constexpr int kMaxLoggedMessages = 256;
    static constexpr int kMaxGroupDepth = 64;
    static constexpr int kMaxLabelLength = 256;

    struct Message {
        GLenum source = 0;
        GLenum type = 0;
        GLuint id = 0;
        GLenum severity = 0;
        std::string text;
    };

    explicit DebugOutput(bool enabled) : m_enabled(enabled) { m_groups.resize(1); }

    bool enabled() const { return m_enabled; }
    void setEnabled(bool on) { m_enabled = on; }
    bool synchronous() const { return m_synchronous; }
    void setSynchronous(bool on) { m_synchronous = on; }
    GLDEBUGPROC callback() const { return m_callback; }
    const void* userParam() const { return m_userParam; }
    void setCallback(GLDEBUGPROC callback, const void* userParam) {
        m_callback = callback;
        m_userParam = userParam;
    }

    /// True where a message of this kind would be heard: spares the caller the formatting.
    bool wants(GLenum source, GLenum type, GLuint id, GLenum severity) const;
    /// Filters, then calls back or logs.
    void emit(GLenum source, GLenum type, GLuint id, GLenum severity, std::string_view text);

    /// glDebugMessageControl with valid arguments; GL_DONT_CARE matches all. With ids, source and
    /// type are definite and severity is GL_DONT_CARE.
    void control(GLenum source,
                 GLenum type,
                 GLenum severity,
                 const GLuint* ids,
                 GLsizei idCount,
                 bool enabled);

    int groupDepth() const { return int(m_groups.size()); } ///< 1: the default group only.
    void pushGroup(GLenum source, GLuint id, std::string_view text);
    void popGroup();

    const std::deque<Message>& log() const { return m_log; }
    void popLog() { m_log.pop_front(); }

private:
    /// Filter rules in the order they were given; the last that matches decides. Low severity is
    /// off at first, everything else on.
    struct Rule {
        GLenum source, type, severity;
        bool anyId = false;
        GLuint id = 0;
        bool enabled;
    };
    struct Group {
        GLenum source = 0;
        GLuint id = 0;
        std::string text;
        std::vector<Rule> rules;
    };

    bool m_enabled;
    bool m_synchronous = false;
    GLDEBUGPROC m_callback = nullptr;
    const void* m_userParam = nullptr;
    std::vector<Group> m_groups;
    std::deque<Message> m_log;
};

} // namespace gl
