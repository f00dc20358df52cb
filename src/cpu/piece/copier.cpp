// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/piece/copier.h"

#include "cpu/jit/poll.h"
#include "cpu/piece/code_buffer.h"
#include "cpu/piece/shape.h"
#include "cpu/piece/steps.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <deque>
#include <map>

namespace cpu::piece {
namespace {

/// Of all slots of a function; what takes more is left to the compiler.
constexpr uint32_t kMaxFrame_B = 1u << 18;

/// Places in a frame, given back and taken again by size.
class Slots {
public:
    explicit Slots(uint32_t begin_B) : m_end_B(begin_B) {}

    int32_t take(uint32_t size_B) {
        const uint32_t rounded_B = rounded(size_B);
        auto& free = m_free[rounded_B];
        if (!free.empty()) {
            const int32_t at = free.back();
            free.pop_back();
            return at;
        }
        const uint32_t align_B = std::min(rounded_B, 64u);
        m_end_B = (m_end_B + align_B - 1) / align_B * align_B;
        const int32_t at = int32_t(m_end_B);
        m_end_B += rounded_B;
        return at;
    }
    void giveBack(int32_t at_B, uint32_t size_B) { m_free[rounded(size_B)].push_back(at_B); }
    uint32_t end_B() const { return m_end_B; }

private:
    static uint32_t rounded(uint32_t size_B) {
        return size_B <= 64 ? std::bit_ceil(std::max(size_B, 8u)) : (size_B + 63) / 64 * 64;
    }

    uint32_t m_end_B;
    std::map<uint32_t, std::vector<int32_t>> m_free;
};

/// Constants as the frame would have them.
class Constants {
public:
    Constants(CodeBuffer& code, const llvm::DataLayout& layout, Level level)
        : m_code(code), m_layout(layout), m_level(level) {}

    /// Where it lies among the constants; nothing: it is of no kind that is known.
    std::optional<int32_t> placeOf(const llvm::Constant& constant) {
        if (const auto known = m_known.find(&constant); known != m_known.end()) {
            return known->second;
        }
        std::optional<int32_t> at;
        if (constant.getType()->isPtrOrPtrVectorTy()) {
            at = addresses(constant);
        } else {
            std::vector<std::byte> bytes(storedSize_B(constant.getType(), m_level));
            if (!fill(constant, bytes)) {
                return std::nullopt;
            }
            at = m_code.addConstant(bytes, storedAlign_B(constant.getType(), m_level));
        }
        if (at) {
            m_known[&constant] = *at;
        }
        return at;
    }

private:
    std::optional<int32_t> addresses(const llvm::Constant& constant) {
        if (const auto* function = llvm::dyn_cast<llvm::Function>(&constant)) {
            return m_code.addAddress({function->getName().data(), function->getName().size()});
        }
        const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType());
        std::vector<CodeBuffer::ConstantAddress> all;
        for (unsigned lane = 0; lane < (lanes ? lanes->getNumElements() : 1); ++lane) {
            const llvm::Constant* const one =
                lanes ? constant.getAggregateElement(lane) : &constant;
            const auto address = one ? addressOf(*one) : std::nullopt;
            if (!address) {
                return std::nullopt;
            }
            all.push_back(*address);
        }
        return m_code.addAddresses(all);
    }

    std::optional<CodeBuffer::ConstantAddress> addressOf(const llvm::Constant& pointer) {
        if (pointer.isNullValue() || llvm::isa<llvm::UndefValue>(pointer)) {
            return CodeBuffer::ConstantAddress{-1, 0};
        }
        llvm::APInt offset(64, 0);
        const llvm::Value* const base =
            pointer.stripAndAccumulateConstantOffsets(m_layout, offset, true);
        const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
        if (!global || !global->isConstant() || !global->hasInitializer()) {
            return std::nullopt;
        }
        const auto [known, added] = m_globals.try_emplace(global);
        if (added) {
            std::vector<std::byte> bytes(m_layout.getTypeAllocSize(global->getValueType()));
            if (!fillMemory(*global->getInitializer(), bytes)) {
                return std::nullopt;
            }
            known->second = m_code.addConstant(bytes, 64);
        }
        return CodeBuffer::ConstantAddress{known->second, offset.getSExtValue()};
    }

