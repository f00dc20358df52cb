// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A grid of cells, each of which needs one thing that WebGL 2 has over WebGL 1.
import { report } from "./report.js";

const canvas = document.getElementById("canvas");
const errors = [];
canvas.addEventListener("webglcontextcreationerror", (event) => errors.push(event.statusMessage));
const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
const COLUMNS = 4, ROWS = 3, WIDTH = canvas.width / COLUMNS, HEIGHT = canvas.height / ROWS;

function shader(type, text) {
    const object = gl.createShader(type);
    gl.shaderSource(object, "#version 300 es\nprecision highp float;\nprecision highp int;\n"
        + "precision highp usampler2D;\nprecision highp sampler3D;\nprecision highp sampler2DArray;\n"
        + "precision highp sampler2DShadow;\n" + text);
    gl.compileShader(object);
    if (!gl.getShaderParameter(object, gl.COMPILE_STATUS)) {
        throw new Error(gl.getShaderInfoLog(object));
    }
    return object;
}

function program(vertex, fragment, varyings) {
    const object = gl.createProgram();
    gl.attachShader(object, shader(gl.VERTEX_SHADER, vertex));
    gl.attachShader(object, shader(gl.FRAGMENT_SHADER, fragment));
    if (varyings) {
        gl.transformFeedbackVaryings(object, varyings, gl.INTERLEAVED_ATTRIBS);
    }
    gl.linkProgram(object);
    if (!gl.getProgramParameter(object, gl.LINK_STATUS)) {
        throw new Error(gl.getProgramInfoLog(object));
    }
    return object;
}

// A rectangle over the whole viewport, from vertex numbers alone.
const QUAD = "out vec2 at; void main() { at = vec2(gl_VertexID & 1, gl_VertexID >> 1);"
    + " gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0); }";
const HUE = "vec3 hue(float h) { return clamp(abs(fract(h + vec3(0, 2, 1) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0); }";

function quad(fragment, setUp) {
    const object = program(QUAD, fragment);
    gl.useProgram(object);
    setUp && setUp((name) => gl.getUniformLocation(object, name));
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
}

function texture(target, setUp, filter = gl.LINEAR) {
    const object = gl.createTexture();
    gl.bindTexture(target, object);
    gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, filter);
    gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, filter === gl.NEAREST ? filter : gl.LINEAR);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) {
        gl.texParameteri(target, wrap, gl.CLAMP_TO_EDGE);
    }
    setUp();
    return object;
}

function target2d(format, width, height) {
    return texture(gl.TEXTURE_2D, () => gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height), gl.NEAREST);
}

function onto(attachments, width, height, draw) {
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    attachments.forEach((object, i) => gl.framebufferTexture2D(
        gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + i, gl.TEXTURE_2D, object, 0));
    gl.drawBuffers(attachments.map((_, i) => gl.COLOR_ATTACHMENT0 + i));
    if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE) {
        throw new Error("framebuffer is not complete");
    }
    const saved = gl.getParameter(gl.VIEWPORT);
    gl.disable(gl.SCISSOR_TEST);
    gl.viewport(0, 0, width, height);
    draw();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.enable(gl.SCISSOR_TEST);
    gl.viewport(...saved);
    return framebuffer;
}

