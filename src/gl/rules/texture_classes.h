// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

namespace gl {

/// A view may show images of one format as the other (GL 4.3 table 8.21).
bool viewCompatible(const format::InternalFormat& a, const format::InternalFormat& b);
/// Bits may be copied from one to the other (GL 4.3 section 18.3.2): the same view class, or blocks
/// of one and texels of the other of one size.
bool copyImageCompatible(const format::InternalFormat& a, const format::InternalFormat& b);

} // namespace gl
