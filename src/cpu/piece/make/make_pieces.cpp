// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// make_pieces LEVEL FILE: writes the pieces of a level as table.h tells. Runs while the driver is
// built.

#include "cpu/jit/llvm_module.h"
#include "cpu/jit/object_file.h"
#include "cpu/jit/target.h"
#include "cpu/piece/make/maker.h"
#include "cpu/piece/table.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace cpu::piece {
namespace {

constexpr uint32_t kJump_B = 5; ///< At a piece's end, to where it falls through instead.
constexpr uint8_t kJumpCode = 0xe9;
constexpr uint8_t kCallCode = 0xe8;
constexpr uint64_t kMaxConstant_B = 64;

template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
    fmt::print(stderr, "make_pieces: {}\n", fmt::format(format, std::forward<Args>(args)...));
    std::exit(1);
}

/// Code that lies anywhere, and whose holes are 32 bits.
std::unique_ptr<llvm::TargetMachine> machineFor(Level level) {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmParser();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86Disassembler();
    std::string error;
    const llvm::Target* const target =
        llvm::TargetRegistry::lookupTarget(jit::kTargetTriple, error);
    if (!target) {
        fail("{}", error);
    }
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    return std::unique_ptr<llvm::TargetMachine>(
        target->createTargetMachine(jit::kTargetTriple,
                                    jit::cpuName(level),
                                    "",
                                    options,
                                    llvm::Reloc::Static,
                                    llvm::CodeModel::Small,
                                    llvm::CodeGenOptLevel::Default));
}

std::vector<std::byte> compile(llvm::Module& module, llvm::TargetMachine& machine) {
    module.setDataLayout(machine.createDataLayout());
    std::string error;
    llvm::raw_string_ostream text(error);
    if (llvm::verifyModule(module, &text)) {
        fail("{}", error);
    }
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream out(bytes);
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile)) {
        fail("LLVM cannot write objects");
    }
    passes.run(module);
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
    return {begin, begin + bytes.size()};
}

/// Reads instructions, to know where those with holes end and how they address memory.
class Reader {
public:
    explicit Reader(const llvm::TargetMachine& machine)
        : m_context(machine.getTargetTriple(),
                    machine.getMCAsmInfo(),
                    machine.getMCRegisterInfo(),
                    machine.getMCSubtargetInfo()),
          m_reader(
              machine.getTarget().createMCDisassembler(*machine.getMCSubtargetInfo(), m_context)) {}

    struct Instruction {
        uint32_t end_B;
        bool indexed;
    };
    /// By the offset where they begin.
    std::map<uint32_t, Instruction> read(std::span<const std::byte> code) {
        std::map<uint32_t, Instruction> all;
        const llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t*>(code.data()),
                                            code.size());
        for (uint64_t at = 0; at < bytes.size();) {
            llvm::MCInst instruction;
            uint64_t size = 0;
            if (m_reader->getInstruction(instruction, size, bytes.slice(at), at, llvm::nulls()) !=
                llvm::MCDisassembler::Success) {
                fail("unknown instruction");
            }
            all[uint32_t(at)] = {uint32_t(at + size), isIndexed(instruction)};
            at += size;
        }
        return all;
    }

private:
    /// An address is five operands: base, scale, index, displacement, segment.
    static bool isIndexed(const llvm::MCInst& i) {
        for (unsigned n = 0; n + 4 < i.getNumOperands(); ++n) {
            if (i.getOperand(n).isReg() && i.getOperand(n + 1).isImm() &&
                i.getOperand(n + 2).isReg() && i.getOperand(n + 3).isImm() &&
                i.getOperand(n + 4).isReg()) {
                return i.getOperand(n + 2).getReg() != 0;
            }
        }
        return false;
    }

    llvm::MCContext m_context;
    std::unique_ptr<llvm::MCDisassembler> m_reader;
};

/// What the table's file will hold.
class Writer {
public:
    Writer(const jit::ObjectFile& object, Reader& reader) : m_object(object), m_reader(reader) {
        for (const jit::ObjectFile::Relocations& relocations : object.relocations()) {
            for (const Elf64_Rela& entry : relocations.entries) {
                m_relocations[{relocations.section, entry.r_offset}] = entry;
            }
        }
    }

