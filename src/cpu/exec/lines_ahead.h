// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/draw_work.h"

#include <span>

namespace cpu::exec {

/// Asks memory for what a draw's attachments have of blocks that are drawn soon, to be written. In
/// a tile no more than a kilobyte or so lies in one piece, which is too short for processors to
/// find out by themselves, and a block is drawn in less time than memory takes to answer.
class LinesAhead {
public:
    explicit LinesAhead(const FragmentWork& work) : m_work(work) {}

    /// Of depth and stencil; and of colors, unless fragments do not get as far as that.
    void
    ask(const PrimitiveData& primitive, std::span<const CoveredBlock> blocks, bool colors) const;

private:
    const FragmentWork& m_work;
};

} // namespace cpu::exec
