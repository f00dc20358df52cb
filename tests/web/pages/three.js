// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// One frame of what pages do with three.js: textures, shadows, instances, an environment map,
// multisampled post-processing with bloom. Nothing in it depends on time or chance. With `seconds` in
// the address it is drawn again and again (frames.js), and turns.
import * as THREE from "three";
import { EffectComposer } from "three/addons/postprocessing/EffectComposer.js";
import { RenderPass } from "three/addons/postprocessing/RenderPass.js";
import { UnrealBloomPass } from "three/addons/postprocessing/UnrealBloomPass.js";
import { OutputPass } from "three/addons/postprocessing/OutputPass.js";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";
import { measured, measure } from "./frames.js";
import { report } from "./report.js";

const WIDTH = 800, HEIGHT = 600;
const errors = [];
const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: !measured });
renderer.debug.onShaderError = (gl, program) => errors.push(gl.getProgramInfoLog(program));
renderer.setSize(WIDTH, HEIGHT);
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = THREE.PCFSoftShadowMap;
renderer.toneMapping = THREE.ACESFilmicToneMapping;
document.body.appendChild(renderer.domElement);

function checkers() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 256;
    const paint = canvas.getContext("2d");
    for (let i = 0; i < 64; ++i) {
        paint.fillStyle = (i + (i >> 3)) & 1 ? "#d8c8a8" : "#7a5c40";
        paint.fillRect((i & 7) * 32, (i >> 3) * 32, 32, 32);
    }
    const texture = new THREE.CanvasTexture(canvas);
    texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
    texture.repeat.set(6, 6);
    texture.anisotropy = 1; // More is filtered as each driver likes.
    texture.colorSpace = THREE.SRGBColorSpace;
    return texture;
}

const scene = new THREE.Scene();
scene.background = new THREE.Color(0x203040);
scene.environment = new THREE.PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04).texture;
scene.environmentIntensity = 0.4;

const ground = new THREE.Mesh(new THREE.PlaneGeometry(40, 40),
    new THREE.MeshStandardMaterial({ map: checkers(), roughness: 0.8 }));
ground.rotation.x = -Math.PI / 2;
ground.receiveShadow = true;
scene.add(ground);

const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(1.6, 0.5, 128, 24),
    new THREE.MeshPhysicalMaterial({ color: 0xb02020, metalness: 0.3, roughness: 0.25, clearcoat: 1 }));
knot.position.y = 3;
knot.castShadow = knot.receiveShadow = true;
scene.add(knot);

const glow = new THREE.Mesh(new THREE.IcosahedronGeometry(0.6, 3),
    new THREE.MeshStandardMaterial({ color: 0, emissive: 0x40a0ff, emissiveIntensity: 4 }));
glow.position.set(-4, 2.5, 1);
scene.add(glow);

const COUNT = 400;
const boxes = new THREE.InstancedMesh(new THREE.BoxGeometry(0.35, 1, 0.35),
    new THREE.MeshStandardMaterial({ roughness: 0.5, metalness: 0.1 }), COUNT);
const place = new THREE.Matrix4(), color = new THREE.Color();
for (let i = 0; i < COUNT; ++i) {
    const angle = i * 2.399963, far = 4 + 0.55 * Math.sqrt(i);
    const height = 0.4 + 0.8 * (0.5 + 0.5 * Math.sin(i * 1.7));
    place.makeScale(1, height, 1);
    place.setPosition(far * Math.cos(angle), height / 2, far * Math.sin(angle));
    boxes.setMatrixAt(i, place);
    boxes.setColorAt(i, color.setHSL((i * 0.137) % 1, 0.6, 0.5));
}
boxes.castShadow = boxes.receiveShadow = true;
scene.add(boxes);

const sun = new THREE.DirectionalLight(0xfff0d8, 2.5);
sun.position.set(6, 10, 4);
sun.castShadow = true;
sun.shadow.mapSize.set(1024, 1024);
Object.assign(sun.shadow.camera, { left: -14, right: 14, top: 14, bottom: -14, near: 1, far: 40 });
sun.shadow.bias = -0.002;
scene.add(sun);
const lamp = new THREE.PointLight(0x40a0ff, 60);
lamp.position.copy(glow.position);
scene.add(lamp);

const camera = new THREE.PerspectiveCamera(45, WIDTH / HEIGHT, 0.1, 100);
camera.position.set(9, 7, 12);
camera.lookAt(0, 1.5, 0);

const composer = new EffectComposer(renderer, new THREE.WebGLRenderTarget(WIDTH, HEIGHT,
    { type: THREE.HalfFloatType, samples: 4 }));
composer.addPass(new RenderPass(scene, camera));
composer.addPass(new UnrealBloomPass(new THREE.Vector2(WIDTH, HEIGHT), 0.4, 0.3, 1));
composer.addPass(new OutputPass());
composer.render();

const gl = renderer.getContext();
for (let code; (code = gl.getError());) {
    errors.push(`GL error 0x${code.toString(16)}`);
}
gl.finish();
if (measured) {
    measure(gl, errors, (frame) => {
        knot.rotation.y = 0.02 * frame;
        composer.render();
    });
} else {
    requestAnimationFrame(() => report(gl, errors));
}
