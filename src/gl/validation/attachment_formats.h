// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

namespace gl {

class Context;

/// What glRenderbufferStorage makes of `internalformat`; null: not a renderable format.
const format::InternalFormat* renderbufferFormat(Context& context, GLenum internalformat);
/// Bit n set: renderbuffers and textures of the format may have n samples. Integer formats have
/// none in OpenGL ES 3.0.
uint32_t sampleCounts(Context& context, const format::InternalFormat& format);
/// The most samples that renderbuffers and textures of the format have; at least 1.
int32_t maxSamplesOf(Context& context, const format::InternalFormat& format);
/// The smallest number of samples the device has that is at least `samples`, or its largest; 0
/// stays 0, and formats without multisampling get 0.
int32_t chooseSamples(Context& context, const format::InternalFormat& format, int32_t samples);

} // namespace gl
