// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A sampling instruction is a call of the routine that its slot names: one 64-bit compare of the
// descriptor's ids with those the slot was filled for. docs/sampling-routines.md tells the rest.
// Where the ids are known to be stable, the kernel itself is inlined behind a compare of its own.
#include "cpu/abi/shader.h"
#include "cpu/shader/instructions/image_operands.h"
#include "cpu/shader/instructions/lane_loop.h"
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/MDBuilder.h>

#include <array>
#include <optional>
#include <utility>

namespace cpu::shader {
namespace {

/// The vectors of the kernel's signature (cpu/kernels/sample.h), in its order.
enum Argument {
    kU,
    kV,
    kW,
    kLayer,
    kReference,
    kLod,
    kDudx,
    kDvdx,
    kDwdx,
    kDudy,
    kDvdy,
    kDwdy,
    kOffsetU,
    kOffsetV,
    kOffsetW,
    kArguments
};

/// What an opcode says.
struct Form {
    SampleMethod method;
    bool reference = false;
    bool projective = false;
    bool explicitLod = false;
};

std::optional<Form> formOf(spv::Op op) {
    constexpr SampleMethod kImplicit = SampleMethod::Implicit;
    switch (op) {
    case spv::OpImageSampleImplicitLod:
        return Form{kImplicit};
    case spv::OpImageSampleExplicitLod:
        return Form{kImplicit, false, false, true};
    case spv::OpImageSampleDrefImplicitLod:
        return Form{kImplicit, true};
    case spv::OpImageSampleDrefExplicitLod:
        return Form{kImplicit, true, false, true};
    case spv::OpImageSampleProjImplicitLod:
        return Form{kImplicit, false, true};
    case spv::OpImageSampleProjExplicitLod:
        return Form{kImplicit, false, true, true};
    case spv::OpImageSampleProjDrefImplicitLod:
        return Form{kImplicit, true, true};
    case spv::OpImageSampleProjDrefExplicitLod:
        return Form{kImplicit, true, true, true};
    case spv::OpImageFetch:
        return Form{SampleMethod::Fetch};
    case spv::OpImageGather:
        return Form{SampleMethod::Gather};
    case spv::OpImageDrefGather:
        return Form{SampleMethod::Gather, true};
    case spv::OpImageQueryLod:
        return Form{SampleMethod::QueryLod};
    default:
        return std::nullopt;
    }
}

/// Everything the call needs but the descriptors.
struct Sample {
    SampleOp op;
    std::array<llvm::Value*, kArguments> arguments;
    uint32_t site;
    uint64_t stableIds;
};

class Instance {
public:
    Instance(Translator& t, const Instruction& i, Form form, const Type& image)
        : t(t), i(i), m_form(form), m_image(image) {
        m_arguments.fill(t.splat(0.0f));
        m_arguments[kOffsetU] = m_arguments[kOffsetV] = m_arguments[kOffsetW] = t.splat(0u);
        const bool third = form.reference || form.method == SampleMethod::Gather;
        m_operands = ImageOperands::of(i, third ? 3 : 2);
        coordinates();
        details();
        offset();
    }

    Sample sample() {
        const SampleOp op = SampleOp::make(m_form.method,
                                           m_form.reference,
                                           m_operands.bias != 0,
                                           m_operands.offset != 0 || m_operands.constOffsets != 0,
                                           m_operands.minLod != 0,
                                           m_component,
                                           m_sampleIndex,
                                           m_gatherLod);
        const uint32_t site = t.addSampleSite(op);
        return {op, m_arguments, site, t.stableIds(site)};
    }

    bool fourOffsets() const { return m_operands.constOffsets != 0; }

