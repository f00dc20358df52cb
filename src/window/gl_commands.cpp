// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/gl_commands.h"

#include "gl/context/call_scope.h"
#include "window/current.h"

#include <exception>

namespace window {

namespace {

/// Publishing reads what was drawn, which waits for it: the command has the less to do.
void publishAnd(gl::Proc command) {
    try {
        current().publish();
    } catch (const std::exception&) {
        gl::failCall();
    }
    command();
}

void flush() {
    static const gl::Proc command = gl::procAddress("glFlush");
    publishAnd(command);
}

void finish() {
    static const gl::Proc command = gl::procAddress("glFinish");
    publishAnd(command);
}

} // namespace

gl::Proc glCommand(std::string_view name) {
    if (name == "glFlush") {
        return &flush;
    }
    if (name == "glFinish") {
        return &finish;
    }
    return gl::procAddress(name);
}

} // namespace window
