import { eyeLevel, faceOutline, middle } from "./anatomy.ts";
import { mix } from "./light.ts";
import type { BeardStyle } from "./person.ts";
import type { Drawing, Scene } from "./scene.ts";
import { bilateral, d, disc, ellipse, flat, type Svg, stroke } from "./svg.ts";
import { drawFacePaint } from "./visage.ts";

/** Draws neck and throat, in the chin's shadow. */
export const drawNeck: Drawing = ({ pen, person, skin }) => {
  const outline = bilateral(middle, [
    [0, 560],
    [72, 560],
    [70, 690, 84, 720, 150, 760],
    [0, 860],
  ]);
  const { chin } = person;
  return pen.form(outline, skin, {
    shade: 40,
    rim: 0,
    inside: flat(
      d`M480 540H720V${chin + 30}Q${640} ${chin + 78} ${middle - 30} ${chin + 62}Q${middle - 62} ${chin + 40} 500 ${chin - 10}Z`,
      skin.shade,
    ),
  });
};

/** Draws the face without hair and without anything worn on it. */
export const drawFace: Drawing = (scene) => {
  const { pen, person, skin } = scene;
  const outline = faceOutline(scene);
  return [
    ear(scene, -1),
    ear(scene, 1),
    pen.form(outline, skin, {
      shade: 0,
      rim: 6,
      inside: darkSide(scene) + cheeks(scene) + drawFacePaint(scene),
    }),
    eye(scene, -1),
    eye(scene, 1),
    nose(scene),
    person.old ? wrinkles(scene) : "",
    beards[person.beard](scene),
    mouth(scene),
  ].join("");
};

function ear(scene: Scene, side: 1 | -1): Svg {
  const { pen, person, skin } = scene;
  const x = middle + side * (person.cheek + 2);
  return (
    pen.form(
      ellipse(x, 476, 22, 36),
      side < 0 ? skin : { ...skin, base: skin.shade, lit: skin.base },
      { shade: 8, rim: 0 },
    ) + pen.line(d`M${x + side * 8} 460Q${x - side * 4} 474 ${x + side * 4} 494`, 4, 0.7)
  );
}

/** Draws the shaded half of the face, bordered by forehead, nose, lips and chin. */
function darkSide({ pen, person, skin }: Scene): Svg {
  const x = middle + person.turn;
  const { nose, chin } = person;
  const tip = eyeLevel + nose.length;
  const border = (shift: number) =>
    d`M${x + 96 + shift} 280C${x + 84 + shift} 350 ${x + 62 + shift} 400 ${x + 30 + shift} 428L${x + 12 + shift} 446L${x + 9 + shift} ${tip - 42}Q${x + nose.width + 10 + shift} ${tip - 16} ${x + nose.width * 0.6 + shift} ${tip + 4}L${x + 8 + shift} ${tip + 14}L${x + 26 + shift} ${tip + 38}L${x + 12 + shift} ${tip + 58}Q${x + 44 + shift} ${chin - 20} ${x + 26 + shift} ${chin + 20}H800V270Z`;
  return flat(border(-16), pen.dots(skin.shade), 0.8) + flat(border(0), skin.shade);
}

function cheeks({ person, skin }: Scene): Svg {
  const x = middle + person.turn;
  const freckles = [-84, -70, -58, -44, -76, -52, 50, 66, 80, 60].map((dx, index) =>
    disc(x + dx, 510 + (index % 4) * 8, 3, skin.deep, 0.6),
  );
  return [
    flat(
      d`M${x - person.cheek - 20} ${eyeLevel - 30}Q${x - 60} ${eyeLevel - 50} ${x - 16} ${eyeLevel - 20}L${x - 14} ${eyeLevel + 4}Q${x - 60} ${eyeLevel - 14} ${x - 96} ${eyeLevel + 10}Z`,
      skin.shade,
      0.75,
    ),
    flat(
      d`M${x - person.cheek - 20} 540L${x - 62} 556L${x - person.jaw} 616L${x - person.cheek - 20} 640Z`,
      skin.shade,
      person.old ? 0.7 : 0.35,
    ),
    ...(person.freckled ? freckles : []),
  ].join("");
}

