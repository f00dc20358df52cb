# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""What the `glissade` program does, seen from outside.
Usage: tool_test.py GLISSADE CRASHING-VULKAN-DRIVER FILL-CACHE"""

import json
import os
import re
import pty
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import unittest

GLISSADE = ""
CRASHING_ICD = ""
FILL_CACHE = ""
# Numbers of store::Kind.
SHADER, PROGRAM, STAGE = "1", "2", "6"


class ToolTest(unittest.TestCase):
    """Runs a copy of the program in a tree of its own, with a vendor file as installed."""

    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="glissade-tool-")
        self.tool = os.path.join(self.root, "bin", "glissade")
        self.vendor = os.path.join(self.root, "share/glvnd/egl_vendor.d/40_glissade.json")
        os.makedirs(os.path.dirname(self.tool))
        os.makedirs(os.path.dirname(self.vendor))
        os.makedirs(os.path.join(self.root, "lib"))
        shutil.copy(GLISSADE, self.tool)
        with open(self.vendor, "w") as out:
            json.dump({"ICD": {"library_path": "libglissade_gl.so.0"}}, out)
        open(os.path.join(self.root, "lib/libglissade_gl.so.0"), "w").close()
        self.env = {k: v for k, v in os.environ.items()
                    if not k.startswith(("VK_", "GLISSADE_", "__EGL", "__GLX", "LD_LIBRARY"))}
        self.env["XDG_CACHE_HOME"] = os.path.join(self.root, "cache")
        self.env["XDG_CONFIG_HOME"] = os.path.join(self.root, "configuration")

    def tearDown(self):
        shutil.rmtree(self.root)

    def make_file(self, path):
        """An empty one in the tree."""
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w").close()
        return path

    def run_tool(self, *arguments, **environment):
        return subprocess.run([self.tool, *arguments], env={**self.env, **environment},
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=120)

    def need_lavapipe(self):
        result = self.run_tool("run", "--device", "lavapipe", "--", "true")
        if result.returncode != 0:
            self.skipTest(result.stderr.strip())

    def run_on_lavapipe(self, *command, **environment):
        self.need_lavapipe()
        return self.run_tool("run", "--device", "lavapipe", *command, **environment)

    def start_on_lavapipe(self, *command, **options):
        """Popen of the tool in a process group of its own."""
        self.need_lavapipe()
        return subprocess.Popen([self.tool, "run", "--device", "lavapipe", *command], env=self.env,
                                stdout=subprocess.PIPE, text=True, process_group=0, **options)

    def run_with_libraries(self, *names, bits=64, directory="", command=(), fails=False,
                           **environment):
        """Runs a program that has libraries of these names in memory for a while."""
        paths = []
        for name in names:
            paths.append(self.make_file(os.path.join(directory, name)))
            with open(paths[-1], "wb") as out:
                out.write(b"\x7fELF" + bytes([bits // 32]) + bytes(100))
        program = ("import mmap, sys, time\n"
                   "files = [open(path) for path in sys.argv[1:]]\n"
                   "maps = [mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) for file in files]\n"
                   "time.sleep(0.5)\n"
                   f"sys.exit({int(fails)})")
        return self.run_on_lavapipe(*command, sys.executable, "-c", program, *paths, **environment)

    def assert_told(self, result, *parts):
        """One sentence on stderr, which leaves the exit code as it is."""
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_fails(result, 0, parts[0])
        for part in parts:
            self.assertIn(part, result.stderr)

    def assert_fails(self, result, code, part):
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertIn(part, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertTrue(result.stderr.startswith("glissade: "), result.stderr)
        self.assertTrue(result.stderr.rstrip().endswith((".", ").")), result.stderr)

    def test_help_everywhere(self):
        for command in ([], ["run"], ["info"], ["options"], ["default"], ["default", "on"], ["cache"], ["cache", "path"],
                        ["cache", "import"]):
            result = self.run_tool(*command, "--help")
            self.assertEqual(result.returncode, 0, command)
            self.assertIn("--help", result.stdout, command)

    def test_version(self):
        result = self.run_tool("--version")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^glissade \d+\.\d+\.\d+\n$")

    def test_bad_usage_fails(self):
        self.assertNotEqual(self.run_tool().returncode, 0)
        self.assertNotEqual(self.run_tool("fly").returncode, 0)
        self.assertNotEqual(self.run_tool("run").returncode, 0)

    def test_exit_code_is_passed_through(self):
        self.assertEqual(self.run_on_lavapipe("--", "sh", "-c", "exit 42").returncode, 42)
        self.assertEqual(self.run_on_lavapipe("sh", "-c", "exit 7").returncode, 7)

    def test_ends_by_the_program_s_signal(self):
        for name in ("TERM", "SEGV", "KILL"):
            result = self.run_on_lavapipe("sh", "-c", f"kill -{name} $$")
            self.assertEqual(result.returncode, -signal.Signals[f"SIG{name}"], name)

    def test_exit_code_where_children_are_ignored(self):
        self.need_lavapipe()
        result = subprocess.run([self.tool, "run", "--device", "lavapipe", "sh", "-c", "exit 42"],
                                env=self.env, check=False,
                                preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(result.returncode, 42)

    def test_signals_are_passed_on(self):
        script = 'trap "echo {0}; exit 3" {0}; echo ready; while :; do sleep 0.02; done'
        for name in ("HUP", "INT", "QUIT", "TERM", "USR1"):
            with self.start_on_lavapipe("sh", "-c", script.format(name)) as tool:
                self.assertEqual(tool.stdout.readline(), "ready\n")
                tool.send_signal(signal.Signals[f"SIG{name}"])
                self.assertEqual(tool.stdout.readline(), name + "\n")
                self.assertEqual(tool.wait(), 3)

    def test_the_program_does_not_outlive_the_tool(self):
        with self.start_on_lavapipe("sh", "-c", "echo ready; sleep 3; echo outlived") as tool:
            self.assertEqual(tool.stdout.readline(), "ready\n")
            tool.kill()
            self.assertEqual(tool.stdout.read(), "")

    def test_stops_and_continues_with_the_program(self):
        for name in ("TSTP", "TTIN"):
            with self.start_on_lavapipe("sh", "-c", f"kill -{name} $$; echo continued") as tool:
                pid, status = os.waitpid(tool.pid, os.WUNTRACED)
                self.assertEqual(pid, tool.pid)
                self.assertTrue(os.WIFSTOPPED(status), name)
                self.assertEqual(os.WSTOPSIG(status), signal.Signals[f"SIG{name}"])
                os.killpg(tool.pid, signal.SIGCONT)
                self.assertEqual(tool.stdout.readline(), "continued\n")
                self.assertEqual(tool.wait(), 0)

    def test_the_terminal_s_signals_come_once(self):
        self.need_lavapipe()
        program = ("import signal, time\n"
                   "count = 0\n"
                   "def handle(*_):\n"
                   "    global count\n"
                   "    count += 1\n"
                   "signal.signal(signal.SIGINT, handle)\n"
                   "print('ready', flush=True)\n"
                   "while not count: time.sleep(0.01)\n"
                   "time.sleep(0.3)\n"
                   "print('count', count, flush=True)")
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(self.tool, [self.tool, "run", "--device", "lavapipe", sys.executable, "-c",
                                  program], self.env)
        with os.fdopen(terminal, "r+b", buffering=0) as file:
            text = b""
            while b"ready" not in text:
                text += file.read(100)
            file.write(b"\x03")
            while b"count" not in text or not text.endswith(b"\n"):
                text += file.read(100)
        self.assertIn(b"count 1\r\n", text)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)

    def test_programs_without_opengl_are_told_nothing(self):
        for command in (["true"], ["sleep", "0.3"]):
            self.assertEqual(self.run_on_lavapipe(*command).stderr, "")
        self.assertEqual(self.run_on_lavapipe("false", DISPLAY="").stderr, "")

    def test_a_program_on_another_driver_is_told(self):
        result = self.run_with_libraries("libGLX_mesa.so.0")
        self.assert_told(result, "used Mesa (" + self.root + "/libGLX_mesa.so.0)",
                         "has no " + self.root + "/lib/libGLX_glissade.so.0")
        result = self.run_with_libraries("libOSMesa.so.8")
        self.assert_told(result, "used Mesa", "has no " + self.root + "/lib/glissade/libOSMesa.so.8")
        result = self.run_with_libraries("libEGL_nvidia.so.0")
        self.assert_told(result, "used NVIDIA's OpenGL", "`glissade info`")
        result = self.run_with_libraries("libGL.so.1")
        self.assert_told(result, "used an OpenGL of its own", "out of its way")
        result = self.run_with_libraries("libGLX_mesa.so.0", bits=32)
        self.assert_told(result, "used Mesa", "32-bit program")

    def test_a_program_on_another_driver_though_there_is_a_door(self):
        self.make_file("lib/libGLX_glissade.so.0")
        self.make_file("lib/glissade/libOSMesa.so.8")
        result = self.run_with_libraries("libGLX_mesa.so.0")
        self.assert_told(result, "used Mesa", "could not be loaded")
        result = self.run_with_libraries("libGLX_mesa.so.0",
                                         command=["env", "-u", "__EGL_VENDOR_LIBRARY_FILENAMES"])
        self.assert_told(result, "launcher or sandbox")
        result = self.run_with_libraries("libOSMesa.so.6")
        self.assert_told(result, "a place of its own")
        result = self.run_with_libraries("libOSMesa.so.8", directory="lib/glissade")
        self.assertEqual(result.stderr, "")

    def test_a_program_that_brings_angle_is_told(self):
        angle = ("--use-gl=angle --use-angle=gl-egl",)
        self.assert_told(self.run_with_libraries("libGLESv2.so"), *angle)
        self.make_file("app/libvk_swiftshader.so")
        self.assert_told(self.run_with_libraries("libvulkan.so.1", directory="app"), *angle)
        self.assertEqual(self.run_with_libraries("libvulkan.so.1").stderr, "")

    def test_a_program_on_glissade_too_is_told_nothing(self):
        result = self.run_with_libraries("libGLX_mesa.so.0", "libglissade_gl.so.0")
        self.assertEqual(result.stderr, "")

    def test_children_count(self):
        result = self.run_with_libraries("libGLX_mesa.so.0", command=["sh", "-c", '"$@"; exit 0', "sh"])
        self.assert_told(result, "used Mesa")

    def test_glissade_by_glx_without_an_x_server_is_no_answer(self):
        self.env.pop("DISPLAY", None)
        glx = ("libglissade_gl.so.0", "libGLX.so.0")
        result = self.run_with_libraries(*glx, fails=True)
        self.assertIn("xvfb-run", result.stderr)
        self.assertEqual(self.run_with_libraries(*glx, fails=True, DISPLAY=":987").stderr, "")
        self.assertEqual(self.run_with_libraries(*glx, "libEGL.so.1", fails=True).stderr, "")
        self.assertEqual(self.run_with_libraries(*glx).stderr, "")

    def test_glx_without_an_x_server_is_told(self):
        if not shutil.which("glxinfo"):
            self.skipTest("no glxinfo (package mesa-utils)")
        self.env.pop("DISPLAY", None)
        result = self.run_on_lavapipe("glxinfo")
        self.assertNotEqual(result.returncode, 0)
        sentence = result.stderr.splitlines()[-1]
        self.assertTrue(sentence.startswith("glissade: glxinfo uses GLX"), result.stderr)
        self.assertIn("xvfb-run", sentence)
        self.assertIn("EGL", sentence)
        self.assertNotIn("glissade", self.run_on_lavapipe("glxinfo", "-h").stderr)
        self.assertNotIn("glissade", self.run_on_lavapipe("glxinfo", DISPLAY=":987").stderr)

    def test_arguments_belong_to_the_program(self):
        result = self.run_on_lavapipe("--", "printf", "%s\n", "--device", "--", "-o")
        self.assertEqual(result.stdout, "--device\n--\n-o\n")
        result = self.run_on_lavapipe("echo", "--help", "--device", "x")
        self.assertEqual(result.stdout, "--help --device x\n")

    def test_environment(self):
        result = self.run_on_lavapipe("--option", "log=info", "--option", "tiny-rings", "--", "env")
        env = dict(line.split("=", 1) for line in result.stdout.splitlines() if "=" in line)
        self.assertEqual(env["__EGL_VENDOR_LIBRARY_FILENAMES"].split(":")[0], self.vendor)
        self.assertEqual(env["LD_LIBRARY_PATH"], os.path.join(self.root, "lib"))
        self.assertNotIn("__GLX_VENDOR_LIBRARY_NAME", env)
        self.assertEqual(env["GLISSADE_OPTIONS"], "gbm,log=info,tiny-rings,device=0")
        self.assertTrue(os.path.isabs(env["VK_DRIVER_FILES"]))
        self.assertIn("lvp_icd", env["VK_DRIVER_FILES"])
        self.assertEqual(env["VK_DRIVER_FILES"], env["VK_ICD_FILENAMES"])

    def test_every_door_that_is_there_is_opened(self):
        self.make_file("lib/libGLX_glissade.so.0")
        self.make_file("lib/glissade/libOSMesa.so.8")
        result = self.run_on_lavapipe("env")
        self.assertIn("__GLX_VENDOR_LIBRARY_NAME=glissade\n", result.stdout)
        libraries = os.path.join(self.root, "lib")
        self.assertIn(f"LD_LIBRARY_PATH={libraries}/glissade:{libraries}\n", result.stdout)
        result = self.run_tool("run", "--device", "lavapipe", "env", LD_LIBRARY_PATH="/mine:/too",
                               __GLX_VENDOR_LIBRARY_NAME="mesa")
        self.assertIn("__GLX_VENDOR_LIBRARY_NAME=glissade\n", result.stdout)
        self.assertIn(f"LD_LIBRARY_PATH={libraries}/glissade:{libraries}:/mine:/too\n",
                      result.stdout)
        result = self.run_tool("run", "--device", "lavapipe", "env", LD_LIBRARY_PATH="")
        self.assertIn(f"LD_LIBRARY_PATH={libraries}/glissade:{libraries}\n", result.stdout)

    def test_servers_without_glx(self):
        on_xvfb = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/on_xvfb")
        if not shutil.which("Xvfb"):
            self.skipTest("no Xvfb (package xvfb)")
        self.need_lavapipe()

        def preloaded(*options, **environment):
            result = subprocess.run(
                [sys.executable, on_xvfb, *options, "--", self.tool, "run", "--device", "lavapipe",
                 "env"], env={**self.env, **environment}, capture_output=True, text=True, check=True)
            return [line.split("=", 1)[1] for line in result.stdout.splitlines()
                    if line.startswith("LD_PRELOAD=")]

        without = ("-extension", "GLX")
        library = self.make_file("lib/libglissade_glx_stand_in.so")
        self.assertEqual(preloaded(*without), [], "no door for GLX")
        self.make_file("lib/libGLX_glissade.so.0")
        self.assertEqual(preloaded(*without), [library])
        self.assertEqual(preloaded(*without, LD_PRELOAD="/no/such.so"), [library + ":/no/such.so"])
        self.assertEqual(preloaded(), [])
        os.remove(library)
        self.assertEqual(preloaded(*without), [])

    def test_environment_without_a_choice_of_device(self):
        result = self.run_tool("run", "--", "env")
        if result.returncode == 125:
            self.skipTest(result.stderr.strip())
        self.assertIn("__EGL_VENDOR_LIBRARY_FILENAMES=" + self.vendor, result.stdout)
        self.assertNotIn("VK_DRIVER_FILES", result.stdout)
        self.assertIn("\nGLISSADE_OPTIONS=gbm\n", result.stdout)

    def test_options_of_the_user_are_kept(self):
        self.run_on_lavapipe("true")
        result = self.run_tool("run", "--device", "lavapipe", "env", GLISSADE_OPTIONS="log=error")
        self.assertIn("GLISSADE_OPTIONS=gbm,log=error,device=0\n", result.stdout)

    def test_device_by_name_index_and_manifest(self):
        result = self.run_on_lavapipe("env")
        manifest = next(line for line in result.stdout.splitlines()
                        if line.startswith("VK_DRIVER_FILES=")).split("=", 1)[1]
        for device in ("LLVMpipe", manifest):
            result = self.run_tool("run", "--device", device, "env")
            self.assertIn("VK_DRIVER_FILES=" + manifest, result.stdout, device)
        result = self.run_tool("run", "--device", "0", "env", VK_DRIVER_FILES=manifest)
        self.assertIn("VK_DRIVER_FILES=" + manifest, result.stdout)
        os.chdir(os.path.dirname(manifest))
        result = self.run_tool("run", "--device", os.path.basename(manifest), "env")
        self.assertIn("VK_DRIVER_FILES=" + manifest, result.stdout)

    def test_missing_program(self):
        result = self.run_on_lavapipe("--", "no-such-program-here")
        self.assert_fails(result, 127, "no-such-program-here")
        self.assert_fails(self.run_on_lavapipe("--", "/no/such/file"), 127, "/no/such/file")

    def test_program_that_cannot_be_executed(self):
        path = os.path.join(self.root, "plain")
        open(path, "w").close()
        os.chmod(path, stat.S_IRUSR)
        self.assert_fails(self.run_on_lavapipe("--", path), 126, path)
        self.assert_fails(self.run_on_lavapipe("--", self.root), 126, self.root)

    def test_unknown_devices(self):
        self.assert_fails(self.run_tool("run", "-d", "no such gpu", "true"), 125, "no such gpu")
        self.assert_fails(self.run_tool("run", "-d", "99", "true"), 125, "99")
        self.assert_fails(self.run_tool("run", "-d", "/no/such.json", "true"), 125, "/no/such.json")
        self.assert_fails(self.run_tool("run", "-d", "cpu", "true"), 125, "lavapipe")
        self.assert_fails(self.run_tool("run", "-d", "", "true"), 125, "--device")
        self.assert_fails(self.run_tool("info", "-d", "no such gpu"), 125, "no such gpu")

    def test_manifests_that_are_none(self):
        for content in ("", "{}", "not json", '{"ICD": {"library_path": "/no/such.so"}}'):
            path = os.path.join(self.root, "broken.json")
            with open(path, "w") as out:
                out.write(content)
            self.assert_fails(self.run_tool("run", "-d", path, "true"), 125, path)

    def test_a_driver_that_crashes_hides_no_other(self):
        crashing = os.path.join(self.root, "crashing.json")
        with open(crashing, "w") as out:
            json.dump({"file_format_version": "1.0.0",
                       "ICD": {"library_path": CRASHING_ICD, "api_version": "1.3.0"}}, out)
        self.assert_fails(self.run_tool("run", "-d", crashing, "true"), 125, crashing)
        result = self.run_on_lavapipe("env")
        manifest = next(line for line in result.stdout.splitlines()
                        if line.startswith("VK_DRIVER_FILES=")).split("=", 1)[1]
        result = self.run_tool("info", VK_DRIVER_FILES=crashing + ":" + manifest)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("llvmpipe", result.stdout)

    def test_no_vulkan_driver(self):
        for arguments in (["run", "true"], ["run", "-d", "0", "true"], ["info"]):
            result = self.run_tool(*arguments, VK_DRIVER_FILES="/no/such.json")
            self.assert_fails(result, 125, "There is no Vulkan")

    def test_lavapipe_missing(self):
        result = self.run_tool("run", "-d", "lavapipe", "true", VK_DRIVER_FILES="/no/such.json")
        self.assert_fails(result, 125, "mesa-vulkan-drivers")

    def test_missing_vendor_file(self):
        os.remove(self.vendor)
        for arguments in (["run", "true"], ["info"]):
            self.assert_fails(self.run_tool(*arguments), 125, self.vendor)

    def test_unknown_option(self):
        self.assert_fails(self.run_tool("run", "-o", "colour=red", "true"), 125, "colour")

    def test_missing_command(self):
        self.assert_fails(self.run_tool("run"), 125, "PROGRAM")

    def make_system(self):
        """A root directory with an installation below usr; its tool."""
        usr = os.path.join(self.root, "system/usr")
        tool = os.path.join(usr, "bin/glissade")
        os.makedirs(os.path.dirname(tool))
        shutil.copy(GLISSADE, tool)
        shutil.copytree(os.path.join(self.root, "share"), os.path.join(usr, "share"))
        self.make_file("system/usr/lib/libglissade_gl.so.0")
        for directory in ("environment.d", "X11/Xsession.d", "profile.d"):
            os.makedirs(os.path.join(self.root, "system/etc", directory))
        return tool

    def run_default(self, tool, *arguments):
        return subprocess.run([tool, "default", "--root", os.path.join(self.root, "system"),
                               *arguments], env=self.env, capture_output=True, text=True,
                              check=False)

    def files_of_system(self):
        etc = os.path.join(self.root, "system/etc")
        return sorted(os.path.relpath(os.path.join(directory, name), etc)
                      for directory, _, names in os.walk(etc) for name in names)

    def test_default_on_and_off(self):
        tool = self.make_system()
        self.make_file("system/usr/lib/libGLX_glissade.so.0")
        mine = self.make_file("system/etc/environment.d/10mine.conf")
        self.assertEqual(self.run_default(tool).returncode, 1)
        self.assertEqual(self.run_default(tool, "off").returncode, 0, "nothing to do")
        result = self.run_default(tool, "on")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.run_default(tool).returncode, 0)
        self.assertEqual(self.files_of_system(),
                         ["X11/Xsession.d/90glissade", "environment.d/10mine.conf",
                          "environment.d/90glissade.conf", "profile.d/glissade.sh"])
        result = self.run_default(tool, "off")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.files_of_system(), ["environment.d/10mine.conf"])
        self.assertTrue(os.path.exists(mine))
        self.assertEqual(self.run_default(tool).returncode, 1)

    def test_default_makes_no_directories(self):
        tool = self.make_system()
        self.make_file("system/usr/lib/libGLX_glissade.so.0")
        shutil.rmtree(os.path.join(self.root, "system/etc/X11"))
        self.assertEqual(self.run_default(tool, "on").returncode, 0)
        self.assertEqual(self.files_of_system(),
                         ["environment.d/90glissade.conf", "profile.d/glissade.sh"])
        self.assertFalse(os.path.exists(os.path.join(self.root, "system/etc/X11")))

    def test_what_default_writes(self):
        tool = self.make_system()
        library = self.make_file("system/usr/lib/libGLX_glissade.so.0")
        self.run_default(tool, "on")
        etc = os.path.join(self.root, "system/etc")
        with open(os.path.join(etc, "environment.d/90glissade.conf"), encoding="utf-8") as file:
            self.assertIn("\n__GLX_VENDOR_LIBRARY_NAME=${__GLX_VENDOR_LIBRARY_NAME:-glissade}\n",
                          file.read())
        for name in ("X11/Xsession.d/90glissade", "profile.d/glissade.sh"):
            with open(os.path.join(etc, name), encoding="utf-8") as file:
                script = file.read()
            self.assertIn('"/usr/lib/libGLX_glissade.so.0"', script)
            def vendor(library, **environment):
                command = script.replace("/usr/lib/libGLX_glissade.so.0", library)
                return subprocess.run(
                    ["sh", "-euc", command + 'echo "${__GLX_VENDOR_LIBRARY_NAME:-none}"'],
                    env=environment, capture_output=True, text=True, check=True).stdout.strip()
            self.assertEqual(vendor(library), "glissade")
            self.assertEqual(vendor(library, __GLX_VENDOR_LIBRARY_NAME="mine"), "mine")
            self.assertEqual(vendor("/no/such/library"), "none")

    def test_default_needs_an_installed_door(self):
        tool = self.make_system()
        self.assert_fails(self.run_default(tool, "on"), 125, "no door for GLX")
        self.make_file("lib/libGLX_glissade.so.0")
        self.assert_fails(self.run_default(self.tool, "on"), 125, self.root)
        self.assertEqual(self.files_of_system(), [])

    def test_default_that_cannot_be_written_leaves_nothing(self):
        tool = self.make_system()
        self.make_file("system/usr/lib/libGLX_glissade.so.0")
        os.rmdir(os.path.join(self.root, "system/etc/profile.d"))
        self.make_file("system/etc/profile.d")
        self.assert_fails(self.run_default(tool, "on"), 125, "profile.d/glissade.sh")
        self.assertEqual(self.files_of_system(), ["profile.d"])

    def test_removing_the_package_undoes_the_default(self):
        tool = self.make_system()
        self.make_file("system/usr/lib/libGLX_glissade.so.0")
        # The script calls whatever `glissade` is found; here, one that has another root.
        wrapper = os.path.join(self.root, "path/glissade")
        os.makedirs(os.path.dirname(wrapper))
        with open(wrapper, "w", encoding="utf-8") as out:
            out.write(f'#!/bin/sh\nshift\nexec {tool} default --root {self.root}/system "$@"\n')
        os.chmod(wrapper, 0o755)
        environment = dict(self.env, PATH=os.path.dirname(wrapper) + ":" + self.env["PATH"])
        prerm = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cmake/debian/prerm")
        for arguments, left in ((["upgrade", "2.0"], 3), (["remove"], 0)):
            self.run_default(tool, "on")
            subprocess.run([prerm, *arguments], env=environment, check=True)
            self.assertEqual(len(self.files_of_system()), left, arguments)

    def test_options_are_listed(self):
        result = self.run_tool("options")
        self.assertEqual(result.returncode, 0)
        for name in ("log=", "device=", "cache-dir=", "validation="):
            self.assertIn(name, result.stdout)

    def test_the_page_about_options_is_up_to_date(self):
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../docs/options.md")
        with open(page, encoding="utf-8") as file:
            printed = file.read().split("```\n")[1]
        self.assertEqual(printed, self.run_tool("options").stdout)

    def test_manual_and_completion_know_every_command_and_flag(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "man")
        with open(os.path.join(folder, "glissade.1"), encoding="utf-8") as file:
            manual = file.read().replace("\\-", "-")
        with open(os.path.join(folder, "glissade.bash"), encoding="utf-8") as file:
            completion = file.read()
        def words_of(*command):
            """Of a help: its subcommands, and its flags."""
            options, *rest = self.run_tool(*command, "--help").stdout.split("Subcommands:")
            flags = re.findall(r"^  (?:-[a-z],)?(--[a-z-]+)", options, re.M)
            return re.findall(r"^  ([a-z]+)  ", rest[0], re.M) if rest else [], flags

        commands, _ = words_of()
        self.assertIn("why", commands)
        with open(os.path.join(folder, "../../cmake/Packaging.cmake"), encoding="utf-8") as file:
            pages = re.search(r"foreach\(command (.*)\)", file.read()).group(1)
        self.assertEqual(sorted(pages.split()), sorted(commands))  # Of `man glissade-COMMAND`.
        for command in commands:
            subcommands, flags = words_of(command)
            self.assertEqual("cache" == command, "export" in subcommands)
            for subcommand in subcommands:
                flags += words_of(command, subcommand)[1]
            for word in [command, *subcommands, *flags]:
                self.assertIn(word, completion)
                if word != "--help":
                    self.assertIn(word, manual)

    def test_known_programs_get_what_they_need(self):
        self.assertNotIn("Now:", self.run_tool("options").stdout)
        self.assertIn("Now: on, by Glissade for chromium*.", self.run_tool("options", "--program", "chromium").stdout)
        result = self.run_tool("options", "--program", "chromium", GLISSADE_OPTIONS="preload=off")
        self.assertIn("Now: off, by GLISSADE_OPTIONS.", result.stdout)

    def test_options_may_be_set_in_a_file(self):
        path = os.path.join(self.env["XDG_CONFIG_HOME"], "glissade", "glissade.conf")
        os.makedirs(os.path.dirname(path))
        with open(path, "w") as file:
            file.write("watchdog = 17\n[nobody]\ncompile-threads=3\n[gliss*]\ncompile-threads=2\nlgo=info\n")
        result = self.run_tool("options")
        self.assertIn(f"Now: 17, by {path}:1.", result.stdout)
        self.assertIn(f"Now: 2, by {path}:5.", result.stdout)
        self.assertIn(f'{path}:6: there is no option "lgo", but "log"', result.stderr)

    def test_cache(self):
        directory = os.path.join(self.root, "cache", "glissade")
        self.assertEqual(self.run_tool("cache", "path").stdout, directory + "\n")
        self.assertEqual(self.run_tool("cache", "size").stdout, "0 B in 0 entries\n")
        os.makedirs(directory)
        for name in ("0" * 32 + ".entry", "notes.txt"):
            with open(os.path.join(directory, name), "w") as out:
                out.write("x" * 100)
        self.assertEqual(self.run_tool("cache", "size").stdout, "100 B in 1 entries\n")
        result = self.run_tool("cache", "clear")
        self.assertEqual(result.stdout, "removed 1 entries, 100 B\n")
        self.assertEqual(os.listdir(directory), ["notes.txt"])

    def fill_cache(self, *entries):
        """(name, kind, size, origin) each; `here` is the origin of what this build made."""
        library = os.path.join(self.root, "lib/libglissade_gl.so.0")
        shutil.copy(GLISSADE, library)  # Any file that a linker made has a build's name.
        words = [library if word == "here" else str(word) for entry in entries for word in entry]
        subprocess.run([FILL_CACHE, os.path.join(self.root, "cache", "glissade"), *words], check=True)

    def cache_json(self, *arguments, code=0, **environment):
        result = self.run_tool("cache", *arguments, "--json", **environment)
        self.assertEqual(result.returncode, code, result.stderr)
        return json.loads(result.stdout)

    def entry_files(self):
        directory = os.path.join(self.root, "cache", "glissade")
        return sorted((os.path.join(directory, name) for name in os.listdir(directory) if name.endswith(".entry")),
                      key=os.path.getsize)

    def test_cache_ls(self):
        self.assertEqual(self.run_tool("cache", "ls").stdout,
                         f"nothing is in {self.root}/cache/glissade\n")
        self.assertEqual(self.cache_json("ls"), [])
        self.fill_cache(("a", SHADER, 5000, "here"), ("b", STAGE, 100, "device:A \x1b[31mdevice\n"))
        with open(os.path.join(self.root, "cache/glissade", "0" * 32 + ".entry"), "w") as out:
            out.write("of old" * 20)
        os.utime(self.entry_files()[-1], (1000, 1000))
        head, *lines = self.run_tool("cache", "ls").stdout.splitlines()
        self.assertEqual(head.split(), ["KIND", "SIZE", "MADE", "USED", "HITS", "KEY", "DEVICE"])
        self.assertEqual(len(lines), 3)
        self.assertRegex(lines[2], r"^shader +5\.0 KiB .* d +0  [0-9a-f]{12}  any device$")
        self.assertTrue(any(re.search(r"^stage .* A \?\[31mdevice\?$", line) for line in lines), lines)
        self.assertTrue(any(re.search(r"^- .* of no use: see verify$", line) for line in lines), lines)
        entries = {entry.get("kind"): entry for entry in self.cache_json("ls")}
        self.assertEqual(entries["shader"]["used_s"], 1000)
        self.assertEqual(entries["shader"]["native"], False)
        self.assertEqual(entries["stage"]["native"], True)
        self.assertEqual(entries["stage"]["device"], "A \x1b[31mdevice\n")
        self.assertIn("is not of this version", entries[None]["problem"])

    def test_cache_stats(self):
        self.fill_cache(("a", SHADER, 5000, "here"), ("b", SHADER, 3000, "here"), ("c", STAGE, 100, "device:A"))
        stats = self.cache_json("stats")
        self.assertEqual(stats["entries"], 3)
        self.assertEqual(stats["size_B"], sum(map(os.path.getsize, self.entry_files())))
        self.assertEqual([(group["kind"], group["device"], group["entries"]) for group in stats["groups"]],
                         [("shader", "any device", 2), ("stage", "A", 1)])
        text = self.run_tool("cache", "stats").stdout
        self.assertIn("8.2 KiB in 3 entries, 0 % of the 512.0 MiB it may take", text)
        self.assertRegex(text, r"shader +2 +8\.0 KiB +0  any device\n")

    def test_cache_verify(self):
        self.fill_cache(("a", SHADER, 5000, "here"), ("b", SHADER, 3000, "here"), ("c", SHADER, 1000, "here"))
        self.assertEqual(self.run_tool("cache", "verify").stdout, "all 3 entries are whole\n")
        with open(self.entry_files()[0], "r+b") as file:
            file.seek(500)
            file.write(b"x")
        os.chmod(self.entry_files()[1], 0o666)
        result = self.run_tool("cache", "verify")
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{os.path.basename(self.entry_files()[0])} is damaged.\n", result.stdout)
        self.assertIn(f"{os.path.basename(self.entry_files()[1])} is not its user's alone.\n", result.stdout)
        self.assertIn("1 entries are whole, 2 of no use; --remove removes them\n", result.stdout)
        found = self.cache_json("verify", "--remove")
        self.assertEqual((found["good"], [entry["removed"] for entry in found["problems"]]), (1, [True, True]))
        self.assertEqual(self.run_tool("cache", "verify").stdout, "all 1 entries are whole\n")

    def test_cache_prune(self):
        self.fill_cache(*((str(i), SHADER, 1000 * (i + 1), "here") for i in range(5)))
        for age, path in enumerate(self.entry_files()):
            os.utime(path, (1000 + age, 1000 + age))
        result = self.run_tool("cache", "prune", "--max", "10KB")
        self.assertEqual(result.stdout, "removed 3 entries, 6.2 KiB; 9.0 KiB left\n")
        self.assertEqual([os.path.getsize(path) // 1000 for path in self.entry_files()], [4, 5])
        self.assertEqual(self.cache_json("prune", "--max", "0")["left_B"], 0)
        self.assertEqual(self.entry_files(), [])
        for arguments in ((), ("--max", "much"), ("--max", "-1")):
            self.assertEqual(self.run_tool("cache", "prune", *arguments).returncode, 125)

    def test_an_archive_goes_to_another_machine(self):
        archive = os.path.join(self.root, "archive")
        self.fill_cache(("a", SHADER, 5000, "here"), ("b", PROGRAM, 0, "here"),
                        ("c", SHADER, 100, "device:Another build"), ("d", STAGE, 100, "device:Mars 7"))
        self.assertIn("exported 4 entries, ", self.run_tool("cache", "export", archive).stdout)
        self.assertEqual(stat.S_IMODE(os.stat(archive).st_mode), 0o600)
        there = {"XDG_CACHE_HOME": os.path.join(self.root, "there")}
        result = self.run_tool("cache", "import", archive, **there)
        self.assertIn("refused 1 entries, 5.0 KiB: code that is run or believed as it is", result.stdout)
        result = self.run_tool("cache", "import", "--native", archive, **there)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"^imported 1 entries, 5\.0 KiB\n")
        self.assertIn("1 are there already", result.stdout)
        self.assertIn("refused 1 entries, 217 B: of another build of Glissade", result.stdout)
        self.assertRegex(result.stdout, "refused 1 entries, .*: of a device, or a version of its driver, "
                                        "that is not here: Mars 7\n")
        self.assertEqual({entry["kind"] for entry in self.cache_json("ls", **there)}, {"shader", "program"})
        again = self.cache_json("import", "--native", archive, **there)
        self.assertEqual((again["imported"]["entries"], again["present"]["entries"]), (0, 2))

    def test_a_portable_archive_through_a_pipe(self):
        self.fill_cache(("a", SHADER, 5000, "here"), ("d", STAGE, 100, "device:Mars 7"))
        done = subprocess.run(f"{self.tool} cache export --portable - | XDG_CACHE_HOME={self.root}/there "
                              f"{self.tool} cache import --json -", shell=True, env=self.env, capture_output=True,
                              text=True)
        self.assertIn("exported 1 entries", done.stderr)
        self.assertEqual(json.loads(done.stdout)["native"]["entries"], 1)

    def test_archives_that_are_none(self):
        self.fill_cache(("a", SHADER, 5000, "here"), ("b", SHADER, 3000, "here"))
        archive = os.path.join(self.root, "archive")
        there = {"XDG_CACHE_HOME": os.path.join(self.root, "there")}
        self.run_tool("cache", "export", archive)
        with open(archive, "rb") as file:
            whole = file.read()

        def import_damaged(content):
            with open(archive, "wb") as file:
                file.write(content)
            return self.run_tool("cache", "import", "--native", archive, **there)

        self.assert_fails(import_damaged(b""), 1, "This is no archive of Glissade's disk cache.")
        self.assert_fails(import_damaged(b"GLISSADE" * 40), 1, "This is no archive of Glissade's disk cache.")
        self.assert_fails(import_damaged(whole[:8] + b"\x09" + whole[9:]), 1, "is of version 9 of its format")
        self.assert_fails(import_damaged(whole[:-1]), 1, "is damaged after 2 entries")
        self.assert_fails(import_damaged(whole[:16] + b"\xff" * 80), 1, "is damaged after 0 entries, at byte 88")
        self.run_tool("cache", "clear", **there)
        result = import_damaged(whole[:1000] + b"x" + whole[1001:])
        self.assertEqual(result.returncode, 0)
        self.assertIn("imported 1 entries", result.stdout)
        self.assertRegex(result.stdout, "refused 1 entries, .*: damaged\n")
        self.assert_fails(self.run_tool("cache", "import", archive + "-none"), 1, "No such file")
        self.assert_fails(self.run_tool("cache", "export", self.root + "/none/archive"), 1, "No such file")

    def test_native_code_is_not_taken_from_others_files(self):
        self.fill_cache(("d", STAGE, 100, "device:Mars 7"))
        archive = os.path.join(self.root, "archive")
        self.run_tool("cache", "export", archive)
        self.assertEqual(self.run_tool("cache", "import", "--native", archive).returncode, 0)
        os.chmod(archive, 0o666)
        self.assert_fails(self.run_tool("cache", "import", "--native", archive), 1,
                          "is no file of your own that nobody else may write to")
        result = subprocess.run([self.tool, "cache", "import", "--native", "-"], env=self.env, input="",
                                stderr=subprocess.PIPE, text=True)
        self.assert_fails(result, 1, "- is no file of your own")

    def test_commands_do_not_look_into_a_cache_that_others_may_write_to(self):
        self.fill_cache(("a", SHADER, 10, "here"))
        os.chmod(os.path.join(self.root, "cache", "glissade"), 0o777)
        archive = os.path.join(self.root, "archive")
        for command in (["ls"], ["stats"], ["verify", "--remove"], ["prune", "--max", "0"], ["export", archive],
                        ["import", archive]):
            self.assert_fails(self.run_tool("cache", *command), 1, "may be written to by other users")
        self.assertEqual(len(self.entry_files()), 1)
        self.assertFalse(os.path.exists(archive))

    def test_a_cache_that_others_may_write_to(self):
        directory = os.path.join(self.root, "cache", "glissade")
        os.makedirs(directory)
        entry = os.path.join(directory, "0" * 64 + ".entry")
        with open(entry, "w") as out:
            out.write("x")
        os.chmod(directory, 0o777)
        for command in ("size", "clear"):
            result = self.run_tool("cache", command)
            self.assertIn(f"{directory} may be written to by other users", result.stderr)
        self.assertTrue(os.path.exists(entry))

    def test_help_lists_the_doors(self):
        self.assertIn("has doors for EGL, and none for GLX, OSMesa.",
                      self.run_tool("run", "--help").stdout)
        self.make_file("lib/libGLX_glissade.so.0")
        self.make_file("lib/glissade/libOSMesa.so.8")
        self.assertIn("has doors for EGL, GLX, OSMesa.", self.run_tool("run", "--help").stdout)

    def test_info_lists_the_doors(self):
        self.make_file("lib/libGLX_glissade.so.0")
        self.need_lavapipe()
        lines = self.run_tool("info", "--device", "lavapipe", __GLX_VENDOR_LIBRARY_NAME="other",
                              __EGL_VENDOR_LIBRARY_FILENAMES="/a.json:/b.json").stdout.splitlines()
        doors = lines[lines.index("Doors:") + 1:lines.index("")]
        states = dict(zip((line.split(maxsplit=1)[0] for line in doors[::2]), doors[::2]))
        usual = dict(zip(states, (line.split(": ", 1)[1] for line in doors[1::2])))
        self.assertEqual(list(states), ["EGL", "GLX", "OSMesa", "Vulkan"])
        self.assertIn(self.vendor + " cannot be used: ", states["EGL"])
        self.assertIn("/lib/libGLX_glissade.so.0 cannot be used: ", states["GLX"])
        self.assertIn("/lib/glissade/libOSMesa.so.8 is not there", states["OSMesa"])
        self.assertIn("glissade_cpu.json is not there", states["Vulkan"])
        self.assertEqual(usual["EGL"], "/a.json")
        self.assertEqual(usual["GLX"], "libGLX_other.so.0")
        self.assertEqual(usual["Vulkan"], "other devices only")

    def test_info_names_the_device(self):
        self.run_on_lavapipe("true")
        result = self.run_tool("info", "--device", "lavapipe")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("llvmpipe", result.stdout)
        self.assertIn("usable by Glissade", result.stdout)


if __name__ == "__main__":
    GLISSADE = sys.argv.pop(1)
    CRASHING_ICD = sys.argv.pop(1)
    FILL_CACHE = sys.argv.pop(1)
    unittest.main()
