// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// In the driver these stand for the compiler's own functions: they load it when it is needed first.

#include "cpu/shader/compiler_library.h"

#include "base/library_id.h"
#include "base/log.h"
#include "cpu/jit/compiler_id.h"

#include <string>

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

const shader::CompilerLibrary* openLibrary() {
    void* const handle = dlopen((ownDirectory() + kFile).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        base::logError("the CPU device has no compiler: {}", dlerror());
        return nullptr;
    }
    const auto function = reinterpret_cast<shader::CompilerLibraryFunction>(
        dlsym(handle, shader::kCompilerLibraryFunction));
    const shader::CompilerLibrary* const found = function ? function() : nullptr;
    if (!found || found->build != shader::compilerBuild()) {
        base::logError("the CPU device has no compiler: {} is of another build", kFile);
        return nullptr;
    }
    return found;
}

const shader::CompilerLibrary* library() {
    static const shader::CompilerLibrary* const opened = openLibrary();
    return opened;
}

/// Calls a function of the library.
template <auto Function, class... Args>
auto call(Args&&... args)
    -> decltype((std::declval<shader::CompilerLibrary>().*Function)(std::forward<Args>(args)...)) {
    const shader::CompilerLibrary* const loaded = library();
    if (!loaded) {
        return base::Error{"the compiler cannot be loaded"};
    }
    return (loaded->*Function)(std::forward<Args>(args)...);
}

} // namespace

namespace shader {

base::Result<ComputeImage> compileCompute(const ShaderSource& source,
                                          const InterfaceLayout& layout,
                                          Level level,
                                          std::span<const StableSite> stable) {
    return call<&CompilerLibrary::compileCompute>(source, layout, level, stable);
}

base::Result<VertexImage> compileVertex(const ShaderSource& source,
                                        const InterfaceLayout& layout,
                                        Level level,
                                        std::span<const StableSite> stable) {
    return call<&CompilerLibrary::compileVertex>(source, layout, level, stable);
}

base::Result<ControlImage> compileControl(const ShaderSource& source,
                                          const InterfaceLayout& layout,
                                          Level level,
                                          std::span<const StableSite> stable) {
    return call<&CompilerLibrary::compileControl>(source, layout, level, stable);
}

base::Result<EvaluationImage> compileEvaluation(const ShaderSource& source,
                                                const InterfaceLayout& layout,
                                                Level level,
                                                std::span<const StableSite> stable) {
    return call<&CompilerLibrary::compileEvaluation>(source, layout, level, stable);
}

base::Result<GeometryImage> compileGeometry(const ShaderSource& source,
                                            const InterfaceLayout& layout,
                                            Level level,
                                            std::span<const StableSite> stable) {
    return call<&CompilerLibrary::compileGeometry>(source, layout, level, stable);
}

base::Result<FragmentImage> compileFragment(const ShaderSource& source,
                                            const InterfaceLayout& layout,
                                            Level level,
                                            std::span<const StableSite> stable) {
    return call<&CompilerLibrary::compileFragment>(source, layout, level, stable);
}

} // namespace shader

namespace jit {

const std::vector<std::byte>& compilerId() {
    static const auto& id = *new std::vector<std::byte>(base::libraryIdOf(ownDirectory() + kFile));
    return id;
}

base::Result<Object>
specialize(const KernelName& kernel, std::span<const ArgumentPattern> state, Level level) {
    return call<&shader::CompilerLibrary::specialize>(kernel, state, level);
}

} // namespace jit

} // namespace cpu
