import { middle } from "./anatomy.ts";
import type { HairStyle } from "./person.ts";
import { type Drawing, nothing, type Scene } from "./scene.ts";
import { bilateral, d, ellipse, flat, type Segment, type Svg, stroke } from "./svg.ts";

interface Hair {
  /** Drawing behind head and neck, also visible under a hat. */
  back: Drawing;
  /** Drawing on top, hidden by a hat. */
  front: Drawing;
}

export const drawHairBehind: Drawing = (scene) => hair[scene.person.hairStyle].back(scene);
export const drawHair: Drawing = (scene) => hair[scene.person.hairStyle].front(scene);

const hair: Readonly<Record<HairStyle, Hair>> = {
  bald: {
    back: nothing,
    front: (scene) => stroke(d`M${540} 330Q${560} 308 596 306`, scene.skin.lit, 9),
  },
  cropped: { back: nothing, front: (scene) => cap(scene, 276, 372) },
  bun: { back: nothing, front: (scene) => knot(scene) + cap(scene, 270, 356, 4) },
  cloud: { back: cloud, front: (scene) => cap(scene, 250, 366) + curls(scene) },
  long: { back: (scene) => mane(scene, 300, 176), front: (scene) => parting(scene) },
  braids: { back: braids, front: (scene) => cap(scene, 272, 352, 5) },
  crest: { back: nothing, front: crest },
  bob: { back: (scene) => mane(scene, 180, 182), front: fringe },
  swept: { back: nothing, front: swept },
  locs: { back: locs, front: (scene) => cap(scene, 262, 362, 7) },
};

/** Draws hair close to the skull, down to the hairline; `grooves` combs it back. */
function cap(scene: Scene, top: number, line: number, grooves = 0): Svg {
  const { pen, person } = scene;
  const w = person.cheek + 9;
  const x = middle + person.turn * 0.6;
  const outline = d`M${middle - w} 448C${middle - w - 8} 340 ${middle - 96} ${top} ${middle} ${top}C${middle + 96} ${top} ${middle + w + 8} 340 ${middle + w} 448L${middle + w - 20} 452C${middle + w - 26} 420 ${middle + w - 34} 398 ${x + 76} ${line + 8}Q${x} ${line - 26} ${x - 78} ${line + 8}C${middle - w + 34} 398 ${middle - w + 26} 420 ${middle - w + 20} 452Z`;
  const combed = Array.from({ length: grooves }, (_, index) => {
    const at = (index + 0.5) / grooves - 0.5;
    return stroke(
      d`M${x + at * 150} ${line + 4}Q${middle + at * 150} ${top + 50} ${middle + at * 90} ${top}`,
      scene.hair.deep,
      5,
      0.8,
    );
  }).join("");
  return pen.form(outline, scene.hair, { shade: 40, rim: 9, inside: combed });
}

function knot(scene: Scene): Svg {
  const { pen } = scene;
  return (
    pen.form(ellipse(606, 236, 58, 52), scene.hair, {
      shade: 24,
      rim: 8,
      inside: stroke("M570 250Q600 210 650 236M580 268Q620 230 660 256", scene.hair.deep, 5, 0.8),
    }) +
    stroke("M540 214L672 262", pen.material.bone.base, 10) +
    pen.line("M540 208L674 256", 3)
  );
}

function cloud(scene: Scene): Svg {
  const lobes = 13;
  const [cx, cy, rx, ry] = [600, 410, 214, 196];
  let outline = "";
  for (let index = 0; index <= lobes; index += 1) {
    const angle = (index / lobes) * 2 * Math.PI + 0.2;
    const [x, y] = [cx + Math.cos(angle) * rx, cy + Math.sin(angle) * ry];
    outline += index === 0 ? d`M${x} ${y}` : d`A62 62 0 0 1 ${x} ${y}`;
  }
  return scene.pen.form(`${outline}Z`, scene.hair, { shade: 60, rim: 12 });
}

function curls(scene: Scene): Svg {
  return [
    [520, 300],
    [580, 280],
    [650, 290],
    [700, 340],
    [490, 350],
  ]
    .map(([x = 0, y = 0]) => stroke(d`M${x} ${y}q14 -16 26 0`, scene.hair.lit, 6, 0.7))
    .join("");
}

/** Draws loose hair that falls behind the head, `drop` units below the ears. */
function mane(scene: Scene, drop: number, half: number): Svg {
  const w = Math.max(half, scene.person.cheek + 40);
  const outline: Segment[] = [
    [0, 262],
    [120, 262, w - 14, 340, w - 6, 470],
    [w + 4, 540, w + 16, 600, w - 4, 480 + drop],
    [w - 60, 500 + drop, 60, 500 + drop, 0, 490 + drop],
  ];
  const strands = [-150, -120, 122, 150]
    .map((dx) =>
      stroke(
        d`M${middle + dx} 400Q${middle + dx * 1.12} 520 ${middle + dx} ${480 + drop}`,
        scene.hair.deep,
        6,
        0.7,
      ),
    )
    .join("");
  return scene.pen.form(bilateral(middle, outline), scene.hair, {
    shade: 50,
    rim: 10,
    inside: strands,
  });
}

