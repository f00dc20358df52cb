// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/stable_site.h"
#include "cpu/shader/interface/source.h"
#include "cpu/shader/interface/stage_image.h"
#include "cpu/shader/shader_parts.h"
#include "spirv/stage.h"

#include <array>
#include <map>
#include <unordered_map>

namespace cpu::shader {

/// One shader on its way to IR. Its members are spread over files by what they do: constants.cpp,
/// control_flow.cpp, functions.cpp, pointers.cpp, memory.cpp, descriptors.cpp, lanes.cpp,
/// workgroup.cpp, interruption.cpp; of graphics stages stage.cpp, vertex.cpp, shared_io.cpp,
/// tessellation.cpp, geometry.cpp, fragment.cpp, interpolation.cpp.
class ShaderTranslator final : public Translator, private ShaderParts {
public:
    ShaderTranslator(const Module& module,
                     const ShaderSource& source,
                     const InterfaceLayout& layout,
                     Level level,
                     std::span<const StableSite> stable,
                     llvm::Module& ir);
    ~ShaderTranslator() override;

    /// The code is wanted at once, and will be replaced if it runs often.
    void hurry() { m_hurries = true; }
    /// Makes kWorkgroupSymbol and fills `image`, all but its object.
    void translate(ComputeImage& image);
    /// The same of kVertexSymbol and so on.
    void translate(VertexImage& image);
    void translate(ControlImage& image);
    void translate(EvaluationImage& image);
    void translate(GeometryImage& image);
    void translate(FragmentImage& image);
    bool needsKernels() const { return m_needsKernels; }

    // Translator.
    llvm::IRBuilder<>& ir() override { return m_ir; }
    llvm::Module& module() override { return m_llvm; }
    uint32_t lanes() const override { return m_lanes; }
    Level level() const override { return m_level; }
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
    llvm::Value* writeMask() override;
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
    bool holdsAll(llvm::Value* mask) const;
    llvm::Value* bitsOf(llvm::Value* mask); ///< As an i32.

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
    llvm::Value* lanesRow(const Place& place, uint32_t slots);
    Value loadLanes(const Place& place);
    void storeLanes(const Place& place, const Value& value);
    Value loadMemory(const Place& place);
    Value loadUniform(const Place& place, llvm::Value* offset);
    Value loadContiguous(const Place& place, llvm::Value* offsets);
    Value loadGather(const Place& place, llvm::Value* offsets);
    void storeMemory(const Place& place, const Value& value);
    void storeUniform(const Place& place, const Value& value, llvm::Value* mask);
    void
    storeScatter(const Place& place, const Value& value, llvm::Value* offsets, llvm::Value* mask);
    llvm::Value* mayRead(const Place& place, llvm::Value* condition);
    llvm::Value* inBounds(llvm::Value* offset, llvm::Value* size_B, uint32_t access_B);
    llvm::Value* offsets(const Place& place); ///< <N x i32>
    llvm::Type* memoryType(const Type& scalar);
    llvm::Value* toMemory(llvm::Value* lanes, const Type& scalar);
    llvm::Value* fromMemory(llvm::Value* value, const Type& scalar);
    llvm::Constant* zeros();
    void arrayLength(const Instruction& i);
    bool isAddress(Id type);
    llvm::Value* address(const Place& place); ///< <N x i64>, of divergent places.
    bool addressChain(const Instruction& i);
    bool castAddress(const Instruction& i);

