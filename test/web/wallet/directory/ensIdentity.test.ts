import { QueryClient, skipToken } from "@tanstack/react-query";
import { expect } from "chai";
import { type Chain, createClient, custom } from "viem";
import { hardhat } from "viem/chains";
import { identityOptions } from "../../../../web/src/wallet/directory/identity.ts";
import { withFetch } from "../../../support/stubFetch.ts";
import type { RpcResponses } from "../../../support/web/connectedWallet.ts";
import { ensContracts, ensNode } from "../../../support/web/ensNode.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";

const { address } = hardhatAccount(2);

/** Queries the identity without a project ID, on a node with these responses. */
function parseQuery(responses: RpcResponses, contracts: Chain["contracts"] = ensContracts) {
  const request = async ({ method, params }: { method: string; params?: unknown }) =>
    // Safety: viem sends parameters as a list.
    responses[method]?.(params as unknown[]);
  const transport = custom({ request }, { retryCount: 0 });
  const chain: Chain = { ...hardhat, contracts };
  const client = createClient({ chain, transport });
  return { ...identityOptions(undefined, client, address), gcTime: 0, retry: false };
}

/** Reads the identity; every URL leads to an image. */
const identityOf = (responses: RpcResponses) =>
  withFetch(
    async () => new Response("", { headers: { "content-type": "image/png" } }),
    () => new QueryClient().fetchQuery(parseQuery(responses)),
  );

describe("ENS identity", () => {
  it("returns the ENS name, with its avatar only if it uses https", async () => {
    const avatar = "https://pictures.example/ash.png";
    expect(await identityOf(ensNode("ash.eth", avatar))).to.deep.equal({ name: "ash.eth", avatar });
    for (const other of ["http://pictures.example/ash.png", "data:image/png;base64,AAAA", ""]) {
      expect(await identityOf(ensNode("ash.eth", other)), other).to.deep.equal({
        name: "ash.eth",
        avatar: undefined,
      });
    }
  });

  it("returns nothing if the account has no name, or a name that is not normalized", async () => {
    for (const name of ["", "Ash.eth"]) {
      expect(await identityOf(ensNode(name, "")), name).to.deep.equal({
        name: undefined,
        avatar: undefined,
      });
    }
  });

  it("sends no request on a chain without ENS", () => {
    expect(parseQuery({}, {}).queryFn).to.equal(skipToken);
  });
});
