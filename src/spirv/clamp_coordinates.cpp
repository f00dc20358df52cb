// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/clamp_coordinates.h"

#include "spirv/editor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <spirv/unified1/GLSL.std.450.h>

namespace spirv {

namespace {

/// What a lookup is made of, and what it is without a projection.
struct LookupKind {
    spv::Op op = spv::OpNop;
    /// With explicit derivatives, where it has implicit ones.
    spv::Op explicitOp = spv::OpNop;
    bool projects = false;
    bool hasOperand = false; ///< depth reference or component
    bool compares = false;
};

std::optional<LookupKind> lookupKind(spv::Op op) {
    using namespace spv;
    switch (op) {
    case OpImageSampleImplicitLod:
        return LookupKind{.op = op, .explicitOp = OpImageSampleExplicitLod};
    case OpImageSampleExplicitLod:
        return LookupKind{.op = op};
    case OpImageSampleDrefImplicitLod:
        return LookupKind{.op = op,
                          .explicitOp = OpImageSampleDrefExplicitLod,
                          .hasOperand = true,
                          .compares = true};
    case OpImageSampleDrefExplicitLod:
    case OpImageDrefGather:
        return LookupKind{.op = op, .hasOperand = true, .compares = true};
    case OpImageSampleProjImplicitLod:
        return LookupKind{.op = OpImageSampleImplicitLod,
                          .explicitOp = OpImageSampleExplicitLod,
                          .projects = true};
    case OpImageSampleProjExplicitLod:
        return LookupKind{.op = OpImageSampleExplicitLod, .projects = true};
    case OpImageSampleProjDrefImplicitLod:
        return LookupKind{.op = OpImageSampleDrefImplicitLod,
                          .explicitOp = OpImageSampleDrefExplicitLod,
                          .projects = true,
                          .hasOperand = true,
                          .compares = true};
    case OpImageSampleProjDrefExplicitLod:
        return LookupKind{.op = OpImageSampleDrefExplicitLod,
                          .projects = true,
                          .hasOperand = true,
                          .compares = true};
    case OpImageGather:
        return LookupKind{.op = op, .hasOperand = true};
    default:
        return std::nullopt;
    }
}

/// Components that are wrapped; 0: none are.
uint32_t wrappedComponents(spv::Dim dim) {
    switch (dim) {
    case spv::Dim1D:
        return 1;
    case spv::Dim2D:
    case spv::DimRect:
        return 2;
    case spv::Dim3D:
        return 3;
    default:
        return 0;
    }
}

bool isVector(const Module& module, uint32_t id, const std::array<float, 4>& value) {
    const Instruction vector = module.definition(Id{id});
    if (vector.op() != spv::OpConstantComposite || vector.size() != 3 + value.size()) {
        return false;
    }
    for (size_t i = 0; i < value.size(); ++i) {
        if (module.constant(Id{vector[3 + i]}) != std::bit_cast<uint32_t>(value[i])) {
            return false;
        }
    }
    return true;
}

/// What the comparison is that becomes a vector here; 0: none does.
uint32_t spreadComparison(const Module& module, const Instruction& inst) {
    if (inst.op() != spv::OpExtInst || inst[4] != GLSLstd450FMax ||
        !isVector(module, inst[6], {0, 0, 0, 1})) {
        return 0;
    }
    const Instruction product = module.definition(Id{inst[5]});
    return product.op() == spv::OpVectorTimesScalar &&
                   isVector(module, product[3], {1, 1, 1, -0.0f})
               ? product[4]
               : 0;
}

/// The row of a sampler: a constant, and the index of an array.
struct Row {
    uint32_t first = 0;
    uint32_t index = 0; ///< id; 0: none
};

struct Lookup {
    LookupKind kind;
    Row row;
    uint32_t count = 0; ///< components that are wrapped
    bool arrayed = false;
};

class Clamper {
public:
    Clamper(const Module& module,
            const ClampCoordinates::Table& table,
            std::span<const ClampCoordinates::Sampler> samplers)
        : m_module(module), m_editor(module), m_table(table) {
        for (const Variable& v : module.globals()) {
            const auto binding = module.decoration(v.id, spv::DecorationBinding);
            const auto sampler = std::ranges::find_if(
                samplers, [&](const auto& s) { return binding && s.binding == *binding; });
            if (v.storage == spv::StorageClassUniformConstant && sampler != samplers.end()) {
                m_rows[v.id.value] = {sampler->firstRow, 0};
            }
        }
    }

