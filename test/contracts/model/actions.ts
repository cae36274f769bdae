import fc from "fast-check";
import { saleSettings, settingNames } from "#sale/saleSettings";
import type { SettingKindName } from "#sale/settingKinds";
import { type CollectionModel, nobody, type Receiver } from "./collectionModel.ts";

/** A call to the collection that needs no signature. */
export interface CallAction {
  kind: "call";
  caller: string;
  /** Name of the function, with its types if it is overloaded. */
  call: string;
  args: readonly unknown[];
}

/** A mint; omitted terms have the values that the collection currently expects. */
export interface MintAction {
  kind: "mint";
  minter: string;
  qty: bigint;
  transactionID: string;
  /** Difference between the payment and the price, in wei; may be negative. */
  surplus: bigint;
  forged: "nothing" | "signer" | "minter" | "phase" | "qty" | "transactionID" | "hash";
}

/** Changes how a contract wallet receives tokens and Ether. */
export interface WalletAction extends Receiver {
  kind: "wallet";
  wallet: string;
}

export type Action = CallAction | MintAction | WalletAction;

/** Applies a call to the model; throws a `ModelRevert` if a rule is broken. */
export function applyCall(model: CollectionModel, { call, caller, args }: CallAction): void {
  const setting = settingNames.find((name) => saleSettings[name].call === call);
  const [name = ""] = setting ? ["change"] : call.split("(");
  // Safety: the model has a method with these arguments for every other generated call.
  const rule = Reflect.get(model, name) as (caller: string, ...args: readonly unknown[]) => void;
  rule.call(model, caller, ...(setting ? [setting] : []), ...args);
}

/** Roles, resolved when the action runs; `holder` is the owner of the token in the arguments. */
const roles = { owner: "the owner", holder: "the holder", withdrawer: "the withdrawer" } as const;

/** Replaces roles with addresses. */
export function resolveRoles(model: CollectionModel, action: Action): Action {
  if (action.kind !== "call") return action;
  const tokenId = action.args.findLast((argument) => typeof argument === "number");
  const people = new Map<unknown, string>([
    [roles.owner, model.owner],
    [roles.holder, model.owners.get(tokenId ?? 0) ?? model.owner],
    [roles.withdrawer, model.withdrawAddress],
  ]);
  const caller = people.get(action.caller) ?? action.caller;
  return {
    ...action,
    caller,
    args: action.args.map((argument) => people.get(argument) ?? argument),
  };
}

/** Accounts of the random sequences. */
export interface Accounts {
  administrator: string;
  /** All accounts, including the administrator and the contract wallets. */
  people: readonly string[];
  /** Contract wallets. */
  wallets: readonly string[];
  /** Addresses of the keys that sign authorizations. */
  signers: readonly string[];
}

export const phaseNames = ["Ash", "Bone", "Cinder", ""] as const;

/** Generates any action, valid or not, from so few values that most collisions occur. */
export function anyAction(cast: Accounts): fc.Arbitrary<Action> {
  return fc.oneof(
    { weight: 9, arbitrary: anyMint(cast) },
    { weight: 12, arbitrary: anyTokenCall(cast) },
    { weight: 5, arbitrary: anyGiftOrPhase(cast) },
    { weight: 3, arbitrary: anySetting(cast) },
    { weight: 2, arbitrary: anyWalletChange(cast) },
  );
}

/** Generates mints of up to 100 tokens, and transfers and approvals of these tokens. */
export function anyHolding(cast: Accounts): fc.Arbitrary<Action> {
  const mint = fc.record({
    kind: fc.constant("mint" as const),
    minter: fc.constantFrom(...cast.people),
    qty: fc.oneof(fc.bigInt(1n, 4n), fc.bigInt(1n, 100n)),
    transactionID: fc.integer({ min: 0, max: 600 }).map(String),
    surplus: fc.constant(0n),
    forged: fc.constant("nothing" as const),
  });
  return fc.oneof(
    { weight: 1, arbitrary: mint },
    { weight: 4, arbitrary: anyTokenCall(cast, 400) },
  );
}

function anyMint({ people }: Accounts): fc.Arbitrary<MintAction> {
  const faults = ["signer", "minter", "phase", "qty", "transactionID", "hash"] as const;
  return fc.record({
    kind: fc.constant("mint"),
    minter: fc.constantFrom(...people),
    qty: fc.oneof(
      { weight: 8, arbitrary: fc.bigInt(1n, 3n) },
      { weight: 1, arbitrary: fc.constantFrom(0n, 4n, 5n, 20n, 21n, 101n, 2n ** 64n + 1n) },
    ),
    transactionID: fc.integer({ min: 0, max: 40 }).map((number) => `sale ${number}`),
    surplus: fc.oneof(
      { weight: 2, arbitrary: fc.constant(0n) },
      { weight: 1, arbitrary: fc.constantFrom(-1n, 1n, 1_000n) },
    ),
    forged: fc.oneof(
      { weight: 4, arbitrary: fc.constant("nothing") },
      { weight: 1, arbitrary: fc.constantFrom(...faults) },
    ),
  });
}

