// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glPushAttrib, glPushClientAttrib (GL 4.6 compatibility profile section 21.6). What belongs to a
// group is in the table of context/attribute_groups.h; what is bound is here.
#include "gl/context/attribute_stacks.h"
#include "gl/commands/texture/texture_commands.h"
#include "gl/context/context.h"

#include <algorithm>

namespace gl {

namespace {

SavedTextures::Parameters parametersOf(Texture& texture) {
    return {.texture = &texture,
            .sampler = texture.parameters(),
            .baseLevel = texture.baseLevel(),
            .maxLevel = texture.maxLevel(),
            .depthTextureMode = texture.depthTextureMode(),
            .depthStencilMode = texture.depthStencilMode(),
            .swizzle = texture.swizzle(),
            .generateMipmap = texture.generateMipmapOnChange(),
            .priority = texture.priority()};
}

/// Calls the setter where the value is another one: setters note a change.
template <class Get, class Set, class Value>
void setWhereOther(Texture& texture, Get get, Set set, const Value& value) {
    if (!((texture.*get)() == value)) {
        (texture.*set)(value);
    }
}

void restoreParameters(Context& context, const SavedTextures::Parameters& saved) {
    Texture& texture = *saved.texture;
    const uint64_t before = texture.version();
    setWhereOther(texture, &Texture::parameters, &Texture::setParameters, saved.sampler);
    if (texture.baseLevel() != saved.baseLevel || texture.maxLevel() != saved.maxLevel) {
        texture.setLevels(saved.baseLevel, saved.maxLevel);
    }
    setWhereOther(
        texture, &Texture::depthTextureMode, &Texture::setDepthTextureMode, saved.depthTextureMode);
    setWhereOther(
        texture, &Texture::depthStencilMode, &Texture::setDepthStencilMode, saved.depthStencilMode);
    setWhereOther(texture, &Texture::swizzle, &Texture::setSwizzle, saved.swizzle);
    texture.setGenerateMipmapOnChange(saved.generateMipmap);
    texture.setPriority(saved.priority);
    if (texture.version() != before) {
        context.dirty().set(Dirty::Textures);
        context.noteSharedChange();
    }
}

std::unique_ptr<SavedTextures> saveTextures(Context& context) {
    auto saved = std::make_unique<SavedTextures>();
    const auto keepParameters = [&](Texture& texture) {
        if (std::ranges::none_of(saved->parameters,
                                 [&](const auto& p) { return p.texture == &texture; })) {
            saved->parameters.push_back(parametersOf(texture));
        }
    };
    const State& state = context.state();
    const auto& defaults = context.objects().defaultTextures;
    for (size_t unit = 0; unit < saved->units.size(); ++unit) {
        const TextureUnit& of = state.textureUnits[unit];
        for (size_t type = 0; type < of.bound.size(); ++type) {
            if (!(of.bound[type] == defaults[type])) {
                saved->bindings.push_back({unit, type, of.bound[type]});
                keepParameters(*of.bound[type]);
            }
        }
        saved->units[unit] = {of.sampler, of.lodBias};
    }
    for (const Ref<Texture>& texture : defaults) {
        keepParameters(*texture);
    }
    return saved;
}

bool stillNamed(Context& context, const Texture& texture) {
    return texture.name() == 0 || context.group().textures.find(texture.name()) == &texture;
}

void bindTo(Context& context, size_t unit, size_t type, const Ref<Texture>& texture) {
    Ref<Texture>& bound = context.state().textureUnits[unit].bound[type];
    if (!(bound == texture)) {
        bound = texture;
        context.dirty().setUnit(unit);
    }
}

void restoreTextures(Context& context, const SavedTextures& saved) {
    const auto& defaults = context.objects().defaultTextures;
    auto binding = saved.bindings.begin();
    for (size_t unit = 0; unit < saved.units.size(); ++unit) {
        TextureUnit& of = context.state().textureUnits[unit];
        for (size_t type = 0; type < of.bound.size(); ++type) {
            Ref<Texture> texture = defaults[type];
            if (binding != saved.bindings.end() && binding->unit == unit && binding->type == type) {
                // Those that were deleted meanwhile have no name to be bound by.
                texture = stillNamed(context, *binding->texture) ? binding->texture : texture;
                ++binding;
            }
            bindTo(context, unit, type, texture);
        }
        const SavedTextures::Unit& was = saved.units[unit];
        if (!(of.sampler == was.sampler) || of.lodBias != was.lodBias) {
            of.sampler = was.sampler;
            of.lodBias = was.lodBias;
            context.dirty().setUnit(unit);
        }
    }
    for (const SavedTextures::Parameters& parameters : saved.parameters) {
        if (stillNamed(context, *parameters.texture)) {
            restoreParameters(context, parameters);
        }
    }
}

} // namespace

void Context::pushAttrib(GLbitfield mask) {
    if (!m_attributeStacks) {
        return setError(GL_INVALID_OPERATION, "the context has no attribute stacks");
    }
    auto& stack = m_attributeStacks->server;
    if (stack.size() == kAttributeStackDepth) {
        return setError(GL_STACK_OVERFLOW, "{} groups of attributes were pushed", stack.size());
    }
    AttributeLevel level(stateParts(), mask);
    if (mask & GL_TEXTURE_BIT) {
        level.textures = saveTextures(*this);
    }
    if (mask & GL_COLOR_BUFFER_BIT) {
        level.drawFramebuffer = m_objects.drawFramebuffer;
        level.drawBuffers = m_state.drawFramebuffer->drawBufferNames;
    }
    if (mask & GL_PIXEL_MODE_BIT) {
        level.readFramebuffer = m_objects.readFramebuffer;
        level.readBuffer = m_state.readFramebuffer->readBufferName;
    }
    stack.push_back(std::move(level));
}

void Context::popAttrib() {
    if (!m_attributeStacks || m_attributeStacks->server.empty()) {
        return setError(m_attributeStacks ? GL_STACK_UNDERFLOW : GL_INVALID_OPERATION,
                        "no attributes were pushed");
    }
    const AttributeLevel level = std::move(m_attributeStacks->server.back());
    m_attributeStacks->server.pop_back();
    restoreAttributes(level.saved);
    if (level.textures) {
        restoreTextures(*this, *level.textures);
    }
    if (level.drawFramebuffer && level.drawFramebuffer == m_objects.drawFramebuffer &&
        level.drawBuffers != level.drawFramebuffer->drawBufferNames) {
        const auto& names = level.drawBuffers;
        const bool one = std::all_of(
            names.begin() + 1, names.end(), [](GLenum name) { return name == GL_NONE; });
        setDrawBuffers(std::span(names).first(one ? 1 : size_t(caps().maxDrawBuffers)), !one);
    }
    if (level.readFramebuffer && level.readFramebuffer == m_objects.readFramebuffer &&
        level.readBuffer != level.readFramebuffer->readBufferName) {
        readBuffer(level.readBuffer);
    }
}

void Context::pushClientAttrib(GLbitfield mask) {
    if (!m_attributeStacks) {
        return setError(GL_INVALID_OPERATION, "the context has no attribute stacks");
    }
    auto& stack = m_attributeStacks->client;
    if (stack.size() == kAttributeStackDepth) {
        return setError(GL_STACK_OVERFLOW, "{} groups of client state were pushed", stack.size());
    }
    ClientAttributeLevel level;
    if (mask & GL_CLIENT_PIXEL_STORE_BIT) {
        level.pixelStore = {.pack = m_client.pack,
                            .unpack = m_client.unpack,
                            .packBuffer = m_objects.pixelPackBuffer,
                            .unpackBuffer = m_objects.pixelUnpackBuffer};
    }
    if (mask & GL_CLIENT_VERTEX_ARRAY_BIT) {
        VertexArray& bound = *m_objects.vertexArray;
        level.arrays = std::make_unique<ClientAttributeLevel::Arrays>(ClientAttributeLevel::Arrays{
            .vertexArray = m_objects.vertexArray,
            .state = bound.state,
            .bindings = bound.bindings ? std::optional(*bound.bindings) : std::nullopt,
            .arrayBuffer = m_objects.arrayBuffer,
            .clientActiveTexture = m_compat->clientActiveTexture,
            .primitiveRestart = m_state.primitiveRestart,
            .primitiveRestartFixed = m_state.primitiveRestartFixed,
            .restartIndex = m_state.restartIndex});
    }
    stack.push_back(std::move(level));
}

void Context::restoreClientArrays(const ClientAttributeLevel& level) {
    const ClientAttributeLevel::Arrays& saved = *level.arrays;
    m_objects.arrayBuffer = saved.arrayBuffer;
    m_compat->clientActiveTexture = saved.clientActiveTexture;
    m_state.primitiveRestart = saved.primitiveRestart;
    m_state.primitiveRestartFixed = saved.primitiveRestartFixed;
    m_state.restartIndex = saved.restartIndex;
    const GLuint name = saved.vertexArray->name();
    if (name != 0 && m_objects.vertexArrays.find(name) != saved.vertexArray.get()) {
        return; // It was deleted.
    }
    bindVertexArray(name);
    VertexArray& bound = *m_objects.vertexArray;
    bound.state = saved.state;
    bound.bindings = saved.bindings ? std::make_unique<VertexBindings>(*saved.bindings) : nullptr;
    m_dirty.set(Dirty::VertexBuffers);
    recheck(kRecheckArrays);
}

void Context::popClientAttrib() {
    if (!m_attributeStacks || m_attributeStacks->client.empty()) {
        return setError(m_attributeStacks ? GL_STACK_UNDERFLOW : GL_INVALID_OPERATION,
                        "no client state was pushed");
    }
    const ClientAttributeLevel level = std::move(m_attributeStacks->client.back());
    m_attributeStacks->client.pop_back();
    if (level.pixelStore) {
        const ClientAttributeLevel::PixelStore& saved = *level.pixelStore;
        m_client.pack = saved.pack;
        m_client.unpack = saved.unpack;
        m_objects.pixelPackBuffer = saved.packBuffer;
        m_objects.pixelUnpackBuffer = saved.unpackBuffer;
    }
    if (level.arrays) {
        restoreClientArrays(level);
    }
}

} // namespace gl
