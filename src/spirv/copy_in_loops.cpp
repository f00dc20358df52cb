// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/copy_in_loops.h"

#include "spirv/editor.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace spirv {

namespace {

/// What a function copies: a type, from variables of one storage class to those of another.
struct Kind {
    Id type;
    spv::StorageClass to = spv::StorageClassMax;
    spv::StorageClass from = spv::StorageClassMax;

    friend auto operator<=>(const Kind&, const Kind&) = default;
};

class Copier {
public:
    explicit Copier(const Module& module) : m_module(module), m_editor(module) {}

    std::vector<uint32_t> run() {
        findCopies();
        if (m_stores.empty()) {
            return {m_module.words().begin(), m_module.words().end()};
        }
        declare();
        const auto extended = Module::parse(m_editor.finish());
        return rewrite(*extended);
    }

private:
    /// A load whose value is only stored, before anything else may write to memory.
    struct Copy {
        uint32_t from = 0; ///< variable
        Id type;
        uint32_t uses = 0;
        std::vector<const uint32_t*> stores; ///< instructions
    };

    [[nodiscard]] spv::StorageClass storageOf(uint32_t variable) const {
        const Instruction inst = m_module.definition(Id{variable});
        const auto storage = spv::StorageClass(inst[3]);
        const bool copies = inst.op() == spv::OpVariable && (storage == spv::StorageClassFunction ||
                                                             storage == spv::StorageClassPrivate);
        return copies ? storage : spv::StorageClassMax;
    }

    /// Ends where it is known to be more than kMostValues.
    [[nodiscard]] uint32_t scalars(Id type) const {
        constexpr uint32_t kMany = CopyInLoops::kMostValues + 1;
        const Instruction inst = m_module.definition(type);
        switch (inst.op()) {
        case spv::OpTypeVector:
            return inst[3];
        case spv::OpTypeMatrix:
            return inst[3] * scalars(Id{inst[2]});
        case spv::OpTypeArray:
            return std::min(kMany,
                            std::min(m_module.arrayLength(type), kMany) * scalars(Id{inst[2]}));
        case spv::OpTypeStruct: {
            uint32_t sum = 0;
            for (size_t i = 2; i < inst.size() && sum < kMany; ++i) {
                sum += scalars(Id{inst[i]});
            }
            return sum;
        }
        default:
            return 1;
        }
    }

    void findCopies() {
        std::unordered_map<uint32_t, Copy> copies; // by value
        std::unordered_set<uint32_t> open;         // of them, those that memory still agrees with
        m_module.forEach([&](const Instruction& inst) {
            const auto stored = inst.op() == spv::OpStore ? copies.find(inst[2]) : copies.end();
            if (stored != copies.end() && open.contains(inst[2]) &&
                storageOf(inst[1]) != spv::StorageClassMax) {
                stored->second.stores.push_back(inst.words.data());
                std::erase_if(open, [&](uint32_t value) {
                    return value != inst[2] && copies.at(value).from == inst[1];
                });
            } else if (inst.op() == spv::OpLoad) {
                if (storageOf(inst[3]) != spv::StorageClassMax && inst.size() == 4 &&
                    scalars(Id{inst[1]}) > CopyInLoops::kMostValues) {
                    copies[inst[2]] = {.from = inst[3], .type = Id{inst[1]}};
                    open.insert(inst[2]);
                }
            } else if (!isAccessChain(inst.op())) {
                open.clear();
            }
            // Any mention counts, of names and decorations too: those are left alone.
            for (size_t i = 1; i < inst.size(); ++i) {
                if (const auto used = copies.find(inst[i]); used != copies.end()) {
                    ++used->second.uses;
                }
            }
        });
        for (const auto& [value, copy] : copies) {
            if (copy.uses == copy.stores.size() + 1) { // and its definition
                m_loads.insert(value);
                for (const uint32_t* store : copy.stores) {
                    const Kind kind{copy.type, storageOf(store[1]), storageOf(copy.from)};
                    m_stores[value].push_back(kind);
                    m_from[value] = copy.from;
                    m_functions.try_emplace(kind, 0);
                }
            }
        }
    }

    /// What the functions need.
    void declare() {
        m_void = m_editor.type(spv::OpTypeVoid, {}).value;
        m_uint = m_editor.uintType();
        m_bool = m_editor.boolType();
        for (const auto& [kind, function] : m_functions) {
            (void)m_editor.type(spv::OpTypeFunction,
                                {m_void,
                                 m_editor.pointerType(kind.to, kind.type).value,
                                 m_editor.pointerType(kind.from, kind.type).value});
            declareParts(kind, kind.type);
        }
        (void)m_editor.uintConstant(0);
        (void)m_editor.uintConstant(1);
    }
    void declareParts(const Kind& kind, Id type) {
        const Instruction inst = m_module.definition(type);
        if (!isLooped(type)) {
            (void)m_editor.pointerType(kind.to, type);
            (void)m_editor.pointerType(kind.from, type);
        } else if (inst.op() == spv::OpTypeArray) {
            (void)m_editor.uintConstant(m_module.arrayLength(type));
            declareParts(kind, Id{inst[2]});
        } else {
            for (uint32_t i = 0; i + 2 < inst.size(); ++i) {
                (void)m_editor.uintConstant(i);
                declareParts(kind, Id{inst[i + 2]});
            }
        }
    }
    [[nodiscard]] bool isLooped(Id type) const {
        const spv::Op op = m_module.definition(type).op();
        return (op == spv::OpTypeArray || op == spv::OpTypeStruct) && scalars(type) > kMostAtOnce;
    }

