// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The ways in which Vulkan gives each draw other uniforms.
#pragma once

#include "../draws/gpu.h"

#include <memory>
#include <string>
#include <vector>

namespace commands {

inline constexpr VkExtent2D kExtent{64, 64};
inline constexpr uint32_t kRing = 4096; ///< Draws after which memory and sets are used again.

/// A way to change what a draw reads: `change` records whatever it takes before draw `i`.
class Uniforms {
public:
    virtual ~Uniforms() = default;
    virtual VkPipelineLayout layout() const = 0;
    virtual std::string vertexShader() const = 0;
    virtual void change(VkCommandBuffer commands, uint32_t i) = 0;
};

struct Way {
    std::string name;
    /// Null: the device cannot.
    std::unique_ptr<Uniforms> (*make)(draws::Gpu& gpu, uint32_t size_B);
    std::vector<uint32_t> sizes_B; ///< Of the block.
};

const std::vector<Way>& ways();

} // namespace commands
