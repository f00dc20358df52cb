// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Textured boxes that turn in a light, to be measured: `seconds`, `warm` (frames.js) and `antialias` (0 or 1) in the address.
import { measure } from "./frames.js";

const BOXES = 240;
const errors = [];
const canvas = document.getElementById("canvas");
const antialias = new URLSearchParams(location.search).get("antialias") === "1";
const gl = canvas.getContext("webgl2", { antialias });
if (gl.getContextAttributes().antialias !== antialias) {
    errors.push(`antialias is ${!antialias}`);
}

const VERTEX = `#version 300 es
uniform float time;
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 at;
layout(location = 3) in vec4 place; // and the speed of turning
out vec3 vNormal, vPosition;
out vec2 vAt;
void main() {
    float a = time * place.w, b = 0.7 * a;
    mat3 turn = mat3(cos(a), 0, sin(a), 0, 1, 0, -sin(a), 0, cos(a)) * mat3(1, 0, 0, 0, cos(b), -sin(b), 0, sin(b), cos(b));
    vPosition = turn * position + place.xyz;
    vNormal = turn * normal;
    vAt = at;
    const float kNear = 0.5, kFar = 60.0;
    gl_Position = vec4(vPosition.xy * vec2(1.8, 2.4), (kFar + kNear) / (kNear - kFar) * vPosition.z + 2.0 * kFar * kNear / (kNear - kFar),
        -vPosition.z);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D image;
in vec3 vNormal, vPosition;
in vec2 vAt;
out vec4 color;
void main() {
    vec3 normal = normalize(vNormal), light = normalize(vec3(5, 8, 4) - vPosition), eye = normalize(-vPosition);
    float shine = pow(max(dot(normal, normalize(light + eye)), 0.0), 32.0);
    color = vec4(texture(image, vAt).rgb * (0.2 + 0.8 * max(dot(normal, light), 0.0)) + 0.4 * shine, 1);
}`;

const program = gl.createProgram();
for (const [type, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
}
gl.linkProgram(program);
if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    errors.push(gl.getProgramInfoLog(program));
}
gl.useProgram(program);

function attribute(index, size, stride, offset) {
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, size, gl.FLOAT, false, stride, offset);
}

const corners = [], elements = [];
for (let face = 0; face < 6; ++face) {
    const axis = face >> 1, side = face & 1 ? 1 : -1;
    for (let corner = 0; corner < 4; ++corner) {
        const u = corner & 1, v = corner >> 1, position = [0, 0, 0], normal = [0, 0, 0];
        normal[axis] = side;
        position[axis] = side;
        position[(axis + 1) % 3] = 2 * u - 1;
        position[(axis + 2) % 3] = 2 * v - 1;
        corners.push(...position, ...normal, u, v);
    }
    elements.push(...[0, 1, 2, 2, 1, 3].map((corner) => 4 * face + corner));
}
gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners), gl.STATIC_DRAW);
attribute(0, 3, 32, 0);
attribute(1, 3, 32, 12);
attribute(2, 2, 32, 24);
gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(elements), gl.STATIC_DRAW);

const places = [];
for (let i = 0; i < BOXES; ++i) {
    const angle = 2.399963 * i, far = 0.85 * Math.sqrt(i + 1);
    places.push(1.4 * far * Math.cos(angle), far * Math.sin(angle), -14 - (i * 7) % 20, 0.4 + (i % 5) * 0.15);
}
gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(places), gl.STATIC_DRAW);
attribute(3, 4, 16, 0);
gl.vertexAttribDivisor(3, 1);

const SIZE = 256, texels = new Uint8Array(4 * SIZE * SIZE);
for (let i = 0; i < SIZE * SIZE; ++i) {
    const x = i % SIZE, y = Math.floor(i / SIZE), bright = (x >> 5 ^ y >> 5) & 1 ? 230 : 90;
    texels.set([bright, (bright + x) >> 1, (bright + y) >> 1, 255], 4 * i);
}
gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, SIZE, SIZE, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
gl.generateMipmap(gl.TEXTURE_2D);
gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);

gl.enable(gl.DEPTH_TEST);
gl.enable(gl.CULL_FACE);
gl.clearColor(0.13, 0.16, 0.2, 1);
const time = gl.getUniformLocation(program, "time");
measure(gl, errors, (frame) => {
    gl.uniform1f(time, 0.02 * frame);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.drawElementsInstanced(gl.TRIANGLES, elements.length, gl.UNSIGNED_SHORT, 0, BOXES);
});
