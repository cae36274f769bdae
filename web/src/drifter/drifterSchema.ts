import * as v from "valibot";

/** A drifter in a response of the service: `DrifterReference`. */
export const drifterSchema = v.object({
  drifterId: v.string(),
  name: v.exactOptional(v.string()),
});
