import { middle } from "./anatomy.ts";
import { drawFace } from "./face.ts";
import { helmOf } from "./helm/helm.ts";
import type { Drawing, Scene } from "./scene.ts";
import { moved, rotation, type Svg } from "./svg.ts";
import { drawVisage } from "./visage.ts";

/** Draws hair and everything else visible behind neck and shoulders. */
export const drawHeadBehind: Drawing = (scene) => tilted(scene, helmOf(scene).behind);

/** Draws the face if visible, items worn on it, and the helm. */
export const drawHead: Drawing = (scene) => {
  const helm = helmOf(scene);
  const layers = helm.face ? [drawFace, helm.under, drawVisage, helm.over] : [helm.over];
  return tilted(scene, () => layers.map((layer) => layer(scene)).join(""));
};

function tilted(scene: Scene, draw: Drawing): Svg {
  return moved(rotation(scene.person.tilt, middle, 700), draw(scene));
}
