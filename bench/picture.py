# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Draws what `glissade bench` found: an SVG for a README, and a page (HTML) that has the figures too. Neither needs another file."""

import html as escaping
import math
import re

WIDTH = 860
LEFT, RIGHT = 196, 92  # Of the plot: names, and figures.
ROW, GROUP, HEAD = 26, 44, 98
COLORS = ["#3b82c4", "#d9822b", "#3f9f6b", "#9a6bc4", "#c0574f", "#7a8b3a"]
STYLE = """
    .card { fill: #ffffff; stroke: #d5dbe3; }
    .title { font: 600 20px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #17202c; }
    .sub, .tick, .unit, .foot { font: 12px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #5d6b7c; }
    .group { font: 600 14px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #17202c; }
    .name { font: 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #2c3a4b; }
    .value { font: 600 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #17202c; }
    .grid { stroke: #e6eaf0; } .one { stroke: #17202c; stroke-width: 1.5; }
    .behind { fill: #f6f2ee; }
    .spread { stroke: #17202c; stroke-width: 1.5; }
    .dots { fill-opacity: 0.45; stroke: #ffffff; stroke-opacity: 0.55; stroke-width: 0.6; }
    @media (prefers-color-scheme: dark) {
        .card { fill: #11161d; stroke: #2b3543; }
        .title, .group, .value { fill: #eef2f7; }
        .sub, .tick, .unit, .foot { fill: #93a1b3; }
        .name { fill: #c9d3df; }
        .grid { stroke: #222b37; } .one, .spread { stroke: #eef2f7; }
        .behind { fill: #1b1a19; }
    }"""
TICKS = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]


def text(x, y, kind, words, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escaping.escape(words)}</text>'


def times(value):
    """A ratio, for people."""
    return f"{value:.2f}×" if value < 9.995 else f"{value:.1f}×" if value < 99.95 else f"{value:.0f}×"


def tick_name(value):
    return f"{value:g}×" if value >= 1 else f"1/{1 / value:g}×"


def colors_of(figures):
    """A peer has its color in every group."""
    names = list(dict.fromkeys(name for program in figures["programs"].values() for name in program["peers"]))
    return {name: COLORS[i % len(COLORS)] for i, name in enumerate(names)}


def axis_of(figures):
    """The least and the most of the axis, which no outlier stretches: the middle 96 % of rows, and all bars."""
    bars, rows = [1.0], []
    for program in figures["programs"].values():
        for peer in program["peers"].values():
            bars += [peer["ratio"], peer["least"], peer["most"]]
            rows += list(peer["rows"].values())
    rows.sort()
    cut = len(rows) // 50
    inner = rows[cut:len(rows) - cut] or [1.0]
    least = min(min(bars), inner[0], 0.5) / 1.1
    most = max(max(bars), inner[-1], 2.0) * 1.1
    return least, most


class Axis:
    def __init__(self, least, most):
        self.least, self.most = math.log(least), math.log(most)

    def x(self, ratio):
        at = (math.log(ratio) - self.least) / (self.most - self.least)
        return LEFT + min(1.0, max(0.0, at)) * (WIDTH - LEFT - RIGHT)

    def ticks(self):
        shown = [tick for tick in TICKS if self.least <= math.log(tick) <= self.most]
        while len(shown) > 9:  # 1 stays.
            shown = [tick for tick in shown if round(math.log2(tick)) % (2 * round(math.log2(shown[1] / shown[0]))) == 0]
        return shown


def bar(axis, peer, color, y):
    """Its rows as dots, the mean as a bar from 1, what rounds differ by as a line."""
    middle = y + ROW / 2
    begin, end = sorted((axis.x(1), axis.x(peer["ratio"])))
    parts = [f'<rect x="{begin:.1f}" y="{y + 6:.1f}" width="{max(1.0, end - begin):.1f}" height="{ROW - 12}" rx="3" '
             f'fill="{color}" fill-opacity="0.82"/>']
    parts.append(f'<g class="dots" fill="{color}">')
    for row, ratio in peer["rows"].items():
        # Rows of like ratios lie beside each other, the same way in every picture.
        shift = (sum(row.encode()) % 9 - 4) * 1.6
        parts.append(f'<circle cx="{axis.x(ratio):.1f}" cy="{middle + shift:.1f}" r="2.4">'
                     f'<title>{escaping.escape(row)}: {times(ratio)}</title></circle>')
    parts.append("</g>")
    least, most = axis.x(peer["least"]), axis.x(peer["most"])
    if most - least > 1:
        parts.append(f'<path class="spread" d="M{least:.1f} {middle:.1f}H{most:.1f}M{least:.1f} {middle - 4:.1f}v8M{most:.1f} {middle - 4:.1f}v8"/>')
    parts.append(text(LEFT - 12, middle + 4.5, "name", peer["title"], "end"))
    parts.append(text(WIDTH - RIGHT + 14, middle + 4.5, "value", times(peer["ratio"])))
    return "".join(parts)


def grid(axis, top, bottom):
    """Behind a group's bars."""
    parts = [f'<rect class="behind" x="{LEFT}" y="{top}" width="{axis.x(1) - LEFT:.1f}" height="{bottom - top}"/>']
    for tick in axis.ticks():
        parts.append(f'<path class="{"one" if tick == 1 else "grid"}" d="M{axis.x(tick):.1f} {top}V{bottom}"/>')
    return "".join(parts)