    /// Offsets of texel k of a gather with ConstOffsets.
    void setOffset(Sample& sample, size_t k) const {
        const Value all = t.value(m_operands.constOffsets);
        const uint32_t axes = offsetAxes();
        if (all.size() != 4 * axes) {
            refuse(i, "wrong offsets");
        }
        for (uint32_t axis = 0; axis < axes; ++axis) {
            if (all[k * axes + axis]->getType() != t.intLanes()) {
                refuse(i, "wrong offsets");
            }
            sample.arguments[kOffsetU + axis] = all[k * axes + axis];
        }
    }

private:
    void coordinates() {
        const uint32_t axes = coordinateAxes(m_image);
        // Queries of the LOD take no layer.
        const bool layered = m_image.arrayed && m_form.method != SampleMethod::QueryLod;
        if (m_form.projective && (layered || m_image.dim == spv::DimCube)) {
            refuse(i, "no projection onto arrays or cubes");
        }
        const size_t count = axes + layered + m_form.projective;
        Value at;
        if (m_form.method == SampleMethod::Fetch) {
            if (m_image.dim == spv::DimCube) {
                refuse(i, "no texels of cubes");
            }
            at = integerCoordinates(t, i[1], count);
            for (llvm::Value*& x : at) {
                x = asFloat(x);
            }
        } else {
            at = floatsOf(t, i[1], count);
        }
        if (m_form.reference) {
            m_arguments[kReference] = floatsOf(t, i[2], 1)[0];
        }
        if (m_form.projective) {
            llvm::Value* q = at[axes];
            for (uint32_t axis = 0; axis < axes; ++axis) {
                at[axis] = t.ir().CreateFDiv(at[axis], q);
            }
            m_arguments[kReference] = t.ir().CreateFDiv(m_arguments[kReference], q);
        }
        for (uint32_t axis = 0; axis < axes; ++axis) {
            m_arguments[kU + axis] = at[axis];
        }
        if (layered) {
            m_arguments[kLayer] = at[axes];
        }
    }

    void details() {
        if (m_form.explicitLod) {
            m_form.method = m_operands.gradX ? SampleMethod::Grad : SampleMethod::Lod;
            if (!m_operands.gradX && !m_operands.lod) {
                refuse(i, "neither a LOD nor gradients");
            }
        }
        if (m_form.method == SampleMethod::Fetch) {
            fetchDetails();
            return;
        }
        if (m_operands.sample || (m_image.multisampled)) {
            refuse(i, "samples are fetched alone");
        }
        if (m_form.method == SampleMethod::Grad) {
            gradients();
        } else if (m_operands.gradX) {
            refuse(i, "gradients do not belong here");
        }
        if (m_form.method == SampleMethod::Gather) {
            m_component = m_form.reference ? 0 : gatherComponent();
            m_gatherLod = m_operands.lod != 0;
        }
        if (m_operands.bias && m_form.method != SampleMethod::Implicit) {
            refuse(i, "a bias does not belong here");
        }
        if (m_operands.lod && m_form.method != SampleMethod::Lod && !m_gatherLod) {
            refuse(i, "a LOD does not belong here");
        }
        if (const Id lod = m_operands.bias ? m_operands.bias : m_operands.lod) {
            m_arguments[kLod] = floatsOf(t, lod, 1)[0];
        }
        if (m_operands.minLod) {
            m_arguments[m_form.method == SampleMethod::Grad ? kLod : kDudx] =
                floatsOf(t, m_operands.minLod, 1)[0];
        }
    }

    void fetchDetails() {
        if (m_operands.bias || m_operands.gradX || m_operands.minLod) {
            refuse(i, "no LOD but a level's number belongs here");
        }
        if (m_operands.lod) {
            m_arguments[kLod] = asFloat(integerCoordinates(t, m_operands.lod, 1)[0]);
        }
        if (m_operands.sample) {
            m_arguments[kDvdx] = asFloat(integerCoordinates(t, m_operands.sample, 1)[0]);
            m_sampleIndex = true;
        }
    }

