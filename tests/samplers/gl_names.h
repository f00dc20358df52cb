// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Enumerants of compatibility contexts and extensions beside those of the core profile.

#pragma once

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include <GL/glcorearb.h>

#define GL_CLAMP 0x2900
#define GL_MIRROR_CLAMP_EXT 0x8742
#define GL_MIRROR_CLAMP_TO_BORDER_EXT 0x8912
#define GL_LUMINANCE8 0x8040
#define GL_ALPHA8 0x803C
#define GL_INTENSITY 0x8049
#define GL_INTENSITY8 0x804B
#define GL_LUMINANCE8_ALPHA8 0x8045
#define GL_LUMINANCE16F_ARB 0x881E
#define GL_ALPHA16F_ARB 0x881C
#define GL_INTENSITY32F_ARB 0x8817
#define GL_DEPTH_TEXTURE_MODE 0x884B
