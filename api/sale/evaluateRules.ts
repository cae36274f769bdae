import type { Client, Hex } from "viem";
import { formatEtherAmount } from "#protocol/values/ether";
import { type MintRule, type MintRuleId, mintRules, type WalletFacts } from "./mintRules.ts";
import { describeRevert, type Revert } from "./revert.ts";
import { type SimulatedMint, simulateMint } from "./simulateMint.ts";

/** Result of one rule. */
export interface RuleResult {
  rule: MintRuleId | "another";
  title: string;
  result: "passed" | "failed" | "skipped";
  /** States the compared values in a sentence. */
  facts: string;
  /** Sentences that say why the rule failed or was skipped. */
  reasons: string[];
  /** Says what to do; absent unless the rule failed. */
  fix?: string;
  /** The revert that the simulation returned. */
  revert?: Revert;
}

/**
 * Evaluates every rule of a mint by simulation, in the contract's order. When a rule fails, simulates the mint again
 * under the rule's hypothesis, until the mint succeeds or the failed rule has no hypothesis.
 */
export async function evaluateRules(
  client: Client,
  simulation: SimulatedMint,
  wallet: WalletFacts,
): Promise<RuleResult[]> {
  const evaluation = new RuleEvaluation(simulation, wallet);
  while (!evaluation.isFinished) {
    const outcome = await simulateMint(client, evaluation.simulation);
    if (outcome.succeeded) evaluation.passAll();
    else if (await isFromTokenCallback(client, evaluation.simulation, outcome.data)) {
      evaluation.fail("TransferToNonERC721ReceiverImplementer", describeRevert(outcome.data));
    } else evaluation.reject(describeRevert(outcome.data));
  }
  return evaluation.results;
}

/** Whether an unknown revert comes from the minting contract's token callback. */
async function isFromTokenCallback(
  client: Client,
  simulation: SimulatedMint,
  data: Hex,
): Promise<boolean> {
  if (simulation.isPlain || describeRevert(data).error !== undefined) return false;
  const withoutCode = await simulateMint(client, { ...simulation, isPlain: true });
  return withoutCode.succeeded || withoutCode.data !== data;
}

class RuleEvaluation {
  readonly results: RuleResult[] = [];
  simulation: SimulatedMint;
  readonly #wallet: WalletFacts;
  /** Rules without a result so far, in order. */
  #open: MintRule[] = [...mintRules];
  /** Reasons for skipping, by rule. */
  readonly #skipped = new Map<string, string>();

  constructor(simulation: SimulatedMint, wallet: WalletFacts) {
    this.simulation = simulation;
    this.#wallet = wallet;
    // The network checks this rule before the contract runs, so no simulation is needed. The
    // balance must exceed the value, because of the network fee.
    if (wallet.balance > simulation.value) this.#passBefore(1);
    else this.#failNext();
  }

  get isFinished(): boolean {
    return this.#open.length === 0;
  }

  passAll(): void {
    this.#passBefore(this.#open.length);
  }

  /** Records a contract revert. */
  reject(revert: Revert): void {
    const isBroken = ({ error }: MintRule) => error !== undefined && error === revert.error;
    const rule = this.#open.find(isBroken);
    if (rule) this.fail(rule.id, revert);
    else if (mintRules.some(isBroken))
      this.#giveUp("Not checked: the simulation still stops at a rule above.");
    else this.#failAnother(revert);
  }

  fail(id: MintRuleId, revert: Revert): void {
    this.#passBefore(this.#open.findIndex((rule) => rule.id === id));
    this.#failNext(revert);
    this.#lift(id);
  }

  #passBefore(count: number): void {
    for (const rule of this.#open.splice(0, count)) {
      const skippedReason = this.#skipped.get(rule.id);
      this.results.push(
        skippedReason === undefined
          ? { ...this.#heading(rule), result: "passed", reasons: [] }
          : { ...this.#heading(rule), result: "skipped", reasons: [skippedReason] },
      );
    }
  }

  #failNext(revert?: Revert): void {
    const [rule] = this.#open.splice(0, 1);
    if (!rule) return;
    const { cause, fix } = revert ?? this.#fundsMissing();
    this.results.push({
      ...this.#heading(rule),
      result: "failed",
      reasons: [cause],
      fix,
      ...(revert && { revert }),
    });
  }

  /** Records a revert that `mintRules` does not list, such as a new rule's. */
  #failAnother(revert: Revert): void {
    this.results.push({
      rule: "another",
      title: revert.title,
      result: "failed",
      facts: "",
      reasons: [revert.cause],
      fix: revert.fix,
      revert,
    });
    // The contract may check this rule at any point among the rules without a result.
    this.#giveUp(
      "The contract reverted with an unlisted error, so it is unknown whether it reached this rule.",
    );
  }

  #giveUp(reason: string): void {
    for (const rule of this.#open.splice(0)) {
      this.results.push({ ...this.#heading(rule), result: "skipped", reasons: [reason] });
    }
  }

  #heading({ id, title, facts }: MintRule) {
    const { qty, value, sale } = this.simulation;
    return { rule: id, title, facts: facts({ ...this.#wallet, qty, value, sale }) };
  }

  #fundsMissing() {
    const { balance, symbol } = this.#wallet;
    const missing = this.simulation.value - balance;
    return {
      cause: "The wallet holds less than the mint costs.",
      fix:
        missing > 0n
          ? `You need ${formatEtherAmount(missing, symbol)} more.`
          : "Add funds for the network fee.",
    };
  }

  /** Changes the simulated mint so that it passes the failed rule. */
  #lift(id: MintRuleId): void {
    const lift = mintRules.find((rule) => rule.id === id)?.hypothesis(this.simulation);
    if (!lift) {
      this.#giveUp("The contract always reverts at the rule above, so it did not reach this one.");
      return;
    }
    this.simulation = { ...this.simulation, ...lift.change };
    for (const [rule, reason] of Object.entries(lift.skipped ?? {}))
      this.#skipped.set(rule, reason);
  }
}
