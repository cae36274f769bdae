import { z } from "zod";
import type { EventPlan } from "./plan.ts";

const words = z.array(z.string().min(1)).min(1);

/** Stories of one sentence each, one for every combination of subject, verb and object. */
export const tellManySchema = z.strictObject({
  /** The drifter of the first story. */
  firstId: z.int().min(0),
  /** The distance between the IDs of successive stories. */
  step: z.int().min(1),
  subjects: words,
  verbs: words,
  objects: words,
});

/** Returns the events of all combinations. Subject and object change from each story to the next. */
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
