import type { Address } from "viem";
import { parseAddress } from "#protocol/values/address";
import { isUint256 } from "#protocol/values/bigints";
import { parseEtherAmount } from "#protocol/values/ether";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { formatCall } from "#sale/collectionCalls";
import { parseSaleCall, type SaleCall } from "#sale/saleCalls";

export const expertFields = ["wallet", "qty", "value"] as const;
type ExpertField = (typeof expertFields)[number];

/** The expert form's input; empty fields use the page's values. `value` is in ether. */
export type ExpertInput = Record<ExpertField, string> & { whatIf: readonly SaleCall[] };

export const noExpertInput: ExpertInput = { wallet: "", qty: "", value: "", whatIf: [] };

/** Parses the expert form's input from the query string; ignores invalid parts. */
export function parseExpertInput(address: URLSearchParams): ExpertInput {
  const typed = expertFields.map((name) => [name, address.get(name) ?? ""]);
  const whatIf = address.getAll("what-if").flatMap(readCall);
  return { ...noExpertInput, ...Object.fromEntries(typed), whatIf };
}

/** Stores the form's input in the query string, so that the input survives a reload. */
export function expertSearchParams(address: URLSearchParams, input: ExpertInput): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of expertFields) {
    if (input[name] === "") next.delete(name);
    else next.set(name, input[name]);
  }
  next.delete("what-if");
  for (const call of input.whatIf) next.append("what-if", formatCall(call));
  return next;
}

function readCall(text: string): SaleCall[] {
  try {
    return [parseSaleCall(text)];
  } catch {
    return [];
  }
}

/** The mint that the mint form describes, to simulate. */
export interface PageQuery {
  wallet?: Address | undefined;
  qty: bigint;
  authorization?: SignedMintAuthorization | undefined;
}

export type ExpertErrors = Partial<Record<ExpertField, string>>;

const fieldErrors: Record<ExpertField, string> = {
  wallet: "Not an address: enter 0x and 40 hex digits, with a valid checksum if any.",
  qty: "Not a quantity: enter a whole number from 0.",
  value: "Not an amount: enter up to 18 decimals, such as 0.16.",
};

/** Overrides the page's query with the form's input; invalid fields keep the page's value. */
export function readExpertInput(input: ExpertInput, page: PageQuery) {
  const errors: ExpertErrors = {};
  function read<Value>(name: ExpertField, parse: (text: string) => Value | undefined) {
    const text = input[name].trim();
    if (text === "") return undefined;
    const value = parse(text);
    if (value === undefined) errors[name] = fieldErrors[name];
    return value;
  }
  // In wei; price × quantity if absent.
  const value = read("value", parseEtherAmount);
  const query = {
    ...page,
    wallet: read("wallet", parseAddress) ?? page.wallet,
    qty: read("qty", (text) => (isUint256(text) ? BigInt(text) : undefined)) ?? page.qty,
    ...(value !== undefined && { value }),
    whatIf: input.whatIf,
  };
  return { query, errors };
}
