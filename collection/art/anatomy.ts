import type { Scene } from "./scene.ts";
import { bilateral } from "./svg.ts";

/** x of the line that splits the body in two. */
export const middle = 600;
export const eyeLevel = 462;

/** Returns the face's outline without ears. */
export function faceOutline({ person }: Scene): string {
  const { cheek, jaw, chin } = person;
  return bilateral(middle, [
    [0, 292],
    [86, 292, cheek, 342, cheek + 2, 440],
    [cheek + 2, 524, jaw + 46, 592, jaw, chin - 16],
    [jaw * 0.55, chin + 6, 0, chin + 6],
  ]);
}
