// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/subroutines.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

namespace glsl {

namespace {

struct Parameter {
    std::string type; // with qualifiers
    std::string dims;

    friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Signature {
    std::string returns;
    std::vector<Parameter> parameters;

    friend bool operator==(const Signature&, const Signature&) = default;
};

class SubroutineRewriter {
public:
    SubroutineRewriter(std::vector<Token> tokens, const Language& language, const Limits& limits)
        : m_tokens(std::move(tokens)),
          m_limits(limits),
          m_explicit(language.version >= 430 ||
                     language.enables("GL_ARB_explicit_uniform_location")) {}

    Subroutines run() {
        for (size_t i = 0; i < m_tokens.size() && m_out.error.empty(); ++i) {
            if (m_tokens[i].is("subroutine")) {
                declaration(i);
            }
        }
        if (!m_out.error.empty()) {
            return std::move(m_out);
        }
        placeFunctions();
        placeVariables();
        if (m_out.error.empty()) {
            rewriteCalls();
            write();
        }
        return std::move(m_out);
    }

private:
    struct Function {
        SubroutineFunction facts;
        Signature signature;
        size_t at = 0;
        bool hasIndex = false;
    };
    struct Variable {
        SubroutineVariable facts;
        size_t semicolon = 0; // of its declaration
        bool hasLocation = false;
    };

    [[nodiscard]] bool isAt(size_t i, std::string_view text) const {
        return i < m_tokens.size() && m_tokens[i].is(text);
    }

    void erase(size_t first, size_t last) {
        for (size_t i = first; i <= last && i < m_tokens.size(); ++i) {
            m_tokens[i].text.clear();
            m_tokens[i].kind = TokenKind::Other;
        }
    }

    void error(size_t i, const std::string& what) {
        const Token& t = m_tokens[std::min(i, m_tokens.size() - 1)];
        m_out.error = "0:" + std::to_string(t.line) + ": error: '" + t.text + "' : " + what + "\n";
    }

    [[nodiscard]] size_t statementStart(size_t i) const {
        while (i > 0 && !isAt(i - 1, ";") && !isAt(i - 1, "}") &&
               m_tokens[i - 1].kind != TokenKind::Directive) {
            --i;
        }
        return i;
    }

    // The value of "key = N" in a layout between the two tokens; the layout goes.
    int takeLayout(size_t first, size_t last, std::string_view key) {
        int value = -1;
        for (size_t i = first; i < last; ++i) {
            if (!isAt(i, "layout") || !isAt(i + 1, "(")) {
                continue;
            }
            const size_t close = closing(m_tokens, i + 1);
            for (size_t k = i + 2; k + 2 <= close; ++k) {
                if (isAt(k, key) && isAt(k + 1, "=")) {
                    value = number(k + 2, close);
                    if (!m_explicit || value < 0) {
                        error(k, "not supported for this version or not a constant");
                    }
                }
            }
            erase(i, close);
        }
        return value;
    }

    // A literal, or a global constant that is one. -1: neither.
    [[nodiscard]] int number(size_t first, size_t last) const {
        if (first + 1 != last && !isAt(first + 1, ",")) {
            return -1;
        }
        const Token* t = &m_tokens[first];
        for (size_t i = 0; t->isIdentifier() && i + 2 < m_tokens.size(); ++i) {
            if (m_tokens[i].is(t->text) && isAt(i + 1, "=") && isAt(i + 3, ";")) {
                t = &m_tokens[i + 2];
                break;
            }
        }
        return t->kind == TokenKind::Number ? std::atoi(t->text.substr(0, 6).c_str()) : -1;
    }

    void declaration(size_t i) {
        size_t end = i;
        while (end < m_tokens.size() && !isAt(end, ";") && !isAt(end, "{")) {
            ++end;
        }
        if (end == m_tokens.size()) {
            return error(i, "syntax error");
        }
        const size_t start = statementStart(i);
        const bool isUniform = std::any_of(m_tokens.begin() + std::ptrdiff_t(start),
                                           m_tokens.begin() + std::ptrdiff_t(end),
                                           [](const Token& t) { return t.is("uniform"); });
        if (isUniform) {
            variables(i, start, end);
        } else if (isAt(i + 1, "(")) {
            function(i, start, end);
        } else {
            type(i, end);
        }
    }

