import { middle } from "../anatomy.ts";
import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { bilateral, disc, ellipse, type Svg, stroke } from "../svg.ts";
import { goggle } from "../visage.ts";

export function flyersCap(scene: Scene): Svg {
  const { pen, drifter } = scene;
  const { leather, brass } = pen.material;
  const cap =
    "M470 586C440 540 446 460 448 420C436 300 510 246 600 246C690 246 764 300 752 420C754 460 760 540 730 586L704 612C690 600 690 570 694 540C712 490 716 440 692 400Q600 356 508 400C484 440 488 490 506 540C510 570 510 600 496 612Z";
  const raised =
    drifter.traits.visage === "Dust Goggles"
      ? ""
      : pen.form("M446 330Q600 290 754 330V362Q600 326 446 362Z", leather, { shade: 0, rim: 5 }) +
        goggle(scene, 540, 334, 50, brass) +
        goggle(scene, 662, 334, 50, brass);
  return [
    pen.form(cap, leather, {
      shade: 34,
      rim: 10,
      inside: stroke(
        "M600 246V380M520 262Q480 320 484 420M680 262Q720 320 716 420",
        leather.deep,
        6,
      ),
    }),
    disc(476, 500, 12, brass.base),
    disc(726, 500, 12, brass.base),
    raised,
  ].join("");
}

const hoodOpening =
  "L744 810C756 700 752 620 748 500C744 380 690 300 600 294C510 300 456 380 452 500C448 620 444 700 456 810Z";

export function hoodLining({ pen, dye }: Scene): Svg {
  const lining = bilateral(middle, [
    [0, 210],
    [120, 214, 196, 320, 200, 480],
    [204, 600, 206, 700, 230, 800],
    [0, 820],
  ]);
  return pen.form(
    lining,
    { ...dye, base: mix(dye.deep, pen.light.ink, 0.35), shade: pen.light.ink },
    { shade: 60, rim: 0 },
  );
}

export function deepHood({ pen, dye, accent }: Scene): Svg {
  const hood = `M344 820C372 700 384 600 388 480C390 320 462 206 586 164C610 156 640 172 660 196C754 230 812 340 814 480C816 600 830 700 858 820${hoodOpening}`;
  return pen.form(hood, dye, {
    shade: 40,
    rim: 13,
    inside: [
      stroke(
        "M438 812C444 700 434 620 434 500C438 370 506 276 600 276C694 276 762 370 766 500C766 620 756 700 762 812",
        accent.base,
        16,
      ),
      stroke(
        "M410 500C412 370 480 250 590 226M400 640Q412 560 410 520M792 500C790 380 740 270 640 222",
        dye.shade,
        9,
      ),
    ].join(""),
  });
}

export function scarfTail({ pen, accent }: Scene): Svg {
  return pen.form(
    "M700 300C800 340 830 460 822 600C816 700 850 760 880 850L800 880C770 800 740 720 744 620Z",
    accent,
    {
      shade: 30,
      rim: 8,
      inside: stroke("M760 400Q800 540 790 660Q790 760 830 860", accent.shade, 8),
    },
  );
}

export function woundScarf({ pen, accent, dye }: Scene): Svg {
  const turban =
    "M442 432C404 300 480 206 606 204C734 206 800 300 760 430Q690 368 600 376Q510 368 442 432Z";
  const around = bilateral(middle, [
    [0, 640],
    [70, 636],
    [130, 640, 168, 690, 160, 742],
    [140, 800, 60, 812, 0, 812],
  ]);
  return [
    pen.form(turban, accent, {
      shade: 46,
      rim: 12,
      inside: [
        stroke(
          "M430 400Q560 270 760 268M436 350Q540 230 700 222M470 420Q600 320 790 340",
          accent.shade,
          20,
          0.85,
        ),
        stroke(
          "M440 420Q560 290 770 290M430 360Q540 240 720 236M500 400Q620 330 790 372",
          accent.deep,
          6,
        ),
        stroke("M520 210Q660 250 772 400", dye.base, 22, 0.9),
      ].join(""),
    }),
    pen.form(ellipse(586, 366, 26, 30), pen.material.brass, {
      shade: 9,
      rim: 5,
      inside: disc(586, 366, 11, dye.base),
    }),
    pen.form(around, accent, {
      shade: 34,
      rim: 10,
      inside:
        stroke("M446 690Q600 780 752 680M444 740Q600 820 754 730", accent.deep, 6) +
        stroke("M470 664Q600 740 736 660", accent.shade, 16),
    }),
  ].join("");
}
