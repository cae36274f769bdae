import fc from "fast-check";
import { type CollectionModel, nobody, type Receiver } from "./collectionModel.ts";

/** A call of the collection that needs no signature. */
export interface CallAction {
  kind: "call";
  caller: string;
  call: RuleName;
  args: readonly unknown[];
}

/** A mint; what is left out of its terms is what the collection expects at that moment. */
export interface MintAction {
  kind: "mint";
  minter: string;
  qty: bigint;
  transactionID: string;
  /** What is paid beside the price, in wei; may be negative. */
  surplus: bigint;
  forged?: "signer" | "minter" | "phase" | "qty" | "transactionID" | "hash";
}

/** A contract changes how it takes tokens and coin. */
export interface WalletAction extends Receiver {
  kind: "wallet";
  wallet: string;
}

export type Action = CallAction | MintAction | WalletAction;

type RuleName = keyof typeof rules;

/** What the model makes of each call; the names are the contract's. */
const rules = {
  approve: (model: CollectionModel, caller: string, to: string, tokenId: number) =>
    model.approve(caller, to, tokenId),
  setApprovalForAll: (model: CollectionModel, caller: string, operator: string, yes: boolean) =>
    model.setApprovalForAll(caller, operator, yes),
  transferFrom: (model: CollectionModel, caller: string, from: string, to: string, id: number) =>
    model.transfer(caller, from, to, id, false),
  "safeTransferFrom(address,address,uint256)": (
    model: CollectionModel,
    caller: string,
    from: string,
    to: string,
    id: number,
  ) => model.transfer(caller, from, to, id, true),
  "safeTransferFrom(address,address,uint256,bytes)": (
    model: CollectionModel,
    caller: string,
    from: string,
    to: string,
    id: number,
  ) => model.transfer(caller, from, to, id, true),
  gift: (model: CollectionModel, caller: string, phase: string, receivers: string[]) =>
    model.gift(caller, phase, receivers),
  adjustPhases: (
    model: CollectionModel,
    caller: string,
    name: string,
    start: number,
    end: number,
  ) => model.adjustPhases(caller, name, start, end),
  changePhase: (model: CollectionModel, caller: string, phase: string) =>
    model.administer(caller, () => {
      model.currentPhase = phase;
    }),
  toggleMint: (model: CollectionModel, caller: string) =>
    model.administer(caller, () => {
      model.isMinting = !model.isMinting;
    }),
  adjustPrice: (model: CollectionModel, caller: string, price: bigint) =>
    model.administer(caller, () => {
      model.price = price;
    }),
  adjustMaxBatch: (model: CollectionModel, caller: string, maxBatch: bigint) =>
    model.administer(caller, () => {
      model.maxBatch = maxBatch;
    }),
  adjustSigner: (model: CollectionModel, caller: string, signer: string) =>
    model.administer(caller, () => {
      model.signerAddress = signer;
    }),
  changeWithdrawer: (model: CollectionModel, caller: string, withdrawer: string) =>
    model.administer(caller, () => {
      model.withdrawAddress = withdrawer;
    }),
  setBaseURI: (model: CollectionModel, caller: string, baseURI: string) =>
    model.administer(caller, () => {
      model.baseURI = baseURI;
    }),
  transferOwnership: (model: CollectionModel, caller: string, newOwner: string) =>
    model.transferOwnership(caller, newOwner),
  withdrawFunds: (model: CollectionModel, caller: string) => model.withdrawFunds(caller),
};

/** Applies a call to the model; throws a `Refusal` where a rule is broken. */
export function applyCall(model: CollectionModel, { call, caller, args }: CallAction): void {
  // Safety: `anyAction` and the tests give each call the arguments that its rule takes.
  const rule = rules[call] as (model: CollectionModel, caller: string, ...args: unknown[]) => void;
  rule(model, caller, ...args);
}

/** Who acts in the random sequences. */
export interface Cast {
  administrator: string;
  /** Everybody who acts, the administrator and the wallets among them. */
  people: readonly string[];
  /** Those of them that are contracts. */
  wallets: readonly string[];
  /** Addresses whose keys sign authorisations. */
  signers: readonly string[];
}

export const phaseNames = ["Ash", "Bone", "Cinder", ""] as const;

