import { isHash } from "viem";
import { z } from "zod";
import { ChainControlError } from "#protocol/localChain/chainControls";
import { chainJson } from "#protocol/sale/chainJson";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { readContractBuild } from "../../shared/readContractBuild.ts";
import type { LocalChain } from "../chain/localChain.ts";
import { createInspector, type Inspector } from "./inspector.ts";

/** Status and JSON of a response. */
export interface RouteAnswer {
  status: number;
  json: string;
}

interface RouteOptions {
  /** The chain of now: the world may be replaced. */
  chain(): Pick<LocalChain, "ethers">;
  /** Applies a control, such as `["time", "+1d"]`, and returns what it did. */
  control(words: readonly string[]): Promise<string>;
}

const callSchema = z.object({
  to: z.string(),
  words: z.array(z.string()).min(1),
  from: z.string(),
  value: z.string(),
});
const controlSchema = z.object({ words: z.array(z.string()).min(1) });

/** Maximum number of transactions of one read, beyond which only whole blocks are added. */
const mostTransactions = 1_000;

/**
 * Creates the function that answers the requests of the page of the chain: reads have no body, calls and controls a
 * JSON one.
 */
export function createInspectorRoutes({ chain, control }: RouteOptions) {
  let current: { chain: object; inspector: Promise<Inspector> } | undefined;

  return async (url: URL, body: unknown): Promise<RouteAnswer> => {
    try {
      return { status: 200, json: chainJson({ result: await answer(url, body) }) };
    } catch (error) {
      const { message } = error as Error;
      const isRefusal =
        error instanceof UsageError ||
        error instanceof ChainControlError ||
        error instanceof z.ZodError;
      return { status: isRefusal ? 400 : 502, json: JSON.stringify({ error: message }) };
    }
  };

  async function answer({ pathname, searchParams }: URL, body: unknown): Promise<unknown> {
    const inspector = await inspectorOf(chain());
    if (pathname === "/control") return control(controlSchema.parse(body).words);
    if (pathname === "/call") return inspector.call(callSchema.parse(body));
    if (pathname === "/send") return inspector.send(callSchema.parse(body));
    if (pathname === "/head") return inspector.head();
    if (pathname === "/contracts") return inspector.contracts();
    if (pathname === "/accounts") return inspector.accounts();
    if (pathname === "/transactions") {
      return inspector.transactions(countOf(searchParams.get("count")));
    }
    const hash = /^\/trace\/(0x\w+)$/.exec(pathname)?.[1];
    if (hash !== undefined && isHash(hash)) return inspector.trace(hash);
    throw new UsageError(`Nothing is at ${pathname}.`);
  }

  function inspectorOf(now: Pick<LocalChain, "ethers">): Promise<Inspector> {
    if (current?.chain !== now.ethers) {
      const { provider } = now.ethers;
      const inspector = readContractBuild().then((build) =>
        createInspector(({ method, params }) => provider.send(method, params), build),
      );
      current = { chain: now.ethers, inspector };
    }
    return current.inspector;
  }
}

function countOf(text: string | null): number {
  const count = Number(text ?? 50);
  if (Number.isInteger(count) && count > 0 && count <= mostTransactions) return count;
  throw new UsageError(`count takes 1 to ${mostTransactions}, not "${text}".`);
}
