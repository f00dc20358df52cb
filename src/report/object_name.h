// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace report {

/// A label of the application's as causes quote it: one line, not too long, in ' '.
std::string quoteLabel(std::string_view label);

/// What people call an object: its label, if the application gave it one, else its number. Shared
/// by the object and by what is made of it. Thread-safe.
class ObjectName {
public:
    /// `program 7`.
    ObjectName(std::string kind, uint32_t number) : m_kind(std::move(kind)), m_number(number) {}
    /// Of what is none of the application's: as it is.
    explicit ObjectName(std::string text) : m_kind(std::move(text)) {}

    void setLabel(std::string_view label);
    std::string label() const;
    /// `program 'water'`, or `program 7`.
    std::string text() const;

private:
    const std::string m_kind;
    const uint32_t m_number = 0; ///< 0: none.
    mutable std::mutex m_mutex;
    std::string m_label;
};

/// While it lives, what its thread waits for is told to be about that object.
class Subject {
public:
    /// `label` as the application has it; it outlives this.
    Subject(const char* kind, uint32_t number, const std::string& label);
    explicit Subject(const ObjectName& name);
    ~Subject();
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;

    /// The calling thread's: `buffer 'ring'`, or `buffer 7`; empty: there is none.
    static std::string current();

private:
    const ObjectName* const m_name = nullptr; ///< Or else the others:
    const char* const m_kind = nullptr;
    const uint32_t m_number = 0;
    const std::string* const m_label = nullptr;
    const Subject* const m_outer;
};

} // namespace report
