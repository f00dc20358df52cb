# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
# Shapes that turn above a floor, in a light with shadows; counted as compare_programs wants it.
extends Spatial

var warm = float(OS.get_environment("FRAMES_WARM"))
var seconds = float(OS.get_environment("FRAMES_SECONDS"))
var frame = 0
var first = -1
var loaded = 0
var began = 0
var shapes = []


func add(mesh, color, place):
    var material = SpatialMaterial.new()
    material.albedo_color = color
    material.metallic = 0.3
    material.roughness = 0.4
    var shape = MeshInstance.new()
    shape.mesh = mesh
    shape.material_override = material
    shape.translation = place
    add_child(shape)
    return shape


func _ready():
    var floor_mesh = PlaneMesh.new()
    floor_mesh.size = Vector2(30, 30)
    add(floor_mesh, Color(0.4, 0.45, 0.5), Vector3(0, -1, 0))
    var meshes = [CubeMesh.new(), SphereMesh.new(), PrismMesh.new()]
    for i in range(25):
        var color = Color.from_hsv(fmod(i * 0.137, 1), 0.6, 0.9)
        shapes.append(add(meshes[i % 3], color, Vector3(i % 5 * 2.6 - 5.2, 0.2, i / 5 * -2.6 + 2)))
    loaded = OS.get_ticks_usec()


func _process(_delta):
    frame += 1
    for i in range(shapes.size()):
        shapes[i].rotation = Vector3(0.01 * frame, 0.02 * frame + i, 0)
    var now = OS.get_ticks_usec()
    if first < 0 and now - loaded >= warm * 1e6:
        first = frame
        began = now
    elif first >= 0 and now - began >= seconds * 1e6:
        print("%d frames in %.3f seconds" % [frame - first, (now - began) / 1e6])
        get_tree().quit()
