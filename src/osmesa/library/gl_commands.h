// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/functions.h"

namespace osmesa {

/// Gives the library's GL commands, which jump there, the driver's. Those that it does not have say
/// so when they are called (noteMissingCommand()).
void findGlCommands(const Functions& driver);

} // namespace osmesa