    bool fillMemory(const llvm::Constant& constant, std::span<std::byte> bytes) {
        if (constant.isNullValue()) {
            return true;
        }
        if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
            const llvm::StringRef raw = data->getRawDataValues();
            std::memcpy(bytes.data(), raw.data(), std::min(raw.size(), bytes.size()));
            return true;
        }
        return false;
    }

    bool fill(const llvm::Constant& constant, std::span<std::byte> bytes) {
        if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant)) {
            return true; // zeros
        }
        llvm::Type* const type = constant.getType();
        if (const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
            if (const auto* data = llvm::dyn_cast<llvm::ConstantDataVector>(&constant)) {
                const llvm::StringRef raw = data->getRawDataValues();
                if (raw.size() == bytes.size()) {
                    std::memcpy(bytes.data(), raw.data(), raw.size());
                    return true;
                }
            }
            const unsigned count = lanes->getNumElements();
            const bool truth = lanes->getElementType()->isIntegerTy(1);
            for (unsigned lane = 0; lane < count; ++lane) {
                const llvm::Constant* const element = constant.getAggregateElement(lane);
                if (!element) {
                    return false;
                }
                if (!truth) {
                    const size_t size_B = bytes.size() / count;
                    if (!fill(*element, bytes.subspan(lane * size_B, size_B))) {
                        return false;
                    }
                } else if (element->isOneValue()) {
                    setTruth(lane, bytes);
                } else if (!element->isNullValue() && !llvm::isa<llvm::UndefValue>(element)) {
                    return false;
                }
            }
            return true;
        }
        llvm::APInt bits;
        if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
            bits = integer->getValue();
        } else if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
            bits = number->getValueAPF().bitcastToAPInt();
        } else {
            return false;
        }
        const uint64_t word = bits.getZExtValue();
        std::memcpy(bytes.data(), &word, std::min<size_t>(bytes.size(), 8));
        return true;
    }

    void setTruth(unsigned lane, std::span<std::byte> bytes) {
        if (m_level == Level::V4) {
            bytes[lane / 8] |= std::byte(1u << lane % 8);
        } else {
            std::fill_n(bytes.begin() + lane * 4, 4, std::byte(0xff));
        }
    }

    CodeBuffer& m_code;
    const llvm::DataLayout& m_layout;
    const Level m_level;
    llvm::DenseMap<const llvm::Constant*, int32_t> m_known;
    llvm::DenseMap<const llvm::GlobalVariable*, int32_t> m_globals;
};

/// Thrown inside of this file only.
struct Missing {
    std::string what;
};

/// One function.
class Copier {
public:
    Copier(llvm::Function& function,
           Level level,
           CodeBuffer& code,
           Constants& constants,
           std::optional<WorkCount> count)
        : m_function(function),
          m_level(level),
          m_context(function.getContext()),
          m_table(Table::of(level)),
          m_code(code),
          m_constants(constants),
          m_count(count),
          m_steps(function, level),
          m_slots(m_steps.memory_B()) {}

    size_t stepCount() const {
        size_t count = 0;
        for (uint32_t i = 0; i < m_steps.blocks().size(); ++i) {
            count += m_steps.of(i).size();
        }
        return count;
    }

    /// `steps`: of all functions.
    void run(size_t steps) {
        m_allSteps = std::max<size_t>(steps, 1);
        if (!m_steps.missing().empty()) {
            throw Missing{m_steps.missing()};
        }
        for (size_t i = 0; i < m_steps.blocks().size(); ++i) {
            m_labels.push_back(m_code.newLabel());
        }
        const llvm::StringRef name = m_function.getName();
        m_code.beginFunction({name.data(), name.size()}, !m_function.hasLocalLinkage());
        emit({kEnter, 0, {}, nullptr}, {}, nullptr);
        const uint32_t frameAt = m_code.displacementAt();
        if (m_count) {
            addPiece({kBeginCount, 0, {}, nullptr}, {}, 0, m_count->offset_B);
            countWork(0, uint32_t(m_steps.blocks().size()));
        }
        for (m_block = 0; m_block < m_steps.blocks().size(); ++m_block) {
            copyBlock();
        }
        if (m_slots.end_B() > kMaxFrame_B) {
            throw Missing{fmt::format("a frame of {} bytes", m_slots.end_B())};
        }
        m_code.fillDisplacement(frameAt, int32_t((m_slots.end_B() + 63) / 64 * 64 + 64));
        m_code.endFunction();
    }

private:
    using Operands = llvm::ArrayRef<Operand>;

