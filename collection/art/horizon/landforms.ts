import { mix } from "../light.ts";
import type { Drawing, Scene } from "../scene.ts";
import { d, ellipse, flat, type Svg, stroke } from "../svg.ts";
import { distant } from "./ridges.ts";

export function mesa(scene: Scene, x: number, width: number, top: number): Svg {
  const random = scene.random(`mesa ${x}`);
  const { face, side, edge } = distant(scene);
  const base = 860;
  const step = top + (base - top) * 0.36;
  const outline = d`M${x - 60} ${base}L${x - 14} ${step + 20}L${x} ${step}L${x + 8} ${top + 10}L${x + 40} ${top}L${x + width * 0.6} ${top + random.between(-12, 12)}L${x + width - 8} ${top + 14}L${x + width + 4} ${step}L${x + width + 24} ${step + 26}L${x + width + 84} ${base}Z`;
  const gullies = Array.from({ length: 6 }, (_, index) => {
    const gx = x + (width * (index + 0.5)) / 6 + random.between(-12, 12);
    return flat(
      d`M${gx} ${top + random.between(20, 60)}l${14} 0l${10} ${random.between(70, 190)}l-18 30Z`,
      side,
      0.75,
    );
  });
  return [
    flat(outline, face),
    scene.pen.clip(
      outline,
      flat(
        d`M${x + width * 0.62} ${top - 20}L${x + width * 0.56} ${step}L${x + width * 0.7} ${base}H${x + width + 200}V${top - 20}Z`,
        side,
      ),
      ...gullies,
      stroke(d`M${x - 40} ${step + 8}H${x + width * 0.6}`, edge, 5, 0.7),
      stroke(d`M${x} ${top + 3}H${x + width * 0.62}`, edge, 9),
      flat(d`M${x - 80} ${step + 110}H${x + width + 120}V${step + 128}H${x - 80}Z`, side, 0.35),
    ),
  ].join("");
}

export const dunes: Drawing = (scene) => {
  const { face, side, edge } = distant(scene);
  const dune = (x: number, width: number, crest: number, bottom: number) => {
    const left = x - width;
    const right = x + width * 0.9;
    const outline = d`M${left} ${bottom}C${x - width * 0.5} ${bottom - 20} ${x - width * 0.25} ${crest} ${x} ${crest}C${x + width * 0.3} ${crest + 50} ${x + width * 0.5} ${bottom - 30} ${right} ${bottom}Z`;
    return (
      flat(outline, face) +
      flat(
        d`M${x} ${crest}C${x + width * 0.3} ${crest + 50} ${x + width * 0.5} ${bottom - 30} ${right} ${bottom}H${x - width * 0.1}C${x + width * 0.16} ${bottom - 60} ${x - width * 0.12} ${crest + 70} ${x} ${crest}Z`,
        side,
      ) +
      stroke(
        d`M${left + width * 0.35} ${bottom - 24}C${x - width * 0.45} ${bottom - 60} ${x - width * 0.25} ${crest} ${x} ${crest}`,
        edge,
        6,
      )
    );
  };
  return (
    dune(180, 330, 560, 860) +
    dune(1010, 360, 520, 860) +
    dune(560, 420, 690, 880) +
    dune(1190, 240, 660, 880) +
    dune(20, 240, 700, 880)
  );
};

export const arch: Drawing = (scene) => {
  const { face, side, edge } = distant(scene);
  const stone =
    "M-60 880L-40 640C-30 520 40 430 150 412C250 396 330 440 352 520C372 600 366 740 396 880H250C236 790 240 690 222 620C204 566 140 560 112 620C88 680 96 790 84 880Z";
  const needle =
    "M1020 880C1030 760 1004 700 1034 620C1044 560 1030 520 1062 470C1090 440 1136 450 1150 500C1170 570 1150 640 1180 720C1200 780 1210 830 1220 880Z";
  return [
    flat(stone, face),
    scene.pen.clip(
      stone,
      flat("M260 400C330 470 330 600 350 880H420V400Z", side),
      flat(
        "M222 620C204 566 140 560 112 620L100 600C140 530 226 530 250 610C266 690 262 790 274 880H250C236 790 240 690 222 620Z",
        side,
        0.85,
      ),
      stroke(
        "M-40 560C20 540 60 560 110 520M-50 700C0 690 40 700 90 684M250 520C290 500 310 520 350 500",
        side,
        6,
        0.7,
      ),
      stroke("M-44 640C-34 516 40 434 152 418C200 410 250 420 290 448", edge, 11),
    ),
    flat(needle, face),
    scene.pen.clip(
      needle,
      flat("M1100 440C1130 560 1100 640 1130 880H1260V440Z", side),
      stroke("M1020 640Q1070 620 1100 636M1016 760Q1070 740 1120 756", side, 6, 0.7),
      stroke("M1030 640C1046 560 1034 524 1066 474", edge, 9),
    ),
    flat(ellipse(1106, 430, 74, 34), face),
    flat("M1106 396A74 34 0 0 1 1106 464Z", side),
  ].join("");
};

export const bones: Drawing = (scene) => {
  const { face, edge, side } = distant(scene);
  const pale = mix(face, edge, 0.65);
  const rib = (x: number, height: number, lean: number) =>
    flat(
      d`M${x - 26} 860C${x - 40 + lean * 0.3} ${860 - height * 0.6} ${x + lean * 0.5} ${860 - height * 0.95} ${x + lean} ${860 - height}C${x + lean * 0.6} ${860 - height * 0.9} ${x + 30 + lean * 0.25} ${860 - height * 0.5} ${x + 24} 860Z`,
      pale,
    ) +
    stroke(
      d`M${x + 16} 860C${x + 20 + lean * 0.3} ${860 - height * 0.5} ${x + lean * 0.6} ${860 - height * 0.88} ${x + lean} ${860 - height}`,
      side,
      9,
      0.7,
    );
  return [
    rib(20, 330, 150),
    rib(120, 420, 150),
    rib(230, 470, 130),
    rib(340, 430, 110),
    rib(880, 400, -100),
    rib(980, 450, -120),
    rib(1090, 400, -140),
    rib(1190, 300, -150),
  ].join("");
};