    // "RET NAME (" from `first` on: where the parameter list opens; 0: nowhere.
    [[nodiscard]] size_t listOpens(size_t first, size_t end) const {
        for (size_t k = first; k < end; ++k) {
            if (isAt(k, "(") && k >= first + 2 && m_tokens[k - 1].isIdentifier()) {
                return k;
            }
        }
        return 0;
    }

    [[nodiscard]] Signature signature(size_t first, size_t open) const {
        Signature out;
        for (size_t k = first; k + 1 < open; ++k) {
            out.returns += (out.returns.empty() ? "" : " ") + m_tokens[k].text;
        }
        const size_t close = closing(m_tokens, open);
        for (size_t k = open + 1; k < close;) {
            Parameter p;
            bool hasType = false;
            bool hasName = false;
            for (; k < close && !isAt(k, ","); ++k) {
                const Token& t = m_tokens[k];
                if (isAt(k, "[")) {
                    const size_t last = closing(m_tokens, k);
                    for (; k <= last; ++k) {
                        p.dims += m_tokens[k].text;
                    }
                    --k;
                } else if (isParameterQualifier(t)) {
                    p.type += t.is("in") ? "" : t.text + " ";
                } else if (!hasType) {
                    p.type += t.text;
                    hasType = true;
                } else {
                    hasName = true;
                }
            }
            (void)hasName;
            if (p.type != "void") {
                out.parameters.push_back(std::move(p));
            }
            k += k < close ? 1 : 0;
        }
        return out;
    }

    static bool isParameterQualifier(const Token& t) {
        for (const std::string_view word :
             {"in", "out", "inout", "const", "highp", "mediump", "lowp", "precise"}) {
            if (t.is(word)) {
                return true;
            }
        }
        return false;
    }

    void type(size_t i, size_t end) {
        const size_t open = listOpens(i + 1, end);
        if (open == 0 || !isAt(end, ";")) {
            return error(i, "syntax error in a subroutine declaration");
        }
        const std::string name = m_tokens[open - 1].text;
        if (!m_types.try_emplace(name, signature(i + 1, open)).second) {
            return error(open - 1, "redefinition of a subroutine type");
        }
        erase(i, end);
    }

    void function(size_t i, size_t start, size_t end) {
        const size_t close = closing(m_tokens, i + 1);
        const size_t open = listOpens(close + 1, end);
        if (open == 0) {
            return error(i, "syntax error in a subroutine function");
        }
        Function f;
        f.at = open - 1;
        f.facts.name = m_tokens[open - 1].text;
        for (size_t k = i + 2; k < close; ++k) {
            if (m_tokens[k].isIdentifier()) {
                f.facts.types.push_back(m_tokens[k].text);
            } else if (!isAt(k, ",")) {
                return error(k, "is no subroutine type");
            }
        }
        if (f.facts.types.empty() || !isAt(end, "{")) {
            return error(i, "a subroutine function needs types and a body");
        }
        f.facts.index = std::max(takeLayout(start, i, "index"), takeLayout(close, open, "index"));
        f.hasIndex = f.facts.index >= 0;
        size_t first = close + 1;
        while (first < open && m_tokens[first].text.empty()) {
            ++first;
        }
        f.signature = signature(first, open);
        for (const std::string& name : f.facts.types) {
            const auto found = m_types.find(name);
            if (found == m_types.end()) {
                return error(i, "'" + name + "' is no subroutine type");
            }
            if (found->second != f.signature) {
                return error(open - 1, "does not match the subroutine type '" + name + "'");
            }
        }
        erase(i, close);
        for (const Function& other : m_functions) {
            if (other.facts.name == f.facts.name) {
                return error(open - 1, "subroutine functions cannot be overloaded");
            }
        }
        m_functions.push_back(std::move(f));
    }