    void copyBlock() {
        m_code.place(m_labels[m_block]);
        m_held = nullptr;
        for (Step* const step : m_steps.takenAt(m_block)) {
            step->slot_B = m_slots.take(storedSize_B(step->type(), m_level));
        }
        if (m_block == 0) {
            takeStackArguments();
        }
        for (Step* const step : m_steps.of(m_block)) {
            if (!step->deferred) {
                copyStep(*step);
            }
        }
        for (Step* const step : m_steps.leftAt(m_block)) {
            m_slots.giveBack(step->slot_B, storedSize_B(step->type(), m_level));
        }
    }

    /// What the blocks do, as a part of all.
    void countWork(uint32_t first, uint32_t end) {
        uint64_t steps = 0;
        for (uint32_t i = first; i < end; ++i) {
            steps += m_steps.of(i).size();
        }
        addPiece({kCount, 0, {}, nullptr},
                 {},
                 0,
                 int32_t(std::max<uint64_t>(steps * m_count->whole / m_allSteps, 1)));
    }

    /// Loops count where they may repeat.
    void countLoop(const llvm::Instruction& terminator) {
        uint32_t first = m_block + 1;
        for (unsigned i = 0; m_count && i < terminator.getNumSuccessors(); ++i) {
            first = std::min(first, m_steps.indexOf(terminator.getSuccessor(i)));
        }
        if (first <= m_block) {
            countWork(first, m_block + 1);
        }
    }

    void takeStackArguments() {
        llvm::Type* const pointer = llvm::PointerType::getUnqual(m_context);
        llvm::Type* const word = llvm::Type::getInt64Ty(m_context);
        for (llvm::Argument& argument : m_function.args()) {
            Step* const step = m_steps.find(&argument);
            if (!step || argument.getArgNo() < kRegisterArguments) {
                continue;
            }
            // The frame begins with the stack as it was.
            CodeBuffer::Place stack{0};
            addPiece({llvm::Instruction::Load, 0, {pointer}, word},
                     {&stack, 1},
                     0,
                     kStackArguments_B + 8 * int32_t(argument.getArgNo() - kRegisterArguments));
            addPiece({kKeep, 0, {word}, word, 1}, {}, step->slot_B);
        }
    }

    // What is in the register.

    bool isHeld(const Operand& operand) const {
        if (!operand.step || operand.step != m_held || operand.offset_B != 0) {
            return false;
        }
        const Register kind = registerOf(operand.type, m_level);
        return kind != Register::None && kind == registerOf(m_held->type(), m_level);
    }

    /// Gives the value in the register a slot, if somebody but the step that comes may want it
    /// there.
    void keepHeld() {
        if (!m_held || m_isKept) {
            return;
        }
        if (m_held->slot_B < 0) {
            m_held->slot_B = m_slots.take(storedSize_B(m_held->type(), m_level));
        }
        llvm::Type* const moved = movedType(m_held->type(), m_level);
        addPiece({kKeep, 0, {moved}, moved, 1}, {}, m_held->slot_B);
        m_isKept = true;
    }

    void use(const Operand& operand) {
        Step* const step = operand.step;
        if (!step || --step->left > 0 || step->crosses || step->slot_B < 0) {
            return;
        }
        m_slots.giveBack(step->slot_B, storedSize_B(step->type(), m_level));
        step->slot_B = -1;
    }

    CodeBuffer::Place placeOf(const Operand& operand) {
        if (!operand.step) {
            return constantPlace(operand);
        }
        if (operand.step->slot_B < 0) {
            throw Missing{"a value without a place"};
        }
        return {operand.step->slot_B + int32_t(operand.offset_B)};
    }

    CodeBuffer::Place constantPlace(const Operand& operand) {
        const auto at = m_constants.placeOf(*operand.constant);
        if (!at) {
            std::string text;
            llvm::raw_string_ostream(text) << *operand.constant;
            throw Missing{text};
        }
        return {*at, true};
    }

    // Pieces.

