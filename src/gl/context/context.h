// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/context/call_gate.h"
#include "gl/context/client_state.h"
#include "gl/context/context_attributes.h"
#include "gl/context/context_objects.h"
#include "gl/context/debug.h"
#include "gl/context/dirty.h"
#include "gl/context/share_group.h"
#include "gl/context/state.h"
#include "gl/objects/query.h"
#include "gl/objects/spare_refs.h"
#include "gl/rules/api_version.h"
#include "gl/rules/extensions.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The OpenGL machine. A Context is what an application makes current; each GL command is a method
/// of it (declared by the generated context_methods.inc), found in commands/ by what it is about.
/// See docs/gl.md.
namespace glsl {
struct FixedFunctionKey;
}

namespace gl {

struct AttributeStacks;
struct ClientAttributeLevel;
struct CompatState;
class DisplayList;
struct FixedFunction;
class ImmediateMode;
class ListCompiler;
struct ListMemory;
struct ListRuns;
struct Matrix4;
class MatrixStack;
struct PrimitiveRun;
struct RasterPrograms;
struct RenderModeState;
class Program;
class SavedAttributes;
struct StateParts;
class VertexAssembly;

/// Which arrays a draw reads.
enum class DrawnArrays : uint8_t {
    Bound, ///< The application's.
    Given, ///< Those of immediate mode or a display list.
};

/// What becomes of bitmaps that wait when a command comes.
enum class Bitmaps : uint8_t {
    Drawn,
    Wait, ///< It changes nothing about them.
};

class Context {
public:
    /// Null: `error` says in a sentence what is not possible (version, profile, memory).
    static std::unique_ptr<Context> create(std::shared_ptr<DeviceBackend> device,
                                           const ContextAttributes& attributes,
                                           Context* shareWith,
                                           std::string& error);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// What ordinary commands have to see to before they are done. A context with any of it is
    /// bound(), not current(), so that calls cost nothing more where there is none.
    enum Interruption : uint8_t {
        kInPrimitive = 1,     ///< Between glBegin and glEnd they are errors.
        kUndrawn = 2,         ///< Primitives wait to be drawn together.
        kCompiling = 4,       ///< Between glNewList and glEndList.
        kUndrawnBitmaps = 16, ///< Bitmaps wait.
        kNarrow = 8,          ///< OpenGL ES 1.1: what it has not is an error (CallScope).
    };

    /// The calling thread's context; null: none, an interrupted one, or a lost one, of which calls
    /// do nothing.
    static Context* current();
    /// The same, lost, interrupted or not.
    static Context* bound();
    /// The same unless it is lost.
    static Context* usable();
    static void setCurrent(Context* context);
    /// A call was dropped, for there is no current() context: the error of lost ones.
    static void noteDroppedCall();

    /// eglMakeCurrent; nulls: surfaceless. The first time, viewport and scissor become the draw
    /// surface's size.
    void bindSurfaces(SurfaceBackend* draw, SurfaceBackend* read);
    /// The draw surface changed size or images, or was presented.
    void surfaceChanged();
    /// glXCopyContext: takes over attribute groups (GL_VIEWPORT_BIT …) of a context that is current
    /// in no other thread, nor is this one.
    void copyState(Context& source, GLbitfield groups);
    ContextBackend& backend() { return *m_backend; }
    DeviceBackend& device() { return *m_device; }
    const ContextAttributes& attributes() const { return m_attributes; }
    /// Nothing that it is asked to do will be done: its device is gone (KHR_robustness,
    /// docs/watchdog.md). Asks the device when that is not known yet.
    bool lost();
    /// EGL_KHR_gl_image: null with `exists` false: no such texture, level or face; null with
    /// `exists` true: out of memory. Target: GL_TEXTURE_2D or a cube map face.
    std::shared_ptr<SharedImage> shareTexture(GLuint name, GLenum target, int level, bool& exists);
    std::shared_ptr<SharedImage> shareRenderbuffer(GLuint name, bool& exists);

    // The commands.
#include "gl/context/context_methods.inc"

    // For what validates and implements commands.

