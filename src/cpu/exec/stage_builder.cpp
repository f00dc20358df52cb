// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/stage_builder.h"

#include "cpu/exec/stage_file.h"
#include "cpu/exec/stage_images.h"
#include "cpu/jit/kernel_library.h"

#include <link.h>

#include <cstring>

namespace cpu::exec {

namespace {

/// The linker's hash of the library that this code is part of, so that code compiled by another
/// build of the compiler is not taken for this one's. Empty: it was linked without.
std::vector<std::byte> libraryId() {
    std::vector<std::byte> id;
    dl_iterate_phdr(
        [](dl_phdr_info* object, size_t, void* out) {
            const auto self = reinterpret_cast<uintptr_t>(&libraryId);
            const std::span segments(object->dlpi_phdr, object->dlpi_phnum);
            bool ours = false;
            for (const auto& segment : segments) {
                const uintptr_t start = object->dlpi_addr + segment.p_vaddr;
                ours |=
                    segment.p_type == PT_LOAD && self >= start && self - start < segment.p_memsz;
            }
            if (!ours) {
                return 0;
            }
            for (const auto& segment : segments) {
                if (segment.p_type != PT_NOTE) {
                    continue;
                }
                const auto* notes =
                    reinterpret_cast<const std::byte*>(object->dlpi_addr + segment.p_vaddr);
                const size_t size_B = segment.p_memsz;
                const size_t align_B = segment.p_align == 8 ? 8 : 4;
                const auto padded = [&](size_t at) { return (at + align_B - 1) & ~(align_B - 1); };
                for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size_B;) {
                    ElfW(Nhdr) note;
                    std::memcpy(&note, notes + at, sizeof note);
                    const size_t name = at + sizeof note;
                    const size_t value = padded(name + note.n_namesz);
                    if (value + note.n_descsz > size_B) {
                        break;
                    }
                    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
                        std::memcmp(notes + name, "GNU", 4) == 0) {
                        static_cast<std::vector<std::byte>*>(out)->assign(
                            notes + value, notes + value + note.n_descsz);
                        return 1;
                    }
                    at = padded(value + note.n_descsz);
                }
            }
            return 1;
        },
        &id);
    return id;
}

void addBinding(store::KeyBuilder& builder, const shader::Binding& binding) {
    const uint32_t words[] = {binding.set,
                              binding.binding,
                              uint32_t(binding.kind),
                              binding.count,
                              binding.offset_B,
                              uint32_t(binding.firstDynamic),
                              binding.immutableSamplers ? 1u : 0u,
                              binding.variableCount,
                              binding.partiallyBound};
    builder.add(std::as_bytes(std::span(words)));
    for (uint32_t i = 0; binding.immutableSamplers && i < binding.count; ++i) {
        const SamplerData& sampler = *binding.immutableSamplers[i];
        builder.add(std::as_bytes(std::span(&sampler, 1)));
    }
}

/// Of this process, whatever its devices, and until it ends. The disk may be switched off or full.
StageImages& compiledHere() {
    static auto* const images = new StageImages(uint64_t(32) << 20);
    return *images;
}

} // namespace

base::Hash128 codeBuildId() {
    static const base::Hash128 id = store::KeyBuilder("cpu-stage-2")
                                        .add(libraryId())
                                        .add(jit::generatorName())
                                        .addValue(jit::buildHash())
                                        .addValue(shader::kAbiVersion)
                                        .finish();
    return id;
}

template <typename Stage>
store::Key StageBuilder<Stage>::key(const StageSource& source,
                                    std::span<const shader::StableSite> stable) const {
    store::KeyBuilder builder("cpu-stage-2");
    builder.add(std::string_view(Stage::kName))
        .addValue(codeBuildId())
        .addValue(uint32_t(m_level))
        .add(std::as_bytes(std::span(source.spirv)))
        .add(source.entryPoint)
        .addValue(uint32_t(source.robustBuffers));
    builder.addValue(uint64_t(source.specialization.size()));
    for (const shader::SpecializationEntry& entry : source.specialization) {
        builder.addValue(entry);
    }
    builder.add(source.specializationData);
    builder.addValue(uint64_t(source.layout.bindings.size()));
    for (const shader::Binding& binding : source.layout.bindings) {
        addBinding(builder, binding);
    }
    for (const shader::StableSite& site : stable) {
        builder.addValue(site.site).addValue(site.ids);
    }
    return builder.finish();
}

template <typename Stage>
typename StageBuilder<Stage>::Image StageBuilder<Stage>::find(const store::Key& key) const {
    if (auto image = compiledHere().find<typename Stage::Image>(key)) {
        return image;
    }
    const auto bytes = m_store.get(key);
    auto kept = bytes ? readStage<typename Stage::Image>(*bytes) : std::nullopt;
    if (!kept) {
        return nullptr;
    }
    auto image = std::make_shared<const typename Stage::Image>(std::move(*kept));
    compiledHere().insert(key, image);
    return image;
}

template <typename Stage>
base::Result<typename StageBuilder<Stage>::Image>
StageBuilder<Stage>::compile(const StageSource& source,
                             const store::Key& key,
                             std::span<const shader::StableSite> stable) const {
    auto compiled = Stage::kCompile(source.view(), source.layout, m_level, stable);
    if (!compiled) {
        return compiled.error();
    }
    m_store.put(key, writeStage(*compiled));
    auto image = std::make_shared<const typename Stage::Image>(std::move(*compiled));
    compiledHere().insert(key, image);
    return Image(std::move(image));
}

template class StageBuilder<ComputeStage>;
template class StageBuilder<VertexStage>;
template class StageBuilder<FragmentStage>;

} // namespace cpu::exec