    const Piece& find(const Shape& shape) {
        const Piece* const piece = m_table.find(keyOf(shape));
        if (!piece) {
            std::string text;
            llvm::raw_string_ostream out(text);
            out << "operation " << shape.operation << " " << shape.detail << ":";
            for (llvm::Type* type : shape.operands) {
                out << " " << *type;
            }
            if (shape.result) {
                out << " to " << *shape.result;
            }
            if (m_step) {
                out << " in " << *m_step->value;
            }
            throw Missing{text};
        }
        return *piece;
    }

    void addPiece(const Shape& shape,
                  std::span<const CodeBuffer::Place> places,
                  int32_t result_B = 0,
                  int32_t displacement = 0,
                  Label target = {}) {
        m_code.addPiece(find(shape), {places, result_B, displacement, target});
    }

    /// Copies what lies somewhere into the frame; nothing is in the register then.
    void copyMemory(CodeBuffer::Place from, int32_t to_B, uint32_t size_B) {
        const uint32_t largest_B = m_level == Level::V4 ? 64 : m_level == Level::V3 ? 32 : 16;
        while (size_B > 0) {
            const uint32_t part_B = std::min(std::bit_floor(size_B), largest_B);
            llvm::Type* type = nullptr;
            // Parts of vectors may lie at any multiple of their elements.
            const bool aligned = (uint32_t(from.at_B) | uint32_t(to_B)) % part_B == 0;
            const uint32_t step_B = aligned ? part_B : std::min(part_B, 8u);
            if (step_B > 8) {
                type = llvm::FixedVectorType::get(llvm::Type::getInt32Ty(m_context), step_B / 4);
            } else {
                type = llvm::IntegerType::get(m_context, step_B * 8);
            }
            addPiece({kCopy, 0, {type}, nullptr}, {&from, 1}, to_B);
            from.at_B += int32_t(step_B);
            to_B += int32_t(step_B);
            size_B -= step_B;
        }
    }

    /// What the pieces' holes cannot take from among the constants lies in the frame for a moment.
    struct Moment {
        int32_t slot_B;
        uint32_t size_B;
    };

    bool canBeNear(const Piece& piece, size_t operand) const {
        for (const Hole& hole : m_table.holes(piece)) {
            if (hole.kind == HoleKind::Operand && hole.index == operand && !hole.canBeNear) {
                return false;
            }
        }
        return true;
    }

    void emitOperands(Operands operands) {
        for (const Operand& operand : operands) {
            if (operand.step && operand.step->deferred && !operand.step->emitted) {
                copyStep(*operand.step);
            }
        }
    }

    /// The operand that is in the register: a bit for each. None that there is no piece for.
    uint32_t heldOperands(Shape shape, Operands operands) {
        uint32_t all = 0;
        for (size_t i = 0; i < operands.size(); ++i) {
            all |= isHeld(operands[i]) ? 1u << i : 0;
        }
        if (all == 0) {
            return 0;
        }
        for (const uint32_t choice : {all, all & (~all + 1)}) {
            shape.inRegister = choice;
            if (m_table.find(keyOf(shape))) {
                return choice;
            }
        }
        return 0;
    }

