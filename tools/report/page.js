// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Draws a run that `glissade run --report` recorded. Times are in ms since the run began.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const byId = id => document.getElementById(id);

/** An element with attributes, text or children. */
function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name === "onclick") element.onclick = value;
        else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
}

const ms = value => value >= 100 ? `${value.toFixed(0)} ms` : value >= 1 ? `${value.toFixed(1)} ms` : `${(value * 1000).toFixed(0)} µs`;
const seconds = value => `${(value / 1000).toFixed(value < 10000 ? 2 : 1)} s`;
const mebibytes = value => `${(value / 1048576).toFixed(value < 10485760 ? 1 : 0)} MiB`;
const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
const sum = values => values.reduce((a, b) => a + b, 0);
function quantile(values, part) {
    if (!values.length) return 0;
    const sorted = Float64Array.from(values).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

/** What one process did, in terms of frames. */
function analyse(process) {
    const ends = process.frames.map(([start, duration]) => start + duration);
    const times = ends.slice(1).map((end, i) => end - ends[i]);
    const frameAt = time => { // The one that ends first at or after the time.
        let low = 0, high = ends.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (ends[middle] < time) low = middle + 1; else high = middle;
        }
        return low;
    };
    const waits = process.stalls.map(stall => ({...stall, frame: frameAt(stall.t)}));
    const waitsOf = new Map();
    for (const wait of waits) {
        if (!waitsOf.has(wait.frame)) waitsOf.set(wait.frame, []);
        waitsOf.get(wait.frame).push(wait);
    }
    const around = times.map((_, i) => quantile(times.slice(Math.max(0, i - 30), i + 31), 0.5));
    const late = [];
    times.forEach((time, i) => {
        if (time > 2 * around[i] && time > around[i] + 2) {
            const own = waitsOf.get(i + 1) || [];
            const told = sum(own.map(wait => wait.d));
            const inside = process.frames[i + 1][1];
            const [from, to] = [ends[i], ends[i + 1]];
            const during = (t, d) => Math.max(0, Math.min(to, t + d) - Math.max(from, t));
            const compiled = sum(process.compiles.map(c => during(c.t, c.d)));
            const uploads = process.uploads.filter(u => during(u.t, u.d) > 0);
            const uploaded = sum(uploads.map(u => during(u.t, u.d)));
            const submitted = sum(process.submits.map(([t, d]) => during(t, d)));
            const busy = sum(process.executes.map(([t, d]) => during(t, d)));
            late.push({frame: i + 1, t: to, time, usual: around[i], own, told, inside, compiled, uploads, uploaded, submitted, busy});
        }
    });
    const lateFrames = new Set(late.map(l => l.frame));
    const extraOf = new Map(late.map(l => [l.frame, l.time - l.usual]));
    // A wait made a frame late if it makes more than a tenth of what was too much.
    for (const wait of waits) wait.made = lateFrames.has(wait.frame) && wait.d > extraOf.get(wait.frame) / 10;
    return {process, ends, times, waits, waitsOf, late, lateFrames};
}

/** Waits for a compiler, of which a warm cache might have none; the others are for the device, the display, other threads. */
const kPipelines = 0, kPrograms = 1;
const isOurs = wait => wait.kind === kPipelines || wait.kind === kPrograms;

function line(...children) { return make("p", {}, ...children); }

