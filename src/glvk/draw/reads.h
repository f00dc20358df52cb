// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/record/recorder.h"

#include <cstdint>
#include <vector>

namespace glvk {

/// The resources that commands read, as hazards want them declared: all of them once in a barrier
/// epoch, and in between those that were bound since.
class Reads {
public:
    /// Something was bound. What was declared along with the others before is so still.
    void add(Resource& resource) {
        if (resource.readEpoch != m_epoch || m_epoch == 0) {
            m_new.push_back(&resource);
        }
    }
    bool anyAdded() const { return !m_new.empty(); }
    /// All have to be declared again.
    void redeclare() { m_epoch = 0; }
    /// The same, and what was bound is not any more.
    void forget() {
        m_new.clear();
        m_epoch = 0;
    }
    /// `appendAll`: of a vector, appends everything that is read now.
    template <class AppendAll>
    void declare(Recorder& recorder, AppendAll&& appendAll) {
        if (m_epoch == recorder.epoch() && m_epoch != 0) {
            if (m_new.empty()) {
                return;
            }
            recorder.use(m_new, {});
            m_new.clear();
            if (m_epoch == recorder.epoch()) {
                return;
            }
        }
        m_new.clear();
        m_all.clear();
        appendAll(m_all);
        recorder.use(m_all, {});
        m_epoch = recorder.epoch();
    }

private:
    uint64_t m_epoch = 0;         ///< In which all were declared.
    std::vector<Resource*> m_all; ///< Scratch.
    std::vector<Resource*> m_new;
};

} // namespace glvk