const cells = {
    instancing() {
        const object = program(`layout(location = 0) in vec2 corner; layout(location = 1) in vec3 place;
            flat out int which; void main() { which = gl_InstanceID;
            gl_Position = vec4(corner * place.z + place.xy, 0.0, 1.0); }`,
            `flat in int which; out vec4 color; ${HUE}
            void main() { color = vec4(hue(float(which) / 49.0), 1.0); }`);
        gl.bindVertexArray(gl.createVertexArray());
        const places = [];
        for (let i = 0; i < 49; ++i) {
            places.push((i % 7) / 3.5 - 0.86, Math.floor(i / 7) / 3.5 - 0.86, 0.03 + i * 0.0018);
        }
        const upload = (index, size, data, divisor) => {
            gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
            gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(data), gl.STATIC_DRAW);
            gl.enableVertexAttribArray(index);
            gl.vertexAttribPointer(index, size, gl.FLOAT, false, 0, 0);
            gl.vertexAttribDivisor(index, divisor);
        };
        upload(0, 2, [-1, -1, 1, -1, 0, 1.2], 0);
        upload(1, 3, places, 1);
        gl.useProgram(object);
        gl.drawArraysInstanced(gl.TRIANGLES, 0, 3, 49);
        gl.bindVertexArray(null);
    },
    uniformBlocks() {
        const object = program(QUAD, `in vec2 at; out vec4 color;
            struct Light { vec4 place; vec4 color; };
            layout(std140) uniform Lights { Light lights[3]; float power; };
            void main() { vec3 sum = vec3(0.05); for (int i = 0; i < 3; ++i) {
              sum += lights[i].color.rgb * power / (1.0 + 60.0 * dot(at - lights[i].place.xy, at - lights[i].place.xy)); }
              color = vec4(sum, 1.0); }`);
        const index = gl.getUniformBlockIndex(object, "Lights");
        gl.uniformBlockBinding(object, index, 2);
        gl.bindBuffer(gl.UNIFORM_BUFFER, gl.createBuffer());
        gl.bufferData(gl.UNIFORM_BUFFER, new Float32Array([
            0.3, 0.3, 0, 0, 1, 0.2, 0.1, 1, 0.7, 0.4, 0, 0, 0.1, 1, 0.2, 1,
            0.5, 0.75, 0, 0, 0.2, 0.3, 1, 1, 1.2, 0, 0, 0]), gl.DYNAMIC_DRAW);
        gl.bindBufferRange(gl.UNIFORM_BUFFER, 2, gl.getParameter(gl.UNIFORM_BUFFER_BINDING), 0, 112);
        gl.useProgram(object);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    },
    severalTargets() {
        const colors = [gl.RGBA8, gl.RGB10_A2, gl.R8].map((format) => target2d(format, 64, 64));
        onto(colors, 64, 64, () => quad(`in vec2 at; layout(location = 0) out vec4 a;
            layout(location = 1) out vec4 b; layout(location = 2) out vec4 c;
            void main() { a = vec4(at, 0.0, 1.0); b = vec4(0.0, at.yx, 1.0);
            c = vec4(step(0.5, fract(at.x * 4.0 + at.y * 4.0))); }`));
        quad(`uniform sampler2D a, b, c; in vec2 at; out vec4 color; void main() {
            color = at.x < 0.33 ? texture(a, at * vec2(3, 1)) : at.x < 0.66
              ? texture(b, at * vec2(3, 1) - vec2(1, 0)) : texture(c, at * vec2(3, 1) - vec2(2, 0)).rrra; }`,
        (at) => colors.forEach((object, i) => {
            gl.activeTexture(gl.TEXTURE0 + i);
            gl.bindTexture(gl.TEXTURE_2D, object);
            gl.uniform1i(at("abc"[i]), i);
        }));
        gl.activeTexture(gl.TEXTURE0);
    },
    volume() {
        const size = 16, data = new Uint8Array(size ** 3 * 4);
        for (let z = 0, i = 0; z < size; ++z) for (let y = 0; y < size; ++y) for (let x = 0; x < size; ++x) {
            const inside = Math.hypot(x - 7.5, y - 7.5, z - 7.5) < 7;
            data.set([x * 16, y * 16, z * 16, inside ? 255 : 0], 4 * i++);
        }
        texture(gl.TEXTURE_3D, () => gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGBA8, size, size, size, 0,
            gl.RGBA, gl.UNSIGNED_BYTE, data));
        quad(`uniform sampler3D volume; in vec2 at; out vec4 color; void main() {
            vec4 sum = vec4(0.0); for (int i = 15; i >= 0; --i) {
              vec4 s = texture(volume, vec3(at, (float(i) + 0.5) / 16.0)); sum = mix(sum, s, s.a * 0.4); }
            color = vec4(sum.rgb, 1.0); }`);
    },
    layers() {
        // 10 texels on 100 pixels: no pixel's centre is on the edge of a texel.
        const data = new Uint8Array(4 * 10 * 10 * 4);
        for (let i = 0; i < data.length / 4; ++i) {
            const layer = Math.floor(i / 100), x = i % 10, y = Math.floor(i / 10) % 10;
            const on = ((x >> (layer >> 1)) ^ (y >> (layer & 1))) & 1;
            data.set(on ? [255, 60 * layer, 40, 255] : [20, 20, 60 + 60 * layer, 255], 4 * i);
        }
        texture(gl.TEXTURE_2D_ARRAY, () => gl.texImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.RGBA8, 10, 10, 4, 0,
            gl.RGBA, gl.UNSIGNED_BYTE, data), gl.NEAREST);
        quad(`uniform sampler2DArray layers; in vec2 at; out vec4 color; void main() {
            vec2 cell = floor(at * 2.0); color = texture(layers, vec3(fract(at * 2.0), cell.x + 2.0 * cell.y)); }`);
    },
    integers() {
        const data = new Uint32Array(40 * 40);
        for (let i = 0; i < data.length; ++i) data[i] = (i * 2654435761) >>> 0;
        texture(gl.TEXTURE_2D, () => gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32UI, 40, 40, 0,
            gl.RED_INTEGER, gl.UNSIGNED_INT, data), gl.NEAREST);
        quad(`uniform usampler2D bits; in vec2 at; out vec4 color; void main() {
            uint v = texelFetch(bits, ivec2(at * 40.0), 0).r;
            color = vec4(float(v >> 24u), float((v >> 16u) & 255u), float(v & 255u), 255.0) / 255.0; }`);
    },
    transformFeedback() {
        const count = 400;
        const step = program(`in vec2 place; out vec2 next; void main() {
            float a = atan(place.y, place.x) + 0.5; next = vec2(cos(a), sin(a)) * length(place) * 0.97; }`,
        "out vec4 unused; void main() { unused = vec4(0.0); }", ["next"]);
        const draw = program(`in vec2 place; out float far; void main() { far = length(place);
            gl_Position = vec4(place, 0.0, 1.0); gl_PointSize = 5.0; }`,
        `in float far; out vec4 color; ${HUE} void main() {
            if (distance(gl_PointCoord, vec2(0.5)) > 0.5) discard; color = vec4(hue(far), 1.0); }`);
        const start = [];
        for (let i = 0; i < count; ++i) start.push(0.95 * Math.sqrt(i / count) * Math.cos(i * 2.4),
            0.95 * Math.sqrt(i / count) * Math.sin(i * 2.4));
        const buffers = [0, 1].map(() => {
            const buffer = gl.createBuffer();
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(start), gl.DYNAMIC_COPY);
            return buffer;
        });
        const query = gl.createQuery();
        const feedback = gl.createTransformFeedback();
        const attach = (object, buffer) => {
            gl.useProgram(object);
            const index = gl.getAttribLocation(object, "place");
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.enableVertexAttribArray(index);
            gl.vertexAttribPointer(index, 2, gl.FLOAT, false, 0, 0);
        };
        for (let i = 0; i < 5; ++i) {
            attach(step, buffers[0]);
            gl.bindBuffer(gl.ARRAY_BUFFER, null);
            gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
            gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1]);
            gl.enable(gl.RASTERIZER_DISCARD);
            gl.beginQuery(gl.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
            gl.beginTransformFeedback(gl.POINTS);
            gl.drawArrays(gl.POINTS, 0, count);
            gl.endTransformFeedback();
            gl.endQuery(gl.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
            gl.disable(gl.RASTERIZER_DISCARD);
            gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
            gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
            buffers.reverse();
        }
        attach(draw, buffers[0]);
        gl.drawArrays(gl.POINTS, 0, count);
        gl.disableVertexAttribArray(gl.getAttribLocation(draw, "place"));
    },
    multisample(x, y) {
        const framebuffer = gl.createFramebuffer(), renderbuffer = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
        gl.renderbufferStorageMultisample(gl.RENDERBUFFER, 4, gl.RGBA8, WIDTH, HEIGHT);
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, renderbuffer);
        gl.disable(gl.SCISSOR_TEST);
        gl.viewport(0, 0, WIDTH, HEIGHT);
        gl.clearBufferfv(gl.COLOR, 0, [0.1, 0.1, 0.3, 1]);
        const object = program(`void main() { int spoke = gl_VertexID / 3; int corner = gl_VertexID % 3;
            float a = float(spoke) * 0.5236 + (corner == 1 ? 0.1 : corner == 2 ? -0.1 : 0.0);
            gl_Position = vec4(corner == 0 ? vec2(0.0) : 0.9 * vec2(cos(a), sin(a)), 0.0, 1.0); }`,
        "out vec4 color; void main() { color = vec4(1.0, 0.9, 0.6, 1.0); }");
        gl.useProgram(object);
        gl.drawArrays(gl.TRIANGLES, 0, 36);
        const resolved = target2d(gl.RGBA8, WIDTH, HEIGHT);
        const single = gl.createFramebuffer();
        gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, single);
        gl.framebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, resolved, 0);
        gl.blitFramebuffer(0, 0, WIDTH, HEIGHT, 0, 0, WIDTH, HEIGHT, gl.COLOR_BUFFER_BIT, gl.NEAREST);
        gl.invalidateFramebuffer(gl.READ_FRAMEBUFFER, [gl.COLOR_ATTACHMENT0]);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.enable(gl.SCISSOR_TEST);
        gl.viewport(x, y, WIDTH, HEIGHT);
        quad("uniform sampler2D image; in vec2 at; out vec4 color; void main() { color = texture(image, at); }");
    },
    floats() {
        if (!gl.getExtension("EXT_color_buffer_float")) throw new Error("no EXT_color_buffer_float");
        const hdr = target2d(gl.RGBA16F, 100, 100);
        onto([hdr], 100, 100, () => quad(`in vec2 at; out vec4 color; void main() {
            float d = distance(at, vec2(0.5)); color = vec4(vec3(1.0, 0.4, 0.1) / (d * d * 20.0 + 0.01), 1.0); }`));
        quad(`uniform sampler2D image; in vec2 at; out vec4 color; void main() {
            vec3 c = texelFetch(image, ivec2(at * 100.0), 0).rgb; color = vec4(c / (c + 1.0), 1.0); }`);
    },
    shadowSampler() {
        const depth = texture(gl.TEXTURE_2D, () => {
            const data = new Uint16Array(16 * 16);
            for (let i = 0; i < data.length; ++i) data[i] = 65535 * ((i % 16) / 15) * (0.5 + 0.5 * (i >> 4) / 15);
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT16, 16, 16, 0, gl.DEPTH_COMPONENT,
                gl.UNSIGNED_SHORT, data);
        }, gl.NEAREST);
        const sampler = gl.createSampler();
        gl.samplerParameteri(sampler, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
        gl.samplerParameteri(sampler, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL);
        gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        gl.bindSampler(0, sampler);
        gl.bindTexture(gl.TEXTURE_2D, depth);
        quad(`uniform sampler2DShadow image; in vec2 at; out vec4 color; void main() {
            float lit = texture(image, vec3(at, 0.4)); color = vec4(mix(vec3(0.1, 0.1, 0.4), vec3(1.0, 0.8, 0.3), lit), 1.0); }`);
        gl.bindSampler(0, null);
    },
    stripsAndRestart() {
        const object = program(`layout(location = 0) in ivec2 place; flat out uint kind; void main() {
            kind = uint(gl_VertexID) / 4u; gl_Position = vec4(vec2(place) / 10.0, 0.0, 1.0); }`,
        `flat in uint kind; out vec4 color; ${HUE} void main() { color = vec4(hue(float(kind) / 5.0), 1.0); }`);
        gl.bindVertexArray(gl.createVertexArray());
        const places = [], indices = [];
        for (let i = 0; i < 5; ++i) {
            const x = -9 + i * 4;
            places.push(x, -8, x + 2, -8, x, 8 - 2 * i, x + 2, 8 - 2 * i);
            indices.push(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3, 65535);
        }
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, new Int8Array(places), gl.STATIC_DRAW);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribIPointer(0, 2, gl.BYTE, 2, 0);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(indices), gl.STATIC_DRAW);
        gl.useProgram(object);
        gl.drawElements(gl.TRIANGLE_STRIP, indices.length, gl.UNSIGNED_SHORT, 0);
        gl.bindVertexArray(null);
    },
    mipmaps() {
        texture(gl.TEXTURE_2D, () => {
            for (let level = 0, size = 64; size; ++level, size >>= 1) {
                const shade = [[255, 80, 80], [255, 200, 60], [90, 220, 90], [80, 160, 255], [190, 110, 255],
                    [240, 240, 240], [0, 0, 0]][level];
                const data = new Uint8Array(size * size * 4);
                for (let i = 0; i < size * size; ++i) {
                    const on = ((i % size) ^ Math.floor(i / size)) & 4;
                    data.set([...shade.map((v) => on ? v : v / 2), 255], 4 * i);
                }
                gl.texImage2D(gl.TEXTURE_2D, level, gl.SRGB8_ALPHA8, size, size, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
            }
            gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 5);
        }, gl.NEAREST_MIPMAP_NEAREST);
        quad(`uniform sampler2D image; in vec2 at; out vec4 color; void main() {
            color = vec4(sqrt(textureLod(image, at, floor(at.x * 6.0)).rgb), 1.0); }`);
    },
};

if (!gl) {
    await report(null, ["there is no WebGL 2 context", ...errors]);
} else {
    gl.enable(gl.SCISSOR_TEST);
    Object.entries(cells).forEach(([name, draw], i) => {
        const x = (i % COLUMNS) * WIDTH, y = (ROWS - 1 - Math.floor(i / COLUMNS)) * HEIGHT;
        gl.viewport(x, y, WIDTH, HEIGHT);
        gl.scissor(x, y, WIDTH, HEIGHT);
        gl.clearColor(0.08 + 0.04 * (i % 2), 0.1, 0.12, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        try {
            draw(x, y);
        } catch (error) {
            errors.push(`${name}: ${error.message}`);
        }
        for (let code; (code = gl.getError());) {
            errors.push(`${name}: GL error 0x${code.toString(16)}`);
        }
    });
    gl.finish();
    requestAnimationFrame(() => report(gl, errors));
}
