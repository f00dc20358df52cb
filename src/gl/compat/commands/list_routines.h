// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/commands/pixels/kept_pixels.h"
#include "gl/compat/state/list_compiler.h"
#include "gl/context/context.h"

#include <tuple>

/// How operations of display lists become calls: a routine for each, made of the command's
/// parameters.
namespace gl {

using ListRoutine = void (*)(Context&, ListArguments&);

template <class... Args>
void invoke(void (Context::*method)(Args...), Context& context, ListArguments& arguments) {
    // Braces: the arguments are taken in their order.
    const std::tuple<Args...> values{arguments.take<Args>()...};
    std::apply([&](const Args&... each) { (context.*method)(each...); }, values);
}

/// What the bitmaps before the operation do meanwhile.
template <Bitmaps kBitmaps>
bool settled(Context& context) {
    return kBitmaps == Bitmaps::Wait ? context.settlePrimitives() : context.settleVertices();
}

template <auto kMethod, Bitmaps kBitmaps = Bitmaps::Drawn>
void run(Context& context, ListArguments& arguments) {
    if (settled<kBitmaps>(context)) {
        invoke(kMethod, context, arguments);
    }
}

/// Of a command that reads pixels, which lists keep without gaps.
template <auto kMethod, Bitmaps kBitmaps = Bitmaps::Drawn>
void runImage(Context& context, ListArguments& arguments) {
    if (settled<kBitmaps>(context)) {
        const KeptUnpack unpack(context);
        invoke(kMethod, context, arguments);
    }
}

/// Of a command that is allowed between glBegin and glEnd.
template <auto kMethod>
void runInPrimitive(Context& context, ListArguments& arguments) {
    invoke(kMethod, context, arguments);
}

/// The same; vertices before it have what was set before.
template <auto kMethod>
void runMaterial(Context& context, ListArguments& arguments) {
    context.cutPrimitive();
    invoke(kMethod, context, arguments);
}

} // namespace gl
