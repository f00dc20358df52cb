// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

// libOpenGL dispatches to whatever driver the context is of.
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
