import { toQuantity } from "ethers";
import type { Page } from "playwright-core";
import { authorizeMint } from "../../../world/chain/authorizeMint.ts";
import { localAccount } from "../../../world/chain/localKeys.ts";
import { roles } from "../../../world/plan.ts";
import type { World } from "../../../world/startWorld.ts";

const quantity = 20n;
/** Given, so that the node need not estimate it. */
const gasLimit = 1_000_000;

/** Times of the page /chain, in milliseconds, each from an action to what it shows. */
export interface ChainPageTimes {
  /** From sending a transaction to its line. */
  transactions: number[];
  /** From a click on a mint's line to its trace. */
  traces: number[];
}

/** Sends mints of 20 drifters while the page is open. */
export async function measureChainPage(
  page: Page,
  world: World,
  rounds: number,
): Promise<ChainPageTimes> {
  const times: ChainPageTimes = { transactions: [], traces: [] };
  await page.goto(`${world.webUrl}/chain`);
  await page.locator(".chain__transactions a").first().waitFor();
  const mint = await prepareMints(world);
  // The first one is not measured: it loads what the others use.
  for (let round = 0; round <= rounds; round++) {
    const send = await mint(`bench ${round}`);
    const sent = performance.now();
    const line = page.locator(`.chain__transactions a[href*="${await send()}"]`);
    await line.waitFor();
    const shown = performance.now();
    await line.click();
    await page.locator("[aria-labelledby=chain-transaction] .chain-trace__tree").waitFor();
    const traced = performance.now();
    await page.getByRole("link", { name: "Close" }).click();
    if (round === 0) continue;
    times.transactions.push(shown - sent);
    times.traces.push(traced - shown);
  }
  return times;
}

/** Returns a function that authorises a mint and returns the function that sends it, which returns its hash. */
async function prepareMints({ chain, contract }: World) {
  const { provider } = chain.ethers;
  const minter = asHex(localAccount(2).address);
  const value = toQuantity(quantity * (await contract.FD_PRICE()));
  const phase = await contract.CURRENTPHASE();
  const address = asHex(await contract.getAddress());
  const signer = localAccount(roles.signer);
  return async (transactionID: string) => {
    const authorized = await authorizeMint(
      signer,
      { chainId: chain.chainId, address },
      { minter, phase, transactionID, qty: quantity },
    );
    const data = contract.interface.encodeFunctionData("FringeMint", authorized);
    const transaction = { from: minter, to: address, data, value, gas: toQuantity(gasLimit) };
    // The node mines it before it answers.
    return (): Promise<string> => provider.send("eth_sendTransaction", [transaction]);
  };
}

function asHex(address: string): `0x${string}` {
  // Safety: ethers' addresses always begin with 0x.
  return address as `0x${string}`;
}
