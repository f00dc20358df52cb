// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/instructions/translator.h"
#include "cpu/shader/module/types.h"

#include <llvm/IR/Constants.h>

namespace cpu::shader {
namespace {

struct Part {
    uint32_t first; ///< Scalar.
    uint32_t scalars;
};

Id partType(const Instruction& i, const Type& type, Word index) {
    const bool structure = type.kind == Type::Kind::Struct;
    if ((!structure && type.kind != Type::Kind::Vector && type.kind != Type::Kind::Matrix &&
         type.kind != Type::Kind::Array) ||
        index >= type.count) {
        refuse(i, "an index is out of bounds");
    }
    return structure ? type.members[index] : type.element;
}

/// Follows the literal indices of `i` from operand `first` on.
Part findPart(Translator& t, const Instruction& i, Id typeId, size_t first) {
    Part part{0, t.type(typeId).scalars};
    for (size_t n = first; n < i.count(); ++n) {
        const Type& type = t.type(typeId);
        const Id inner = partType(i, type, i[n]);
        if (type.kind == Type::Kind::Struct) {
            for (Word member = 0; member < i[n]; ++member) {
                part.first += t.type(type.members[member]).scalars;
            }
        } else {
            part.first += i[n] * t.type(inner).scalars;
        }
        part.scalars = t.type(inner).scalars;
        typeId = inner;
    }
    return part;
}

Value checkedValue(Translator& t, const Instruction& i, Id id) {
    Value value = t.value(id);
    if (value.size() != t.type(t.typeOf(id)).scalars) {
        refuse(i, "an operand has not as many scalars as its type");
    }
    return value;
}

void construct(Translator& t, const Instruction& i) {
    Value value;
    for (size_t n = 0; n < i.count(); ++n) {
        const Value part = checkedValue(t, i, i[n]);
        value.insert(value.end(), part.begin(), part.end());
    }
    t.define(i.result, std::move(value));
}

void extract(Translator& t, const Instruction& i) {
    const Value whole = checkedValue(t, i, i[0]);
    const Part part = findPart(t, i, t.typeOf(i[0]), 1);
    t.define(i.result,
             Value(whole.begin() + part.first, whole.begin() + part.first + part.scalars));
}

void insert(Translator& t, const Instruction& i) {
    const Value object = checkedValue(t, i, i[0]);
    Value whole = checkedValue(t, i, i[1]);
    const Part part = findPart(t, i, t.typeOf(i[1]), 2);
    if (part.scalars != object.size()) {
        refuse(i, "the object does not fit");
    }
    std::copy(object.begin(), object.end(), whole.begin() + part.first);
    t.define(i.result, std::move(whole));
}

void shuffle(Translator& t, const Instruction& i) {
    Value both = checkedValue(t, i, i[0]);
    const Value second = checkedValue(t, i, i[1]);
    both.insert(both.end(), second.begin(), second.end());
    Value value;
    for (size_t n = 2; n < i.count(); ++n) {
        if (i[n] == UINT32_MAX) {
            value.push_back(llvm::Constant::getNullValue(both.at(0)->getType()));
        } else if (i[n] < both.size()) {
            value.push_back(both[i[n]]);
        } else {
            refuse(i, "an index is out of bounds");
        }
    }
    t.define(i.result, std::move(value));
}

/// The index as <N x i32>; what does not fit is out of any vector's bounds as well.
llvm::Value* componentIndex(Translator& t, const Instruction& i, Id id) {
    const Value index = t.value(id);
    if (index.size() != 1 || !index[0]->getType()->getScalarType()->isIntegerTy()) {
        refuse(i, "its index is not an integer");
    }
    return t.ir().CreateZExtOrTrunc(index[0], t.intLanes());
}

void extractDynamic(Translator& t, const Instruction& i) {
    const Value vector = checkedValue(t, i, i[0]);
    llvm::Value* index = componentIndex(t, i, i[1]);
    llvm::Value* result = vector.at(0);
    for (size_t n = 1; n < vector.size(); ++n) {
        llvm::Value* equal = t.ir().CreateICmpEQ(index, t.splat(uint32_t(n)));
        result = t.ir().CreateSelect(equal, vector[n], result);
    }
    t.define(i.result, {result});
}

void insertDynamic(Translator& t, const Instruction& i) {
    Value vector = checkedValue(t, i, i[0]);
    const Value component = checkedValue(t, i, i[1]);
    llvm::Value* index = componentIndex(t, i, i[2]);
    for (size_t n = 0; n < vector.size(); ++n) {
        llvm::Value* equal = t.ir().CreateICmpEQ(index, t.splat(uint32_t(n)));
        if (component.size() != 1 || component[0]->getType() != vector[n]->getType()) {
            refuse(i, "the component does not fit");
        }
        vector[n] = t.ir().CreateSelect(equal, component[0], vector[n]);
    }
    t.define(i.result, std::move(vector));
}

void select(Translator& t, const Instruction& i) {
    const Value condition = t.value(i[0]);
    const Value yes = checkedValue(t, i, i[1]);
    const Value no = checkedValue(t, i, i[2]);
    if (yes.size() != no.size() || (condition.size() != 1 && condition.size() != yes.size())) {
        refuse(i, "its operands differ in size");
    }
    Value value;
    for (size_t n = 0; n < yes.size(); ++n) {
        llvm::Value* which = condition.size() == 1 ? condition[0] : condition[n];
        if (which->getType() != t.boolLanes() || yes[n]->getType() != no[n]->getType()) {
            refuse(i, "its operands have wrong types");
        }
        value.push_back(t.ir().CreateSelect(which, yes[n], no[n]));
    }
    t.define(i.result, std::move(value));
}

} // namespace

bool translateComposite(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpCompositeConstruct:
        construct(t, i);
        return true;
    case spv::OpCompositeExtract:
        extract(t, i);
        return true;
    case spv::OpCompositeInsert:
        insert(t, i);
        return true;
    case spv::OpVectorShuffle:
        shuffle(t, i);
        return true;
    case spv::OpVectorExtractDynamic:
        extractDynamic(t, i);
        return true;
    case spv::OpVectorInsertDynamic:
        insertDynamic(t, i);
        return true;
    case spv::OpSelect:
        select(t, i);
        return true;
    case spv::OpCopyObject:
    case spv::OpCopyLogical:
        t.define(i.result, checkedValue(t, i, i[0]));
        return true;
    default:
        return false;
    }
}

} // namespace cpu::shader
