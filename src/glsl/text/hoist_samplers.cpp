// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/hoist_samplers.h"

#include "glsl/language/builtins.h"

#include <optional>
#include <string_view>

namespace glsl {

namespace {

// A struct's members as far as samplers matter.
struct StructMember {
    std::string type;
    std::string name;
    std::vector<std::string> dims; // texts of the constant expressions
};
using StructMembers = std::vector<StructMember>;

bool isSamplerType(std::string_view word) {
    return word.starts_with("sampler") || word.starts_with("isampler") ||
           word.starts_with("usampler");
}

class Hoister {
public:
    Hoister(std::vector<Token>& tokens, std::string& error) : m_tokens(tokens), m_error(error) {}

    std::map<std::string, std::string> run() {
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            if (m_tokens[i].is("struct")) {
                readStruct(i);
            }
        }
        if (!m_structs.empty()) {
            for (size_t i = 0; i < m_tokens.size(); ++i) {
                if (m_tokens[i].is("uniform")) {
                    i = readUniform(i);
                } else if (isMisused(i)) {
                    m_error = "0:" + std::to_string(m_tokens[i].line) +
                              ": error: samplers cannot be returned or written to\n";
                } else if (isParameter(i)) {
                    i = readParameter(i);
                } else if (m_tokens[i].isIdentifier() && (i == 0 || !m_tokens[i - 1].is(".")) &&
                           m_variables.contains(m_tokens[i].text)) {
                    rewriteUse(i);
                }
            }
        }
        return std::move(m_hoisted);
    }

private:
    [[nodiscard]] bool isAt(size_t i, std::string_view text) const {
        return i < m_tokens.size() && m_tokens[i].is(text);
    }

    [[nodiscard]] std::string textBetween(size_t first, size_t last) const {
        std::string text;
        for (size_t i = first; i < last; ++i) {
            text += (text.empty() ? "" : " ") + m_tokens[i].text;
        }
        return text;
    }

    // "[2][n]" from `i` on; leaves `i` behind it.
    std::vector<std::string> readDims(size_t& i) const {
        std::vector<std::string> dims;
        while (isAt(i, "[")) {
            const size_t close = closing(m_tokens, i);
            dims.push_back(textBetween(i + 1, close));
            i = close + 1;
        }
        return dims;
    }

    void erase(size_t first, size_t last) {
        for (size_t i = first; i <= last && i < m_tokens.size(); ++i) {
            m_tokens[i].text.clear();
            m_tokens[i].kind = TokenKind::Other;
        }
    }

    // Notes the members and takes the samplers out of the declaration.
    void readStruct(size_t at) {
        size_t open = at + 1;
        std::string name;
        if (open < m_tokens.size() && m_tokens[open].isIdentifier()) {
            name = m_tokens[open++].text;
        }
        if (!isAt(open, "{")) {
            return;
        }
        const size_t close = closing(m_tokens, open);
        StructMembers members;
        bool opaque = false;
        bool kept = false;
        for (size_t i = open + 1; i < close;) {
            const size_t first = i;
            while (i < close && (m_tokens[i].is("highp") || m_tokens[i].is("mediump") ||
                                 m_tokens[i].is("lowp"))) {
                ++i;
            }
            const std::string type = m_tokens[i++].text;
            const std::vector<std::string> typeDims = readDims(i);
            while (i < close && !m_tokens[i].is(";")) {
                if (!m_tokens[i].isIdentifier()) {
                    ++i;
                    continue;
                }
                StructMember member{type, m_tokens[i++].text, {}};
                member.dims = readDims(i);
                member.dims.insert(member.dims.end(), typeDims.begin(), typeDims.end());
                members.push_back(std::move(member));
            }
            if (isSamplerType(type)) {
                erase(first, i);
                opaque = true;
            } else {
                kept = true;
                opaque |= m_structs.contains(type);
            }
            ++i;
        }
        if (!opaque) {
            return;
        }
        if (!kept) {
            m_tokens[open].after += " float gd_unused;";
        }
        if (name.empty()) {
            name = "#" + std::to_string(at); // no word of the language; found again by its place
        }
        m_structs[name] = std::move(members);
    }

