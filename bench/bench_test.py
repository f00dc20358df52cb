# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""What `glissade bench` does with drivers that answer, crash, are missing or are others, and whether its pictures are whole.
Usage: bench_test.py GLISSADE"""

import contextlib
import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom
from unittest import mock

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)
import bench  # noqa: E402
import peers  # noqa: E402
import picture  # noqa: E402

GLISSADE = ""

# In place of a program: who it would draw on says the environment.
FAKE = """#!{python}
import json, os, signal, sys, time
vendor = os.environ.get("__EGL_VENDOR_LIBRARY_FILENAMES", "")
who = ("Glissade" if "40_glissade" in vendor else "zink" if os.environ.get("MESA_LOADER_DRIVER_OVERRIDE") == "zink" else "llvmpipe")
speed = {{"Glissade": 300.0, "zink": 100.0, "llvmpipe": 600.0}}[who]
{behaviour}
print(json.dumps({{"renderer": who + " (fake)", "rows": {{"a <row>": {{"wall_kdps": speed}}, "b": {{"wall_kdps": 2 * speed}}, "c": None}}}}))
"""


class BenchTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="glissade-bench-test-")
        self.root = self.scratch.name
        os.makedirs(os.path.join(self.root, "programs"))
        self.vendor = os.path.join(self.root, "50_mesa.json")
        for path in (self.vendor, os.path.join(self.root, "lvp.json")):
            with open(path, "w", encoding="utf-8"):
                pass
        self.patches = [mock.patch.object(peers, "MESA_VENDOR", self.vendor),
                        mock.patch.object(peers, "LAVAPIPE", os.path.join(self.root, "lvp.json"))]
        for patch in self.patches:
            patch.start()
        self.fake("")

    def tearDown(self):
        for patch in self.patches:
            patch.stop()
        self.scratch.cleanup()

    def fake(self, behaviour):
        path = os.path.join(self.root, "programs", "draw_overhead")
        with open(path, "w", encoding="utf-8") as file:
            file.write(FAKE.format(python=sys.executable, behaviour=behaviour))
        os.chmod(path, stat.S_IRWXU)

    def arguments(self, *more, device="CPU"):
        return ["bench.py", "--glissade", self.root, "--version", "1.2.3", "--programs", os.path.join(self.root, "programs"),
                "--device", json.dumps({"manifest": "/m.json", "name": "A device", "type": device}), *more]

    def run_bench(self, *more, **how):
        """The exit code, and what it printed."""
        out, errors = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "argv", self.arguments(*more, **how)), contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(errors):
            try:
                code = bench.main()
            except SystemExit as end:
                code = end.code
        return code, out.getvalue(), errors.getvalue()

    def figures(self, *more, code=0):
        path = os.path.join(self.root, "figures.json")
        found, out, errors = self.run_bench("--what", "draw_overhead", "--json", path, *more)
        self.assertEqual(found, code, out + errors)
        with open(path, encoding="utf-8") as file:
            return json.load(file), out

    def test_ratios_are_above_one_where_glissade_is_ahead(self):
        figures, out = self.figures("--rounds", "2")
        found = figures["programs"]["draw_overhead"]["peers"]
        self.assertAlmostEqual(found["zink"]["ratio"], 3)
        self.assertAlmostEqual(found["llvmpipe"]["ratio"], 0.5)
        self.assertEqual(found["zink"]["rows"], {"a <row>": 3, "b": 3})
        self.assertEqual(len(figures["programs"]["draw_overhead"]["runs"]["glissade"]), 2)
        self.assertRegex(out, r"Mesa's zink +3\.00x")
        self.assertRegex(out, r"ran on\n +Glissade +Glissade \(fake\)")

    def test_less_is_better_where_it_is(self):
        program = next(program for program in bench.programs.PROGRAMS if program.name == "storm")
        result = bench.Result(program, [])
        self.assertEqual(result.ratio(2.0, 6.0), 3)

    def test_spread_is_of_rounds(self):
        counter = os.path.join(self.root, "count")
        self.fake(f"import pathlib; p = pathlib.Path({counter!r}); n = int(p.read_text()) if p.exists() else 0\n"
                  "if who == 'zink': p.write_text(str(n + 1)); speed *= (1, 2, 4)[n]")
        figures, out = self.figures("--peers", "zink", "--rounds", "3")
        found = figures["programs"]["draw_overhead"]["peers"]["zink"]
        self.assertAlmostEqual(found["least"], 0.75)
        self.assertAlmostEqual(found["ratio"], 1.5)
        self.assertAlmostEqual(found["most"], 3)
        self.assertIn("0.75 … 3.00", out)

    def test_a_peer_that_crashes_hides_no_other(self):
        self.fake("if who == 'zink': os.kill(os.getpid(), signal.SIGSEGV)")
        figures, out = self.figures("--rounds", "4")
        self.assertEqual(list(figures["programs"]["draw_overhead"]["peers"]), ["llvmpipe"])
        self.assertEqual(figures["programs"]["draw_overhead"]["failures"], {"zink": ["ended by SIGSEGV"] * 2})
        self.assertIn("2 of 4 runs failed: ended by SIGSEGV", out)

    def test_last_words_are_told(self):
        self.fake("if who == 'zink': sys.exit('no such extension')")
        _, out = self.figures("--rounds", "1")
        self.assertIn("1 of 1 runs failed: exit code 1: no such extension", out)

    def test_another_driver_than_the_one_asked_for_fails(self):
        self.fake("if who == 'zink': who = 'llvmpipe'")
        figures, out = self.figures("--rounds", "1")
        self.assertEqual(list(figures["programs"]["draw_overhead"]["peers"]), ["llvmpipe"])
        self.assertIn("another driver answered: llvmpipe (fake)", out)

    def test_a_run_that_fails_once_counts_not(self):
        mark = os.path.join(self.root, "mark")
        self.fake(f"if who == 'zink' and not os.path.exists({mark!r}): open({mark!r}, 'w').close(); sys.exit(3)")
        figures, _ = self.figures("--rounds", "3", "--peers", "zink")
        self.assertEqual(figures["programs"]["draw_overhead"]["runs"]["zink"][0], None)
        self.assertAlmostEqual(figures["programs"]["draw_overhead"]["peers"]["zink"]["ratio"], 3)

    def test_missing_peers_are_named_with_their_packages(self):
        os.remove(peers.LAVAPIPE)
        figures, out = self.figures("--rounds", "1")
        self.assertEqual(list(figures["programs"]["draw_overhead"]["peers"]), ["llvmpipe"])
        self.assertIn("not there: Mesa's zink (Debian package: mesa-vulkan-drivers)", out)
        _, out, _ = self.run_bench("--list")
        self.assertIn("not there (Debian package: mesa-vulkan-drivers)", out)
        os.remove(self.vendor)
        code, out, errors = self.run_bench("--what", "draw_overhead", "--rounds", "1")
        self.assertEqual(code, 1)
        self.assertIn("Debian packages: libegl-mesa0, libgl1-mesa-dri", out)
        self.assertIn("There is nothing to compare.", errors)

    def test_programs_that_are_missing_are_left_out(self):
        code, out, _ = self.run_bench("--what", "draw_overhead,pixels", "--rounds", "1")
        self.assertEqual(code, 0)
        self.assertIn("left out: pixels is not part of this build", out)

    def test_beside_a_gpu_are_zink_and_its_own_opengl(self):
        _, out, _ = self.run_bench("--list", device="GPU")
        self.assertIn("  native ", out)
        self.assertNotIn("  llvmpipe ", out)

    def test_bad_usage(self):
        for arguments, part in ((("--what", "speed"), "There is no benchmark speed; there are draw_overhead, "),
                                (("--peers", "mesa"), "There is no peer mesa for A device; there are zink, llvmpipe, "),
                                (("--output", "a.png"), "a.png: a picture's name ends in .svg or .html.")):
            code, _, errors = self.run_bench(*arguments)
            self.assertEqual(code, 125)
            self.assertIn(part, errors)
        code, _, errors = self.run_bench("--what", "draw_overhead", "--rounds", "1", "--output", self.root + "/none/a.svg")
        self.assertEqual(code, 1)
        self.assertIn("No such file or directory", errors)

    def test_another_root_without_mesa(self):
        _, out, _ = self.run_bench("--what", "draw_overhead", "--rounds", "1", "--mesa-root", self.root)
        self.assertIn(f"not there: zink of {os.path.basename(self.root)} (there is no Mesa in {self.root}", out)

    def test_every_run_has_an_empty_cache_of_its_own(self):
        self.fake("import pathlib; p = pathlib.Path(os.environ['XDG_CACHE_HOME'], 'mark'); assert not p.exists(); p.write_text('')\n"
                  "assert os.environ['MESA_SHADER_CACHE_DIR'] == os.environ['XDG_CACHE_HOME'] != os.environ.get('HOME')")
        figures, _ = self.figures("--rounds", "2")
        self.assertEqual(figures["programs"]["draw_overhead"]["failures"], {})

    def test_pictures_are_whole(self):
        svg, page = (os.path.join(self.root, name) for name in ("a.svg", "a.html"))
        self.figures("--rounds", "1", "--output", svg, "--output", page)
        document = xml.dom.minidom.parse(svg)
        texts = [node.firstChild.data for node in document.getElementsByTagName("text")]
        self.assertIn("Glissade 1.2.3 beside other drivers", texts)
        self.assertIn("3.00×", texts)
        self.assertIn("0.50×", texts)
        self.assertIn("a <row>: 3.00×", [node.firstChild.data for node in document.getElementsByTagName("title")])
        with open(page, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("<td>a &lt;row&gt;</td>", text)
        self.assertNotRegex(text, r"(src|href)=|https?://(?!www\.w3\.org)")

    def test_ticks_are_few_and_have_one(self):
        for least, most in ((0.5, 2), (0.9, 1.1), (0.01, 1000), (1 / 64, 1024), (0.3, 40)):
            ticks = picture.Axis(least, most).ticks()
            self.assertIn(1, ticks)
            self.assertLessEqual(len(ticks), 9)

    def test_what_is_there_is_printed_when_it_is_stopped(self):
        counter = os.path.join(self.root, "count")
        self.fake(f"p = {counter!r}; n = int(open(p).read()) if os.path.exists(p) else 0\n"
                  "open(p, 'w').write(str(n + 1))\n"
                  "if n == 3: os.kill(os.getppid(), signal.SIGINT); time.sleep(100)")
        script = ("import sys; sys.path.insert(0, {!r}); import bench, peers; peers.MESA_VENDOR, peers.LAVAPIPE = {!r}, {!r}; "
                  "sys.exit(bench.main())").format(HERE, self.vendor, peers.LAVAPIPE)
        svg = os.path.join(self.root, "a.svg")
        done = subprocess.run([sys.executable, "-B", "-c", script, *self.arguments("--what", "draw_overhead", "--output", svg)[1:]],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 130, done.stderr)
        self.assertIn("stopped before the end", done.stdout)
        self.assertRegex(done.stdout, r"Mesa's zink +3\.00x")
        self.assertTrue(os.path.exists(svg))

    def test_the_real_programs(self):
        """One round of moments, on the drivers that are here."""
        figures = os.path.join(self.root, "real.json")
        done = subprocess.run([GLISSADE, "bench", "--device", "cpu", "--what", "draw_overhead,pixels,sampling_throughput", "--rounds", "1",
                               "--seconds", "0.001", "--json", figures], capture_output=True, text=True, check=False)
        if done.returncode == 125 or (done.returncode == 1 and "There is nothing to compare" in done.stderr):
            self.skipTest(done.stderr.strip())  # No CPU device, or no other driver.
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(figures, encoding="utf-8") as file:
            found = json.load(file)
        for name, program in found["programs"].items():
            self.assertNotIn("glissade", program["failures"], name)
            self.assertTrue(program["medians"]["glissade"], name)
        self.assertTrue(any(re.match("Glissade", renderer) for renderer in found["ran_on"].values()))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # Also where a shell in the background ignores it.
    GLISSADE = sys.argv.pop(1)
    unittest.main()
