import { middle } from "../anatomy.ts";
import { bee } from "../burden/containers.ts";
import { mix, type Tones } from "../light.ts";
import type { Scene } from "../scene.ts";
import { bilateral, box, d, disc, ellipse, flat, type Svg, stroke } from "../svg.ts";

export function wideBrim({ pen, dye, accent, random }: Scene): Svg {
  const felt = random("felt").chance(0.5)
    ? pen.material.leather
    : { ...dye, base: mix(dye.base, dye.deep, 0.4) };
  const crown =
    "M452 346C446 250 468 176 524 166Q566 158 604 188Q644 156 686 168C736 182 756 250 748 346Q600 300 452 346Z";
  const brim =
    "M262 372C300 330 400 334 470 320C540 300 660 300 730 320C800 334 900 322 944 364C930 404 850 404 780 388C700 366 500 366 420 390C350 410 276 412 262 372Z";
  return [
    pen.form(crown, felt, {
      shade: 46,
      rim: 11,
      inside:
        flat("M440 352Q600 302 760 352V300Q600 250 440 300Z", accent.base) +
        stroke("M604 190Q590 220 596 262", felt.deep, 7),
    }),
    pen.form(brim, felt, { shade: 22, rim: 9 }),
    pen.form("M700 312C730 240 780 180 852 150C836 220 790 290 716 322Z", pen.material.cloth, {
      shade: 12,
      rim: 5,
      inside: stroke("M712 316Q780 240 846 156", pen.material.cloth.deep, 4),
    }),
  ].join("");
}

export function reedConeUnderside({ pen }: Scene): Svg {
  return pen.form(
    ellipse(middle, 392, 300, 44),
    { ...pen.material.straw, base: pen.material.straw.deep, shade: pen.light.ink },
    { rim: 0 },
  );
}

export function reedCone({ pen, accent }: Scene): Svg {
  const { straw } = pen.material;
  const cone = "M596 132Q606 126 614 134L914 380Q912 396 890 402Q600 470 312 402Q288 396 290 380Z";
  const weave = Array.from(
    { length: 15 },
    (_, index) => d`M604 134L${292 + index * 44} ${400 + 40 * Math.sin((index / 14) * Math.PI)}`,
  ).join("");
  const rings = [0.34, 0.56, 0.78]
    .map(
      (at) =>
        d`M${602 - 306 * at} ${134 + 258 * at}Q602 ${134 + 258 * at + 66 * at} ${602 + 306 * at} ${134 + 258 * at}`,
    )
    .join("");
  return [
    stroke("M470 420Q480 560 560 660M736 420Q724 560 640 660", pen.light.ink, 12),
    stroke("M470 420Q480 560 560 660M736 420Q724 560 640 660", accent.base, 5),
    pen.form(cone, straw, {
      shade: 80,
      rim: 12,
      inside:
        stroke(weave, straw.shade, 4, 0.75) +
        stroke(rings, straw.deep, 5, 0.8) +
        stroke("M352 336Q602 432 852 336", accent.base, 20),
    }),
  ].join("");
}

export function shearlingHat(scene: Scene): Svg {
  const { pen, dye } = scene;
  const { fur } = pen.material;
  const flap = (side: number) =>
    tufted(scene, middle + side * 156, 486, 56, 120, `flap ${side}`, fur);
  return [
    flap(-1),
    flap(1),
    pen.form("M444 350C430 230 510 176 602 176C694 176 772 230 758 350Z", dye, {
      shade: 44,
      rim: 11,
      inside: stroke("M602 180V340M520 196Q500 260 506 340M684 196Q706 260 700 340", dye.deep, 6),
    }),
    tufted(scene, middle, 352, 190, 68, "band", fur),
    pen.form(ellipse(middle, 352, 24), pen.material.brass, { shade: 8, rim: 5 }),
  ].join("");
}

