import * as v from "valibot";

/** Schema for a wallet's ENS name in a service response: `PersonName`. */
export const personSchema = v.object({
  name: v.string(),
  note: v.exactOptional(v.string()),
});
