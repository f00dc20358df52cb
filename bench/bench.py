#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""What `glissade bench` does: runs programs on Glissade and on the drivers that this machine has beside it, in turn, round by
round, prints ratios with their spread and draws them. docs/bench.md. It is started by `glissade`, which knows the devices."""

import argparse
import json
import os
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import mesa_root  # noqa: E402
import peers  # noqa: E402
import picture  # noqa: E402
import programs  # noqa: E402

OWN = "glissade"


class Driver:
    """Glissade or a peer. `make_environment()` gives its variables; `kind` is what peers.is_renderer_of() knows."""

    def __init__(self, name, api, kind, title, make_environment, missing=None, root=None):
        self.name, self.api, self.kind, self.title = name, api, kind, title
        self.make_environment, self.missing, self.root = make_environment, missing, root
        self.renderer = None  # What answered.


def parse_arguments():
    parser = argparse.ArgumentParser(prog="glissade bench", description=__doc__)
    parser.add_argument("--glissade", required=True, metavar="PREFIX")
    parser.add_argument("--libraries", default="", metavar="DIR")
    parser.add_argument("--version", default="")
    parser.add_argument("--programs", required=True, metavar="DIR")
    parser.add_argument("--device", required=True, metavar="JSON", help="what OpenGL on Glissade and zink run on: manifest, name, type")
    parser.add_argument("--what", default="")
    parser.add_argument("--peers", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--output", action="append", default=[])
    parser.add_argument("--json", default="")
    parser.add_argument("--mesa-root", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    options.device = json.loads(options.device)
    options.what = [name for name in options.what.split(",") if name]
    options.peers = [name for name in options.peers.split(",") if name]
    return options


def complain(sentence):
    print(f"glissade: {sentence}", file=sys.stderr)


def mesa_problem(vulkan):
    """What keeps Mesa from being a peer."""
    if not os.path.exists(peers.MESA_VENDOR):
        return "Debian packages: libegl-mesa0, libgl1-mesa-dri"
    if vulkan and not os.path.exists(vulkan):
        return "Debian package: mesa-vulkan-drivers"
    return None


def native_vendor(device):
    """The vendor file of the device's own OpenGL; None: it has none, or the driver is not installed."""
    if device["type"] == "CPU":
        return None
    folders = ("/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d")
    wanted = "nvidia" if "nvidia" in device["name"].lower() else "mesa"
    for folder in folders:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            if wanted in name:
                return os.path.join(folder, name)
    return None


def own_environment(options, make):
    """Outside of /usr the dynamic linker does not know where our libraries are."""
    def environment():
        made = make()
        if options.libraries and options.glissade != "/usr":
            before = made.get("LD_LIBRARY_PATH")
            made["LD_LIBRARY_PATH"] = options.libraries + (":" + before if before else "")
        return made
    return environment


def gl_drivers(options):
    device = options.device
    software = device["type"] == "CPU"
    below_zink = peers.LAVAPIPE if software else device["manifest"]

    def of(kind, manifest, **how):
        return lambda: peers.gl_environment(kind, options.glissade, manifest, **how)

    own = Driver(OWN, "gl", OWN, "Glissade", own_environment(options, of(OWN, device["manifest"])))
    found = [own, Driver("zink", "gl", "zink", "Mesa's zink", of("zink", below_zink, software=software), mesa_problem(below_zink))]
    if software:
        found.append(Driver("llvmpipe", "gl", "llvmpipe", "Mesa's llvmpipe", of("llvmpipe", peers.LAVAPIPE), mesa_problem(None)))
    else:
        vendor = native_vendor(device)
        found.append(Driver("native", "gl", "native", "the device's own OpenGL", of("native", "", native=vendor),
                            None if vendor else "the EGL library of the device's driver"))
    return found


def vulkan_drivers(options, scratch):
    manifest = peers.cpu_manifest(options.glissade)
    lavapipe = None if os.path.exists(peers.LAVAPIPE) else "Debian package: mesa-vulkan-drivers"
    swiftshader = None if os.path.exists(peers.SWIFTSHADER) else "Debian package: chromium"
    return [Driver(OWN, "vulkan", OWN, "Glissade's CPU device", own_environment(options, lambda: peers.vulkan_environment(manifest)),
                   None if os.path.exists(manifest) else "this build has no CPU device"),
            Driver("lavapipe", "vulkan", "lavapipe", "Mesa's lavapipe", lambda: peers.vulkan_environment(peers.LAVAPIPE), lavapipe),
            Driver("swiftshader", "vulkan", "swiftshader", "SwiftShader",
                   lambda: peers.vulkan_environment(peers.swiftshader_manifest(scratch)), swiftshader)]


