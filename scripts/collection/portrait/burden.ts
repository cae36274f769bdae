import type { Burden } from "../traits.ts";
import { middle } from "./anatomy.ts";
import { mix } from "./light.ts";
import type { Drawing, Scene } from "./scene.ts";
import { box, d, disc, ellipse, flat, group, moved, rotation, type Svg, stroke } from "./svg.ts";

/** What a drifter carries on the back; it shows over the shoulder on the light's side. */
export const drawBurden: Drawing = (scene) => burdens[scene.drifter.traits.burden](scene);

const burdens: Readonly<Record<Burden, Drawing>> = {
  Bedroll: bedroll,
  "Twin Tanks": twinTanks,
  "Radio Mast": radioMast,
  "Water Cask": waterCask,
  "Lantern Pole": lanternPole,
  "Pinwheel Dynamo": pinwheelDynamo,
  "Potted Sapling": pottedSapling,
  "Gramophone Horn": gramophoneHorn,
  "Paper Parasol": paperParasol,
  "Straw Skep": strawSkep,
  "Kite Frame": kiteFrame,
};

/** A pole with an outline, as wide as a wrist. */
function pole({ pen }: Scene, data: string, width = 18): Svg {
  const { wood } = pen.material;
  return (
    pen.line(data, width + 11) +
    stroke(data, wood.base, width) +
    group({ transform: "translate(-3 -1)" }, stroke(data, wood.lit, width * 0.25))
  );
}

function bedroll(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { leather, canvas } = pen.material;
  const strap = (x: number) => pen.form(box(x, 606, 36, 170, 12), leather, { shade: 10, rim: 6 });
  return moved(
    rotation(-5, middle, 690),
    [
      pen.form(box(206, 612, 790, 158, 79), canvas, {
        shade: 30,
        rim: 12,
        inside:
          [300, 330, 420, 780, 860, 890]
            .map((x, index) => flat(box(x, 600, index % 3 === 0 ? 22 : 12, 190), accent.base))
            .join("") + stroke("M230 720H980", canvas.shade, 10, 0.7),
      }),
      pen.form(ellipse(248, 691, 48, 78), canvas, { shade: 14, rim: 8 }),
      pen.line(
        "M248 640Q284 650 280 692Q274 734 246 734Q220 728 222 690Q228 662 248 664Q264 672 262 692Q256 712 246 706",
        5,
      ),
      strap(356),
      strap(836),
    ].join(""),
  );
}

function twinTanks(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { steel, brass } = pen.material;
  const tank = (x: number) =>
    [
      pen.form(box(x + 36, 416, 44, 60, 10), brass, { shade: 12, rim: 6 }),
      pen.form(box(x + 20, 404, 76, 24, 12), pen.material.poppy, { shade: 8, rim: 5 }),
      pen.form(box(x, 456, 116, 420, 58), steel, {
        shade: 32,
        rim: 10,
        inside:
          flat(box(x - 10, 560, 140, 44), accent.base) +
          flat(box(x - 10, 616, 140, 14), accent.base) +
          flat(box(x + 24, 470, 14, 400, 7), steel.lit, 0.7),
      }),
    ].join("");
  return (
    pen.line("M350 420Q600 300 850 420", 26) +
    stroke("M350 420Q600 300 850 420", pen.material.rubber.base, 15) +
    tank(290) +
    tank(794)
  );
}

function radioMast(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { steel, poppy } = pen.material;
  const bars = [
    [176, 190, 110],
    [214, 206, 88],
    [252, 218, 64],
  ].map(
    ([y = 0, x = 0, reach = 0]) =>
      d`M${x - reach} ${y + reach * 0.14}L${x + reach} ${y - reach * 0.14}`,
  );
  const mast = "M350 860L196 130";
  const frame = bars.join("");
  return [
    pen.line("M216 240L120 470M216 240L420 470", 4, 0.7),
    pen.line(mast, 25),
    stroke(mast, steel.base, 14),
    stroke(mast, steel.lit, 4),
    pen.line(frame, 18),
    stroke(frame, steel.lit, 8),
    disc(194, 122, 40, "#ff5a3c", 0.25),
    pen.form(ellipse(194, 122, 17), poppy, { shade: 6, rim: 5 }),
    pen.form(
      "M234 330C190 300 150 330 120 318C136 350 110 380 96 400C150 400 200 420 258 400Z",
      accent,
      { shade: 16, rim: 7 },
    ),
    pen.form("M268 520C340 490 400 540 392 620C350 640 280 620 262 580Z", steel, {
      shade: 20,
      rim: 8,
      inside: stroke("M280 540Q330 560 384 610M300 528Q320 580 340 626", steel.deep, 5),
    }),
    pen.line("M328 566L384 524", 8),
    disc(386, 522, 10, poppy.base),
  ].join("");
}

