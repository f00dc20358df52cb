// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/stage/spirv_code.h"
#include "report/object_name.h"

#include <memory>
#include <span>

namespace cpu::icd {

/// Pipelines may outlive it, and share what it holds.
class ShaderModule {
public:
    explicit ShaderModule(std::span<const uint32_t> words)
        : m_code(std::make_shared<const stage::SpirvCode>(words)) {}

    const std::shared_ptr<const stage::SpirvCode>& code() const { return m_code; }
    const std::shared_ptr<report::ObjectName>& name() const { return m_name; }

private:
    const std::shared_ptr<report::ObjectName> m_name =
        std::make_shared<report::ObjectName>("shader");
    std::shared_ptr<const stage::SpirvCode> m_code;
};
GLISSADE_CPU_OBJECT(VkShaderModule, ShaderModule)

} // namespace cpu::icd
