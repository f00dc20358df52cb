// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// In the driver these stand for the compiler's own functions: they load it when it is needed first.

#include "cpu/shader/compiler_library.h"

#include "base/library_id.h"
#include "base/log.h"
#include "cpu/jit/compiler_id.h"

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

const shader::CompilerLibrary* openLibrary() {
    void* const handle = dlopen((ownDirectory() + kFile).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        base::logError(
            "the CPU device has no compiler: {} (programs that give up the right to open "
            "files set the option preload)",
            dlerror());
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