    /// One piece for `step`, which may be null. The operands have been emitted.
    void emit(Shape shape,
              Operands operands,
              Step* step,
              int32_t displacement = 0,
              Label target = {},
              llvm::ArrayRef<Operand> alsoRead = {}) {
        uint32_t held = heldOperands(shape, operands);
        shape.inRegister = held;
        std::vector<Moment> moments;
        const Piece* piece = &find(shape);
        for (size_t i = 0; i < operands.size(); ++i) {
            if (!operands[i].step && !canBeNear(*piece, i)) {
                moments.push_back({0, uint32_t(i)});
            }
        }
        if (!moments.empty() && held) {
            held = shape.inRegister = 0;
            piece = &find(shape);
        }
        // What is in the register goes where others find it.
        if (m_held) {
            uint32_t taken = 0;
            bool wanted = false;
            for (size_t i = 0; i < operands.size(); ++i) {
                if (operands[i].step == m_held) {
                    taken += held >> i & 1;
                    wanted |= !(held >> i & 1);
                }
            }
            if (wanted || m_held->crosses || m_held->left > taken) {
                keepHeld();
            }
        }
        llvm::SmallVector<CodeBuffer::Place, 8> places(operands.size());
        size_t moment = 0;
        for (size_t i = 0; i < operands.size(); ++i) {
            if (held >> i & 1) {
                continue;
            }
            places[i] = placeOf(operands[i]);
            if (moment < moments.size() && moments[moment].size_B == i) {
                const uint32_t size_B = storedSize_B(operands[i].type, m_level);
                const int32_t slot = m_slots.take(size_B);
                copyMemory(places[i], slot, size_B);
                places[i] = {slot};
                moments[moment++] = {slot, size_B};
            }
        }
        // Not among what the piece reads.
        if (step && shape.result && registerOf(shape.result, m_level) == Register::None) {
            takeSlot(*step);
        }
        for (const Operand& operand : operands) {
            use(operand);
        }
        for (const Operand& operand : alsoRead) {
            use(operand);
        }
        for (const Moment& one : moments) {
            m_slots.giveBack(one.slot_B, one.size_B);
        }
        finish(shape, *piece, places, step, displacement, target);
    }

    void finish(const Shape& shape,
                const Piece& piece,
                std::span<const CodeBuffer::Place> places,
                Step* step,
                int32_t displacement,
                Label target) {
        m_held = nullptr;
        int32_t result_B = 0;
        if (step && shape.result) {
            if (registerOf(shape.result, m_level) == Register::None) {
                result_B = takeSlot(*step);
            } else {
                m_held = step;
                m_isKept = false;
            }
        }
        m_code.addPiece(piece, {places, result_B, displacement, target});
        if (step && step->left == 0 && !step->crosses) {
            dropUnused(*step);
        }
    }

    int32_t takeSlot(Step& step) {
        if (step.slot_B < 0) {
            step.slot_B = m_slots.take(storedSize_B(step.type(), m_level));
        }
        return step.slot_B;
    }

    /// A value that nobody reads: of an atomic, say.
    void dropUnused(Step& step) {
        if (step.slot_B >= 0) {
            m_slots.giveBack(step.slot_B, storedSize_B(step.type(), m_level));
            step.slot_B = -1;
        }
        if (m_held == &step) {
            m_held = nullptr;
        }
    }

    // Steps.

    static Shape
    shapeFor(uint32_t operation, uint32_t detail, Operands operands, llvm::Type* result) {
        Shape shape{operation, detail, {}, result && result->isVoidTy() ? nullptr : result};
        for (const Operand& operand : operands) {
            shape.operands.push_back(operand.type);
        }
        return shape;
    }

    void copyStep(Step& step) {
        if (step.emitted) {
            return;
        }
        emitOperands(step.operands);
        Step* const outer = m_step;
        m_step = &step;
        step.emitted = true;
        const Operands operands = step.operands;
        llvm::Type* const type = step.type();
        switch (step.kind) {
        case StepKind::Argument:
        case StepKind::Phi:
            break;
        case StepKind::Plain: {
            Shape shape = shapeOf(*llvm::cast<llvm::Instruction>(step.value));
            shape = shapeFor(shape.operation, shape.detail | step.detail, operands, type);
            emit(shape, operands, &step);
            break;
        }
        case StepKind::Load:
            emit(shapeFor(llvm::Instruction::Load, 0, operands, type),
                 operands,
                 &step,
                 step.displacement);
            break;
        case StepKind::Store:
            emit(shapeFor(llvm::Instruction::Store, 0, operands, nullptr),
                 operands,
                 &step,
                 step.displacement);
            break;
        case StepKind::LoadFrame:
            loadFrame(step);
            break;
        case StepKind::StoreFrame:
            storeFrame(step);
            break;
        case StepKind::Address:
            emit({kFrameAddress, 0, {}, type}, {}, &step, step.displacement);
            break;
        case StepKind::AddScaled:
            emit(shapeFor(kAddScaled, 0, operands, type), operands, &step, step.displacement);
            break;
        case StepKind::Splat:
            emit(shapeFor(kSplat, 0, operands, type), operands, &step);
            break;
        case StepKind::QuadShuffle:
            quadShuffle(step);
            break;
        case StepKind::Shuffle:
            shuffle(step);
            break;
        case StepKind::Element:
            element(step);
            break;
        case StepKind::SetElement:
            setElement(step);
            break;
        case StepKind::Insert:
            insert(step);
            break;
        case StepKind::Gather:
            emit(shapeFor(kGather, 0, operands, type), operands, &step);
            break;
        case StepKind::Scatter:
            emit(shapeFor(kScatter, 0, operands, nullptr), operands, &step);
            break;
        case StepKind::Call:
            emit(shapeFor(kCall, step.detail, operands, type), operands, &step);
            break;
        case StepKind::Branch:
            branch(step);
            break;
        case StepKind::Switch:
            choose(step);
            break;
        case StepKind::Return:
            leave(step);
            break;
        }
        m_step = outer;
    }

