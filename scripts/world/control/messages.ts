import { z } from "zod";

const addressForm = z.templateLiteral(["0x", z.string()]);

/** Request of `npm run world` to the world running in the same working tree. */
export const requestSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("reset") }),
  z.object({ command: z.literal("save"), name: z.string() }),
  z.object({ command: z.literal("load"), name: z.string() }),
  z.object({
    command: z.literal("fork"),
    rpcUrl: z.string(),
    blockNumber: z.int().optional(),
    contract: addressForm.optional(),
    /** Origin of the live service. */
    stories: z.string().optional(),
    /** Gateway for portraits on IPFS. */
    gateway: z.string().optional(),
    /** Whether the last build's code replaces the live contract's. */
    replacesCode: z.boolean(),
  }),
  /** A control of the chain, such as `time +1d`. */
  z.object({ command: z.literal("chain"), words: z.array(z.string()) }),
]);
export type ControlRequest = z.infer<typeof requestSchema>;
export type ForkRequest = Extract<ControlRequest, { command: "fork" }>;

/** The server's messages, one JSON object per line; `done` or `failed` is the last. */
export const eventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("begun"), title: z.string() }),
  z.object({ kind: z.literal("progress"), done: z.number(), total: z.number() }),
  z.object({ kind: z.literal("ended") }),
  z.object({ kind: z.literal("done"), text: z.string() }),
  z.object({ kind: z.literal("failed"), text: z.string() }),
]);
export type ControlEvent = z.infer<typeof eventSchema>;
