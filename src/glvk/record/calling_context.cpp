// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/calling_context.h"

#include "base/options.h"

namespace glvk {

namespace {

VkDeviceSize uploadChunk_B() {
    return base::options().tinyRings ? 65536 : VkDeviceSize(4) << 20;
}

} // namespace

CallingContext::CallingContext(Gpu& gpu)
    : m_recorder(gpu),
      m_uploads(m_recorder, uploadChunk_B(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Upload) {}

} // namespace glvk
