import type { Horizon } from "../traits.ts";
import { mix } from "./light.ts";
import type { Drawing, Scene } from "./scene.ts";
import { box, d, disc, element, ellipse, flat, group, type Svg, size, stroke } from "./svg.ts";

/** The land behind the drifter: a far ridge, what stands on it, the near ground and its haze. */
export const drawHorizon: Drawing = (scene) =>
  [
    ridge(scene, "far", 700, 34, scene.palette.land[0]),
    horizons[scene.drifter.traits.horizon](scene),
    ridge(scene, "near", 842, 20, scene.palette.land[2]),
    ground(scene),
    haze(scene),
  ].join("");

const horizons: Readonly<Record<Horizon, Drawing>> = {
  Mesas: (scene) =>
    mesa(scene, -70, 310, 470) +
    mesa(scene, 930, 340, 520) +
    mesa(scene, 800, 120, 640) +
    middle(scene),
  Dunes: (scene) => dunes(scene),
  "Dead Pylons": (scene) => middle(scene) + pylons(scene),
  Windmills: (scene) =>
    middle(scene) +
    windmill(scene, 130, 480, 120) +
    windmill(scene, 1065, 430, 150) +
    windmill(scene, 900, 610, 70) +
    windmill(scene, 292, 640, 60),
  "Broken Hull": (scene) => hull(scene) + middle(scene),
  "Lit Domes": (scene) => domes(scene) + middle(scene),
  "Stone Arch": (scene) => arch(scene) + middle(scene),
  "Leviathan Bones": (scene) => bones(scene) + middle(scene),
  Lighthouse: (scene) => lighthouse(scene) + middle(scene),
  Stillworks: (scene) => stillworks(scene) + middle(scene),
  "Dry Viaduct": (scene) => viaduct(scene) + middle(scene),
};

/** A rolling skyline from edge to edge, filled to the bottom. */
function ridge(scene: Scene, part: string, y: number, height: number, fill: string): Svg {
  const random = scene.random(`ridge ${part}`);
  const steps = 8;
  let data = d`M-20 ${y + random.between(-height, height)}`;
  for (let index = 1; index <= steps; index += 1) {
    const x = -20 + (index * (size + 40)) / steps;
    const span = (size + 40) / steps;
    const to = y + random.between(-height, height);
    data += d`C${x - span * 0.6} ${y + random.between(-height, height)} ${x - span * 0.35} ${to} ${x} ${to}`;
  }
  return flat(`${data}V${size}H-20Z`, fill);
}

const middle: Drawing = (scene) => ridge(scene, "middle", 775, 26, scene.palette.land[1]);

/** Wind lines on the near ground. */
const ground: Drawing = (scene) => {
  const random = scene.random("ground");
  const color = mix(scene.palette.land[2], scene.palette.light.key, 0.3);
  return Array.from({ length: 16 }, () => {
    const [x, y] = [random.between(-60, 1120), random.between(880, 1190)];
    const length = random.between(40, 200);
    return stroke(d`M${x} ${y}q${length / 2} ${-14} ${length} 0`, color, 4, 0.5);
  }).join("");
};

/** Dust in the air, thickest at the horizon: it lifts the drifter off the land. */
const haze: Drawing = ({ pen, palette }) =>
  element("rect", {
    y: 560,
    width: size,
    height: 420,
    fill: pen.fade([
      [0, palette.air[2], 0],
      [0.5, palette.air[2], 0.34],
      [1, palette.air[2], 0],
    ]),
  });

/** The colours of something that stands at middle distance: its face, its dark side, its lights. */
function distant(scene: Scene): { face: string; side: string; edge: string; lamp: string } {
  const { palette } = scene;
  return {
    face: mix(palette.land[0], palette.land[1], 0.55),
    side: mix(palette.land[1], palette.light.shadow, 0.35),
    edge: mix(palette.land[0], palette.light.key, 0.55),
    lamp: mix("#ffd27a", palette.light.key, 0.2),
  };
}

