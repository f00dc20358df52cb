// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/extensions.h"

namespace glx {

const char* extensions() {
    return "GLX_ARB_context_flush_control "
           "GLX_ARB_create_context "
           "GLX_ARB_create_context_no_error "
           "GLX_ARB_create_context_profile "
           "GLX_ARB_create_context_robustness "
           "GLX_ARB_framebuffer_sRGB "
           "GLX_ARB_get_proc_address "
           "GLX_ARB_multisample "
           "GLX_EXT_buffer_age "
           "GLX_EXT_create_context_es2_profile "
           "GLX_EXT_create_context_es_profile "
           "GLX_EXT_framebuffer_sRGB "
           "GLX_EXT_get_drawable_type "
           "GLX_EXT_no_config_context "
           "GLX_EXT_swap_control "
           "GLX_EXT_swap_control_tear "
           "GLX_EXT_texture_from_pixmap "
           "GLX_EXT_visual_info "
           "GLX_EXT_visual_rating "
           "GLX_MESA_query_renderer "
           "GLX_MESA_swap_control "
           "GLX_OML_sync_control "
           "GLX_OML_swap_method "
           "GLX_SGIS_multisample "
           "GLX_SGIX_fbconfig "
           "GLX_SGIX_pbuffer "
           "GLX_SGI_make_current_read "
           "GLX_SGI_swap_control "
           "GLX_SGI_video_sync";
}

} // namespace glx