def root_drivers(options):
    root = mesa_root.Root(options.mesa_root, [options.programs])
    manifest = root.manifest()
    problem = root.problem()
    vulkan_problem = problem or (None if manifest else "mesa-vulkan-drivers is not installed in it")

    def gl(kind):
        return lambda: peers.gl_environment(kind, options.glissade, manifest or "")

    return [Driver("root-zink", "gl", "zink", f"zink of {root.name}", gl("zink"), vulkan_problem, root),
            Driver("root-llvmpipe", "gl", "llvmpipe", f"llvmpipe of {root.name}", gl("llvmpipe"), problem, root),
            Driver("root-lavapipe", "vulkan", "lavapipe", f"lavapipe of {root.name}",
                   lambda: peers.vulkan_environment(manifest or ""), vulkan_problem, root)]


class Screen:
    """An X server for programs that want a window though they draw off-screen."""

    def __init__(self):
        self.process = None
        self.display = os.environ.get("DISPLAY")

    def start(self):
        """None, or why there is none."""
        if self.display:
            return None
        if not shutil.which("Xvfb"):
            return "there is no X server (Debian package: xvfb)"
        reader, writer = os.pipe()
        # A process group of its own: Ctrl-C is for the programs.
        self.process = subprocess.Popen(["Xvfb", "-screen", "0", "1280x1024x24", "-noreset", "-nolisten", "tcp", "-displayfd",
                                         str(writer)], pass_fds=[writer], stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        if not number:
            return "the X server Xvfb does not start"
        self.display = f":{number}"
        return None

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()


class Progress:
    """A line that says how far it is, and how long it will take as far as runs of the same kind tell."""

    def __init__(self, total):
        self.total, self.done, self.times = total, 0, {}
        self.terminal = sys.stderr.isatty()
        self.width = 0

    def estimate_s(self, left):
        """`left`: (program, driver) of each run to come. None: nothing is known yet."""
        every = [t for times in self.times.values() for t in times]
        if not every:
            return None
        seconds = 0
        for program, driver in left:
            of_program = [t for (name, _), times in self.times.items() if name == program for t in times]
            seconds += statistics.mean(self.times.get((program, driver)) or of_program or every)
        return seconds

    def show(self, what, left):
        seconds = self.estimate_s(left)
        rest = "" if seconds is None else f", about {seconds / 60:.0f} min left" if seconds > 90 else f", about {seconds:.0f} s left"
        line = f"{self.done + 1} of {self.total}: {what}{rest}"
        if self.terminal:
            print("\r" + line.ljust(self.width), end="", file=sys.stderr, flush=True)
            self.width = len(line)
        else:
            print(line, file=sys.stderr, flush=True)

    def note(self, program, driver, seconds):
        self.done += 1
        self.times.setdefault((program, driver), []).append(seconds)

    def clear(self):
        if self.terminal and self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)
            self.width = 0


def ended(code):
    if code < 0:
        try:
            return f"ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"ended by signal {-code}"
    return f"exit code {code}"


def run(program, path, driver, options, display):
    """An Answer, or a sentence that says why there is none."""
    root = driver.root
    with tempfile.TemporaryDirectory(prefix="glissade-bench-") as scratch:
        environment = driver.make_environment()
        peers.set_cache(environment, scratch)
        environment["XDG_RUNTIME_DIR"] = scratch
        if display:
            environment["DISPLAY"] = display
        words = program.command(options.seconds, scratch)
        if driver.kind == "native" and program.chooses_platform:
            words += ["--platform", "default"]
        command = root.command([path, *words]) if root else [path, *words]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False)
        except OSError as error:
            return f"{error.strerror}: {command[0]}"
        try:
            answer = program.read(done.stdout, scratch)
        except (ValueError, KeyError, OSError, TypeError):
            answer = None
        if answer is None or not answer.rows:
            lines = [line for line in done.stderr.strip().splitlines() if not line.startswith("ATTENTION")]
            return ended(done.returncode) + (f": {lines[-1][:200]}" if lines else "")
        if not peers.is_renderer_of(driver.kind, answer.renderer):
            return f"another driver answered: {answer.renderer}"
        driver.renderer = answer.renderer
        return answer


