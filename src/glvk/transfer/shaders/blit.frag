// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#version 450

// A blit's pixel. Compiled for each TYPE of source texels ("vec4", with its SAMPLER type), for
// sources with several samples (MULTISAMPLE), and to write colour (the default), DEPTH or STENCIL.
layout(push_constant) uniform Push {
    vec2 origin;  // Of the destination rectangle.
    vec2 source;  // Of the source rectangle.
    float depth;  // The vertex shader's.
    int samp;     // Of a multisampled source.
    vec2 scale;   // Source texels per pixel.
    ivec2 size;   // Of the source image.
    int linear;
    int bits;     // STENCIL: the bits that must be set; 0: none.
} push;

layout(set = 0, binding = 0) uniform SAMPLER image;

#if !defined(DEPTH) && !defined(STENCIL)
layout(location = 0) out TYPE color;
#endif

TYPE texel(ivec2 at) {
    at = clamp(at, ivec2(0), push.size - 1);
#ifdef MULTISAMPLE
    return texelFetch(image, at, push.samp);
#else
    return texelFetch(image, at, 0);
#endif
}

void main() {
    vec2 at = push.source + (gl_FragCoord.xy - push.origin) * push.scale;
    // Pixels whose source lies outside of the read framebuffer stay what they are.
    if (any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, vec2(push.size)))) {
        discard;
    }
#ifdef LINEAR
    if (push.linear != 0) {
        vec2 corner = floor(at - 0.5);
        vec2 f = at - 0.5 - corner;
        ivec2 i = ivec2(corner);
        color = mix(mix(texel(i), texel(i + ivec2(1, 0)), f.x),
                    mix(texel(i + ivec2(0, 1)), texel(i + ivec2(1, 1)), f.x),
                    f.y);
        return;
    }
#endif
    TYPE value = texel(ivec2(floor(at)));
#if defined(DEPTH)
    gl_FragDepth = value.x;
#elif defined(STENCIL)
    // The stencil test writes the bits; this decides where.
    if ((int(value.x) & push.bits) != push.bits) {
        discard;
    }
#else
    color = value;
#endif
}
