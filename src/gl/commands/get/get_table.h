// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/commands/get/query_value.h"
#include "gl/context/context.h"
#include "gl/rules/api_version.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <span>

/// The tables behind glGet*: what a name answers, and in which contexts it is known.
namespace gl {

struct StateRow {
    GLenum name;
    Since since;
    QueryValue (*get)(Context&);
};
struct CompatStateRow {
    GLenum name;
    QueryValue (*get)(Context&, const CompatState&);
};
/// glGetIntegeri_v and the like: `count` is how many indices there are.
struct IndexedRow {
    GLenum name;
    Since since;
    int (*count)(const Context&);
    QueryValue (*get)(Context&, GLuint index);
};
std::span<const StateRow> stateRows();
std::span<const StateRow> limitRows();
std::span<const StateRow> programRows();
std::span<const CompatStateRow> compatRows();
std::span<const IndexedRow> indexedRows();

// Values of the kinds that glGet* tells apart.

inline QueryValue booleans(std::initializer_list<bool> values) {
    return {QueryValue::Kind::Boolean, {values.begin(), values.end()}};
}
inline QueryValue boolean(bool value) {
    return {QueryValue::Kind::Boolean, {double(value)}};
}
template <class... T>
QueryValue integers(T... values) {
    return {QueryValue::Kind::Integer, {double(values)...}};
}
template <class... T>
QueryValue floats(T... values) {
    return {QueryValue::Kind::Float, {double(values)...}};
}
template <class Range>
QueryValue list(QueryValue::Kind kind, const Range& values) {
    return {kind, {std::begin(values), std::end(values)}};
}
QueryValue fractions(const auto& values) {
    return list(QueryValue::Kind::Fraction, values);
}
/// A colour of state, clamped while fragments' are (GL 4.6 compatibility profile section 22.2).
QueryValue shownColor(const Context& c, const auto& color) {
    QueryValue value = fractions(color);
    for (double& number : value.numbers) {
        number = c.clampsFragmentColors() ? std::clamp(number, 0.0, 1.0) : number;
    }
    return value;
}
QueryValue viewportOf(Context& c, GLuint i);
QueryValue scissorOf(Context& c, GLuint i);
QueryValue colorMaskOf(Context& c, GLuint i);
template <class T>
QueryValue nameOf(const Ref<T>& object) {
    return integers(object ? object->name() : 0u);
}

} // namespace gl