    const ApiVersion& apiVersion() const { return m_apiVersion; }
    // The same, asked directly.
    bool isES() const { return m_apiVersion.isES(); }
    bool isDesktop() const { return !isES(); }
    int version() const { return m_apiVersion.number; }
    bool atLeast(int es, int desktop) const { return m_apiVersion.atLeast(es, desktop); }
    bool isCore() const { return m_apiVersion.core; }
    /// Of a name that got into the call: those that OpenGL ES 1.1 has not do not.
    bool knows(const Since& since) const { return m_apiVersion.isES1() || since.in(m_apiVersion); }
    /// Viewports, scissor boxes and depth ranges that may be named; the back end has as many.
    int maxViewports() const { return caps().multiViewport ? kMaxViewports : 1; }
    const Caps& caps() const { return m_device->caps(); }
    State& state() { return m_state; }
    DirtyBits& dirty() { return m_dirty; }
    ShareGroup& group() { return *m_group; }
    CallGate& gate() { return m_gate; }
    /// Null in core contexts and those of OpenGL ES.
    AttributeStacks* attributeStacks() { return m_attributeStacks.get(); }
    /// Lets go of what is kept only because it may be bound again soon.
    void dropSpares() {
        m_spareVertexArrays.drop();
        m_spareBuffers.drop();
        m_spareTextures.drop();
        m_sparePrograms.drop();
        m_spareExecutables.drop();
    }
    DebugOutput& debug() { return m_debug; }
    const ExtensionList& extensions() const { return m_extensions; }

    /// Sets `field` and the dirty bit, where the value differs.
    template <class T, class U>
    void change(T& field, const U& value, Dirty bit) {
        if (!(field == T(value))) {
            field = T(value);
            m_dirty.set(bit);
        }
    }

    /// Records a GL error (the first one stays until glGetError) and reports it as a debug message.
    /// Write the text for the application's author: what was wrong with which argument.
    template <class... Args>
    void setError(GLenum error, fmt::format_string<Args...> format, Args&&... args) {
        if (noteError(error)) {
            reportError(error, fmt::format(format, std::forward<Args>(args)...));
        }
    }
    void outOfMemory() { setError(GL_OUT_OF_MEMORY, "out of memory"); }
    /// A hint for the application's author that is not an error.
    void warn(GLenum type, GLuint id, std::string_view text);
    /// False in EGL_CONTEXT_OPENGL_NO_ERROR_KHR contexts: checks that only serve errors may be
    /// skipped. Memory safety never is.
    bool checking() const { return !m_attributes.noError; }

    /// A shared object changed in a way that other contexts of the group have to look at: storage
    /// or parameters of a texture, buffer or renderbuffer, a link, a uniform. The caller sets its
    /// own context's dirty bits itself.
    void noteSharedChange() {
        if (!m_group->locking()) {
            return;
        }
        uint64_t before = m_group->bumpChangeSerial();
        if (before == m_seenChangeSerial) {
            m_seenChangeSerial = before + 1;
        }
    }

    void recheck(uint32_t bits) { m_recheck |= bits; }

