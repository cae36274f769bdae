import { eyeLevel, faceOutline, middle } from "./anatomy.ts";
import { type Drawing, nothing, type Scene } from "./scene.ts";
import { bilateral, d, disc, ellipse, flat, type Svg, stroke } from "./svg.ts";
import type { Visage } from "./traits.ts";

interface Layers {
  /** Drawing on the skin, under eyes and beard. */
  paint: Drawing;
  /** Drawing before the face. */
  worn: Drawing;
}

export const drawFacePaint: Drawing = (scene) => visages[scene.drifter.traits.visage].paint(scene);
export const drawVisage: Drawing = (scene) => visages[scene.drifter.traits.visage].worn(scene);

const bare: Layers = { paint: nothing, worn: nothing };

/** Visors are drawn with their helm: the face behind them is hidden. */
const visages: Readonly<Record<Visage, Layers>> = {
  "Bare Face": bare,
  "Dust Goggles": { paint: nothing, worn: dustGoggles },
  Respirator: { paint: nothing, worn: respirator },
  Bandana: { paint: nothing, worn: bandana },
  Eyepatch: { paint: nothing, worn: eyepatch },
  "Ochre Stripe": { paint: ochreStripe, worn: nothing },
  "Round Spectacles": { paint: nothing, worn: roundSpectacles },
  "Tally Tattoo": { paint: tallyTattoo, worn: nothing },
  "Gold Visor": bare,
  "Smoke Visor": bare,
  "Ember Visor": bare,
  "Tide Visor": bare,
  "Cracked Visor": bare,
  "Star Visor": bare,
};

function dustGoggles(scene: Scene): Svg {
  const { pen, person } = scene;
  const x = middle + person.turn;
  const { leather, brass } = pen.material;
  const strap = d`M${middle - person.cheek - 12} ${eyeLevel - 24}Q${x} ${eyeLevel - 4} ${middle + person.cheek + 12} ${eyeLevel - 24}V${eyeLevel + 12}Q${x} ${eyeLevel + 30} ${middle - person.cheek - 12} ${eyeLevel + 12}Z`;
  const lens = (side: 1 | -1) => goggle(scene, x + side * 60, eyeLevel + 2, 56, brass);
  return (
    pen.form(strap, leather, { shade: 0, rim: 6 }) +
    pen.form(ellipse(x, eyeLevel, 18, 14), leather, { shade: 4, rim: 3, outline: 5 }) +
    lens(-1) +
    lens(1)
  );
}

/** Draws a round lens in its mount. */
export function goggle(
  { pen, palette }: Scene,
  x: number,
  y: number,
  radius: number,
  mount: Scene["dye"],
): Svg {
  const glass = pen.tones("#2f8f8c");
  const inner = ellipse(x, y, radius * 0.7);
  return (
    pen.form(ellipse(x, y, radius), mount, { shade: 10, rim: 7 }) +
    pen.clip(
      inner,
      flat(inner, pen.fade([0, glass.lit], [0.55, glass.base], [1, glass.deep])),
      disc(x - radius * 0.2, y - radius * 0.18, radius * 0.24, palette.disc, 0.9),
      flat(
        d`M${x - radius} ${y + radius * 0.22}Q${x - radius * 0.2} ${y - radius * 0.05} ${x + radius} ${y + radius * 0.2}V${y + radius}H${x - radius}Z`,
        glass.deep,
        0.75,
      ),
      flat(
        d`M${x + radius * 0.1} ${y - radius}h${radius * 0.26}L${x} ${y + radius}h${-radius * 0.26}Z`,
        "#ffffff",
        0.3,
      ),
    ) +
    pen.line(inner, 5)
  );
}

function respirator(scene: Scene): Svg {
  const { pen, person } = scene;
  const { rubber, steel } = pen.material;
  const x = middle + person.turn;
  const y = 590;
  const muzzle = bilateral(x, [
    [0, y - 82],
    [34, y - 82, 60, y - 40, 84, y - 14],
    [100, y + 10, 80, y + 62, 44, y + 70],
    [20, y + 76, 0, y + 76],
  ]);
  const canister = (side: 1 | -1) =>
    pen.form(ellipse(x + side * 86, y + 34, 46, 48), steel, {
      shade: 12,
      rim: 7,
      inside: [-18, 0, 18]
        .map((dy) => stroke(d`M${x + side * 86 - 24} ${y + 34 + dy}h48`, steel.deep, 7))
        .join(""),
    });
  return [
    stroke(
      d`M${middle - person.cheek} 506L${x - 60} ${y - 20}M${middle + person.cheek} 506L${x + 60} ${y - 20}`,
      pen.light.ink,
      22,
    ),
    stroke(
      d`M${middle - person.cheek} 506L${x - 60} ${y - 20}M${middle + person.cheek} 506L${x + 60} ${y - 20}`,
      rubber.lit,
      12,
    ),
    pen.form(muzzle, rubber, { shade: 26, rim: 7 }),
    canister(-1),
    canister(1),
    pen.form(ellipse(x, y + 24, 28), steel, {
      shade: 8,
      rim: 5,
      inside: disc(x, y + 24, 10, steel.deep),
    }),
  ].join("");
}