    void variables(size_t i, size_t start, size_t end) {
        int location = takeLayout(start, end, "location");
        size_t k = i;
        while (k < end &&
               (isAt(k, "subroutine") || isAt(k, "uniform") || m_tokens[k].text.empty())) {
            ++k;
        }
        const std::string type = m_tokens[k].text;
        if (!m_types.contains(type)) {
            return error(k, "is no subroutine type");
        }
        std::vector<size_t> typeDims;
        ++k;
        while (k < end) {
            if (!m_tokens[k].isIdentifier()) {
                return error(k, "syntax error in a subroutine uniform");
            }
            Variable v;
            v.semicolon = end;
            v.facts.name = m_tokens[k].text;
            v.facts.type = type;
            v.facts.location = location;
            v.hasLocation = location >= 0;
            ++k;
            if (isAt(k, "[")) {
                const size_t close = closing(m_tokens, k);
                v.facts.isArray = true;
                v.facts.arraySize = number(k + 1, close);
                if (v.facts.arraySize <= 0) {
                    return error(k, "the size of a subroutine array must be a positive constant");
                }
                k = close + 1;
            }
            location = v.hasLocation ? location + v.facts.arraySize : -1;
            if (!m_names.emplace(v.facts.name, m_variables.size()).second) {
                return error(k - 1, "redefinition");
            }
            m_variables.push_back(std::move(v));
            if (k < end && !isAt(k, ",")) {
                return error(k, "syntax error in a subroutine uniform");
            }
            ++k;
        }
        erase(start, end);
    }

    void placeFunctions() {
        std::set<int> taken;
        for (const Function& f : m_functions) {
            if (f.hasIndex &&
                (!taken.insert(f.facts.index).second || f.facts.index >= m_limits.maxSubroutines)) {
                return error(f.at, "this subroutine index cannot be had");
            }
        }
        int next = 0;
        for (Function& f : m_functions) {
            if (!f.hasIndex) {
                while (taken.contains(next)) {
                    ++next;
                }
                f.facts.index = next;
                taken.insert(next);
            }
            m_out.functions.push_back(f.facts);
        }
        if (int(m_functions.size()) > m_limits.maxSubroutines) {
            error(m_functions.back().at, "too many subroutines");
        }
    }

    void placeVariables() {
        std::set<int> taken;
        const auto isFree = [&](int first, int count) {
            for (int k = first; k < first + count; ++k) {
                if (taken.contains(k)) {
                    return false;
                }
            }
            return true;
        };
        const auto take = [&](Variable& v, int first) {
            v.facts.location = first;
            if (first + v.facts.arraySize > m_limits.maxSubroutineUniformLocations ||
                !isFree(first, v.facts.arraySize)) {
                return error(v.semicolon, "no room for the subroutine uniform " + v.facts.name);
            }
            for (int k = first; k < first + v.facts.arraySize; ++k) {
                taken.insert(k);
            }
        };
        for (const bool isExplicit : {true, false}) {
            for (Variable& v : m_variables) {
                if (v.hasLocation != isExplicit || !m_out.error.empty()) {
                    continue;
                }
                int first = v.hasLocation ? v.facts.location : 0;
                while (!v.hasLocation && first < m_limits.maxSubroutineUniformLocations &&
                       !isFree(first, v.facts.arraySize)) {
                    ++first;
                }
                take(v, first);
            }
        }
        for (const Variable& v : m_variables) {
            m_out.variables.push_back(v.facts);
        }
        m_locations = taken.empty() ? 0 : *taken.rbegin() + 1;
    }

