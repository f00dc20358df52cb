// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/settle_variables.h"

#include "spirv/module.h"
#include "spirv/operand_ids.h"
#include "spirv/words.h"

#include <algorithm>
#include <unordered_map>

namespace spirv {

namespace {

using Words = std::vector<uint32_t>;

/// General passes make one operation of such two.
bool merges(spv::Op first, spv::Op second) {
    const bool isProduct =
        first == spv::OpFMul || first == spv::OpVectorTimesScalar || first == spv::OpFNegate;
    const bool isSum = first == spv::OpFAdd || first == spv::OpFSub;
    switch (second) {
    case spv::OpFAdd:
    case spv::OpFSub:
        return isProduct || isSum;
    case spv::OpFMul:
    case spv::OpVectorTimesScalar:
    case spv::OpFDiv:
        return isProduct || first == spv::OpFDiv;
    case spv::OpFNegate:
        return isProduct || isSum || first == spv::OpFDiv;
    default:
        return false;
    }
}

class Settler {
public:
    explicit Settler(std::span<const uint32_t> words) : m_words(words) {}

    [[nodiscard]] std::optional<Words> run() {
        if (m_words.size() < kHeaderWords || m_words[3] > kMostIds) {
            return std::nullopt;
        }
        m_ids.resize(m_words[3]);
        if (!readDeclarations() || !placeVariables() || !settle() || !keepsBuiltIns()) {
            return std::nullopt;
        }
        dropDeadCode();
        dropDeadDeclarations();
        return written();
    }

private:
    static constexpr uint32_t kMostIds = 1u << 16;
    static constexpr uint32_t kNoBlock = ~0u;

    struct Fact {
        uint32_t at = 0;       ///< The word at which its declaration starts, or its code in m_code.
        bool readOnly = false; ///< A pointer to what no invocation writes.
        bool decorated = false;
        bool live = false;
        bool builtIn = false;         ///< A variable, or a block with members that are.
        bool local = false;           ///< A variable that is to go.
        uint32_t base = 0;            ///< Of a pointer into such a variable. `at` is in m_words.
        uint32_t storedIn = kNoBlock; ///< The only block with stores, once there is one.
        uint32_t value = 0;           ///< What such a variable holds, or what takes its place.
    };
    struct Piece {
        size_t at = 0; ///< in m_code
        CodeUse use = CodeUse::Unknown;
        OperandIds ids;
        bool live = true;
    };

    [[nodiscard]] static bool isFunction(const Instruction& inst) {
        return inst.op() == spv::OpFunction;
    }
    [[nodiscard]] Instruction at(size_t word) const {
        const size_t length = m_words[word] >> 16;
        return {m_words.subspan(word, length)};
    }
    /// From a word to another; stops where fn() says false, and then says so.
    template <typename Fn>
    bool walk(size_t from, size_t to, Fn&& fn) const {
        for (size_t word = from; word < to;) {
            const size_t length = m_words[word] >> 16;
            if (length == 0 || length > m_words.size() - word || !fn(word, at(word))) {
                return false;
            }
            word += length;
        }
        return true;
    }
    [[nodiscard]] bool isId(uint32_t id) const { return id != 0 && id < m_ids.size(); }

    /// Up to the function.
    bool readDeclarations() {
        m_function = m_words.size();
        bool writesBuffers = false;
        const bool whole =
            walk(kHeaderWords, m_words.size(), [&](size_t word, const Instruction& inst) {
                if (isFunction(inst)) {
                    m_function = word;
                    return false;
                }
                switch (inst.op()) {
                case spv::OpDecorate:
                    if (!isId(inst[1])) {
                        return false;
                    }
                    m_ids[inst[1]].decorated |=
                        inst[2] != uint32_t(spv::DecorationRelaxedPrecision);
                    m_ids[inst[1]].builtIn |= inst[2] == uint32_t(spv::DecorationBuiltIn);
                    writesBuffers |= inst[2] == uint32_t(spv::DecorationBufferBlock);
                    return inst[2] != uint32_t(spv::DecorationInvariant);
                case spv::OpMemberDecorate:
                    if (!isId(inst[1])) {
                        return false;
                    }
                    m_ids[inst[1]].builtIn |= inst[3] == uint32_t(spv::DecorationBuiltIn);
                    return true;
                case spv::OpGroupDecorate:
                case spv::OpGroupMemberDecorate:
                case spv::OpDecorateId:
                case spv::OpTypeForwardPointer:
                case spv::OpLine:
                    return false;
                case spv::OpExecutionMode:
                    return isId(inst[1]);
                case spv::OpVariable:
                    return readVariable(word, inst, writesBuffers);
                default:
                    if (const Id result = resultOf(inst)) {
                        if (!isId(result.value) || !declarationIds(inst)) {
                            return false;
                        }
                        m_ids[result.value].at = uint32_t(word);
                    }
                    return true;
                }
            });
        return !whole && m_function < m_words.size();
    }

