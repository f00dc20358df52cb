// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Fourier transforms by VkFFT, a library that writes GLSL for each size, compiles it and dispatches
// the pipelines: a Vulkan compute program of somebody else.
#pragma once

#define VK_NO_PROTOTYPES
#include <volk.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace programs {

enum class Precision {
    Half, ///< In memory; it is computed in single precision.
    Single,
    Double,
};

enum class Direction { Forward, Inverse };

enum class Kind {
    Complex,
    /// To half a spectrum and back, in place: rows are padded to size[0] / 2 + 1 complex numbers.
    Real,
    Cosine1,
    Cosine2,
    Cosine3,
    Cosine4,
};

struct Transform {
    std::vector<uint32_t> size; ///< One to three dimensions, the first is contiguous.
    uint32_t batches = 1;
    Kind kind = Kind::Complex;
    Precision precision = Precision::Single;
    bool tables = false; ///< Of sines and cosines, where the shader would compute them.

    uint64_t rows() const;
    /// Scalars of a row as it lies in memory, and of the whole buffer.
    uint64_t rowPitch() const;
    uint64_t scalars() const;
    uint32_t scalarSize_B() const;
    uint64_t size_B() const { return scalars() * scalarSize_B(); }
};

struct Queue {
    VkPhysicalDevice physicalDevice;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
};

/// Transforms a buffer in place; the inverse is normalized. The volk functions must be loaded.
class Fft {
public:
    /// Throws std::runtime_error with VkFFT's error.
    Fft(const Queue& queue, VkBuffer buffer, const Transform& transform);
    ~Fft();
    Fft(const Fft&) = delete;
    Fft& operator=(const Fft&) = delete;

    void append(VkCommandBuffer commands, Direction direction);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace programs
