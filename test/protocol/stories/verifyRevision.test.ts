import { expect } from "chai";
import {
  type Address,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  RpcRequestError,
} from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { collectionAbi as abi } from "#chain/abi";
import type { CallResult } from "#protocol/chain/chainReader";
import { localMnemonic } from "#protocol/chain/localWorld";
import { RpcEndpointError } from "#protocol/chain/rpcEndpointError";
import { narrativeHash, narrativeMessage } from "#protocol/stories/narrativeMessage";
import {
  type ProofStep,
  type RevisionChain,
  summarizeProof,
  verifyRevision,
} from "#protocol/stories/verifyRevision";
import type { SignedRevision } from "#protocol/wire/responses";

const author = mnemonicToAccount(localMnemonic);
const stranger = mnemonicToAccount(localMnemonic, { addressIndex: 3 });
const contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const narrative = "Dust.";
const hash = narrativeHash(narrative);
const signedMessage = narrativeMessage("7", narrative);
const magic: Hex = `0x1626ba7e${"0".repeat(56)}`;
const noKey: Hex = `0x${"00".repeat(64)}1b`;

const returned = (data: Hex): CallResult => ({ kind: "returned", data });
const ownedBy = (owner: Address) =>
  returned(encodeFunctionResult({ abi, functionName: "ownerOf", result: owner }));

interface Chain {
  newest?: bigint | Error;
  /** Result of the contract wallet at the author's address; if absent, the author is not a contract. */
  wallet?: CallResult;
  owner?: CallResult | Error;
  describeError?: (error: unknown) => string;
}

/** Creates a chain on which the author owns the drifter, changed by overrides, and records the blocks read. */
function chainOf({ newest = 10n, wallet, owner = ownedBy(author.address), ...others }: Chain) {
  const read: string[] = [];
  const response = <Value>(value: Value | Error): Value => {
    if (value instanceof Error) throw value;
    return value;
  };
  const chain: RevisionChain = {
    ...others,
    async readLatestBlock() {
      read.push("newest");
      return response(newest);
    },
    async hasCode(account, blockNumber) {
      read.push(`code of ${account} at ${blockNumber}`);
      return wallet !== undefined;
    },
    async call(to, _, blockNumber) {
      read.push(`call at ${blockNumber}`);
      return to === contract ? response(owner) : (wallet ?? returned("0x"));
    },
  };
  return { chain, read };
}

async function signedRevisionOf(change: Partial<SignedRevision> = {}): Promise<SignedRevision> {
  return {
    drifterId: "7",
    narrative,
    signedMessage,
    signature: await author.signMessage({ message: signedMessage }),
    author: author.address,
    savedAt: "2026-01-01T00:00:00.000Z",
    blockNumber: 9,
    chainId: 31_337,
    contract,
    revision: 1,
    ...change,
  };
}

const collection = { chainId: 31_337, contract } as const;

/** `Text passed: …`, for each step. */
async function verify(
  change: Partial<SignedRevision>,
  chain: RevisionChain | undefined,
  expected: Parameters<typeof verifyRevision>[1] = collection,
) {
  const steps = await verifyRevision(await signedRevisionOf(change), expected, chain);
  return {
    proof: summarizeProof(steps),
    bases: steps.map(({ basis }) => basis),
    lines: steps.map(({ name, outcome, finding }) => `${name} ${outcome}: ${finding}`),
  };
}

const whole = [
  `Text passed: The text's SHA-256 is ${hash}, which matches the message.`,
  `Message passed: “${signedMessage}”`,
  `Collection passed: The revision is for the contract ${contract} on chain 31337, as expected.`,
  `Signature passed: Signed by the key of ${author.address}, the author.`,
  `Owner passed: At block 9 ${author.address} owned Drifter #7, according to the state at that block.`,
];

