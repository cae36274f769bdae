import { type Abi, type AbiFunction, toFunctionSignature } from "viem";
import type { DeployedContract, TypedCall } from "./worldClient.ts";

/** The parameters of the page's address that hold a call. */
const parameters = ["to", "call", "arg", "as", "value"] as const;

/** A call that is being typed. */
export interface CallDraft {
  contract: DeployedContract | undefined;
  item: AbiFunction | undefined;
  /** One text for each of the function's inputs. */
  texts: readonly string[];
  from: string;
  value: string;
}

/** Reads the call from the page's URL, with defaults for missing parts. */
export function readDraft(
  search: URLSearchParams,
  contracts: readonly DeployedContract[],
  accounts: readonly string[],
): CallDraft {
  const contract = contracts.find(({ address }) => address === search.get("to")) ?? contracts.at(0);
  const items = contract === undefined ? [] : functionsOf(contract.abi);
  const item =
    items.find((each) => toFunctionSignature(each) === search.get("call")) ?? items.at(0);
  const given = search.getAll("arg");
  return {
    contract,
    item,
    texts: (item?.inputs ?? []).map((_, index) => given[index] ?? ""),
    from: search.get("as") ?? accounts[0] ?? "",
    value: search.get("value") ?? "0",
  };
}

/** Writes a call into the page's address, which can be shared. */
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

/** Functions of an interface: those that only read first, each group by name. */
export function functionsOf(abi: Abi): AbiFunction[] {
  const rank = (item: AbiFunction) => (isRead(item) ? 0 : 1);
  return abi
    .filter((item) => item.type === "function")
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** Whether a function changes nothing. */
export function isRead({ stateMutability }: AbiFunction): boolean {
  return stateMutability === "view" || stateMutability === "pure";
}

/** The call, once nothing is missing. Only texts may be empty. */
export function completeCall(draft: CallDraft): TypedCall | undefined {
  const { contract, item, texts, from, value } = draft;
  if (contract === undefined || item === undefined || from === "") return undefined;
  const isMissing = (text: string, index: number) =>
    text.trim() === "" && item.inputs[index]?.type !== "string";
  if (texts.some(isMissing)) return undefined;
  // One word would be read as a whole call, `name(…)`.
  const parts = texts.length === 0 ? [`${item.name}()`] : [item.name, ...texts];
  return { to: contract.address, parts, from, value };
}