    void add(const jit::ObjectFile::Symbol& symbol, uint64_t key) {
        const jit::ObjectFile::Section& section = m_object.sections()[symbol.entry.st_shndx];
        std::span<const std::byte> code =
            section.bytes.subspan(symbol.entry.st_value, symbol.entry.st_size);
        const auto instructions = m_reader.read(code);
        std::vector<Hole> holes;
        auto at = m_relocations.lower_bound({symbol.entry.st_shndx, symbol.entry.st_value});
        for (; at != m_relocations.end() && at->first.first == symbol.entry.st_shndx &&
               at->first.second < symbol.entry.st_value + code.size();
             ++at) {
            const uint32_t offset = uint32_t(at->first.second - symbol.entry.st_value);
            const auto holder = std::prev(instructions.upper_bound(offset));
            holes.push_back(holeOf(at->second, offset, holder->second, code, symbol.name));
        }
        if (!holes.empty() && holes.back().kind == HoleKind::End &&
            holes.back().at_B + 4u == code.size() &&
            uint8_t(code[code.size() - kJump_B]) == kJumpCode) {
            holes.pop_back();
            code = code.first(code.size() - kJump_B);
        }
        m_pieces.push_back({key,
                            uint32_t(m_code.size()),
                            uint32_t(m_holes.size()),
                            uint16_t(code.size()),
                            uint16_t(holes.size()),
                            0});
        m_holes.insert(m_holes.end(), holes.begin(), holes.end());
        m_code.insert(m_code.end(), code.begin(), code.end());
    }

    void write(const char* path) {
        std::ranges::sort(m_pieces, {}, &Piece::key);
        std::FILE* const file = std::fopen(path, "wb");
        if (!file) {
            fail("cannot write {}", path);
        }
        const TableHeader header{uint32_t(m_pieces.size()),
                                 uint32_t(m_holes.size()),
                                 uint32_t(m_constants.size()),
                                 uint32_t(m_symbols.size()),
                                 uint32_t(m_constantBytes.size()),
                                 uint32_t(m_code.size())};
        const auto put = [&](const void* data, size_t size_B) {
            if (size_B && std::fwrite(data, 1, size_B, file) != size_B) {
                fail("cannot write {}", path);
            }
        };
        put(&header, sizeof header);
        put(m_pieces.data(), m_pieces.size() * sizeof(Piece));
        put(m_holes.data(), m_holes.size() * sizeof(Hole));
        put(m_constants.data(), m_constants.size() * sizeof(PieceConstant));
        put(m_symbols.data(), m_symbols.size() * sizeof(PieceSymbol));
        put(m_constantBytes.data(), m_constantBytes.size());
        put(m_code.data(), m_code.size());
        if (std::fclose(file) != 0) {
            fail("cannot write {}", path);
        }
    }

private:
    Hole holeOf(const Elf64_Rela& entry,
                uint32_t offset,
                const Reader::Instruction& holder,
                std::span<const std::byte> code,
                std::string_view piece) {
        const uint32_t type = ELF64_R_TYPE(entry.r_info);
        const jit::ObjectFile::Symbol& symbol = m_object.symbols()[ELF64_R_SYM(entry.r_info)];
        const uint32_t tail_B = holder.end_B - (offset + 4);
        Hole hole{uint16_t(offset), HoleKind::Operand, 0, uint8_t(tail_B), 0, 0, 0};
        if (type == R_X86_64_32S || type == R_X86_64_32) {
            hole.addend = int32_t(entry.r_addend);
            if (symbol.name == "r") {
                hole.kind = HoleKind::Result;
            } else if (symbol.name == "x") {
                hole.kind = HoleKind::Displacement;
            } else if (symbol.name.starts_with("o")) {
                hole.index = uint8_t(std::atoi(std::string(symbol.name.substr(1)).c_str()));
                hole.canBeNear =
                    !holder.indexed && (uint8_t(code[offset - 1]) & kAddressBits) == kFrameBits;
            } else {
                fail("{} has a hole named {}", piece, symbol.name);
            }
            return hole;
        }
        if (type != R_X86_64_PC32 && type != R_X86_64_PLT32) {
            fail("{} has a relocation of type {} for {}", piece, type, symbol.name);
        }
        hole.addend = int32_t(entry.r_addend) + 4 + int32_t(tail_B);
        if (!symbol.undefined()) {
            hole.kind = HoleKind::Constant;
            hole.index = constantAt(symbol, hole.addend, piece);
            hole.addend = 0;
        } else if (symbol.name.starts_with("next") || symbol.name == "target") {
            hole.kind = symbol.name == "target" ? HoleKind::Target : HoleKind::End;
            if (uint8_t(code[offset - 1]) == kCallCode) {
                fail("{} does not end with a jump", piece);
            }
        } else {
            hole.kind = HoleKind::Symbol;
            hole.index = symbolOf(symbol.name);
        }
        return hole;
    }

