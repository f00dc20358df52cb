// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/instructions/half_as_float.h"

#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/DerivedTypes.h>

#include <map>

namespace cpu::shader {
namespace {

bool isHalf(const Type& type) {
    switch (type.kind) {
    case Type::Kind::Scalar:
    case Type::Kind::Vector:
    case Type::Kind::Matrix:
        return type.scalar == ScalarKind::Float && type.width == 16;
    default:
        return false;
    }
}

bool holdsHalves(Translator& t, Id id) {
    const Type& type = t.type(id);
    if (type.kind == Type::Kind::Struct) {
        for (const Id member : type.members) {
            if (isHalf(t.type(member))) {
                return true;
            }
        }
    }
    return isHalf(type);
}

llvm::Type* shortLanes(Translator& t) {
    return t.intLanes()->getWithNewBitWidth(16);
}

/// The translator as an instruction on 16-bit floats shall see it.
class HalfAsFloat final : public Translator {
public:
    explicit HalfAsFloat(Translator& t) : t(t) {}

    llvm::IRBuilder<>& ir() override { return t.ir(); }
    llvm::Module& module() override { return t.module(); }
    uint32_t lanes() const override { return t.lanes(); }
    Level level() const override { return t.level(); }

    const Type& type(Id id) const override {
        const Type& type = t.type(id);
        if (!isHalf(type)) {
            return type;
        }
        const auto [place, isNew] = m_widened.try_emplace(id, type);
        place->second.width = 32;
        return place->second;
    }
    Id typeOf(Id value) const override { return t.typeOf(value); }

    Value value(Id id) override { return widen(t.value(id)); }
    void define(Id id, Value value) override {
        t.define(id, narrow(t.typeOf(id), std::move(value)));
    }
    const Instruction& definition(Id id) const override { return t.definition(id); }
    bool isGlslStd450(Id set) const override { return t.isGlslStd450(set); }
    Value load(Id pointer) override { return widen(t.load(pointer)); }
    void store(Id pointer, const Value& value) override {
        t.store(pointer, narrow(t.type(t.typeOf(pointer)).element, value));
    }
    bool constant(Id id, uint64_t& value) const override { return t.constant(id, value); }
    bool decorated(Id id, spv::Decoration decoration) const override {
        return t.decorated(id, decoration);
    }

    llvm::Value* activeMask() override { return t.activeMask(); }
    llvm::Value* activeBits() override { return t.activeBits(); }
    llvm::Value* writeMask() override { return t.writeMask(); }
    llvm::Type* floatLanes() override { return t.floatLanes(); }
    llvm::Type* intLanes() override { return t.intLanes(); }
    llvm::Type* boolLanes() override { return t.boolLanes(); }
    llvm::Type* lanesOf(const Type& type) override { return t.lanesOf(type); }
    llvm::Value* splat(float value) override { return t.splat(value); }
    llvm::Value* splat(uint32_t value) override { return t.splat(value); }
    llvm::Value* splat(llvm::Value* scalar) override { return t.splat(scalar); }
    llvm::Value* uniform(llvm::Value* lanes) const override { return t.uniform(lanes); }
    llvm::Value* maskToInt(llvm::Value* mask) override { return t.maskToInt(mask); }
    llvm::Value* intToMask(llvm::Value* lanes) override { return t.intToMask(lanes); }
    void forEachActiveLane(const std::function<void(llvm::Value* lane)>& fn) override {
        t.forEachActiveLane(fn);
    }
    llvm::Value* callMaths(std::string_view kernel, std::span<llvm::Value* const> args) override {
        return t.callMaths(kernel, args);
    }
    llvm::FunctionCallee kernel(std::string_view name, llvm::FunctionType* type) override {
        return t.kernel(name, type);
    }
    Location locate(Id pointer) override { return t.locate(pointer); }
    Descriptor imageDescriptor(Id id) override { return t.imageDescriptor(id); }
    Descriptor samplerDescriptor(Id id) override { return t.samplerDescriptor(id); }
    llvm::Value* dispatchPointer() override { return t.dispatchPointer(); }
    llvm::Value* workerPointer() override { return t.workerPointer(); }
    uint32_t addSampleSite(SampleOp op) override { return t.addSampleSite(op); }
    uint64_t stableIds(uint32_t site) const override { return t.stableIds(site); }

private:
    Value widen(Value value) {
        for (llvm::Value*& scalar : value) {
            if (scalar && scalar->getType()->getScalarType()->isHalfTy()) {
                scalar = halfToFloat(t, scalar);
            }
        }
        return value;
    }

    Value narrow(Id typeId, Value value) {
        size_t index = 0;
        narrowFrom(typeId, value, index);
        return value;
    }

    /// Rounds those scalars of `value` from `index` on that the type has as 16-bit floats.
    void narrowFrom(Id typeId, Value& value, size_t& index) {
        const Type& type = t.type(typeId);
        if (type.kind == Type::Kind::Struct) {
            for (const Id member : type.members) {
                narrowFrom(member, value, index);
            }
            return;
        }
        for (uint32_t k = 0; k < type.scalars && index < value.size(); ++k, ++index) {
            if (isHalf(type) && value[index]->getType() == t.floatLanes()) {
                value[index] = floatToHalf(t, value[index], t.lanesOf(type));
            }
        }
    }

    Translator& t;
    mutable std::map<Id, Type> m_widened;
};

} // namespace

llvm::Value* halfToFloat(Translator& t, llvm::Value* half) {
    llvm::Value* bits = t.ir().CreateBitCast(half, shortLanes(t));
    return floatKernel(t, "float_from_half", t.ir().CreateZExt(bits, t.intLanes()));
}

llvm::Value* floatToHalf(Translator& t, llvm::Value* x, llvm::Type* half) {
    llvm::Value* bits = intKernel(t, "half_from_float", x);
    return t.ir().CreateBitCast(t.ir().CreateTrunc(bits, shortLanes(t)), half);
}

bool computesHalves(Translator& t, const Instruction& i, size_t operand) {
    return (i.resultType && holdsHalves(t, i.resultType)) ||
           (i.count() > operand && holdsHalves(t, t.typeOf(i[operand])));
}

bool translateHalvesAsFloats(Translator& t,
                             const Instruction& i,
                             bool (*translate)(Translator& t, const Instruction& i)) {
    HalfAsFloat widened(t);
    return translate(widened, i);
}

} // namespace cpu::shader