    size_t readUniform(size_t i) {
        ++i;
        while (i < m_tokens.size() &&
               (m_tokens[i].is("highp") || m_tokens[i].is("mediump") || m_tokens[i].is("lowp"))) {
            ++i;
        }
        std::string type;
        if (isAt(i, "struct")) {
            const bool named = i + 1 < m_tokens.size() && m_tokens[i + 1].isIdentifier();
            type = named ? m_tokens[i + 1].text : "#" + std::to_string(i);
            i = closing(m_tokens, named ? i + 2 : i + 1) + 1;
        } else if (i < m_tokens.size()) {
            type = m_tokens[i++].text;
        }
        const auto found = m_structs.find(type);
        if (found == m_structs.end()) {
            return i > 0 ? i - 1 : 0;
        }
        const std::vector<std::string> typeDims = readDims(i);
        std::string declarations;
        while (i < m_tokens.size() && !m_tokens[i].is(";")) {
            if (!m_tokens[i].isIdentifier()) {
                ++i;
                continue;
            }
            const std::string name = m_tokens[i++].text;
            std::vector<std::string> dims = readDims(i);
            dims.insert(dims.end(), typeDims.begin(), typeDims.end());
            m_variables[name] = {type, dims};
            declareLeaves(
                found->second, name, std::string(kHoistedPrefix) + name, dims, declarations);
        }
        if (i < m_tokens.size()) {
            m_tokens[i].after += " " + declarations;
        }
        return i;
    }

    // "S f(" and "out S s": a struct with samplers is for reading only.
    [[nodiscard]] bool isMisused(size_t i) const {
        if (i == 0 || !m_tokens[i].isIdentifier() || !m_structs.contains(m_tokens[i].text)) {
            return false;
        }
        const bool isWritten = m_tokens[i - 1].is("out") || m_tokens[i - 1].is("inout");
        const bool isReturned =
            i + 2 < m_tokens.size() && m_tokens[i + 1].isIdentifier() && m_tokens[i + 2].is("(");
        return isWritten || isReturned;
    }

    // "(in S s" or ", S s" or "(S)" in a function's parameter list.
    [[nodiscard]] bool isParameter(size_t i) const {
        if (i == 0 || !m_tokens[i].isIdentifier() || !m_structs.contains(m_tokens[i].text)) {
            return false;
        }
        const Token& previous = m_tokens[i - 1];
        return (previous.is("(") || previous.is(",") || previous.is("in") ||
                previous.is("const")) &&
               !isAt(i + 1, "(");
    }

    // The samplers follow the struct as parameters of their own.
    size_t readParameter(size_t i) {
        const std::string type = m_tokens[i++].text;
        const std::vector<std::string> typeDims = readDims(i);
        const bool named = i < m_tokens.size() && m_tokens[i].isIdentifier();
        const std::string name = named ? m_tokens[i++].text : std::string();
        std::vector<std::string> dims = readDims(i);
        dims.insert(dims.end(), typeDims.begin(), typeDims.end());
        std::vector<Leaf> leaves;
        collectLeaves(m_structs[type], "", std::string(kHoistedPrefix) + name, dims, leaves);
        for (const Leaf& leaf : leaves) {
            m_tokens[i - 1].after +=
                ", " + leaf.type + (named ? " " + leaf.variable : "") + sizeText(leaf.dims);
        }
        if (named) {
            m_variables[name] = {type, dims};
        }
        return i - 1;
    }

    struct Leaf {
        std::string type;
        std::string path;
        std::string variable;
        std::vector<std::string> dims;
    };

    static std::string sizeText(const std::vector<std::string>& dims) {
        std::string size;
        for (const std::string& dim : dims) {
            size += (size.empty() ? "[(" : " * (") + dim + ")";
        }
        return size.empty() ? size : size + "]";
    }

    void collectLeaves(const StructMembers& members,
                       const std::string& path,
                       const std::string& variable,
                       const std::vector<std::string>& dims,
                       std::vector<Leaf>& leaves) const {
        for (const StructMember& member : members) {
            Leaf leaf{member.type, path + "." + member.name, variable + "_" + member.name, dims};
            leaf.dims.insert(leaf.dims.end(), member.dims.begin(), member.dims.end());
            if (isSamplerType(member.type)) {
                leaves.push_back(std::move(leaf));
            } else if (const auto nested = m_structs.find(member.type); nested != m_structs.end()) {
                collectLeaves(nested->second, leaf.path, leaf.variable, leaf.dims, leaves);
            }
        }
    }