/** Any action, right or wrong, in a world so small that most collisions happen. */
export function anyAction(cast: Cast): fc.Arbitrary<Action> {
  return fc.oneof(
    { weight: 6, arbitrary: anyMint(cast) },
    { weight: 12, arbitrary: anyTokenCall(cast) },
    { weight: 5, arbitrary: anyGiftOrPhase(cast) },
    { weight: 4, arbitrary: anySetting(cast) },
    { weight: 2, arbitrary: anyWalletChange(cast) },
  );
}

function anyMint({ people }: Cast): fc.Arbitrary<MintAction> {
  const faults = ["signer", "minter", "phase", "qty", "transactionID", "hash"] as const;
  return fc.record(
    {
      kind: fc.constant("mint"),
      minter: fc.constantFrom(...people),
      qty: fc.oneof(
        { weight: 8, arbitrary: fc.bigInt(1n, 4n) },
        { weight: 1, arbitrary: fc.constantFrom(0n, 5n, 20n, 21n, 101n, 2n ** 64n + 1n) },
      ),
      transactionID: fc.integer({ min: 0, max: 40 }).map((number) => `sale ${number}`),
      surplus: fc.oneof(
        { weight: 5, arbitrary: fc.constant(0n) },
        { weight: 2, arbitrary: fc.constantFrom(-1n, 1n, 1_000n) },
      ),
      forged: fc.constantFrom(...faults),
    },
    { requiredKeys: ["kind", "minter", "qty", "transactionID", "surplus"] },
  );
}

function anyTokenCall({ people }: Cast): fc.Arbitrary<CallAction> {
  const person = fc.constantFrom(...people);
  const target = fc.oneof({ weight: 12, arbitrary: person }, fc.constant(nobody));
  const tokenId = fc.integer({ min: 0, max: 24 });
  return fc.oneof(
    callOf("approve", person, target, tokenId),
    callOf("setApprovalForAll", person, person, fc.boolean()),
    callOf("transferFrom", person, person, target, tokenId),
    callOf("safeTransferFrom(address,address,uint256)", person, person, target, tokenId),
    callOf(
      "safeTransferFrom(address,address,uint256,bytes)",
      person,
      person,
      target,
      tokenId,
      fc.constant("0x0102"),
    ),
  );
}

function anyGiftOrPhase(cast: Cast): fc.Arbitrary<CallAction> {
  const phase = fc.constantFrom(...phaseNames);
  const receiver = fc.constantFrom(...cast.people, nobody);
  const id = fc.integer({ min: 0, max: 26 });
  const caller = mostlyAdministrator(cast);
  return fc.oneof(
    callOf("gift", caller, phase, fc.array(receiver, { maxLength: 4 })),
    callOf("adjustPhases", caller, phase, id, id),
    callOf("changePhase", caller, phase),
  );
}

function anySetting(cast: Cast): fc.Arbitrary<CallAction> {
  const caller = mostlyAdministrator(cast);
  const person = fc.constantFrom(...cast.people);
  const signer = fc.constantFrom(...cast.signers, nobody);
  return fc.oneof(
    callOf("toggleMint", caller),
    callOf("adjustPrice", caller, fc.constantFrom(0n, 1n, 10n ** 15n, 2n ** 72n, 2n ** 256n - 1n)),
    callOf("adjustMaxBatch", caller, fc.constantFrom(0n, 2n, 4n, 4096n, 2n ** 256n - 1n)),
    callOf("adjustSigner", caller, signer),
    callOf("changeWithdrawer", caller, person),
    callOf("setBaseURI", caller, fc.constantFrom("", "ipfs://drifters/", "x".repeat(40))),
    callOf("transferOwnership", caller, fc.constantFrom(...cast.people, nobody)),
    callOf("withdrawFunds", person),
    callOf("withdrawFunds", caller),
  );
}

function anyWalletChange({ wallets }: Cast): fc.Arbitrary<WalletAction> {
  const answers = ["misunderstands", "revertsSilently", "revertsWithReason"] as const;
  return fc.record({
    kind: fc.constant("wallet"),
    wallet: fc.constantFrom(...wallets),
    token: fc.oneof({ weight: 3, arbitrary: fc.constant("accepts") }, fc.constantFrom(...answers)),
    refusesCoin: fc.boolean(),
  });
}

function mostlyAdministrator({ administrator, people }: Cast): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(administrator) },
    { weight: 1, arbitrary: fc.constantFrom(...people) },
  );
}

function callOf(
  call: RuleName,
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