    // stage.cpp
    Id beginStage(const char* symbol, spv::ExecutionModel model, uint32_t arguments);
    void runStage(Id entry, llvm::Value* mask);
    void endStage();
    StageVariable& stageVariable(const Instruction& variable);
    void fill(const Variable& variable, const Value& value);
    void markWritten(const Chain& chain);
    /// The words of each scalar that the shader has stored to, of all outputs.
    using OutputVisitor =
        std::function<void(const InterfaceScalar& scalar, llvm::Value* word, uint32_t slot)>;
    void forEachOutput(const OutputVisitor& fn);
    uint32_t declaredClipDistances(spv::StorageClass storage);
    llvm::Value* laneBits(llvm::Value* bits); ///< <N x i1> of an i32.
    llvm::Value* row(llvm::Value* base, size_t offset_B);
    llvm::Value* fromWords(const InterfaceScalar& scalar, llvm::Value* low, llvm::Value* high);
    llvm::Value* commonBuiltIn(spv::BuiltIn builtIn, uint32_t component);
    llvm::Value* stageInput(const InterfaceScalar& scalar);
    spv::ExecutionModel executionModel() const;

    // vertex.cpp
    llvm::Value* vertexInput(const InterfaceScalar& scalar);
    /// fn(slot, word) for all that the stage has written, which its image is told of.
    void forEachVertexSlot(const std::function<void(uint32_t slot, llvm::Value* word)>& fn);
    void writeVertexOutputs(llvm::Value* rows);

    // shared_io.cpp
    bool isArrayed(const Instruction& variable);
    bool isShared(const Instruction& variable);
    StageVariable sharedVariable(const Instruction& variable);
    void addCells(const StageVariable& variable, uint32_t offset_B, bool patch, Cells& cells);
    uint32_t sharedSlot(const InterfaceScalar& scalar, spv::StorageClass storage, bool patch);

    // tessellation.cpp
    void readTessellationModes(Id entry, TessellationModes& modes);
    void emitControlDriver(ControlImage& image, llvm::Function* invocations, uint32_t frame_B);
    llvm::Value* controlInput(const InterfaceScalar& scalar);
    llvm::Value* evaluationInput(const InterfaceScalar& scalar);

    // geometry.cpp
    void readGeometryModes(Id entry);
    llvm::Value* geometryInput(const InterfaceScalar& scalar);
    bool translateGeometry(const Instruction& i);
    void writeEmissions();
    void writeEmission(const Emission& emission);
    bool isInvocationId(const Instruction& variable) const;

    // fragment.cpp
    void readFragmentModes(Id entry);
    llvm::Value* fragmentInput(const InterfaceScalar& scalar);
    llvm::Value* fragmentBuiltIn(spv::BuiltIn builtIn, uint32_t component);
    llvm::Value* pixelBuiltIn(spv::BuiltIn builtIn, uint32_t component, FragmentPlace& pixel);
    llvm::Value* primitiveBuiltIn(spv::BuiltIn builtIn);
    llvm::Value* sampleMaskIn();
    void writeFragmentOutputs();
    void writeFragmentBuiltIn(spv::BuiltIn builtIn, uint32_t slot, llvm::Value* word);
    void writeFragmentLanes(size_t offset_B, llvm::Value* lanes);
    void discard(const Instruction& i, llvm::Value* mask);
    llvm::Value* activeAddress();
    bool isVolatileHelper(const Chain& chain) const;
    bool readSubpass(const Instruction& i);

    // interruption.cpp
    void interruptLoops();
    void leaveInterrupted();

    // interpolation.cpp
    void placeFragments();
    llvm::Value* sampleOffset(uint32_t axis);
    FragmentPlace fragmentPlace(llvm::Value* offsetX, llvm::Value* offsetY);
    FragmentPlace& fragmentPlace(InterpolationPlace place);
    FragmentPlace centroid();
    llvm::Value* plane(size_t offset_B, const FragmentPlace& place);
    llvm::Value* varying(const InterfaceScalar& scalar, FragmentPlace& place);
    bool interpolateAt(const Instruction& i);

