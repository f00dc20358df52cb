// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "report.h"

#include "bench/harness/context.h"

#include <cstdio>
#include <string>

namespace storm {

/// Runs one case in a process of its own, so that no case finds a driver that another has warmed,
/// and a driver that crashes is one failure.
class Child {
public:
    Child(const bench::ContextOptions& context, const MeasureOptions& options)
        : m_context(context), m_options(options) {}

    Outcome run(const Case& measured);

    /// Of the last that ran.
    const std::string& renderer() const { return m_renderer; }
    const std::string& version() const { return m_version; }

private:
    void work(const Case& measured, std::FILE* answer) const;

    bench::ContextOptions m_context;
    MeasureOptions m_options;
    std::string m_renderer;
    std::string m_version;
};

} // namespace storm