function eye(scene: Scene, side: 1 | -1): Svg {
  const { pen, person, skin } = scene;
  const { eyes, brow } = person;
  const x = middle + person.turn + side * eyes.gap + (side > 0 ? 2 : 0);
  const outer = x + side * 25;
  const inner = x - side * 22;
  const y = eyeLevel;
  const lift = y - eyes.slant;
  const white = d`M${inner} ${y + 3}Q${x} ${y - eyes.open * 1.9} ${outer} ${lift}Q${x} ${y + eyes.open * 1.5} ${inner} ${y + 3}Z`;
  const ball = side < 0 ? "#f4ead8" : "#c9bdb0";
  const browTop = y - 34 - brow.slant * 0.4;
  return [
    pen.clip(
      white,
      flat(white, pen.tones(ball).base),
      disc(x - 3, y - 1, 12, eyes.color),
      disc(x - 3, y - 1, 6, pen.light.ink),
      disc(x - 8, y - 6, 3.4, "#ffffff"),
    ),
    stroke(
      d`M${inner} ${y + 3}Q${x} ${y - eyes.open * 1.9} ${outer} ${lift}l${side * 7} -3`,
      pen.light.ink,
      7,
    ),
    stroke(
      d`M${inner + side * 8} ${y + eyes.open + 5}Q${x + side * 4} ${y + eyes.open * 1.5 + 4} ${outer - side * 2} ${lift + 8}`,
      skin.deep,
      3.5,
      0.8,
    ),
    flat(
      d`M${x - side * 34} ${browTop + brow.slant + brow.weight * 0.5}Q${x} ${browTop - 14} ${x + side * 42} ${browTop - brow.slant * 0.3 + 8}Q${x + side * 4} ${browTop - 14 + brow.weight * 0.9} ${x - side * 32} ${browTop + brow.slant + brow.weight * 1.4}Z`,
      scene.hair.deep,
    ),
  ].join("");
}

function nose({ pen, person, skin }: Scene): Svg {
  const x = middle + person.turn;
  const tip = eyeLevel + person.nose.length;
  const { width } = person.nose;
  return [
    flat(
      d`M${x - width} ${tip - 4}Q${x - width * 0.5} ${tip + 4} ${x - width * 0.35} ${tip - 1}Q${x} ${tip + 16} ${x + width * 0.4} ${tip - 1}Q${x + width * 0.6} ${tip + 4} ${x + width} ${tip - 6}Q${x + width * 0.5} ${tip + 22} ${x} ${tip + 18}Q${x - width * 0.6} ${tip + 18} ${x - width} ${tip - 4}Z`,
      skin.deep,
    ),
    pen.line(
      d`M${x - width} ${tip - 4}Q${x - width - 5} ${tip - 18} ${x - width + 7} ${tip - 26}`,
      5,
    ),
    pen.line(
      d`M${x + 13} ${eyeLevel - 14}Q${x + 6} ${eyeLevel + 20} ${x + 9} ${tip - 42}Q${x + width + 4} ${tip - 22} ${x + width} ${tip - 6}`,
      4.5,
      0.85,
    ),
  ].join("");
}

function mouth({ pen, person, skin }: Scene): Svg {
  const x = middle + person.turn;
  const y = mouthLevel(person);
  const { width, curve, full } = person.mouth;
  const lips = mix(skin.base, pen.tones("#a8323a").shade, 0.6);
  return [
    flat(
      d`M${x - width} ${y}Q${x - 14} ${y - full} ${x} ${y - full * 0.6}Q${x + 14} ${y - full} ${x + width} ${y}Q${x} ${y + curve + full * 1.7} ${x - width} ${y}Z`,
      lips,
      0.75,
    ),
    pen.line(
      d`M${x - width - 4} ${y - curve * 0.4}Q${x - width * 0.4} ${y + curve * 0.6} ${x} ${y + curve * 0.35}Q${x + width * 0.5} ${y + curve * 0.7} ${x + width + 3} ${y - curve * 0.5}`,
      5.5,
    ),
    stroke(
      d`M${x - width * 0.4} ${y + full + 13}Q${x} ${y + full + 19} ${x + width * 0.4} ${y + full + 12}`,
      skin.deep,
      4.5,
      0.7,
    ),
  ].join("");
}

function mouthLevel({ nose, chin }: Scene["person"]): number {
  const tip = eyeLevel + nose.length;
  return tip + (chin - tip) * 0.42;
}

function wrinkles({ person, skin }: Scene): Svg {
  const x = middle + person.turn;
  const tip = eyeLevel + person.nose.length;
  const y = mouthLevel(person);
  return [
    d`M${x - 52} 366Q${x - 10} 356 ${x + 40} 366`,
    d`M${x - 60} 390Q${x - 10} 380 ${x + 50} 392`,
    d`M${x - person.nose.width - 8} ${tip - 8}Q${x - 60} ${tip + 16} ${x - 62} ${y + 10}`,
    d`M${x + person.nose.width + 10} ${tip - 8}Q${x + 62} ${tip + 14} ${x + 62} ${y + 8}`,
    d`M${x - 88} ${eyeLevel + 22}Q${x - 60} ${eyeLevel + 40} ${x - 34} ${eyeLevel + 30}`,
    d`M${x - 92} ${eyeLevel + 2}l-16 -8M${x - 92} ${eyeLevel + 8}l-18 4`,
    d`M${x + 34} ${eyeLevel + 32}Q${x + 60} ${eyeLevel + 40} ${x + 82} ${eyeLevel + 22}`,
  ]
    .map((data) => stroke(data, skin.deep, 4, 0.65))
    .join("");
}

