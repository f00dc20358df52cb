// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

namespace gl {

class Buffer;
class Context;

// What the files of buffer commands share.

/// The buffer bound to `target`, or null with the error set.
Buffer* requireBound(Context& context, GLenum target);
/// False with the error set.
bool validRange(Context& context, const Buffer& buffer, GLintptr offset, GLsizeiptr size);
bool requireUnmapped(Context& context, const Buffer& buffer);
/// The same where only mappings of the range count (OpenGL 4.6 section 6.2).
bool requireUnmappedIn(Context& context, const Buffer& buffer, GLintptr offset, GLsizeiptr size);
/// What is bound now may be drawn with: the buffer's storage may be another one.
void storageChanged(Context& context, const Buffer& buffer);
/// Unmaps, whoever asked for it.
void endMapping(Context& context, Buffer& buffer);

} // namespace gl