    bool readVariable(size_t word, const Instruction& inst, bool writesBuffers) {
        if (inst.size() < 4 || !isId(inst[2])) {
            return false;
        }
        Fact& fact = m_ids[inst[2]];
        fact.at = uint32_t(word);
        switch (spv::StorageClass(inst[3])) {
        case spv::StorageClassPrivate:
        case spv::StorageClassFunction:
            fact.local = true;
            fact.value = inst[4];
            return declaration(pointeeOf(inst[2])).size() > 1 &&
                   (inst.size() == 4 || isId(inst[4]));
        case spv::StorageClassInput:
        case spv::StorageClassUniformConstant:
        case spv::StorageClassPushConstant:
            fact.readOnly = true;
            return true;
        case spv::StorageClassUniform:
            fact.readOnly = !writesBuffers;
            return true;
        case spv::StorageClassOutput:
            return true;
        default:
            return false;
        }
    }

    /// Which blocks store which variables. False: one needs more than a walk in order.
    bool placeVariables() {
        uint32_t block = kNoBlock, functions = 0;
        std::vector<uint32_t> readIn(m_ids.size(), kNoBlock); // The first block.
        const bool whole =
            walk(m_function, m_words.size(), [&](size_t word, const Instruction& inst) {
                switch (inst.op()) {
                case spv::OpFunction:
                    return ++functions == 1 && isId(inst[4]);
                case spv::OpLabel:
                    ++block; // The first is 0.
                    return true;
                case spv::OpVariable:
                    return readVariable(word, inst, false);
                case spv::OpAccessChain:
                case spv::OpInBoundsAccessChain:
                    if (isId(inst[2]) && isId(inst[3]) && m_ids[inst[3]].local) {
                        m_ids[inst[2]].base = inst[3];
                        m_ids[inst[2]].at = uint32_t(word);
                        return isPart(inst);
                    }
                    return isPlain(inst);
                case spv::OpStore: {
                    if (!isId(inst[1]) || !isId(inst[2]) || isLocal(inst[2])) {
                        return false;
                    }
                    const uint32_t variable = variableOf(inst[1]);
                    if (!variable) {
                        return true;
                    }
                    Fact& fact = m_ids[variable];
                    // Of several blocks, or read elsewhere, or first read and then stored. What a
                    // part is stored into has been read.
                    const bool first = fact.storedIn == kNoBlock;
                    const bool isRead =
                        readIn[variable] != kNoBlock || (first && variable != inst[1]);
                    const bool fits = first || fact.storedIn == block;
                    fact.storedIn = block;
                    return fits && (block == 0 || (!fact.value && !isRead));
                }
                case spv::OpLoad: {
                    if (!isId(inst[3])) {
                        return false;
                    }
                    const uint32_t variable = variableOf(inst[3]);
                    if (!variable) {
                        return true;
                    }
                    readIn[variable] = std::min(readIn[variable], block);
                    // What is stored later than in the first block is read there alone.
                    const uint32_t stored = m_ids[variable].storedIn;
                    return stored == kNoBlock || stored == 0 || stored == block;
                }
                default:
                    return isPlain(inst);
                }
            });
        return whole;
    }

