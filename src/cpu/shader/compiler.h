// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"
#include "cpu/abi/stable_site.h"
#include "cpu/shader/interface/source.h"
#include "cpu/shader/interface/stage_image.h"

#include <cstdint>
#include <span>
#include <string_view>

/// Shaders to code. A stage of a graphics pipeline is compiled alone: nothing here depends on other
/// stages, on formats, on blending or on any other state (docs/graphics-cpu.md).
namespace cpu::shader {

/// SPIR-V to machine code, of the stage whose image it is. The module may be anything: what is
/// malformed or unknown is an error that says which instruction, never a crash. Safe on any thread.
template <class Image>
base::Result<Image> compile(const ShaderSource& source,
                            const InterfaceLayout& layout,
                            Level level,
                            std::span<const StableSite> stable = {});

/// The same code from pieces that were compiled with the driver: slower, and made a hundred times
/// as fast (docs/shader-pieces.md). Also an error: there is no piece for an instruction, which
/// compile() may do well with.
template <class Image>
base::Result<Image> copy(const ShaderSource& source, const InterfaceLayout& layout, Level level);

/// Whether compile() can do its work. In the driver this loads the library that does, which opens
/// files; compile() does so too where nobody has asked before.
bool loadCompiler();

/// What compile() is for one stage.
template <class Image>
using CompileFunction = base::Result<Image>(const ShaderSource&,
                                            const InterfaceLayout&,
                                            Level,
                                            std::span<const StableSite>);

/// What copy() is for one stage.
template <class Image>
using CopyFunction = base::Result<Image>(const ShaderSource&, const InterfaceLayout&, Level);

/// True for a capability or extension the compiler implements: what the device may advertise.
bool supportsCapability(uint32_t spvCapability);
bool supportsExtension(std::string_view name);

} // namespace cpu::shader
