// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/piece/shape.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace cpu::piece {

/// Makes a function of LLVM's IR for each piece. Holes are symbols that nobody defines; what leads
/// from one piece to the next is a jump behind which nothing follows.
class Maker {
public:
    /// What stands in for the frame and for numbers that are not known yet.
    class Body {
    public:
        Body(Maker& maker, llvm::Function& function, const Shape& shape);

        llvm::IRBuilder<>& ir() { return m_ir; }
        llvm::Value* operand(unsigned index) const { return m_operands[index]; }
        llvm::ArrayRef<llvm::Value*> operands() const { return m_operands; }
        /// An i64.
        llvm::Value* displacement() const;
        /// `offset_B` behind the start of the frame, plus the displacement.
        llvm::Value* frameAtDisplacement();
        /// `pointer`, plus the displacement.
        llvm::Value* displaced(llvm::Value* pointer);
        /// The piece's result, where it ends; null where it has none.
        void end(llvm::Value* result);
        /// Jumps to the target or ends the piece.
        void endWithJump(llvm::Value* condition, bool wanted);
        void keep(llvm::Value* stored);

    private:
        llvm::Value* hole(const std::string& name) const;
        llvm::Value* at(const std::string& name, uint32_t offset_B = 0);
        llvm::Value* fromStored(llvm::Value* stored, llvm::Type* type);
        llvm::Value* toStored(llvm::Value* value);
        void store(llvm::Value* value, uint32_t offset_B = 0);
        void callNext(llvm::ArrayRef<llvm::Value*> registers);

        friend class Maker;

        Maker& m_maker;
        llvm::Function& m_function;
        const Shape& m_shape;
        llvm::IRBuilder<> m_ir;
        llvm::SmallVector<llvm::Value*, 8> m_operands;
        llvm::SmallVector<llvm::Value*, 8> m_stored;
    };
    using Fill = std::function<void(Body&)>;

    Maker(llvm::Module& module, Level level) : m_module(module), m_level(level) {}

    Level level() const { return m_level; }
    llvm::LLVMContext& context() const { return m_module.getContext(); }
    unsigned lanes() const { return cpu::lanesOf(m_level); }

    /// The piece with all operands in the frame and, of up to three operands, those with one of
    /// them in the register; of two of one type also with both.
    void add(Shape shape, const Fill& fill);
    /// Only as the shape says.
    void addOne(const Shape& shape, const Fill& fill);
    /// Of assembly, which names holes as the IR does.
    void addAssembly(const Shape& shape, const std::string& text);

    /// Keys by the number in the name of the function, "p12".
    const std::vector<uint64_t>& keys() const { return m_keys; }

private:
    llvm::Function* makeFunction(llvm::FunctionType* type, const Shape& shape);

    llvm::Module& m_module;
    const Level m_level;
    std::vector<uint64_t> m_keys;
    std::set<uint64_t> m_known;
};

/// All pieces of the maker's level.
void addPieces(Maker& maker);

} // namespace cpu::piece
