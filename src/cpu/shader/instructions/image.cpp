// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Storage images, texel buffers and queries. What is not bound reads as zeros and has no size.
#include "cpu/shader/instructions/image_operands.h"
#include "cpu/shader/instructions/lane_loop.h"
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Intrinsics.h>

#include <utility>

namespace cpu::shader {
namespace {

struct Image {
    Translator::Descriptor descriptor;
    const Type& type;
    bool isBuffer() const { return type.dim == spv::DimBuffer; }
};

Image imageOf(Translator& t, Id id) {
    const Translator::Descriptor descriptor = t.imageDescriptor(id);
    const Type& type = t.type(descriptor.imageType);
    coordinateAxes(type); // Refuses dimensions that are not supported.
    return {descriptor, type};
}

std::vector<llvm::Type*> texelTypes(Translator& t) {
    return {4, t.floatLanes()};
}

// ---- Texel buffers

struct BufferView {
    llvm::Value* viewId;
    llvm::Value* base;
    llvm::Value* elementCount;
};

BufferView bufferView(Translator& t, llvm::Value* descriptor) {
    auto& ir = t.ir();
    return {loadConstant(t, ir.getInt32Ty(), descriptor, offsetof(TexelBufferDescriptor, viewId)),
            loadConstant(t, ir.getPtrTy(), descriptor, offsetof(TexelBufferDescriptor, base)),
            loadConstant(
                t, ir.getInt32Ty(), descriptor, offsetof(TexelBufferDescriptor, elementCount))};
}

/// Reads and writes go to a buffer alone that is bound.
llvm::Value* isBound(Translator& t, const BufferView& view) {
    return t.ir().CreateIsNotNull(view.base);
}

Value loadBuffer(Translator& t, const Image& image, Id coordinate) {
    auto& ir = t.ir();
    llvm::Value* index = integerCoordinates(t, coordinate, 1)[0];
    auto* type = llvm::FunctionType::get(
        texelType(t),
        {ir.getInt32Ty(), ir.getPtrTy(), ir.getInt32Ty(), ir.getInt32Ty(), t.intLanes()},
        false);
    return forEachDescriptor(
        t, image.descriptor, nullptr, texelTypes(t), [&](const DescriptorGroup& group) {
            const BufferView view = bufferView(t, group.image);
            return onlyIf(t, isBound(t, view), [&] {
                return texelParts(
                    t,
                    readRegcall(t,
                                t.kernel("buffer_load", type),
                                {view.viewId, view.base, view.elementCount, group.bits, index}));
            });
        });
}

void storeBuffer(Translator& t, const Image& image, Id coordinate, const Value& texel) {
    auto& ir = t.ir();
    llvm::Value* index = integerCoordinates(t, coordinate, 1)[0];
    std::vector<llvm::Type*> types{
        ir.getInt32Ty(), ir.getPtrTy(), ir.getInt32Ty(), ir.getInt32Ty(), t.intLanes()};
    types.insert(types.end(), 4, t.floatLanes());
    auto* type = llvm::FunctionType::get(ir.getVoidTy(), types, false);
    const auto store = [&](const DescriptorGroup& group) -> Value {
        const BufferView view = bufferView(t, group.image);
        onlyIf(t, isBound(t, view), [&]() -> Value {
            Value args{view.viewId, view.base, view.elementCount, group.bits, index};
            args.insert(args.end(), texel.begin(), texel.end());
            callRegcall(t, t.kernel("buffer_store", type), args);
            return {};
        });
        return {};
    };
    forEachDescriptor(t, image.descriptor, nullptr, {}, store, Access::Write);
}

// ---- Storage images

std::vector<llvm::Type*> imageTypes(Translator& t) {
    std::vector<llvm::Type*> types{t.ir().getInt32Ty(), t.ir().getPtrTy(), t.ir().getInt32Ty()};
    types.insert(types.end(), 5, t.intLanes());
    return types;
}

Value imageArgs(Translator& t,
                const DescriptorGroup& group,
                llvm::Value* data,
                const TexelPlace& place) {
    llvm::Value* viewId =
        loadConstant(t, t.ir().getInt32Ty(), group.image, offsetof(ImageDescriptor, viewId));
    return {viewId, data, group.bits, place.x, place.y, place.z, place.layer, place.sample};
}

llvm::Value* imageData(Translator& t, llvm::Value* descriptor) {
    return loadConstant(t, t.ir().getPtrTy(), descriptor, offsetof(ImageDescriptor, image));
}

Value loadImage(Translator& t, const Image& image, Id coordinate, const ImageOperands& operands) {
    const TexelPlace place = texelPlace(t, image.type, coordinate, operands.sample);
    auto* type = llvm::FunctionType::get(texelType(t), imageTypes(t), false);
    return forEachDescriptor(
        t, image.descriptor, nullptr, texelTypes(t), [&](const DescriptorGroup& group) {
            llvm::Value* data = imageData(t, group.image);
            return onlyIf(t, t.ir().CreateIsNotNull(data), [&] {
                return texelParts(
                    t,
                    callRegcall(t, t.kernel("image_load", type), imageArgs(t, group, data, place)));
            });
        });
}

void storeImage(Translator& t,
                const Image& image,
                Id coordinate,
                const ImageOperands& operands,
                const Value& texel) {
    const TexelPlace place = texelPlace(t, image.type, coordinate, operands.sample);
    std::vector<llvm::Type*> types = imageTypes(t);
    types.insert(types.end(), 4, t.floatLanes());
    auto* type = llvm::FunctionType::get(t.ir().getVoidTy(), types, false);
    const auto store = [&](const DescriptorGroup& group) -> Value {
        llvm::Value* data = imageData(t, group.image);
        onlyIf(t, t.ir().CreateIsNotNull(data), [&]() -> Value {
            Value args = imageArgs(t, group, data, place);
            args.insert(args.end(), texel.begin(), texel.end());
            callRegcall(t, t.kernel("image_store", type), args);
            return {};
        });
        return {};
    };
    forEachDescriptor(t, image.descriptor, nullptr, {}, store, Access::Write);
}

void read(Translator& t, const Instruction& i) {
    const Image image = imageOf(t, i[0]);
    const ImageOperands operands = ImageOperands::of(i, 2);
    if (image.type.sampled != 2) {
        refuse(i, "not a storage image");
    }
    defineTexel(
        t, i, image.isBuffer() ? loadBuffer(t, image, i[1]) : loadImage(t, image, i[1], operands));
}

void write(Translator& t, const Instruction& i) {
    const Image image = imageOf(t, i[0]);
    const Value texel = channelsOf(t, i[2]);
    const ImageOperands operands = ImageOperands::of(i, 3);
    if (image.type.sampled != 2) {
        refuse(i, "not a storage image");
    }
    if (image.isBuffer()) {
        storeBuffer(t, image, i[1], texel);
    } else {
        storeImage(t, image, i[1], operands, texel);
    }
}

// ---- Queries

/// A lane's number of ImageData, and of one of its levels where `level` is given.
llvm::Value* number(Translator& t, llvm::Value* data, size_t offset_B, llvm::Value* level) {
    auto& ir = t.ir();
    if (!level) {
        return t.splat(loadConstant(t, ir.getInt32Ty(), data, offset_B));
    }
    llvm::Value* base = ir.CreateConstGEP1_64(ir.getInt8Ty(), data, offset_B);
    llvm::Value* offset = ir.CreateZExt(ir.CreateMul(level, t.splat(uint32_t(sizeof(LevelData)))),
                                        t.intLanes()->getWithNewBitWidth(64));
    llvm::Value* addresses = ir.CreateGEP(ir.getInt8Ty(), base, offset);
    return ir.CreateMaskedGather(t.intLanes(), addresses, llvm::Align(4));
}

/// Width, height, depth or layers: what the result has room for.
Value sizeOf(Translator& t, const Type& image, llvm::Value* data, llvm::Value* level) {
    auto& ir = t.ir();
    const size_t first = offsetof(ImageData, levels);
    const bool cube = image.dim == spv::DimCube;
    const uint32_t axes = cube ? 2 : coordinateAxes(image);
    if (level) {
        llvm::Value* count = number(t, data, offsetof(ImageData, levelCount), nullptr);
        llvm::Value* last = ir.CreateSub(count, t.splat(1u));
        level = ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, level, last);
    }
    Value size{number(t, data, first + offsetof(LevelData, width_px), level)};
    if (axes > 1) {
        size.push_back(number(t, data, first + offsetof(LevelData, height_px), level));
    }
    if (axes > 2) {
        size.push_back(number(t, data, first + offsetof(LevelData, depth_px), level));
    }
    if (image.arrayed) {
        llvm::Value* layers = number(t, data, offsetof(ImageData, layerCount), nullptr);
        size.push_back(cube ? ir.CreateUDiv(layers, t.splat(6u)) : layers);
    }
    return size;
}

void query(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Image image = imageOf(t, i[0]);
    const Type& result = componentwiseResult(t, i);
    if (!isInteger(result) || result.width != 32) {
        refuse(i, "wrong result type");
    }
    llvm::Value* level = nullptr;
    if (i.op == spv::OpImageQuerySizeLod) {
        level = integerCoordinates(t, i[1], 1)[0];
    }
    if (image.isBuffer()) {
        if (i.op != spv::OpImageQuerySize || result.scalars != 1) {
            refuse(i, "not a question to a buffer");
        }
        t.define(i.result,
                 forEachDescriptor(t,
                                   image.descriptor,
                                   nullptr,
                                   {t.intLanes()},
                                   [&](const DescriptorGroup& group) -> Value {
                                       return {t.splat(bufferView(t, group.image).elementCount)};
                                   }));
        return;
    }
    const bool size = i.op == spv::OpImageQuerySize || i.op == spv::OpImageQuerySizeLod;
    const uint32_t count =
        size
            ? (image.type.dim == spv::DimCube ? 2 : coordinateAxes(image.type)) + image.type.arrayed
            : 1;
    if (result.scalars != count) {
        refuse(i, "wrong result type");
    }
    const auto ask = [&](llvm::Value* data) -> Value {
        switch (i.op) {
        case spv::OpImageQueryLevels:
            return {number(t, data, offsetof(ImageData, levelCount), nullptr)};
        case spv::OpImageQuerySamples:
            return {number(t, data, offsetof(ImageData, sampleCount), nullptr)};
        default:
            return sizeOf(t, image.type, data, level);
        }
    };
    t.define(i.result,
             forEachDescriptor(t,
                               image.descriptor,
                               nullptr,
                               std::vector<llvm::Type*>(count, t.intLanes()),
                               [&](const DescriptorGroup& group) {
                                   llvm::Value* data = imageData(t, group.image);
                                   return onlyIf(
                                       t, ir.CreateIsNotNull(data), [&] { return ask(data); });
                               }));
}

} // namespace

bool translateImage(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpImageRead:
        read(t, i);
        return true;
    case spv::OpImageWrite:
        write(t, i);
        return true;
    case spv::OpImageQuerySizeLod:
    case spv::OpImageQuerySize:
    case spv::OpImageQueryLevels:
    case spv::OpImageQuerySamples:
        query(t, i);
        return true;
    case spv::OpImageFetch: {
        const Image image = imageOf(t, i[0]);
        if (!image.isBuffer()) {
            return false; // A texel of an image is sampled.
        }
        defineTexel(t, i, loadBuffer(t, image, i[1]));
        return true;
    }
    default:
        return false;
    }
}

} // namespace cpu::shader