function showVerdict(run) {
    const box = byId("verdict");
    const {process, times, waits, late} = run;
    const because = waited => late.filter(l => sum(l.own.filter(waited).map(w => w.d)) > (l.time - l.usual) / 2);
    const blame = because(isOurs), busy = because(w => !isOurs(w));
    const waited = waits.filter(w => w.frame > 0 && w.frame < run.ends.length);
    if (process.faults.length) {
        box.className = "waited";
        box.append(line(`The device was lost: ${process.faults[0].text}.`));
    } else if (!times.length) {
        const ours = sum(waits.filter(isOurs).map(w => w.d)), others = sum(waits.filter(w => !isOurs(w)).map(w => w.d));
        if (ours) box.className = "waited";
        else if (others) box.className = "late";
        box.append(line("No window showed an image twice, so there are no frame times: the program draws off-screen, or ended early."));
        if (waits.length) box.append(line(`It waited ${ms(ours)} while something was compiled or linked, and ${ms(others)} for the device, the display or another thread: the list below says for what.`));
    } else if (blame.length) {
        box.className = "waited";
        box.append(line(`${blame.length} of ${count(times.length, "frame")} came late because the program waited while something was compiled or linked, ${ms(sum(blame.map(l => l.told)))} in all.`));
        if (busy.length) box.append(line(`${busy.length} more came late because the program waited for the device, the display or another thread.`));
    } else if (busy.length) {
        box.className = "late";
        box.append(line(`${busy.length} of ${count(times.length, "frame")} came late because the program waited for the device, the display or another thread; none because of a compiler.`));
    } else if (late.length) {
        box.className = "late";
        box.append(line(`${late.length} of ${count(times.length, "frame")} came late, none of them because of Glissade: the time went to the program itself, to other programs, or to the display.`));
    } else {
        box.append(line(`No frame of ${times.length.toLocaleString("en")} came late.`));
    }
    if (data.ending) box.append(line(data.ending));
    const list = make("dl");
    const add = (name, value) => list.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
    if (times.length) {
        add("frames", times.length.toLocaleString("en"));
        add("usual", ms(quantile(times, 0.5)));
        add("slowest of 100", ms(quantile(times, 0.99)));
        add("slowest", ms(Math.max(...times)));
    }
    add("waits of 0.1 ms and more", `${waits.length} (${ms(sum(waits.map(w => w.d)))})`);
    if (times.length && waited.length !== waits.length) add("of them while frames were shown", `${waited.length} (${ms(sum(waited.map(w => w.d)))})`);
    add("compiled", process.compiles.length.toLocaleString("en"));
    box.append(list);
}

const plots = [];
function plot(target, options, values) {
    const element = byId(target);
    const grid = {stroke: css("--line"), width: 1};
    const axes = options.axes.map(axis => ({stroke: css("--soft"), grid, ticks: grid, ...axis}));
    const made = new uPlot({width: element.clientWidth, ...options, axes}, values, element);
    plots.push([element, made]);
    return made;
}
addEventListener("resize", () => plots.forEach(([element, made]) => made.setSize({width: element.clientWidth, height: made.height})));
const none = (id, text) => byId(id).append(make("p", {class: "none"}, text));
const timeAxis = {values: (_, ticks) => ticks.map(t => `${t / 1000} s`)};

function tell(run, frame) {
    const box = byId("told");
    const waits = run.waitsOf.get(frame) || [];
    box.hidden = false;
    const shown = waits.length > 6 ? [...waits].sort((a, b) => b.d - a.d).slice(0, 6) : waits;
    box.replaceChildren(make("strong", {}, `Frame ${frame}, ${ms(run.times[frame - 1] ?? 0)}, ${seconds(run.ends[frame] ?? 0)} into the run`),
        ...shown.map(wait => make("div", {}, `waited ${ms(wait.d)}: ${wait.cause}`)),
        ...(shown.length < waits.length ? [make("div", {}, `and ${waits.length - shown.length} shorter waits`)] : []),
        ...(waits.length ? [] : [make("div", {}, "Glissade kept nobody waiting in it.")]));
}

