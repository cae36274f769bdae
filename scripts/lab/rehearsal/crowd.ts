import { hash } from "node:crypto";
import { type Address, formatEther, getAddress } from "viem";
import type { SalePhase } from "#service/settings";
import { createRandom, type Random } from "../../shared/random.ts";
import type { TimedPhase } from "./timetable.ts";

/** Wallet behaviors, as the report describes them. */
export const behaviors = {
  honest: "mints within its allowance",
  greedy: "requests more than its allowance",
  early: "requests before the phase opens",
  late: "requests and sends after the phase has closed",
  "two at once": "requests and sends twice at the same time",
  "two spellings": "requests again with its address in lowercase",
  contract: "is a contract wallet",
  "rejecting contract": "is a contract wallet that rejects tokens",
  poor: "cannot pay for a mint",
  copier: "sends a different wallet's authorizations",
  replayer: "sends its authorizations again",
  underpayer: "pays too little at first",
  overpayer: "pays too much",
} as const;

export type Behavior = keyof typeof behaviors;

// Safety: the table has no other keys.
export const behaviorNames = Object.keys(behaviors) as [Behavior, ...Behavior[]];

export interface CrowdWallet {
  address: Address;
  /** Account that sends a contract wallet's transactions. */
  keeper: Address | undefined;
  behavior: Behavior;
}

/** An action of a wallet or the owner, as data. `at` is in seconds since 1970; `wallet` is an index in the crowd. */
export type Action =
  | {
      does: "request";
      at: number;
      wallet: number;
      qty: number;
      isLowerCase?: boolean;
      /** Number of simultaneous requests; 1 by default. */
      times?: number;
    }
  | {
      /** Sends the wallet's last authorization, or the crowd's last one, if there is one. */
      does: "send";
      at: number;
      wallet: number;
      of?: "anybody";
      pays?: "less" | "more";
      times?: number;
    }
  | { does: "call"; at: number; calls: readonly string[] }
  /** The owner sends the due calls, as `npm run phases -- apply` does. */
  | { does: "apply"; at: number };

export interface Crowd {
  wallets: CrowdWallet[];
  /** Sorted by time. */
  actions: Action[];
}

interface CrowdOptions {
  size: number;
  seed: number;
  phases: readonly TimedPhase[];
  /** Addresses of the owner's signer and a different signer. */
  signers: { own: Address; other: Address };
  /** Whether the owner may withdraw. */
  withdraws: boolean;
}

/** Returns how many tokens the plan lets a wallet mint in a phase. */
export function plannedAllowance({ minters }: SalePhase, wallet: Address): number {
  if (minters.kind === "everybody") return minters.perWallet;
  // Safety: an address in lowercase is an address.
  return minters.allowances.get(wallet.toLowerCase() as Address) ?? 0;
}

/** Creates a crowd and all its actions from the seed. */
export function createCrowd({ size, seed, phases, ...owner }: CrowdOptions): Crowd {
  const wallets = createWallets(size, seed, phases);
  const actions = phases.flatMap((phase, index) => ownerActions(phase, index, owner));
  for (const [wallet, { address, behavior }] of wallets.entries()) {
    const random = createRandom("rehearsal", seed, wallet);
    for (const [index, phase] of phases.entries()) {
      const isHome = wallet % phases.length === index;
      if (!isHome && !random.chance(0.15)) continue;
      const allowance = plannedAllowance(phase, address);
      const isFirst = isHome && Math.floor(wallet / phases.length) < behaviorNames.length;
      actions.push(...visit({ wallet, behavior, allowance, phase, random, isFirst }));
    }
  }
  const order = (one: Action, other: Action) => one.at - other.at || rank(one) - rank(other);
  return { wallets, actions: actions.toSorted(order) };
}

/** Returns the order of simultaneous actions: the owner's first, then requests, then transactions. */
function rank({ does }: Action): number {
  return ["apply", "call", "request", "send"].indexOf(does);
}

function createWallets(size: number, seed: number, phases: readonly TimedPhase[]): CrowdWallet[] {
  const lists = phases.map(({ minters }) =>
    minters.kind === "list" ? [...minters.allowances.keys()] : [],
  );
  const used = new Set<string>();
  return Array.from({ length: size }, (_, index) => {
    const random = createRandom("rehearsal wallet", seed, index);
    const regular = random.chance(0.5) ? "honest" : random.pick(behaviorNames);
    // Each phase's first wallets cover every behavior once.
    const behavior = behaviorNames[Math.floor(index / phases.length)] ?? regular;
    // Every fifth wallet of a listed phase is not on the list.
    const isStranger = Math.floor(index / phases.length) % 5 === 4;
    const listed = isStranger
      ? undefined
      : lists[index % phases.length]?.find((each) => !used.has(each));
    const address = listed ?? derive("wallet", seed, index);
    used.add(address);
    const isContract = behavior === "contract" || behavior === "rejecting contract";
    const keeper = isContract ? derive("keeper", seed, index) : undefined;
    return { address: getAddress(address), keeper, behavior };
  });
}