/** Draws a body of fur: an ellipse with a ragged edge. */
function tufted(
  { pen, random }: Scene,
  x: number,
  y: number,
  rx: number,
  ry: number,
  part: string,
  fur: Tones,
): Svg {
  const stream = random(part);
  const count = Math.round((rx + ry) / 7);
  const edge = Array.from({ length: count * 2 }, (_, index) => {
    const angle = (index / (count * 2)) * 2 * Math.PI;
    const reach = index % 2 === 0 ? stream.between(1.02, 1.1) : 0.94;
    return d`${x + Math.cos(angle) * (rx * reach + (index % 2 === 0 ? 6 : 0))} ${y + Math.sin(angle) * (ry * reach + (index % 2 === 0 ? 6 : 0))}`;
  });
  const strands = Array.from({ length: count }, () => {
    const angle = stream.between(0, 2 * Math.PI);
    const reach = stream.between(0.2, 0.8);
    return d`M${x + Math.cos(angle) * rx * reach - 9} ${y + Math.sin(angle) * ry * reach - 8}l9 18l9 -16`;
  });
  return pen.form(`M${edge.join("L")}Z`, fur, {
    shade: Math.min(rx, ry) * 0.5,
    rim: 9,
    inside: stroke(strands.join(""), fur.deep, 4.5, 0.75),
  });
}

export function beeVeil(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { straw } = pen.material;
  const veil = bilateral(middle, [
    [0, 350],
    [250, 350],
    [262, 440, 250, 560, 244, 640],
    [240, 730, 210, 790, 150, 806],
    [80, 826, 0, 830],
  ]);
  const mesh = Array.from(
    { length: 40 },
    (_, index) => d`M${100 + index * 26} 340l260 520M${1100 - index * 26} 340l-260 520`,
  ).join("");
  return [
    pen.clip(
      veil,
      flat(veil, pen.light.key, 0.14),
      stroke(mesh, pen.light.ink, 2.4, 0.55),
      flat("M690 340Q800 600 720 840H900V340Z", pen.light.shadow, 0.35),
    ),
    pen.line(veil, 5),
    stroke("M352 372Q346 560 364 690", pen.light.rim, 8, 0.7),
    pen.form("M470 346C470 250 510 216 602 214C694 216 734 250 734 346Z", straw, {
      shade: 40,
      rim: 10,
      inside: flat("M460 300Q600 270 740 300V350H460Z", accent.base),
    }),
    pen.form("M290 360Q330 320 600 320Q870 320 912 360Q870 396 600 398Q330 396 290 360Z", straw, {
      shade: 24,
      rim: 9,
      inside: stroke("M310 362Q600 410 890 362M330 346Q600 376 870 346", straw.shade, 5),
    }),
    bee(scene, 820, 470),
    bee(scene, 372, 250),
  ].join("");
}

export function lampCrown(scene: Scene): Svg {
  const { pen } = scene;
  const { brass, cloth, flame } = pen.material;
  const candle = (x: number, y: number, height: number) =>
    [
      disc(x, y - height - 26, 64, flame.base, 0.18),
      disc(x, y - height - 26, 40, flame.base, 0.25),
      pen.form(box(x - 15, y - height, 30, height + 14, 6), cloth, { shade: 8, rim: 5 }),
      flat(
        d`M${x} ${y - height - 62}Q${x + 24} ${y - height - 24} ${x + 12} ${y - height - 8}Q${x} ${y - height + 2} ${x - 12} ${y - height - 8}Q${x - 24} ${y - height - 24} ${x} ${y - height - 62}Z`,
        "#ffb02e",
      ),
      flat(d`M${x} ${y - height - 38}q10 18 0 30q-10 -12 0 -30Z`, "#fff6cf"),
    ].join("");
  return [
    candle(478, 318, 54),
    candle(540, 300, 74),
    candle(604, 296, 92),
    candle(668, 300, 70),
    candle(728, 318, 58),
    pen.form(
      "M444 384C440 350 446 320 452 306Q600 262 752 306C758 320 762 350 758 384Q600 330 444 384Z",
      brass,
      { shade: 26, rim: 9, inside: stroke("M456 352Q600 302 748 352", brass.deep, 5) },
    ),
    ...[500, 600, 700].map(
      (x) =>
        disc(x, 318 + Math.abs(x - 600) * 0.14, 12, pen.material.poppy.base) +
        disc(x - 4, 314 + Math.abs(x - 600) * 0.14, 4, "#ffffff", 0.8),
    ),
  ].join("");
}
