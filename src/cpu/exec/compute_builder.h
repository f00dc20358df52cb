// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/exec/compute_images.h"
#include "cpu/shader/compiler.h"
#include "store/store.h"

#include <span>
#include <string>
#include <vector>

namespace cpu::exec {

/// A shader as the application gave it, kept so that it can be compiled again. It refers to nothing
/// of the application's.
struct ComputeSource {
    std::vector<uint32_t> spirv;
    std::string entryPoint;
    std::vector<shader::SpecializationEntry> specialization;
    std::vector<std::byte> specializationData;
    bool robustBuffers = true;
    shader::InterfaceLayout layout;

    ComputeSource() = default;
    ComputeSource(const ComputeSource&) = delete;
    ComputeSource& operator=(const ComputeSource&) = delete;

    /// Takes what the layout's bindings point to, their immutable samplers, into the source.
    void adoptLayout(shader::InterfaceLayout from);

private:
    std::vector<std::vector<SamplerData>> m_samplers;
    std::vector<std::vector<const SamplerData*>> m_samplerPointers;
};

/// Shaders to code by way of memory and the disk: what this process or an earlier run has compiled
/// is not compiled again. Safe on any thread, and cheap to copy.
class ComputeBuilder {
public:
    ComputeBuilder(store::Store& store, jit::Level level) : m_store(store), m_level(level) {}

    /// Of all that makes code and is not in a shader's source: this library's build among it.
    static base::Hash128 buildId();
    /// Everything that the code depends on, this library's own build included.
    store::Key key(const ComputeSource& source,
                   std::span<const shader::StableSite> stable = {}) const;
    /// Null: it was not compiled yet.
    ComputeImages::Image find(const store::Key& key) const;
    /// Compiles, and keeps the result.
    base::Result<ComputeImages::Image>
    compile(const ComputeSource& source,
            const store::Key& key,
            std::span<const shader::StableSite> stable = {}) const;

private:
    store::Store& m_store;
    const jit::Level m_level;
};

} // namespace cpu::exec
