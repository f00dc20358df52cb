// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

namespace cpu::sample {

/// What the routine depends on, one spelling for one behaviour: state that the question or the view
/// leaves no use for is not in it. `ids` as descriptors have them (ImageDescriptor).
SampleKey sampleKey(uint64_t ids, SampleOp op);

} // namespace cpu::sample
