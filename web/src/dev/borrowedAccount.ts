import { type Address, type Hex, hexToBigInt, isAddressEqual, numberToHex } from "viem";
import { requestWorld } from "./chain/worldClient.ts";

type Request = { method: string; params?: unknown };

/** Sends a request to the local node. */
export type NodeRequest = (request: Request) => Promise<unknown>;

/** Minimum balance of a borrowed account, in wei. */
const minBalance = 10n ** 18n;

/**
 * Lets the node send transactions for an account whose key it lacks, and funds it with a little ETH. Does nothing for
 * the node's own accounts.
 */
export async function borrowAccount(request: NodeRequest, account: Address): Promise<void> {
  if (await isOwnAccount(request, account)) return;
  await request({ method: "hardhat_impersonateAccount", params: [account] });
  // Safety: the Ethereum JSON-RPC specification defines this form.
  const balance = (await request({ method: "eth_getBalance", params: [account, "latest"] })) as Hex;
  if (hexToBigInt(balance) >= minBalance) return;
  await request({ method: "hardhat_setBalance", params: [account, numberToHex(minBalance)] });
}

/** Handles a request that requires the account's key, for any account. */
export async function actAs(request: NodeRequest, { method, params }: Request): Promise<unknown> {
  // Safety: wagmi sends requests in the forms of these methods.
  if (method === "personal_sign") {
    const [message, from] = params as [Hex, Address];
    if (await isOwnAccount(request, from)) return request({ method, params });
    return requestWorld("sign", "", { from, message });
  }
  if (method === "eth_sendTransaction") {
    const [{ from }] = params as [{ from: Address }];
    // The chain may have been replaced since the account was borrowed.
    if (!(await isOwnAccount(request, from))) {
      await request({ method: "hardhat_impersonateAccount", params: [from] });
    }
  }
  return request({ method, params });
}

async function isOwnAccount(request: NodeRequest, account: Address): Promise<boolean> {
  const accounts = (await request({ method: "eth_accounts" })) as Address[];
  return accounts.some((each) => isAddressEqual(each, account));
}
