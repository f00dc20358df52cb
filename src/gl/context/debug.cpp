// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/debug.h"

#include <algorithm>

namespace gl {

bool DebugOutput::wants(GLenum source, GLenum type, GLuint id, GLenum severity) const {
    if (!m_enabled) {
        return false;
    }
    const std::vector<Rule>& rules = m_groups.back().rules;
    for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
        if ((rule->source == GL_DONT_CARE || rule->source == source) &&
            (rule->type == GL_DONT_CARE || rule->type == type) &&
            (rule->severity == GL_DONT_CARE || rule->severity == severity) &&
            (rule->anyId || rule->id == id)) {
            return rule->enabled;
        }
    }
    return severity != GL_DEBUG_SEVERITY_LOW;
}

void DebugOutput::emit(
    GLenum source, GLenum type, GLuint id, GLenum severity, std::string_view text) {
    if (!wants(source, type, id, severity)) {
        return;
    }
    Message message{source, type, id, severity, std::string(text.substr(0, kMaxMessageLength - 1))};
    if (m_callback) {
        m_callback(source,
                   type,
                   id,
                   severity,
                   GLsizei(message.text.size()),
                   message.text.c_str(),
                   m_userParam);
    } else if (m_log.size() < size_t(kMaxLoggedMessages)) {
        m_log.push_back(std::move(message));
    }
}

void DebugOutput::control(
    GLenum source, GLenum type, GLenum severity, const GLuint* ids, GLsizei idCount, bool enabled) {
    std::vector<Rule>& rules = m_groups.back().rules;
    // A rule makes earlier ones pointless where it covers them.
    const auto add = [&](const Rule& added) {
        std::erase_if(rules, [&](const Rule& old) {
            return (added.source == GL_DONT_CARE || added.source == old.source) &&
                   (added.type == GL_DONT_CARE || added.type == old.type) &&
                   (added.severity == GL_DONT_CARE || added.severity == old.severity) &&
                   (added.anyId || (!old.anyId && added.id == old.id));
        });
        rules.push_back(added);
    };
    if (idCount == 0) {
        add({.source = source,
             .type = type,
             .severity = severity,
             .anyId = true,
             .enabled = enabled});
    }
    for (GLsizei i = 0; i < idCount; ++i) {
        add({.source = source,
             .type = type,
             .severity = GL_DONT_CARE,
             .id = ids[i],
             .enabled = enabled});
    }
}

void DebugOutput::pushGroup(GLenum source, GLuint id, std::string_view text) {
    emit(source, GL_DEBUG_TYPE_PUSH_GROUP, id, GL_DEBUG_SEVERITY_NOTIFICATION, text);
    m_groups.push_back({source, id, std::string(text), m_groups.back().rules});
}

void DebugOutput::popGroup() {
    const Group group = std::move(m_groups.back());
    m_groups.pop_back();
    emit(group.source,
         GL_DEBUG_TYPE_POP_GROUP,
         group.id,
         GL_DEBUG_SEVERITY_NOTIFICATION,
         group.text);
}

} // namespace gl
