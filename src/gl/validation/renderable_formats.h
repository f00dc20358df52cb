// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

namespace gl {

class Context;

/// The format may be that of a colour attachment (ES 3.0 table 3.13 with EXT_color_buffer_float and
/// EXT_color_buffer_half_float, GL 3.3 section 4.4.4), if the device can render to it.
bool colorRenderable(const format::InternalFormat& format, bool es);
/// What glRenderbufferStorage makes of `internalformat`; null: not a renderable format.
const format::InternalFormat* renderbufferFormat(Context& context, GLenum internalformat);
/// The most samples that renderbuffers and textures of the format have; at least 1.
int32_t maxSamplesOf(Context& context, const format::InternalFormat& format);
/// The smallest number of samples the device has that is at least `samples`, or its largest; 0
/// stays 0, and formats without multisampling get 0.
int32_t chooseSamples(Context& context, const format::InternalFormat& format, int32_t samples);

} // namespace gl