/** Derives an address whose key nobody has. */
function derive(...keys: (string | number)[]): Address {
  return `0x${hash("sha256", JSON.stringify(["rehearsal", ...keys])).slice(0, 40)}`;
}

/** Returns up to ten times from 30 s after a phase opens until it closes: denser at first, and at least a minute apart. */
function stepTimes({ opensAt, closesAt }: TimedPhase): number[] {
  const duration = Number(closesAt - opensAt);
  const count = Math.max(1, Math.min(10, Math.floor(duration / 60) - 3));
  const rest = duration - 60 * (count + 2);
  return Array.from(
    { length: count },
    (_, step) => Number(opensAt) + 30 + 60 * step + Math.floor(rest * (step / count) ** 3),
  );
}

/** Returns the owner's actions: applying the plan at its times and, in between, changing price or signer and withdrawing. */
function ownerActions(
  phase: TimedPhase,
  index: number,
  { signers, withdraws }: Pick<CrowdOptions, "signers" | "withdraws">,
): Action[] {
  const [opensAt, closesAt] = [Number(phase.opensAt), Number(phase.closesAt)];
  const prepared = phase.isOpenedByOwner ? [] : [opensAt - 1_800];
  const due = [...prepared, opensAt, closesAt].map((at): Action => ({ does: "apply", at }));
  const times = stepTimes(phase);
  const before = (step: number) => (times[step] ?? closesAt) - 30;
  if (times.length < 8) return due;
  const changes: Action[] =
    index % 2 === 0
      ? [
          {
            does: "call",
            at: before(3),
            calls: ["closeSale()", `adjustPrice(${formatEther(phase.price * 2n)} ether)`],
          },
          { does: "apply", at: before(4) },
        ]
      : [
          { does: "call", at: before(3), calls: [`adjustSigner(${signers.other})`] },
          { does: "call", at: before(4), calls: [`adjustSigner(${signers.own})`] },
        ];
  const withdrawal: Action = { does: "call", at: before(6), calls: ["withdrawFunds()"] };
  return [...due, ...changes, ...(withdraws ? [withdrawal] : [])];
}

interface Visit {
  wallet: number;
  behavior: Behavior;
  allowance: number;
  phase: TimedPhase;
  random: Random;
  /** Whether this is the phase's first wallet with this behavior: it acts before the crowd sells the phase out. */
  isFirst: boolean;
}

/** Returns a wallet's actions in a phase. */
function visit({ wallet, behavior, allowance, phase, random, isFirst }: Visit): Action[] {
  const times = stepTimes(phase);
  const first = isFirst ? 0 : Math.floor(times.length * random.next() ** 2);
  const [opensAt, closesAt] = [Number(phase.opensAt), Number(phase.closesAt)];
  const offset = isFirst ? 0 : 4 + 4 * Math.floor(6 * random.next());
  const at = (step: number) =>
    (times[Math.min(first + step, times.length - 1)] ?? opensAt) + offset;
  const max = Math.max(1, Math.min(allowance, Number(phase.maxPerMint)));
  const qty = 1 + Math.floor(random.next() ** 3 * max);
  const request = (time: number, quantity: number, more = {}): Action => ({
    ...{ does: "request", at: time, wallet, qty: quantity, ...more },
  });
  const send = (time: number, more = {}): Action => ({ does: "send", at: time, wallet, ...more });
  const mint = (time: number, quantity: number, more = {}): Action[] => [
    request(time, quantity, more),
    send(time),
  ];
  switch (behavior) {
    case "honest":
      return random.chance(0.3) && allowance > qty
        ? [...mint(at(0), qty), ...mint(at(1), Math.min(max, allowance - qty))]
        : mint(at(0), qty);
    case "greedy": {
      const rounds = Math.min(12, Math.ceil(allowance / max));
      const round = (index: number) => (isFirst ? opensAt + 2 * index : at(index));
      const more = Array.from({ length: rounds }, (_, index) => mint(round(index + 1), max));
      return [...mint(round(0), allowance + 1), ...more.flat(), ...mint(round(rounds + 1), 1)];
    }
    case "early":
      return [...mint(opensAt - 300, qty), ...mint(at(0), qty)];
    case "late":
      return [
        request(times.at(-1) ?? opensAt, qty),
        send(closesAt + 30),
        ...mint(closesAt + 60, qty),
      ];
    case "two at once":
      return [request(at(0), 1), request(at(1), max, { times: 2 }), send(at(1), { times: 2 })];
    case "two spellings":
      return [...mint(at(0), max), ...mint(at(1), max, { isLowerCase: true })];
    case "copier":
      return [send(at(0), { of: "anybody" }), send(at(2), { of: "anybody" })];
    case "replayer":
      return [...mint(at(0), qty), send(at(1)), send(at(2))];
    case "underpayer":
      return [request(at(0), qty), send(at(0), { pays: "less" }), send(at(1))];
    case "overpayer":
      return [request(at(0), qty), send(at(0), { pays: "more" })];
    case "contract":
    case "rejecting contract":
    case "poor":
      return mint(at(0), qty);
    default:
      return behavior satisfies never;
  }
}
