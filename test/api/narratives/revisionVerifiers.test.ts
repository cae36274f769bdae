import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { concat, encodeFunctionData, type Hex, serializeErc6492Signature } from "viem";
import { WalletFactory__factory } from "#chain/factories/mocks/WalletFactory__factory";
import type { SigningWallet } from "#chain/mocks/SigningWallet";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { verifyRevision } from "#protocol/stories/verifyRevision";
import type { SignedRevision } from "#protocol/wire/responses";
import { readSettings } from "../../../api/src/settings/settings.ts";
import { runVerify } from "../../../scripts/commands/stories/runVerify.ts";
import { listen } from "../../../scripts/lab/service/listen.ts";
import { createRevisionChain } from "../../../web/src/narrative/proof/checkRevision.ts";
import {
  type Api,
  account,
  type Fixture,
  problemCodeOf,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { type Fault, faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const stranger = account(3);

/** Behaviors of `SigningWallet`; mirrors its enum. */
const behaviors = {
  reverts: 1,
  panics: 2,
  "returns four bytes": 3,
  "returns another word": 4,
  "uses up all gas": 6,
};

type Result = "proved" | "unproved" | "false";

interface Row {
  name: string;
  sign: () => Promise<Signed>;
  /** The node's behavior while the signed revision is verified. */
  fault?: Fault;
  result: Result;
  /** The page's results for signature and owner, if they differ from the usual ones for that result. */
  signature?: "not checkable";
  owner?: "not checkable";
  /** The service's response, if it differs from the usual one for that result. */
  response?: string;
}

describe("signed revision verifiers", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let api: Api;
  let make: RevisionMaker;
  let folder: string;

  before(async () => {
    api = await startApiFor(fixture, { rpcUrls: [rpc.url] });
    make = await createRevisionMaker(fixture);
    folder = await temporaryFolder();
  });
  after(async () => {
    await api.close();
  });

  async function checkInPage(signed: SignedRevision) {
    const steps = await verifyRevision(signed, make.collection, make.pageChain(rpc.url));
    return Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]));
  }

  async function verifyByCommand(signed: SignedRevision): Promise<string> {
    const file = join(folder, "revision.json");
    await writeFile(file, JSON.stringify(signed));
    const environment = { RPC_URL: rpc.url, CONTRACT_ADDRESS: make.collection.contract };
    const lines: unknown[] = [];
    const output = {
      log: (line: unknown) => lines.push(line),
      error: (line: unknown) => lines.push(line),
    };
    await runVerify([file], () => readSettings(environment), output);
    return String(lines.at(-1));
  }

  const tally: Record<Result, string> = {
    proved: "1 signed revision: 1 proved, 0 not fully checked, 0 invalid.",
    unproved: "1 signed revision: 0 proved, 1 not fully checked, 0 invalid.",
    false: "1 signed revision: 0 proved, 0 not fully checked, 1 invalid.",
  };
  const tags: Record<Result, string> = {
    proved: "[S6.5]",
    unproved: "[S7.11]",
    false: "[S6.3]",
  };
  const responses: Record<Result, string> = {
    proved: "200",
    unproved: "503 chain.unavailable",
    false: "422 signature.invalid",
  };

  async function expectResult(signed: SignedRevision, result: Result, outcomes: Partial<Row> = {}) {
    expect(await checkInPage(signed), "page").to.deep.equal({
      Text: "passed",
      Message: "passed",
      Collection: "passed",
      Signature: outcomes.signature ?? (result === "false" ? "failed" : "passed"),
      Owner: outcomes.owner ?? "passed",
    });
    expect(await verifyByCommand(signed), "command").to.equal(tally[result]);
    const { drifterId, narrative, signedMessage, signature } = signed;
    const response = await api.save({ drifterId, narrative, signedMessage, signature });
    const expected = outcomes.response ?? responses[result];
    expect(await problemCodeOf(response), "service").to.equal(expected);
  }

  const forgotten = { code: -32000, message: "missing trie node" };
  const rows: Row[] = [
    { name: "a key's signature", sign: () => make.signedByKey(), result: "proved" },
    {
      name: "another key's signature",
      sign: () => make.signedByKey(stranger),
      result: "false",
      response: "403 owner.mismatch",
    },
    {
      name: "no signature",
      sign: async () => ({ ...(await make.signedByKey()), signature: "0x" }),
      result: "false",
    },
    {
      name: "a deployed wallet's signature",
      sign: async () => make.signedByWallet(await make.deployWallet()),
      result: "proved",
    },
    {
      name: "a deployed wallet's signature over another text",
      sign: async () => make.signedByWallet(await make.deployWallet(), "Another."),
      result: "false",
    },
    ...Object.entries(behaviors).map(
      ([name, behavior]): Row => ({
        name: `the signature of a wallet that ${name}`,
        sign: async () =>
          make.signedByWallet(await make.deployWallet((wallet) => wallet.setBehavior(behavior))),
        result: "false",
      }),
    ),
    {
      name: "an ERC-6492 signature of a wallet that is not deployed",
      sign: async () => make.wrapped(await make.signedByWallet(await make.futureWallet())),
      result: "proved",
    },
    {
      name: "an ERC-6492 signature over another text, of a wallet that is not deployed",
      sign: async () =>
        make.wrapped(await make.signedByWallet(await make.futureWallet(), "Another.")),
      result: "false",
    },
    {
      name: "an ERC-6492 signature whose factory deploys another wallet",
      sign: async () =>
        make.wrapped(
          await make.signedByWallet(await make.futureWallet()),
          callToMake(stranger.address, stranger.address),
        ),
      result: "false",
    },
    {
      name: "an ERC-6492 signature whose factory reverts",
      sign: async () =>
        make.wrapped(await make.signedByWallet(await make.futureWallet()), "0xdeadbeef"),
      result: "false",
    },
    {
      name: "a signature without its factory, of a wallet that is not deployed",
      sign: async () => make.signedByWallet(await make.futureWallet()),
      result: "false",
    },
    {
      name: "an ERC-6492 signature of a wallet deployed since",
      sign: async () =>
        make.wrapped(await make.signedByWallet(await make.deployWallet()), "0xdeadbeef"),
      result: "proved",
    },
    {
      name: "an ERC-6492 signature over another text, of a wallet deployed since",
      sign: async () =>
        make.wrapped(await make.signedByWallet(await make.deployWallet(), "Another.")),
      result: "false",
    },
    {
      name: "a wallet's signature while the node is unreachable",
      sign: async () => make.signedByWallet(await make.deployWallet()),
      fault: faults.dropsTheConnection(),
      result: "unproved",
      signature: "not checkable",
      owner: "not checkable",
    },
    {
      name: "a wallet's signature at a block that the node no longer has",
      sign: async () => make.signedByWallet(await make.deployWallet()),
      fault: faults.fails(forgotten, "eth_call"),
      result: "unproved",
      signature: "not checkable",
    },
  ];

  it("ignores a URL from a wallet's offchain lookup (ERC-3668)", async () => {
    let visits = 0;
    await using lure = await listen(
      createServer((_request, response) => {
        visits += 1;
        response.end('{"data":"0x"}');
      }),
    );
    const url = `${lure.url}/{sender}/{data}`;
    const wallet = await make.deployWallet((wallet) => wallet.redirectTo(url));

    await expectResult(await make.signedRevisionOf(await make.signedByWallet(wallet)), "false", {});
    expect(visits).to.equal(0);
  });

  it("limits the gas of every call, with and without a target", async () => {
    for (const sign of [
      async () => make.signedByWallet(await make.deployWallet()),
      async () => make.wrapped(await make.signedByWallet(await make.futureWallet())),
    ]) {
      const signed = await make.signedRevisionOf(await sign());
      const gas: unknown[] = [];
      rpc.behave(({ method, params: [call] }) => {
        if (method === "eth_call") gas.push(Object(call).gas);
        return false;
      });
      await expectResult(signed, "proved");
      expect(gas.length).to.be.at.least(6);
      expect(new Set(gas)).to.deep.equal(new Set(["0x1000000"]));
    }
  });

  for (const { name, sign, fault, result, ...outcomes } of rows) {
    it(`${tags[result]} returns ${result} for ${name}`, async () => {
      const signed = await make.signedRevisionOf(await sign());
      rpc.behave(fault);

      await expectResult(signed, result, outcomes);
    });
  }
});

