// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/sampler.h"

#include <atomic>

namespace gl {

namespace {

uint64_t newVersion() {
    static std::atomic<uint64_t> s_last{0};
    return s_last.fetch_add(1, std::memory_order_relaxed) + 1;
}

} // namespace

Sampler::Sampler(uint32_t name) : Object(name), m_version(newVersion()) {}

void Sampler::setParameters(const SamplerParameters& parameters) {
    m_parameters = parameters;
    m_version = newVersion();
}

} // namespace gl
