// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/flow.h"
#include "cpu/shader/types.h"

#include <array>
#include <map>
#include <unordered_map>

namespace cpu::shader {

/// One shader on its way to IR. Its members are spread over files by what they do: constants.cpp,
/// control_flow.cpp, functions.cpp, pointers.cpp, memory.cpp, descriptors.cpp, lanes.cpp,
/// workgroup.cpp.
class ShaderTranslator final : public Translator {
public:
    ShaderTranslator(const Module& module,
                     const ShaderSource& source,
                     const InterfaceLayout& layout,
                     jit::Level level,
                     std::span<const StableSite> stable,
                     llvm::Module& ir);
    ~ShaderTranslator() override;

    /// Makes kWorkgroupSymbol and fills `image`, all but its object.
    void translate(ComputeImage& image);
    bool needsKernels() const { return m_needsKernels; }

    // Translator.
    llvm::IRBuilder<>& ir() override { return m_ir; }
    llvm::Module& module() override { return m_llvm; }
    uint32_t lanes() const override { return m_lanes; }
    jit::Level level() const override { return m_level; }
    const Type& type(Id id) const override;
    Id typeOf(Id value) const override;
    Value value(Id id) override;
    void define(Id id, Value value) override;
    const Instruction& definition(Id id) const override { return m_module.definition(id); }
    bool isGlslStd450(Id set) const override;
    Value load(Id pointer) override;
    void store(Id pointer, const Value& value) override;
    bool constant(Id id, uint64_t& value) const override;
    bool decorated(Id id, spv::Decoration decoration) const override;
    llvm::Value* activeMask() override { return m_mask; }
    llvm::Value* activeBits() override;
    llvm::Type* floatLanes() override;
    llvm::Type* intLanes() override;
    llvm::Type* boolLanes() override;
    llvm::Type* lanesOf(const Type& scalarOrVector) override;
    llvm::Value* splat(float value) override;
    llvm::Value* splat(uint32_t value) override;
    llvm::Value* splat(llvm::Value* scalar) override;
    llvm::Value* uniform(llvm::Value* lanes) const override;
    llvm::Value* maskToInt(llvm::Value* mask) override;
    llvm::Value* intToMask(llvm::Value* lanes) override;
    void forEachActiveLane(const std::function<void(llvm::Value* lane)>& fn) override;
    llvm::Value* callMaths(std::string_view kernel, std::span<llvm::Value* const> args) override;
    llvm::FunctionCallee kernel(std::string_view name, llvm::FunctionType* type) override;
    Location locate(Id pointer) override;
    Descriptor imageDescriptor(Id imageOrSampledImage) override;
    Descriptor samplerDescriptor(Id sampledImage) override;
    llvm::Value* dispatchPointer() override { return m_dispatch; }
    llvm::Value* workerPointer() override { return m_worker; }
    uint32_t addSampleSite(SampleOp op) override;
    uint64_t stableIds(uint32_t site) const override;

private:
    /// A function variable (or a private one): a slot of lanes for each scalar, in one alloca.
    struct Variable {
        llvm::AllocaInst* memory;
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
        // Lanes: slot + laneSlot.
        const Variable* lanes = nullptr;
        uint32_t slot = 0;
        llvm::Value* laneSlot = nullptr; ///< <N x i32> or null.
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
    /// What lies behind a descriptor binding of the module.
    struct Resource {
        const Binding* binding;
        llvm::Value* pointer; ///< To the descriptor.
        bool divergent;
        llvm::Value* element; ///< i32, or <N x i32> where divergent.
    };

    // constants.cpp
    const Value& constantValue(Id id);
    Value makeConstant(const Instruction& i);
    Value specConstantOp(const Instruction& i);
    Value specializedScalar(const Instruction& i);
    Value zeroValue(Id type);

    // control_flow.cpp
    void emitBlocks(Instance& instance, llvm::Value* entryMask);
    void emitBlock(Instance& instance, uint32_t position);
    void openScopes(Instance& instance, uint32_t position, std::vector<OpenScope>& open);
    void closeScopes(Instance& instance, uint32_t position, std::vector<OpenScope>& open);
    void emitTerminator(Instance& instance, uint32_t position);
    void emitSwitch(Instance& instance, uint32_t position);
    void addEdge(Instance& instance, uint32_t from, uint32_t to, llvm::Value* mask);
    void prepareMasks(Instance& instance);
    llvm::Value* knownMask(const Instance& instance, uint32_t position) const;
    llvm::Value* anyLane(llvm::Value* mask);
    llvm::AllocaInst* slot(llvm::Type* type); ///< In the entry block, zeroed there.
    llvm::Type* slotType(llvm::Type* lanes);
    void storeSlot(llvm::AllocaInst* slot, llvm::Value* value, llvm::Value* mask);
    llvm::Value* loadSlot(llvm::AllocaInst* slot, llvm::Type* type);
    llvm::Value* both(llvm::Value* mask, llvm::Value* condition);

