import { parseEther } from "ethers";
import type { Measurement } from "../measurement.ts";
import {
  administrator,
  type BenchSale,
  gasOf,
  holderBatchStart,
  person,
  phaseName,
  words,
} from "../sale.ts";

/** Measures approvals, gifts and each administrative call, one transaction each. */
export async function measureCalls(sale: BenchSale): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const [section, calls] of Object.entries(namedCalls(sale))) {
    for (const [name, { from, data }] of Object.entries(calls)) {
      rows.push({ section, name, figure: await gasOf(sale, sale.call(from, data)) });
    }
  }
  return rows;
}

type NamedCalls = Record<string, { from: string; data: string }>;

function namedCalls(sale: BenchSale): Record<string, NamedCalls> {
  return {
    Approvals: approvals(sale),
    Gifts: gifts(),
    Administration: { ...saleSettings(), ...phaseSettings(sale), ...money(sale) },
  };
}

function approvals(sale: BenchSale): NamedCalls {
  const holder = person("holder");
  const operator = person("operator");
  const approve = (position: number) =>
    words.encodeFunctionData("approve", [operator, holderBatchStart(sale) + position]);
  return {
    "approve, first of a batch": { from: holder, data: approve(0) },
    "approve, middle of a batch": { from: holder, data: approve(10) },
    setApprovalForAll: {
      from: holder,
      data: words.encodeFunctionData("setApprovalForAll", [operator, true]),
    },
  };
}

function gifts(): NamedCalls {
  const giftTo = (receivers: string[]) =>
    byAdministrator(words.encodeFunctionData("gift", [phaseName, receivers]));
  const newcomers = Array.from({ length: 20 }, (_, index) => person(`receiver ${index}`));
  return {
    "gift to 1 fresh holder": giftTo(newcomers.slice(0, 1)),
    "gift to 20 fresh holders": giftTo(newcomers),
  };
}

function saleSettings(): NamedCalls {
  return {
    "toggleMint, off": byAdministrator(words.encodeFunctionData("toggleMint")),
    adjustPrice: byAdministrator(words.encodeFunctionData("adjustPrice", [parseEther("0.05")])),
    adjustMaxBatch: byAdministrator(words.encodeFunctionData("adjustMaxBatch", [10])),
    adjustSigner: byAdministrator(words.encodeFunctionData("adjustSigner", [person("new signer")])),
    setBaseURI: byAdministrator(
      words.encodeFunctionData("setBaseURI", ["https://elsewhere.example/metadata/"]),
    ),
  };
}

function phaseSettings({ subject }: BenchSale): NamedCalls {
  const start = subject.firstTokenId;
  const adjust = (name: string, from: number, to: number) =>
    byAdministrator(words.encodeFunctionData("adjustPhases", [name, from, to]));
  return {
    changePhase: byAdministrator(words.encodeFunctionData("changePhase", ["Second Dust"])),
    "adjustPhases, a new one": adjust("Second Dust", 20_000, 21_000),
    "adjustPhases, a new end": adjust(phaseName, start, start + 5_000),
  };
}

function money({ coin }: BenchSale): NamedCalls {
  return {
    changeWithdrawer: byAdministrator(
      words.encodeFunctionData("changeWithdrawer", [person("treasurer")]),
    ),
    transferOwnership: byAdministrator(
      words.encodeFunctionData("transferOwnership", [person("heir")]),
    ),
    withdrawFunds: byAdministrator(words.encodeFunctionData("withdrawFunds")),
    withdrawERC20: byAdministrator(words.encodeFunctionData("withdrawERC20", [coin])),
  };
}

function byAdministrator(data: string) {
  return { from: administrator, data };
}