function mesa(scene: Scene, x: number, width: number, top: number): Svg {
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

const dunes: Drawing = (scene) => {
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

const pylons: Drawing = (scene) => {
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

function windmill(scene: Scene, x: number, hub: number, reach: number): Svg {
  const random = scene.random(`windmill ${x}`);
  const { side, edge, face } = distant(scene);
  const turn = random.between(0, 30);
  const blades = Array.from({ length: 12 }, (_, index) =>
    group(
      { transform: `rotate(${Math.round(turn + index * 30)} ${x} ${hub})` },
      flat(
        d`M${x - reach * 0.03} ${hub - reach * 0.22}L${x - reach * 0.1} ${hub - reach}h${reach * 0.24}L${x + reach * 0.05} ${hub - reach * 0.22}Z`,
        index % 3 === 0 ? edge : face,
      ),
    ),
  );
  return [
    stroke(
      d`M${x - reach * 0.4} 830L${x} ${hub}L${x + reach * 0.4} 830M${x - reach * 0.2} ${(830 + hub) / 2}L${x + reach * 0.3} ${hub + (830 - hub) * 0.75}M${x + reach * 0.2} ${(830 + hub) / 2}L${x - reach * 0.3} ${hub + (830 - hub) * 0.75}`,
      side,
      Math.max(5, reach * 0.07),
    ),
    ...blades,
    disc(x, hub, reach * 0.14, side),
    flat(
      d`M${x + reach * 0.1} ${hub - reach * 0.04}L${x + reach * 1.05} ${hub - reach * 0.02}l${reach * 0.28} ${-reach * 0.24}v${reach * 0.56}L${x + reach} ${hub + reach * 0.06}Z`,
      side,
    ),
  ].join("");
}

const hull: Drawing = (scene) => {
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

const domes: Drawing = (scene) => {
  const { face, side, edge, lamp } = distant(scene);
  const dome = (x: number, radius: number, base: number) => {
    const shape = d`M${x - radius} ${base}A${radius} ${radius} 0 0 1 ${x + radius} ${base}V900H${x - radius}Z`;
    const windows = [-0.56, -0.2, 0.16, 0.52].map((at, index) =>
      flat(
        box(
          x + at * radius - radius * 0.06,
          base - radius * (index % 2 ? 0.42 : 0.3),
          radius * 0.14,
          radius * 0.2,
          radius * 0.07,
        ),
        lamp,
      ),
    );
    return [
      stroke(d`M${x} ${base - radius}v${-radius * 0.5}`, side, 6),
      disc(x, base - radius * 1.5, 8, lamp),
      flat(shape, face),
      scene.pen.clip(
        shape,
        flat(
          d`M${x + radius * 0.25} ${base - radius * 1.1}Q${x + radius * 0.6} ${base - radius * 0.4} ${x + radius * 0.45} 900H${x + radius * 2}V${base - radius * 1.1}Z`,
          side,
          0.8,
        ),
        stroke(
          d`M${x - radius} ${base - 4}H${x + radius}M${x} ${base - radius}Q${x - radius * 0.55} ${base - radius * 0.5} ${x - radius * 0.5} ${base}`,
          side,
          5,
        ),
        stroke(
          d`M${x - radius + 6} ${base}A${radius - 6} ${radius - 6} 0 0 1 ${x} ${base - radius + 6}`,
          edge,
          8,
        ),
      ),
      ...windows,
    ].join("");
  };
  return (
    dome(330, 90, 760) +
    dome(120, 170, 740) +
    dome(890, 80, 760) +
    dome(1070, 190, 740) +
    dome(960, 60, 790)
  );
};

const arch: Drawing = (scene) => {
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

const bones: Drawing = (scene) => {
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

const lighthouse: Drawing = (scene) => {
  const { face, side, edge, lamp } = distant(scene);
  const tower = "M1010 860L1034 450H1106L1130 860Z";
  return [
    flat("M1070 415L-60 250V420Z", lamp, 0.2),
    flat("M1070 415L1260 360V470Z", lamp, 0.3),
    flat(tower, face),
    scene.pen.clip(
      tower,
      flat("M980 520H1160V600H980ZM980 690H1160V770H980Z", edge, 0.85),
      flat("M1080 440L1086 880H1160V440Z", side, 0.65),
    ),
    flat(box(1022, 436, 96, 20, 4), side),
    flat(box(1040, 384, 60, 56, 4), lamp),
    flat("M1030 386L1070 340L1110 386Z", side),
    stroke("M1070 340v-34", side, 6),
    flat("M60 860L80 700L130 690L150 860ZM150 860L170 640L230 640L250 860Z", face),
    flat("M104 696L130 690L150 860H110ZM206 640L230 640L250 860H216Z", side),
    flat("M160 644L200 590L240 644Z", side),
    flat(box(188, 690, 20, 30, 4), lamp),
  ].join("");
};

const stillworks: Drawing = (scene) => {
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

const viaduct: Drawing = (scene) => {
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