class Result:
    """Of one program: the answers of each driver, round by round (None: it failed), and why drivers have none."""

    def __init__(self, program, drivers):
        self.program, self.drivers = program, drivers
        self.answers = {driver.name: [] for driver in drivers}
        self.failures = {}

    def medians(self, name):
        rows = {}
        for answer in self.answers[name]:
            for row, value in (answer.rows if answer else {}).items():
                rows.setdefault(row, []).append(value)
        return {row: statistics.median(values) for row, values in rows.items()}

    def ratio(self, own, other):
        return own / other if self.program.more else other / own

    def row_ratios(self, name):
        """{row: how much better Glissade is}"""
        own, other = self.medians(OWN), self.medians(name)
        return {row: self.ratio(own[row], other[row]) for row in own if other.get(row, 0) > 0 and own[row] > 0}

    def round_ratios(self, name):
        """The geometric mean over rows, of each round in which both answered."""
        found = []
        for own, other in zip(self.answers[OWN], self.answers[name]):
            if own and other:
                ratios = [self.ratio(value, other.rows[row]) for row, value in own.rows.items()
                          if value > 0 and other.rows.get(row, 0) > 0]
                if ratios:
                    found.append(statistics.geometric_mean(ratios))
        return found

    def compared(self):
        """(driver, summary) of each peer that there is something to say of."""
        for driver in self.drivers[1:]:
            rounds = self.round_ratios(driver.name)
            if rounds:
                rows = self.row_ratios(driver.name)
                yield driver, {"ratio": statistics.median(rounds), "least": min(rounds), "most": max(rounds), "rows": rows}


def rounds_made(results):
    """The least and the most answers that a driver gave to a program, of those that gave any, in words."""
    counts = [made for result in results for answers in result.answers.values()
              if (made := sum(1 for answer in answers if answer))]
    least, most = (min(counts), max(counts)) if counts else (0, 0)
    return f"{most} round{'' if most == 1 else 's'}" if least == most else f"{least} to {most} rounds"


def choose_programs(options):
    known = {program.name: program for program in programs.PROGRAMS}
    unknown = [name for name in options.what if name not in known]
    if unknown:
        complain(f"There is no benchmark {unknown[0]}; there are {', '.join(known)}.")
        sys.exit(125)
    return [known[name] for name in options.what] or programs.PROGRAMS


def choose_drivers(options, scratch):
    """{api: [Glissade, peer…]}, and those that are missing."""
    drivers = gl_drivers(options) + vulkan_drivers(options, scratch)
    if options.mesa_root:
        more = root_drivers(options)
        drivers += more
    names = [driver.name for driver in drivers if driver.name != OWN]
    unknown = [name for name in options.peers if name not in names]
    if unknown:
        complain(f"There is no peer {unknown[0]} for {options.device['name']}; there are {', '.join(names)}.")
        sys.exit(125)
    wanted = [driver for driver in drivers if driver.name == OWN or not options.peers or driver.name in options.peers]
    usable = {api: [driver for driver in wanted if driver.api == api and not driver.missing] for api in ("gl", "vulkan")}
    return usable, [driver for driver in wanted if driver.missing]


def print_list(options, usable, missing):
    print("benchmarks:")
    for program in programs.PROGRAMS:
        there = "" if program.find(options.programs) else f"   {program.missing}"
        print(f"  {program.name:20} {program.title} ({program.unit}){there}")
    print("peers:")
    for drivers in usable.values():
        for driver in drivers[1:]:
            print(f"  {driver.name:20} {driver.title}")
    for driver in missing:
        print(f"  {driver.name:20} {driver.title}: not there ({driver.missing})")


def measure(results, paths, options, display, progress):
    """Rounds outermost, so that what is there when somebody stops it compares like with like."""
    runs = [(result, driver) for _ in range(options.rounds) for result in results for driver in result.drivers]
    for at, (result, driver) in enumerate(runs):
        program = result.program
        failures = result.failures.get(driver.name, [])
        if len(failures) >= 2:
            progress.total -= 1
            result.answers[driver.name].append(None)
            continue
        progress.show(f"{program.name} on {driver.title}", [(r.program.name, d.name) for r, d in runs[at:]])
        began = time.monotonic()
        answer = run(program, paths[program.name], driver, options, display if program.name == "glmark2-es2" else None)
        progress.note(program.name, driver.name, time.monotonic() - began)
        if isinstance(answer, str):
            result.failures.setdefault(driver.name, []).append(answer)
            answer = None
        result.answers[driver.name].append(answer)


def spread(summary):
    least, most = f"{summary['least']:.2f}", f"{summary['most']:.2f}"
    return "" if least == most else f"{least} … {most}"


