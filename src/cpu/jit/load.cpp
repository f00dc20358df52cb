// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/jit.h"

#include "cpu/jit/kernel_library.h"
#include "cpu/jit/perf_map.h"
#include "cpu/jit/runtime_symbols.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/ExecutionEngine/JITLink/ELF_x86_64.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>

#include <fmt/format.h>

#include <cassert>
#include <cstring>
#include <map>

namespace cpu::jit {
namespace {

namespace jitlink = llvm::jitlink;

/// Maps memory for each object on its own, writes it, and then sets each segment's protection: code
/// is never writable and executable at once. It lives as long as the process, for code that is
/// freed while the process ends.
jitlink::JITLinkMemoryManager* memoryManager() {
    static jitlink::JITLinkMemoryManager* const manager = [] {
        auto made = jitlink::InProcessMemoryManager::Create();
        if (!made) {
            llvm::consumeError(made.takeError());
            return static_cast<jitlink::InProcessMemoryManager*>(nullptr);
        }
        return made->release();
    }();
    return manager;
}

class LoadedCode final : public Code {
public:
    LoadedCode() = default;
    ~LoadedCode() override {
        if (m_memory) {
            llvm::cantFail(memoryManager()->deallocate(std::move(m_memory)));
        }
    }
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    void* address(std::string_view symbol) const override {
        const auto it = m_symbols.find(symbol);
        return it == m_symbols.end() ? nullptr : it->second;
    }
    size_t size_B() const override { return m_size_B; }

    void addSymbol(std::string name, void* address) { m_symbols.emplace(std::move(name), address); }
    void addSize(size_t size_B) { m_size_B += size_B; }
    void own(jitlink::JITLinkMemoryManager::FinalizedAlloc memory) { m_memory = std::move(memory); }

private:
    std::map<std::string, void*, std::less<>> m_symbols;
    size_t m_size_B = 0;
    jitlink::JITLinkMemoryManager::FinalizedAlloc m_memory;
};

/// What a link leaves behind; the context of the link itself goes away with it.
struct Outcome {
    std::shared_ptr<LoadedCode> code = std::make_shared<LoadedCode>();
    std::string error;
};

class LinkContext final : public jitlink::JITLinkContext {
public:
    explicit LinkContext(Outcome& outcome) : JITLinkContext(nullptr), m_outcome(outcome) {}

    jitlink::JITLinkMemoryManager& getMemoryManager() override { return *memoryManager(); }

    void notifyFailed(llvm::Error error) override {
        m_outcome.error = llvm::toString(std::move(error));
    }

    void lookup(const LookupMap& symbols,
                std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation> next) override {
        jitlink::AsyncLookupResult found;
        for (const auto& [name, flags] : symbols) {
            void* address = findSymbol(std::string_view(name));
            if (!address && flags == jitlink::SymbolLookupFlags::RequiredSymbol) {
                return next->run(llvm::createStringError(
                    "generated code needs the unknown symbol " + name.str()));
            }
            found[name] = {llvm::orc::ExecutorAddr::fromPtr(address),
                           llvm::JITSymbolFlags::Exported};
        }
        next->run(std::move(found));
    }

    llvm::Error notifyResolved(jitlink::LinkGraph& graph) override {
        for (const jitlink::Symbol* symbol : graph.defined_symbols()) {
            if (symbol->hasName() && symbol->getScope() != jitlink::Scope::Local) {
                m_outcome.code->addSymbol(symbol->getName().str(),
                                          symbol->getAddress().toPtr<void*>());
            }
            if (symbol->hasName() && symbol->isCallable()) {
                addToPerfMap(symbol->getName(), symbol->getAddress().getValue(), symbol->getSize());
            }
        }
        for (const jitlink::Block* block : graph.blocks()) {
            m_outcome.code->addSize(block->getSize());
        }
        return llvm::Error::success();
    }

    void notifyFinalized(jitlink::JITLinkMemoryManager::FinalizedAlloc memory) override {
        m_outcome.code->own(std::move(memory));
    }

private:
    Outcome& m_outcome;
};

/// Objects from disk were checked against their sum; this tells those of other machines, and what
/// is no relocatable object at all.
bool isRelocatableX86(std::span<const std::byte> object) {
    llvm::ELF::Elf64_Ehdr header;
    if (object.size() < sizeof header) {
        return false;
    }
    std::memcpy(&header, object.data(), sizeof header);
    return header.checkMagic() && header.getFileClass() == llvm::ELF::ELFCLASS64 &&
           header.getDataEncoding() == llvm::ELF::ELFDATA2LSB &&
           header.e_machine == llvm::ELF::EM_X86_64 && header.e_type == llvm::ELF::ET_REL;
}

} // namespace

base::Result<std::shared_ptr<const Code>> load(std::span<const std::byte> object) {
    if (!isRelocatableX86(object)) {
        return base::Error{"not a relocatable object for x86-64"};
    }
    if (!memoryManager()) {
        return base::Error{"no memory for code"};
    }
    const llvm::MemoryBufferRef buffer(
        llvm::StringRef(reinterpret_cast<const char*>(object.data()), object.size()), "object");
    auto graph = jitlink::createLinkGraphFromELFObject_x86_64(buffer);
    if (!graph) {
        return base::Error{llvm::toString(graph.takeError())};
    }
    // With the memory manager of this process, everything happens before link() returns.
    Outcome outcome;
    jitlink::link_ELF_x86_64(std::move(*graph), std::make_unique<LinkContext>(outcome));
    if (!outcome.error.empty()) {
        return base::Error{outcome.error};
    }
    return std::shared_ptr<const Code>(std::move(outcome.code));
}

} // namespace cpu::jit
