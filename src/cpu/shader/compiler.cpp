// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/compiler.h"

#include "base/laps.h"
#include "base/library_use.h"
#include "cpu/jit/jit.h"
#include "cpu/jit/left_on_throw.h"
#include "cpu/jit/link_kernels.h"
#include "cpu/jit/llvm_module.h"
#include "cpu/piece/copier.h"
#include "cpu/shader/shader_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace cpu::shader {
namespace {

void checkRequirements(const Module& module) {
    for (const Instruction& i : module.instructions()) {
        if (i.op == spv::OpCapability && !supportsCapability(i[0])) {
            refuse(i, fmt::format("capability {} is not supported", i[0]));
        }
        if (i.op == spv::OpExtension && !supportsExtension(literalString(i, 0))) {
            refuse(i, fmt::format("extension {} is not supported", literalString(i, 0)));
        }
    }
}

/// `kernels`: there are calls of them.
base::Result<jit::Object> compileIr(std::unique_ptr<llvm::Module>& ir,
                                    Level level,
                                    std::span<const StableSite> stable,
                                    bool kernels) {
    const bool inlines =
        std::ranges::any_of(stable, [](const StableSite& site) { return site.ids != 0; });
    if (kernels) {
        // Those of storage images are called as they are in the library: nothing of their state is
        // known here, and they take long to compile.
        if (auto linked = jit::linkKernels(*ir, kernels::KernelFile::Maths, level); !linked) {
            return linked.error();
        }
        if (inlines) {
            if (auto linked = jit::linkKernels(*ir, kernels::KernelFile::Sample, level); !linked) {
                return linked.error();
            }
        }
    }
    // Sampling routines are left to all passes, and nobody waits for them.
    return jit::compile(
        std::move(ir), level, inlines ? jit::Optimization::Full : jit::Optimization::Quick);
}

enum class Method { Compile, Copy };

/// Workers are the second argument of all that a stage is made of.
constexpr piece::WorkCount kCount{int32_t(offsetof(WorkerData, work)), kWholeWork};

template <class Image>
base::Result<Image> makeOrThrow(const ShaderSource& source,
                                const InterfaceLayout& layout,
                                Level level,
                                std::span<const StableSite> stable,
                                Method method) {
    base::Laps laps;
    // Instructions point into the words.
    std::vector<uint32_t> words(source.spirv.begin(), source.spirv.end());
    checkRequirements(Module(words));
    if (const std::string error = validate(words); !error.empty()) {
        return base::Error{fmt::format("invalid SPIR-V: {}", error)};
    }
    laps.lap("validation");
    words = promoteVariables(std::move(words));
    laps.lap("passes");
    const Module module(words);
    const jit::LeftOnThrow<llvm::LLVMContext> context;
    context->setDiscardValueNames(true);
    const jit::LeftOnThrow<std::unique_ptr<llvm::Module>> made(jit::newModule("shader", *context));
    std::unique_ptr<llvm::Module>& ir = *made;
    Image image;
    bool kernels = false;
    try {
        ShaderTranslator translator(module, source, layout, level, stable, *ir);
        if (method == Method::Copy) {
            translator.hurry();
        }
        translator.translate(image);
        kernels = translator.needsKernels();
    } catch (const Refused& refused) { // Not through the context.
        return base::Error{refused.what()};
    }
    laps.lap("translation");
    auto object = method == Method::Copy ? piece::copyPieces(*ir, level, kCount)
                                         : compileIr(ir, level, stable, kernels);
    if (!object) {
        return object.error();
    }
    laps.lap(method == Method::Copy ? "copying" : "compiling");
    laps.log([&] { return fmt::format("SPIR-V of {} words", source.spirv.size()); });
    image.object = std::move(*object);
    image.copied = method == Method::Copy;
    return image;
}

template <class Image>
base::Result<Image> make(const ShaderSource& source,
                         const InterfaceLayout& layout,
                         Level level,
                         std::span<const StableSite> stable,
                         Method method) {
    const base::LibraryUse use;
    if (!use) {
        return base::Error{base::LibraryUse::kImpossible};
    }
    try {
        return makeOrThrow<Image>(source, layout, level, stable, method);
    } catch (const std::bad_alloc&) {
        throw; // No fault of the shader's.
    } catch (const std::exception& exception) {
        return base::Error{exception.what()};
    }
}

} // namespace

bool loadCompiler() {
    return true; // It is here.
}

template <class Image>
base::Result<Image> compile(const ShaderSource& source,
                            const InterfaceLayout& layout,
                            Level level,
                            std::span<const StableSite> stable) {
    return make<Image>(source, layout, level, stable, Method::Compile);
}

template <class Image>
base::Result<Image> copy(const ShaderSource& source, const InterfaceLayout& layout, Level level) {
    return make<Image>(source, layout, level, {}, Method::Copy);
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

} // namespace cpu::shader
