// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "report/object_name.h"
#include "report/record.h"

namespace report {

/// While it lives, `size_B` bytes go from the application's memory to an object, which is also the
/// thread's Subject. Small ones are counted nowhere.
class Upload {
public:
    Upload(const char* kind, uint32_t number, const std::string& label, size_t size_B)
        : m_subject(kind, number, label), m_size_B(size_B) {}
    ~Upload() {
        if (m_size_B >= kLeastUpload_B) {
            m_span.stop(EventKind::Upload, 0, m_size_B, [] { return Subject::current(); });
        }
    }
    Upload(const Upload&) = delete;
    Upload& operator=(const Upload&) = delete;

private:
    const Subject m_subject;
    const size_t m_size_B;
    const Span m_span;
};

} // namespace report
