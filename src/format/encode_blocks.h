// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

namespace format {

/// S3TC and RGTC.
bool isEncodable(Id blocks);
/// The reverse of decodeBlocks(), with a loss: of tightly packed texels of decodedLayout(), to
/// tightly packed blocks that isEncodable() is true of. Alphas below a half are the holes of BC1's.
void encodeBlocks(Id blocks, const Extent& extent, const void* src, void* dst);

} // namespace format