const beards: Readonly<Record<BeardStyle, Drawing>> = {
  none: () => "",
  stubble: (scene) =>
    scene.pen.clip(
      faceOutline(scene),
      flat(chops(scene, -4), scene.pen.dots(scene.hair.deep), 0.5),
    ),
  full: (scene) => bush(scene, 66),
  forked: (scene) => bush(scene, 96) + fork(scene),
  goatee: (scene) => {
    const { pen, person, hair } = scene;
    const x = middle + person.turn;
    const y = mouthLevel(person);
    const outline = d`M${x - 44} ${y - 16}Q${x} ${y - 36} ${x + 44} ${y - 16}Q${x + 56} ${y + 20} ${x + 34} ${person.chin + 10}Q${x} ${person.chin + 62} ${x - 34} ${person.chin + 10}Q${x - 56} ${y + 20} ${x - 44} ${y - 16}Z`;
    return pen.form(outline, hair, { shade: 24, rim: 4, outline: 5 });
  },
  moustache: ({ pen, person, hair }) => {
    const x = middle + person.turn;
    const y = mouthLevel(person) - 8;
    const outline = d`M${x} ${y - 18}C${x + 26} ${y - 32} ${x + 60} ${y - 8} ${x + 84} ${y + 2}Q${x + 92} ${y - 8} ${x + 96} ${y - 16}Q${x + 98} ${y + 22} ${x + 62} ${y + 22}Q${x + 24} ${y + 22} ${x} ${y + 4}Q${x - 24} ${y + 22} ${x - 62} ${y + 22}Q${x - 98} ${y + 22} ${x - 96} ${y - 16}Q${x - 92} ${y - 8} ${x - 84} ${y + 2}C${x - 60} ${y - 8} ${x - 26} ${y - 32} ${x} ${y - 18}Z`;
    return pen.form(outline, hair, { shade: 14, rim: 3, outline: 5 });
  },
};

/** Returns the outline of cheeks and jaw where a beard grows. */
function chops({ person }: Scene, drop: number): string {
  const x = middle + person.turn;
  const y = mouthLevel(person);
  const { cheek, jaw, chin } = person;
  return d`M${middle - cheek - 6} 486C${middle - cheek + 20} 520 ${x - 74} ${y - 34} ${x} ${y - 28}C${x + 74} ${y - 34} ${middle + cheek - 20} 520 ${middle + cheek + 6} 486C${middle + cheek + 16} 560 ${middle + jaw + 60} ${chin - 10 + drop * 0.4} ${middle + jaw * 0.6} ${chin + drop}Q${middle} ${chin + drop + 26} ${middle - jaw * 0.6} ${chin + drop}C${middle - jaw - 60} ${chin - 10 + drop * 0.4} ${middle - cheek - 16} 560 ${middle - cheek - 6} 486Z`;
}

function bush(scene: Scene, drop: number): Svg {
  const { pen, person, hair } = scene;
  const x = middle + person.turn;
  const y = mouthLevel(person);
  const strands = [-60, -32, 0, 30, 58]
    .map((dx) =>
      stroke(
        d`M${x + dx} ${y + 34 - Math.abs(dx) * 0.3}q${dx * 0.1} 40 ${-dx * 0.25} ${drop * 0.8 + 14}`,
        hair.shade,
        6,
        0.8,
      ),
    )
    .join("");
  return (
    pen.form(chops(scene, drop), hair, { shade: 34, rim: 5, inside: strands }) +
    flat(
      d`M${x - 48} ${y + 2}Q${x} ${y - 16} ${x + 48} ${y + 2}Q${x} ${y + 22} ${x - 48} ${y + 2}Z`,
      hair.deep,
    )
  );
}

function fork({ pen, person, hair }: Scene): Svg {
  const { chin } = person;
  const band = pen.material.brass;
  return [-30, 30]
    .map((dx) => {
      const x = middle + dx;
      return (
        pen.form(
          d`M${x - 26} ${chin + 84}Q${x - 22} ${chin + 150} ${x + dx * 0.3} ${chin + 186}Q${x + 24} ${chin + 150} ${x + 26} ${chin + 84}Z`,
          hair,
          { shade: 12, rim: 3 },
        ) + pen.form(d`M${x - 28} ${chin + 96}h56v24h-56Z`, band, { shade: 10, rim: 3, outline: 5 })
      );
    })
    .join("");
}
