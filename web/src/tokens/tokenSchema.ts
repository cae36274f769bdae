import * as v from "valibot";

/** A token in a response of the service: `TokenReference`. */
export const tokenSchema = v.object({
  drifterId: v.string(),
  name: v.exactOptional(v.string()),
});