    // Implemented in compat/commands: glBegin … glEnd and display lists.
    /// Sees to interruptions. False: the command is an error, which is set.
    bool settle(Bitmaps bitmaps = Bitmaps::Drawn);
    /// The same of primitives alone.
    bool settlePrimitives();
    /// The same for commands of a list that is called.
    bool settleVertices() { return m_interruptions == 0 || settleVerticesSlowly(); }
    /// The same, by a command that may be called without a CallScope.
    bool outsideBeginEnd() { return settleVertices(); }
    /// Draws what waits to be drawn, for what is no command.
    void drawWaiting();
    /// The primitive, if there is one, goes on with the state that is set next.
    void cutPrimitive();
    /// Null in core contexts and those of OpenGL ES.
    RenderModeState* renderModeState() const { return m_renderMode.get(); }
    /// In place of what there is of primitives.
    void interrupt(Interruption primitives);
    void resume();
    /// Null: no list is compiled.
    ListCompiler* compiler() const { return m_compiler.get(); }
    VertexAssembly* vertices() const { return m_vertices; }
    bool mayBegin(GLenum mode);
    /// Draws primitives over arrays that are not the application's, counted from `base`.
    void drawRuns(VertexArrayState& arrays,
                  uint32_t base,
                  std::span<const PrimitiveRun> runs,
                  std::vector<uint32_t>& indices);
    /// Arrays that were given to draws go away or change.
    void forgetGivenArrays();
    /// The array of GL_VERTEX_ARRAY and its kin; 0: the context has no such client state.
    uint8_t clientArray(GLenum name) const;
    // Draws that are compiled into a list.
    void drawArraysInList(GLenum mode, GLint first, GLsizei count);
    void drawElementsInList(GLenum mode, GLsizei count, GLenum type, const void* indices);
    void drawElementsBaseVertexInList(
        GLenum mode, GLsizei count, GLenum type, const void* indices, GLint basevertex);
    void drawRangeElementsInList(
        GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void* indices);
    void drawRangeElementsBaseVertexInList(GLenum mode,
                                           GLuint start,
                                           GLuint end,
                                           GLsizei count,
                                           GLenum type,
                                           const void* indices,
                                           GLint basevertex);
    void
    multiDrawArraysInList(GLenum mode, const GLint* first, const GLsizei* count, GLsizei drawcount);
    void multiDrawElementsInList(GLenum mode,
                                 const GLsizei* count,
                                 GLenum type,
                                 const void* const* indices,
                                 GLsizei drawcount);
    void multiDrawElementsBaseVertexInList(GLenum mode,
                                           const GLsizei* count,
                                           GLenum type,
                                           const void* const* indices,
                                           GLsizei drawcount,
                                           const GLint* basevertex);
    void runListOperation(const DisplayList& list, const uint32_t* operation);
    void executeCompiled(const DisplayList& list, const uint32_t* operation);
    /// State that built-in uniforms show changed: ShownState bits.
    void shownStateChanged(uint32_t bits) {
        m_shownState |= bits;
        recheck((bits & kShownByKeys) != 0 ? kRecheckBuiltins | kRecheckFixedFunction
                                           : kRecheckBuiltins);
    }

    ContextObjects& objects() { return m_objects; }
    /// Of the draw framebuffer (GL 4.6 compatibility profile section 15.2.3): so are colours that
    /// queries of state answer (section 22.2).
    bool clampsFragmentColors() const;
    /// Null where there is no fixed function (ApiVersion::hasFixedFunction()).
    CompatState* compat() { return m_compat.get(); }
    /// With compat() in OpenGL alone.
    RasterPrograms& rasterPrograms() { return *m_rasterPrograms; }
    // Implemented in compat/commands.
    /// Pixels may be drawn to the framebuffer, with what is in use. False: the error is set.
    bool requireRasterDraw();
    /// Fragments of fixed function keep the colours they come with: no texture, colour sum, fog or
    /// alpha test. Its state was resolved before.
    bool keepsPrimaryColors() const;
    /// Pixels are not drawn but fed back, as GL_BITMAP_TOKEN … at the raster position, or nothing
    /// becomes of them in selection. False: they are drawn.
    bool feedsBackPixels(GLenum token);
    /// Of each colour of the framebuffer that is drawn to; 0: there is no accumulation buffer.
    int accumulationBits();
    /// GL_ACCUM_BUFFER_BIT of glClear.
    void clearAccumulation();

    ClientState& client() { return m_client; }
    TextureUnit& activeUnit() { return m_state.textureUnits[size_t(m_client.activeTexture)]; }

    /// The read and draw bindings of State follow Objects; sets Dirty::Framebuffer and rechecks.
    /// framebuffer commands call it after they changed a binding.
    void framebufferBindingChanged();
    /// The framebuffer bound for drawing or reading changed in content (attachment, draw buffers).
    void framebufferChanged(const Framebuffer& framebuffer);
    /// True where drawing (or reading) may go on; else the error is set. Cached for drawing.
    bool requireCompleteFramebuffer(const Framebuffer& framebuffer);