function waterCask(scene: Scene): Svg {
  const { pen } = scene;
  const { wood, iron, brass } = pen.material;
  const cask =
    "M196 486C240 466 372 466 416 486C446 580 446 740 416 840H196C166 740 166 580 196 486Z";
  const staves = stroke(
    "M248 470C230 600 230 720 248 840M306 468V840M362 470C380 600 380 720 362 840",
    wood.deep,
    6,
  );
  const hoop = (y: number) =>
    stroke(d`M160 ${y - 12}Q306 ${y + 22} 452 ${y - 12}`, iron.base, 26) +
    stroke(d`M160 ${y - 22}Q306 ${y + 12} 452 ${y - 22}`, iron.lit, 5) +
    stroke(d`M160 ${y + 3}Q306 ${y + 37} 452 ${y + 3}`, pen.light.ink, 4);
  return [
    pen.form(cask, wood, { shade: 46, rim: 12, inside: staves + hoop(540) + hoop(720) }),
    pen.form(ellipse(306, 482, 104, 24), wood, {
      shade: 0,
      rim: 6,
      inside: stroke("M230 474H390M220 488H396", wood.deep, 4),
    }),
    pen.form(box(286, 436, 40, 48, 8), brass, { shade: 12, rim: 5 }),
    pen.form(box(262, 424, 88, 20, 10), brass, { shade: 8, rim: 5 }),
  ].join("");
}

function lanternPole(scene: Scene): Svg {
  const { pen } = scene;
  const { iron, flame } = pen.material;
  return [
    pole(scene, "M392 880C350 640 330 420 300 300C276 200 190 170 148 232"),
    pen.line("M148 232V286", 6),
    disc(148, 374, 190, flame.base, 0.13),
    disc(148, 374, 128, flame.base, 0.2),
    pen.form("M92 300Q148 250 204 300Z", iron, { shade: 14, rim: 7 }),
    pen.form("M100 300H196L208 440H88Z", pen.tones("#ffd981"), {
      shade: 0,
      rim: 0,
      inside:
        flat(ellipse(148, 390, 40, 54), "#fff4c8") +
        flat("M148 340Q174 392 158 416Q148 428 138 416Q122 392 148 340Z", "#ff9a2e"),
    }),
    pen.line("M126 300L116 440M170 300L180 440", 6),
    pen.form(box(80, 436, 136, 26, 8), iron, { shade: 14, rim: 7 }),
  ].join("");
}

function pinwheelDynamo(scene: Scene): Svg {
  const { pen, accent, dye } = scene;
  const { cloth, brass, iron } = pen.material;
  const [x, y] = [246, 330];
  const sails = Array.from({ length: 8 }, (_, index) => {
    const tones = [accent, cloth, dye, cloth][index % 4] ?? cloth;
    return moved(
      rotation(index * 45 + 9, x, y),
      pen.form(
        d`M${x} ${y}C${x + 10} ${y - 80} ${x + 10} ${y - 130} ${x - 14} ${y - 178}C${x + 50} ${y - 170} ${x + 88} ${y - 130} ${x + 72} ${y - 84}Z`,
        tones,
        { shade: 14, rim: 6, outline: 5 },
      ),
    );
  });
  return [
    pole(scene, d`M380 880L${x} ${y}`),
    pen.form(box(300, 560, 110, 140, 20), iron, {
      shade: 24,
      rim: 8,
      inside: stroke("M300 596H410M300 630H410M300 664H410", pen.material.copper.base, 14),
    }),
    ...sails,
    pen.form(ellipse(x, y, 26), brass, { shade: 9, rim: 6 }),
  ].join("");
}

