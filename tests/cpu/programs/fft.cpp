// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "fft.h"

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>

// VkFFT 1.2.26 lists the limits of glslang 11 in their order; glslang 12 has more of them in
// between. In the place of its list it gets glslang's own. VkFFT 1.3, which is in several files,
// names them.
#if !__has_include(<vkFFT/vkFFT_AppManagement/vkFFT_RunApp.h>)
namespace {

struct ListedLimits {
    int numbers[93];
    glslang_limits_t limits;

    const glslang_resource_t* operator&() const { return glslang_default_resource(); }
};

} // namespace
#define glslang_resource_t ListedLimits
#endif

#define VKFFT_BACKEND 0
#include <vkFFT.h>
#undef glslang_resource_t

#include <stdexcept>
#include <string>

namespace programs {

uint64_t Transform::rows() const {
    uint64_t rows = batches;
    for (size_t i = 1; i < size.size(); ++i) {
        rows *= size[i];
    }
    return rows;
}

uint64_t Transform::rowPitch() const {
    switch (kind) {
    case Kind::Complex:
        return 2 * size[0];
    case Kind::Real:
        return 2 * (size[0] / 2 + 1);
    default:
        return size[0];
    }
}

uint64_t Transform::scalars() const {
    return rows() * rowPitch();
}

uint32_t Transform::scalarSize_B() const {
    return precision == Precision::Half ? 2 : precision == Precision::Single ? 4 : 8;
}

struct Fft::State {
    Queue queue;
    VkBuffer buffer;
    uint64_t size_B;
    VkFence fence = VK_NULL_HANDLE;
    VkFFTApplication application{};
};

namespace {

void check(VkFFTResult result, const char* what) {
    if (result != VKFFT_SUCCESS) {
        throw std::runtime_error(std::string(what) + " gave VkFFTResult " + std::to_string(result));
    }
}

uint64_t cosineType(Kind kind) {
    return kind < Kind::Cosine1 ? 0 : uint64_t(kind) - uint64_t(Kind::Cosine1) + 1;
}

} // namespace

Fft::Fft(const Queue& queue, VkBuffer buffer, const Transform& transform)
    : m_state(new State{queue, buffer, transform.size_B()}) {
    static const bool compilerReady = glslang_initialize_process();
    const VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    vkCreateFence(queue.device, &fenceInfo, nullptr, &m_state->fence);

    VkFFTConfiguration configuration{};
    configuration.FFTdim = transform.size.size();
    for (size_t i = 0; i < transform.size.size(); ++i) {
        configuration.size[i] = transform.size[i];
    }
    configuration.numberBatches = transform.batches;
    configuration.physicalDevice = &m_state->queue.physicalDevice;
    configuration.device = &m_state->queue.device;
    configuration.queue = &m_state->queue.queue;
    configuration.commandPool = &m_state->queue.pool;
    configuration.fence = &m_state->fence;
    configuration.isCompilerInitialized = compilerReady;
    // The buffer is told with the commands: told here, VkFFT 1.2.26 writes its descriptors before
    // the buffers of Bluestein's algorithm exist.
    configuration.bufferSize = &m_state->size_B;
    configuration.normalize = 1;
    configuration.performR2C = transform.kind == Kind::Real;
    configuration.performDCT = cosineType(transform.kind);
    configuration.halfPrecision = transform.precision == Precision::Half;
    configuration.doublePrecision = transform.precision == Precision::Double;
    configuration.useLUT = transform.tables;
    try {
        check(initializeVkFFT(&m_state->application, configuration), "initializeVkFFT");
    } catch (...) {
        vkDestroyFence(queue.device, m_state->fence, nullptr);
        throw;
    }
}

Fft::~Fft() {
    deleteVkFFT(&m_state->application);
    vkDestroyFence(m_state->queue.device, m_state->fence, nullptr);
}

void Fft::append(VkCommandBuffer commands, Direction direction) {
    VkFFTLaunchParams parameters{};
    parameters.commandBuffer = &commands;
    parameters.buffer = &m_state->buffer;
    check(VkFFTAppend(&m_state->application, direction == Direction::Inverse ? 1 : -1, &parameters),
          "VkFFTAppend");
}

} // namespace programs
