// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/functions.h"

namespace osmesa {

/// OSMesa's commands. None throws.
const Functions& functions();

} // namespace osmesa