    // descriptors.cpp
    Resource resource(const Chain& chain);
    Resource resource(const Instruction& variable, const Index* index, bool nonUniform);
    void chooseElement(Resource& resource, const Index& index, bool nonUniform);
    llvm::Value* bindingRoom_B(const Binding& binding);
    void bufferPlace(Place& place, const Chain& chain, size_t& used);
    llvm::Value* bufferMember(const Resource& buffer, size_t offset_B);
    llvm::Value* addDynamicOffset(Place& place, const Resource& buffer, llvm::Value* size);
    /// Of a combined one which is meant.
    enum class Opaque { Image, Sampler };
    Chain opaqueChain(Id id, Opaque part);
    Descriptor opaqueDescriptor(Id id, Opaque part);

    // workgroup.cpp
    void readEntry(ComputeImage& image);
    void placeWorkgroupMemory(ComputeImage& image);
    void emitInvocations(llvm::Function* function);
    void emitDriver(ComputeImage& image, llvm::Function* invocations, uint32_t frame_B);
    uint32_t emitRounds(llvm::Function* driver,
                        llvm::Function* invocations,
                        uint32_t frame_B,
                        llvm::Value* vectors,
                        uint32_t most);
    void emitBarrier(const Instruction& i);
    const Value& builtIn(const Instruction& variable);
    Value makeBuiltIn(spv::BuiltIn builtIn);
    Value localInvocationId(llvm::Value* first, llvm::Value* lane);
    llvm::Value* field(llvm::Value* base, size_t offset_B, llvm::Type* type);

    const Module& m_module;
    const ShaderSource& m_source;
    const InterfaceLayout& m_layout;
    const Level m_level;
    const uint32_t m_lanes;
    const std::span<const StableSite> m_stable;
    llvm::Module& m_llvm;
    llvm::IRBuilder<> m_ir;
    mutable Types m_types;

    llvm::Function* m_function = nullptr;
    llvm::BasicBlock* m_entry = nullptr; ///< Slots and what all invocations share.
    llvm::Value* m_dispatch = nullptr;
    llvm::Value* m_worker = nullptr;
    llvm::Value* m_interruption = nullptr; ///< To cpu::Interruption, once loops look at it.
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
    spirv::Stage m_stage = spirv::Stage::Compute;
    VertexOutputImage* m_outputImage = nullptr; ///< Of the stages up to the geometry shader.
    VertexImage* m_vertexImage = nullptr;
    GeometryImage* m_geometryImage = nullptr;
    Cells* m_inputCells = nullptr; ///< Null: the stage shares none.
    Cells* m_outputCells = nullptr;
    llvm::Value* m_sharedInputs = nullptr;
    llvm::Value* m_sharedOutputs = nullptr;
    std::vector<Emission> m_emissions;
    llvm::AllocaInst* m_emitted = nullptr; ///< Vertices, by lane.
    llvm::AllocaInst* m_ended = nullptr;   ///< Lanes whose next vertex begins a strip.
    FragmentImage* m_fragmentImage = nullptr;
    std::map<Id, StageVariable> m_stageVariables;
    llvm::Value* m_stageMask = nullptr;    ///< Lanes that the stage runs for.
    llvm::AllocaInst* m_live = nullptr;    ///< Fragments: lanes that are no helper invocations.
    llvm::AllocaInst* m_stopped = nullptr; ///< Those that OpKill ended; null: there is none.
    llvm::Value* m_stageData = nullptr;    ///< VertexLanes, FragmentLanes and so on.
    llvm::Value* m_primitive = nullptr;
    std::array<llvm::Value*, 2> m_pixel{}; ///< <N x i32>
    std::array<FragmentPlace, 3> m_places; ///< By InterpolationPlace.
    bool m_writesMemory = false;
    std::array<uint32_t, 3> m_workgroupSize{1, 1, 1};
    uint32_t m_invocations = 1;
    uint32_t m_instructions = 0; ///< Inlined ones.
    uint64_t m_slots_B = 0;
    bool m_barriers = false;
    bool m_zeroWorkgroupMemory = false;
    bool m_needsKernels = false;
    bool m_hurries = false;
    uint32_t m_constantDepth = 0;
};

} // namespace cpu::shader