    std::vector<uint32_t> run() {
        collect();
        if (m_lookups.empty() && m_spreads.empty()) {
            return {m_module.words().begin(), m_module.words().end()};
        }
        declare();
        const std::optional<Module> extended = Module::parse(m_editor.finish({}));
        return rewrite(*extended);
    }

private:
    /// Follows samplers to the lookups: what is defined comes before what uses it.
    void collect() {
        m_module.forEach([&](const Instruction& inst) {
            const spv::Op op = inst.op();
            if (op == spv::OpExtInstImport && inst.string(2) == "GLSL.std.450") {
                m_import = inst[1];
            }
            const auto compared = m_comparisons.find(spreadComparison(m_module, inst));
            if (compared != m_comparisons.end()) {
                m_spreads[inst[2]] = compared->second;
            }
            const auto from = inst.size() > 3 ? m_rows.find(inst[3]) : m_rows.end();
            if (from == m_rows.end()) {
                return;
            }
            const Row row = from->second;
            if (op == spv::OpLoad || op == spv::OpCopyObject) {
                m_rows[inst[2]] = row;
            } else if (isAccessChain(op)) {
                if (inst.size() == 5) { // Arrays of arrays were made one (spirv/flatten_arrays.h).
                    m_rows[inst[2]] = element(row, inst[4]);
                }
            } else if (const auto kind = lookupKind(op)) {
                note(inst, *kind, row);
                if (kind->compares) {
                    m_comparisons[inst[2]] = row;
                }
            }
        });
    }

    Row element(Row row, uint32_t index) const {
        if (const auto constant = m_module.constant(Id{index})) {
            return {row.first + *constant, row.index};
        }
        return {row.first, index};
    }

    void note(const Instruction& inst, const LookupKind& kind, const Row& row) {
        const Id sampled{m_module.definition(Id{inst[3]})[1]};
        const Instruction image = m_module.definition(Id{m_module.definition(sampled)[2]});
        const uint32_t count = wrappedComponents(spv::Dim(image[3]));
        if (count) {
            m_lookups[inst[2]] = {kind, row, count, image[5] != 0};
        }
    }

    void declare() {
        m_float = m_editor.floatType();
        m_uint = m_editor.uintType();
        for (const auto& [id, lookup] : m_lookups) {
            for (const uint32_t count : {lookup.count, lookup.count + lookup.arrayed, 4u}) {
                m_floats[count] = m_editor.vectorType(m_float, count);
            }
            for (const uint32_t count : {lookup.count, 4u}) {
                m_uints[count] = m_editor.vectorType(m_uint, count);
            }
            (void)m_editor.uintConstant(lookup.row.first);
        }
        if (!m_spreads.empty()) {
            declareSpreads();
        }
        for (uint32_t i = 0; i < 3; ++i) {
            m_indices[i] = m_editor.uintConstant(i);
        }
        declareTable();
    }

    void declareSpreads() {
        m_floats[4] = m_editor.vectorType(m_float, 4);
        m_uints[4] = m_editor.vectorType(m_uint, 4);
        for (const auto& [id, row] : m_spreads) {
            (void)m_editor.uintConstant(row.first);
        }
        for (uint32_t i = 0; i < 4; ++i) {
            m_bits[i] = m_editor.uintConstant(1u << i);
            m_bits[4 + i] = m_editor.uintConstant(1u << (i + ClampCoordinates::kOnesShift));
        }
        for (const float value : {0.0f, 1.0f}) {
            (void)m_editor.floatConstant(value);
        }
        m_zero = m_editor.uintConstant(0);
        m_bool = m_editor.boolType();
    }

    void declareTable() {
        const Id row{m_editor.newId()};
        m_editor.declare(spv::OpTypeStruct,
                         {row.value, m_uints[4].value, m_floats[4].value, m_floats[4].value});
        for (uint32_t i = 0; i < 3; ++i) {
            m_editor.decorateMember(row, i, spv::DecorationOffset, 16 * i);
        }
        const Id rows = m_editor.arrayType(row, m_table.rows);
        m_editor.decorate(rows, spv::DecorationArrayStride, ClampCoordinates::kRow_B);
        m_block = m_editor.uniformBlock(
            rows, {.set = m_table.set, .binding = m_table.binding, .offset_B = m_table.offset_B});
        m_uintPointer = m_editor.pointerType(spv::StorageClassUniform, m_uints[4]);
        m_floatPointer = m_editor.pointerType(spv::StorageClassUniform, m_floats[4]);
    }

