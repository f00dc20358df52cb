// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// In the driver these stand for the compiler's own functions: they load it when it is needed first.

#include "cpu/shader/compiler_library.h"

#include "base/fork.h"
#include "base/library_id.h"
#include "base/log.h"
#include "base/memory_room.h"
#include "cpu/jit/compiler_id.h"

#include <atomic>
#include <mutex>
#include <new>
#include <string>
#include <tuple>

#include <dlfcn.h>

namespace cpu {

namespace {

constexpr char kFile[] = "libglissade_cpu_compiler.so";

/// The directory of the file that this code is in, with the slash.
std::string ownDirectory() {
    Dl_info info;
    if (!dladdr(reinterpret_cast<void*>(&ownDirectory), &info) || !info.dli_fname) {
        return {};
    }
    const std::string path = info.dli_fname;
    return path.substr(0, path.rfind('/') + 1);
}

/// LLVM has many static objects, whose constructors take memory. What one of them throws leaves
/// dlopen() with the dynamic loader locked and the library half made: glibc has no handlers there.
/// So the library, of 44 MB, is loaded where there is far more room than it needs, whatever other
/// threads take meanwhile.
constexpr size_t kRoom_B = size_t(128) << 20;

const shader::CompilerLibrary* openLibrary() {
    void* const handle = dlopen((ownDirectory() + kFile).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        base::logError(
            base::Log::Shaders,
            "the CPU device has no compiler: {} (programs that give up the right to open "
            "files set the option preload)",
            dlerror());
        return nullptr;
    }
    const auto function = reinterpret_cast<shader::CompilerLibraryFunction>(
        dlsym(handle, shader::kCompilerLibraryFunction));
    const shader::CompilerLibrary* const found = function ? function() : nullptr;
    if (!found || found->build != shader::compilerBuild()) {
        base::logError(
            base::Log::Shaders, "the CPU device has no compiler: {} is of another build", kFile);
        return nullptr;
    }
    return found;
}

class Loader {
public:
    /// Null: it cannot be loaded. std::bad_alloc: not now.
    const shader::CompilerLibrary* library() {
        if (!m_tried.load(std::memory_order_acquire)) {
            load();
        }
        return m_library;
    }

private:
    void load() {
        const std::lock_guard lock(m_mutex);
        if (m_tried.load(std::memory_order_relaxed)) {
            return;
        }
        if (!base::hasRoom(kRoom_B)) {
            throw std::bad_alloc();
        }
        try {
            m_library = openLibrary();
        } catch (const std::bad_alloc&) {
            base::logError(base::Log::Shaders,
                           "the CPU device has no compiler: memory ran out while it was loaded");
        }
        m_tried.store(true, std::memory_order_release);
    }

    std::mutex m_mutex;
    std::atomic<bool> m_tried = false;
    const shader::CompilerLibrary* m_library = nullptr;
};

const shader::CompilerLibrary* library() {
    static constinit base::PerProcess<Loader> loader;
    return loader.get().library();
}

base::Error cannotLoad() {
    return base::Error{"the compiler cannot be loaded"};
}

} // namespace

namespace shader {

bool loadCompiler() {
    (void)jit::compilerId();
    return library() != nullptr;
}

template <class Image>
base::Result<Image> compile(const ShaderSource& source,
                            const InterfaceLayout& layout,
                            Level level,
                            std::span<const StableSite> stable) {
    const CompilerLibrary* const loaded = library();
    if (!loaded) {
        return cannotLoad();
    }
    return std::get<CompileFunction<Image>*>(loaded->compile)(source, layout, level, stable);
}

template <class Image>
base::Result<Image> copy(const ShaderSource& source, const InterfaceLayout& layout, Level level) {
    const CompilerLibrary* const loaded = library();
    if (!loaded) {
        return cannotLoad();
    }
    return std::get<CopyFunction<Image>*>(loaded->copy)(source, layout, level);
}

template CompileFunction<ComputeImage> compile<ComputeImage>;
template CompileFunction<VertexImage> compile<VertexImage>;
template CompileFunction<ControlImage> compile<ControlImage>;
template CompileFunction<EvaluationImage> compile<EvaluationImage>;
template CompileFunction<GeometryImage> compile<GeometryImage>;
template CompileFunction<FragmentImage> compile<FragmentImage>;

template CopyFunction<ComputeImage> copy<ComputeImage>;
template CopyFunction<VertexImage> copy<VertexImage>;
template CopyFunction<ControlImage> copy<ControlImage>;
template CopyFunction<EvaluationImage> copy<EvaluationImage>;
template CopyFunction<GeometryImage> copy<GeometryImage>;
template CopyFunction<FragmentImage> copy<FragmentImage>;

} // namespace shader

namespace jit {

const std::vector<std::byte>& compilerId() {
    static const auto& id = *new std::vector<std::byte>(base::libraryIdOf(ownDirectory() + kFile));
    return id;
}

base::Result<Object>
specialize(const KernelName& kernel, std::span<const ArgumentPattern> state, Level level) {
    const shader::CompilerLibrary* const loaded = library();
    if (!loaded) {
        return cannotLoad();
    }
    return loaded->specialize(kernel, state, level);
}

} // namespace jit

} // namespace cpu
