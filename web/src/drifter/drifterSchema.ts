import * as z from "zod/mini";

/** A drifter in a response of the service: `DrifterReference`. */
export const drifterSchema = z.object({
  drifterId: z.string(),
  name: z.exactOptional(z.string()),
});
