import { getAddress, type Hex, isAddress, isHash, isHex } from "viem";
import { z } from "zod";
import { collectionConfig } from "#collection/collection.config.ts";
import { ChainControlError } from "#localChain/chainControls";
import { CallSyntaxError } from "#protocol/values/encodeCall";
import { chainJson } from "#sale/chainJson";
import { addDeployedCode } from "#trace/contractBuild";
import type { NodeRequest } from "#trace/nodeTrace";
import type { WorldResponse } from "../../../web/devServer.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { readContractBuild } from "../../shared/readContractBuild.ts";
import type { LocalChain } from "../chain/localChain.ts";
import { signAs } from "../chain/signAs.ts";
import { formatOpener } from "../moments.ts";
import { type PageState, pageSchema } from "../recipe.ts";
import { createInspector, type Inspector } from "./inspector.ts";

interface RouteOptions {
  /** Returns the current chain, because the world may be replaced. */
  chain(): Pick<LocalChain, "ethers" | "fork">;
  /** Returns the current collection's address. */
  contractAddress(): Promise<string>;
  /** Applies a control, such as `["time", "+1d"]`, and describes the effect. */
  control(parts: readonly string[]): Promise<string>;
  /** Saves the world with a page's state, and describes the effect. */
  saveMoment(page: PageState): Promise<string>;
  /** Returns the state of the page that shows the opened moment, if any. */
  openedPage(): PageState | undefined;
}

const callSchema = z.object({
  to: z.string(),
  parts: z.array(z.string()).min(1),
  from: z.string(),
  value: z.string(),
});
const signSchema = z.object({
  from: z.string().refine(isAddress, "must be an address"),
  message: z.string().refine((text) => isHex(text), "must be hex"),
});
const controlSchema = z.object({ parts: z.array(z.string()).min(1) });

/** Maximum number of requested transactions per read; the last block is always complete. */
const maxTransactions = 1_000;

/**
 * Creates the function that handles the chain page's requests: reads have no body, calls and controls have a JSON body.
 */
export function createInspectorRoutes(options: RouteOptions) {
  const { chain, contractAddress, control, saveMoment, openedPage } = options;
  let current: { chain: object; inspector: Promise<Inspector> } | undefined;

  return async (url: URL, body: unknown): Promise<WorldResponse> => {
    try {
      if (url.pathname === "/open") return openMoment();
      return { status: 200, json: chainJson({ result: await respond(url, body) }) };
    } catch (error) {
      const { message } = error as Error;
      const isRejection =
        error instanceof UsageError ||
        error instanceof ChainControlError ||
        error instanceof CallSyntaxError ||
        error instanceof z.ZodError;
      return { status: isRejection ? 400 : 502, json: JSON.stringify({ error: message }) };
    }
  };

  async function respond({ pathname, searchParams }: URL, body: unknown): Promise<unknown> {
    const inspector = await openInspector(chain());
    if (pathname === "/moment") return saveMoment(pageSchema.parse(body));
    if (pathname === "/control") return control(controlSchema.parse(body).parts);
    if (pathname === "/call") return inspector.call(callSchema.parse(body));
    if (pathname === "/send") return inspector.send(callSchema.parse(body));
    if (pathname === "/sign") {
      const { from, message } = signSchema.parse(body);
      return signAs(chain(), from, message as Hex);
    }
    if (pathname === "/head") return inspector.head();
    if (pathname === "/contracts") return inspector.contracts();
    if (pathname === "/accounts") return inspector.accounts();
    if (pathname === "/transactions") {
      return inspector.transactions(parseCount(searchParams.get("count")));
    }
    const hash = /^\/trace\/(0x\w+)$/.exec(pathname)?.[1];
    if (hash !== undefined && isHash(hash)) return inspector.trace(hash);
    throw new UsageError(`Nothing is at ${pathname}.`);
  }

  function openMoment(): WorldResponse {
    const page = openedPage();
    if (page === undefined) throw new UsageError("Open a moment first: npm run world -- open FILE");
    return { status: 200, json: "", html: formatOpener(page) };
  }

  function openInspector(now: Pick<LocalChain, "ethers" | "fork">): Promise<Inspector> {
    if (current?.chain !== now.ethers) current = { chain: now.ethers, inspector: inspect(now) };
    return current.inspector;
  }

  async function inspect({ ethers, fork }: Pick<LocalChain, "ethers" | "fork">) {
    const request: NodeRequest = ({ method, params }) => ethers.provider.send(method, params);
    const build = await readContractBuild();
    if (!fork) return createInspector(request, build);
    const collection = getAddress(await contractAddress());
    const code = await request({ method: "eth_getCode", params: [collection, "latest"] });
    // Safety: the Ethereum JSON-RPC specification defines this form.
    const known = addDeployedCode(build, collectionConfig.contract, code as Hex);
    return createInspector(request, known, {
      firstBlock: fork.blockNumber + 1,
      known: [collection],
    });
  }
}

function parseCount(text: string | null): number {
  const count = Number(text ?? 50);
  if (Number.isInteger(count) && count > 0 && count <= maxTransactions) return count;
  throw new UsageError(`count takes 1 to ${maxTransactions}, not "${text}".`);
}
