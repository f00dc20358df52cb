// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "gl/rules/api_version.h"

namespace gl {

/// The format may be that of a colour attachment (ES 3.0 table 3.13 with EXT_color_buffer_float and
/// EXT_color_buffer_half_float, GL 3.3 section 4.4.4), if the device can render to it.
bool colorRenderable(const format::InternalFormat& format, bool es);
/// What glRenderbufferStorage makes of `internalformat`, if the device can render to it; null: not
/// a renderable format.
const format::InternalFormat* renderbufferFormat(const ApiVersion& version, GLenum internalformat);

} // namespace gl
