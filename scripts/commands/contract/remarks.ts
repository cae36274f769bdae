import { type Address, bytesToHex, type Client, hexToNumber, numberToHex } from "viem";
import { mnemonicToAccount, privateKeyToAddress } from "viem/accounts";
import { localChainId, localMnemonic } from "#protocol/chain/localWorld";
import type { CollectionCall } from "#sale/collectionCalls";
import { isSaleCall } from "#sale/saleCalls";
import { saleWarnings } from "#sale/saleWarnings";
import type { CallEffect, SaleState } from "#sale/simulateCalls";
import { type CollectionState, isZeroAddress } from "./state.ts";

/**
 * Returns the warnings to show before a call is sent, if any.
 *
 * @param state the collection after the preceding calls.
 */
export async function describeWarnings(
  client: Client,
  collection: CollectionState,
  { call, before }: Pick<CallEffect<CollectionCall>, "call" | "before">,
  state: SaleState,
): Promise<string[]> {
  const warnings = isSaleCall(call) ? saleWarnings(state, [call], "ETH") : [];
  const notes = [...warnings, describeNote(call), switchNote(call, before)];
  const [, account] = findNewRole(call) ?? [];
  if (account !== undefined) {
    notes.push(publicNote(account, collection.chainId));
    if (call.functionName === "transferOwnership" && !isZeroAddress(account)) {
      notes.push(await proofNote(client, account, collection.blockNumber));
    }
  }
  return notes.filter((note) => note !== undefined);
}

/** Returns the role that a call grants, and the account that receives it. */
export function findNewRole(
  call: CollectionCall,
): readonly [role: string, account: Address] | undefined {
  switch (call.functionName) {
    case "adjustSigner":
      return ["signer", call.args[0]];
    case "changeWithdrawer":
      return ["withdrawer", call.args[0]];
    case "setRoyalty":
      return ["royalty receiver", call.args[0]];
    case "transferOwnership":
      return ["owner", call.args[0]];
    default:
      return undefined;
  }
}

function describeNote(call: CollectionCall): string | undefined {
  switch (call.functionName) {
    case "changePhase":
      return "Authorizations for any other phase are rejected while this phase is active.";
    case "changeWithdrawer":
      return isZeroAddress(call.args[0])
        ? "Nobody can withdraw until the withdrawer is changed."
        : "Only this account can withdraw, including the current balance.";
    case "setBaseURI":
      return call.args[0].endsWith("/")
        ? undefined
        : "The base URI does not end with /, and {id}.json is appended directly.";
    case "gift":
      return "Not idempotent: send only once.";
    case "transferOwnership":
      return "IRREVERSIBLE: without the new owner's key, the collection is lost.";
    case "renounceOwnership":
      return "IRREVERSIBLE: afterwards nobody can turn minting on or off, set a phase, price, signer, withdrawer, royalty or base URI, or become owner.";
    default:
      return undefined;
  }
}

/** Warns about `toggleMint()`, whose calldata does not show whether it starts or stops minting. */
function switchNote({ functionName }: CollectionCall, before: string): string | undefined {
  if (functionName !== "toggleMint") return undefined;
  return `toggleMint flips the setting: send it only once, while minting is ${before}.`;
}

function publicNote(account: Address, chainId: number): string | undefined {
  if (chainId === localChainId || !isPublicAccount(account)) return undefined;
  return `${account} is one of Hardhat's accounts, whose keys are public.`;
}

/** Returns whether the account has sent a transaction, which proves that its key exists. */
async function proofNote(
  client: Client,
  account: Address,
  blockNumber: bigint,
): Promise<string | undefined> {
  const at = [account, numberToHex(blockNumber)] as const;
  const [count, code] = await Promise.all([
    client.request({ method: "eth_getTransactionCount", params: [...at] }),
    client.request({ method: "eth_getCode", params: [...at] }),
  ]);
  if (code !== undefined && code !== "0x") {
    return "The new owner is a contract: make sure that the contract can send the owner's calls.";
  }
  const sent = hexToNumber(count);
  return sent > 0
    ? `The new owner's key exists: the account has sent transactions on this chain (${sent}).`
    : "THE NEW OWNER HAS NEVER SENT A TRANSACTION on this chain: send a transaction from that account first, to prove that its key exists.";
}

/** Returns whether the account's key is public: Hardhat documents its nodes' keys. */
export function isPublicAccount(address: string | undefined): boolean {
  publicAccounts ??= readPublicAccounts();
  return address !== undefined && publicAccounts.has(address);
}

let publicAccounts: Set<unknown> | undefined;

function readPublicAccounts(): Set<unknown> {
  const accounts = mnemonicToAccount(localMnemonic, { path: "m/44'/60'/0'/0" }).getHdKey();
  const keys = Array.from({ length: 20 }, (_, index) => accounts.deriveChild(index).privateKey);
  return new Set(keys.map((key) => key && privateKeyToAddress(bytesToHex(key))));
}
