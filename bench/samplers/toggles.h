// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "case.h"

namespace samplers {

/// Between two states that were drawn with: a red texture, or its green border.
class Toggle : public Case {
public:
    void begin() override;
    Color expected(uint32_t number) const override;
};

class ToggledBinding final : public Toggle {
public:
    void begin() override;
    void change(uint32_t number) override { glBindSampler(0, m_objects[number % 2]); }

private:
    std::array<GLuint, 2> m_objects{};
};

class ToggledParameter final : public Toggle {
public:
    void begin() override;
    void change(uint32_t number) override;

private:
    GLuint m_object = 0;
};

class ToggledTexture final : public Toggle {
public:
    void change(uint32_t number) override;
};

/// GL_CLAMP, which the device may not have: half a border texel blends in.
class ToggledClamp final : public Toggle {
public:
    void begin() override;
    void change(uint32_t number) override;
    Color expected(uint32_t number) const override;
};

/// Eight units, two sampler objects for each: one that repeats a white texture, one that shows a
/// black border.
class EightUnits : public Case {
public:
    void begin() override;
    Color expected(uint32_t number) const override;

protected:
    static constexpr uint32_t kUnits = 8;
    /// A bit for each unit that shows its texture.
    virtual uint32_t shown(uint32_t number) const = 0;
    std::array<std::array<GLuint, 2>, kUnits> m_objects{};
};

class OneOfEight final : public EightUnits {
public:
    void change(uint32_t number) override;

private:
    uint32_t shown(uint32_t number) const override;
};

class EightOfEight final : public EightUnits {
public:
    void change(uint32_t number) override;

private:
    uint32_t shown(uint32_t number) const override;
};

} // namespace samplers
