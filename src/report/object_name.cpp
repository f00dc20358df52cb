// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report/object_name.h"

#include <fmt/format.h>

namespace report {

namespace {

constinit thread_local const Subject* t_subject = nullptr;

std::string describe(std::string_view kind, uint32_t number, std::string_view label) {
    if (!label.empty()) {
        return fmt::format("{} {}", kind, quoteLabel(label));
    }
    return number ? fmt::format("{} {}", kind, number) : std::string(kind);
}

} // namespace

std::string quoteLabel(std::string_view label) {
    constexpr size_t kLongest_B = 64;
    std::string text = "'";
    for (const char c : label.substr(0, kLongest_B)) {
        // Quotes end a label, and lines a cause.
        text += c == '\'' ? '"' : uint8_t(c) < ' ' ? ' ' : c;
    }
    if (label.size() > kLongest_B) {
        while (uint8_t(text.back()) >> 6 == 2) { // Not within a letter of UTF-8.
            text.pop_back();
        }
        if (uint8_t(text.back()) >= 0xC0) {
            text.pop_back();
        }
        text += "…";
    }
    return text + "'";
}

void ObjectName::setLabel(std::string_view label) {
    const std::lock_guard lock(m_mutex);
    m_label = label;
}

std::string ObjectName::label() const {
    const std::lock_guard lock(m_mutex);
    return m_label;
}

std::string ObjectName::text() const {
    const std::lock_guard lock(m_mutex);
    return describe(m_kind, m_number, m_label);
}

Subject::Subject(const char* kind, uint32_t number, const std::string& label)
    : m_kind(kind), m_number(number), m_label(&label), m_outer(t_subject) {
    t_subject = this;
}

Subject::Subject(const ObjectName& name) : m_name(&name), m_outer(t_subject) {
    t_subject = this;
}

Subject::~Subject() {
    t_subject = m_outer;
}

std::string Subject::current() {
    if (!t_subject) {
        return {};
    }
    return t_subject->m_name
               ? t_subject->m_name->text()
               : describe(t_subject->m_kind, t_subject->m_number, *t_subject->m_label);
}

} // namespace report