function parting(scene: Scene): Svg {
  const w = scene.person.cheek + 16;
  const x = middle + scene.person.turn - 20;
  const left = d`M${x} 268C${middle - 110} 250 ${middle - w - 16} 340 ${middle - w - 14} 520Q${middle - w + 14} 530 ${middle - w + 20} 500C${middle - w + 26} 420 ${x - 40} 370 ${x} 318Z`;
  const right = d`M${x - 4} 266C${middle + 110} 246 ${middle + w + 20} 340 ${middle + w + 16} 540Q${middle + w - 12} 540 ${middle + w - 22} 500C${middle + w - 30} 430 ${x + 90} 390 ${x - 4} 320Z`;
  return (
    scene.pen.form(right, scene.hair, { shade: 36, rim: 6 }) +
    scene.pen.form(left, scene.hair, { shade: 12, rim: 10 })
  );
}

function braids(scene: Scene): Svg {
  return [-1, 1]
    .map((side) =>
      Array.from({ length: 8 }, (_, index) => {
        const x = middle + side * (154 + index * 6);
        return scene.pen.form(ellipse(x, 520 + index * 44, 34 - index, 30), scene.hair, {
          shade: 12,
          rim: 5,
        });
      }).join(""),
    )
    .join("");
}

function crest(scene: Scene): Svg {
  const outline =
    "M536 384C508 340 502 300 516 268C496 250 492 226 500 200C520 214 530 216 540 212C532 186 540 160 562 138C568 164 578 174 590 174C594 148 612 128 640 118C632 142 640 158 650 170C664 156 684 150 708 154C690 170 688 190 692 206C706 204 720 208 730 220C712 226 702 240 700 262C706 304 694 350 668 384Q604 340 536 384Z";
  const shaved = scene.pen.clip(
    bilateral(middle, [
      [0, 292],
      [86, 292, scene.person.cheek, 342, scene.person.cheek + 2, 420],
      [90, 380, 60, 380, 0, 380],
    ]),
    flat(ellipse(middle, 330, 150, 110), scene.pen.dots(scene.hair.deep), 0.8),
  );
  return (
    shaved +
    scene.pen.form(outline, scene.hair, {
      shade: 34,
      rim: 9,
      inside: stroke(
        "M560 356C540 300 552 250 566 190M604 346C596 290 606 230 626 160M646 356C654 310 650 260 672 200",
        scene.hair.deep,
        6,
        0.8,
      ),
    })
  );
}

function fringe(scene: Scene): Svg {
  const w = scene.person.cheek + 24;
  const outline = d`M${middle - w} 520C${middle - w - 24} 340 ${middle - 110} 258 ${middle} 258C${middle + 110} 258 ${middle + w + 24} 340 ${middle + w} 520L${middle + w - 36} 500C${middle + w - 34} 460 ${middle + w - 30} 430 ${middle + 92} 408Q${middle} 396 ${middle - 92} 408C${middle - w + 30} 430 ${middle - w + 34} 460 ${middle - w + 36} 500Z`;
  const strands = [-70, -30, 14, 56]
    .map((dx) => stroke(d`M${middle + dx} 404L${middle + dx * 0.8} 340`, scene.hair.deep, 5, 0.8))
    .join("");
  return scene.pen.form(outline, scene.hair, { shade: 44, rim: 10, inside: strands });
}

function swept(scene: Scene): Svg {
  const w = scene.person.cheek + 10;
  const outline = d`M${middle - w + 2} 440C${middle - w - 16} 380 ${middle - w - 10} 330 ${middle - 90} 286C${middle - 60} 214 ${middle + 60} 190 ${middle + 150} 226Q${middle + 128} 240 ${middle + 122} 252C${middle + 160} 300 ${middle + w + 8} 380 ${middle + w} 446L${middle + w - 20} 446C${middle + w - 26} 400 ${middle + 90} 366 ${middle + 40} 352C${middle - 20} 360 ${middle - 80} 350 ${middle - 96} 330Q${middle - w + 24} 390 ${middle - w + 22} 444Z`;
  const strands = stroke(
    d`M${middle - 84} 300Q${middle - 20} 240 ${middle + 110} 240M${middle - 66} 322Q${middle} 280 ${middle + 110} 290`,
    scene.hair.deep,
    6,
    0.8,
  );
  return scene.pen.form(outline, scene.hair, { shade: 34, rim: 10, inside: strands });
}

function locs(scene: Scene): Svg {
  const ropes = [-176, -146, 146, 178, -116, 118];
  return ropes
    .map((dx, index) =>
      scene.pen.form(
        d`M${middle + dx * 0.7 - 18} 330C${middle + dx - 30} 420 ${middle + dx - 24} 560 ${middle + dx * 1.05 - 14} ${700 + (index % 3) * 34}q18 16 34 0C${middle + dx + 26} 560 ${middle + dx + 20} 420 ${middle + dx * 0.7 + 22} 330Z`,
        scene.hair,
        {
          shade: 12,
          rim: 5,
          inside: [440, 500, 560, 620, 680]
            .map((y) => stroke(d`M${middle + dx - 40} ${y}q40 14 80 -8`, scene.hair.deep, 5, 0.7))
            .join(""),
        },
      ),
    )
    .join("");
}