    [[nodiscard]] bool isLocal(uint32_t id) const { return m_ids[id].local || m_ids[id].base; }
    /// 0: of what is no local variable, and no part of one.
    [[nodiscard]] uint32_t variableOf(uint32_t pointer) const {
        return m_ids[pointer].local ? pointer : m_ids[pointer].base;
    }
    /// It is known, and has nothing to do with local variables.
    [[nodiscard]] bool isPlain(const Instruction& inst) const {
        const CodeKind kind = codeKind(inst);
        bool plain = kind.use != CodeUse::Unknown;
        forEachId(
            inst, kind.ids, [&](size_t i) { plain = plain && isId(inst[i]) && !isLocal(inst[i]); });
        return plain;
    }
    /// In front of the function; an OpNop where there is none.
    [[nodiscard]] Instruction declaration(uint32_t id) const {
        static constexpr uint32_t kNop = 1u << 16;
        const bool is = isId(id) && m_ids[id].at != 0 && m_ids[id].at < m_function &&
                        !(id < m_inCode.size() && m_inCode[id]);
        return is ? at(m_ids[id].at) : Instruction{std::span(&kNop, 1)};
    }
    /// The type of what a variable holds.
    [[nodiscard]] uint32_t pointeeOf(uint32_t variable) const {
        return declaration(at(m_ids[variable].at)[1])[3];
    }
    /// A chain into a local vector or matrix, to a place that is told.
    [[nodiscard]] bool isPart(const Instruction& chain) const {
        const spv::Op type = declaration(pointeeOf(chain[3])).op();
        bool told = chain.size() > 4 && (type == spv::OpTypeVector || type == spv::OpTypeMatrix);
        for (size_t i = 4; i < chain.size(); ++i) {
            told = told && declaration(chain[i]).op() == spv::OpConstant;
        }
        return told;
    }

    /// Writes the function's code to m_code, with values in place of variables.
    bool settle() {
        m_code.reserve(m_words.size() - m_function);
        uint32_t block = kNoBlock;
        return walk(m_function, m_words.size(), [&](size_t, const Instruction& inst) {
            switch (inst.op()) {
            case spv::OpLabel:
                ++block;
                break;
            case spv::OpVariable:
                return true;
            case spv::OpAccessChain:
            case spv::OpInBoundsAccessChain:
                if (m_ids[inst[2]].base) {
                    return true;
                }
                break;
            case spv::OpStore:
                if (const uint32_t variable = variableOf(inst[1])) {
                    return store(inst, variable, block);
                }
                break;
            case spv::OpLoad:
                if (const uint32_t variable = variableOf(inst[3])) {
                    return load(inst, variable, block);
                }
                break;
            default:
                break;
            }
            return write(inst, block);
        });
    }

    bool store(const Instruction& inst, uint32_t variable, uint32_t block) {
        if (variable == inst[1]) {
            m_ids[variable].value = settled(inst[2]);
            return true;
        }
        const uint32_t made = newId();
        Words words = {0, pointeeOf(variable), made, settled(inst[2]), valueOf(variable)};
        appendPlace(words, inst[1]);
        words[0] = (uint32_t(words.size()) << 16) | uint32_t(spv::OpCompositeInsert);
        m_ids[variable].value = made;
        return write({words}, block);
    }

    bool load(const Instruction& inst, uint32_t variable, uint32_t block) {
        if (!isId(inst[2]) || m_ids[inst[2]].decorated) {
            return false;
        }
        if (variable == inst[3]) {
            const uint32_t value = valueOf(variable);
            m_ids[inst[2]].value = value;
            return true;
        }
        Words words = {0, inst[1], inst[2], valueOf(variable)};
        appendPlace(words, inst[3]);
        words[0] = (uint32_t(words.size()) << 16) | uint32_t(spv::OpCompositeExtract);
        return write({words}, block);
    }

    uint32_t newId() {
        m_ids.emplace_back();
        return uint32_t(m_ids.size() - 1);
    }

    /// What a variable holds. What nothing was stored in is undefined.
    uint32_t valueOf(uint32_t variable) {
        if (!m_ids[variable].value) {
            const uint32_t undefined = newId();
            m_undefined.push_back({pointeeOf(variable), undefined});
            m_ids[variable].value = undefined;
        }
        return m_ids[variable].value;
    }

