// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/program.h"

#include <algorithm>
#include <charconv>

namespace glsl {

namespace {

// "a[3]" → "a", 3. Names without an index have element 0; a malformed index gives -1.
std::pair<std::string_view, int> splitElement(std::string_view name) {
    if (!name.ends_with(']')) {
        return {name, 0};
    }
    const size_t open = name.rfind('[');
    if (open == std::string_view::npos) {
        return {name, -1};
    }
    const std::string_view digits = name.substr(open + 1, name.size() - open - 2);
    int element = -1;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), element);
    const bool good = failure == std::errc() && end == digits.data() + digits.size() &&
                      element >= 0 && (digits.size() == 1 || digits[0] != '0');
    return {name.substr(0, open), good ? element : -1};
}

} // namespace

const StageBinary* LinkedProgram::stage(Stage stage) const {
    const auto it = std::ranges::find(stages, stage, &StageBinary::stage);
    return it == stages.end() ? nullptr : &*it;
}

LinkedProgram::UniformRef LinkedProgram::uniformAt(int location) const {
    if (location < 0 || size_t(location) >= locationTable.size() ||
        locationTable[size_t(location)].first < 0) {
        return {};
    }
    const auto [index, element] = locationTable[size_t(location)];
    return {&uniforms[size_t(index)], element};
}

int LinkedProgram::uniformLocation(std::string_view name) const {
    for (const Uniform& uniform : uniforms) {
        if (uniform.location < 0) {
            continue;
        }
        if (!uniform.isArray) {
            if (uniform.name == name) {
                return uniform.location;
            }
            continue;
        }
        // "a", "a[0]" and "a[i]" all name the array; its own name ends in "[0]".
        const std::string_view base =
            std::string_view(uniform.name).substr(0, uniform.name.size() - 3);
        if (name == base) {
            return uniform.location;
        }
        const auto [stem, element] = splitElement(name);
        if (name.ends_with(']') && stem == base && element >= 0 && element < uniform.arraySize) {
            return uniform.location + element;
        }
    }
    return -1;
}

int LinkedProgram::attributeLocation(std::string_view name) const {
    if (const auto it = std::ranges::find(attributes, name, &Attribute::name);
        it != attributes.end()) {
        return it->location;
    }
    // "a[i]" of an array, whose elements each have the locations of their type.
    const auto [stem, element] = splitElement(name);
    const auto it = std::ranges::find(attributes, stem, &Attribute::name);
    if (!name.ends_with(']') || it == attributes.end() || it->location < 0 || !it->isArray ||
        element < 0 || element >= it->arraySize) {
        return -1;
    }
    return it->location + element * int(typeInfo(it->glType).columns);
}

} // namespace glsl
