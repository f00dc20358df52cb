// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the device makes of the formats of attachments, and their numbers of samples.
#include "gl/validation/attachment_formats.h"

#include "gl/context/context.h"
#include "gl/rules/renderable_formats.h"

namespace gl {

uint32_t sampleCounts(Context& context, const format::InternalFormat& format) {
    if (context.isES() && context.version() < 31 && format.integer()) {
        return 1;
    }
    return context.device().formatCaps(format, TextureType::Tex2D).sampleCounts;
}

const format::InternalFormat* renderbufferFormat(Context& context, GLenum internalformat) {
    const format::InternalFormat* format = renderbufferFormat(context.apiVersion(), internalformat);
    return format && context.device().formatCaps(*format, TextureType::Tex2D).renderable ? format
                                                                                         : nullptr;
}

int32_t maxSamplesOf(Context& context, const format::InternalFormat& format) {
    const uint32_t counts = sampleCounts(context, format);
    int32_t most = 1;
    for (int32_t count = 2; count <= context.caps().maxSamples; count *= 2) {
        most = counts >> count & 1 ? count : most;
    }
    return most;
}

int32_t chooseSamples(Context& context, const format::InternalFormat& format, int32_t samples) {
    if (samples <= 0) {
        return 0;
    }
    const uint32_t counts = sampleCounts(context, format);
    int32_t most = 0;
    for (int32_t count = 2; count <= context.caps().maxSamples; count *= 2) {
        if (counts >> count & 1) {
            most = count;
            if (count >= samples) {
                break;
            }
        }
    }
    return most;
}

} // namespace gl
