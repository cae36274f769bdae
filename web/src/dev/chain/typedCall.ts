import { type Abi, type AbiFunction, toFunctionSignature, zeroAddress } from "viem";
import type { DeployedContract, TypedCall } from "#localChain/chainPage";

/** URL parameters that store a call. */
const parameters = ["to", "call", "arg", "as", "value"] as const;

/** A call that is being typed. */
export interface CallDraft {
  contract: DeployedContract | undefined;
  item: AbiFunction | undefined;
  /** One string per input of the function. */
  texts: readonly string[];
  from: string;
  value: string;
}

/** Parses the call from the page's URL, with defaults for missing parts. */
export function parseDraft(
  search: URLSearchParams,
  contracts: readonly DeployedContract[],
  { accounts, isReading }: { accounts: readonly string[]; isReading: boolean },
): CallDraft {
  const contract = contracts.find(({ address }) => address === search.get("to")) ?? contracts.at(0);
  const items = contract === undefined ? [] : listFunctions(contract.abi, isReading);
  const named = items.find((each) => toFunctionSignature(each) === search.get("call"));
  const item = named ?? items.at(0);
  // The stored arguments belong to a function on the other tab.
  const typedArguments = named ? search.getAll("arg") : [];
  return {
    contract,
    item,
    texts: (item?.inputs ?? []).map((_, index) => typedArguments[index] ?? ""),
    from: (isReading ? undefined : search.get("as")) ?? accounts[0] ?? zeroAddress,
    value: (named && search.get("value")) ?? "0",
  };
}

/** Writes a call into the page's URL, which can be shared. */
export function writeDraft(
  search: URLSearchParams,
  { contract, item, texts, from, value }: CallDraft,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of parameters) next.delete(name);
  if (contract) next.set("to", contract.address);
  if (item) next.set("call", toFunctionSignature(item));
  for (const text of texts) next.append("arg", text);
  next.set("as", from);
  if (value !== "0") next.set("value", value);
  return next;
}

/** Returns an ABI's read or write functions, sorted by name. */
export function listFunctions(abi: Abi, isReading: boolean): AbiFunction[] {
  return abi
    .filter((item) => item.type === "function")
    .filter((item) => ["view", "pure"].includes(item.stateMutability) === isReading)
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Returns the call if every field is filled in; undefined otherwise. */
export function completeCall(draft: CallDraft): TypedCall | undefined {
  const { contract, item, texts, from, value } = draft;
  if (contract === undefined || item === undefined || from === "") return undefined;
  if (texts.some((text) => text.trim() === "")) return undefined;
  // A single string would be parsed as a complete call, `name(…)`.
  const parts = texts.length === 0 ? [`${item.name}()`] : [item.name, ...texts];
  return { to: contract.address, parts, from, value };
}