    void gradients() {
        const uint32_t axes = coordinateAxes(m_image);
        const Value x = floatsOf(t, m_operands.gradX, axes);
        const Value y = floatsOf(t, m_operands.gradY, axes);
        for (uint32_t axis = 0; axis < axes; ++axis) {
            m_arguments[kDudx + axis] = x[axis];
            m_arguments[kDudy + axis] = y[axis];
        }
    }

    uint32_t gatherComponent() {
        uint64_t component;
        if (!t.constant(i[2], component) || component > 3) {
            refuse(i, "the component is no constant from 0 to 3");
        }
        return uint32_t(component);
    }

    uint32_t offsetAxes() const {
        if (m_image.dim == spv::DimCube) {
            refuse(i, "no offsets of cubes");
        }
        return coordinateAxes(m_image);
    }

    void offset() {
        if (m_operands.constOffsets && m_form.method != SampleMethod::Gather) {
            refuse(i, "four offsets belong to gathers");
        }
        if (!m_operands.offset) {
            return;
        }
        const Value at = integerCoordinates(t, m_operands.offset, offsetAxes());
        for (size_t axis = 0; axis < at.size(); ++axis) {
            m_arguments[kOffsetU + axis] = at[axis];
        }
    }

    llvm::Value* asFloat(llvm::Value* x) { return t.ir().CreateBitCast(x, t.floatLanes()); }

    Translator& t;
    const Instruction& i;
    Form m_form;
    const Type& m_image;
    ImageOperands m_operands;
    std::array<llvm::Value*, kArguments> m_arguments;
    uint32_t m_component = 0;
    bool m_sampleIndex = false;
    bool m_gatherLod = false;
};

// ---- The call

llvm::FunctionType* routineType(Translator& t) {
    auto& ir = t.ir();
    std::vector<llvm::Type*> types{
        ir.getInt64Ty(), ir.getInt32Ty(), ir.getPtrTy(), ir.getPtrTy(), ir.getInt32Ty()};
    types.insert(types.end(), kOffsetU, t.floatLanes());
    types.insert(types.end(), kArguments - kOffsetU, t.intLanes());
    return llvm::FunctionType::get(texelType(t), types, false);
}

/// What a group of lanes samples.
struct Resources {
    llvm::Value* ids;
    llvm::Value* image;   ///< const ImageData*
    llvm::Value* sampler; ///< const SamplerData*
};

/// `combined`: both descriptors are one, whose ids are one word. Fetches have no sampler.
Resources resourcesOf(Translator& t, const DescriptorGroup& group, bool combined) {
    auto& ir = t.ir();
    llvm::Type* word = ir.getInt32Ty();
    llvm::Type* ids = ir.getInt64Ty();
    Resources resources;
    resources.image = loadConstant(t, ir.getPtrTy(), group.image, offsetof(ImageDescriptor, image));
    if (!group.sampler) {
        resources.sampler = llvm::ConstantPointerNull::get(ir.getPtrTy());
        resources.ids = ir.CreateZExt(
            loadConstant(t, word, group.image, offsetof(ImageDescriptor, viewId)), ids);
        return resources;
    }
    resources.sampler =
        loadConstant(t, ir.getPtrTy(), group.sampler, offsetof(ImageDescriptor, sampler));
    if (combined) {
        resources.ids = loadConstant(t, ids, group.image, offsetof(ImageDescriptor, viewId));
        return resources;
    }
    llvm::Value* view = loadConstant(t, word, group.image, offsetof(ImageDescriptor, viewId));
    llvm::Value* sampler =
        loadConstant(t, word, group.sampler, offsetof(ImageDescriptor, samplerId));
    resources.ids = ir.CreateOr(ir.CreateZExt(view, ids),
                                ir.CreateShl(ir.CreateZExt(sampler, ids), uint64_t(32)));
    return resources;
}

/// Neither half is zero: a view, and a sampler where there has to be one.
llvm::Value* isBound(Translator& t, llvm::Value* ids, bool fetch) {
    auto& ir = t.ir();
    llvm::Value* view = ir.CreateIsNotNull(ir.CreateTrunc(ids, ir.getInt32Ty()));
    return fetch ? view : ir.CreateAnd(view, ir.CreateICmpUGE(ids, ir.getInt64(uint64_t(1) << 32)));
}

class Call {
public:
    Call(Translator& t, const Sample& sample, const Resources& resources, llvm::Value* bits)
        : t(t), m_sample(sample), m_resources(resources), m_bits(bits), m_done(block("sampled")) {}