    uint8_t
    constantAt(const jit::ObjectFile::Symbol& symbol, int32_t addend, std::string_view piece) {
        const jit::ObjectFile::Section& section = m_object.sections()[symbol.entry.st_shndx];
        const uint64_t at = symbol.entry.st_value + uint64_t(int64_t(addend));
        // Those of other sizes than 4, 8, 16 and 32 lie in one section: as much as a register
        // holds.
        const uint64_t element_B = section.header.sh_entsize;
        if (section.writable() || at >= section.bytes.size() ||
            (element_B != 0 && at % element_B != 0) ||
            m_relocations.lower_bound({symbol.entry.st_shndx, 0}) !=
                m_relocations.lower_bound({symbol.entry.st_shndx, UINT64_MAX})) {
            fail("{} reads what is not a constant", piece);
        }
        const uint64_t size_B =
            element_B ? element_B : std::min<uint64_t>(section.bytes.size() - at, kMaxConstant_B);
        const auto bytes = section.bytes.subspan(at, size_B);
        for (size_t i = 0; i < m_constants.size(); ++i) {
            if (m_constants[i].size_B == size_B &&
                std::memcmp(m_constantBytes.data() + m_constants[i].at_B, bytes.data(), size_B) ==
                    0) {
                return uint8_t(i);
            }
        }
        if (m_constants.size() > UINT8_MAX) {
            fail("too many constants");
        }
        m_constants.push_back({uint32_t(m_constantBytes.size()),
                               uint16_t(size_B),
                               uint16_t(element_B ? element_B : kMaxConstant_B)});
        m_constantBytes.insert(m_constantBytes.end(), bytes.begin(), bytes.end());
        return uint8_t(m_constants.size() - 1);
    }

    uint8_t symbolOf(std::string_view name) {
        for (size_t i = 0; i < m_symbols.size(); ++i) {
            if (m_symbols[i].name == name) {
                return uint8_t(i);
            }
        }
        PieceSymbol symbol{};
        if (name.size() >= sizeof symbol.name || m_symbols.size() > UINT8_MAX) {
            fail("too many symbols, or too long a name: {}", name);
        }
        std::memcpy(symbol.name, name.data(), name.size());
        m_symbols.push_back(symbol);
        return uint8_t(m_symbols.size() - 1);
    }

    const jit::ObjectFile& m_object;
    Reader& m_reader;
    std::map<std::pair<uint32_t, uint64_t>, Elf64_Rela> m_relocations;
    std::vector<Piece> m_pieces;
    std::vector<Hole> m_holes;
    std::vector<PieceConstant> m_constants;
    std::vector<PieceSymbol> m_symbols;
    std::vector<std::byte> m_constantBytes;
    std::vector<std::byte> m_code;
};

void make(Level level, const char* path) {
    llvm::LLVMContext context;
    const auto module = jit::newModule("pieces", context);
    Maker maker(*module, level);
    addPieces(maker);
    const auto machine = machineFor(level);
    const std::vector<std::byte> bytes = compile(*module, *machine);
    const auto object = jit::ObjectFile::read(bytes);
    if (!object) {
        fail("{}", object.error().message);
    }
    Reader reader(*machine);
    Writer writer(*object, reader);
    size_t found = 0;
    for (const jit::ObjectFile::Symbol& symbol : object->symbols()) {
        if (ELF64_ST_TYPE(symbol.entry.st_info) == STT_FUNC && symbol.name.starts_with("p") &&
            !symbol.undefined()) {
            const int number = std::atoi(std::string(symbol.name.substr(1)).c_str());
            writer.add(symbol, maker.keys()[size_t(number)]);
            ++found;
        }
    }
    if (found != maker.keys().size()) {
        fail("{} pieces of {} were compiled", found, maker.keys().size());
    }
    writer.write(path);
}

} // namespace
} // namespace cpu::piece

int main(int argc, char** argv) {
    const int level = argc == 3 ? std::atoi(argv[1]) : 0;
    if (level < 2 || level > 4) {
        std::fputs("usage: make_pieces LEVEL FILE\n", stderr);
        return 2;
    }
    cpu::piece::make(cpu::Level(level), argv[2]);
    return 0;
}