    /// Where a pointer into a variable points.
    void appendPlace(Words& words, uint32_t pointer) const {
        const Instruction chain = at(m_ids[pointer].at);
        for (size_t i = 4; i < chain.size(); ++i) {
            words.push_back(at(m_ids[chain[i]].at)[3]);
        }
    }

    /// Appends an instruction to m_code where what it gives is not there already.
    bool write(const Instruction& inst, uint32_t block) {
        const CodeKind kind = codeKind(inst);
        const size_t start = m_code.size();
        m_code.insert(m_code.end(), inst.words.begin(), inst.words.end());
        forEachId(inst, kind.ids, [&](size_t i) { m_code[start + i] = settled(inst[i]); });
        const Id result = resultOf(inst);
        const Id type = resultTypeOf(inst);
        if ((result && !isId(result.value)) || (type && !isId(type.value)) ||
            isComputable(start, kind)) {
            return false;
        }
        if (result && inst.op() != spv::OpLabel && inst.op() != spv::OpFunction &&
            known(inst.op(), kind.use, result.value, start, block)) {
            m_code.resize(start);
            return true;
        }
        m_pieces.push_back({start, kind.use, kind.ids});
        return true;
    }

    [[nodiscard]] uint32_t settled(uint32_t id) const {
        const Fact& fact = m_ids[id];
        return !fact.local && fact.value ? fact.value : id;
    }
    [[nodiscard]] Instruction codeAt(size_t word) const {
        return {std::span(m_code).subspan(word, m_code[word] >> 16)};
    }

    [[nodiscard]] bool isConstant(uint32_t id) const {
        switch (declaration(id).op()) {
        case spv::OpConstantTrue:
        case spv::OpConstantFalse:
        case spv::OpConstant:
        case spv::OpConstantComposite:
        case spv::OpConstantNull:
            return true;
        default:
            return false;
        }
    }
    /// What it gives, or where it goes, can be told now: then more may follow from that.
    [[nodiscard]] bool isComputable(size_t start, const CodeKind& kind) const {
        const Instruction inst = codeAt(start);
        // Nothing follows from a vector of constants, which is a constant but for its spelling.
        if ((kind.use != CodeUse::Value && kind.use != CodeUse::Leaves) ||
            inst.op() == spv::OpCompositeConstruct) {
            return false;
        }
        bool any = false, all = true;
        forEachId(inst, kind.ids, [&](size_t i) {
            if (inst.op() != spv::OpExtInst || i != 3) { // The set of instructions.
                any = true;
                all = all && isConstant(inst[i]);
            }
        });
        return any && all;
    }

    /// The result is what another instruction gave that came before it on every way: in this block,
    /// or in the first. Otherwise it is noted.
    bool known(spv::Op op, CodeUse use, uint32_t result, size_t start, uint32_t block) {
        m_inCode.resize(m_ids.size());
        Fact& fact = m_ids[result];
        const Instruction inst = codeAt(start);
        if (op == spv::OpCompositeExtract && inst.size() == 5 && !fact.decorated) {
            if (const uint32_t part = partOf(inst[3], inst[4])) {
                fact.value = part;
                return true;
            }
        }
        fact.at = uint32_t(start);
        m_inCode[result] = true;
        if (isAccessChain(op)) {
            fact.readOnly = m_ids[inst[3]].readOnly;
        }
        const bool same = use == CodeUse::Value ||
                          (op == spv::OpLoad && inst.size() == 4 && m_ids[inst[3]].readOnly);
        if (!same || fact.decorated) {
            return false;
        }
        uint64_t hash = 0;
        for (size_t i = 0; i < inst.size(); ++i) {
            if (i != 2) {
                hash = (hash ^ inst[i]) * 0x9e3779b97f4a7c15;
                hash ^= hash >> 29;
            }
        }
        const auto [found, isNew] = m_values.try_emplace(hash, Value{start, block});
        if (isNew) {
            return false;
        }
        const Instruction other = codeAt(found->second.at);
        if ((found->second.block == 0 || found->second.block == block) &&
            other.size() == inst.size() && other[0] == inst[0] && other[1] == inst[1] &&
            std::ranges::equal(other.words.subspan(3), inst.words.subspan(3))) {
            fact.value = other[2];
            return true;
        }
        found->second = {start, block};
        return false;
    }