    Value emit() {
        if (m_sample.stableIds) {
            inlined();
        }
        throughSlot();
        auto& ir = t.ir();
        ir.SetInsertPoint(m_done);
        Value channels;
        for (size_t k = 0; k < 4; ++k) {
            llvm::PHINode* channel = ir.CreatePHI(t.floatLanes(), unsigned(m_results.size()));
            for (const auto& [texel, from] : m_results) {
                channel->addIncoming(texel[k], from);
            }
            channels.push_back(channel);
        }
        return channels;
    }

private:
    llvm::BasicBlock* block(const char* name) {
        return llvm::BasicBlock::Create(
            t.module().getContext(), name, t.ir().GetInsertBlock()->getParent());
    }

    llvm::MDNode* likely() {
        return llvm::MDBuilder(t.module().getContext()).createBranchWeights(2000, 1);
    }

    void finish(Value texel) {
        m_results.emplace_back(std::move(texel), t.ir().GetInsertBlock());
        t.ir().CreateBr(m_done);
    }

    Value call(llvm::FunctionCallee routine, llvm::Value* ids) {
        Value args{
            ids, t.ir().getInt32(m_sample.op.bits), m_resources.image, m_resources.sampler, m_bits};
        args.insert(args.end(), m_sample.arguments.begin(), m_sample.arguments.end());
        return texelParts(t, readRegcall(t, routine, args));
    }

    void inlined() {
        auto& ir = t.ir();
        llvm::BasicBlock* stable = block("stable");
        llvm::BasicBlock* other = block("other");
        llvm::Value* ids = ir.getInt64(m_sample.stableIds);
        ir.CreateCondBr(ir.CreateICmpEQ(m_resources.ids, ids), stable, other, likely());
        ir.SetInsertPoint(stable);
        finish(call(t.kernel("sample", routineType(t)), ids));
        ir.SetInsertPoint(other);
    }

    void throughSlot() {
        auto& ir = t.ir();
        llvm::Value* slots =
            loadConstant(t, ir.getPtrTy(), t.workerPointer(), offsetof(WorkerData, slots));
        llvm::Value* slot =
            ir.CreateConstGEP1_64(ir.getInt8Ty(), slots, m_sample.site * sizeof(Slot));
        llvm::BasicBlock* hit = block("hit");
        llvm::BasicBlock* miss = block("miss");
        llvm::BasicBlock* resolve = block("resolve");
        llvm::BasicBlock* unbound = block("unbound");
        llvm::Value* filled = loadMember(t, ir.getInt64Ty(), slot, offsetof(Slot, ids));
        ir.CreateCondBr(ir.CreateICmpEQ(filled, m_resources.ids), hit, miss, likely());

        ir.SetInsertPoint(miss);
        const bool fetch = m_sample.op.method() == SampleMethod::Fetch;
        ir.CreateCondBr(isBound(t, m_resources.ids, fetch), resolve, unbound);

        ir.SetInsertPoint(resolve);
        ir.CreateCall(resolver(),
                      {t.workerPointer(), slot, m_resources.ids, ir.getInt32(m_sample.op.bits)});
        ir.CreateBr(hit);

        ir.SetInsertPoint(unbound);
        finish(Value(4, t.splat(0.0f)));

        ir.SetInsertPoint(hit);
        llvm::Value* routine = loadMember(t, ir.getPtrTy(), slot, offsetof(Slot, routine));
        llvm::LoadInst* function = ir.CreateAlignedLoad(ir.getPtrTy(), routine, llvm::Align(8));
        function->setAtomic(llvm::AtomicOrdering::Monotonic);
        finish(call({routineType(t), function}, m_resources.ids));
    }

