import { type Address, type EIP1193RequestFn, isAddressEqual, numberToHex } from "viem";
import { askWorld } from "./chain/worldClient.ts";

/** Sends a request to the local node. */
type NodeRequest = EIP1193RequestFn;
type Request = { method: string; params?: unknown };

/** In wei: an account with less could not act. */
const leastBalance = 10n ** 18n;

/**
 * Lets the node send transactions of an account, whose key only its owner may have, and gives it a little Ether. Does
 * nothing for the node's own accounts.
 */
export async function borrowAccount(request: NodeRequest, account: Address): Promise<void> {
  if (await isOwnAccount(request, account)) return;
  const ask = request as (request: Request) => Promise<string>;
  await ask({ method: "hardhat_impersonateAccount", params: [account] });
  const balance = BigInt(await ask({ method: "eth_getBalance", params: [account, "latest"] }));
  if (balance >= leastBalance) return;
  await ask({ method: "hardhat_setBalance", params: [account, numberToHex(leastBalance)] });
}

/** Carries out a request of an account's owner, for any account. */
export async function actAs(request: NodeRequest, { method, params }: Request): Promise<unknown> {
  const ask = request as (request: Request) => Promise<unknown>;
  if (method === "personal_sign") {
    const [message, from] = params as [string, Address];
    if (await isOwnAccount(request, from)) return ask({ method, params });
    return askWorld("sign", "", { from, message });
  }
  if (method === "eth_sendTransaction") {
    const [{ from }] = params as [{ from: Address }];
    // The chain may be another one since it was borrowed.
    if (!(await isOwnAccount(request, from))) {
      await ask({ method: "hardhat_impersonateAccount", params: [from] });
    }
  }
  return ask({ method, params });
}

async function isOwnAccount(request: NodeRequest, account: Address): Promise<boolean> {
  const accounts = await request({ method: "eth_accounts" });
  return accounts.some((each) => isAddressEqual(each, account));
}