    void rewriteCalls() {
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            const auto found = m_names.find(m_tokens[i].text);
            if (!m_tokens[i].isIdentifier() || found == m_names.end() ||
                (i > 0 && isAt(i - 1, "."))) {
                continue;
            }
            const SubroutineVariable& v = m_variables[found->second].facts;
            if (!v.isArray) {
                m_tokens[i].text = callName(v);
                continue;
            }
            if (isAt(i + 1, ".") && isAt(i + 2, "length") && isAt(i + 4, ")")) {
                m_tokens[i].text = std::to_string(v.arraySize);
                erase(i + 1, i + 4);
                continue;
            }
            const size_t close = isAt(i + 1, "[") ? closing(m_tokens, i + 1) : i;
            if (!isAt(close + 1, "(") || close == i) {
                return error(i, "a subroutine array can only be indexed and called");
            }
            m_tokens[i].text = callName(v);
            m_tokens[i + 1].text = "(int(";
            m_tokens[close].text = ")";
            m_tokens[close + 1].text = isAt(close + 2, ")") ? "" : ",";
        }
    }

    [[nodiscard]] static std::string callName(const SubroutineVariable& v) {
        return "gds_Call_" + v.name;
    }

    [[nodiscard]] std::string prototype(const SubroutineVariable& v) const {
        const Signature& signature = m_types.at(v.type);
        std::string text = signature.returns + " " + callName(v) + "(";
        text += v.isArray ? "int gds_Element" : "";
        for (size_t k = 0; k < signature.parameters.size(); ++k) {
            const Parameter& p = signature.parameters[k];
            text += k > 0 || v.isArray ? ", " : "";
            text += p.type + " gds_" + std::to_string(k) + p.dims;
        }
        return text + ")";
    }

    [[nodiscard]] std::string dispatcher(const SubroutineVariable& v) const {
        const Signature& signature = m_types.at(v.type);
        std::string arguments;
        for (size_t k = 0; k < signature.parameters.size(); ++k) {
            arguments += (k > 0 ? ", gds_" : "gds_") + std::to_string(k);
        }
        const bool isVoid = signature.returns == "void";
        std::string text = prototype(v) + " { uint gds_Index = " + std::string(kSubroutineArray) +
                           "[" + std::to_string(v.location) +
                           (v.isArray ? " + gds_Element]; " : "]; ");
        std::vector<const SubroutineFunction*> candidates;
        for (const Function& f : m_functions) {
            if (std::ranges::find(f.facts.types, v.type) != f.facts.types.end()) {
                candidates.push_back(&f.facts);
            }
        }
        for (const SubroutineFunction* f : candidates) {
            const std::string call = f->name + "(" + arguments + ")";
            text += f == candidates.back() ? ""
                                           : "if (gds_Index == " + std::to_string(f->index) + "u) ";
            text += isVoid ? "{ " + call + "; return; } " : "{ return " + call + "; } ";
        }
        if (candidates.empty() && !isVoid) {
            text += signature.returns + " gds_Nothing; return gds_Nothing; ";
        }
        return text + "}\n";
    }

    void write() {
        std::string definitions;
        for (const Variable& v : m_variables) {
            m_tokens[v.semicolon].after += prototype(v.facts) + "; ";
            definitions += dispatcher(v.facts);
        }
        if (m_locations > 0) {
            const auto first = std::ranges::find_if(
                m_tokens, [](const Token& t) { return t.kind != TokenKind::Directive; });
            first->before = "uniform uint " + std::string(kSubroutineArray) + "[" +
                            std::to_string(m_locations) + "]; " + first->before;
        }
        m_out.text = writeTokens(m_tokens) + definitions;
    }

    std::vector<Token> m_tokens;
    const Limits& m_limits;
    bool m_explicit; // the language has indices and locations in layouts
    std::map<std::string, Signature> m_types;
    std::vector<Function> m_functions;
    std::vector<Variable> m_variables;
    std::map<std::string, size_t> m_names; // → place in m_variables
    int m_locations = 0;
    Subroutines m_out;
};

} // namespace

bool usesSubroutines(const std::vector<Token>& tokens) {
    return std::ranges::any_of(tokens, [](const Token& t) { return t.is("subroutine"); });
}

Subroutines
rewriteSubroutines(std::vector<Token> tokens, const Language& language, const Limits& limits) {
    return SubroutineRewriter(std::move(tokens), language, limits).run();
}

} // namespace glsl