function bandana({ pen, person, accent }: Scene): Svg {
  const x = middle + person.turn;
  const w = person.cheek + 8;
  const outline = d`M${middle - w} 500Q${x - 40} 506 ${x + 2} 522Q${x + 60} 506 ${middle + w} 500C${middle + w + 6} 580 ${middle + 96} 650 ${middle + 60} 690L${middle + 6} 772L${middle - 64} 690C${middle - 100} 650 ${middle - w - 6} 580 ${middle - w} 500Z`;
  const spots = Array.from({ length: 21 }, (_, index) =>
    disc(
      middle - 120 + (index % 6) * 46 + (Math.floor(index / 6) % 2) * 22,
      556 + Math.floor(index / 6) * 46,
      8,
      accent.lit,
      0.9,
    ),
  );
  return pen.form(outline, accent, {
    shade: 40,
    rim: 8,
    inside: [
      ...spots,
      stroke(
        d`M${middle - w + 12} 540Q${x - 30} 600 ${x - 10} 660M${middle + w - 12} 540Q${x + 50} 590 ${x + 24} 670M${x + 2} 530Q${x + 12} 590 ${x + 6} 640`,
        accent.shade,
        7,
      ),
    ].join(""),
  });
}

function eyepatch({ pen, person }: Scene): Svg {
  const { leather } = pen.material;
  const x = middle + person.turn + person.eyes.gap + 4;
  const patch = d`M${x - 46} ${eyeLevel - 30}Q${x} ${eyeLevel - 44} ${x + 50} ${eyeLevel - 26}Q${x + 48} ${eyeLevel + 26} ${x + 4} ${eyeLevel + 40}Q${x - 42} ${eyeLevel + 22} ${x - 46} ${eyeLevel - 30}Z`;
  const strap = d`M${middle - person.cheek + 6} 366Q${middle} 384 ${x - 20} ${eyeLevel - 24}L${middle + person.cheek} ${eyeLevel - 8}`;
  return (
    pen.line(strap, 17) +
    stroke(strap, leather.deep, 8) +
    pen.form(
      patch,
      { ...leather, base: leather.deep },
      {
        shade: 8,
        rim: 6,
        inside: stroke(
          d`M${x - 30} ${eyeLevel - 16}Q${x} ${eyeLevel - 26} ${x + 34} ${eyeLevel - 14}`,
          leather.lit,
          3.5,
          0.6,
        ),
      },
    )
  );
}

function ochreStripe(scene: Scene): Svg {
  const { pen, person } = scene;
  const x = middle + person.turn;
  const paint = pen.tones("#d9852b");
  return pen.clip(
    faceOutline(scene),
    flat(
      d`M440 ${eyeLevel - 30}Q${x} ${eyeLevel - 14} 760 ${eyeLevel - 30}V${eyeLevel + 22}Q${x} ${eyeLevel + 40} 440 ${eyeLevel + 22}Z`,
      paint.base,
      0.92,
    ),
    flat(d`M${x + 8} ${eyeLevel - 30}H760V${eyeLevel + 40}H${x + 8}Z`, paint.shade, 0.55),
    stroke(d`M${x - 62} ${eyeLevel + 50}v34M${x - 42} ${eyeLevel + 54}v24`, paint.base, 11),
  );
}

function roundSpectacles(scene: Scene): Svg {
  const { pen, person, palette } = scene;
  const x = middle + person.turn;
  const { brass } = pen.material;
  const lens = (side: 1 | -1) => {
    const cx = x + side * (person.eyes.gap + 4);
    const rim = ellipse(cx, eyeLevel + 4, 45);
    return [
      pen.clip(
        rim,
        flat(rim, palette.light.key, 0.3),
        flat(
          d`M${cx + 4} ${eyeLevel - 60}h18L${cx - 12} ${eyeLevel + 70}h-18ZM${cx + 34} ${eyeLevel - 60}h8L${cx + 8} ${eyeLevel + 70}h-8Z`,
          "#ffffff",
          0.5,
        ),
      ),
      pen.line(rim, 12),
      stroke(rim, brass.lit, 5),
    ].join("");
  };
  const bridge = d`M${x - 10} ${eyeLevel}Q${x} ${eyeLevel - 12} ${x + 12} ${eyeLevel}M${x - person.eyes.gap - 48} ${eyeLevel}L${middle - person.cheek - 2} ${eyeLevel - 6}M${x + person.eyes.gap + 50} ${eyeLevel}L${middle + person.cheek + 2} ${eyeLevel - 6}`;
  return pen.line(bridge, 11) + stroke(bridge, brass.lit, 4) + lens(-1) + lens(1);
}

function tallyTattoo(scene: Scene): Svg {
  const { pen, person } = scene;
  const x = middle + person.turn;
  const ink = scene.skin.deep;
  return pen.clip(
    faceOutline(scene),
    stroke(
      d`M${x - 96} 520v46M${x - 80} 524v48M${x - 64} 526v48M${x - 48} 524v44M${x - 106} 566L${x - 38} 530`,
      ink,
      8,
    ),
    stroke(d`M${x - 2} 348v40`, ink, 8),
    disc(x - 22, 362, 6, ink),
    disc(x + 18, 362, 6, ink),
    disc(x - 2, 404, 6, ink),
  );
}
