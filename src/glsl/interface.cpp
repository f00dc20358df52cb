// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/interface.h"

#include "glsl/builtins.h"

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

std::vector<Global> hiddenGlobals(const std::vector<Global>& generated) {
    std::vector<Global> hidden;
    const auto add = [&](Global global, std::string_view name) {
        if (name.starts_with(kHiddenPrefix)) {
            global.name = originalName(name);
            hidden.push_back(std::move(global));
        }
    };
    for (const Global& global : generated) {
        if (global.storage != Storage::Block) {
            add(global, global.name);
            continue;
        }
        for (const Type::Member& member : global.type.members) {
            Global uniform;
            uniform.storage = Storage::Uniform;
            uniform.type = member.type;
            add(std::move(uniform), member.name);
        }
    }
    return hidden;
}

} // namespace glsl
