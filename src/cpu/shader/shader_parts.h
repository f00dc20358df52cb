// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/instructions/translator.h"
#include "cpu/shader/module/flow.h"
#include "cpu/shader/module/stage_io.h"

#include <unordered_map>

namespace cpu::shader {

/// What ShaderTranslator keeps of a shader on its way.
struct ShaderParts {
    /// A function variable (or a private one): a slot of lanes for each scalar, in one alloca, or
    /// in memory that stages share.
    struct Variable {
        llvm::Value* memory;
        uint32_t slot_B;
        Id type;
    };
    /// An index of an access chain: a constant, or lanes of i32.
    struct Index {
        uint32_t constant;
        llvm::Value* lanes; ///< Null: the constant.
    };
    /// Where a pointer comes from, and its way from there.
    struct Chain {
        const Instruction* variable = nullptr; ///< Null: a physical address.
        const Variable* lanes = nullptr;       ///< Of function and private variables.
        llvm::Value* address = nullptr;        ///< <N x i64>, physical.
        Id type = 0;                           ///< What variable or address lead to.
        spv::StorageClass storage{};
        std::vector<Index> path;
        bool nonUniform = false;
    };
    /// What a chain leads to, ready to be accessed.
    struct Place {
        Id type = 0;
        spv::StorageClass storage{};
        // Memory: base + uniformOffset + laneOffset.
        llvm::Value* base = nullptr; ///< ptr, or <N x ptr> where divergent.
        bool divergent = false;
        llvm::Value* size_B = nullptr; ///< i32, or <N x i32> where divergent; null: unchecked.
        llvm::Value* uniformOffset = nullptr; ///< i32
        llvm::Value* laneOffset = nullptr;    ///< <N x i32> or null.
        uint32_t laneStride_B = 0;            ///< Of the innermost index that is in laneOffset.
        MatrixLayout layout;
        uint32_t componentStride_B = 0;
        bool invariant = false;
        bool mayBeStale = false; ///< Nothing may be read unless a lane runs.
        // Lanes: slot + uniformSlot + laneSlot.
        const Variable* lanes = nullptr;
        uint32_t slot = 0;
        llvm::Value* uniformSlot = nullptr; ///< i32 or null.
        llvm::Value* laneSlot = nullptr;    ///< <N x i32> or null.
    };
    struct Stored {
        Value direct;
        uint32_t scope = 0;
        std::vector<llvm::AllocaInst*> slots; ///< Of values that escape their scope.
    };
    /// A function as it is inlined somewhere.
    struct Instance {
        const Flow* flow = nullptr;
        Instance* caller = nullptr;
        uint32_t scope = 0;
        std::unordered_map<Id, Stored> values;
        std::unordered_map<Id, Chain> pointers; ///< Parameters.
        std::unordered_map<Id, Id> opaque;      ///< Parameters that are images or samplers.
        std::unordered_map<Id, Variable> variables;
        std::unordered_map<Id, std::vector<llvm::AllocaInst*>> phis;
        std::vector<llvm::AllocaInst*> maskSlots;
        std::vector<llvm::Value*> masks;
        std::vector<llvm::Value*> masksBefore; ///< Of loop headers: the lanes that enter.
        std::vector<llvm::AllocaInst*> result;
    };
    struct OpenScope {
        uint32_t scope;
        llvm::BasicBlock* head; ///< Of loops: where they repeat.
        llvm::BasicBlock* exit;
    };
    /// An input or output of a graphics stage: a variable that is filled in the beginning, or
    /// written at the end.
    struct StageVariable {
        Variable memory;
        std::vector<InterfaceScalar> scalars;
        std::vector<bool> written; ///< Of outputs: scalars that the shader stores to.
    };
    /// A geometry shader's vertex: outputs are written once it is known which there are.
    struct Emission {
        llvm::BasicBlock* block; ///< For the code, which goes on in `next`.
        llvm::BasicBlock* next;
        llvm::Value* mask;
        uint32_t stream;
    };
    /// Where a fragment's inputs are taken, from the primitive's origin.
    struct FragmentPlace {
        llvm::Value* x = nullptr;
        llvm::Value* y = nullptr;
        llvm::Value* w = nullptr; ///< Made when it is needed.
    };
    /// What lies behind a descriptor binding of the module.
    struct Resource {
        const Binding* binding;
        llvm::Value* pointer; ///< To the descriptor.
        bool divergent;
        llvm::Value* element; ///< i32, or <N x i32> where divergent.
    };
};

} // namespace cpu::shader