    std::vector<uint32_t> rewrite(const Module& extended) {
        m_out = headerOf(extended);
        m_next = extended.bound();
        for (auto& [kind, function] : m_functions) {
            function = m_next++;
        }
        std::unordered_map<uint32_t, size_t> stored; // of a value, so often
        extended.forEach([&](const Instruction& inst) {
            if (inst.op() == spv::OpLoad && m_loads.contains(inst[2])) {
                return;
            }
            if (inst.op() == spv::OpStore && m_loads.contains(inst[2])) {
                const Kind& kind = m_stores.at(inst[2])[stored[inst[2]]++];
                emit(spv::OpFunctionCall,
                     {m_void, m_next++, m_functions.at(kind), inst[1], m_from.at(inst[2])});
                return;
            }
            append(m_out, inst);
        });
        for (const auto& [kind, function] : m_functions) {
            writeFunction(kind, function);
        }
        m_out[3] = m_next;
        return std::move(m_out);
    }

    void emit(spv::Op op, std::initializer_list<uint32_t> operands) { append(m_out, op, operands); }

    void writeFunction(const Kind& kind, uint32_t function) {
        const uint32_t to = m_editor.pointerType(kind.to, kind.type).value;
        const uint32_t from = m_editor.pointerType(kind.from, kind.type).value;
        const uint32_t type = m_editor.type(spv::OpTypeFunction, {m_void, to, from}).value;
        m_to = m_next++;
        m_source = m_next++;
        emit(spv::OpFunction, {m_void, function, uint32_t(spv::FunctionControlMaskNone), type});
        emit(spv::OpFunctionParameter, {to, m_to});
        emit(spv::OpFunctionParameter, {from, m_source});
        m_block = m_next++;
        emit(spv::OpLabel, {m_block});
        std::vector<uint32_t> path;
        writeCopy(kind, kind.type, path);
        emit(spv::OpReturn, {});
        emit(spv::OpFunctionEnd, {});
    }

    /// Copies the part that the path leads to.
    void writeCopy(const Kind& kind, Id type, std::vector<uint32_t>& path) {
        const Instruction inst = m_module.definition(type);
        if (!isLooped(type)) {
            const uint32_t from = chain(kind.from, type, m_source, path);
            const uint32_t value = m_next++;
            emit(spv::OpLoad, {type.value, value, from});
            const uint32_t to = chain(kind.to, type, m_to, path);
            emit(spv::OpStore, {to, value});
        } else if (inst.op() == spv::OpTypeArray) {
            writeLoop(kind, type, path);
        } else {
            for (uint32_t i = 0; i + 2 < inst.size(); ++i) {
                path.push_back(m_editor.uintConstant(i).value);
                writeCopy(kind, Id{inst[i + 2]}, path);
                path.pop_back();
            }
        }
    }

    void writeLoop(const Kind& kind, Id array, std::vector<uint32_t>& path) {
        const uint32_t length = m_editor.uintConstant(m_module.arrayLength(array)).value;
        const uint32_t before = m_block;
        const uint32_t head = m_next++;
        const uint32_t body = m_next++;
        const uint32_t last = m_next++;
        const uint32_t done = m_next++;
        const uint32_t index = m_next++;
        const uint32_t next = m_next++;
        const uint32_t goesOn = m_next++;
        emit(spv::OpBranch, {head});
        emit(spv::OpLabel, {head});
        emit(spv::OpPhi, {m_uint.value, index, m_editor.uintConstant(0).value, before, next, last});
        emit(spv::OpULessThan, {m_bool.value, goesOn, index, length});
        emit(spv::OpLoopMerge, {done, last, uint32_t(spv::LoopControlMaskNone)});
        emit(spv::OpBranchConditional, {goesOn, body, done});
        emit(spv::OpLabel, {body});
        m_block = body;
        path.push_back(index);
        writeCopy(kind, m_module.elementType(array), path);
        path.pop_back();
        emit(spv::OpBranch, {last});
        emit(spv::OpLabel, {last});
        emit(spv::OpIAdd, {m_uint.value, next, index, m_editor.uintConstant(1).value});
        emit(spv::OpBranch, {head});
        emit(spv::OpLabel, {done});
        m_block = done;
    }

    uint32_t
    chain(spv::StorageClass storage, Id type, uint32_t base, const std::vector<uint32_t>& path) {
        std::vector<uint32_t> operands = {
            m_editor.pointerType(storage, type).value, m_next++, base};
        operands.insert(operands.end(), path.begin(), path.end());
        append(m_out, spv::OpAccessChain, operands);
        return operands[1];
    }

    static constexpr uint32_t kMostAtOnce = 16; ///< scalars of an element

    const Module& m_module;
    Editor m_editor;
    std::unordered_set<uint32_t> m_loads;                     ///< values that are only stored
    std::unordered_map<uint32_t, std::vector<Kind>> m_stores; ///< of each, in order
    std::unordered_map<uint32_t, uint32_t> m_from;            ///< the variable that each is of
    std::map<Kind, uint32_t> m_functions;
    uint32_t m_void = 0;
    Id m_uint, m_bool;
    std::vector<uint32_t> m_out;
    uint32_t m_next = 0;
    uint32_t m_block = 0; ///< that is being written
    uint32_t m_to = 0;
    uint32_t m_source = 0;
};

} // namespace

std::vector<uint32_t> CopyInLoops::run(std::span<const uint32_t> words) {
    const std::optional<Module> module = Module::parse({words.begin(), words.end()});
    return module ? Copier(*module).run() : std::vector<uint32_t>(words.begin(), words.end());
}

} // namespace spirv
