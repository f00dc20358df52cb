// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vkc {

/// As compileGlsl() of device.h, for Vulkan 1.3: SPIR-V 1.6.
std::vector<uint32_t> compileGlsl13(const std::string& source);

/// The stages of draws (#version 460), for Vulkan 1.1.
std::vector<uint32_t> compileVertexGlsl(const std::string& source);
std::vector<uint32_t> compileFragmentGlsl(const std::string& source);
std::vector<uint32_t> compileControlGlsl(const std::string& source);
std::vector<uint32_t> compileEvaluationGlsl(const std::string& source);
std::vector<uint32_t> compileGeometryGlsl(const std::string& source);
/// For Vulkan 1.3, where layers and viewports of vertex shaders need no extension.
std::vector<uint32_t> compileVertexGlsl13(const std::string& source);

} // namespace vkc
