// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/recording.h"

#include <string_view>

namespace tool {
namespace {

struct Advice {
    std::string_view cause; ///< What the text of such a wait contains.
    std::string_view text;
};

// The first that fits. The causes are those of docs/stalls.md.
constexpr Advice kAdvice[] = {
    {"was still being compiled",
     "The result of a shader was asked for right after glCompileShader. Compile all first and ask "
     "later, or ask "
     "GL_COMPLETION_STATUS (KHR_parallel_shader_compile) until it is there."},
    {"was still being linked",
     "The program was used, or asked about, right after glLinkProgram. Link while something is on "
     "the screen that does not need it "
     "(a loading screen), and ask GL_COMPLETION_STATUS before the first use. A second run finds it "
     "on disk."},
    {"; its first draw",
     "This program was drawn for the first time. Draw once with it off-screen while loading, to "
     "targets of the same formats. A second run finds it in the driver's cache."},
    {"a pipeline for ",
     "This program was drawn for the first time with this state; what was new is named. Draw once "
     "with it off-screen while loading, "
     "or keep to fewer combinations. A second run finds it in the driver's cache."},
    {"that clears with masks",
     "Happens once for each format and mask. Clear so once while loading."},
    {"that copies by drawing",
     "Happens once for each pair of formats. Copy so once while loading."},
    {"stages of several programs came together",
     "A pipeline object met this mix of stages for the first time. Bind it once while loading, or "
     "link the stages into one program."},
    {"general program of fixed function",
     "Happens once in a process, at its first draw without shaders."},
    {"shaders have to clamp coordinates",
     "A sampler has a wrap mode that the device lacks (GL_CLAMP, GL_MIRROR_CLAMP_TO_EDGE): use "
     "GL_CLAMP_TO_EDGE if the border does not matter."},
    {"samplers met integers of the other sign",
     "A usampler met a texture of signed integers, or an isampler one of unsigned: declare what "
     "the texture holds."},
    {"the cache of pipelines was read",
     "Happens once at start. `glissade cache size` tells how large the cache is, `glissade cache "
     "clear` empties it."},
    {"vkCreateGraphicsPipelines made",
     "A thread that draws created pipelines. Create them on another thread, or while loading, and "
     "keep a VkPipelineCache between runs."},
    {"vkCreateComputePipelines made",
     "A thread that submits created pipelines. Create them on another thread, or while loading, "
     "and keep a VkPipelineCache between runs."},
    {"vkCreateShadersEXT made",
     "A thread that draws created shader objects. Create them on another thread, or while loading, "
     "and keep their binaries (vkGetShaderBinaryDataEXT)."},
    {"waited for the device: vkWait",
     "The program waited for its own submission. Wait for one that is a frame or two older, so "
     "that program and device work at the same time."},
    {"waited for the device: vkQueueWaitIdle",
     "The whole queue had to become idle. A fence or a timeline semaphore waits for no more than "
     "is needed."},
    {"waited for the device: vkDeviceWaitIdle",
     "All queues had to become idle: for the end of a program, not for a frame. A fence or a "
     "timeline semaphore waits for no more than is needed."},
    {"waited for the device: a query's result",
     "The result of a query was read before the device had it. Ask GL_QUERY_RESULT_AVAILABLE, or "
     "read it some frames later."},
    {"waited for the device: a fence",
     "glClientWaitSync or a fence of EGL: the application asked for it. Wait for an older fence if "
     "the device is to stay busy."},
    {"waited for the device: it is too many batches behind",
     "The device takes longer for a frame than the program for its commands: the work of the "
     "device decides the frame rate."},
    {"waited for the device: the end of a context",
     "A context is destroyed only when the device is done with its work. At the end of a program "
     "this is no loss."},
    {"waited for the device: glFinish",
     "The program asked to wait until all is done. glFlush is enough to have work begin, and a "
     "fence (glFenceSync) to know when it is done."},
    {"waited for the device: a buffer in use is mapped",
     "glMapBuffer or glBufferSubData met a buffer that the device still reads. Map with "
     "GL_MAP_UNSYNCHRONIZED_BIT or GL_MAP_INVALIDATE_BUFFER_BIT, "
     "orphan the buffer (glBufferData with null), or use several in turn."},
    {"waited for the device: how many vertices were captured",
     "The count of a transform feedback was read at once. Draw from it with "
     "glDrawTransformFeedback, or read it a frame later."},
    {"waited for the device: samplers",
     "The device has no more samplers: use fewer different sampler states."},
    {"waited for the device: pixels that are read",
     "glReadPixels into memory of the program waits for the device. Read into a pixel buffer "
     "object, and map that a frame later."},
    {"waited for the device: all of its work",
     "glFinish, or the end of a context. In a frame, glFlush or a fence is enough."},
    {"waited for the device: memory",
     "Memory of the device ran short, so what was no longer needed had to be given back first. Use "
     "smaller or compressed textures."},
    {"waited for the device",
     "The program asked for what the device had not finished. Ask for it a frame later, or into a "
     "buffer that is mapped a frame later."},
    {"a swapchain of",
     "The window appeared, or its size changed. While it is being resized nothing can be done "
     "about it."},
    {"no image of a window's swapchain",
     "The display shows fewer images than the program makes, without a swap interval. "
     "eglSwapInterval(1) keeps in step, or the option "
     "present-mode=mailbox drops images in place of waiting."},
    {"another thread was in a call of the share group",
     "Two threads called OpenGL with contexts that share objects, and one waited for the other's "
     "call. Do long calls (uploads, links) where the "
     "drawing thread shares nothing, or in small pieces."},
    {"a fence was waited for before its context flushed",
     "Call glFlush in the context that made the fence, right after glFenceSync."},
    {"a shader died while it was being compiled",
     "Do not delete programs of which nothing was drawn yet, or delete them later."},
};

} // namespace

std::string adviceFor(const Event& stall) {
    for (const Advice& advice : kAdvice) {
        if (stall.text.find(advice.cause) != std::string::npos) {
            return std::string(advice.text);
        }
    }
    return {};
}

} // namespace tool