describe("verifyRevision", () => {
  it("proves a valid signed revision from its block onward", async () => {
    const { chain, read } = chainOf({ newest: 9n });
    expect(await verify({}, chain)).to.deep.equal({
      proof: "proved",
      bases: ["revision", "revision", "revision", "revision", "state"],
      lines: whole,
    });
    await verify({}, chain);
    expect(read).to.deep.equal(["newest", "call at 9", "call at 9"]);
  });

  const texts: [what: string, narrative: string, finding: string][] = [
    [
      "a different text",
      "Dusk.",
      `The text's SHA-256 is ${narrativeHash("Dusk.")}, but the message contains a different hash.`,
    ],
    [
      "half a character",
      "\ud800",
      "The text contains a lone surrogate or a NUL, so different texts have the same hash.",
    ],
    [
      "a NUL",
      "\0",
      "The text contains a lone surrogate or a NUL, so different texts have the same hash.",
    ],
  ];
  for (const [what, text, finding] of texts) {
    it(`fails for ${what}`, async () => {
      const { proof, lines } = await verify({ narrative: text }, chainOf({}).chain);
      expect(proof).to.equal("false");
      expect(lines).to.deep.equal([
        `Text failed: ${finding}`,
        `Message failed: “${signedMessage}” is not the ownership message for Drifter #7 and this text.`,
        ...whole.slice(2),
      ]);
    });
  }

  const foreignCollections: [what: string, change: Partial<SignedRevision>, location: string][] = [
    ["a different chain", { chainId: 1 }, `${contract} on chain 1`],
    ["a different contract", { contract: stranger.address }, `${stranger.address} on chain 31337`],
  ];
  for (const [what, change, location] of foreignCollections) {
    it(`fails for ${what}, without calling the chain`, async () => {
      const { chain, read } = chainOf({});
      expect((await verify(change, chain)).lines).to.deep.equal([
        ...whole.slice(0, 2),
        `Collection failed: The revision is for the contract ${location}, which is not the expected collection.`,
        whole[3],
        "Owner not checkable: The chain was not checked.",
      ]);
      expect(read).to.deep.equal([]);
    });
  }

  const wallet = `The author ${author.address} is a contract wallet, and it`;
  const signatures: [what: string, signature: Hex | "stranger's", chain: Chain, line: string][] = [
    [
      "a different key's",
      "stranger's",
      {},
      `Signature failed: Signed by the key of ${stranger.address}, not by the author ${author.address}.`,
    ],
    ["no key's", noKey, {}, "Signature failed: No signer can be recovered from the signature."],
    [
      "a contract wallet's",
      "0x12",
      { wallet: returned(magic) },
      `Signature passed: ${wallet} recognizes the signature.`,
    ],
    [
      "one that a contract wallet rejects",
      "0x12",
      { wallet: returned(`0x${"0".repeat(64)}`) },
      `Signature failed: ${wallet} does not recognize the signature.`,
    ],
    [
      "one at which a contract wallet reverts",
      "0x12",
      { wallet: { kind: "reverted", data: magic } },
      `Signature failed: ${wallet} does not recognize the signature.`,
    ],
  ];
  for (const [what, made, world, line] of signatures) {
    it(`identifies the signer: ${what}`, async () => {
      const signature =
        made === "stranger's" ? await stranger.signMessage({ message: signedMessage }) : made;
      const { chain, read } = chainOf(world);
      expect((await verify({ signature }, chain)).lines[3]).to.equal(line);
      expect(read.filter((each) => each === "newest")).to.have.length(1);
      expect(read).to.include(`code of ${author.address} at 9`);
    });
  }

  const owners: [what: string, owner: CallResult | Error, line: string][] = [
    [
      "somebody else owned the drifter",
      ownedBy(stranger.address),
      `Owner failed: At block 9 Drifter #7 was owned by ${stranger.address}, not by the author ${author.address}.`,
    ],
    [
      "the drifter did not exist",
      {
        kind: "reverted",
        data: encodeErrorResult({ abi, errorName: "OwnerQueryForNonexistentToken" }),
      },
      "Owner failed: At block 9 Drifter #7 did not exist.",
    ],
    [
      "the contract reverted with an unexpected error",
      { kind: "reverted", data: "0x" },
      "Owner not checkable: The node can't read the state of block 9; an archive node can. It says: ownerOf reverted with 0x.",
    ],
    [
      "the node has no old state",
      new Error("missing trie node"),
      "Owner not checkable: The node can't read the state of block 9; an archive node can. It says: missing trie node.",
    ],
  ];
  const describeError = (error: unknown) => `It says: ${(error as Error).message}`;
  for (const [what, owner, line] of owners) {
    it(`reports that ${what}`, async () => {
      expect((await verify({}, chainOf({ owner, describeError }).chain)).lines).to.deep.equal([
        ...whole.slice(0, 4),
        line,
      ]);
    });
  }

  describe("node without old state", () => {
    const pruned = new RpcRequestError({
      body: {},
      url: "http://node.example/",
      error: { code: -32_000, message: "missing trie node" },
    });
    const withEvents = (owner: Address | undefined, newest = 10n) => ({
      ...chainOf({ owner: pruned, newest }).chain,
      transfers: { ownerAt: async () => owner && { owner, since: 5n } },
    });

    it("proves the owner by the last transfer, and reports that method", async () => {
      const { proof, lines, bases } = await verify({}, withEvents(author.address));
      expect(proof).to.equal("proved");
      expect(lines[4]).to.equal(
        `Owner passed: At block 9 ${author.address} owned Drifter #7, by the last Transfer event that the node returned, in block 5.`,
      );
      expect(bases[4]).to.equal("events");
    });

    it("leaves the owner unchecked, with the reason, if the node can't be trusted", async () => {
      const fault = new RpcEndpointError("Use another node.");
      const ownerAt = () => Promise.reject(fault);
      const chain = { ...withEvents(undefined), transfers: { ownerAt } };
      expect((await verify({}, chain)).lines[4]).to.equal("Owner not checkable: Use another node.");
    });

    it("fails if the last transfer was to a different account", async () => {
      const { proof, lines } = await verify({}, withEvents(stranger.address));
      expect(proof).to.equal("false");
      expect(lines[4]).to.equal(
        `Owner failed: At block 9 Drifter #7 was owned by ${stranger.address}, by the last Transfer event that the node returned, in block 5, not by the author ${author.address}.`,
      );
    });
  });

  const notRead: [what: string, chain: Chain | undefined, why: string][] = [
    ["no chain", undefined, "The chain was not checked."],
    [
      "a chain that is behind",
      { newest: 8n },
      "The node's latest block is 8: check again once it has block 9, or use another node.",
    ],
    [
      "a chain that cannot be reached",
      { newest: new Error("offline") },
      "Can't reach the network; check again later.",
    ],
    [
      "a chain that cannot be reached and why",
      { newest: new Error("offline"), describeError },
      "Can't reach the network; check again later. It says: offline.",
    ],
  ];
  for (const [what, world, why] of notRead) {
    it(`leaves the owner unchecked given ${what}`, async () => {
      const chain = world && chainOf(world).chain;
      const { proof, lines } = await verify({}, chain);
      expect(lines).to.deep.equal([...whole.slice(0, 4), `Owner not checkable: ${why}`]);
      expect(proof).to.equal("unproved");
      expect((await verify({ signature: "0x12" }, chain)).lines[3]).to.equal(
        `Signature not checkable: The author's own key did not sign; validating a contract wallet's signature requires the chain. ${why}`,
      );
    });
  }

  it("returns “false” if a step failed, “proved” if all passed, and “unproved” otherwise", () => {
    const proofFor = (...outcomes: ProofStep["outcome"][]) =>
      summarizeProof(
        outcomes.map((outcome) => ({ name: "Text", outcome, finding: "", basis: "revision" })),
      );
    expect(proofFor("passed", "passed")).to.equal("proved");
    expect(proofFor("passed", "not checkable")).to.equal("unproved");
    expect(proofFor("not checkable", "failed", "passed")).to.equal("false");
  });
});
