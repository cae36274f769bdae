import { parseAddress } from "#protocol/address";
import { readCount } from "../../shared/commandLine/readCount.ts";
import type { OptionValues } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { ForkRequest } from "../control/messages.ts";

/** Options of `npm run world -- fork`. */
export const forkOptions = {
  block: { type: "string" },
  contract: { type: "string" },
  stories: { type: "string" },
  gateway: { type: "string" },
  "replace-code": { type: "boolean" },
} as const;

export type ForkValues = OptionValues<typeof forkOptions>;

/** @throws {UsageError} */
export function readForkRequest(rpcUrl: string, values: ForkValues): ForkRequest {
  const { block, contract, stories, gateway } = values;
  return {
    command: "fork",
    rpcUrl: readUrl("fork", rpcUrl).href,
    ...(block !== undefined && {
      blockNumber: readCount("--block", block, { from: 0, to: Number.MAX_SAFE_INTEGER }),
    }),
    ...(contract !== undefined && { contract: readContract(contract) }),
    ...(stories !== undefined && { stories: readUrl("--stories", stories).origin }),
    ...(gateway !== undefined && { gateway: readUrl("--gateway", gateway).href }),
    replacesCode: values["replace-code"] === true,
  };
}

function readUrl(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`${option} takes an http or https URL, not "${text}".`);
}

function readContract(text: string) {
  const address = parseAddress(text);
  if (address) return address;
  throw new UsageError(`--contract takes an address, 0x and 40 hex digits, not "${text}".`);
}
