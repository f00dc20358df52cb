// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A library to preload into a program of piglit: it draws by shaders what the program draws by
// fixed function, as far as that is textures and their environments (GL 2.1 sections 3.8.13
// and 3.8.14). A draw without a program gets one that is written for the state of the texture
// units; a draw with one stays as it is.
//
// Switches of texture units and texture environments are kept here and never reach the driver. One
// context is assumed. What else fixed function can do is refused with a line on stderr, and such a
// draw is left to the driver. That an incomplete texture turns its unit off is not imitated.
//
// piglit takes its entry points from glXGetProcAddressARB, whatever makes its contexts.

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <optional>
#include <string>

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

constexpr int kUnits = 8;

// --- The driver

template <class Function>
Function* nextSymbol(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

using Proc = void (*)();

Proc procAddress(const char* name) {
    static auto* next = nextSymbol<Proc(const GLubyte*)>("glXGetProcAddressARB");
    return next(reinterpret_cast<const GLubyte*>(name));
}

struct Driver {
#define ENTRY(name)                                                                                \
    decltype(::gl##name)* name = reinterpret_cast<decltype(name)>(procAddress("gl" #name))
    ENTRY(ActiveTexture);
    ENTRY(AttachShader);
    ENTRY(Begin);
    ENTRY(CompileShader);
    ENTRY(CreateProgram);
    ENTRY(CreateShader);
    ENTRY(Disable);
    ENTRY(DrawArrays);
    ENTRY(DrawElements);
    ENTRY(Enable);
    ENTRY(End);
    ENTRY(GetIntegerv);
    ENTRY(GetProgramInfoLog);
    ENTRY(GetProgramiv);
    ENTRY(GetSamplerParameteriv);
    ENTRY(GetTexLevelParameteriv);
    ENTRY(GetTexParameteriv);
    ENTRY(GetUniformLocation);
    ENTRY(IsEnabled);
    ENTRY(LinkProgram);
    ENTRY(ShaderSource);
    ENTRY(TexEnvfv);
    ENTRY(Uniform1i);
    ENTRY(Uniform4fv);
    ENTRY(UseProgram);
#undef ENTRY

    GLint integer(GLenum name) const {
        GLint value = 0;
        GetIntegerv(name, &value);
        return value;
    }
};

/// Made at the first call, when there is a context.
const Driver& driver() {
    static const Driver made;
    return made;
}

// --- Texture units

struct Target {
    GLenum name;
    GLenum image; ///< Whose levels tell the format.
    GLenum binding;
    const char* sampler;
    const char* lookup;
    const char* shadowLookup; ///< Null: there is none in GLSL 1.20.
    const char* coordinate;
};

/// Where several are on, the last of these is used.
constexpr Target kTargets[] = {
    {GL_TEXTURE_1D,
     GL_TEXTURE_1D,
     GL_TEXTURE_BINDING_1D,
     "1D",
     "texture1DProj",
     "shadow1DProj",
     ""},
    {GL_TEXTURE_2D,
     GL_TEXTURE_2D,
     GL_TEXTURE_BINDING_2D,
     "2D",
     "texture2DProj",
     "shadow2DProj",
     ""},
    {GL_TEXTURE_RECTANGLE,
     GL_TEXTURE_RECTANGLE,
     GL_TEXTURE_BINDING_RECTANGLE,
     "2DRect",
     "texture2DRectProj",
     "shadow2DRectProj",
     ""},
    {GL_TEXTURE_3D, GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, "3D", "texture3DProj", nullptr, ""},
    {GL_TEXTURE_CUBE_MAP,
     GL_TEXTURE_CUBE_MAP_POSITIVE_X,
     GL_TEXTURE_BINDING_CUBE_MAP,
     "Cube",
     "textureCube",
     nullptr,
     ".xyz"},
};

struct Combiner {
    GLenum function = GL_MODULATE;
    std::array<GLenum, 3> sources{GL_TEXTURE, GL_PREVIOUS, GL_CONSTANT};
    std::array<GLenum, 3> operands;
    int scale = 1;
};

struct Unit {
    std::array<bool, std::size(kTargets)> enabled{};
    GLenum mode = GL_MODULATE;
    std::array<float, 4> color{};
    Combiner rgb{.operands = {GL_SRC_COLOR, GL_SRC_COLOR, GL_SRC_ALPHA}};
    Combiner alpha{.operands = {GL_SRC_ALPHA, GL_SRC_ALPHA, GL_SRC_ALPHA}};

    const Target* target() const {
        for (size_t i = std::size(kTargets); i-- > 0;) {
            if (enabled[i]) {
                return &kTargets[i];
            }
        }
        return nullptr;
    }
};

std::array<Unit, kUnits> g_units;

/// Null: the active unit has no fixed function.
Unit* activeUnit() {
    const int unit = driver().integer(GL_ACTIVE_TEXTURE) - GL_TEXTURE0;
    return unit < kUnits ? &g_units[size_t(unit)] : nullptr;
}

bool* textureSwitch(GLenum capability) {
    for (size_t i = 0; i < std::size(kTargets); ++i) {
        if (kTargets[i].name == capability) {
            Unit* unit = activeUnit();
            return unit ? &unit->enabled[i] : nullptr;
        }
    }
    return nullptr;
}

/// What a unit's texture gives, by its base internal format (table 3.19).
struct Texture {
    const Target* target;
    bool shadow = false;
    bool color = true;
    bool alpha = true;
    bool intensity = false;
};

Texture textureOf(const Target& target) {
    const Driver& gl = driver();
    GLint level = 0;
    gl.GetTexParameteriv(target.name, GL_TEXTURE_BASE_LEVEL, &level);
    const auto size = [&](GLenum name) {
        GLint bits = 0;
        gl.GetTexLevelParameteriv(target.image, level, name, &bits);
        return bits > 0;
    };
    Texture texture{&target};
    if (size(GL_TEXTURE_DEPTH_SIZE)) {
        GLint compare = 0;
        GLint mode = 0;
        gl.GetTexParameteriv(target.name, GL_TEXTURE_COMPARE_MODE, &compare);
        gl.GetTexParameteriv(target.name, GL_DEPTH_TEXTURE_MODE, &mode);
        if (gl.GetSamplerParameteriv) {
            if (const GLint sampler = gl.integer(GL_SAMPLER_BINDING)) {
                gl.GetSamplerParameteriv(GLuint(sampler), GL_TEXTURE_COMPARE_MODE, &compare);
            }
        }
        texture.shadow = compare == GL_COMPARE_R_TO_TEXTURE;
        texture.intensity = mode == GL_INTENSITY;
        texture.color = mode != GL_ALPHA;
        texture.alpha = mode == GL_ALPHA || mode == GL_INTENSITY;
        return texture;
    }
    texture.intensity = size(GL_TEXTURE_INTENSITY_SIZE);
    texture.alpha = texture.intensity || size(GL_TEXTURE_ALPHA_SIZE);
    texture.color =
        texture.intensity || size(GL_TEXTURE_LUMINANCE_SIZE) || size(GL_TEXTURE_RED_SIZE);
    return texture;
}

// --- The program of a state

struct Step {
    std::string rgb;
    std::string alpha;
};

/// Tables 3.20 and 3.21, as GLSL of `previous`, the texture's `t` and the unit's constant `c`.
std::optional<Step>
simpleStep(GLenum mode, const Texture& texture, const std::string& t, const std::string& c) {
    Step step{"previous.rgb", texture.alpha ? "previous.a * " + t + ".a" : "previous.a"};
    const std::string intensityOf = texture.intensity ? t + ".a" : "";
    switch (mode) {
    case GL_REPLACE:
        step.alpha = texture.alpha ? t + ".a" : "previous.a";
        step.rgb = texture.color ? t + ".rgb" : step.rgb;
        return step;
    case GL_MODULATE:
        step.rgb += texture.color ? " * " + t + ".rgb" : "";
        return step;
    case GL_DECAL:
        step.rgb = texture.alpha ? "mix(previous.rgb, " + t + ".rgb, " + t + ".a)" : t + ".rgb";
        step.alpha = "previous.a";
        return step;
    case GL_BLEND:
        step.rgb = texture.color ? "mix(previous.rgb, " + c + ".rgb, " + t + ".rgb)" : step.rgb;
        step.alpha = texture.intensity ? "mix(previous.a, " + c + ".a, " + t + ".a)" : step.alpha;
        return step;
    case GL_ADD:
        step.rgb += texture.color ? " + " + t + ".rgb" : "";
        step.alpha = texture.intensity ? "previous.a + " + t + ".a" : step.alpha;
        return step;
    default:
        return std::nullopt;
    }
}

std::string combinerSource(GLenum source, size_t unit) {
    switch (source) {
    case GL_PRIMARY_COLOR:
        return "gl_Color";
    case GL_PREVIOUS:
        return "previous";
    case GL_CONSTANT:
        return "constants[" + std::to_string(unit) + "]";
    case GL_TEXTURE:
        return "texel" + std::to_string(unit);
    default:
        return "texel" + std::to_string(source - GL_TEXTURE0);
    }
}

std::string combinerArgument(const Combiner& combiner, size_t argument, size_t unit, bool alpha) {
    const std::string source = combinerSource(combiner.sources[argument], unit);
    const GLenum operand = combiner.operands[argument];
    const bool ofAlpha = operand == GL_SRC_ALPHA || operand == GL_ONE_MINUS_SRC_ALPHA;
    const bool oneMinus = operand == GL_ONE_MINUS_SRC_COLOR || operand == GL_ONE_MINUS_SRC_ALPHA;
    const std::string value = source + (alpha ? ".a" : ofAlpha ? ".aaa" : ".rgb");
    return oneMinus ? "(1.0 - " + value + ")" : value;
}

/// Table 3.22.
std::string combined(const Combiner& combiner, size_t unit, bool alpha) {
    const std::string a0 = combinerArgument(combiner, 0, unit, alpha);
    const std::string a1 = combinerArgument(combiner, 1, unit, alpha);
    const std::string a2 = combinerArgument(combiner, 2, unit, alpha);
    const auto function = [&]() -> std::string {
        switch (combiner.function) {
        case GL_REPLACE:
            return a0;
        case GL_ADD:
            return a0 + " + " + a1;
        case GL_ADD_SIGNED:
            return a0 + " + " + a1 + " - 0.5";
        case GL_INTERPOLATE:
            return a0 + " * " + a2 + " + " + a1 + " * (1.0 - " + a2 + ")";
        case GL_SUBTRACT:
            return a0 + " - " + a1;
        case GL_DOT3_RGB:
        case GL_DOT3_RGBA:
            return "vec3(4.0 * dot(" + a0 + " - 0.5, " + a1 + " - 0.5))";
        default:
            return a0 + " * " + a1;
        }
    };
    return "(" + function() + ") * " + std::to_string(combiner.scale) + ".0";
}

Step combinedStep(const Unit& unit, size_t number) {
    Step step{combined(unit.rgb, number, false), combined(unit.alpha, number, true)};
    if (unit.rgb.function == GL_DOT3_RGBA) {
        step.alpha = "(" + step.rgb + ").x";
    }
    return step;
}

/// Null: the unit's texture is not looked up.
std::array<const Target*, kUnits> enabledTargets() {
    std::array<const Target*, kUnits> targets;
    for (size_t i = 0; i < kUnits; ++i) {
        targets[i] = g_units[i].target();
    }
    return targets;
}

std::string vertexSource(const std::array<const Target*, kUnits>& targets) {
    std::string text = "#version 120\nvoid main() {\n    gl_Position = ftransform();\n"
                       "    gl_FrontColor = gl_Color;\n    gl_BackColor = gl_Color;\n";
    for (size_t i = 0; i < kUnits; ++i) {
        const std::string unit = std::to_string(i);
        if (targets[i]) {
            text += "    gl_TexCoord[" + unit + "] = gl_TextureMatrix[" + unit +
                    "] * gl_MultiTexCoord" + unit + ";\n";
        }
    }
    return text + "}\n";
}

/// Empty: the state is beyond what is served.
std::string fragmentSource(const std::array<const Target*, kUnits>& targets) {
    const Driver& gl = driver();
    const GLint active = gl.integer(GL_ACTIVE_TEXTURE);
    std::string head = "#version 120\n#extension GL_ARB_texture_rectangle : enable\n"
                       "uniform vec4 constants[" +
                       std::to_string(kUnits) + "];\n";
    std::string lookups;
    std::string steps;
    bool served = true;
    for (size_t i = 0; i < kUnits; ++i) {
        if (!targets[i]) {
            continue;
        }
        const std::string unit = std::to_string(i);
        gl.ActiveTexture(GLenum(GL_TEXTURE0 + i));
        const Texture texture = textureOf(*targets[i]);
        const bool shadow = texture.shadow && targets[i]->shadowLookup;
        head += std::string("uniform sampler") + targets[i]->sampler + (shadow ? "Shadow" : "") +
                " unit" + unit + ";\n";
        lookups += "    vec4 texel" + unit + " = " +
                   (shadow ? targets[i]->shadowLookup : targets[i]->lookup) + "(unit" + unit +
                   ", gl_TexCoord[" + unit + "]" + targets[i]->coordinate + ");\n";
        const std::optional<Step> step =
            g_units[i].mode == GL_COMBINE
                ? combinedStep(g_units[i], i)
                : simpleStep(g_units[i].mode, texture, "texel" + unit, "constants[" + unit + "]");
        served = served && step;
        if (step) {
            steps +=
                "    previous = clamp(vec4(" + step->rgb + ", " + step->alpha + "), 0.0, 1.0);\n";
        }
    }
    gl.ActiveTexture(GLenum(active));
    return served ? head + "void main() {\n    vec4 previous = gl_Color;\n" + lookups + steps +
                        "    gl_FragColor = previous;\n}\n"
                  : "";
}

/// 0 and a line on stderr: it does not build.
GLuint build(const std::string& vertex, const std::string& fragment) {
    const Driver& gl = driver();
    const GLuint program = gl.CreateProgram();
    for (const auto& [stage, text] :
         {std::pair(GL_VERTEX_SHADER, &vertex), {GL_FRAGMENT_SHADER, &fragment}}) {
        const GLuint shader = gl.CreateShader(GLenum(stage));
        const char* source = text->c_str();
        gl.ShaderSource(shader, 1, &source, nullptr);
        gl.CompileShader(shader);
        gl.AttachShader(program, shader);
    }
    gl.LinkProgram(program);
    GLint linked = 0;
    gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) {
        char log[2000] = "";
        gl.GetProgramInfoLog(program, sizeof log, nullptr, log);
        std::fprintf(stderr, "texturing: does not link: %s\n%s", log, fragment.c_str());
        return 0;
    }
    gl.UseProgram(program);
    for (int i = 0; i < kUnits; ++i) {
        gl.Uniform1i(gl.GetUniformLocation(program, ("unit" + std::to_string(i)).c_str()), i);
    }
    return program;
}

/// Null: nothing is on that is not served.
const char* refusal() {
    constexpr std::pair<GLenum, const char*> kOthers[] = {
        {GL_LIGHTING, "lighting"},
        {GL_FOG, "fog"},
        {GL_ALPHA_TEST, "the alpha test"},
        {GL_COLOR_SUM, "secondary colours"},
        {GL_POINT_SPRITE, "point sprites"},
        {GL_TEXTURE_GEN_S, "generated texture coordinates"},
        {GL_LINE_STIPPLE, "stippled lines"},
        {GL_POLYGON_STIPPLE, "stippled polygons"},
    };
    for (const auto& [capability, what] : kOthers) {
        if (driver().IsEnabled(capability)) {
            return what;
        }
    }
    return nullptr;
}

// --- Draws

/// Binds the state's program where none is bound; the destructor unbinds it.
class Bound {
public:
    Bound() {
        const Driver& gl = driver();
        if (gl.integer(GL_CURRENT_PROGRAM) != 0) {
            return;
        }
        const char* why = refusal();
        const auto targets = enabledTargets();
        const std::string fragment = why ? "" : fragmentSource(targets);
        if (fragment.empty()) {
            std::fprintf(
                stderr, "texturing: not served: %s\n", why ? why : "a texture environment");
            return;
        }
        const std::string vertex = vertexSource(targets);
        static std::map<std::string, GLuint> programs;
        const auto [at, isNew] = programs.try_emplace(vertex + fragment, 0);
        if (isNew) {
            at->second = build(vertex, fragment);
        }
        gl.UseProgram(at->second);
        std::array<std::array<float, 4>, kUnits> constants;
        for (size_t i = 0; i < kUnits; ++i) {
            constants[i] = g_units[i].color;
        }
        gl.Uniform4fv(gl.GetUniformLocation(at->second, "constants"), kUnits, constants[0].data());
        m_bound = true;
    }
    Bound(const Bound&) = delete;
    Bound& operator=(const Bound&) = delete;
    ~Bound() {
        if (m_bound) {
            driver().UseProgram(0);
        }
    }

private:
    bool m_bound = false;
};

std::optional<Bound> g_immediate;

void APIENTRY begin(GLenum mode) {
    g_immediate.emplace();
    driver().Begin(mode);
}

void APIENTRY end() {
    driver().End();
    g_immediate.reset();
}

void APIENTRY drawArrays(GLenum mode, GLint first, GLsizei count) {
    const Bound bound;
    driver().DrawArrays(mode, first, count);
}

void APIENTRY drawElements(GLenum mode, GLsizei count, GLenum type, const void* indices) {
    const Bound bound;
    driver().DrawElements(mode, count, type, indices);
}

// --- State

void APIENTRY enable(GLenum capability) {
    if (bool* on = textureSwitch(capability)) {
        *on = true;
    } else {
        driver().Enable(capability);
    }
}

void APIENTRY disable(GLenum capability) {
    if (bool* on = textureSwitch(capability)) {
        *on = false;
    } else {
        driver().Disable(capability);
    }
}

GLboolean APIENTRY isEnabled(GLenum capability) {
    const bool* on = textureSwitch(capability);
    return on ? *on : driver().IsEnabled(capability);
}

void APIENTRY texEnvfv(GLenum target, GLenum name, const GLfloat* values) {
    Unit* unit = activeUnit();
    if (target != GL_TEXTURE_ENV || !unit) {
        return driver().TexEnvfv(target, name, values);
    }
    const GLenum value = GLenum(values[0]);
    switch (name) {
    case GL_TEXTURE_ENV_MODE:
        unit->mode = value;
        return;
    case GL_TEXTURE_ENV_COLOR:
        std::memcpy(unit->color.data(), values, sizeof unit->color);
        return;
    case GL_COMBINE_RGB:
        unit->rgb.function = value;
        return;
    case GL_COMBINE_ALPHA:
        unit->alpha.function = value;
        return;
    case GL_RGB_SCALE:
        unit->rgb.scale = int(values[0]);
        return;
    case GL_ALPHA_SCALE:
        unit->alpha.scale = int(values[0]);
        return;
    default:
        break;
    }
    if (name >= GL_SRC0_RGB && name < GL_SRC0_RGB + 3) {
        unit->rgb.sources[name - GL_SRC0_RGB] = value;
    } else if (name >= GL_SRC0_ALPHA && name < GL_SRC0_ALPHA + 3) {
        unit->alpha.sources[name - GL_SRC0_ALPHA] = value;
    } else if (name >= GL_OPERAND0_RGB && name < GL_OPERAND0_RGB + 3) {
        unit->rgb.operands[name - GL_OPERAND0_RGB] = value;
    } else if (name >= GL_OPERAND0_ALPHA && name < GL_OPERAND0_ALPHA + 3) {
        unit->alpha.operands[name - GL_OPERAND0_ALPHA] = value;
    }
}

void APIENTRY texEnvf(GLenum target, GLenum name, GLfloat value) {
    texEnvfv(target, name, &value);
}

void APIENTRY texEnvi(GLenum target, GLenum name, GLint value) {
    texEnvf(target, name, GLfloat(value));
}

/// Null: the driver's.
Proc replacement(const char* name) {
    static const std::map<std::string, Proc> replaced = {
#define REPLACED(name, function) {name, reinterpret_cast<Proc>(function)}
        REPLACED("glBegin", begin),
        REPLACED("glDisable", disable),
        REPLACED("glDrawArrays", drawArrays),
        REPLACED("glDrawElements", drawElements),
        REPLACED("glEnable", enable),
        REPLACED("glEnd", end),
        REPLACED("glIsEnabled", isEnabled),
        REPLACED("glTexEnvf", texEnvf),
        REPLACED("glTexEnvfv", texEnvfv),
        REPLACED("glTexEnvi", texEnvi),
#undef REPLACED
    };
    const auto found = replaced.find(name);
    return found == replaced.end() ? nullptr : found->second;
}

} // namespace

// --- What is interposed

EXPORT Proc glXGetProcAddressARB(const GLubyte* name) {
    void (*replaced)() = replacement(reinterpret_cast<const char*>(name));
    return replaced ? replaced : procAddress(reinterpret_cast<const char*>(name));
}

/// GL_ARB_window_pos: texwrap asks for it and no longer labels its rows.
EXPORT bool piglit_is_extension_supported(const char* name) {
    static auto* next = nextSymbol<bool(const char*)>("piglit_is_extension_supported");
    constexpr const char* kServed[] = {"GL_ARB_texture_env_add",
                                       "GL_ARB_texture_env_combine",
                                       "GL_ARB_texture_env_crossbar",
                                       "GL_ARB_texture_env_dot3",
                                       "GL_ARB_window_pos"};
    for (const char* served : kServed) {
        if (std::strcmp(name, served) == 0) {
            return true;
        }
    }
    return next(name);
}