function showFrames(run) {
    const {ends, times, waitsOf, lateFrames} = run;
    if (!times.length) {
        byId("frames").closest("section").hidden = true; // The box on top says so.
        return;
    }
    const x = ends.slice(1);
    // Waits for the device are usual where it is the slower one: only what made a frame late is marked.
    const marked = frame => {
        const waits = waitsOf.get(frame) || [];
        if (waits.some(isOurs)) return "--wait";
        return lateFrames.has(frame) && waits.some(wait => wait.made) ? "--warm" : null;
    };
    const waited = kind => times.map((time, i) => marked(i + 1) === kind ? time : null);
    const ours = waited("--wait"), devices = waited("--warm");
    const usual = quantile(times, 0.5);
    const top = Math.max(quantile(times, 0.999) * 1.15, usual * 3);
    const dots = (color, size) => ({stroke: color, fill: color, paths: () => null, points: {show: true, size, fill: color, stroke: color, width: 1}});
    const bars = uPlot.paths.bars({size: [1, 40], align: 1});
    const few = x.length < 4000;
    const frames = few ? {stroke: css("--frame"), fill: css("--frame") + "66", paths: bars, points: {show: false}} : dots(css("--frame"), 2);
    const made = plot("frames", {
        height: 280,
        cursor: {drag: {x: true, y: false}, points: {show: false}},
        scales: {x: {time: false}, y: {range: (_, low, high) => [0, Math.min(Math.max(high, usual * 2), Math.max(top, quantile(ours.filter(v => v !== null), 1), quantile(devices.filter(v => v !== null), 1)))]}},
        axes: [timeAxis, {label: "ms a frame", labelSize: 20, size: 56}],
        legend: {show: false},
        series: [{}, frames, dots(css("--wait"), 9), dots(css("--warm"), 7)],
        hooks: {setCursor: [u => { const i = u.cursor.idx; if (i !== null && i !== undefined) tell(run, i + 1); }]},
    }, [x, times, ours, devices]);
    const key = (color, text) => {
        const swatch = make("i");
        swatch.style.background = css(color);
        return make("span", {}, swatch, text);
    };
    byId("frames").append(make("div", {class: "legend"}, key("--frame", "a frame"), key("--wait", "it waited for something to be compiled or linked"),
        key("--warm", "it came late, and waited for the device, the display or another thread")));
    return made;
}

function table(heads, rows) {
    const head = make("tr", {}, ...heads.map(([text, kind]) => make("th", kind ? {class: kind} : {}, text)));
    return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}
const cell = (kind, ...children) => make("td", kind ? {class: kind} : {}, ...children);

