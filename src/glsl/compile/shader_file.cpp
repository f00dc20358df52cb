// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/shader_file.h"

#include "glsl/interface/archive.h"
#include "glsl/interface/interface.h"

#include "spirv/text.h"

namespace glsl {

// Not in an unnamed namespace: lists find these by their arguments.

template <class Archive>
void transfer(Archive& archive, Qualifiers& qualifiers) {
    transferAll(archive,
                qualifiers.location,
                qualifiers.invariant,
                qualifiers.flat,
                qualifiers.noperspective,
                qualifiers.centroid,
                qualifiers.sample,
                qualifiers.patch);
}

template <class Archive>
void transfer(Archive& archive, Type& type);
template <class Archive>
void transfer(Archive& archive, Type::Member& member);
template <class Archive>
void transfer(Archive& archive, Global& global);
template <class Archive>
void transfer(Archive& archive, SubroutineFunction& function);
template <class Archive>
void transfer(Archive& archive, SubroutineVariable& variable);

template <class Archive>
void transfer(Archive& archive, Type& type) {
    archive.descend();
    transferAll(archive,
                type.glType,
                type.structName,
                type.members,
                type.dims,
                type.implicitSize,
                type.precision);
    archive.ascend();
}

template <class Archive>
void transfer(Archive& archive, Type::Member& member) {
    transferAll(archive,
                member.name,
                member.type,
                member.qualifiers,
                member.offset_B,
                member.arrayStride_B,
                member.matrixStride_B,
                member.rowMajor);
}

template <class Archive>
void transfer(Archive& archive, SubroutineFunction& function) {
    transferAll(archive, function.name, function.index, function.types);
}

template <class Archive>
void transfer(Archive& archive, SubroutineVariable& variable) {
    transferAll(archive,
                variable.name,
                variable.type,
                variable.location,
                variable.arraySize,
                variable.isArray);
}

template <class Archive>
void transfer(Archive& archive, BuiltinUse& use) {
    transferAll(archive,
                use.redeclaresIn,
                use.redeclaresOut,
                use.members,
                use.readsIn,
                use.usesFragCoord,
                use.redeclaresFragCoord,
                use.originUpperLeft,
                use.pixelCenterInteger,
                use.colors,
                use.usesFragDepth,
                use.redeclaresFragDepth,
                use.depthLayout);
}

template <class Archive>
void transfer(Archive& archive, Global& global) {
    transferAll(archive,
                static_cast<Qualifiers&>(global),
                global.name,
                global.storage,
                global.type,
                global.isBlock,
                global.instanceName,
                global.blockSize_B,
                global.packing,
                global.binding,
                global.index,
                global.stream,
                global.initialValue);
}

// All but the options, which whoever reads has.
template <class Archive>
void transfer(Archive& archive, ShaderInterface& shader) {
    transferAll(archive,
                shader.ok,
                shader.log,
                shader.version,
                shader.es,
                shader.hasMain,
                shader.linkError,
                shader.needsPartner,
                shader.globals,
                shader.initializers,
                shader.usedInputs,
                shader.hidden,
                shader.hoisted,
                shader.namedUniforms,
                shader.geometry,
                shader.tessellation,
                shader.subroutines,
                shader.subroutineVariables,
                shader.placesOutputs,
                shader.writesPointSize,
                shader.usesClipDistance,
                shader.writesPosition,
                shader.invariantAll,
                shader.invariantBuiltins,
                shader.builtins,
                shader.rewritten,
                shader.spirv);
}

std::vector<std::byte> writeShader(const CompiledShader& shader) {
    ShaderInterface copy = shader.interface();
    Writer writer;
    transfer(writer, copy);
    return writer.take();
}

std::shared_ptr<const CompiledShader> readShader(const CompileOptions& options,
                                                 std::span<const std::byte> bytes) {
    auto shader = std::make_unique<ShaderInterface>();
    Reader reader(bytes);
    transfer(reader, *shader);
    if (!reader.complete() ||
        (!shader->spirv.empty() && !spirv::validateUnlinked(shader->spirv).empty())) {
        return nullptr;
    }
    shader->options = effective(options);
    return std::make_shared<const CompiledShader>(std::move(shader));
}

} // namespace glsl
