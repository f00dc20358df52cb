// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/implicit_sizes.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace glsl {

namespace {

const std::string& nameInText(const Global& global) {
    return global.isBlock ? global.instanceName : global.name;
}

} // namespace

std::string ImplicitSizes::fill(std::vector<Global>& globals,
                                const std::vector<FunctionTokens>& functions) {
    const Names names = namesOf(globals);
    for (const FunctionTokens& function : functions) {
        readIndices(function, names);
    }
    for (Global& global : globals) {
        size(global);
    }
    return std::move(m_error);
}

// An array with an element for each vertex that `vertices` of a layout sizes.
bool ImplicitSizes::isSizedByLayout(const Global& global) const {
    const bool isControl = m_options.stage == Stage::TessControl;
    return !global.patch && (isControl || m_options.stage == Stage::Geometry) &&
           global.storage == (isControl ? Storage::Output : Storage::Input);
}

ImplicitSizes::Names ImplicitSizes::namesOf(const std::vector<Global>& globals) const {
    Names names;
    names.overVertices.insert(m_options.stage == Stage::TessControl ? "gl_out" : "gl_in");
    for (const Global& global : globals) {
        if (isSizedByLayout(global) && !global.type.dims.empty()) {
            names.overVertices.insert(nameInText(global));
        }
        if (global.type.implicitSize) {
            names.unsized.insert(nameInText(global));
        }
        for (const Type::Member& member : global.type.members) {
            if (member.type.implicitSize) {
                names.unsized.insert(member.name);
            }
        }
    }
    return names;
}

void ImplicitSizes::readIndices(const FunctionTokens& function, const Names& names) {
    const int vertices = m_layout.vertices();
    for (size_t i = function.open + 1; i < function.close; ++i) {
        const std::string& name = m_tokens[i].text;
        if (!m_tokens[i].isIdentifier() || !isAt(i + 1, "[") || isAt(i + 2, "]")) {
            continue;
        }
        const bool isOverVertices = names.overVertices.contains(name);
        if (!isOverVertices && !names.unsized.contains(name)) {
            continue;
        }
        const std::optional<int> index = m_constants.integer(i + 2, closing(m_tokens, i + 1));
        if (!index) {
            continue;
        }
        const bool isField = isAt(i - 1, ".");
        int& size = (isField ? m_fields : m_variables)[name];
        size = std::max(size, *index + 1);
        if (vertices > 0 && *index >= vertices && !isField && isOverVertices && m_error.empty()) {
            m_error = "0:" + std::to_string(m_tokens[i].line) +
                      ": error: '[' : array index out of range\n";
        }
    }
}

void ImplicitSizes::size(Global& global) const {
    const auto used = [](const Sizes& sizes, const std::string& name) {
        const auto it = sizes.find(name);
        return it == sizes.end() ? 1 : it->second;
    };
    for (Type::Member& member : global.type.members) {
        if (global.isBlock && member.type.implicitSize) {
            member.type.dims[0] =
                used(global.instanceName.empty() ? m_variables : m_fields, member.name);
        }
    }
    if (!global.type.implicitSize) {
        return;
    }
    const bool isPatchInput =
        global.storage == Storage::Input && !global.patch &&
        (m_options.stage == Stage::TessControl || m_options.stage == Stage::TessEvaluation);
    if (isPatchInput) {
        global.type.dims[0] = m_options.limits.maxPatchVertices;
    } else if (isSizedByLayout(global) && m_layout.vertices() > 0) {
        global.type.dims[0] = m_layout.vertices();
    } else {
        global.type.dims[0] = used(m_variables, nameInText(global));
        return;
    }
    global.type.implicitSize = false;
}

} // namespace glsl
