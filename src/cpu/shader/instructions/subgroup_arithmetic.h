// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/instructions/translator.h"

namespace cpu::shader {

/// Reductions and scans over the active lanes of a quad, or over clusters of one, two or four.
bool translateSubgroupArithmetic(Translator& t, const Instruction& i);

} // namespace cpu::shader
