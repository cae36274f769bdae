import { expect } from "chai";
import { decodeFunctionData, encodeFunctionResult, type Hex, numberToHex } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import "../support/componentLoader.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import { clientWithData, renderMarkup } from "../support/markup.ts";
import "../support/pageSettings.ts";
import { withFetch } from "../support/stubFetch.ts";

const { holdingsQueryOptions } = await import("../../web/src/wallet/holdings/holdingsQuery.ts");
const { YourDrifters } = await import("../../web/src/wallet/holdings/YourDrifters.tsx");

const owner = hardhatAccount(2).address;

interface RpcCall {
  id: number;
  method: string;
  params: [{ data: Hex }, string];
}

/** Creates a node on which the owner holds the drifters from 101 on, and a list of its batched requests. */
function nodeOf({ count }: { count: number }) {
  const requests: string[][] = [];
  const answer = ({ method, params }: RpcCall): { received: string; result: Hex } => {
    if (method === "eth_blockNumber") return { received: method, result: numberToHex(9) };
    const [{ data }, block] = params;
    const { functionName, args } = decodeFunctionData({ abi: fringeDriftersAbi, data });
    const last = functionName === "balanceOf" ? BigInt(count) : 101n + BigInt(String(args?.[1]));
    const index = functionName === "balanceOf" ? "" : ` ${args?.[1]}`;
    // Safety: both reads here return a number.
    const result = encodeFunctionResult({
      abi: fringeDriftersAbi,
      functionName: functionName as "balanceOf",
      result: last,
    });
    return { received: `${functionName}${index} at ${Number(block)}`, result };
  };
  const fetchFromIt: typeof fetch = async (_input, init) => {
    // Safety: the page sends JSON-RPC in batches.
    const calls = JSON.parse(String(init?.body)) as RpcCall[];
    const answers = calls.map((call) => ({ id: call.id, ...answer(call) }));
    requests.push(answers.map(({ received }) => received));
    return Response.json(answers.map(({ id, result }) => ({ jsonrpc: "2.0", id, result })));
  };
  return { requests, fetchFromIt };
}

/** Renders the account's view after these pages have loaded. */
async function viewOf(answer: typeof fetch, pages = 1) {
  const client = clientWithData();
  await withFetch(answer, () =>
    client.prefetchInfiniteQuery({ ...holdingsQueryOptions(owner), pages, gcTime: 60_000 }),
  );
  const view = await renderMarkup(<YourDrifters owner={owner} onLeave={() => {}} />, client);
  client.clear();
  return view;
}

describe("the connected account's drifters", () => {
  it("are counted and listed in three requests, with one more per further page, at the same block", async () => {
    const { requests, fetchFromIt } = nodeOf({ count: 300 });
    const { all, words } = await viewOf(fetchFromIt, 2);
    expect(all("h3").map(({ text }) => text)).to.deep.equal(["Your drifters 300"]);
    const links = all("a").map(({ attributes, text }) => [attributes, text]);
    expect(links).to.have.length(48);
    expect(links[47]).to.deep.equal([
      { "aria-label": "Drifter 148", href: "/drifter/148", "data-discover": "true" },
      "148",
    ]);
    expect(words).to.match(/Show more$/);
    const stretch = (from: number) =>
      Array.from({ length: 24 }, (_, index) => `tokenOfOwnerByIndex ${from + index} at 9`);
    expect(requests).to.deep.equal([
      ["eth_blockNumber"],
      ["balanceOf at 9"],
      stretch(0),
      stretch(24),
    ]);
  });
});
