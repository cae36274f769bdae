import { z } from "zod";
import type { EventPlan } from "./plan.ts";

const words = z.array(z.string().min(1)).min(1);

/** Stories of one sentence each, one for every way to put subject, verb and object together. */
export const tellManySchema = z.strictObject({
  /** Who tells the first of them. */
  firstId: z.int().min(0),
  /** How many ids further each next one is told. */
  step: z.int().min(1),
  subjects: words,
  verbs: words,
  objects: words,
});

/** The events that it stands for. From one to the next the subject changes, and the object with it. */
export function tellMany({
  firstId,
  step,
  subjects,
  verbs,
  objects,
}: z.infer<typeof tellManySchema>): EventPlan[] {
  const narratives = objects.flatMap((_, round) =>
    verbs.flatMap((verb) =>
      subjects.map(
        (subject, index) => `${subject} ${verb} ${objects[(index + round) % objects.length]}.`,
      ),
    ),
  );
  return narratives.map((narrative, index) => ({
    tell: { drifterId: firstId + index * step, narrative },
  }));
}
