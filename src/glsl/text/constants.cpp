// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/constants.h"

#include "glsl/language/types.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

namespace glsl {

namespace {

constexpr int kMaxDepth = 64; // of brackets within one expression

// Numbers of any type, columns one after another. Integers are exact in a double.
struct Value {
    BaseType base = BaseType::Float;
    int columns = 1;
    int rows = 1;
    std::vector<double> numbers;

    [[nodiscard]] bool isScalar() const { return numbers.size() == 1; }
    [[nodiscard]] bool isMatrix() const { return columns > 1; }
    [[nodiscard]] double at(int column, int row) const {
        return numbers[size_t(column * rows + row)];
    }
    [[nodiscard]] bool sameShape(const Value& other) const {
        return columns == other.columns && rows == other.rows;
    }
};
using Result = std::optional<Value>;

Value scalar(BaseType base, double number) {
    return {base, 1, 1, {number}};
}

bool isFloating(const Value& v) {
    return v.base == BaseType::Float || v.base == BaseType::Double;
}

// A number as the type holds it: integers have 32 bits.
double held(BaseType base, double number) {
    if (base == BaseType::Bool) {
        return number != 0 ? 1 : 0;
    }
    if (base != BaseType::Int && base != BaseType::Uint) {
        return number;
    }
    const double whole = std::isfinite(number) ? std::fmod(std::trunc(number), 0x1p32) : 0;
    const auto bits = uint32_t(int64_t(whole));
    return base == BaseType::Int ? double(int32_t(bits)) : double(bits);
}

struct UnaryFunction {
    std::string_view name;
    double (*compute)(double);
};
constexpr UnaryFunction kUnary[] = {
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"sinh", [](double x) { return std::sinh(x); }},
    {"cosh", [](double x) { return std::cosh(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"asinh", [](double x) { return std::asinh(x); }},
    {"acosh", [](double x) { return std::acosh(x); }},
    {"atanh", [](double x) { return std::atanh(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"abs", [](double x) { return std::fabs(x); }},
    {"floor", [](double x) { return std::floor(x); }},
    {"ceil", [](double x) { return std::ceil(x); }},
};

Value transpose(const Value& m) {
    Value out{m.base, m.rows, m.columns, {}};
    for (int column = 0; column < m.rows; ++column) {
        for (int row = 0; row < m.columns; ++row) {
            out.numbers.push_back(m.at(row, column));
        }
    }
    return out;
}

Value withoutRowAndColumn(const Value& m, int column, int row) {
    Value out{m.base, m.columns - 1, m.rows - 1, {}};
    for (int c = 0; c < m.columns; ++c) {
        for (int r = 0; r < m.rows; ++r) {
            if (c != column && r != row) {
                out.numbers.push_back(m.at(c, r));
            }
        }
    }
    return out;
}

double determinant(const Value& m) {
    if (m.columns == 1) {
        return m.numbers[0];
    }
    double sum = 0;
    for (int column = 0; column < m.columns; ++column) {
        const double minor = determinant(withoutRowAndColumn(m, column, 0));
        sum += (column % 2 == 0 ? 1 : -1) * m.at(column, 0) * minor;
    }
    return sum;
}

Value inverse(const Value& m) {
    Value out{m.base, m.columns, m.rows, {}};
    const double whole = determinant(m);
    for (int column = 0; column < m.columns; ++column) {
        for (int row = 0; row < m.rows; ++row) {
            const double minor = determinant(withoutRowAndColumn(m, row, column));
            out.numbers.push_back(((column + row) % 2 == 0 ? 1 : -1) * minor / whole);
        }
    }
    return out;
}

Result distance(const Value& a, const Value& b) {
    if (!a.sameShape(b) || a.isMatrix()) {
        return std::nullopt;
    }
    double sum = 0;
    for (size_t i = 0; i < a.numbers.size(); ++i) {
        sum += (a.numbers[i] - b.numbers[i]) * (a.numbers[i] - b.numbers[i]);
    }
    return scalar(a.base, std::sqrt(sum));
}

// Element by element, a scalar with each.
template <typename Compute>
Result combine(const Value& a, const Value& b, Compute compute) {
    if (!a.sameShape(b) && !a.isScalar() && !b.isScalar()) {
        return std::nullopt;
    }
    Value out = a.isScalar() ? b : a;
    out.base = isFloating(a) ? a.base : b.base;
    for (size_t i = 0; i < out.numbers.size(); ++i) {
        out.numbers[i] = held(
            out.base, compute(a.numbers[a.isScalar() ? 0 : i], b.numbers[b.isScalar() ? 0 : i]));
    }
    return out;
}

bool isInteger(const Value& v) {
    return v.base == BaseType::Int || v.base == BaseType::Uint;
}

uint32_t bitsOf(const Value& v, size_t i) {
    return v.base == BaseType::Float ? std::bit_cast<uint32_t>(float(v.numbers[i]))
                                     : uint32_t(int64_t(held(BaseType::Uint, v.numbers[i])));
}

double fromBits(BaseType base, uint32_t bits) {
    return base == BaseType::Float ? double(std::bit_cast<float>(bits))
           : base == BaseType::Int ? double(int32_t(bits))
                                   : double(bits);
}

// Element by element on the 32 bits.
template <typename Compute>
Value onBits(const Value& v, BaseType result, Compute compute) {
    Value out{result, v.columns, v.rows, {}};
    for (size_t i = 0; i < v.numbers.size(); ++i) {
        out.numbers.push_back(fromBits(result, compute(bitsOf(v, i))));
    }
    return out;
}

uint32_t reversed(uint32_t bits) {
    uint32_t out = 0;
    for (int i = 0; i < 32; ++i) {
        out = out << 1 | (bits >> i & 1u);
    }
    return out;
}

// The low `count` bits.
uint32_t maskOf(int count) {
    return count >= 32 ? ~0u : (1u << count) - 1;
}

Result callOnBits(std::string_view name, const Value& v) {
    const bool isSigned = v.base == BaseType::Int;
    if (name == "floatBitsToInt" && v.base == BaseType::Float) {
        return onBits(v, BaseType::Int, [](uint32_t bits) { return bits; });
    }
    if (name == "floatBitsToUint" && v.base == BaseType::Float) {
        return onBits(v, BaseType::Uint, [](uint32_t bits) { return bits; });
    }
    if (name == (isSigned ? "intBitsToFloat" : "uintBitsToFloat") && isInteger(v)) {
        return onBits(v, BaseType::Float, [](uint32_t bits) { return bits; });
    }
    if (!isInteger(v)) {
        return std::nullopt;
    }
    if (name == "bitCount") {
        return onBits(v, BaseType::Int, [](uint32_t b) { return uint32_t(std::popcount(b)); });
    }
    if (name == "bitfieldReverse") {
        return onBits(v, v.base, reversed);
    }
    if (name == "findLSB") {
        return onBits(v, BaseType::Int, [](uint32_t bits) {
            return bits == 0 ? ~0u : uint32_t(std::countr_zero(bits));
        });
    }
    if (name == "findMSB") {
        return onBits(v, BaseType::Int, [&](uint32_t bits) {
            const uint32_t value = isSigned && bits >> 31 != 0 ? ~bits : bits;
            return value == 0 ? ~0u : uint32_t(31 - std::countl_zero(value));
        });
    }
    return std::nullopt;
}

// bitfieldExtract(value, offset, bits) and bitfieldInsert(base, insert, offset, bits).
Result bitfield(const std::vector<Value>& arguments) {
    const Value& v = arguments[0];
    const Value& offset = arguments[arguments.size() - 2];
    const Value& count = arguments.back();
    const bool inserts = arguments.size() == 4;
    if (!isInteger(v) || !isInteger(offset) || !isInteger(count) || !offset.isScalar() ||
        !count.isScalar() || offset.numbers[0] < 0 || count.numbers[0] < 0 ||
        offset.numbers[0] + count.numbers[0] > 32 || (inserts && !v.sameShape(arguments[1]))) {
        return std::nullopt; // undefined, or no such function
    }
    const int at = int(offset.numbers[0]);
    const int bits = int(count.numbers[0]);
    const uint32_t mask = at == 32 ? 0 : maskOf(bits) << at;
    Value out{v.base, v.columns, v.rows, {}};
    for (size_t i = 0; i < v.numbers.size(); ++i) {
        uint32_t result = 0;
        if (inserts) {
            const uint32_t field = at == 32 ? 0 : bitsOf(arguments[1], i) << at;
            result = (bitsOf(v, i) & ~mask) | (field & mask);
        } else if (bits > 0) {
            result = bitsOf(v, i) >> at & maskOf(bits);
            const bool negative = v.base == BaseType::Int && (result >> (bits - 1) & 1u) != 0;
            result |= negative ? ~maskOf(bits) : 0;
        }
        out.numbers.push_back(fromBits(v.base, result));
    }
    return out;
}

// Numbers too small for a float are zero, as on most devices.
Result ldexp(const Value& v, const Value& exponent) {
    if (!isFloating(v) || exponent.base != BaseType::Int ||
        (!exponent.isScalar() && !exponent.sameShape(v))) {
        return std::nullopt;
    }
    Value out = v;
    for (size_t i = 0; i < v.numbers.size(); ++i) {
        const double e = exponent.numbers[exponent.isScalar() ? 0 : i];
        const double whole = std::ldexp(v.numbers[i], int(std::clamp(e, -4096.0, 4096.0)));
        const bool isSmall =
            v.base == BaseType::Float && std::fabs(whole) < std::numeric_limits<float>::min();
        out.numbers[i] = isSmall ? std::copysign(0.0, whole) : whole;
    }
    return out;
}

Result fma(const Value& a, const Value& b, const Value& c) {
    if (!isFloating(a) || !a.sameShape(b) || !a.sameShape(c)) {
        return std::nullopt;
    }
    Value out = a;
    for (size_t i = 0; i < a.numbers.size(); ++i) {
        out.numbers[i] = std::fma(a.numbers[i], b.numbers[i], c.numbers[i]);
    }
    return out;
}

Result callOnDoubles(std::string_view name, const Value& v) {
    if (name == "packDouble2x32" && v.base == BaseType::Uint && v.numbers.size() == 2) {
        const uint64_t bits = uint64_t(bitsOf(v, 1)) << 32 | bitsOf(v, 0);
        return scalar(BaseType::Double, std::bit_cast<double>(bits));
    }
    if (name == "unpackDouble2x32" && v.base == BaseType::Double && v.isScalar()) {
        const auto bits = std::bit_cast<uint64_t>(v.numbers[0]);
        return Value{BaseType::Uint, 1, 2, {double(uint32_t(bits)), double(uint32_t(bits >> 32))}};
    }
    return std::nullopt;
}

Result call(std::string_view name, const std::vector<Value>& arguments) {
    if ((name == "bitfieldExtract" && arguments.size() == 3) ||
        (name == "bitfieldInsert" && arguments.size() == 4)) {
        return bitfield(arguments);
    }
    if (name == "fma" && arguments.size() == 3) {
        return fma(arguments[0], arguments[1], arguments[2]);
    }
    if (name == "ldexp" && arguments.size() == 2) {
        return ldexp(arguments[0], arguments[1]);
    }
    if (arguments.size() == 1) {
        for (const auto function : {callOnBits, callOnDoubles}) {
            if (const Result result = function(name, arguments[0])) {
                return result;
            }
        }
    }
    if (arguments.size() == 1) {
        Value v = arguments[0];
        const auto unary = std::ranges::find(kUnary, name, &UnaryFunction::name);
        if (unary != std::end(kUnary)) {
            std::ranges::transform(v.numbers, v.numbers.begin(), unary->compute);
            return v;
        }
        const bool square = v.columns == v.rows && v.isMatrix();
        if (name == "transpose" && v.isMatrix()) {
            return transpose(v);
        }
        if (name == "determinant" && square) {
            return scalar(v.base, determinant(v));
        }
        if (name == "inverse" && square) {
            return inverse(v);
        }
    }
    if (arguments.size() == 2) {
        const Value& a = arguments[0];
        const Value& b = arguments[1];
        if (name == "distance") {
            return distance(a, b);
        }
        if (name == "pow") {
            return combine(a, b, [](double x, double y) { return std::pow(x, y); });
        }
        if (name == "matrixCompMult" && a.sameShape(b)) {
            return combine(a, b, [](double x, double y) { return x * y; });
        }
    }
    return std::nullopt;
}

Result construct(const TypeInfo& type, const std::vector<Value>& arguments) {
    Value out{type.base, type.columns, type.rows, {}};
    const auto count = size_t(type.components());
    for (const Value& argument : arguments) {
        out.numbers.insert(out.numbers.end(), argument.numbers.begin(), argument.numbers.end());
    }
    if (out.numbers.size() == 1 && count > 1) {
        if (type.isMatrix()) {
            return std::nullopt;
        }
        out.numbers.resize(count, out.numbers[0]);
    }
    if (out.numbers.size() != count) {
        return std::nullopt; // the library folds what takes parts
    }
    for (double& number : out.numbers) {
        number = held(type.base, number);
    }
    return out;
}

// Reads an expression from `m_at` on, as far as it goes.
class Evaluator {
public:
    Evaluator(const std::vector<Token>& tokens, size_t first, size_t end)
        : m_tokens(tokens), m_at(first), m_end(end) {}

    Result run() {
        Result value = ternary();
        return m_at == m_end ? value : std::nullopt;
    }

private:
    [[nodiscard]] bool take(std::string_view text) {
        const bool has = m_at < m_end && m_tokens[m_at].is(text);
        m_at += has ? 1 : 0;
        return has;
    }

    Result ternary() {
        if (++m_depth > kMaxDepth) {
            return std::nullopt;
        }
        Result value = binary(0);
        if (value && take("?")) {
            const Result a = ternary();
            if (!a || !take(":")) {
                return std::nullopt;
            }
            const Result b = ternary();
            value = !b || !value->isScalar() ? std::nullopt : value->numbers[0] != 0 ? a : b;
        }
        --m_depth;
        return value;
    }

    static constexpr std::string_view kLevels[][4] = {
        {"||"}, {"^^"}, {"&&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"+", "-"}, {"*", "/"}};

    Result binary(size_t level) {
        if (level == std::size(kLevels)) {
            return unary();
        }
        Result left = binary(level + 1);
        while (left && m_at < m_end) {
            std::string_view op;
            for (const std::string_view candidate : kLevels[level]) {
                op = !candidate.empty() && m_tokens[m_at].is(candidate) ? candidate : op;
            }
            if (op.empty()) {
                break;
            }
            ++m_at;
            const Result right = binary(level + 1);
            left = right ? apply(op, *left, *right) : std::nullopt;
        }
        return left;
    }

    static Result apply(std::string_view op, const Value& a, const Value& b) {
        if (op == "==" || op == "!=") {
            return a.sameShape(b)
                       ? Result(scalar(BaseType::Bool, (a.numbers == b.numbers) == (op == "==")))
                       : std::nullopt;
        }
        if (op == "+") {
            return combine(a, b, [](double x, double y) { return x + y; });
        }
        if (op == "-") {
            return combine(a, b, [](double x, double y) { return x - y; });
        }
        if (op == "*" && !a.isMatrix() && !b.isMatrix()) {
            return combine(a, b, [](double x, double y) { return x * y; });
        }
        if (op == "/" && isFloating(a) && isFloating(b) && !a.isMatrix() && !b.isMatrix()) {
            return combine(a, b, [](double x, double y) { return x / y; });
        }
        if (!a.isScalar() || !b.isScalar()) {
            return std::nullopt;
        }
        const double x = a.numbers[0];
        const double y = b.numbers[0];
        const std::pair<std::string_view, bool> kLogic[] = {{"<", x < y},
                                                            {">", x > y},
                                                            {"<=", x <= y},
                                                            {">=", x >= y},
                                                            {"||", x != 0 || y != 0},
                                                            {"&&", x != 0 && y != 0},
                                                            {"^^", (x != 0) != (y != 0)}};
        for (const auto& [name, result] : kLogic) {
            if (name == op) {
                return scalar(BaseType::Bool, result);
            }
        }
        return std::nullopt;
    }

    Result unary() {
        if (++m_depth > kMaxDepth) {
            return std::nullopt;
        }
        Result value;
        if (take("-")) {
            value = unary();
            for (double& number : value ? value->numbers : m_none) {
                number = held(value->base, -number);
            }
        } else if (take("+")) {
            value = unary();
        } else if (take("!")) {
            value = unary();
            if (value) {
                value = scalar(BaseType::Bool, value->numbers[0] == 0);
            }
        } else {
            value = postfix();
        }
        --m_depth;
        return value;
    }

    Result postfix() {
        Result value = primary();
        while (value && take("[")) {
            const Result index = ternary();
            if (!index || !index->isScalar() || !take("]")) {
                return std::nullopt;
            }
            const int elements = value->isMatrix() ? value->columns : value->rows;
            const double at = index->numbers[0];
            if (!(at >= 0) || at >= elements) {
                return std::nullopt;
            }
            const int size = value->isMatrix() ? value->rows : 1;
            const auto first = value->numbers.begin() + int(at) * size;
            value = Value{value->base, 1, size, {first, first + size}};
        }
        return value;
    }

    Result primary() {
        if (m_at >= m_end) {
            return std::nullopt;
        }
        const Token& t = m_tokens[m_at++];
        if (t.is("(")) {
            const Result value = ternary();
            return take(")") ? value : std::nullopt;
        }
        if (t.kind == TokenKind::Number) {
            return literal(t.text);
        }
        if (t.is("true") || t.is("false")) {
            return scalar(BaseType::Bool, t.is("true"));
        }
        if (!t.isIdentifier() || !take("(")) {
            return std::nullopt;
        }
        std::vector<Value> arguments;
        do {
            const Result argument = ternary();
            if (!argument) {
                return std::nullopt;
            }
            arguments.push_back(*argument);
        } while (take(","));
        if (!take(")")) {
            return std::nullopt;
        }
        const TypeInfo& type = typeNamed(t.text);
        return type.name.empty() || type.isSampler() ? call(t.text, arguments)
                                                     : construct(type, arguments);
    }

    static Result literal(const std::string& text) {
        const bool hex = text.starts_with("0x") || text.starts_with("0X");
        if (!hex && text.find_first_of(".eEfF") != std::string::npos) {
            const bool isDouble = text.ends_with("lf") || text.ends_with("LF");
            return scalar(isDouble ? BaseType::Double : BaseType::Float,
                          std::strtod(text.c_str(), nullptr));
        }
        const bool isUnsigned = text.ends_with('u') || text.ends_with('U');
        const auto bits = uint32_t(std::strtoull(text.c_str(), nullptr, 0));
        return isUnsigned ? scalar(BaseType::Uint, double(bits))
                          : scalar(BaseType::Int, double(int32_t(bits)));
    }

    const std::vector<Token>& m_tokens;
    size_t m_at;
    size_t m_end;
    int m_depth = 0;
    std::vector<double> m_none;
};

} // namespace

std::optional<int> foldInteger(const std::vector<Token>& tokens, size_t first, size_t end) {
    const Result value = Evaluator(tokens, first, end).run();
    if (!value || !value->isScalar() || !isInteger(*value) || value->numbers[0] < 0 ||
        value->numbers[0] >= 1 << 30) {
        return std::nullopt;
    }
    return int(value->numbers[0]);
}

bool foldArraySizes(std::vector<Token>& tokens) {
    bool folded = false;
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is("[")) {
            continue;
        }
        const size_t close = closing(tokens, i);
        if (!tokens[close].is("]") || close <= i + 2) {
            continue;
        }
        if (const std::optional<int> size = foldInteger(tokens, i + 1, close); size && *size > 0) {
            tokens[i + 1] = {
                TokenKind::Number, std::to_string(*size), tokens[i + 1].line, tokens[i + 1].offset};
            tokens.erase(tokens.begin() + std::ptrdiff_t(i) + 2,
                         tokens.begin() + std::ptrdiff_t(close));
            folded = true;
        }
    }
    return folded;
}

} // namespace glsl
