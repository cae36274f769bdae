import { middle } from "../anatomy.ts";
import type { Scene } from "../scene.ts";
import { box, d, ellipse, flat, group, moved, rotation, type Svg, stroke } from "../svg.ts";

export function bedroll(scene: Scene): Svg {
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

export function twinTanks(scene: Scene): Svg {
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

export function waterCask(scene: Scene): Svg {
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

export function pottedSapling(scene: Scene): Svg {
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

export function strawSkep(scene: Scene): Svg {
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

/** Draws a bee that flies towards the light. */
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