def svg(figures):
    colors, axis = colors_of(figures), Axis(*axis_of(figures))
    groups = {name: program for name, program in figures["programs"].items() if program["peers"]}
    bottom = HEAD + sum(GROUP + ROW * len(program["peers"]) for program in groups.values()) + 6
    height = bottom + 44
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" '
             f'aria-label="Glissade beside other drivers">', f"<style>{STYLE}\n</style>"]
    parts.append(f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10"/>')
    version = f" {figures['glissade']}" if figures["glissade"] else ""
    parts.append(text(24, 36, "title", f"Glissade{version} beside other drivers"))
    parts.append(text(24, 56, "sub", f"{figures['machine']} · {figures['date']} · OpenGL on {figures['device']}"[:128]))
    one = axis.x(1)
    parts += [text(axis.x(tick), HEAD - 4, "tick", tick_name(tick), "middle") for tick in axis.ticks()]
    parts.append(text(WIDTH - 24, HEAD - 22, "sub", "Glissade is ahead →", "end"))
    if one - LEFT > 20:
        parts.append(text(max(24, one - 150), HEAD - 22, "sub", "← the other is ahead"))
    y = HEAD
    for program in groups.values():
        parts.append(text(24, y + 25, "group", program["title"]))
        parts.append(text(24, y + 40, "unit", program["unit"]))
        y += GROUP
        parts.append(grid(axis, y, y + ROW * len(program["peers"])))
        for name, peer in program["peers"].items():
            parts.append(bar(axis, peer, colors[name], y))
            y += ROW
    parts.append(text(24, height - 18, "foot",
                      f"Bars: geometric means over rows, medians of {figures['rounds']}; lines: least and most of rounds; "
                      "dots: single rows. Made by glissade bench."))
    parts.append("</svg>\n")
    return "\n".join(parts)


PAGE_STYLE = """
    :root { color-scheme: light dark; }
    body { font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; margin: 24px auto; max-width: 900px; padding: 0 16px;
           background: light-dark(#f4f6f9, #0b0f14); color: light-dark(#17202c, #e6ebf2); }
    svg { width: 100%; height: auto; }
    details { margin: 10px 0; background: light-dark(#ffffff, #11161d); border: 1px solid light-dark(#d5dbe3, #2b3543); border-radius: 8px; padding: 8px 14px; }
    summary { cursor: pointer; font-weight: 600; }
    summary span { font-weight: 400; color: light-dark(#5d6b7c, #93a1b3); }
    table { border-collapse: collapse; width: 100%; margin: 10px 0; font-variant-numeric: tabular-nums; font-size: 13px; }
    th, td { text-align: right; padding: 3px 8px; border-bottom: 1px solid light-dark(#e6eaf0, #222b37); }
    th:first-child, td:first-child { text-align: left; }
    .ahead { color: light-dark(#1c7a48, #63c48f); } .behind-row { color: light-dark(#b4441f, #ee9172); }
    dt { font-weight: 600; } dd { margin: 0 0 6px 0; color: light-dark(#5d6b7c, #93a1b3); }
"""


def number(value):
    return "" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def table(program, titles):
    names = [name for name, rows in program["medians"].items() if rows]
    rows = list(dict.fromkeys(row for name in names for row in program["medians"][name]))
    peers = program["peers"]
    parts = ["<table><tr><th></th>", *(f"<th>{escaping.escape(titles.get(name, name))}</th>" for name in names),
             *(f"<th>beside {escaping.escape(peer['title'])}</th>" for peer in peers.values()), "</tr>"]
    for row in rows:
        parts.append(f"<tr><td>{escaping.escape(row)}</td>")
        parts += [f"<td>{number(program['medians'][name].get(row))}</td>" for name in names]
        for peer in peers.values():
            ratio = peer["rows"].get(row)
            kind = "" if ratio is None else ' class="ahead"' if ratio >= 1 else ' class="behind-row"'
            parts.append(f"<td{kind}>{times(ratio) if ratio else ''}</td>")
        parts.append("</tr>")
    parts.append("</table>")
    return "".join(parts)


def html(figures):
    parts = ["<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Glissade beside other drivers</title>",
             '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<style>{PAGE_STYLE}</style></head><body>",
             svg(figures)]
    for program in figures["programs"].values():
        if not any(program["medians"].values()):
            continue
        titles = {"glissade": "Glissade", **{name: peer["title"] for name, peer in program["peers"].items()}}
        parts.append(f"<details><summary>{escaping.escape(program['title'])} <span>{escaping.escape(program['unit'])}</span></summary>"
                     f"{table(program, titles)}</details>")
    parts.append("<h3>Ran on</h3><dl>")
    parts += [f"<dt>{escaping.escape(title)}</dt><dd>{escaping.escape(renderer)}</dd>" for title, renderer in figures["ran_on"].items()]
    parts.append("</dl>")
    absent = [f"{name}: {why}" for name, why in {**figures["missing"], **figures["left_out"]}.items()]
    for program in figures["programs"].values():
        absent += [f"{program['title']}, {name}: {'; '.join(sorted(set(why)))}" for name, why in program["failures"].items()]
    if absent:
        parts.append("<h3>Not here</h3><ul>" + "".join(f"<li>{escaping.escape(line)}</li>" for line in absent) + "</ul>")
    parts.append("</body></html>\n")
    page = "\n".join(parts)
    return re.sub(r"[\x00-\x08\x0b-\x1f]", "?", page)
