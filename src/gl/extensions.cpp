// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/extensions.h"

#include "gl/context.h"

namespace gl {

namespace {

enum class Apis : uint8_t { Both, EsOnly, DesktopOnly };
constexpr Apis kBoth = Apis::Both;
constexpr Apis kES = Apis::EsOnly;
constexpr Apis kGL = Apis::DesktopOnly;

/// `offered` null: always.
struct Extension {
    const char* name;
    Apis apis;
    bool (*offered)(const Context&) = nullptr;
};

// clang-format off
const Extension kExtensions[] = {
    {"GL_ANGLE_instanced_arrays", kES},
    {"GL_APPLE_texture_max_level", kES},
    {"GL_ARB_depth_texture", kGL},
    {"GL_ARB_draw_buffers", kGL},
    {"GL_ARB_draw_instanced", kGL},
    {"GL_ARB_explicit_attrib_location", kGL},
    {"GL_ARB_fragment_shader", kGL},
    {"GL_ARB_framebuffer_object", kGL},
    {"GL_ARB_half_float_pixel", kGL},
    {"GL_ARB_instanced_arrays", kGL},
    {"GL_ARB_map_buffer_range", kGL},
    {"GL_ARB_multisample", kGL},
    {"GL_ARB_multitexture", kGL},
    {"GL_ARB_parallel_shader_compile", kGL},
    {"GL_ARB_pixel_buffer_object", kGL},
    {"GL_ARB_point_parameters", kGL},
    {"GL_ARB_point_sprite", kGL},
    {"GL_ARB_robustness", kGL, [](const Context& c) { return c.caps().robustAccess; }},
    {"GL_ARB_shader_objects", kGL},
    {"GL_ARB_shader_texture_lod", kGL},
    {"GL_ARB_shading_language_100", kGL},
    {"GL_ARB_shadow", kGL},
    {"GL_ARB_texture_border_clamp", kGL, [](const Context& c) { return c.caps().customBorderColor; }},
    {"GL_ARB_texture_compression", kGL},
    {"GL_ARB_texture_cube_map", kGL},
    {"GL_ARB_texture_float", kGL},
    {"GL_ARB_texture_mirrored_repeat", kGL},
    {"GL_ARB_texture_non_power_of_two", kGL},
    {"GL_ARB_texture_rg", kGL},
    {"GL_ARB_transpose_matrix", kGL},
    {"GL_ARB_vertex_array_bgra", kGL},
    {"GL_ARB_vertex_array_object", kGL},
    {"GL_ARB_vertex_buffer_object", kGL},
    {"GL_ARB_vertex_shader", kGL},
    {"GL_EXT_bgra", kGL},
    {"GL_EXT_blend_color", kGL},
    {"GL_EXT_blend_equation_separate", kGL},
    {"GL_EXT_blend_func_separate", kGL},
    {"GL_EXT_blend_minmax", kBoth},
    {"GL_EXT_blend_subtract", kGL},
    {"GL_EXT_discard_framebuffer", kES},
    {"GL_EXT_draw_buffers", kES},
    {"GL_EXT_draw_instanced", kBoth},
    {"GL_EXT_draw_range_elements", kGL},
    {"GL_EXT_fog_coord", kGL},
    {"GL_EXT_frag_depth", kES},
    {"GL_EXT_framebuffer_blit", kGL},
    {"GL_EXT_framebuffer_multisample", kGL},
    {"GL_EXT_framebuffer_object", kGL},
    {"GL_EXT_instanced_arrays", kES},
    {"GL_EXT_map_buffer_range", kES},
    {"GL_EXT_multi_draw_arrays", kBoth},
    {"GL_EXT_packed_depth_stencil", kGL},
    {"GL_EXT_packed_pixels", kGL},
    {"GL_EXT_read_format_bgra", kES},
    {"GL_EXT_robustness", kES, [](const Context& c) { return c.caps().robustAccess; }},
    {"GL_EXT_secondary_color", kGL},
    {"GL_EXT_shader_texture_lod", kES},
    {"GL_EXT_stencil_wrap", kGL},
    {"GL_EXT_texture3D", kGL},
    {"GL_EXT_texture_compression_dxt1", kBoth, [](const Context& c) { return c.caps().textureCompressionS3tc; }},
    {"GL_EXT_texture_compression_s3tc", kBoth, [](const Context& c) { return c.caps().textureCompressionS3tc; }},
    {"GL_EXT_texture_cube_map", kGL},
    {"GL_EXT_texture_edge_clamp", kGL},
    {"GL_EXT_texture_filter_anisotropic", kBoth, [](const Context& c) { return c.caps().anisotropy; }},
    {"GL_EXT_texture_format_BGRA8888", kES},
    {"GL_EXT_texture_lod_bias", kGL},
    {"GL_EXT_texture_rg", kES},
    {"GL_EXT_texture_sRGB", kGL},
    {"GL_EXT_unpack_subimage", kES},
    {"GL_KHR_context_flush_control", kBoth},
    {"GL_KHR_debug", kBoth},
    {"GL_KHR_no_error", kBoth},
    {"GL_KHR_parallel_shader_compile", kBoth},
    {"GL_NV_draw_buffers", kES},
    {"GL_NV_framebuffer_blit", kES},
    {"GL_OES_EGL_image", kBoth},
    {"GL_OES_compressed_ETC1_RGB8_texture", kES, [](const Context& c) { return c.caps().textureCompressionEtc1; }},
    {"GL_OES_depth24", kES},
    {"GL_OES_depth_texture", kES},
    {"GL_OES_element_index_uint", kES},
    {"GL_OES_fbo_render_mipmap", kES},
    {"GL_OES_mapbuffer", kES},
    {"GL_OES_packed_depth_stencil", kES},
    {"GL_OES_rgb8_rgba8", kES},
    {"GL_OES_standard_derivatives", kES},
    {"GL_OES_surfaceless_context", kES},
    {"GL_OES_texture_3D", kES},
    {"GL_OES_texture_float", kES},
    {"GL_OES_texture_float_linear", kES, [](const Context& c) { return c.caps().floatLinear; }},
    {"GL_OES_texture_half_float", kES},
    {"GL_OES_texture_half_float_linear", kES, [](const Context& c) { return c.caps().halfFloatLinear; }},
    {"GL_OES_texture_npot", kES},
    {"GL_OES_vertex_array_object", kES},
    {"GL_SGIS_generate_mipmap", kGL},
    {"GL_SGIS_texture_lod", kGL},
};
// clang-format on

} // namespace

void listExtensions(const Context& context, std::vector<const char*>& names, std::string& all) {
    for (const Extension& extension : kExtensions) {
        const bool here = extension.apis == kBoth || (extension.apis == kES) == context.isES();
        if (!here || (extension.offered && !extension.offered(context))) {
            continue;
        }
        names.push_back(extension.name);
        all += all.empty() ? "" : " ";
        all += extension.name;
    }
}

} // namespace gl
