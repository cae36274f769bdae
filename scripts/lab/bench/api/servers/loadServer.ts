import type { FixedAnswer } from "./fixedAnswer.ts";
import type { FloorInput } from "./floor.ts";
import type { OurInput } from "./ours.ts";
import type { Serve } from "./serving.ts";

/** Inputs of the servers, by file name. */
export interface ServerInputs {
  bareHttp: FixedAnswer;
  chain: { owner: `0x${string}` };
  expressJson: FixedAnswer;
  expressSend: FixedAnswer;
  fastify: FixedAnswer;
  floor: FloorInput;
  ours: OurInput;
}

/** Loads one of them. Resources that the process used before are not counted. */
export async function loadServer<Name extends keyof ServerInputs>(
  name: Name,
): Promise<Serve<ServerInputs[Name]>> {
  const { serve } = await import(`./${name}.ts`);
  return serve;
}
