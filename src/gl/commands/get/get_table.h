// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/commands/get/get.h"
#include "gl/context/context.h"

#include <initializer_list>
#include <iterator>
#include <span>

/// The tables behind glGet*: what a name answers, and in which contexts it is known.
namespace gl {

/// The first versions that know a name, as Context::atLeast() takes them; 0: never.
struct Since {
    uint8_t es;
    uint8_t desktop;
    enum class Profile : uint8_t {
        Any,
        Legacy, ///< Removed by the core profile.
        Core,   ///< Of OpenGL only there: it needs GLSL 1.50.
    } profile = Profile::Any;
    bool in(const Context& context) const {
        return context.atLeast(es, desktop) && (profile == Profile::Any || context.isES() ||
                                                context.isCore() == (profile == Profile::Core));
    }
};
inline constexpr Since kBoth{20, 10};
inline constexpr Since kES{20, 0};
inline constexpr Since kGL{0, 10};
inline constexpr Since kLegacy{0, 10, Since::Profile::Legacy};
inline constexpr Since kThree{30, 30}; ///< ES 3.0 and OpenGL 3.0.

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
QueryValue viewportOf(Context& c, GLuint i);
QueryValue scissorOf(Context& c, GLuint i);
QueryValue colorMaskOf(Context& c, GLuint i);
template <class T>
QueryValue nameOf(const Ref<T>& object) {
    return integers(object ? object->name() : 0u);
}

} // namespace gl
