// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "bench/harness/gl.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace samplers {

/// Red, green, blue and alpha, 0 … 1.
using Color = std::array<float, 4>;

/// A loop of draws with one change of samplers before each. Needs a context of OpenGL 3.3,
/// or one with its sampler objects.
class Case {
public:
    virtual ~Case() = default;
    Case() = default;
    Case(const Case&) = delete;
    Case& operator=(const Case&) = delete;

    /// What every draw needs. The program is current when it returns.
    virtual void begin() = 0;
    /// What the draws from `first` on need besides, before they are timed.
    virtual void prepare(uint32_t first, uint32_t count);
    /// What comes before draw `number`, which is one more for each draw.
    virtual void change(uint32_t number) = 0;
    /// What that draw must leave in its cell.
    virtual Color expected(uint32_t number) const = 0;
    /// Whether all draws of a kind are alike after a few.
    virtual bool settles() const { return true; }
};

struct Kind {
    const char* name;
    const char* what;
    std::unique_ptr<Case> (*make)();
    bool compatible = false; ///< In a context that has what core contexts do not.
};

const std::vector<Kind>& allKinds();

/// Throws std::runtime_error with the log.
GLuint buildProgram(const std::string& fragment);

/// A program that reads so many samplers at one place far outside of the textures, and adds what it
/// reads, weighted. `declarations` declares the uniforms, `names` are the samplers' names there.
GLuint buildSum(const std::string& declarations,
                const std::vector<std::string>& names,
                const std::vector<float>& weights);

/// A texture of one level and one color, bound to a unit. Its own parameters are nearest filters
/// and repeat.
GLuint makeTexture(GLuint unit, const Color& color);

} // namespace samplers
