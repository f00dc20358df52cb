// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/interface/interface.h"

#include "glsl/language/builtins.h"

#include "spirv/module.h"

#include <algorithm>

namespace glsl {

bool Type::containsOpaque() const {
    return isStruct() ? std::ranges::any_of(members,
                                            [](const Member& m) { return m.type.containsOpaque(); })
                      : isOpaque();
}

bool Type::containsNumbers() const {
    return isStruct() ? std::ranges::any_of(
                            members, [](const Member& m) { return m.type.containsNumbers(); })
                      : !isOpaque();
}

bool Type::matches(const Type& other, bool withPrecision) const {
    if (glType != other.glType || dims != other.dims || structName != other.structName ||
        members.size() != other.members.size() ||
        (withPrecision && !isStruct() && precision != other.precision)) {
        return false;
    }
    for (size_t i = 0; i < members.size(); ++i) {
        if (members[i].name != other.members[i].name ||
            !members[i].type.matches(other.members[i].type, withPrecision)) {
            return false;
        }
    }
    return true;
}

std::string Type::spelling() const {
    std::string text = isStruct() ? "struct " + structName : std::string(typeInfo(glType).name);
    for (const int dim : dims) {
        text += "[" + std::to_string(dim) + "]";
    }
    return text;
}

int locationsOf(const Type& type, bool wideDoubles) {
    int64_t count = 0;
    if (type.isStruct()) {
        for (const Type::Member& member : type.members) {
            count += locationsOf(member.type, wideDoubles);
        }
    } else {
        const TypeInfo& info = typeInfo(type.glType);
        const bool isWide = wideDoubles && info.base == BaseType::Double && info.rows > 2;
        count = info.columns * (isWide ? 2 : 1);
    }
    for (const int dim : type.dims) {
        count = std::min<int64_t>(count * std::max(dim, 1), 1 << 20);
    }
    return int(count);
}

std::vector<Global> hiddenGlobals(std::vector<Global> rewritten) {
    // A built-in under a name of ours is no variable of the interface.
    std::erase_if(rewritten, [](const Global& global) {
        const bool isHidden =
            global.name.starts_with(kHiddenPrefix) || global.name.starts_with(kHiddenInputPrefix);
        return global.isBlock || !isHidden || global.name == "gd_BaseInstance";
    });
    for (Global& global : rewritten) {
        global.name = originalName(global.name);
    }
    return rewritten;
}

std::set<std::string> namedUniforms(const std::vector<uint32_t>& spirv) {
    const auto module = spirv::Module::parse(spirv);
    if (!module) {
        return {};
    }
    spirv::Variable block;
    for (const spirv::Variable& v : module->globals()) {
        if (v.storage == spv::StorageClassUniform &&
            module->name(v.pointee) == "gl_DefaultUniformBlock") {
            block = v;
        }
    }
    struct Function {
        std::set<uint32_t> calls;
        std::set<std::string> names;
    };
    std::map<uint32_t, Function> functions;
    Function* current = nullptr;
    module->forEach([&](const spirv::Instruction& inst) {
        if (inst.op() == spv::OpFunction) {
            current = &functions[inst[2]];
        } else if (current != nullptr && inst.op() == spv::OpFunctionCall) {
            current->calls.insert(inst[3]);
        } else if (current != nullptr && inst.op() == spv::OpAccessChain &&
                   inst[3] == block.id.value && inst.size() > 4) {
            const uint32_t member = module->constant(spirv::Id{inst[4]}).value_or(0);
            current->names.insert(originalName(module->memberName(block.pointee, member)));
        }
    });
    std::set<std::string> names;
    std::set<uint32_t> seen = {module->entryPoint().function.value};
    std::vector<uint32_t> open(seen.begin(), seen.end());
    while (!open.empty()) {
        Function& function = functions[open.back()];
        open.pop_back();
        names.merge(function.names);
        for (const uint32_t callee : function.calls) {
            if (seen.insert(callee).second) {
                open.push_back(callee);
            }
        }
    }
    return names;
}

} // namespace glsl
