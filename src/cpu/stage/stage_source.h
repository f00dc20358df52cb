// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/interface/source.h"
#include "cpu/stage/spirv_code.h"
#include "report/object_name.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cpu::stage {

/// A shader as the application gave it, kept so that it can be compiled again. It refers to nothing
/// of the application's.
struct StageSource {
    std::shared_ptr<const SpirvCode> spirv; ///< Never null once it is in use.
    std::string entryPoint;
    std::vector<shader::SpecializationEntry> specialization;
    std::vector<std::byte> specializationData;
    bool robustBuffers = true;
    shader::InterfaceLayout layout;
    /// The application's, if it gave one; never null.
    std::shared_ptr<report::ObjectName> name = std::make_shared<report::ObjectName>("shader");

    StageSource() = default;
    StageSource(const StageSource&) = delete;
    StageSource& operator=(const StageSource&) = delete;

    /// Takes what the layout's bindings point to, their immutable samplers, into the source.
    void adoptLayout(shader::InterfaceLayout from);
    /// For the compiler; as long as the source lives.
    shader::ShaderSource view() const {
        return {spirv->words(), entryPoint, specialization, specializationData, robustBuffers};
    }

private:
    std::vector<std::vector<SamplerData>> m_samplers;
    std::vector<std::vector<const SamplerData*>> m_samplerPointers;
};

} // namespace cpu::stage
