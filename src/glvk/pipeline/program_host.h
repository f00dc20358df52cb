// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"

#include <span>

namespace glvk {

class Gpu;
class LayoutCache;
class Program;
class ShaderObjects;

/// Who makes something of shader code.
class CodeUser {
public:
    /// Where there are shader objects.
    virtual ShaderObjects& objects() = 0;
    /// The modules are about to be destroyed.
    virtual void forget(std::span<const VkShaderModule> modules) = 0;

protected:
    ~CodeUser() = default;
};

/// What programs are made with, and who is told of them. Thread-safe.
class ProgramHost {
public:
    virtual Gpu& gpu() = 0;
    virtual LayoutCache& layouts() = 0;
    virtual CodeUser& codeUser() = 0;
    /// A program was linked, and will be drawn with: its code may be compiled.
    virtual void noteLinked(const Program& program) = 0;
    /// What that began is done.
    virtual bool prepared(const Program& program) = 0;
    /// A program dies, linked or not.
    virtual void noteDying(const Program& program) = 0;

protected:
    ~ProgramHost() = default;
};

} // namespace glvk
