# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Uses of real programs: what a new user would type after `glissade run --`."""

from dataclasses import dataclass, field

QT5 = "/usr/lib/x86_64-linux-gnu/qt5/examples"
# Lights, textures, texture coordinates that are generated, display lists, fog, lines, blending, pixel paths.
SAVERS = [
    ("xscreensaver-gl", ["antspotlight", "engine", "gears", "gflux", "glmatrix", "glschool", "hypertorus",
                         "jigglypuff", "moebiusgears", "molecule", "pipes", "pulsar"]),
    ("xscreensaver-gl-extra", ["antmaze", "atlantis", "blocktube", "bouncingcow", "cage", "cube21", "dangerball",
                               "extrusion", "flurry", "glplanet", "lament", "menger", "skytentacles", "sproingies",
                               "stairs", "starwars", "timetunnel"]),
]
VIDEO = "videotestsrc num-buffers=3000 ! video/x-raw,width=640,height=480 !"


@dataclass(frozen=True)
class Use:
    name: str
    package: str  # Debian's, one that brings the program
    command: str  # for a shell; {out} is a directory of its own
    seconds: float = 6  # until the picture is taken; a program that ends by itself may take 20 times that
    picture: str = ""  # a file below {out} that the program writes; else the screen is photographed
    setup: str = ""  # run before it, for a shell
    environment: dict = field(default_factory=dict)


