// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Four lanes in a row are a quad: the unit of derivatives, and the whole subgroup. In fragment
// shaders its lanes are left to right, then top to bottom.
#pragma once

#include "cpu/shader/instructions/translator.h"

#include <array>

namespace cpu::shader {

/// Lane k of each quad gets lane `from[k]` of its quad.
llvm::Value* quadShuffle(Translator& t, llvm::Value* lanes, const std::array<int, 4>& from);
/// All lanes get lane `lane` of their quad.
llvm::Value* quadBroadcast(Translator& t, llvm::Value* lanes, int lane);
/// Lanes get the lane of their quad that `index` (<N x i32>, modulo 4) names.
llvm::Value* quadRead(Translator& t, llvm::Value* lanes, llvm::Value* index);
/// <N x i32>: 0 1 2 3 0 1 2 3 …
llvm::Value* laneInQuad(Translator& t);
/// <N x i32>: a bit per lane of the quad where <N x i1> `mask` is set, in all of its lanes.
llvm::Value* quadBallot(Translator& t, llvm::Value* mask);

} // namespace cpu::shader