    void loadFrame(Step& step) {
        settle({});
        llvm::Type* const moved = movedType(step.type(), m_level);
        const CodeBuffer::Place from{step.displacement};
        if (registerOf(step.type(), m_level) == Register::None || !moved) {
            copyMemory(from, takeSlot(step), storedSize_B(step.type(), m_level));
            return;
        }
        addPiece({kTake, 0, {moved}, moved}, {&from, 1});
        m_held = &step;
        m_isKept = false;
    }

    void storeFrame(Step& step) {
        const Operand& value = step.operands[0];
        if (isHeld(value)) {
            llvm::Type* const moved = movedType(value.type, m_level);
            addPiece({kKeep, 0, {moved}, moved, 1}, {}, step.displacement);
            use(value);
            return;
        }
        settle({&value, 1});
        copyMemory(placeOf(value), step.displacement, storedSize_B(value.type, m_level));
        use(value);
    }

    /// Nothing is in the register from here on; those of `operands` lie in the frame.
    void settle(Operands operands) {
        if (m_held) {
            bool wanted = m_held->crosses || m_held->left > 0;
            for (const Operand& operand : operands) {
                wanted |= operand.step == m_held;
            }
            if (wanted) {
                keepHeld();
            }
        }
        m_held = nullptr;
    }

    void quadShuffle(Step& step) {
        llvm::Type* const truth = step.type()->getScalarType();
        llvm::Type* const lanes =
            truth->isIntegerTy(1)
                ? step.type()
                : llvm::FixedVectorType::get(llvm::Type::getInt32Ty(m_context), lanesOf(m_level));
        Shape shape{kQuadShuffle, step.detail, {lanes}, lanes};
        if (!m_table.find(keyOf(shape))) {
            shuffle(step);
            return;
        }
        Operand operand = step.operands[0];
        operand.type = lanes;
        emit(shape, {operand}, &step);
    }

    void shuffle(Step& step) {
        settle(step.operands);
        const auto* instruction = llvm::cast<llvm::ShuffleVectorInst>(step.value);
        const auto* type = llvm::cast<llvm::FixedVectorType>(step.operands[0].type);
        const uint32_t count = type->getNumElements();
        const uint32_t size_B = storedSize_B(type->getElementType(), m_level);
        if (type->getElementType()->isIntegerTy(1) && m_level == Level::V4) {
            throw Missing{"a shuffle of masks"};
        }
        const uint32_t lane_B = type->getElementType()->isIntegerTy(1) ? 4 : size_B;
        const int32_t to = takeSlot(step);
        const llvm::ArrayRef<int> mask = instruction->getShuffleMask();
        for (size_t lane = 0; lane < mask.size(); ++lane) {
            if (mask[lane] < 0) {
                continue;
            }
            const bool second = uint32_t(mask[lane]) >= count;
            CodeBuffer::Place from = placeOf(step.operands[second ? 1 : 0]);
            from.at_B += int32_t((uint32_t(mask[lane]) - (second ? count : 0)) * lane_B);
            copyMemory(from, to + int32_t(lane * lane_B), lane_B);
        }
        for (const Operand& operand : step.operands) {
            use(operand);
        }
    }

