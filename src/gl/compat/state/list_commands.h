// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/list_compiler.h"

/// The commands that are compiled into display lists, one operation each.
namespace gl {

namespace list_op {
/// Operations by the names of their commands.
enum Command : uint32_t {
    kBeforeCommands = uint32_t(ListOp::FirstCommand) - 1,
#include "gl/compat/state/list_ops.inc"
};
} // namespace list_op

/// Does what the command of an operation does.
void runListCommand(Context& context, ListOp op, ListArguments& arguments);

} // namespace gl