    // Implemented in commands/program.
    /// Waits for pending links of the programs in use (the current one, else those of the bound
    /// pipeline) and makes their newest executables current: State::executable and stages,
    /// Dirty::Program, Uniforms, Textures, UniformBuffers where they are others.
    void resolveProgram();
    /// After a link was started: where the program is in use, draws will look.
    void programRelinked(const Program& program);
    /// Waits for compile and link jobs that use this context's back end and lets go of the current
    /// program; before the context goes away.
    void finishShaderJobs();
    // Implemented in commands/framebuffer.
    /// glCheckFramebufferStatus's answer.
    GLenum framebufferStatus(const Framebuffer& framebuffer) const;
    /// A deleted texture or renderbuffer leaves the attachments of the bound framebuffers
    /// (ES 2.0 section 4.4.2 and 4.4.3).
    void detachFromBound(const Object& object);

    /// The binding of `target`; null: not a buffer target here.
    Ref<Buffer>* bufferBinding(GLenum target);
    /// The buffer of a name, made when first bound; null with the error set.
    Buffer* bufferToBind(GLuint name);

    // Implemented in commands/draw and commands/query.
    TransformFeedback& boundFeedback();
    /// Transform feedback is active and not paused: the program must stay what it is.
    bool capturing() const;
    /// Some transform feedback object is active, paused or not, with it: no new link.
    bool capturedBy(const Executable& executable) const;
    /// An occlusion query sees what is drawn.
    bool countsSamples() const { return bool(m_activeQueries.occlusion); }
    /// Whether conditional rendering lets draws and clears happen.
    bool conditionPasses();

    // For the generated methods that set vertex attributes by value.
    void setGenericAttrib(GLuint index, int size, float x, float y, float z, float w);
    void setHalfAttribs(GLuint index, GLsizei count, int size, const GLushort* halves);
    void setIntegerAttrib(
        GLuint index, CurrentAttrib::Kind kind, uint32_t x, uint32_t y, uint32_t z, uint32_t w);
    void setDoubleAttrib(GLuint index, double x, double y, double z, double w);
    void setPackedAttrib(GLuint index, int size, GLenum type, bool normalized, GLuint value);
    void setConventional(uint8_t array, int size, float x, float y, float z, float w);
    void setTexCoord(GLenum target, int size, float x, float y, float z, float w);
    void emitVertex(int size, float x, float y, float z, float w);
    void setPackedConventional(uint8_t array, int size, GLenum type, bool normalized, GLuint value);
    void setPackedTexCoord(GLenum target, int size, GLenum type, GLuint value);
    void setRasterPosition(float x, float y, float z, float w);
    void setWindowPosition(float x, float y, float z, float w);

private:
    Context(std::shared_ptr<DeviceBackend> device,
            std::unique_ptr<ContextBackend> backend,
            std::shared_ptr<ShareGroup> group,
            const ContextAttributes& attributes);
    [[nodiscard]] bool createDefaultObjects();

    bool noteError(GLenum error);
    void reportError(GLenum error, std::string_view text);

    void
    setIndexedBuffer(GLenum target, GLuint index, GLuint buffer, size_t offset_B, size_t size_B);
    void unbindIndexed(const Buffer& buffer);
    Query* queryToUse(GLenum target, GLuint id);
    bool queryValue(GLuint id, GLenum pname, uint64_t& value);
    std::shared_ptr<Executable> feedbackSource() const;
    bool measureFeedbackRoom(TransformFeedback& feedback, const glsl::Feedback& layout);
    bool validFeedbackMode(GLenum mode);
    bool restrictsFeedbackDraws() const;
    /// ES 3.0: what is captured has to fit. False with the error set.
    bool takeFeedbackRoom(const DrawCall& call);