    void element(Step& step) {
        const Operand& vector = step.operands[1];
        const uint32_t size_B = storedSize_B(vector.type, m_level);
        int32_t from = 0;
        int32_t moment = -1;
        if (vector.step) {
            if (vector.step == m_held) {
                keepHeld();
            }
            from = placeOf(vector).at_B;
        } else {
            settle(step.operands);
            moment = from = m_slots.take(size_B);
            copyMemory(placeOf(vector), from, size_B);
        }
        const Operand index = step.operands[0];
        const Operand read = vector;
        emit(shapeFor(kElementAt, 0, {index}, step.type()), {index}, &step, from, {}, {read});
        if (moment >= 0) {
            m_slots.giveBack(moment, size_B);
        }
    }

    void setElement(Step& step) {
        const Operand vector = step.operands[2];
        settle(step.operands);
        const int32_t to = takeSlot(step);
        copyMemory(placeOf(vector), to, storedSize_B(vector.type, m_level));
        const Operand operands[] = {step.operands[0], step.operands[1]};
        emit(shapeFor(kSetElementAt, 0, operands, nullptr), operands, nullptr, to, {}, {vector});
    }

    void insert(Step& step) {
        const Operand& scalar = step.operands[0];
        const Operand& vector = step.operands[1];
        settle(step.operands);
        const int32_t to = takeSlot(step);
        if (!vector.constant || !llvm::isa<llvm::UndefValue>(vector.constant)) {
            copyMemory(placeOf(vector), to, storedSize_B(vector.type, m_level));
        }
        const uint32_t size_B = storedSize_B(scalar.type, m_level);
        copyMemory(placeOf(scalar), to + int32_t(step.detail * size_B), size_B);
        use(scalar);
        use(vector);
    }

    // Ends of blocks.