    llvm::FunctionCallee resolver() {
        auto& ir = t.ir();
        llvm::Type* pointer = ir.getPtrTy();
        return t.module().getOrInsertFunction("glissade_resolve_routine",
                                              ir.getVoidTy(),
                                              pointer,
                                              pointer,
                                              ir.getInt64Ty(),
                                              ir.getInt32Ty());
    }

    Translator& t;
    const Sample& m_sample;
    const Resources& m_resources;
    llvm::Value* m_bits;
    llvm::BasicBlock* m_done;
    std::vector<std::pair<Value, llvm::BasicBlock*>> m_results;
};

/// True where the operand was loaded as a combined image sampler: one descriptor for both.
bool isCombined(Translator& t, Id sampledImage) {
    return t.definition(sampledImage).op == spv::OpLoad;
}

Value sampleOnce(Translator& t,
                 const Sample& sample,
                 const Translator::Descriptor& image,
                 const Translator::Descriptor* sampler,
                 bool combined) {
    const std::vector<llvm::Type*> types(4, t.floatLanes());
    return forEachDescriptor(t, image, sampler, types, [&](const DescriptorGroup& group) {
        const Resources resources = resourcesOf(t, group, combined);
        return Call(t, sample, resources, group.bits).emit();
    });
}

} // namespace

Value fetchTexel(Translator& t,
                 const Translator::Descriptor& image,
                 const Value& at,
                 llvm::Value* sampleIndex) {
    Sample sample;
    sample.op =
        SampleOp::make(SampleMethod::Fetch, false, false, false, false, 0, sampleIndex, false);
    sample.arguments.fill(t.splat(0.0f));
    sample.arguments[kOffsetU] = sample.arguments[kOffsetV] = sample.arguments[kOffsetW] =
        t.splat(0u);
    const auto set = [&](Argument argument, llvm::Value* lanes) {
        sample.arguments[argument] = t.ir().CreateBitCast(lanes, t.floatLanes());
    };
    set(kU, at.at(0));
    set(kV, at.at(1));
    set(kLayer, at.at(2));
    if (sampleIndex) {
        set(kDvdx, sampleIndex);
    }
    sample.site = t.addSampleSite(sample.op);
    sample.stableIds = t.stableIds(sample.site);
    return sampleOnce(t, sample, image, nullptr, false);
}

bool translateSampling(Translator& t, const Instruction& i) {
    const std::optional<Form> form = formOf(i.op);
    if (!form) {
        return false;
    }
    const bool fetch = form->method == SampleMethod::Fetch;
    const bool combined = !fetch && isCombined(t, i[0]);
    const Translator::Descriptor image = t.imageDescriptor(i[0]);
    Translator::Descriptor sampler = image;
    if (!fetch && !combined) {
        sampler = t.samplerDescriptor(i[0]);
    }
    const Type& type = t.type(image.imageType);
    if (type.dim == spv::DimBuffer || type.sampled == 2) {
        refuse(i, "not an image to sample");
    }
    Instance instance(t, i, *form, type);
    Sample sample = instance.sample();
    const Translator::Descriptor* used = fetch ? nullptr : &sampler;
    if (!instance.fourOffsets()) {
        defineTexel(t, i, sampleOnce(t, sample, image, used, combined));
        return true;
    }
    // Each gather contributes the texel at its own offset, which is the last of the four.
    Value texels;
    for (size_t k = 0; k < 4; ++k) {
        instance.setOffset(sample, k);
        texels.push_back(sampleOnce(t, sample, image, used, combined)[3]);
    }
    defineTexel(t, i, texels);
    return true;
}

} // namespace cpu::shader
