// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/library/driver.h"

#include "osmesa/library/gl_commands.h"

namespace osmesa {

namespace {

const Functions* g_functions = nullptr;

/// When the library is loaded, so that no call has to ask whether it was done.
[[gnu::constructor]] void connect() {
    g_functions = __osmesa_Main(kFunctionsVersion);
    if (g_functions != nullptr) {
        findGlCommands(*g_functions);
    }
}

} // namespace

const Functions* driver() {
    return g_functions;
}

} // namespace osmesa