    // functions.cpp
    void translateInstruction(const Instruction& i);
    bool translateCore(const Instruction& i);
    void call(const Instruction& i);
    void emitFunction(Instance& instance, llvm::Value* mask);
    const Flow& flow(Id function);

    // pointers.cpp
    Chain chain(Id pointer);
    Chain variableChain(const Instruction& variable);
    Chain physicalChain(Id pointer);
    Index index(Id id);
    Place place(const Chain& chain);
    Place lanesPlace(const Chain& chain);
    Place memoryPlace(const Chain& chain);
    void step(Place& place, const Index& index);
    void stepLanes(Place& place, const Index& index);
    void addOffset(Place& place, const Index& index, uint32_t stride_B);
    Variable makeVariable(Id type);

    // memory.cpp
    bool translateMemoryInstruction(const Instruction& i);
    Value loadPlace(const Place& place);
    void storePlace(const Place& place, const Value& value);
    Value loadLanes(const Place& place);
    void storeLanes(const Place& place, const Value& value);
    Value loadMemory(const Place& place);
    Value loadUniform(const Place& place, llvm::Value* offset);
    Value loadContiguous(const Place& place, llvm::Value* offsets);
    Value loadGather(const Place& place, llvm::Value* offsets);
    void storeMemory(const Place& place, const Value& value);
    llvm::Value* mayRead(const Place& place, llvm::Value* condition);
    llvm::Value* inBounds(llvm::Value* offset, llvm::Value* size_B, uint32_t access_B);
    llvm::Value* offsets(const Place& place); ///< <N x i32>
    llvm::Type* memoryType(const Type& scalar);
    llvm::Value* toMemory(llvm::Value* lanes, const Type& scalar);
    llvm::Value* fromMemory(llvm::Value* value, const Type& scalar);
    llvm::Constant* zeros();
    void arrayLength(const Instruction& i);
    llvm::Value* address(const Place& place); ///< <N x i64>, of divergent places.

    // descriptors.cpp
    Resource resource(const Chain& chain);
    Resource resource(const Instruction& variable, const Index* index, bool nonUniform);
    void chooseElement(Resource& resource, const Index& index, bool nonUniform);
    llvm::Value* bindingRoom_B(const Binding& binding);
    void bufferPlace(Place& place, const Chain& chain, size_t& used);
    Descriptor opaqueDescriptor(Id id, bool sampler);

    // workgroup.cpp
    void readEntry(ComputeImage& image);
    void placeWorkgroupMemory(ComputeImage& image);
    void emitInvocations(llvm::Function* function);
    void emitDriver(ComputeImage& image, llvm::Function* invocations, uint32_t frame_B);
    void emitBarrier(const Instruction& i);
    const Value& builtIn(const Instruction& variable);
    Value makeBuiltIn(spv::BuiltIn builtIn);
    llvm::Value* field(llvm::Value* base, size_t offset_B, llvm::Type* type);

    const Module& m_module;
    const ShaderSource& m_source;
    const InterfaceLayout& m_layout;
    const jit::Level m_level;
    const uint32_t m_lanes;
    const std::span<const StableSite> m_stable;
    llvm::Module& m_llvm;
    llvm::IRBuilder<> m_ir;
    mutable Types m_types;

    llvm::Function* m_function = nullptr;
    llvm::BasicBlock* m_entry = nullptr; ///< Slots and what all invocations share.
    llvm::Value* m_dispatch = nullptr;
    llvm::Value* m_worker = nullptr;
    std::array<llvm::Value*, 3> m_group{};
    llvm::Value* m_vector = nullptr; ///< Index of the vector in its workgroup.
    llvm::Value* m_workgroupMemory = nullptr;
    llvm::Value* m_mask = nullptr;
    llvm::Constant* m_zeros = nullptr;

    Instance* m_instance = nullptr;
    std::unordered_map<Id, Flow> m_flows;
    std::unordered_map<Id, Value> m_constants;
    std::unordered_map<Id, Variable> m_private;
    std::unordered_map<Id, uint32_t> m_workgroupOffset_B;
    std::unordered_map<Id, Value> m_builtIns;
    std::vector<SampleSite> m_sites;
    std::array<uint32_t, 3> m_workgroupSize{1, 1, 1};
    uint32_t m_invocations = 1;
    uint32_t m_instructions = 0; ///< Inlined ones.
    uint64_t m_slots_B = 0;
    bool m_barriers = false;
    bool m_zeroWorkgroupMemory = false;
    bool m_needsKernels = false;
    uint32_t m_constantDepth = 0;
};

} // namespace cpu::shader
