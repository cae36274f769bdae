import { middle } from "../anatomy.ts";
import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { bilateral, box, d, ellipse, flat, type Svg, stroke } from "../svg.ts";
import { button, folds, sleeves, torso } from "./torso.ts";

export function longDuster(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const lapel = (side: number) =>
    d`M${middle + side * 84} 690C${middle + side * 130} 720 ${middle + side * 176} 760 ${middle + side * 196} 800L${middle + side * 150} 850L${middle + side * 172} 880C${middle + side * 130} 980 ${middle + side * 60} 1080 ${middle + side * 14} 1150C${middle + side * 20} 1000 ${middle + side * 40} 820 ${middle + side * 60} 720Z`;
  const cape = (side: number) =>
    d`M${middle + side * 190} 800C${middle + side * 260} 860 ${middle + side * 330} 900 ${middle + side * 396} 900`;
  return [
    pen.form(torso, dye, {
      shade: 60,
      rim: 12,
      inside:
        folds(
          scene,
          "M330 1000Q360 1100 330 1240M420 920Q460 1060 440 1240M880 1000Q850 1100 880 1240",
        ) + sleeves(scene),
    }),
    pen.form(
      bilateral(middle, [
        [0, 680],
        [64, 700],
        [50, 900],
        [10, 1180],
        [0, 1180],
      ]),
      accent,
      {
        shade: 34,
        rim: 0,
        inside: stroke(
          "M560 800Q600 830 640 800M550 880Q600 912 650 880M568 960Q600 984 632 960",
          accent.shade,
          6,
          0.8,
        ),
      },
    ),
    pen.clip(torso, pen.line(cape(1) + cape(-1), 6)),
    pen.form(lapel(-1), dye, { shade: 16, rim: 9 }),
    pen.form(lapel(1), { ...dye, base: mix(dye.base, dye.shade, 0.5) }, { shade: 26, rim: 6 }),
    button(scene, 590, 1100),
    button(scene, 592, 1180),
  ].join("");
}

export function turnedUpCollar({ pen, dye }: Scene): Svg {
  const outline = bilateral(middle, [
    [0, 690],
    [40, 690, 90, 670, 116, 630],
    [150, 650, 176, 720, 176, 790],
    [0, 830],
  ]);
  return pen.form(outline, { ...dye, base: dye.shade, shade: dye.deep }, { shade: 40, rim: 9 });
}

export function quiltedCoat(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const rows = Array.from({ length: 6 }, (_, index) => {
    const y = 826 + index * 84;
    const seam = d`M${middle - 460} ${y + 34}Q${middle - 240} ${y - 34} ${middle} ${y + 20}Q${middle + 240} ${y - 34} ${middle + 460} ${y + 34}`;
    const under = d`M${middle - 460} ${y + 16}Q${middle - 240} ${y - 52} ${middle} ${y + 2}Q${middle + 240} ${y - 52} ${middle + 460} ${y + 16}`;
    return (
      stroke(under, dye.shade, 24, 0.7) +
      stroke(seam, pen.light.ink, 5) +
      stroke(
        d`M${middle - 440} ${y + 48}Q${middle - 240} ${y - 14} ${middle - 40} ${y + 34}`,
        dye.lit,
        7,
        0.55,
      )
    );
  }).join("");
  const toggles = [880, 990, 1100].map(
    (y) =>
      pen.line(d`M566 ${y}H634`, 7) +
      pen.form(box(572, y - 12, 56, 24, 12), pen.material.wood, { shade: 8, rim: 4, outline: 4 }),
  );
  return [
    pen.form(torso, dye, { shade: 60, rim: 13, inside: rows + sleeves(scene) }),
    pen.form(d`M570 770H632V1260H570Z`, accent, { shade: 14, rim: 6 }),
    ...toggles,
  ].join("");
}

export function quiltedCollar({ pen, dye, accent }: Scene): Svg {
  const outline = bilateral(middle, [
    [0, 676],
    [90, 660],
    [160, 640],
    [176, 690, 172, 740, 150, 784],
    [90, 812, 40, 822, 0, 822],
  ]);
  return pen.form(outline, dye, {
    shade: 36,
    rim: 10,
    inside:
      stroke("M436 720Q600 800 764 720M446 764Q600 836 754 764", pen.light.ink, 4) +
      flat("M585 660H617V840H585Z", accent.base),
  });
}

export function furParka(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  return [
    pen.form(torso, dye, {
      shade: 62,
      rim: 13,
      inside:
        folds(scene, "M400 900Q420 1060 390 1240M800 900Q780 1060 810 1240") +
        sleeves(scene) +
        stroke("M220 1130Q300 1160 372 1130M828 1130Q900 1160 980 1130", accent.base, 34),
    }),
    pen.form(
      "M572 830H630V1260H572Z",
      { ...dye, base: mix(dye.base, dye.shade, 0.5) },
      { shade: 12, rim: 6 },
    ),
    ...[930, 1040, 1150].map((y) =>
      pen.form(d`M556 ${y}L640 ${y - 12}L648 ${y + 8}L562 ${y + 22}Z`, pen.material.bone, {
        shade: 6,
        rim: 4,
        outline: 5,
      }),
    ),
    pocket(scene, 420, 1080),
  ].join("");
}

function pocket({ pen, dye }: Scene, x: number, y: number): Svg {
  return (
    pen.form(box(x, y, 120, 150, 14), dye, { shade: 14, rim: 6 }) +
    pen.form(d`M${x - 6} ${y}h132v40l-66 22l-66 -22Z`, dye, { shade: 10, rim: 6 })
  );
}

export function furCollar(scene: Scene): Svg {
  const { pen } = scene;
  const { fur } = pen.material;
  const random = scene.random("fur");
  const around = 44;
  const points = Array.from({ length: around * 2 }, (_, index) => {
    const angle = (index / (around * 2)) * 2 * Math.PI;
    const reach = index % 2 === 0 ? random.between(1.04, 1.14) : 0.95;
    return d`${middle + Math.cos(angle) * 236 * reach} ${764 + Math.sin(angle) * 104 * reach}`;
  });
  const tufts = Array.from({ length: 26 }, () => {
    const angle = random.between(0, 2 * Math.PI);
    const [x, y] = [middle + Math.cos(angle) * 180, 764 + Math.sin(angle) * 72];
    return d`M${x - 12} ${y - 8}l12 22l12 -20`;
  }).join("");
  return pen.form(`M${points.join("L")}Z`, fur, {
    shade: 40,
    rim: 12,
    inside: stroke(tufts, fur.deep, 5, 0.8) + flat(ellipse(middle, 700, 130, 40), fur.deep, 0.6),
  });
}
