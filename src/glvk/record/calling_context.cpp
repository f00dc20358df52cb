// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/calling_context.h"

#include "base/options.h"

#include <utility>

namespace glvk {

namespace {

VkDeviceSize uploadChunk_B() {
    return base::options().tinyRings ? 65536 : VkDeviceSize(4) << 20;
}

} // namespace

CallingContext::CallingContext(std::shared_ptr<Gpu> gpu, bool robustAccess)
    : m_gpu(std::move(gpu)),
      m_robustAccess(robustAccess),
      m_recorder(*m_gpu),
      m_uploads(m_recorder, uploadChunk_B(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Upload) {}

} // namespace glvk
