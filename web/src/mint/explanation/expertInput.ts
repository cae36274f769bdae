import type { Address } from "viem";
import { parseAddress } from "#protocol/address";
import { isUint256 } from "#protocol/bigints";
import { formatCall } from "#protocol/collectionCalls";
import { parseEtherAmount } from "#protocol/ether";
import { parseSaleCall, type SaleCall } from "#protocol/sale/saleCalls";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";

/** Input of the expert form; an empty field stands for the page's value. */
export interface ExpertInput {
  wallet: string;
  qty: string;
  /** In ether, as `0.16`. */
  value: string;
  authorization?: SignedMintAuthorization | undefined;
  whatIf: readonly SaleCall[];
}

export const noExpertInput: ExpertInput = { wallet: "", qty: "", value: "", whatIf: [] };

/** Reads the expert form's input from the query string; ignores invalid parts. */
export function inputInAddress(address: URLSearchParams): ExpertInput {
  const text = (name: string) => address.get(name) ?? "";
  return {
    wallet: text("wallet"),
    qty: text("qty"),
    value: text("value"),
    whatIf: address.getAll("what-if").flatMap(readCall),
  };
}

/** Returns the query string with the form's input, so that it survives a reload. */
export function addressWith(address: URLSearchParams, input: ExpertInput): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of ["wallet", "qty", "value"] as const) {
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

/** The page's own mint, to simulate. */
export interface PageQuestion {
  wallet?: Address | undefined;
  qty: bigint;
  authorization?: SignedMintAuthorization | undefined;
}

/** The mint to simulate with the expert form's input. */
export interface ExpertQuestion extends PageQuestion {
  /** In wei; price × quantity if absent. */
  value?: bigint;
  whatIf: readonly SaleCall[];
}

export type ExpertFaults = Partial<Record<"wallet" | "qty" | "value", string>>;

/** Overrides the page's question with the form's input; invalid fields keep the page's value. */
export function readExpertInput(
  input: ExpertInput,
  page: PageQuestion,
): { question: ExpertQuestion; faults: ExpertFaults } {
  const wallet = readWallet(input.wallet.trim());
  const qty = readQuantity(input.qty.trim());
  const value = readValue(input.value.trim());
  const authorization = input.authorization ?? page.authorization;
  return {
    question: {
      wallet: wallet.read ?? page.wallet,
      qty: qty.read ?? page.qty,
      ...(value.read !== undefined && { value: value.read }),
      authorization,
      whatIf: input.whatIf,
    },
    faults: {
      ...(wallet.fault && { wallet: wallet.fault }),
      ...(qty.fault && { qty: qty.fault }),
      ...(value.fault && { value: value.fault }),
    },
  };
}

interface Reading<Value> {
  read?: Value;
  fault?: string;
}

function readWallet(text: string): Reading<Address> {
  if (text === "") return {};
  const read = parseAddress(text);
  if (read !== undefined) return { read };
  return { fault: "Not an address: enter 0x and 40 hex digits, with a valid checksum if any." };
}

function readQuantity(text: string): Reading<bigint> {
  if (text === "") return {};
  if (isUint256(text)) return { read: BigInt(text) };
  return { fault: "Not a quantity: enter a whole number from 0." };
}

function readValue(text: string): Reading<bigint> {
  if (text === "") return {};
  const read = parseEtherAmount(text);
  if (read !== undefined) return { read };
  return { fault: "Not an amount: enter up to 18 decimals, such as 0.16." };
}
