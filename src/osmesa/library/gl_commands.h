// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/functions.h"

namespace osmesa {

/// Gives the library's GL commands, which jump there, the driver's. Those that it does not have
/// tell it so when they are called.
void findGlCommands(const Functions& driver);

} // namespace osmesa