    std::vector<uint32_t> rewrite(const Module& extended) {
        m_out = headerOf(extended);
        m_next = extended.bound();
        extended.forEach([&](const Instruction& inst) {
            if (inst.op() == spv::OpMemoryModel && !m_import) {
                m_import = m_next++;
                append(m_out,
                       spv::OpExtInstImport,
                       {m_import, 0x4c534c47, 0x6474732e, 0x3035342e, 0}); // "GLSL.std.450"
            }
            const uint32_t result = resultOf(inst).value;
            const auto lookup = m_lookups.find(result);
            const auto spread = m_spreads.find(result);
            if (lookup != m_lookups.end()) {
                rewrite(inst, lookup->second);
            } else if (spread != m_spreads.end()) {
                spreadAnew(inst, spread->second);
            } else {
                append(m_out, inst);
            }
        });
        m_out[3] = m_next;
        return std::move(m_out);
    }

    uint32_t emit(spv::Op op, Id type, std::initializer_list<uint32_t> operands) {
        std::vector<uint32_t> all{type.value, m_next};
        all.insert(all.end(), operands);
        append(m_out, op, all);
        return m_next++;
    }

    /// GLSL.std.450's.
    uint32_t extended(GLSLstd450 function, Id type, std::initializer_list<uint32_t> operands) {
        std::vector<uint32_t> all{type.value, m_next, m_import, uint32_t(function)};
        all.insert(all.end(), operands);
        append(m_out, spv::OpExtInst, all);
        return m_next++;
    }

    uint32_t extract(uint32_t vector, uint32_t index) {
        return emit(spv::OpCompositeExtract, m_float, {vector, index});
    }

    /// The first components of a vector that may have more.
    uint32_t firstOf(uint32_t vector, Id type, uint32_t count, bool isWhole) {
        if (isWhole) {
            return vector;
        }
        return count == 1   ? emit(spv::OpCompositeExtract, type, {vector, 0})
               : count == 2 ? emit(spv::OpVectorShuffle, type, {vector, vector, 0, 1})
                            : emit(spv::OpVectorShuffle, type, {vector, vector, 0, 1, 2});
    }

    uint32_t splat(uint32_t scalar, uint32_t count) {
        return count == 1 ? scalar
               : count == 2
                   ? emit(spv::OpCompositeConstruct, m_floats.at(2), {scalar, scalar})
                   : emit(spv::OpCompositeConstruct, m_floats.at(3), {scalar, scalar, scalar});
    }

    /// Member `member` of the row.
    uint32_t fromTable(uint32_t row, uint32_t member, uint32_t count) {
        const bool bits = member == 0;
        const uint32_t place =
            emit(spv::OpAccessChain,
                 bits ? m_uintPointer : m_floatPointer,
                 {m_block.value, m_indices[0].value, row, m_indices[member].value});
        const uint32_t whole = emit(spv::OpLoad, bits ? m_uints.at(4) : m_floats.at(4), {place});
        return firstOf(whole, bits ? m_uints.at(count) : m_floats.at(count), count, count == 4);
    }

    uint32_t indexOf(const Row& row) {
        const uint32_t first = m_editor.uintConstant(row.first).value;
        return row.index ? emit(spv::OpIAdd, m_uint, {row.index, first}) : first;
    }

    /// A component: the comparison, one or zero.
    uint32_t component(uint32_t word, uint32_t comparison, uint32_t i) {
        const auto has = [&](Id bit) {
            const uint32_t masked = emit(spv::OpBitwiseAnd, m_uint, {word, bit.value});
            return emit(spv::OpINotEqual, m_bool, {masked, m_zero.value});
        };
        const uint32_t one = m_editor.floatConstant(1).value;
        const uint32_t zero = m_editor.floatConstant(0).value;
        const uint32_t constant = emit(spv::OpSelect, m_float, {has(m_bits[4 + i]), one, zero});
        return emit(spv::OpSelect, m_float, {has(m_bits[i]), comparison, constant});
    }

    void spreadAnew(const Instruction& inst, const Row& row) {
        const uint32_t comparison = m_module.definition(Id{inst[5]})[4];
        const uint32_t bits = fromTable(indexOf(row), 0, 4);
        const uint32_t word = emit(spv::OpCompositeExtract, m_uint, {bits, 3});
        std::vector<uint32_t> words{inst[1], inst[2]};
        for (uint32_t i = 0; i < 4; ++i) {
            words.push_back(component(word, comparison, i));
        }
        append(m_out, spv::OpCompositeConstruct, words);
    }

    uint32_t clamped(uint32_t coordinates, const Lookup& lookup) {
        const Id floats = m_floats.at(lookup.count);
        const Id uints = m_uints.at(lookup.count);
        const uint32_t row = indexOf(lookup.row);
        const uint32_t mask = fromTable(row, 0, lookup.count);
        const uint32_t low = fromTable(row, 1, lookup.count);
        const uint32_t high = fromTable(row, 2, lookup.count);
        const uint32_t bits = emit(spv::OpBitcast, uints, {coordinates});
        const uint32_t masked = emit(spv::OpBitwiseAnd, uints, {bits, mask});
        const uint32_t number = emit(spv::OpBitcast, floats, {masked});
        return extended(GLSLstd450FClamp, floats, {number, low, high});
    }