    void declareLeaves(const StructMembers& members,
                       const std::string& path,
                       const std::string& variable,
                       const std::vector<std::string>& dims,
                       std::string& declarations) {
        std::vector<Leaf> leaves;
        collectLeaves(members, path, variable, dims, leaves);
        for (const Leaf& leaf : leaves) {
            declarations +=
                "uniform " + leaf.type + " " + leaf.variable + sizeText(leaf.dims) + "; ";
            m_hoisted[leaf.variable] = leaf.path;
        }
    }

    // From the variable's name at `at`: follows ".member" and "[index]" to a sampler, if it ends in
    // one.
    void rewriteUse(size_t at) {
        const Variable& variable = m_variables[m_tokens[at].text];
        const StructMembers* members = &m_structs[variable.type];
        std::string leaf = std::string(kHoistedPrefix) + m_tokens[at].text;
        std::vector<std::string> dims = variable.dims;
        std::vector<std::pair<size_t, size_t>> indices;
        std::vector<size_t> dropped;
        size_t i = at + 1;
        for (;;) {
            while (isAt(i, "[")) {
                const size_t close = closing(m_tokens, i);
                indices.emplace_back(i, close);
                i = close + 1;
            }
            if (members == nullptr) {
                break;
            }
            if (!isAt(i, ".") || i + 1 >= m_tokens.size()) {
                passSamplers(at, i - 1, *members, leaf, dims, indices);
                return;
            }
            const StructMember* member = nullptr;
            for (const StructMember& candidate : *members) {
                member = candidate.name == m_tokens[i + 1].text ? &candidate : member;
            }
            if (member == nullptr) {
                return;
            }
            leaf += "_" + member->name;
            dims.insert(dims.end(), member->dims.begin(), member->dims.end());
            dropped.insert(dropped.end(), {i, i + 1});
            i += 2;
            if (isSamplerType(member->type)) {
                members = nullptr;
            } else {
                const auto nested = m_structs.find(member->type);
                if (nested == m_structs.end()) {
                    return;
                }
                members = &nested->second;
            }
        }
        m_tokens[at].text = leaf;
        m_tokens[at].kind = TokenKind::Other; // a name of ours: not for renaming
        for (const size_t d : dropped) {
            erase(d, d);
        }
        linearise(indices, dims);
    }

    // The chain at [first, last] ends in a struct, which can only be an argument: its samplers
    // follow.
    void passSamplers(size_t first,
                      size_t last,
                      const StructMembers& members,
                      const std::string& variable,
                      const std::vector<std::string>& dims,
                      const std::vector<std::pair<size_t, size_t>>& indices) {
        std::string index;
        for (size_t k = 0; k < indices.size(); ++k) {
            const std::string one =
                "(" + textBetween(indices[k].first + 1, indices[k].second) + ")";
            index = k == 0 ? one : "(" + index + " * (" + dims[k] + ") + " + one + ")";
        }
        std::vector<Leaf> leaves;
        collectLeaves(members, "", variable, dims, leaves);
        for (const Leaf& leaf : leaves) {
            m_tokens[last].after += ", " + leaf.variable + (index.empty() ? "" : "[" + index + "]");
        }
        (void)first;
    }

    // a[i].b[j] of sizes n, m becomes one index: (i) * (m) + (j).
    void linearise(const std::vector<std::pair<size_t, size_t>>& indices,
                   const std::vector<std::string>& dims) {
        for (size_t k = 0; k < indices.size(); ++k) {
            Token& open = m_tokens[indices[k].first];
            Token& close = m_tokens[indices[k].second];
            open.text = k == 0 ? "[" + std::string(indices.size(), '(') : "+ (";
            const std::string end = k == 0 ? ")" : "))";
            close.text = k + 1 == indices.size()
                             ? end + "]"
                             : end + " * (" + (k + 1 < dims.size() ? dims[k + 1] : "1") + ")";
        }
    }

    struct Variable {
        std::string type;
        std::vector<std::string> dims;
    };

    std::vector<Token>& m_tokens;
    std::string& m_error;
    std::map<std::string, StructMembers> m_structs; // those that hold samplers
    std::map<std::string, Variable> m_variables;    // uniforms of such types
    std::map<std::string, std::string> m_hoisted;
};

} // namespace

std::map<std::string, std::string> hoistSamplers(std::vector<Token>& tokens, std::string& error) {
    return Hoister(tokens, error).run();
}

} // namespace glsl
