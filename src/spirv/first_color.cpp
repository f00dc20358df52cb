// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/first_color.h"

namespace spirv {

Id firstColor(const Module& module) {
    for (const Variable& v : module.globals()) {
        const Instruction type = module.definition(v.pointee);
        if (v.storage == spv::StorageClassOutput &&
            module.decoration(v.id, spv::DecorationLocation) == 0u &&
            module.decoration(v.id, spv::DecorationIndex).value_or(0) == 0 &&
            type.op() == spv::OpTypeVector && type[3] == 4 &&
            module.definition(Id{type[2]}).op() == spv::OpTypeFloat) {
            return v.id;
        }
    }
    return {};
}

} // namespace spirv
