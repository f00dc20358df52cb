// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

/// By what applications choose configs: the part that EGL and GLX have in common (EGL 1.5 section
/// 3.4.1, GLX 1.4 section 3.3.3).
namespace window {

/// EGL_DONT_CARE, GLX_DONT_CARE.
inline constexpr int kDontCare = -1;

/// How an attribute is compared with what is wanted.
enum class Rule : uint8_t { AtLeast, Exact, Mask, Ignored };

/// An attribute, by the door's name.
struct Criterion {
    int name;
    int initial; ///< What holds when the application says nothing.
    Rule rule;
    bool (*valid)(int value); ///< Of values other than kDontCare, which is always valid.
};

// Values that attributes of both doors have.

bool isAny(int value);
bool isSize(int value);
bool isBoolean(int value);

/// What is wanted of each attribute of a table, which stays.
class ConfigCriteria {
public:
    explicit ConfigCriteria(std::span<const Criterion> table);

    /// False: the table has no such attribute, or it has no such value.
    [[nodiscard]] bool set(int name, int value);
    /// What is wanted of an attribute of the table.
    int operator[](int name) const;

    /// `config`: a door's, whose attribute() has everything that is in the table.
    template <class Config>
    bool areMetBy(const Config& config) const {
        for (size_t i = 0; i < m_table.size(); ++i) {
            if (m_wanted[i] != kDontCare &&
                !meets(m_table[i].rule, *config.attribute(m_table[i].name), m_wanted[i])) {
                return false;
            }
        }
        return true;
    }
    /// How many bits a config has of those of the attributes that some bits are wanted of.
    template <class Config>
    int wantedBits(const Config& config, std::initializer_list<int> names) const {
        int bits = 0;
        for (const int name : names) {
            const int wanted = (*this)[name];
            if (wanted != 0 && wanted != kDontCare) {
                bits += *config.attribute(name);
            }
        }
        return bits;
    }

private:
    static bool meets(Rule rule, int has, int wanted);

    std::span<const Criterion> m_table;
    std::vector<int> m_wanted; ///< In the table's order.
};

} // namespace window