    /// What a value is made of at that place; 0: that cannot be told.
    [[nodiscard]] uint32_t partOf(uint32_t composite, uint32_t index) const {
        const auto isInCode = [&] { return composite < m_inCode.size() && m_inCode[composite]; };
        while (isInCode()) {
            const Instruction made = codeAt(m_ids[composite].at);
            if (made.op() != spv::OpCompositeInsert || made.size() != 6) {
                break;
            }
            if (made[5] == index) {
                return made[3];
            }
            if (made[4] >= m_ids.size() || m_ids[made[4]].at >= m_ids[composite].at) {
                return 0; // Declared, or no code that is valid.
            }
            composite = made[4];
        }
        if (!isInCode()) {
            return 0;
        }
        const Instruction made = codeAt(m_ids[composite].at);
        if (made.op() != spv::OpCompositeConstruct || index + 3 >= made.size()) {
            return 0;
        }
        const Instruction type = declaration(made[1]);
        // Vectors may be made of vectors.
        const bool onePerPart = type.op() != spv::OpTypeVector || type[3] == made.size() - 3;
        return onePerPart ? made[index + 3] : 0;
    }

    /// Whoever draws a thing twice, with programs of one expression for where it is, gets the same
    /// pixels: what general passes would round otherwise on its way to a built-in output is theirs.
    /// They are what an expression meets in code that is not straight.
    [[nodiscard]] bool keepsBuiltIns() const {
        std::vector<bool> exact(m_ids.size());
        bool keeps = true;
        for (auto piece = m_pieces.rbegin(); piece != m_pieces.rend() && keeps; ++piece) {
            const Instruction inst = codeAt(piece->at);
            if (inst.op() == spv::OpStore) {
                exact[inst[2]] = exact[inst[2]] || isBuiltIn(inst[1]);
                continue;
            }
            const Id result = resultOf(inst);
            if (!result || !exact[result.value]) {
                continue;
            }
            forEachId(inst, piece->ids, [&](size_t i) {
                const bool isMade = inst[i] < m_inCode.size() && m_inCode[inst[i]];
                keeps = keeps && !(isMade && merges(codeAt(m_ids[inst[i]].at).op(), inst.op()));
                exact[inst[i]] = true;
            });
        }
        return keeps;
    }

    /// A built-in variable, or something in one.
    [[nodiscard]] bool isBuiltIn(uint32_t pointer) const {
        while (pointer < m_inCode.size() && m_inCode[pointer]) {
            const Instruction chain = codeAt(m_ids[pointer].at);
            const uint32_t base = chain[3];
            const bool isBaseMade = base < m_inCode.size() && m_inCode[base];
            if (!isAccessChain(chain.op()) || (isBaseMade && m_ids[base].at >= m_ids[pointer].at)) {
                break;
            }
            pointer = base;
        }
        const Instruction variable = declaration(pointer);
        uint32_t type = declaration(variable[1])[3];
        if (const Instruction array = declaration(type); array.op() == spv::OpTypeArray) {
            type = array[2];
        }
        return m_ids[pointer].builtIn || (isId(type) && m_ids[type].builtIn);
    }

    void dropDeadCode() {
        for (auto piece = m_pieces.rbegin(); piece != m_pieces.rend(); ++piece) {
            const Instruction inst = codeAt(piece->at);
            const bool isValue = piece->use == CodeUse::Value || piece->use == CodeUse::Sample;
            piece->live = !isValue || m_ids[inst[2]].live;
            if (!piece->live) {
                continue;
            }
            forEachId(inst, piece->ids, [&](size_t i) { m_ids[inst[i]].live = true; });
            if (const Id type = resultTypeOf(inst)) {
                m_ids[type.value].live = true;
            }
            if (isFunction(inst)) {
                m_ids[inst[2]].live = m_ids[inst[4]].live = true;
            } else if (inst.op() == spv::OpLabel) {
                m_ids[inst[1]].live = true;
            }
        }
    }