function pottedSapling(scene: Scene): Svg {
  const { pen } = scene;
  const { copper, leaf, poppy, wood } = pen.material;
  const trunk = "M284 660C272 570 262 520 264 380M270 540Q318 500 350 420M264 500Q210 470 168 420";
  const crown =
    "M120 470C70 450 66 390 104 366C80 320 112 276 156 282C160 226 216 196 256 222C290 176 364 194 368 252C416 256 436 308 408 344C446 372 438 436 394 446C384 492 326 502 300 474C270 508 212 504 200 474C176 500 132 498 120 470Z";
  const sprigs = [
    [140, 400],
    [176, 330],
    [226, 276],
    [300, 250],
    [354, 300],
    [378, 380],
    [320, 420],
    [250, 440],
    [180, 440],
    [250, 350],
    [310, 340],
    [200, 390],
  ];
  const leaves = sprigs.map(([x = 0, y = 0], index) =>
    group(
      { transform: `rotate(${index * 67} ${x} ${y})` },
      flat(
        d`M${x - 26} ${y}q26 -24 52 0q-26 24 -52 0Z`,
        index % 3 === 0 ? leaf.shade : leaf.lit,
        0.9,
      ),
      stroke(d`M${x - 20} ${y}h40`, leaf.deep, 3, 0.7),
    ),
  );
  return [
    pen.line(trunk, 26),
    stroke(trunk, wood.base, 15),
    pen.form(crown, leaf, { shade: 60, rim: 12, inside: leaves.join("") }),
    ...[
      [168, 420],
      [346, 350],
      [258, 290],
      [282, 430],
    ].map(([x = 0, y = 0]) => pen.form(ellipse(x, y, 18), poppy, { shade: 6, rim: 5, outline: 5 })),
    pen.form("M186 640H386L366 860H206Z", copper, {
      shade: 36,
      rim: 11,
      inside: stroke("M190 740Q286 770 380 740", copper.deep, 6),
    }),
    pen.form(box(172, 624, 228, 48, 10), copper, { shade: 24, rim: 9 }),
  ].join("");
}

function gramophoneHorn(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { brass } = pen.material;
  const [x, y, radius] = [250, 372, 186];
  const petals = Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 9) * 2 * Math.PI - 0.3;
    const next = ((index + 1) / 9) * 2 * Math.PI - 0.3;
    const half = (angle + next) / 2;
    const start =
      index === 0 ? d`M${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}` : "";
    return (
      start +
      d`Q${x + Math.cos(half) * radius * 1.2} ${y + Math.sin(half) * radius * 1.2} ${x + Math.cos(next) * radius} ${y + Math.sin(next) * radius}`
    );
  }).join("");
  const creases = Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 9) * 2 * Math.PI - 0.3;
    return d`M${x + 20 + Math.cos(angle) * 40} ${y + 20 + Math.sin(angle) * 40}L${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`;
  }).join("");
  return [
    pen.line("M270 390C330 500 400 560 392 860", 62),
    stroke("M270 390C330 500 400 560 392 860", brass.shade, 50),
    stroke("M262 390C320 500 386 560 380 860", brass.base, 24),
    pen.form(`${petals}Z`, accent, {
      shade: 44,
      rim: 13,
      inside:
        stroke(creases, accent.deep, 6, 0.8) +
        disc(x + 10, y + 10, radius * 0.62, accent.shade, 0.65) +
        disc(x + 18, y + 18, radius * 0.36, accent.deep),
    }),
    disc(x + 24, y + 24, radius * 0.2, pen.light.ink),
    stroke(d`M${x - 110} ${y - 70}Q${x - 60} ${y - 130} ${x + 10} ${y - 140}`, accent.lit, 12, 0.9),
  ].join("");
}

