import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { encodeAbiParameters, encodeErrorResult } from "viem";
import { WagmiContext } from "wagmi";
import { readContract } from "wagmi/actions";
import { hashFn, readContractQueryOptions } from "wagmi/query";
import { collectionAbi } from "#chain/abi";
import { isOwner, useOwner } from "../../../web/src/narrative/useOwner.ts";
import { createWalletConfig, type WalletConfig } from "../../../web/src/wallet/walletConfig.ts";
import "../../support/web/componentLoader.ts";
import { withFetch } from "../../support/stubFetch.ts";
import { setConnection } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { clientWithData, renderMarkup } from "../../support/web/markup.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";

const { address } = hardhatAccount(2);

describe("isOwner", () => {
  it("[S4.29] is true for the same address in any letter case", () => {
    // Safety: the same address in lowercase is an address.
    const lowerCase = address.toLowerCase() as typeof address;
    expect(isOwner(lowerCase, address)).to.equal(true);
    expect(isOwner(hardhatAccount(3).address, address)).to.equal(false);
  });

  it("[S4.30] returns false while no wallet is connected, even if the owner is unknown", () => {
    expect(isOwner(undefined, address)).to.equal(false);
    expect(isOwner(undefined, undefined)).to.equal(false);
  });
});

describe("useOwner", () => {
  /** Returns the owner of drifter 7 as the page reads it from this response, with account 2 connected. */
  async function ownerGiven(response: () => Promise<Response>): Promise<string> {
    const config = await connectedConfig();
    const client = clientWithData();
    const read = {
      abi: collectionAbi,
      address: pageSettings.contract,
      functionName: "ownerOf",
      args: [7n],
      chainId: pageSettings.chain.id,
    } as const;
    const { queryKey } = readContractQueryOptions(config, read);
    const queryFn = () => readContract(config, read);
    await withFetch(response, () =>
      client.prefetchQuery({ queryKey, queryKeyHashFn: hashFn, queryFn }),
    );
    const { words } = await renderMarkup(
      <WagmiContext value={config}>
        <Owner drifterId="7" />
      </WagmiContext>,
      client,
    );
    return words;
  }

  it("[S4.28] [S7.16] returns whether ownerOf of the collection's contract equals the connected account", async () => {
    const given = (owner: `0x${string}`) =>
      ownerGiven(() => respond({ result: encodeAbiParameters([{ type: "address" }], [owner]) }));
    expect(await given(address)).to.equal(address);
    expect(await given(hardhatAccount(3).address)).to.equal("nobody: notOwned");
  });

  describe("failed read", () => {
    const notMinted = encodeErrorResult({
      abi: collectionAbi,
      errorName: "OwnerQueryForNonexistentToken",
    });
    const failures: Record<string, () => Promise<Response>> = {
      "[S4.31] [S8.4] reports no ownership if the contract reverts": () =>
        respond({ error: { code: 3, message: "reverted", data: "0x" } }),
      "[S4.31] [S8.4] reports no ownership if the node returns an invalid result": () =>
        respond({ result: "0x" }),
      "[S4.31] [S8.4] reports no ownership if the node returns an error status": async () =>
        new Response("No.", { status: 403 }),
      "[S4.31] reports no ownership while the drifter does not exist": () =>
        respond({ error: { code: 3, message: "execution reverted", data: notMinted } }),
    };
    it("[S4.31] distinguishes a rate-limited node from a different owner", async () => {
      const busy = async () => new Response("Slow down.", { status: 429 });
      expect(await ownerGiven(busy)).to.equal("nobody: unreachable");
    });

    for (const [title, response] of Object.entries(failures)) {
      it(title, async () => {
        expect(await ownerGiven(response)).to.match(/^nobody: (notOwned|unreachable)$/);
      });
    }
  });
});

function Owner({ drifterId }: { drifterId: string }) {
  const owner = useOwner(drifterId);
  return <p>{owner.status === "owned" ? owner.owner : `nobody: ${owner.status}`}</p>;
}

async function connectedConfig(): Promise<WalletConfig> {
  const config = createWalletConfig(pageSettings);
  // Waits for microtasks in which wagmi restores other tests' stored state, which would replace the connection.
  await setImmediate();
  setConnection(config, address, pageSettings.chain.id);
  return config;
}

async function respond(response: object): Promise<Response> {
  return Response.json({ jsonrpc: "2.0", id: 1, ...response });
}