const revisionOwner = account(2);
const revisionText = "The dust remembers.";
const keepers = [account(4), account(5)] as const;
const keeperAddresses: [Hex, Hex] = [keepers[0].address, keepers[1].address];

/** A signed revision's author and signature. */
interface Signed {
  drifterId: string;
  author: Hex;
  signature: Hex;
}

/** The factory call that deploys a wallet with two keepers. */
function callToMake(...args: [Hex, Hex]): Hex {
  return encodeFunctionData({ abi: WalletFactory__factory.abi, functionName: "make", args });
}

/** Creates signed revisions on a fixture's chain, each for a new drifter. */
async function createRevisionMaker({ chain, contract: deployed, giveToken }: Fixture) {
  const factory = await chain.ethers.deployContract("WalletFactory");
  // Safety here and below: ethers' addresses always begin with 0x.
  const contract = (await deployed.getAddress()) as Hex;
  const factoryAddress = (await factory.getAddress()) as Hex;
  const giver = await chain.ethers.getSigner(revisionOwner.address);

  const giveTo = async (author: Hex) => {
    const drifterId = await giveToken(revisionOwner.address);
    // The wallets of these tests reject safe transfers.
    await deployed.connect(giver).transferFrom(revisionOwner.address, author, drifterId);
    return { author, drifterId };
  };

  return {
    collection: { chainId: chain.chainId, contract },

    /** A revision of a drifter that `revisionOwner` owns, signed with its key. */
    async signedByKey(signer = revisionOwner): Promise<Signed> {
      const given = await giveTo(revisionOwner.address);
      const message = narrativeMessage(given.drifterId, revisionText);
      return { ...given, signature: await signer.signMessage({ message }) };
    },

    /** A revision of a drifter that a `SigningWallet` owns, signed by its two keepers. */
    async signedByWallet(author: Hex, text = revisionText): Promise<Signed> {
      const given = await giveTo(author);
      const message = narrativeMessage(given.drifterId, text);
      const signatures = keepers.map((keeper) => keeper.signMessage({ message }));
      return { ...given, signature: concat(await Promise.all(signatures)) };
    },

    /** Address of a new `SigningWallet`. */
    async deployWallet(prepare: (wallet: SigningWallet) => Promise<unknown> = async () => {}) {
      const wallet = await chain.ethers.deployContract("SigningWallet", [...keeperAddresses]);
      await prepare(wallet);
      return (await wallet.getAddress()) as Hex;
    },

    /** The address at which the factory would deploy the keepers' wallet. */
    futureWallet: async () => (await factory.addressOf(...keeperAddresses)) as Hex,

    /** The same revision with its signature wrapped in the factory call (ERC-6492). */
    wrapped({ signature, ...signed }: Signed, data = callToMake(...keeperAddresses)): Signed {
      const wrapper = { address: factoryAddress, data, signature };
      return { ...signed, signature: serializeErc6492Signature(wrapper) };
    },

    /** Signs a revision at the latest block. */
    async signedRevisionOf(signed: Signed): Promise<SignedRevision> {
      return {
        ...signed,
        narrative: revisionText,
        signedMessage: narrativeMessage(signed.drifterId, revisionText),
        savedAt: "2026-05-04T10:00:00.000Z",
        blockNumber: await chain.ethers.provider.getBlockNumber(),
        chainId: chain.chainId,
        contract,
        revision: 1,
      };
    },

    /** The page's chain, read through an RPC endpoint. */
    pageChain: (url: string) => createRevisionChain({ chainId: chain.chainId, contract }, url),
  };
}

type RevisionMaker = Awaited<ReturnType<typeof createRevisionMaker>>;