function paperParasol(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { cloth } = pen.material;
  const [x, y, radius] = [600, 420, 424];
  const spokes = Array.from({ length: 24 }, (_, index) => {
    const angle = (index / 24) * 2 * Math.PI;
    return d`M${x} ${y}L${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`;
  }).join("");
  const scallops = Array.from({ length: 24 }, (_, index) => {
    const [angle, next] = [(index / 24) * 2 * Math.PI, ((index + 1) / 24) * 2 * Math.PI];
    const half = (angle + next) / 2;
    const start = index === 0 ? d`M${x + radius} ${y}` : "";
    return (
      start +
      d`Q${x + Math.cos(half) * radius * 0.97} ${y + Math.sin(half) * radius * 0.97} ${x + Math.cos(next) * radius} ${y + Math.sin(next) * radius}`
    );
  }).join("");
  const ring = (share: number, width: number, color: string) =>
    stroke(ellipse(x, y, radius * share), color, width);
  return moved(
    rotation(-8, x, y),
    pen.form(`${scallops}Z`, accent, {
      shade: 60,
      rim: 12,
      inside:
        ring(0.9, 22, cloth.base) +
        ring(0.62, 70, mix(accent.base, cloth.base, 0.75)) +
        ring(0.3, 40, accent.shade) +
        stroke(spokes, accent.deep, 4, 0.75),
    }),
  );
}

function strawSkep(scene: Scene): Svg {
  const { pen } = scene;
  const { straw } = pen.material;
  const hive =
    "M262 372C300 372 316 392 330 420C396 470 420 560 424 660C430 740 424 800 414 850H110C100 800 94 740 100 660C104 560 128 470 194 420C208 392 224 372 262 372Z";
  const coils = Array.from({ length: 7 }, (_, index) => {
    const y = 436 + index * 62;
    return (
      stroke(d`M60 ${y - 10}Q262 ${y + 40} 464 ${y - 10}`, straw.deep, 7) +
      stroke(d`M60 ${y + 8}Q262 ${y + 58} 464 ${y + 8}`, straw.lit, 6, 0.6)
    );
  }).join("");
  const binding = Array.from(
    { length: 12 },
    (_, index) => d`M${130 + index * 30} ${440}L${70 + index * 42} 860`,
  ).join("");
  return [
    pen.form(hive, straw, {
      shade: 54,
      rim: 13,
      inside: stroke(binding, straw.shade, 5, 0.6) + coils,
    }),
    pen.form(
      "M204 690Q256 610 308 690V716Q256 730 204 716Z",
      { ...straw, base: pen.light.ink, lit: straw.deep, shade: pen.light.ink },
      { shade: 0 },
    ),
    bee(scene, 128, 400),
    bee(scene, 330, 330),
    bee(scene, 76, 560),
    bee(scene, 220, 300),
  ].join("");
}

/** Small and busy, heading for the light. */
export function bee({ pen }: Scene, x: number, y: number): Svg {
  const body = pen.tones("#f0b02e");
  return [
    flat(ellipse(x + 4, y - 17, 10, 17) + ellipse(x + 20, y - 15, 10, 15), "#ffffff", 0.75),
    pen.form(ellipse(x, y, 23, 16), body, {
      shade: 6,
      rim: 4,
      outline: 4,
      inside: flat(d`M${x - 6} ${y - 20}h9v40h-9ZM${x + 9} ${y - 20}h9v40h-9Z`, pen.light.ink),
    }),
  ].join("");
}

function kiteFrame(scene: Scene): Svg {
  const { pen, accent, dye } = scene;
  const { cloth } = pen.material;
  const kite = "M236 110L398 300L300 640L96 350Z";
  return [
    pole(scene, "M380 860L300 620", 14),
    pen.form(kite, accent, {
      shade: 0,
      rim: 11,
      inside:
        flat("M236 110L398 300L250 326Z", cloth.base) +
        flat("M300 640L96 350L250 326Z", dye.base) +
        flat("M300 640L398 300L250 326Z", accent.shade) +
        flat(ellipse(250, 326, 46), cloth.lit) +
        flat(ellipse(250, 326, 24), accent.deep),
    }),
    pen.line("M236 110L300 640M96 350L398 300", 6),
    pen.line("M300 640C240 700 180 640 130 720C110 760 150 800 120 850", 5),
    ...[
      [222, 672, -20],
      [146, 700, 30],
      [132, 800, -14],
    ].map(([x = 0, y = 0, turn = 0]) =>
      moved(
        rotation(turn, x, y),
        pen.form(d`M${x} ${y}l-34 -18v36ZM${x} ${y}l34 -18v36Z`, cloth, {
          shade: 6,
          rim: 4,
          outline: 5,
        }),
      ),
    ),
  ].join("");
}
