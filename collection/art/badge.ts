import type { Drawing, Scene } from "./scene.ts";
import {
  d,
  disc,
  element,
  ellipse,
  flat,
  group,
  moved,
  rotation,
  type Svg,
  stroke,
  translation,
} from "./svg.ts";
import type { Calling } from "./traits.ts";

/** Draws the patch of the drifter's calling. Signs are drawn around the origin, 76 wide. */
export const drawBadge: Drawing = (scene) => {
  const { pen, drifter, person } = scene;
  const { cloth } = pen.material;
  const x = 600 + 184 * person.build;
  return moved(
    `${translation(Math.round(x), 1012)} ${rotation(4)}`,
    [
      pen.form(ellipse(0, 0, 58), cloth, { shade: 14, rim: 7 }),
      element("circle", {
        r: 48,
        fill: "none",
        stroke: scene.dye.deep,
        "stroke-width": 4,
        "stroke-dasharray": "9 7",
      }),
      signs[drifter.traits.calling](scene),
    ].join(""),
  );
};

const signs: Readonly<Record<Calling, Drawing>> = {
  Lamplighter: ({ pen }) =>
    flat(
      "M0 -40C20 -10 28 4 20 22C14 36 -14 36 -20 22C-28 4 -14 -8 0 -40Z",
      pen.material.poppy.base,
    ) + flat("M0 -6C10 8 12 16 8 24C4 30 -4 30 -8 24C-12 16 -8 8 0 -6Z", pen.material.flame.lit),
  "Mail Rider": (scene) =>
    flat("M-32 -20H32V24H-32Z", dark(scene)) +
    stroke("M-30 -18L0 8L30 -18", scene.pen.material.cloth.lit, 6),
  "Well Witch": (scene) =>
    flat(
      "M0 -38Q30 0 24 16Q16 36 0 36Q-16 36 -24 16Q-30 0 0 -38Z",
      scene.pen.tones("#2f7f9c").base,
    ) +
    flat(ellipse(0, 12, 15, 9), scene.pen.material.cloth.lit) +
    disc(0, 12, 6, dark(scene)),
  Salvor: (scene) => cog(dark(scene)) + disc(0, 0, 12, scene.pen.material.cloth.base),
  Surveyor: (scene) =>
    flat("M0 -42L9 -9L42 0L9 9L0 42L-9 9L-42 0L-9 -9Z", dark(scene)) +
    flat("M0 -42L9 -9L0 0ZM0 42L-9 9L0 0Z", scene.pen.material.poppy.base) +
    disc(0, 0, 6, scene.pen.material.cloth.lit),
  Bonesetter: (scene) => bone(scene, 45) + bone(scene, -45),
  Beekeeper: (scene) =>
    [
      [0, -22],
      [-19, 11],
      [19, 11],
    ]
      .map(
        ([x = 0, y = 0]) =>
          flat(d`M${x} ${y - 20}l17 10v20l-17 10l-17 -10v-20Z`, scene.pen.tones("#e2a12c").base) +
          stroke(d`M${x} ${y - 20}l17 10v20l-17 10l-17 -10v-20Z`, dark(scene), 5),
      )
      .join(""),
  Bellfounder: (scene) =>
    flat(
      "M0 -38C8 -38 8 -30 8 -28C28 -20 24 6 34 20H-34C-24 6 -28 -20 -8 -28C-8 -30 -8 -38 0 -38Z",
      dark(scene),
    ) + disc(0, 28, 9, scene.pen.material.brass.shade),
  "Seed Smuggler": (scene) =>
    stroke("M0 34V-4", dark(scene), 8) +
    flat(
      "M0 0C-34 2 -36 -24 -34 -34C-10 -34 0 -20 0 0ZM0 -4C30 -4 34 -24 34 -36C10 -34 0 -22 0 -4Z",
      scene.pen.material.leaf.shade,
    ) +
    flat(ellipse(0, 32, 20, 8), scene.pen.material.wood.base),
  Stargazer: (scene) =>
    flat("M12 -34A36 36 0 1 0 34 14A30 30 0 1 1 12 -34Z", dark(scene)) +
    flat(
      "M20 -22L24 -10L37 -9L27 -1L30 11L20 4L10 11L13 -1L3 -9L16 -10Z",
      scene.pen.material.brass.shade,
    ),
  Farrier: (scene) =>
    stroke("M-18 30C-36 6 -30 -32 0 -32C30 -32 36 6 18 30", dark(scene), 15) +
    [
      [-23, 4],
      [-16, -16],
      [16, -16],
      [23, 4],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 3, scene.pen.material.cloth.lit))
      .join(""),
  Sexton: (scene) =>
    stroke("M0 -36V10M-12 -36H12", dark(scene), 8) +
    flat("M-20 4H20V22C18 34 6 40 0 42C-6 40 -18 34 -20 22Z", dark(scene)),
};

function dark({ dye }: Scene): string {
  return dye.deep;
}

function cog(fill: string): Svg {
  const teeth = Array.from({ length: 8 }, (_, index) =>
    group({ transform: `rotate(${index * 45})` }, flat("M-8 -42H8V-20H-8Z", fill)),
  );
  return teeth.join("") + disc(0, 0, 30, fill);
}

function bone(scene: Scene, turn: number): Svg {
  const fill = dark(scene);
  return group(
    { transform: `rotate(${turn})` },
    stroke("M0 -26V26", fill, 12),
    ...[
      [-7, -32],
      [7, -32],
      [-7, 32],
      [7, 32],
    ].map(([x = 0, y = 0]) => disc(x, y, 10, fill)),
  );
}
