// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Player: commands with arguments found one by one.
#include "gl_player.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

namespace fuzz {

namespace {

constexpr GLenum kBgra = 0x80E1;
constexpr GLenum kDrawIndirectBinding = 0x8F43;
constexpr GLenum kDrawIndirectBuffer = 0x8F3F;

/// Of large groups those that most contexts take: drawn three times out of four.
struct Favourites {
    std::string_view group;
    std::initializer_list<GLenum> values;
};
const Favourites kFavourites[] = {
    {"TextureTarget",
     {GL_TEXTURE_2D,
      GL_TEXTURE_3D,
      GL_TEXTURE_2D_ARRAY,
      GL_TEXTURE_CUBE_MAP,
      GL_TEXTURE_BUFFER,
      GL_TEXTURE_CUBE_MAP_POSITIVE_X,
      0x0DE0 /* 1D */,
      0x84F5 /* rectangle */,
      GL_TEXTURE_2D_MULTISAMPLE,
      0x8C18 /* 1D array */,
      GL_TEXTURE_CUBE_MAP_ARRAY}},
    {"InternalFormat",
     {GL_RGBA8,
      GL_RGBA,
      GL_RGB,
      GL_RGB8,
      GL_R8,
      GL_RG16F,
      GL_RGBA32F,
      GL_RGBA16F,
      GL_R32UI,
      GL_RGBA8I,
      GL_SRGB8_ALPHA8,
      GL_RGB10_A2,
      GL_R11F_G11F_B10F,
      GL_RGB9_E5,
      GL_DEPTH_COMPONENT24,
      GL_DEPTH24_STENCIL8,
      GL_DEPTH32F_STENCIL8,
      GL_STENCIL_INDEX8,
      GL_LUMINANCE,
      GL_RGB565,
      GL_COMPRESSED_RGBA8_ETC2_EAC,
      0x83F1 /* DXT1 */,
      0x8E8C /* BPTC */}},
    {"SizedInternalFormat",
     {GL_RGBA8,
      GL_R8,
      GL_RGBA32F,
      GL_R32UI,
      GL_RG16F,
      GL_RGB10_A2,
      GL_DEPTH_COMPONENT24,
      GL_DEPTH24_STENCIL8,
      GL_RGBA8UI,
      GL_COMPRESSED_RGBA8_ETC2_EAC}},
    {"PixelFormat",
     {GL_RGBA,
      GL_RGB,
      GL_RED,
      GL_RG,
      GL_RGBA_INTEGER,
      GL_RED_INTEGER,
      GL_DEPTH_COMPONENT,
      GL_DEPTH_STENCIL,
      kBgra,
      GL_LUMINANCE,
      GL_ALPHA}},
    {"PixelType",
     {GL_UNSIGNED_BYTE,
      GL_FLOAT,
      GL_HALF_FLOAT,
      GL_UNSIGNED_INT,
      GL_INT,
      GL_SHORT,
      GL_UNSIGNED_SHORT_5_6_5,
      GL_UNSIGNED_INT_24_8,
      GL_UNSIGNED_INT_2_10_10_10_REV}},
    {"BufferTargetARB",
     {GL_ARRAY_BUFFER,
      GL_ELEMENT_ARRAY_BUFFER,
      GL_UNIFORM_BUFFER,
      GL_PIXEL_PACK_BUFFER,
      GL_PIXEL_UNPACK_BUFFER,
      GL_TRANSFORM_FEEDBACK_BUFFER,
      GL_COPY_READ_BUFFER,
      GL_COPY_WRITE_BUFFER,
      GL_TEXTURE_BUFFER,
      kDrawIndirectBuffer}},
    {"EnableCap",
     {GL_BLEND,
      GL_DEPTH_TEST,
      GL_STENCIL_TEST,
      GL_SCISSOR_TEST,
      GL_CULL_FACE,
      GL_RASTERIZER_DISCARD,
      GL_POLYGON_OFFSET_FILL,
      GL_PRIMITIVE_RESTART_FIXED_INDEX,
      0x8F9D /* primitive restart */,
      0x864F /* depth clamp */,
      GL_SAMPLE_ALPHA_TO_COVERAGE,
      0x0BF2 /* logic op */,
      0x3000 /* clip distance */,
      0x8DB9 /* sRGB */}},
    {"TextureParameterName",
     {GL_TEXTURE_MIN_FILTER,
      GL_TEXTURE_MAG_FILTER,
      GL_TEXTURE_WRAP_S,
      GL_TEXTURE_WRAP_T,
      GL_TEXTURE_BASE_LEVEL,
      GL_TEXTURE_MAX_LEVEL,
      GL_TEXTURE_COMPARE_MODE,
      GL_TEXTURE_SWIZZLE_R,
      GL_TEXTURE_BORDER_COLOR,
      GL_TEXTURE_MAX_LOD}},
    {"FramebufferAttachment",
     {GL_COLOR_ATTACHMENT0,
      GL_COLOR_ATTACHMENT1,
      GL_DEPTH_ATTACHMENT,
      GL_STENCIL_ATTACHMENT,
      GL_DEPTH_STENCIL_ATTACHMENT}},
};

constexpr GLenum kParameters[] = {GL_NEAREST,
                                  GL_LINEAR,
                                  GL_NEAREST_MIPMAP_NEAREST,
                                  GL_LINEAR_MIPMAP_LINEAR,
                                  GL_REPEAT,
                                  GL_CLAMP_TO_EDGE,
                                  GL_CLAMP_TO_BORDER,
                                  0x2900, // GL_CLAMP
                                  GL_MIRRORED_REPEAT,
                                  GL_COMPARE_REF_TO_TEXTURE,
                                  GL_NONE,
                                  GL_RED,
                                  GL_ALPHA,
                                  GL_ONE,
                                  GL_LESS};

/// Readable for as many characters as the longest `length` says.
struct Name {
    char text[4096];
};
constexpr Name kNames[] = {{"position"},
                           {"value"},
                           {"offset"},
                           {"matrix"},
                           {"image"},
                           {"list"},
                           {"list[1]"},
                           {"at"},
                           {"Block"},
                           {"color"},
                           {""},
                           {"gl_Position"},
                           {"list[99999999999]"},
                           {"no.such[0].name"},
                           {"captured"}};

bool starts(std::string_view text, std::string_view with) {
    return text.starts_with(with);
}

/// Draws what arrays hold.
bool draws(std::string_view name) {
    return starts(name, "glDraw") ? !starts(name, "glDrawBuffer")
                                  : starts(name, "glMultiDraw") || name == "glArrayElement";
}

GLint get(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

Object created(std::string_view name) {
    return name == "glCreateShader" || name == "glCreateShaderObjectARB" ? Object::Shader
           : starts(name, "glCreate")                                    ? Object::Program
           : name == "glGenLists"                                        ? Object::List
                                                                         : Object::None;
}

} // namespace

Proc procOf(std::string_view name) {
    return eglGetProcAddress(std::string(name).c_str());
}

GLenum Player::enumOf(const Group* group) {
    if (!group || m_choices.oneIn(24)) {
        return m_choices.oneIn(2) ? m_choices.below(0x9400) : m_choices.word();
    }
    if (!m_choices.oneIn(4)) {
        for (const Favourites& f : kFavourites) {
            if (f.group == group->name) {
                return m_choices.of(f.values);
            }
        }
    }
    return m_choices.of(group->values);
}

int64_t Player::integer() {
    if (!m_choices.oneIn(12)) {
        return m_choices.below(9);
    }
    return m_choices.of<int64_t>({-1,
                                  INT_MAX,
                                  INT_MIN,
                                  255,
                                  256,
                                  65535,
                                  65536,
                                  4096,
                                  16384,
                                  -4096,
                                  33,
                                  1000,
                                  0x80000000,
                                  0xffffffff,
                                  0xfffffff0});
}

int64_t Player::integerOf(const Command& command, const Parameter& parameter) {
    const std::string_view name = parameter.name;
    if (name == "param" && starts(command.name, "glPixelStore")) {
        // Memory is given for images whose rows are not much longer than they are wide.
        return m_choices.of({0, 1, 2, 4, 8, 3, 17, 64, -1});
    }
    if (name == "param" && !m_choices.oneIn(4)) {
        return kParameters[m_choices.below(std::size(kParameters))];
    }
    if (name == "timeout") {
        return m_choices.below(1000);
    }
    if (starts(command.name, "glEvalMesh")) { // As many points are asked for as are between them.
        return int64_t(m_choices.below(40)) - 8;
    }
    if (name == "mask" || name == "value") {
        return m_choices.oneIn(2) ? 0xff : m_choices.word();
    }
    if (name == "size" && m_choices.oneIn(8)) {
        return kBgra;
    }
    if (name == "obj" || name == "name" || name == "srcName" || name == "dstName" ||
        name == "containerObj") {
        return nameOf(Object(1 + m_choices.below(uint32_t(Object::Count) - 1)));
    }
    return integer();
}

int64_t Player::countOf(const Command& command, const Parameter& parameter) {
    const std::string_view name = parameter.name;
    const bool hasMemory = std::ranges::any_of(command.parameters, [&](const Parameter& p) {
        return p.count >= 0 && command.parameters[size_t(p.count)].name == name;
    });
    if (name == "width" || name == "height" || name == "depth") {
        if (!m_choices.oneIn(12)) {
            return 1 + m_choices.below(40);
        }
        if (!m_large && m_choices.oneIn(3)) {
            m_large = true;
            return m_choices.of({255, 257, 1000, 2048, 4097, 16384});
        }
        return m_choices.of({0, -1, 64, INT_MIN});
    }
    if (name == "stride") {
        return m_choices.of({0, 4, 8, 12, 16, 20, 32, 3, 7, 1, 64, 255, 2048, 2049, -1, INT_MAX});
    }
    if (draws(command.name)) {
        if (name == "count") {
            return m_choices.oneIn(16) ? -1 : int64_t(m_choices.below(600));
        }
        return m_choices.oneIn(16) ? m_choices.of({-1, 0}) : int64_t(m_choices.below(8));
    }
    if (command.name == "glCallLists") { // As many as it says are called, however many that is.
        return m_choices.oneIn(16) ? -1 : int64_t(m_choices.below(64));
    }
    if (name == "bufSize" || name == "length" || name == "imageSize") {
        return m_choices.of({0, 1, 4, 16, 64, 100, 256, 1024, 4096, -1});
    }
    if (!m_choices.oneIn(16)) {
        return m_choices.below(6);
    }
    return hasMemory ? m_choices.of({-1, 16, 100, 1000})
                     : m_choices.of({-1, 16, 33, 1000, INT_MAX, INT_MIN});
}

int64_t Player::offset() {
    if (!m_choices.oneIn(12)) {
        return m_choices.of({0, 4, 16, 64, 256, 1024, 4096, 65536, 8, 12, 1});
    }
    return m_choices.of<int64_t>({-1, -4, 3, 1 << 20, int64_t(1) << 40, INT64_MAX, INT64_MIN});
}

double Player::real() {
    if (!m_choices.oneIn(10)) {
        return (int(m_choices.below(65)) - 32) / 16.0;
    }
    return m_choices.of({0.0,
                         -0.0,
                         1e38,
                         -1e38,
                         1e-40,
                         1e300,
                         std::numeric_limits<double>::infinity(),
                         -std::numeric_limits<double>::infinity(),
                         std::nan("")});
}

GLuint Player::nameOf(Object object) {
    const std::vector<GLuint>& all = names(object);
    if (all.empty() || m_choices.oneIn(10)) {
        return m_choices.of({0u, 0u, 0u, 1u, 2u, 3u, 77u, 0xffffffffu});
    }
    // The youngest are the most likely, so that sequences go on with what they made.
    const size_t window = m_choices.oneIn(3) ? all.size() : std::min<size_t>(all.size(), 4);
    return all[all.size() - 1 - m_choices.below(uint32_t(std::min<size_t>(window, 1 << 16)))];
}

/// An offset where a buffer is bound. Client memory is given to indices alone.
const void* Player::place(const Parameter& parameter) {
    const bool indices = parameter.name == "indices";
    const GLenum binding = indices                        ? GL_ELEMENT_ARRAY_BUFFER_BINDING
                           : parameter.name == "indirect" ? kDrawIndirectBinding
                                                          : GL_ARRAY_BUFFER_BINDING;
    if (get(binding)) {
        return reinterpret_cast<const void*>(
            intptr_t(m_choices.of({0, 0, 0, 0, 4, 8, 16, 1, 2, 64, 4096, 100000, -4, INT_MAX})));
    }
    if (!indices) {
        return nullptr;
    }
    std::byte* const memory = m_memory.exactly(4096, 4);
    fill(memory, 4096, true);
    return memory;
}

const void* Player::pixels(const Command& command) {
    const bool packs = starts(command.name, "glRead") || starts(command.name, "glGet");
    if (get(packs ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING)) {
        return reinterpret_cast<const void*>(offset());
    }
    return m_choices.oneIn(6) && !packs ? nullptr : m_memory.vast() + m_choices.below(4);
}

void Player::fill(std::byte* to, size_t size_B, bool draws) {
    // Counts and indices are small where draws look at them: what is large takes its time.
    const uint32_t style = draws ? 0 : m_choices.below(4);
    const size_t chosen_B = std::min<size_t>(size_B, 64);
    for (size_t at = 0; at + 4 <= chosen_B; at += 4) {
        uint32_t word = m_choices.below(128);
        if (style == 1) {
            word = m_choices.word();
        } else if (style == 2) {
            const auto value = float(real());
            std::memcpy(&word, &value, 4);
        }
        std::memcpy(to + at, &word, 4);
    }
    for (size_t at = chosen_B / 4 * 4; at < size_B; ++at) {
        to[at] = chosen_B >= 4 ? to[at % (chosen_B / 4 * 4)] : std::byte(m_choices.below(8));
    }
}

const void* Player::input(const Command& command, const Parameter& parameter, const Value* before) {
    const bool isLength = starts(command.name, "glShaderSource") && parameter.name == "length";
    if (isLength) {
        return nullptr;
    }
    if (parameter.factor == 0) {
        fill(m_memory.vast(), 64, draws(command.name));
        return m_memory.vast();
    }
    const int64_t count = parameter.count < 0 ? 1 : int64_t(before[parameter.count].bits);
    const int64_t most = int64_t(Memory::kPiece_B / (parameter.factor * parameter.element_B));
    if (count > most) {
        return nullptr;
    }
    const size_t size_B =
        size_t(std::max<int64_t>(count, 0)) * parameter.factor * parameter.element_B;
    std::byte* const memory = m_memory.exactly(size_B, parameter.element_B);
    fill(memory, size_B, draws(command.name));
    return memory;
}

void* Player::output(const Parameter& parameter, const Value* before) {
    const int64_t count = parameter.count < 0 ? 1 : int64_t(before[parameter.count].bits);
    const size_t step_B = size_t(parameter.factor) * parameter.element_B;
    if (parameter.factor == 0 || count > int64_t(Memory::kPiece_B / step_B)) {
        return m_memory.vast();
    }
    return m_memory.exactly(size_t(std::max<int64_t>(count, 0)) * step_B, parameter.element_B);
}

Value Player::valueOf(const Command& command, const Parameter& parameter, const Value* before) {
    const auto pointer = [](const void* p) { return Value{uint64_t(uintptr_t(p)), 0}; };
    const auto many = [&] {
        const int64_t count = parameter.count < 0 ? 1 : int64_t(before[parameter.count].bits);
        return size_t(std::clamp<int64_t>(count, 0, Memory::kPiece_B / 8));
    };
    switch (parameter.kind) {
    case Kind::Integer: {
        const int64_t value = integerOf(command, parameter);
        return {uint64_t(value), double(value)};
    }
    case Kind::Count:
        return {uint64_t(countOf(command, parameter)), 0};
    case Kind::Offset:
        return {uint64_t(offset()), 0};
    case Kind::Real:
        return {0, real()};
    case Kind::Boolean:
        return {m_choices.below(2), 0};
    case Kind::Enum:
        if (m_mode && parameter.name == "mode") {
            return {*m_mode, 0};
        }
        if (m_mode && parameter.name == "type") {
            return {uint64_t(m_choices.of({GL_UNSIGNED_SHORT, GL_UNSIGNED_BYTE, GL_UNSIGNED_INT})),
                    0};
        }
        return {enumOf(parameter.group), 0};
    case Kind::Bits: {
        uint32_t bits = 0;
        if (parameter.group && !m_choices.oneIn(16)) {
            for (uint32_t i = m_choices.below(4); i > 0; --i) {
                bits |= m_choices.of(parameter.group->values);
            }
            return {bits, 0};
        }
        return {m_choices.word(), 0};
    }
    case Kind::Name:
        return {nameOf(parameter.object), 0};
    case Kind::Sync:
        return {m_syncs.empty() || m_choices.oneIn(8)
                    ? m_choices.word()
                    : m_syncs[m_choices.below(uint32_t(std::min<size_t>(m_syncs.size(), 255)))],
                0};
    case Kind::String:
        return pointer(kNames[m_choices.below(std::size(kNames))].text);
    case Kind::Strings: {
        auto* const list = reinterpret_cast<const char**>(m_memory.exactly(many() * 8, 8));
        for (size_t i = 0; i < many(); ++i) {
            list[i] = kNames[i < 16 ? m_choices.below(std::size(kNames)) : 0].text;
        }
        return pointer(list);
    }
    case Kind::Names: {
        const size_t count = parameter.count < 0 ? 1 : many();
        auto* const list = reinterpret_cast<GLuint*>(m_memory.exactly(count * 4, 4));
        for (size_t i = 0; i < count; ++i) {
            list[i] = i < 16 ? nameOf(parameter.object) : 0;
        }
        return pointer(list);
    }
    case Kind::Input:
        return pointer(input(command, parameter, before));
    case Kind::Output:
        return pointer(output(parameter, before));
    case Kind::Pixels:
        return pointer(pixels(command));
    case Kind::Place:
        return pointer(place(parameter));
    case Kind::Pointers: {
        auto* const list = reinterpret_cast<const void**>(m_memory.exactly(many() * 8, 8));
        const void* const one = place({.name = "indices"});
        std::fill_n(list, many(), one);
        return pointer(list);
    }
    }
    return {};
}

/// A draw that reads client memory reads beyond what it is given: indices are any numbers.
bool Player::readsClientMemory() const {
    if (m_contexts[m_current].dialect == Dialect::Core) {
        return false;
    }
    if (m_inside) {
        return m_inside->readsClientMemory;
    }
    const GLint attributes = get(GL_MAX_VERTEX_ATTRIBS);
    if (m_contexts[m_current].dialect == Dialect::Legacy && attributes == 0) {
        return true; // A random glBegin was taken, and there is no telling.
    }
    for (GLuint i = 0; i < GLuint(attributes); ++i) {
        GLint enabled = 0;
        GLint buffer = 0;
        glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
        glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
        if (enabled && !buffer) {
            return true;
        }
    }
    if (m_contexts[m_current].dialect == Dialect::Es3) {
        return false;
    }
    constexpr GLenum kArrays[][2] = {{0x8074, 0x8896},  // Vertices and their binding, …
                                     {0x8075, 0x8897},  // normals,
                                     {0x8076, 0x8898},  // colors,
                                     {0x8077, 0x8899},  // color indices,
                                     {0x8079, 0x889B},  // edge flags,
                                     {0x8B9C, 0x8B9F},  // point sizes,
                                     {0x8457, 0x889D},  // fog coordinates,
                                     {0x845E, 0x889C}}; // secondary colors.
    for (const auto& [array, binding] : kArrays) {
        if (glIsEnabled(array) && !get(binding)) {
            return true;
        }
    }
    // Texture coordinates of all units: what is enabled is not told apart.
    const GLint unit = get(0x84E1);
    bool reads = false;
    for (GLenum i = 0; i < 8; ++i) {
        invokeGl("glClientActiveTexture", GLenum(GL_TEXTURE0 + i));
        reads |= glIsEnabled(0x8078) && !get(0x889A);
    }
    invokeGl("glClientActiveTexture", GLenum(unit));
    return reads;
}

bool Player::listIsOpen() const {
    constexpr GLenum kListIndex = 0x0B33;
    return m_inside ? m_inside->listIsOpen : get(kListIndex) || get(GL_MAX_VERTEX_ATTRIBS) == 0;
}

/// Commands in buffers draw little: any number would take for ever.
void Player::tameIndirectBuffer() {
    GLint size_B = 0;
    glGetBufferParameteriv(kDrawIndirectBuffer, GL_BUFFER_SIZE, &size_B);
    const size_t tame_B = std::min<size_t>(size_t(std::max(size_B, 0)), Memory::kPiece_B);
    std::byte* const words = m_memory.exactly(tame_B, 4);
    fill(words, tame_B, true);
    glBufferSubData(kDrawIndirectBuffer, 0, GLsizeiptr(tame_B), words);
}

/// What is asked for stays within memory and time that the test has.
bool Player::isSafe(const Command& command) {
    if (starts(command.name, "glCallList")) {
        return !listIsOpen(); // Lists that call each other would never end.
    }
    if (!draws(command.name)) {
        return true;
    }
    if (command.name.find("Indirect") != std::string_view::npos) {
        if (!get(kDrawIndirectBinding)) {
            return m_contexts[m_current].dialect == Dialect::Core;
        }
        tameIndirectBuffer();
    }
    return !readsClientMemory();
}

void Player::log(const Command& command, const Value* arguments) const {
    std::string line(command.name);
    for (size_t i = 0; i < command.parameters.size(); ++i) {
        char text[64];
        if (command.parameters[i].kind == Kind::Real) {
            std::snprintf(text, sizeof text, " %g", arguments[i].real);
        } else {
            std::snprintf(
                text, sizeof text, " %#llx", static_cast<unsigned long long>(arguments[i].bits));
        }
        line += text;
    }
    std::fprintf(stderr, "%zu: %s\n", m_current, line.c_str());
}

/// Keeps what was made, and forgets half of what is gone.
void Player::note(const Command& command, const Value* arguments, uint64_t result) {
    if (const Object object = created(command.name); object != Object::None && result) {
        names(object).push_back(GLuint(result));
    }
    if (command.name == "glFenceSync" && result) {
        m_syncs.push_back(result);
    }
    if (starts(command.name, "glMapBufferRange") && result &&
        (arguments[3].bits & GL_MAP_WRITE_BIT)) {
        std::memset(reinterpret_cast<void*>(uintptr_t(result)), 1, size_t(arguments[2].bits));
    }
    for (size_t i = 0; i < command.parameters.size(); ++i) {
        const Parameter& p = command.parameters[i];
        if (p.kind == Kind::Output && p.object != Object::None && starts(command.name, "glGen")) {
            const int64_t count = int64_t(arguments[p.count].bits);
            const auto* made = reinterpret_cast<const GLuint*>(uintptr_t(arguments[i].bits));
            for (int64_t n = 0; n < std::min<int64_t>(count, 64); ++n) {
                names(p.object).push_back(made[n]);
            }
        }
        if (starts(command.name, "glDelete") && p.object != Object::None && m_choices.oneIn(2)) {
            if (p.kind == Kind::Name) {
                std::erase(names(p.object), GLuint(arguments[i].bits));
            } else if (p.kind == Kind::Names && int64_t(arguments[p.count].bits) > 0) {
                std::erase(names(p.object),
                           *reinterpret_cast<const GLuint*>(uintptr_t(arguments[i].bits)));
            }
        }
    }
}

const Command& Player::anyCommand() {
    return commands()[m_choices.below(uint32_t(commands().size()))];
}

void Player::callNamed(std::string_view name) {
    const auto command = std::ranges::find(commands(), name, &Command::name);
    if (command != commands().end()) {
        call(*command);
    }
}

void Player::call(const Command& command) {
    const Proc proc = procOf(command.name);
    if (!proc || !isSafe(command)) {
        return;
    }
    m_large = false;
    // Counts first: what is pointed to is as long as they say.
    std::array<Value, 16> arguments;
    const auto find = [&](bool counted) {
        for (size_t i = 0; i < command.parameters.size(); ++i) {
            const Parameter& p = command.parameters[i];
            if ((p.kind >= Kind::Strings) == counted) {
                arguments[i] = valueOf(command, p, arguments.data());
            }
        }
    };
    find(false);
    find(true);
    if (m_logs) {
        log(command, arguments.data());
    }
    note(command, arguments.data(), command.invoke(proc, arguments.data()));
    const GLenum error = glGetError();
    if (m_logs && error) {
        std::fprintf(stderr, "    %#x\n", error);
    }
    m_wasLost |= error == GL_CONTEXT_LOST;
}

} // namespace fuzz