    // Drawing.
    bool prepareDraw(GLenum mode, DrawnArrays arrays = DrawnArrays::Bound) {
        if ((m_recheck | (m_dirty.bits() & m_watchedDirty)) == 0 && wasValid(mode)) [[likely]] {
            return true;
        }
        return prepareDrawSlow(mode, arrays);
    }
    /// Draws of such primitives were, and no other context changed what is shared since.
    bool wasValid(GLenum mode) const {
        return m_group->changeSerial() == m_seenChangeSerial && mode < 32 &&
               (m_validModes >> mode & 1);
    }
    [[gnu::noinline]] bool prepareDrawSlow(GLenum mode, DrawnArrays arrays);
    bool prepareDrawOf(VertexArrayState& arrays, GLenum mode);
    bool mayMergeRuns() const;
    bool mayCompileDraw(GLenum mode, GLsizei count);
    void drawRun(VertexArrayState& arrays, const DrawCall& call);
    void drawListRuns(const ListRuns& runs);
    void drawOnHost(const DrawCall& call);
    void drawWaitingBitmaps();
    void addBitmap(std::span<const Rect> areas);
    void evaluate(int dimensions, double u, double v);
    std::vector<GLuint>* namesToChange();
    void runList(GLuint name);
    void setInterruptions(uint8_t interruptions);
    void useVertices(VertexAssembly* vertices);
    bool settleVerticesSlowly();
    bool validDrawMode(GLenum mode);
    bool validModeForProgram(GLenum mode);
    bool validOutputsForState();
    uint32_t modesOfProgram() const;
    void drawIndirect(
        GLenum mode, GLenum indexType, const void* indirect, GLsizei drawCount, GLsizei stride_B);
    void drawIndirectOnHost(const DrawCall& call, const std::byte* commands);
    bool recheckArrays();
    void seeSharedChanges();
    void setDrawBuffers(std::span<const GLenum> bufs, bool several);
    /// What all clears do once their arguments are checked.
    void clearBuffers(const ClearCall& call);
    void submitDraw(const DrawCall& call);
    void drawFaces(const DrawCall& call);
    void drawConverted(const DrawCall& call);
    bool drawOutlines(const DrawCall& call);
    void drawFilledFaces(const DrawCall& call, GLenum face);
    void drawWithIndices(const DrawCall& call, const std::vector<uint32_t>& indices);
    void resolveArrayAliases();
    /// What draws run: the newest of programs in use, and what stands in for missing stages.
    void resolveStages();
    void createFixedFunction();
    void expectFixedFunction();
    void unitExpected(int unit);
    /// Fixed function draws them, unless a program is in use.
    void verticesExpected();
    /// State that only fixed function reads was set.
    void fixedFunctionChanged();
    /// Assembly programs that are on, or else fixed function, where stages are missing.
    void standInForStages(std::array<Executable*, kShaderStages>& stages, StageOwners& owners);
    glsl::FixedFunctionKey fixedFunctionKey() const;
    uint8_t replacedCoordinates() const;
    /// The stages, or state that fixed function's programs are chosen by, are others.
    void resolveFixedFunction();
    /// The draw framebuffer's formats, or what glClampColor() set, are others.
    void resolveColorClamps();
    void chooseFixedProgram();
    /// Before the back end takes the dirty bits for something else than a draw.
    void noteWatchedChanges() {
        if (m_dirty.anyOf(m_watchedDirty)) {
            recheck(kRecheckFixedFunction);
        }
    }
    void writeBuiltins();
    void writeBuiltins(Executable& executable);
    void writeProgramParameters(); ///< Of assembly programs.
    void setFeature(GLenum capability, bool on);
    void setFeatureIndexed(GLenum target, GLuint index, bool on);
    void setCompatSwitch(GLenum capability, bool& value, bool on);
    /// Brings the materials that follow the current colour up to it (glColorMaterial).
    void followCurrentColor();
    void drawnFacesChanged();
    void polygonModesChanged();
    void enableBlend(bool on);
    void
    setViewports(GLuint first, GLuint count, float x, float y, float width_px, float height_px);
    void setDepthRanges(GLuint first, GLuint count, double n, double f);
    void setScissors(GLuint first, GLuint count, GLint x, GLint y, GLsizei width, GLsizei height);
    bool validViewports(GLuint first, GLsizei count);
    bool validDrawBuffer(GLuint buffer);
    void setClientArray(GLenum array, bool on);
    /// Takes all of `attrib` but its enable and buffer.
    void setArray(uint8_t array, const VertexAttrib& attrib, Buffer* buffer);
    void setArraySource(uint8_t array, const void* pointer, Buffer* buffer);
    bool requireElementCount(GLsizei count);
    void setConventionalArray(uint8_t array,
                              GLint size,
                              GLenum type,
                              GLsizei stride,
                              const void* pointer,
                              GLsizei staticElements = 0);
    void setArrayEnabled(uint8_t array, bool on);
    /// glVertexAttrib*Pointer.
    bool validArraySource(const void* pointer);
    void setAttribPointer(GLuint index, VertexAttrib& attrib, GLsizei stride, const void* pointer);
    /// glVertexAttrib*Format.
    void setAttribFormat(GLuint index, VertexAttrib attrib, GLuint relativeOffset);
    void setAttribBinding(GLuint index, GLuint binding);
    void resolveBinding(GLuint binding);
    void resolveArray(GLuint index);
    void setAttrib(GLuint index, int size, const CurrentAttrib& value);
    std::optional<std::array<float, 4>>
    unpackAttrib(int size, GLenum type, bool normalized, GLuint value);
    bool requireVertexArray();
    MatrixStack* currentMatrixStack();
    std::array<double, 4>* clipPlaneOf(GLenum plane);
    void setMatrix(const Matrix4& matrix);
    void multiplyMatrix(const Matrix4& matrix);
    StateParts stateParts();
    void restoreAttributes(const SavedAttributes& saved);
    void restoreClientArrays(const ClientAttributeLevel& level);