def print_results(results):
    for result in results:
        program = result.program
        counts = {len(answer.rows) for answers in result.answers.values() for answer in answers if answer}
        if not counts:
            continue
        print(f"\n{program.title} ({program.name}: {program.unit}; {max(counts)} rows)")
        for driver, summary in result.compared():
            rows = sorted(summary["rows"].items(), key=lambda item: item[1])
            (worst, low), (best, high) = rows[0], rows[-1]
            print(f"  {driver.title:24}{summary['ratio']:7.2f}x  {spread(summary):14}"
                  f"  least {low:.2f}x ({worst[:28]}), most {high:.2f}x ({best[:28]})")
        for driver in result.drivers:
            for failure in sorted(set(result.failures.get(driver.name, []))):
                print(f"  {driver.title:24}{len(result.failures[driver.name])} of {len(result.answers[driver.name])} runs failed: {failure}")


def machine():
    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            processor = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), processor)
    except OSError:
        pass
    return f"{processor}, {len(os.sched_getaffinity(0))} cores"


def as_json(results, options, missing, left_out, ran_on):
    return {"glissade": options.version, "device": options.device["name"], "machine": machine(),
            "date": time.strftime("%Y-%m-%d"), "rounds": rounds_made(results), "seconds": options.seconds,
            "ran_on": ran_on, "missing": {driver.name: driver.missing for driver in missing}, "left_out": left_out,
            "programs": {result.program.name: {
                "title": result.program.title, "unit": result.program.unit, "more_is_better": result.program.more,
                "medians": {driver.name: result.medians(driver.name) for driver in result.drivers},
                "runs": {driver.name: [answer.rows if answer else None for answer in result.answers[driver.name]]
                         for driver in result.drivers},
                "peers": {driver.name: {**summary, "title": driver.title} for driver, summary in result.compared()},
                "failures": result.failures} for result in results}}


def write_outputs(options, figures):
    texts = {".svg": picture.svg, ".html": picture.html}
    for path in options.output:
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(texts[os.path.splitext(path)[1]](figures))
        except OSError as error:
            complain(f"{path}: {error.strerror}.")
            return False
        print(f"written: {path}")
    if options.json:
        try:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump(figures, file, indent=1, ensure_ascii=False)
                file.write("\n")
        except OSError as error:
            complain(f"{options.json}: {error.strerror}.")
            return False
        print(f"written: {options.json}")
    return True


def stop(_signal, _frame):
    raise KeyboardInterrupt


def main():
    signal.signal(signal.SIGTERM, stop)  # As Ctrl-C: what is there is printed.
    options = parse_arguments()
    for path in options.output:
        if os.path.splitext(path)[1] not in (".svg", ".html"):
            complain(f"{path}: a picture's name ends in .svg or .html.")
            return 125
    chosen = choose_programs(options)
    screen = Screen()
    stopped = False
    with tempfile.TemporaryDirectory(prefix="glissade-bench-") as scratch:
        usable, missing = choose_drivers(options, scratch)
        if options.list:
            print_list(options, usable, missing)
            return 0
        left_out, results, paths = {}, [], {}
        for program in chosen:
            path = program.find(options.programs)
            problem = program.missing if not path else None
            if path and program.name == "glmark2-es2":
                problem = screen.start()
            if not problem and len(usable[program.api]) < 2:
                problem = "has no peer here"
            if not problem and usable[program.api][0].name != OWN:
                problem = "has no device of Glissade's here"
            if problem:
                left_out[program.name] = problem
                continue
            paths[program.name] = path
            results.append(Result(program, usable[program.api]))
        progress = Progress(options.rounds * sum(len(result.drivers) for result in results))
        try:
            measure(results, paths, options, screen.display, progress)
        except KeyboardInterrupt:
            stopped = True
        finally:
            progress.clear()
            screen.stop()
    drivers = {driver.title: driver.renderer for result in results for driver in result.drivers if driver.renderer}
    print(f"Glissade beside other drivers: above 1x Glissade is ahead; medians of {rounds_made(results)}, their least and most"
          + ("; stopped before the end" if stopped else ""))
    print_results(results)
    if drivers:
        print("\nran on")
    for title, renderer in drivers.items():
        print(f"  {title:24}{renderer}")
    for driver in missing:
        print(f"not there: {driver.title} ({driver.missing})")
    for name, why in left_out.items():
        print(f"left out: {name} {why}")
    figures = as_json(results, options, missing, left_out, drivers)
    has_figures = any(True for result in results for _ in result.compared())
    if not has_figures:
        complain("There is nothing to compare." if not stopped else "It was stopped before there was anything to compare.")
        return 130 if stopped else 1
    written = write_outputs(options, figures)
    return 130 if stopped else 0 if written else 1


if __name__ == "__main__":
    sys.exit(main())
