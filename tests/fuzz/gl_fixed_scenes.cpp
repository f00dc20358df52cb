// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Player: what contexts with fixed function draw without shaders, immediate mode, lists, programs
// in assembly, rectangles of pixels.
#include "gl_player.h"

#include <algorithm>

namespace fuzz {

namespace {

constexpr GLenum kVertexProgram = 0x8620;
constexpr GLenum kFragmentProgram = 0x8804;
constexpr GLenum kProgramFormatAscii = 0x8875;
constexpr GLenum kCompile = 0x1300;
constexpr GLenum kRender = 0x1C00;
constexpr GLenum kFeedback = 0x1C01;
constexpr GLenum kSelect = 0x1C02;

constexpr GLenum kSwitches[] = {0x0B50 /* lighting */,
                                0x4000,
                                0x4001,
                                0x4007,
                                0x0B57 /* color material */,
                                0x0B60 /* fog */,
                                0x0BA1 /* normalize */,
                                0x803A /* rescale normal */,
                                0x0BC0 /* alpha test */,
                                0x0DE0 /* textures */,
                                0x0DE1,
                                0x806F,
                                0x8513,
                                0x84F5,
                                0x0C60 /* texture coordinates' generation */,
                                0x0C61,
                                0x0C62,
                                0x0C63,
                                0x0B24 /* line stipple */,
                                0x0B42 /* polygon stipple */,
                                0x0B10 /* smooth */,
                                0x0B20,
                                0x0B41,
                                0x3000 /* clip planes */,
                                0x3005,
                                0x8861 /* point sprite */,
                                0x8458 /* color sum */,
                                0x8642 /* program point size */,
                                0x8643 /* two sides */,
                                kVertexProgram,
                                kFragmentProgram,
                                0x0D97 /* evaluators */,
                                0x0DB7,
                                0x0D80};

constexpr std::string_view kState[] = {"glLightfv",
                                       "glLightf",
                                       "glLightModelfv",
                                       "glLightModeli",
                                       "glMaterialfv",
                                       "glMaterialf",
                                       "glFogf",
                                       "glFogfv",
                                       "glFogi",
                                       "glTexEnvi",
                                       "glTexEnvf",
                                       "glTexEnvfv",
                                       "glTexGeni",
                                       "glTexGenfv",
                                       "glAlphaFunc",
                                       "glColorMaterial",
                                       "glShadeModel",
                                       "glClipPlane",
                                       "glLineStipple",
                                       "glPolygonStipple",
                                       "glMatrixMode",
                                       "glPushMatrix",
                                       "glPopMatrix",
                                       "glLoadIdentity",
                                       "glMultMatrixf",
                                       "glFrustum",
                                       "glOrtho",
                                       "glRotatef",
                                       "glScalef",
                                       "glTranslated",
                                       "glPushAttrib",
                                       "glPopAttrib",
                                       "glPolygonMode",
                                       "glPushClientAttrib",
                                       "glPopClientAttrib",
                                       "glPointParameterfv",
                                       "glMap1f",
                                       "glMap2f",
                                       "glMapGrid1f",
                                       "glMapGrid2d",
                                       "glEvalMesh1",
                                       "glEvalMesh2",
                                       "glAccum",
                                       "glClearAccum",
                                       "glRectf",
                                       "glLightxv",
                                       "glTexEnvx",
                                       "glFogx",
                                       "glMaterialx",
                                       "glClipPlanef",
                                       "glDrawTexfOES",
                                       "glDrawTexiOES"};

/// Commands that belong between glBegin and glEnd.
constexpr std::string_view kInside[] = {"glVertex",
                                        "glColor",
                                        "glSecondaryColor",
                                        "glTexCoord",
                                        "glMultiTexCoord",
                                        "glNormal",
                                        "glFogCoord",
                                        "glEdgeFlag",
                                        "glEvalCoord",
                                        "glEvalPoint",
                                        "glMaterial",
                                        "glArrayElement",
                                        "glCallList"};
/// Commands that lead to undefined behaviour there.
constexpr std::string_view kClientSide[] = {"Pointer", "Client", "Interleaved", "AttribArray"};

constexpr const char* kVertexTexts[] = {
    "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND\n",
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nPARAM c[3] = { program.local[0..2] };\nADDRESS "
    "a;\n"
    "TEMP t;\nARL a.x, program.env[1].x;\nMUL t, vertex.normal.xyzz, c[a.x + 1];\n"
    "MOV result.color, t;\nMOV result.texcoord[1], state.light[0].diffuse;\nEND\n",
    "!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nATTRIB p = vertex.attrib[0];\n"
    "DP4 result.position.x, m[0], p;\nDP4 result.position.y, m[1], p;\n"
    "DP4 result.position.z, m[2], p;\nDP4 result.position.w, m[3], p;\n"
    "RSQ result.pointsize.x, p.x;\nEND\n",
    "!!ARBvp1.0\nMOV result.nothing, vertex.position;\nEND\n"};
constexpr const char* kFragmentTexts[] = {
    "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n",
    "!!ARBfp1.0\nOPTION ARB_fog_linear;\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
    "MAD_SAT result.color, t, program.env[3], state.fog.color;\nEND\n",
    "!!ARBfp1.0\nTEMP t;\nKIL fragment.texcoord[1];\nTXP t, fragment.texcoord[2], texture[1], "
    "CUBE;\n"
    "LRP result.color, t, {0.5, 1.0, 2, 3}, t;\nPOW result.depth.z, t.x, t.y;\nEND\n",
    "!!ARBfp1.0\nMOV result.color fragment.color;\nEND\n"};

bool startsWithOneOf(std::string_view name, std::span<const std::string_view> all) {
    return std::ranges::any_of(all, [&](std::string_view one) { return name.starts_with(one); });
}

bool hasOneOf(std::string_view name, std::span<const std::string_view> all) {
    return std::ranges::any_of(
        all, [&](std::string_view one) { return name.find(one) != std::string_view::npos; });
}

/// All that may stand between glBegin and glEnd, of the table.
std::span<const Command* const> insideCommands() {
    static const std::vector<const Command*> all = [] {
        std::vector<const Command*> found;
        for (const Command& command : commands()) {
            if (startsWithOneOf(command.name, kInside) && !hasOneOf(command.name, kClientSide) &&
                command.name != "glColorMaterial" && !command.name.starts_with("glColorMask")) {
                found.push_back(&command);
            }
        }
        return found;
    }();
    return all;
}

} // namespace

void Player::fixedScene() {
    if (m_choices.oneIn(3)) {
        invokeGl("glUseProgram", GLuint(0));
    }
    switch (m_choices.below(8)) {
    case 0:
    case 1:
        return setFixedState();
    case 2:
    case 3:
        return drawImmediately();
    case 4:
        return makeList();
    case 5:
        return makeAssembly();
    case 6:
        return drawPixels();
    default:
        return recordMode();
    }
}

void Player::setFixedState() {
    for (uint32_t i = m_choices.below(6); i > 0; --i) {
        const GLenum cap = kSwitches[m_choices.below(std::size(kSwitches))];
        m_choices.oneIn(4) ? glDisable(cap) : glEnable(cap);
    }
    for (uint32_t i = m_choices.below(8); i > 0; --i) {
        callNamed(kState[m_choices.below(std::size(kState))]);
    }
}

void Player::drawImmediately() {
    const Inside inside{.readsClientMemory = readsClientMemory(), .listIsOpen = listIsOpen()};
    invokeGl("glBegin", GLenum(m_choices.below(16)));
    m_inside = inside;
    for (uint32_t i = m_choices.below(24); i > 0; --i) {
        const Command& other = anyCommand();
        if (m_choices.oneIn(12) && !hasOneOf(other.name, kClientSide)) {
            call(other);
        } else {
            const std::span<const Command* const> belonging = insideCommands();
            call(*belonging[m_choices.below(uint32_t(belonging.size()))]);
        }
    }
    m_inside.reset();
    invokeGl("glEnd");
}

void Player::makeList() {
    GLuint list = nameOf(Object::List);
    if (list == 0 || m_choices.oneIn(4)) {
        const Proc proc = procOf("glGenLists");
        list = proc ? reinterpret_cast<GLuint (*)(GLsizei)>(proc)(1) : 0;
        names(Object::List).push_back(list);
    }
    invokeGl("glNewList", list, GLenum(kCompile + m_choices.oneIn(3)));
    for (uint32_t i = m_choices.below(6); i > 0; --i) {
        switch (m_choices.below(5)) {
        case 0:
            drawImmediately();
            break;
        case 1:
            draw();
            break;
        case 2:
            setFixedState();
            break;
        case 3:
            // Not itself: two such calls in a list of 64 levels would never end.
            if (const GLuint other = nameOf(Object::List); other < list) {
                invokeGl("glCallList", other);
            }
            break;
        default:
            call(anyCommand());
            break;
        }
    }
    invokeGl("glEndList");
    invokeGl("glCallList", list);
    callNamed("glCallLists");
}

void Player::makeAssembly() {
    const bool vertex = m_choices.oneIn(2);
    const GLenum target = vertex ? kVertexProgram : kFragmentProgram;
    std::string text = vertex ? kVertexTexts[m_choices.below(std::size(kVertexTexts))]
                              : kFragmentTexts[m_choices.below(std::size(kFragmentTexts))];
    if (m_choices.oneIn(8)) {
        text[m_choices.below(uint32_t(text.size()))] = char(m_choices.below(256));
    }
    invokeGl("glBindProgramARB", target, GLuint(1 + m_choices.below(4)));
    invokeGl("glProgramStringARB",
             target,
             kProgramFormatAscii,
             GLsizei(text.size()),
             static_cast<const void*>(text.data()));
    m_choices.oneIn(5) ? glDisable(target) : glEnable(target);
    callNamed("glProgramEnvParameter4fARB");
    callNamed("glProgramLocalParameters4fvEXT");
    drawImmediately();
}

void Player::drawPixels() {
    static constexpr std::string_view kCommands[] = {"glRasterPos2f",
                                                     "glWindowPos2i",
                                                     "glPixelZoom",
                                                     "glPixelTransferf",
                                                     "glPixelMapfv",
                                                     "glPixelMapusv",
                                                     "glDrawPixels",
                                                     "glDrawPixels",
                                                     "glBitmap",
                                                     "glCopyPixels",
                                                     "glCopyPixels"};
    for (uint32_t i = m_choices.below(6); i > 0; --i) {
        callNamed(kCommands[m_choices.below(std::size(kCommands))]);
    }
}

void Player::recordMode() {
    // Written to until the mode or the buffer changes: memory of nobody else.
    static std::array<GLfloat, 4096> buffer;
    const GLsizei size = GLsizei(m_choices.of({0, 1, 16, 100, 4096}));
    const bool feedback = m_choices.oneIn(2);
    if (feedback) {
        invokeGl("glFeedbackBuffer", size, GLenum(0x600 + m_choices.below(6)), buffer.data());
    } else {
        invokeGl("glSelectBuffer", size, reinterpret_cast<GLuint*>(buffer.data()));
    }
    invokeGl("glRenderMode", feedback ? kFeedback : kSelect);
    invokeGl("glInitNames");
    for (uint32_t i = m_choices.below(6); i > 0; --i) {
        switch (m_choices.below(5)) {
        case 0:
            callNamed("glPushName");
            break;
        case 1:
            drawPixels();
            break;
        case 2:
            callNamed(m_choices.oneIn(2) ? "glLoadName" : "glPopName");
            break;
        default:
            drawImmediately();
            break;
        }
    }
    invokeGl("glRenderMode", kRender);
}

} // namespace fuzz