    // The order matters: objects go before the back end that made them.
    std::shared_ptr<DeviceBackend> m_device;
    std::unique_ptr<ContextBackend> m_backend;
    std::shared_ptr<ShareGroup> m_group;
    CallGate m_gate;
    SpareRefs<VertexArray> m_spareVertexArrays;
    SpareRefs<Buffer> m_spareBuffers;
    SpareRefs<Texture> m_spareTextures;
    SpareRefs<Object> m_sparePrograms;
    SparePointers<Executable> m_spareExecutables;
    const ContextAttributes m_attributes;
    const ApiVersion m_apiVersion;

    State m_state;
    DirtyBits m_dirty = DirtyBits::all();
    uint32_t m_recheck = kRecheckAll;
    /// Dirty bits of what fixed function's programs are chosen by; 0: none is drawn with.
    uint32_t m_watchedDirty = 0;
    bool m_drawsPoints = false;
    uint32_t m_shownState = kShownAll; ///< What built-in uniforms do not show yet.
    /// Bit per mode that the program in use draws and the back end knows.
    uint32_t m_validModes = 0;
    ActiveQueries m_activeQueries;
    ConditionalRender m_conditional;
    uint64_t m_seenChangeSerial = 0;
    GLenum m_error = GL_NO_ERROR;
    bool m_lost = false;
    bool m_resetReported = false;
    DebugOutput m_debug;
    ContextObjects m_objects;
    ClientState m_client;
    bool m_surfaceSeen = false;
    std::unique_ptr<CompatState> m_compat;  ///< Null where there is no fixed function.
    std::unique_ptr<FixedFunction> m_fixed; ///< With m_compat.
    bool m_expectsFixedFunction = false;    ///< Its programs are there or begun.
    uint8_t m_interruptions = 0;            ///< Bits of Interruption.
    VertexAssembly* m_vertices = nullptr;   ///< Of glVertex and its kin; null with `m_compat`.
    std::unique_ptr<ImmediateMode> m_immediate;
    std::unique_ptr<ListCompiler> m_compiler;
    int m_listNesting = 0;
    std::unique_ptr<RenderModeState> m_renderMode;
    std::shared_ptr<ListMemory> m_drawnMemory; ///< Of the list that was drawn last.
    std::unique_ptr<AttributeStacks> m_attributeStacks;
    std::unique_ptr<RasterPrograms> m_rasterPrograms; ///< Null where m_compat is.
    /// A copy of the bound arrays in which gl_Vertex and attribute 0 stand for each other.
    std::unique_ptr<VertexArrayState> m_aliasedArrays;
    ExtensionList m_extensions;
};

namespace detail {
extern constinit thread_local Context* t_current
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
extern constinit thread_local Context* t_bound
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
} // namespace detail

inline Context* Context::current() {
    return detail::t_current;
}
inline Context* Context::bound() {
    return detail::t_bound;
}
inline Context* Context::usable() {
    return bound() && !bound()->m_lost ? bound() : nullptr;
}

} // namespace gl
