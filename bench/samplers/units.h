// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "case.h"

namespace samplers {

/// Samplers that are told other texture units: glUniform1i.
class UnitCase : public Case {
public:
    Color expected(uint32_t number) const override;

protected:
    /// The texture unit of each sampler in draw `number`.
    virtual std::vector<GLint> unitsOf(uint32_t number) const = 0;

    std::vector<Color> m_colors;  ///< By unit.
    std::vector<float> m_weights; ///< By sampler.
    std::vector<GLint> m_locations;

    void makeTextures();
    void locate(GLuint program, const std::vector<std::string>& names);
};

class SwappedUnits final : public UnitCase {
public:
    void begin() override;
    void change(uint32_t number) override;

private:
    std::vector<GLint> unitsOf(uint32_t number) const override;
};

class OneOfManyUnits final : public UnitCase {
public:
    void begin() override;
    void change(uint32_t number) override;

private:
    std::vector<GLint> unitsOf(uint32_t number) const override;
};

class RotatedArray final : public UnitCase {
public:
    void begin() override;
    void change(uint32_t number) override;

private:
    std::vector<GLint> unitsOf(uint32_t number) const override;
};

class SwappedMembers final : public UnitCase {
public:
    void begin() override;
    void change(uint32_t number) override;

private:
    std::vector<GLint> unitsOf(uint32_t number) const override;
};

} // namespace samplers
