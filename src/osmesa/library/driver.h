// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/functions.h"

#include <type_traits>

/// libOSMesa.so.8: a thin library of that name, by which programs are linked to OSMesa and to GL.
/// Everything is in the driver's library, which it needs. See docs/osmesa.md.
namespace osmesa {

/// The driver's functions; null where its library is of another version. Never changes.
const Functions* driver();
/// Calls one of them. Without a driver: zero.
template <class Result, class... Args>
Result call(Result (*Functions::*function)(Args...), std::type_identity_t<Args>... args) {
    return driver() != nullptr ? (driver()->*function)(args...) : Result();
}

} // namespace osmesa