/** Waits that say the same but for whom they are about, or what was new, belong together. */
function groups(waits) {
    const found = new Map();
    for (const wait of waits) {
        const key = wait.cause.replace(/ \(.*/, "").replace(/; (new:|its first draw).*/, "; $1").replace(/'[^']*'/g, "#").replace(/\d+/g, "#");
        if (!found.has(key)) found.set(key, []);
        found.get(key).push(wait);
    }
    // What made frames late comes first, then what took most.
    const weight = group => sum(group.map(w => w.made ? w.d : 0)) * 1e3 + sum(group.map(w => w.d));
    return [...found.values()].sort((a, b) => weight(b) - weight(a));
}

/** The longest waits of a group, one of each cause, but for the first. */
function others(group, longest) {
    const known = new Set([longest.cause]), list = [];
    for (const wait of [...group].sort((a, b) => b.d - a.d)) {
        if (known.has(wait.cause)) continue;
        known.add(wait.cause);
        list.push(wait);
    }
    return list;
}

function showWaits(run, frames) {
    if (!run.waits.length) {
        none("waits", "Nothing: no call of the program took 0.1 ms or more for compiling or waiting.");
        return;
    }
    const hasFrames = run.times.length > 0;
    const rows = groups(run.waits).slice(0, 40).map(group => {
        const longest = group.reduce((a, b) => a.d > b.d ? a : b);
        const times = group.length > 1 ? `${group.length.toLocaleString("en")} times, ${ms(sum(group.map(w => w.d)))} in all` : "once";
        const late = new Set(group.filter(w => w.made).map(w => w.frame)).size;
        const more = others(group, longest);
        const list = more.length ? [make("details", {onclick: event => event.stopPropagation()}, make("summary", {}, `${count(more.length, "other")} of this kind`),
            ...more.slice(0, 20).map(wait => make("div", {class: "what"}, `${ms(wait.d)}, ${seconds(wait.t)}: ${wait.cause}`)),
            ...(more.length > 20 ? [make("div", {class: "what"}, `and ${(more.length - 20).toLocaleString("en")} shorter ones`)] : []))] : [];
        const place = !hasFrames ? "" : longest.frame > 0 && longest.frame < run.ends.length ? `, frame ${longest.frame}`
            : longest.frame === 0 ? ", before the first frame" : ", after the last frame";
        const follow = () => { tell(run, longest.frame); byId("frames").scrollIntoView({behavior: "smooth", block: "center"}); };
        return make("tr", hasFrames ? {class: "link", onclick: follow} : {},
            cell("number", ms(longest.d)),
            cell("when", `${seconds(longest.t)}${place}`, make("div", {class: "what"}, times)),
            ...(hasFrames ? [cell(late ? "number late" : "number", late ? late.toLocaleString("en") : "–")] : []),
            cell("", longest.cause, make("div", {class: "what"}, longest.advice), ...list));
    });
    const latePart = hasFrames ? [["frames made late", "number"]] : [];
    byId("waits").append(table([["longest", "number"], ["when"], ...latePart, ["what for, and what helps"]], rows));
}

function reasonOf(late) {
    const extra = late.time - late.usual;
    if (late.told > extra / 2) {
        const busy = !late.own.some(isOurs) && late.busy > late.usual + extra / 2 ? `; the device was busy for ${ms(late.busy)} of it: what was drawn took that long` : "";
        return groups(late.own).map(group => `${group[0].cause} (${group.length > 1 ? `${group.length} such, ` : ""}${ms(sum(group.map(w => w.d)))})`).join("; ") + busy;
    }
    if (late.uploaded > extra / 2) return `${count(late.uploads.length, "upload")} took ${ms(late.uploaded)}: ${[...late.uploads].sort((a, b) => b.bytes - a.bytes).slice(0, 3).map(u => `${u.text}, ${mebibytes(u.bytes)}`).join("; ")}. Load ahead, or in smaller pieces`;
    if (late.inside > extra / 2 + late.told) return `handing the image over took ${ms(late.inside)}: the display, the window system or work that was queued before`;
    if (late.busy > late.usual + extra / 2) return `the device was busy for ${ms(late.busy)} of it: what was drawn took that long`;
    if (late.submitted > extra / 2) return `handing commands to the device took ${ms(late.submitted)}`;
    if (late.compiled > extra / 2) return `not Glissade's waiting; but its threads compiled for ${ms(late.compiled)} at that time, which takes processor time where cores are few`;
    return "Glissade kept nobody waiting: the program itself, or others on this machine";
}

function showLate(run) {
    if (!run.times.length) {
        byId("late").closest("section").hidden = true;
        return;
    }
    if (!run.late.length) {
        none("late", "None.");
        return;
    }
    // Those that say the same but for numbers and labels are one row, of the worst.
    const alike = new Map();
    for (const late of [...run.late].sort((a, b) => (b.time - b.usual) - (a.time - a.usual))) {
        const reason = reasonOf(late), key = reason.replace(/'[^']*'/g, "#").replace(/[\d.,]+/g, "#").replace(/µs/g, "ms");
        if (!alike.has(key)) alike.set(key, {late, reason, count: 0});
        alike.get(key).count += 1;
    }
    const rows = [...alike.values()].slice(0, 20);
    byId("late").append(table([["took", "number"], ["usual", "number"], ["when"], ["where the time went"]],
        rows.map(({late, reason, count: number}) => make("tr", {class: "link", onclick: () => { tell(run, late.frame); byId("frames").scrollIntoView({behavior: "smooth", block: "center"}); }},
            cell("number", ms(late.time)), cell("number", ms(late.usual)), cell("when", `${seconds(late.t)}, frame ${late.frame}`,
                ...(number > 1 ? [make("div", {class: "what"}, `and ${count(number - 1, "frame")} like it`)] : [])), cell("", reason)))));
    if (alike.size > rows.length) byId("late").append(make("p", {class: "hint"}, `The worst ${rows.length} of ${alike.size} kinds.`));
}

const kKinds = [["a shader, by the front end", "--frame"], ["a program, linked", "--good"], ["a pipeline, by the Vulkan driver", "--wait"],
    ["a stage of the CPU device, copied from pieces", "--grey"], ["a stage of the CPU device, by LLVM", "--warm"], ["a routine of the CPU device, by LLVM", "--violet"]];
const colorOf = kind => css(kKinds[kind][1]);

function showThreads(run) {
    const {process} = run;
    if (!process.compiles.length) {
        none("threads", "Nothing was compiled.");
        return;
    }
    const threads = new Map();
    // Threads that are made for one compilation each, for their large stack, share a row.
    const rowOf = thread => {
        const name = process.threads[thread] || `thread ${thread}`;
        return name.startsWith("glissade-stack") ? "glissade-stack, made for one each" : name;
    };
    for (const compile of process.compiles) {
        const row = rowOf(compile.thread);
        if (!threads.has(row)) threads.set(row, []);
        threads.get(row).push(compile);
    }
    const end = Math.max(data.duration, 1);
    const lanes = make("div", {class: "lanes"});
    for (const [thread, compiles] of [...threads].sort((a, b) => a[1][0].t - b[1][0].t).slice(0, 24)) {
        const canvas = make("canvas", {class: "lane", height: 18});
        lanes.append(make("span", {class: "name"}, thread), canvas);
        requestAnimationFrame(() => {
            const width = canvas.width = canvas.clientWidth * devicePixelRatio;
            const context = canvas.getContext("2d");
            for (const compile of compiles) {
                context.fillStyle = colorOf(compile.kind);
                context.fillRect(compile.t / end * width, 2, Math.max(1, compile.d / end * width), 14);
            }
        });
        canvas.onmousemove = event => {
            const t = event.offsetX / canvas.clientWidth * end, near = end / canvas.clientWidth * 2;
            const hit = compiles.find(c => t >= c.t - near && t <= c.t + c.d + near);
            canvas.title = hit ? `${hit.text}, ${ms(hit.d)}, at ${seconds(hit.t)}` : "";
        };
    }
    byId("threads").append(lanes);
    const legend = make("div", {class: "legend"});
    const rows = [];
    kKinds.forEach(([name], kind) => {
        const own = process.compiles.filter(c => c.kind === kind);
        if (!own.length) return;
        const swatch = make("i");
        swatch.style.background = colorOf(kind);
        const longest = own.reduce((a, b) => a.d > b.d ? a : b);
        legend.append(make("span", {}, swatch, name));
        rows.push(make("tr", {}, cell("", name), cell("number", own.length.toLocaleString("en")), cell("number", ms(sum(own.map(c => c.d)))),
            cell("number", ms(quantile(own.map(c => c.d), 0.5))), cell("number", ms(longest.d)), cell("", longest.text)));
    });
    byId("kinds").append(legend, table([["what"], ["number", "number"], ["in all", "number"], ["usual", "number"], ["longest", "number"], ["the longest"]], rows));
}

/**
 * What came to be, by kind, as shares of all until then: `events` are [time, kind] in order, `kinds` [name, color].
 * Numbers stand in the legend.
 */
function showShares(id, events, kinds) {
    const x = [], shares = kinds.map(() => []), counts = kinds.map(() => []), now = kinds.map(() => 0);
    events.forEach(([t, kind], n) => {
        now[kind] += 1;
        x.push(t);
        let below = 0;
        now.forEach((count, i) => {
            below += count;
            shares[i].push(100 * below / (n + 1));
            counts[i].push(count);
        });
    });
    x.push(Math.max(data.duration, x[x.length - 1]));
    for (const list of [...shares, ...counts]) list.push(list[list.length - 1]);
    const used = kinds.map((_, i) => i).filter(i => now[i]);
    const order = [...used].reverse();
    plot(id, {
        height: 200,
        cursor: {drag: {x: true, y: false}},
        scales: {x: {time: false, range: [0, x[x.length - 1]]}, y: {range: [0, 100]}},
        axes: [timeAxis, {size: 56, values: (_, ticks) => ticks.map(t => `${t} %`)}],
        bands: order.slice(0, -1).map((_, k) => ({series: [k + 1, k + 2], fill: css(kinds[order[k]][1]) + "99"})),
        series: [{label: "at", value: (_, v) => v === null ? "" : seconds(v)},
            ...order.map((i, k) => ({label: kinds[i][0], stroke: css(kinds[i][1]), fill: k === order.length - 1 ? css(kinds[i][1]) + "99" : undefined, paths: uPlot.paths.stepped({align: 1}),
                points: {show: false}, value: (_, v, __, at) => (at === null || at === undefined ? now[i] : counts[i][at]).toLocaleString("en")}))],
    }, [x, ...order.map(i => shares[i])]);
}

const kAnswers = [["in memory", "--good"], ["on disk", "--frame"], ["made ahead", "--violet"], ["had to be made", "--wait"]];

function showAnswers(run) {
    if (run.process.answers.length) showShares("answers", run.process.answers, kAnswers);
    else none("answers", "Nothing was asked for.");
}

/** Kinds of compiling that are tiers of the CPU device. */
const kTiers = [[3, "copied from pieces", "--grey"], [4, "compiled by LLVM", "--warm"], [5, "routines by LLVM", "--violet"]];

function showTiers(run) {
    const events = run.process.compiles.map(c => [c.t + c.d, kTiers.findIndex(tier => tier[0] === c.kind)]).filter(e => e[1] >= 0).sort((a, b) => a[0] - b[0]);
    if (events.length) showShares("tiers", events, kTiers.map(([, name, color]) => [name, color]));
    else byId("tiersPart").hidden = true;
}

function showMemory(run) {
    const {process} = run;
    if (!process.memory.length) {
        none("memory", "None was taken.");
        return;
    }
    const x = process.memory.map(m => m[0]), y = process.memory.map(m => m[1]);
    x.push(Math.max(data.duration, x[x.length - 1]));
    y.push(y[y.length - 1]);
    plot("memory", {
        height: 200,
        cursor: {drag: {x: true, y: false}},
        scales: {x: {time: false}, y: {range: (_, low, high) => [0, high * 1.1]}},
        axes: [timeAxis, {size: 76, values: (_, ticks) => ticks.map(mebibytes)}],
        series: [{label: "at", value: (_, v) => v === null ? "" : seconds(v)},
            {label: "memory", stroke: css("--frame"), fill: css("--frame") + "33", paths: uPlot.paths.stepped({align: 1}), points: {show: false}, value: (_, v) => v === null ? "" : mebibytes(v)}],
    }, [x, y]);
}

function showFacts(run) {
    const rows = [];
    const add = (name, value) => value && rows.push(make("tr", {}, make("th", {}, name), cell("", make("code", {}, value))));
    add("command", run.process.command);
    add("began", data.began);
    add("lasted", seconds(data.duration));
    add("ended", data.ending || "by itself");
    add("device", run.process.devices.join(", "));
    add("Glissade", `${run.process.version}: ${run.process.libraries.join(", ")}`);
    add("options", run.process.options || "all as they are by default");
    add("machine", data.machine);
    const uploads = run.process.uploads;
    if (uploads.length) add("uploads of 64 KiB and more", `${uploads.length.toLocaleString("en")}, ${mebibytes(sum(uploads.map(u => u.bytes)))}, ${ms(sum(uploads.map(u => u.d)))} in all`);
    if (run.process.submits.length) add("submissions", run.process.submits.length.toLocaleString("en"));
    for (const text of run.process.figures) add("counted", text.replace(/=/g, " ").replace(/\n/g, ", "));
    if (run.process.lost) add("not recorded", `${count(run.process.lost, "event")}: the record was full`);
    byId("facts").append(make("table", {}, make("tbody", {}, ...rows)));
    if (data.processes.length > 1) {
        const chosen = data.processes.indexOf(run.process);
        const links = data.processes.map((process, i) => i === chosen ? make("strong", {}, process.name) : make("a", {href: `#${i}`}, `${process.name} (${process.pid})`));
        byId("facts").append(make("p", {}, "Processes of this run: ", ...links.flatMap((link, i) => i ? [", ", link] : [link])));
    }
}

addEventListener("hashchange", () => location.reload());
const weight = process => process.frames.length * 1000 + process.stalls.length + process.compiles.length;
const chosen = data.processes[parseInt(location.hash.slice(1), 10)] || data.processes.reduce((a, b) => weight(b) > weight(a) ? b : a);
const run = analyse(chosen);
byId("program").textContent = `Why does ${chosen.name} stutter?`;
byId("where").textContent = [chosen.devices.join(", "), `Glissade ${chosen.version}`, data.began].filter(Boolean).join(" · ");
showVerdict(run);
showFrames(run);
showWaits(run);
showLate(run);
showThreads(run);
showAnswers(run);
showTiers(run);
showMemory(run);
showFacts(run);