function anyTokenCall({ people }: Accounts, lastTokenId = 28): fc.Arbitrary<CallAction> {
  const person = fc.constantFrom(...people);
  const caller = mostly(roles.holder, person);
  const from = mostly(roles.holder, person);
  const target = fc.oneof({ weight: 12, arbitrary: person }, fc.constant(nobody));
  const tokenId = fc.integer({ min: 0, max: lastTokenId });
  const data = fc.constant("0x0102");
  return fc.oneof(
    callOf("approve", caller, target, tokenId),
    callOf("setApprovalForAll", person, person, fc.boolean()),
    callOf("transferFrom", caller, from, target, tokenId),
    callOf("transferFrom", person, from, target, tokenId),
    callOf("safeTransferFrom(address,address,uint256)", caller, from, target, tokenId),
    callOf("safeTransferFrom(address,address,uint256,bytes)", caller, from, target, tokenId, data),
  );
}

function anyGiftOrPhase({ people }: Accounts): fc.Arbitrary<CallAction> {
  const phase = fc.constantFrom("Ash", "Bone", ...phaseNames);
  const receiver = fc.constantFrom(...people, nobody);
  const id = fc.integer({ min: 0, max: 30 });
  const caller = mostly(roles.owner, fc.constantFrom(...people));
  return fc.oneof(
    callOf("gift", caller, phase, fc.array(receiver, { maxLength: 4 })),
    callOf("adjustPhases", caller, phase, id, id),
    callOf("changePhase", caller, phase),
  );
}

function anySetting({ people, signers }: Accounts): fc.Arbitrary<CallAction> {
  const person = fc.constantFrom(...people);
  const caller = mostly(roles.owner, person);
  const tokenId = fc.integer({ min: 0, max: 28 });
  const values: Record<SettingKindName, fc.Arbitrary<unknown>[]> = {
    switch: [],
    phase: [fc.constantFrom(...phaseNames)],
    ether: [fc.constantFrom(0n, 1n, 10n ** 15n, 10n ** 16n, huge)],
    count: [fc.constantFrom(0n, 2n, 4n, 4096n, huge)],
    address: [fc.constantFrom(...signers, nobody)],
    royalty: [
      fc.constantFrom(...people, nobody),
      fc.constantFrom(0n, 1n, 1_000n, 1_001n, 2n ** 96n - 1n),
    ],
  };
  // `anyGiftOrPhase` changes the phase more often.
  const settings = settingNames.filter((name) => name !== "phase");
  return fc.oneof(
    ...settings.map((name) => {
      const { call, kind } = saleSettings[name];
      return callOf(call, caller, ...values[kind]);
    }),
    callOf("changeWithdrawer", caller, person),
    callOf("announceUpdatedMetadata", caller, tokenId, tokenId),
    callOf("setBaseURI", caller, fc.constantFrom("", "ipfs://drifters/", "x".repeat(40))),
    callOf("transferOwnership", caller, fc.constantFrom(...people, nobody)),
    callOf("withdrawFunds", mostly(roles.withdrawer, person)),
  );
}

function anyWalletChange({ wallets }: Accounts): fc.Arbitrary<WalletAction> {
  const responses = ["misunderstands", "revertsSilently", "revertsWithReason"] as const;
  return fc.record({
    kind: fc.constant("wallet"),
    wallet: fc.constantFrom(...wallets),
    token: fc.oneof(
      { weight: 3, arbitrary: fc.constant("accepts") },
      fc.constantFrom(...responses),
    ),
    rejectsCoin: fc.boolean(),
  });
}

/** A value that fills its storage slot. */
const huge = 2n ** 256n - 1n;

/** A role in five cases of six, otherwise any account. */
function mostly(role: string, anybody: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(role) }, { weight: 1, arbitrary: anybody });
}

function callOf(
  call: string,
  caller: fc.Arbitrary<string>,
  ...args: fc.Arbitrary<unknown>[]
): fc.Arbitrary<CallAction> {
  return fc.record({
    kind: fc.constant("call"),
    caller,
    call: fc.constant(call),
    args: fc.tuple(...args),
  });
}