USES = [
    # Small ones.
    Use("glxinfo", "mesa-utils", "glxinfo -B > {out}/text; xmessage -file {out}/text", 4),
    Use("glxgears", "mesa-utils", "glxgears", 4),
    Use("eglgears_x11", "mesa-utils", "es2gears_x11", 4),
    Use("glxdemo", "mesa-utils", "glxdemo", 4),
    Use("glxheads", "mesa-utils", "glxheads", 4),
    Use("glmark2, desktop", "glmark2-x11", "glmark2 -b shading:duration=30", 6),
    Use("glmark2, terrain", "glmark2-x11", "glmark2 -b terrain:duration=30", 6),
    # Toolkits.
    Use("Qt 5 hellogl2", "qtbase5-examples", f"{QT5}/opengl/hellogl2/hellogl2", 5),
    Use("Qt 5 cube", "qtbase5-examples", f"{QT5}/opengl/cube/cube", 5),
    Use("Qt 5 textures", "qtbase5-examples", f"{QT5}/opengl/textures/textures", 5),
    Use("Qt 5 qopenglwidget", "qtbase5-examples", f"{QT5}/opengl/qopenglwidget/qopenglwidget", 5),
    Use("Qt 5 threadedqopenglwidget", "qtbase5-examples",
        f"{QT5}/opengl/threadedqopenglwidget/threadedqopenglwidget", 5),
    Use("Qt 5 Quick", "qmlscene", "qmlscene {here}/scene.qml", 5),
    Use("Qt 6 Quick", "qml-qt6", "QSG_RHI_BACKEND=opengl /usr/lib/qt6/bin/qml {here}/scene.qml", 5),
    Use("GLFW", "python3-pyglfw", "/usr/bin/python3 {here}/glfw_triangle.py", 5),
    Use("GTK 3 demo, GtkGLArea", "gtk-3-examples", "gtk3-demo --run=glarea", 5),
    Use("GTK 4 demo, GtkGLArea", "gtk-4-examples", "gtk4-demo --run=gears", 5),
    Use("GTK 4 widget factory", "gtk-4-examples", "gtk4-widget-factory", 8),
    Use("pyglet", "python3-pyglet", "/usr/bin/python3 {here}/pyglet_triangle.py", 5),
    Use("SDL 2 testgl2", "libsdl2-tests", "/usr/libexec/installed-tests/SDL2/testgl2", 5),
    Use("moderngl", "python3-moderngl", "/usr/bin/python3 {here}/moderngl_picture.py {out}/picture.png", 2,
        picture="picture.png"),
    Use("PyOpenGL and GLUT", "python3-opengl", "/usr/bin/python3 {here}/glut_triangle.py", 5),
    # Viewers and scientific programs.
    Use("VTK on screen", "python3-vtk9", "/usr/bin/python3 {here}/vtk_scene.py", 8),
    Use("VTK off screen", "python3-vtk9", "/usr/bin/python3 {here}/vtk_scene.py {out}/picture.png", 2,
        picture="picture.png"),
    Use("OpenSCAD, PNG", "openscad",
        "openscad -o {out}/picture.png --imgsize=640,480 {here}/part.scad", 2, picture="picture.png"),
    Use("OpenSCAD, viewport", "openscad", "openscad {here}/part.scad", 12),
    Use("FreeCAD", "freecad", "QTWEBENGINE_DISABLE_SANDBOX=1 freecad {here}/part.stl", 40),
    Use("Stellarium", "stellarium", "stellarium --full-screen=no", 25),
    Use("F3D", "f3d", "f3d --output {out}/picture.png --resolution 640,480 {here}/part.stl", 2,
        picture="picture.png"),
    Use("Blender, user interface", "blender", "blender --factory-startup", 25),
    Use("Blender, Eevee", "blender",
        "blender --factory-startup -b -E BLENDER_EEVEE -o {out}/picture -F PNG -x 1 -f 1", 10, picture="picture0001.png"),
    # Video.
    Use("mpv", "mpv", "mpv --no-audio --loop=inf --geometry=640x480 av://lavfi:testsrc2=size=640x480", 6),
    Use("GStreamer glimagesink", "gstreamer1.0-gl",
        f"gst-launch-1.0 {VIDEO} glimagesink", 6),
    Use("GStreamer gltestsrc", "gstreamer1.0-gl",
        "gst-launch-1.0 gltestsrc pattern=smpte ! glimagesink", 6),
    Use("Kodi", "kodi", "kodi --windowing=x11 -fs", 30),
    # Terminals, desktops.
    Use("kitty", "kitty", "kitty --config NONE sh -c 'seq 40; sleep 60'", 6),
    Use("alacritty", "alacritty", "alacritty -e sh -c 'seq 40; sleep 60'", 6),
    Use("picom", "picom", "(sleep 1; xmessage -geometry +300+300 'below picom') & "
        "picom --backend glx --config /dev/null --inactive-opacity 0.7", 5),
    *(Use(f"xscreensaver {hack}", package, f"/usr/libexec/xscreensaver/{hack}", 5) for package, hacks in SAVERS
      for hack in hacks),
    # Browsers.
    Use("Firefox ESR, WebGL 2", "firefox-esr",
        "(cd {root}/tests/web/pages && exec /usr/bin/python3 -m http.server 8765) & "
        "firefox-esr --no-remote --profile {out}/profile http://localhost:8765/webgl2.html", 30,
        setup="mkdir -p {out}/profile && echo 'user_pref(\"webgl.force-enabled\", true);' > {out}/profile/user.js"),
    Use("qutebrowser, WebGL 2", "qutebrowser",
        "(cd {root}/tests/web/pages && exec /usr/bin/python3 -m http.server 8765) & "
        "qutebrowser --temp-basedir --qt-flag no-sandbox --qt-flag ignore-gpu-blocklist "
        "http://localhost:8765/webgl2.html", 25),
    # Games.
    Use("SuperTuxKart, menu", "supertuxkart", "supertuxkart --windowed --screensize=800x600", 40),
    Use("SuperTuxKart, race", "supertuxkart",
        "supertuxkart --windowed --screensize=800x600 --no-start-screen --track=hacienda --numkarts=3", 60),
    Use("Neverball", "neverball", "neverball", 10),
    Use("Extreme Tux Racer", "extremetuxracer", "etr", 12),
    Use("LÖVE", "love", "love {here}/love", 6),
    # The same world at the same time of day, without clouds that move.
    Use("Minetest", "minetest", "minetest --config {out}/minetest.conf --go --world {out}/world", 30,
        setup="mkdir -p {out}/world && echo 'gameid = minetest' > {out}/world/world.mt && "
        "printf '%s\\n' 'fixed_map_seed = 7' 'time_speed = 0' 'world_start_time = 12000' 'enable_clouds = false' "
        "> {out}/minetest.conf"),
    Use("Godot 3", "godot3", "godot3 --path {here}/godot", 15),
    Use("RetroArch", "retroarch", "retroarch --menu", 10),
    Use("0 A.D.", "0ad", "0ad -quickstart -nosound -conf=windowed:true", 60),
    Use("OpenArena", "openarena", "openarena +set r_fullscreen 0 +set r_mode 3 +devmap oa_dm1", 40),
    # The first level as it starts, and not a demonstration that goes on.
    Use("dsda-doom", "dsda-doom",
        "dsda-doom -vidmode gl -iwad /usr/share/games/doom/freedoom1.wad -nosound -nomonsters -skill 3 -warp 1 1", 15),
]
