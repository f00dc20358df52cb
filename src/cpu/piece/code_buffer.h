// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/jit/jit.h"
#include "cpu/piece/table.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cpu::piece {

/// Where code leads that may not be there yet.
struct Label {
    uint32_t index;
};

/// Code as it grows, the constants it reads, and the names that it asks for. Becomes an object that
/// jit::load() takes.
class CodeBuffer {
public:
    explicit CodeBuffer(const Table& table) : m_table(table) {}

    uint32_t size_B() const { return uint32_t(m_code.size()); }

    /// What an operand or the result is: a place in the frame, or a constant.
    struct Place {
        int32_t at_B;
        bool constant = false;
    };
    struct Fillings {
        std::span<const Place> operands;
        int32_t result_B = 0;
        int32_t displacement = 0;
        Label target{};
    };
    void addPiece(const Piece& piece, const Fillings& fillings);
    void addJump(Label target);

    Label newLabel();
    void place(Label label) { m_labels[label.index] = size_B(); }

    /// Where the bytes lie among the constants. Those that are there already are not added again.
    int32_t addConstant(std::span<const std::byte> bytes, uint32_t align_B);
    /// Eight bytes that hold the address of a function.
    int32_t addAddress(std::string_view symbol);
    /// What lies among the constants, and how far behind its start; below zero: a null pointer.
    struct ConstantAddress {
        int32_t at_B;
        int64_t addend;
    };
    /// Addresses of constants, one behind the other.
    int32_t addAddresses(std::span<const ConstantAddress> addresses);

    /// Code from here on is the function's. `exported`: Code::address() finds it.
    void beginFunction(std::string_view name, bool exported);
    void endFunction();

    /// The frame's size is known last: see filledLater().
    void fillDisplacement(uint32_t at_B, int32_t value);
    /// Where the last piece has its displacement.
    uint32_t displacementAt() const { return m_displacementAt; }

    jit::Object object();

private:
    struct Function {
        std::string name;
        bool exported;
        uint32_t at_B, size_B;
    };
    /// Of code to constants: the hole, bytes of its instruction behind it, and where they lie.
    struct Reference {
        uint32_t at_B;
        uint32_t tail_B;
        int32_t constant_B;
    };
    struct Jump {
        uint32_t at_B;
        Label target;
    };
    /// Of an address among the constants: of a function or, where the name is empty, of another
    /// constant.
    struct Address {
        uint32_t at_B;
        std::string symbol;
        int64_t addend;
    };
    struct Call {
        uint32_t at_B;
        std::string symbol;
    };

    void write(uint32_t at_B, int32_t value);
    int32_t pieceConstant(uint32_t index);
    int32_t newConstant(std::span<const std::byte> bytes, uint32_t align_B);

    const Table& m_table;
    std::vector<std::byte> m_code;
    std::vector<std::byte> m_constants;
    std::unordered_multimap<uint64_t, std::pair<int32_t, uint32_t>> m_known;
    std::unordered_map<uint32_t, int32_t> m_pieceConstants;
    std::unordered_map<std::string, int32_t> m_addresses;
    std::vector<uint32_t> m_labels;
    std::vector<Jump> m_jumps;
    std::vector<Reference> m_references;
    std::vector<Address> m_relocations;
    std::vector<Call> m_calls;
    std::vector<Function> m_functions;
    uint32_t m_displacementAt = 0;
};

} // namespace cpu::piece