    struct Move {
        Step* to;
        Operand from;
    };
    llvm::SmallVector<Move, 8> movesTo(llvm::BasicBlock* next) {
        llvm::SmallVector<Move, 8> moves;
        llvm::BasicBlock* const here = m_steps.blocks()[m_block];
        for (llvm::PHINode& phi : next->phis()) {
            Step* const step = m_steps.find(&phi);
            if (!step || !step->alive) {
                continue;
            }
            for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
                if (phi.getIncomingBlock(i) == here) {
                    moves.push_back({step, step->operands[i]});
                    break;
                }
            }
        }
        return moves;
    }

    /// All at once: those that read what others write go by way of other slots.
    void move(llvm::ArrayRef<Move> moves) {
        llvm::SmallVector<const Move*, 8> later;
        llvm::SmallVector<std::pair<int32_t, uint32_t>, 8> between;
        const auto isWritten = [&](const Operand& operand, const Step* own) {
            return std::ranges::any_of(moves, [&](const Move& other) {
                return other.to == operand.step && other.to != own;
            });
        };
        const auto isNothing = [](const Move& move) {
            return move.from.step == move.to ||
                   (move.from.constant && llvm::isa<llvm::UndefValue>(move.from.constant));
        };
        settle({});
        for (const Move& one : moves) {
            if (isWritten(one.from, one.to)) {
                const uint32_t size_B = storedSize_B(one.from.type, m_level);
                between.emplace_back(m_slots.take(size_B), size_B);
                copyMemory(placeOf(one.from), between.back().first, size_B);
                later.push_back(&one);
            }
        }
        for (const Move& one : moves) {
            if (!isNothing(one) && !isWritten(one.from, one.to)) {
                copyMemory(placeOf(one.from), one.to->slot_B, storedSize_B(one.from.type, m_level));
            }
        }
        for (size_t i = 0; i < later.size(); ++i) {
            copyMemory({between[i].first}, later[i]->to->slot_B, between[i].second);
            m_slots.giveBack(between[i].first, between[i].second);
        }
        for (const Move& one : moves) {
            use(one.from);
        }
    }

    bool isNext(llvm::BasicBlock* block) const { return m_steps.indexOf(block) == m_block + 1; }
    Label labelOf(llvm::BasicBlock* block) const { return m_labels[m_steps.indexOf(block)]; }

    void goTo(llvm::BasicBlock* block, llvm::ArrayRef<Move> moves) {
        move(moves);
        if (!isNext(block)) {
            m_code.addJump(labelOf(block));
        }
    }

    void branch(Step& step) {
        auto* const instruction = llvm::cast<llvm::BranchInst>(step.value);
        llvm::BasicBlock* const first = instruction->getSuccessor(0);
        countLoop(*instruction);
        if (instruction->isUnconditional()) {
            goTo(first, movesTo(first));
            m_held = nullptr;
            return;
        }
        llvm::BasicBlock* const second = instruction->getSuccessor(1);
        const auto onFirst = movesTo(first);
        const auto onSecond = movesTo(second);
        const auto jump = [&](Operation operation, Label target) {
            emit(shapeFor(operation, 0, step.operands, nullptr), step.operands, nullptr, 0, target);
        };
        if (onFirst.empty() && !(onSecond.empty() && isNext(first))) {
            jump(kJumpIf, labelOf(first));
            goTo(second, onSecond);
        } else if (onSecond.empty()) {
            jump(kJumpUnless, labelOf(second));
            goTo(first, onFirst);
        } else {
            const Label away = m_code.newLabel();
            jump(kJumpIf, away);
            move(onSecond);
            m_code.addJump(labelOf(second));
            m_code.place(away);
            goTo(first, onFirst);
        }
        m_held = nullptr;
    }

    void choose(Step& step) {
        auto* const instruction = llvm::cast<llvm::SwitchInst>(step.value);
        settle(step.operands);
        std::vector<std::pair<Label, llvm::BasicBlock*>> ways;
        size_t n = 1;
        for (const auto& option : instruction->cases()) {
            const Label way = m_code.newLabel();
            ways.emplace_back(way, option.getCaseSuccessor());
            const Operand operands[] = {step.operands[0], step.operands[n++]};
            const CodeBuffer::Place places[] = {placeOf(operands[0]), placeOf(operands[1])};
            addPiece(shapeFor(kJumpIfEqual, 0, operands, nullptr), places, 0, 0, way);
        }
        use(step.operands[0]);
        // Of cases that lead to one block phis have a value each, the same one.
        const auto goAlong = [&](llvm::BasicBlock* block) {
            const auto moves = movesTo(block);
            move(moves);
            m_code.addJump(labelOf(block));
        };
        goAlong(instruction->getDefaultDest());
        for (const auto& [way, block] : ways) {
            m_code.place(way);
            goAlong(block);
        }
    }

    void leave(Step& step) {
        if (step.operands.empty()) {
            emit({kLeave, 0, {}, nullptr}, {}, nullptr);
            return;
        }
        settle(step.operands);
        emit(shapeFor(kLeaveWith, 0, step.operands, nullptr), step.operands, nullptr);
    }

    llvm::Function& m_function;
    const Level m_level;
    llvm::LLVMContext& m_context;
    const Table& m_table;
    CodeBuffer& m_code;
    Constants& m_constants;
    const std::optional<WorkCount> m_count;
    size_t m_allSteps = 1;
    Steps m_steps;
    Slots m_slots;
    std::vector<Label> m_labels;
    uint32_t m_block = 0;
    Step* m_step = nullptr;
    Step* m_held = nullptr; ///< What is in the register.
    bool m_isKept = false;  ///< It is in its slot as well.
};

} // namespace

base::Result<jit::Object>
copyPieces(llvm::Module& module, Level level, std::optional<WorkCount> count) {
#ifndef NDEBUG
    // What is wrong has no pieces; so much is not worth a tenth of the time. compile() does ask.
    std::string invalid;
    llvm::raw_string_ostream problems(invalid);
    if (llvm::verifyModule(module, &problems)) {
        return base::Error{fmt::format("invalid IR: {}", invalid)};
    }
#endif
    CodeBuffer code(Table::of(level));
    Constants constants(code, module.getDataLayout(), level);
    llvm::FunctionAnalysisManager analyses;
    try {
        // Those that are there now: copying declares others.
        llvm::SmallVector<llvm::Function*, 4> functions;
        for (llvm::Function& function : module) {
            if (!function.isDeclaration()) {
                functions.push_back(&function);
            }
        }
        std::deque<Copier> copiers;
        size_t steps = 0;
        for (llvm::Function* const function : functions) {
            jit::LowerPollsPass().run(*function, analyses);
            copiers.emplace_back(*function, level, code, constants, count);
            steps += copiers.back().stepCount();
        }
        for (Copier& copier : copiers) {
            copier.run(steps);
        }
    } catch (const Missing& missing) {
        return base::Error{fmt::format("no piece for {}", missing.what)};
    }
    return code.object();
}

} // namespace cpu::piece