    /// The image operands with explicit derivatives of `coordinates` instead of implicit ones.
    void appendGradients(std::vector<uint32_t>& words,
                         std::span<const uint32_t> operands,
                         uint32_t coordinates,
                         const Lookup& lookup) {
        const Id type = m_floats.at(lookup.count);
        uint32_t x = emit(spv::OpDPdx, type, {coordinates});
        uint32_t y = emit(spv::OpDPdy, type, {coordinates});
        uint32_t mask = operands.empty() ? 0 : operands[0];
        operands = operands.subspan(std::min<size_t>(1, operands.size()));
        if (mask & spv::ImageOperandsBiasMask) {
            const uint32_t factor =
                splat(extended(GLSLstd450Exp2, m_float, {operands[0]}), lookup.count);
            x = emit(spv::OpFMul, type, {x, factor});
            y = emit(spv::OpFMul, type, {y, factor});
            mask &= ~uint32_t(spv::ImageOperandsBiasMask);
            operands = operands.subspan(1);
        }
        words.insert(words.end(), {mask | spv::ImageOperandsGradMask, x, y});
        words.insert(words.end(), operands.begin(), operands.end());
    }

    void rewrite(const Instruction& inst, const Lookup& lookup) {
        const LookupKind& kind = lookup.kind;
        const uint32_t given = inst[4];
        const Instruction givenType = m_module.definition(Id{m_module.definition(Id{given})[1]});
        const uint32_t size = givenType.op() == spv::OpTypeVector ? givenType[3] : 1;
        uint32_t coordinates =
            firstOf(given, m_floats.at(lookup.count), lookup.count, size == lookup.count);
        uint32_t operand = kind.hasOperand ? inst[5] : 0;
        if (kind.projects) { // Vulkan's Projection Operation.
            const uint32_t q = extract(given, lookup.count);
            coordinates =
                emit(spv::OpFDiv, m_floats.at(lookup.count), {coordinates, splat(q, lookup.count)});
            operand = kind.compares ? emit(spv::OpFDiv, m_float, {operand, q}) : operand;
        }
        uint32_t changed = clamped(coordinates, lookup);
        if (lookup.arrayed) {
            changed = emit(spv::OpCompositeConstruct,
                           m_floats.at(lookup.count + 1),
                           {changed, extract(given, lookup.count)});
        }
        std::vector<uint32_t> words{inst[1], inst[2], inst[3], changed};
        if (kind.hasOperand) {
            words.push_back(operand);
        }
        const auto operands = inst.words.subspan(kind.hasOperand ? 6 : 5);
        const bool derives = kind.explicitOp != spv::OpNop &&
                             m_module.entryPoint().model == spv::ExecutionModelFragment;
        if (derives) {
            appendGradients(words, operands, coordinates, lookup);
        } else {
            words.insert(words.end(), operands.begin(), operands.end());
        }
        append(m_out, derives ? kind.explicitOp : kind.op, words);
    }

    const Module& m_module;
    Editor m_editor;
    const ClampCoordinates::Table m_table;
    std::map<uint32_t, Row> m_rows;        ///< of sampler variables, pointers and values
    std::map<uint32_t, Lookup> m_lookups;  ///< by result
    std::map<uint32_t, Row> m_comparisons; ///< by result, of those whose sampler is known
    std::map<uint32_t, Row> m_spreads;     ///< by result: vectors made of comparisons
    std::map<uint32_t, Id> m_floats;       ///< by components
    std::map<uint32_t, Id> m_uints;
    std::array<Id, 3> m_indices;
    std::array<Id, 8> m_bits; ///< Constants: of a row's fourth mask.
    Id m_zero, m_bool;
    Id m_float, m_uint, m_block, m_uintPointer, m_floatPointer;
    uint32_t m_import = 0; ///< of GLSL.std.450
    uint32_t m_next = 0;
    std::vector<uint32_t> m_out;
};

} // namespace

bool ClampCoordinates::spreadsComparisons(const Module& module) {
    bool spreads = false;
    module.forEach(
        [&](const Instruction& inst) { spreads |= spreadComparison(module, inst) != 0; });
    return spreads;
}

std::vector<uint32_t> ClampCoordinates::run(std::span<const uint32_t> words,
                                            const Table& table,
                                            std::span<const Sampler> samplers) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> module = Module::parse(same);
    return module && table.rows ? Clamper(*module, table, samplers).run() : same;
}

} // namespace spirv