    void dropDeadDeclarations() {
        for (const Undefined& undefined : m_undefined) {
            if (isLive(undefined.id)) {
                m_ids[undefined.type].live = true;
            }
        }
        std::vector<uint32_t> declarations;
        walk(kHeaderWords, m_function, [&](size_t word, const Instruction& inst) {
            if (inst.op() == spv::OpExecutionMode) {
                m_ids[inst[1]].live = true;
            } else if (inst.op() == spv::OpVariable &&
                       inst[3] == uint32_t(spv::StorageClassOutput)) {
                m_ids[inst[2]].live = true;
            }
            declarations.push_back(uint32_t(word));
            return true;
        });
        for (auto word = declarations.rbegin(); word != declarations.rend(); ++word) {
            const Instruction inst = at(*word);
            const Id result = resultOf(inst);
            if (result && m_ids[result.value].live) {
                forEachId(inst, declarationIds(inst).value_or(OperandIds{}), [&](size_t i) {
                    if (isId(inst[i])) {
                        m_ids[inst[i]].live = true;
                    }
                });
            }
        }
    }

    [[nodiscard]] bool isLive(uint32_t id) const { return isId(id) && m_ids[id].live; }

    [[nodiscard]] Words written() const {
        Words out;
        out.reserve(m_words.size());
        out.assign(m_words.begin(), m_words.begin() + kHeaderWords);
        out[3] = uint32_t(m_ids.size());
        walk(kHeaderWords, m_function, [&](size_t, const Instruction& inst) {
            if (inst.op() == spv::OpEntryPoint) {
                writeEntryPoint(inst, out);
            } else if (stays(inst)) {
                out.insert(out.end(), inst.words.begin(), inst.words.end());
            }
            return true;
        });
        for (const Undefined& undefined : m_undefined) {
            if (isLive(undefined.id)) {
                append(out, spv::OpUndef, {undefined.type, undefined.id});
            }
        }
        for (const Piece& piece : m_pieces) {
            if (piece.live) {
                const Instruction inst = codeAt(piece.at);
                out.insert(out.end(), inst.words.begin(), inst.words.end());
            }
        }
        return out;
    }

    [[nodiscard]] bool stays(const Instruction& inst) const {
        switch (inst.op()) {
        case spv::OpName:
        case spv::OpMemberName:
        case spv::OpDecorate:
        case spv::OpMemberDecorate:
            return isLive(inst[1]);
        case spv::OpExtInstImport:
        case spv::OpString:
            return true;
        default:
            const Id result = resultOf(inst);
            return !result || isLive(result.value);
        }
    }

    void writeEntryPoint(const Instruction& inst, Words& out) const {
        size_t nameWords = 0;
        (void)inst.string(3, &nameWords);
        const size_t start = out.size();
        const size_t interface = std::min(3 + nameWords, inst.size());
        out.insert(out.end(), inst.words.begin(), inst.words.begin() + ptrdiff_t(interface));
        for (const uint32_t id : inst.words.subspan(interface)) {
            if (isLive(id)) {
                out.push_back(id);
            }
        }
        out[start] = (uint32_t(out.size() - start) << 16) | uint32_t(spv::OpEntryPoint);
    }

    struct Value {
        size_t at = 0; ///< in m_code
        uint32_t block = 0;
    };
    struct Undefined {
        uint32_t type = 0;
        uint32_t id = 0;
    };

    std::span<const uint32_t> m_words;
    size_t m_function = 0; ///< Its first word.
    std::vector<Fact> m_ids;
    std::vector<bool> m_inCode; ///< Facts whose `at` is in m_code.
    Words m_code;
    std::vector<Piece> m_pieces;
    std::vector<Undefined> m_undefined;
    std::unordered_map<uint64_t, Value> m_values; ///< by hash
};

} // namespace

std::optional<std::vector<uint32_t>> SettleVariables::run(std::span<const uint32_t> words) {
    return Settler(words).run();
}

} // namespace spirv
