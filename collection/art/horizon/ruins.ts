import { mix } from "../light.ts";
import type { Drawing } from "../scene.ts";
import { box, d, disc, element, ellipse, flat, group, stroke } from "../svg.ts";
import { distant } from "./ridges.ts";

export const pylons: Drawing = (scene) => {
  const { side, edge } = distant(scene);
  const pylon = (x: number, top: number, scale: number) => {
    const [half, bottom] = [64 * scale, 800];
    const arm = (y: number, reach: number) =>
      d`M${x - reach} ${y}H${x + reach}M${x - reach} ${y}L${x} ${y - 20 * scale}L${x + reach} ${y}M${x - reach} ${y}v${22 * scale}M${x + reach} ${y}v${22 * scale}`;
    const frame = d`M${x - half} ${bottom}L${x - 10 * scale} ${top}H${x + 10 * scale}L${x + half} ${bottom}`;
    const braces = Array.from({ length: 5 }, (_, index) => {
      const at = (step: number) => top + ((bottom - top) * step) / 5;
      const reach = (step: number) => 10 * scale + (half - 10 * scale) * (step / 5);
      return d`M${x - reach(index)} ${at(index)}L${x + reach(index + 1)} ${at(index + 1)}M${x + reach(index)} ${at(index)}L${x - reach(index + 1)} ${at(index + 1)}`;
    }).join("");
    return stroke(
      frame + arm(top + 40 * scale, 92 * scale) + arm(top + 100 * scale, 120 * scale) + braces,
      side,
      7 * scale,
    );
  };
  const wire = (from: number, to: number, y: number, z: number, sag: number) =>
    stroke(d`M${from} ${y}Q${(from + to) / 2} ${Math.max(y, z) + sag} ${to} ${z}`, side, 3.5, 0.85);
  return [
    wire(-40, 60, 560, 500, 40),
    wire(260, 950, 502, 602, 120),
    wire(170, 1030, 502, 602, 170),
    wire(1110, 1240, 602, 640, 40),
    group({ transform: "rotate(-2 165 800)" }, pylon(165, 390, 1)),
    group({ transform: "rotate(7 1030 800)" }, pylon(1030, 470, 0.86)),
    stroke("M150 392l6 -14", edge, 6),
  ].join("");
};

export const hull: Drawing = (scene) => {
  const { face, side, edge, lamp } = distant(scene);
  const body = "M-80 860L-60 610C20 500 190 470 300 520L366 700L330 860Z";
  const fin = "M960 880L1010 470L1120 410L1150 520L1230 560V880Z";
  const ribs = [0, 60, 120, 180, 240, 300]
    .map((x) => stroke(d`M${x} 500Q${x + 34} 650 ${x + 10} 860`, side, 7, 0.8))
    .join("");
  return [
    flat(fin, face),
    scene.pen.clip(
      fin,
      flat("M1090 400L1060 880H1260V400Z", side),
      stroke("M985 660H1200M975 740H1200", side, 6),
    ),
    stroke("M1010 470L1120 410", edge, 8),
    flat(body, face),
    scene.pen.clip(
      body,
      ribs,
      flat("M-80 760C60 690 240 690 400 740V900H-80Z", side, 0.8),
      stroke("M-60 616C20 506 190 476 300 526", edge, 12),
      flat(ellipse(60, 640, 24), side),
      flat(ellipse(140, 616, 24), side),
      flat(ellipse(220, 614, 24), lamp),
    ),
    flat("M300 520L372 548L350 600L388 640L366 700Z", side),
  ].join("");
};

export const stillworks: Drawing = (scene) => {
  const { face, side, edge, lamp } = distant(scene);
  const stack = (x: number, top: number, width: number) =>
    flat(d`M${x} 860L${x + 8} ${top}h${width - 16}L${x + width} 860Z`, face) +
    flat(
      d`M${x + width * 0.6} 860L${x + width * 0.6} ${top}h${width * 0.4 - 8}L${x + width} 860Z`,
      side,
    ) +
    flat(box(x, top - 10, width, 26, 4), side) +
    stroke(d`M${x + 10} ${top + 24}L${x + 6} 800`, edge, 5);
  const smoke = (x: number, y: number) =>
    [0, 1, 2, 3, 4]
      .map((step) =>
        disc(
          x + step * step * 14,
          y - 30 - step * 52,
          26 + step * 17,
          mix(face, scene.palette.air[1], 0.35 + step * 0.13),
          0.75,
        ),
      )
      .join("");
  return [
    smoke(160, 470),
    smoke(1010, 410),
    stack(40, 560, 70),
    stack(130, 470, 64),
    flat("M196 860V660H330V860Z", face),
    flat("M262 660H330V860H262Z", side),
    flat(ellipse(262, 660, 67, 54), face),
    stroke("M236 612C300 560 330 620 340 700", side, 12),
    flat(box(214, 740, 26, 34, 4) + box(214, 690, 26, 34, 4), lamp),
    stack(980, 410, 74),
    stack(1080, 530, 60),
    flat("M880 860V700H980V860Z", face),
    flat(box(900, 740, 26, 34, 4) + box(940, 740, 26, 34, 4), lamp),
    flat(ellipse(1160, 700, 90, 90), face),
    flat("M1160 610A90 90 0 0 1 1160 790Z", side),
    stroke("M1054 600H1090M1040 660L1110 640", side, 12),
  ].join("");
};

export const viaduct: Drawing = (scene) => {
  const { face, side, edge, lamp } = distant(scene);
  const spans = [-70, 90, 250, 410, 570, 730, 890, 1050];
  const arches = spans.map((x) => d`M${x + 22} 900V650A58 70 0 0 1 ${x + 138} 650V900Z`).join("");
  const wall = `M-80 560H1010L1030 600L1060 580L1080 640L1120 650V900H-80Z${arches}`;
  return [
    element("path", { d: wall, fill: face, "fill-rule": "evenodd" }),
    flat(
      spans.map((x) => d`M${x + 138} 900V650A58 70 0 0 0 ${x + 80} 580q30 20 34 76V900Z`).join(""),
      side,
      0.8,
    ),
    stroke("M-60 562H1006", edge, 9),
    flat("M-80 590H1030V602H-80Z", side, 0.7),
    flat("M70 556V500H190V470H240V556Z", side),
    flat(box(204, 486, 22, 26, 3), lamp),
    stroke("M-20 556V526H60", side, 10),
    flat("M1060 720h80v180h-80Z", face),
  ].join("");
};
