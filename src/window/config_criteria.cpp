// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/config_criteria.h"

#include <algorithm>
#include <iterator>

namespace window {

bool isAny(int) {
    return true;
}

bool isSize(int value) {
    return value >= 0;
}

bool isBoolean(int value) {
    return value == 0 || value == 1;
}

ConfigCriteria::ConfigCriteria(std::span<const Criterion> table) : m_table(table) {
    std::ranges::transform(table, std::back_inserter(m_wanted), &Criterion::initial);
}

bool ConfigCriteria::set(int name, int value) {
    const auto row = std::ranges::find(m_table, name, &Criterion::name);
    if (row == m_table.end() || (value != kDontCare && !row->valid(value))) {
        return false;
    }
    m_wanted[size_t(row - m_table.begin())] = value;
    return true;
}

int ConfigCriteria::operator[](int name) const {
    const auto row = std::ranges::find(m_table, name, &Criterion::name);
    return m_wanted[size_t(row - m_table.begin())];
}

bool ConfigCriteria::meets(Rule rule, int has, int wanted) {
    switch (rule) {
    case Rule::AtLeast:
        return has >= wanted;
    case Rule::Exact:
        return has == wanted;
    case Rule::Mask:
        return (has & wanted) == wanted;
    case Rule::Ignored:
        return true;
    }
    return false;
}

} // namespace window
