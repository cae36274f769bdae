import * as v from "valibot";

/** Schema for a token in a service response: `TokenReference`. */
export const tokenSchema = v.object({
  drifterId: v.string(),
  name: v.exactOptional(v.string()),
});
