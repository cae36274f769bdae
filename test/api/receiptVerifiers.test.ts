import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { concat, encodeFunctionData, type Hex, serializeErc6492Signature } from "viem";
import { WalletFactory__factory } from "#chain/factories/mocks/WalletFactory__factory";
import type { SigningWallet } from "#chain/mocks/SigningWallet";
import type { WalletFactory } from "#chain/mocks/WalletFactory";
import type { NarrativeRecord } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { verifyReceipt } from "#protocol/receipt";
import { readSettings } from "../../api/src/env.ts";
import { runVerify } from "../../scripts/stories/runVerify.ts";
import { createReceiptChain } from "../../web/src/narrative/receipt/receiptChain.ts";
import {
  type Api,
  account,
  type Frontier,
  openFrontier,
  startApiFor,
  temporaryFolder,
} from "./apiFixture.ts";
import { type Fault, type FaultyRpc, faults, startFaultyRpc } from "./faultyRpc.ts";

const owner = account(2);
const stranger = account(3);
const keepers = [account(4), account(5)] as const;
const narrative = "The dust remembers.";

/** What `SigningWallet` does when asked; mirrors its enum. */
const moods = {
  reverts: 1,
  panics: 2,
  "returns four bytes": 3,
  "returns another word": 4,
  "uses up all gas": 6,
};

type Result = "proved" | "unproved" | "false";

/** What a receipt says about its author, and the author's signature. */
interface Signed {
  drifterId: string;
  author: Hex;
  signature: Hex;
}

interface Row {
  name: string;
  sign: () => Promise<Signed>;
  /** What the node does while the receipt is verified. */
  fault?: Fault;
  result: Result;
  /** What the page shows of signature and owner. */
  signature?: "failed" | "not checkable";
  owner?: "failed" | "not checkable";
}

describe("a receipt verified by the page, by npm run verify, and by the service before it is one", () => {
  let frontier: Frontier;
  let rpc: FaultyRpc;
  let api: Api;
  let factory: WalletFactory;
  let folder: string;

  before(async () => {
    frontier = await openFrontier();
    rpc = await startFaultyRpc(frontier.chain.url);
    api = await startApiFor(frontier, { rpcUrl: rpc.url });
    factory = await frontier.chain.ethers.deployContract("WalletFactory");
    folder = await temporaryFolder();
  });
  beforeEach(() => rpc.behave());
  after(async () => {
    await api.close();
    await rpc.close();
    await frontier.close();
  });

  const giveTo = async (author: Hex) => {
    const drifterId = await frontier.giveDrifter(owner.address);
    const giver = await frontier.chain.ethers.getSigner(owner.address);
    // A wallet that takes no drifter by safe transfer may own one all the same.
    await frontier.contract.connect(giver).transferFrom(owner.address, author, drifterId);
    return { author, drifterId };
  };

  const signedByKey = async (signer = owner): Promise<Signed> => {
    const given = await giveTo(owner.address);
    const message = narrativeMessage(given.drifterId, narrative);
    return { ...given, signature: await signer.signMessage({ message }) };
  };

  const signedByBoth = async (author: Hex, text = narrative): Promise<Signed> => {
    const given = await giveTo(author);
    const message = narrativeMessage(given.drifterId, text);
    const signatures = await Promise.all(keepers.map((keeper) => keeper.signMessage({ message })));
    return { ...given, signature: concat(signatures) };
  };

  /** A new wallet of both keepers. */
  const deployWallet = async (): Promise<SigningWallet> =>
    frontier.chain.ethers.deployContract("SigningWallet", [keepers[0].address, keepers[1].address]);

  const deployed = async (
    prepare: (wallet: SigningWallet) => Promise<unknown> = async () => {},
  ) => {
    const wallet = await deployWallet();
    await prepare(wallet);
    // Safety: ethers' addresses always begin with 0x.
    return (await wallet.getAddress()) as Hex;
  };

  /** Where the factory deploys the wallet of two new keepers, of which only the first pair signs. */
  const future = async () =>
    // Safety: as above.
    (await factory.addressOf(keepers[0].address, keepers[1].address)) as Hex;

  const wrapped = async (signed: Signed, data?: Hex): Promise<Signed> => {
    // Safety: as above.
    const address = (await factory.getAddress()) as Hex;
    const make = encodeFunctionData({
      abi: WalletFactory__factory.abi,
      functionName: "make",
      args: [keepers[0].address, keepers[1].address],
    });
    const { signature } = signed;
    return {
      ...signed,
      signature: serializeErc6492Signature({ address, data: data ?? make, signature }),
    };
  };

  const receiptOf = async (signed: Signed): Promise<NarrativeRecord> => ({
    ...signed,
    narrative,
    signedMessage: narrativeMessage(signed.drifterId, narrative),
    savedAt: "2026-05-04T10:00:00.000Z",
    blockNumber: await frontier.chain.ethers.provider.getBlockNumber(),
    chainId: api.settings.chainId,
    contract: api.settings.contractAddress,
    revision: 1,
  });

  async function checkInPage(receipt: NarrativeRecord) {
    const { chainId, contractAddress } = api.settings;
    const chain = createReceiptChain({
      chain: {
        id: chainId,
        name: "Hardhat",
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrls: { default: { http: [rpc.url] } },
      },
    });
    const steps = await verifyReceipt(receipt, { chainId, contractAddress }, chain);
    return Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]));
  }

  async function verifyByCommand(receipt: NarrativeRecord): Promise<string> {
    const file = join(folder, "receipt.json");
    await writeFile(file, JSON.stringify(receipt));
    const environment = { RPC_URL: rpc.url, CONTRACT_ADDRESS: api.settings.contractAddress };
    const lines: unknown[] = [];
    const output = {
      log: (line: unknown) => lines.push(line),
      error: (line: unknown) => lines.push(line),
    };
    await runVerify([file], () => readSettings(environment), output);
    return String(lines.at(-1));
  }

  const tally: Record<Result, string> = {
    proved: "1 receipts: 1 proved, 0 not fully checked, 0 false.",
    unproved: "1 receipts: 0 proved, 1 not fully checked, 0 false.",
    false: "1 receipts: 0 proved, 0 not fully checked, 1 false.",
  };
  const statuses: Record<Result, readonly number[]> = {
    proved: [200],
    unproved: [503],
    false: [403, 422],
  };

  async function expectResult(
    receipt: NarrativeRecord,
    result: Result,
    outcomes: Pick<Row, "signature" | "owner"> = {},
  ) {
    expect(await checkInPage(receipt), "page").to.deep.equal({
      Text: "passed",
      Message: "passed",
      Collection: "passed",
      Signature: outcomes.signature ?? "passed",
      Owner: outcomes.owner ?? "passed",
    });
    expect(await verifyByCommand(receipt), "command").to.equal(tally[result]);
    const { drifterId, signedMessage, signature } = receipt;
    const response = await api.save({ drifterId, narrative, signedMessage, signature });
    expect(statuses[result], "service").to.include(response.status);
  }

  const forgotten = { code: -32000, message: "missing trie node" };
  const rows: Row[] = [
    { name: "a key's signature", sign: signedByKey, result: "proved" },
    {
      name: "another key's signature",
      sign: () => signedByKey(stranger),
      result: "false",
      signature: "failed",
    },
    {
      name: "no signature",
      sign: async () => ({ ...(await signedByKey()), signature: "0x" }),
      result: "false",
      signature: "failed",
    },
    {
      name: "a deployed wallet's signature",
      sign: async () => signedByBoth(await deployed()),
      result: "proved",
    },
    {
      name: "a deployed wallet's signature over another text",
      sign: async () => signedByBoth(await deployed(), "Another."),
      result: "false",
      signature: "failed",
    },
    ...Object.entries(moods).map(
      ([name, how]): Row => ({
        name: `a wallet that ${name}`,
        sign: async () => signedByBoth(await deployed((wallet) => wallet.setMood(how))),
        result: "false",
        signature: "failed",
      }),
    ),
    {
      name: "an ERC-6492 signature of a wallet that is not deployed",
      sign: async () => wrapped(await signedByBoth(await future())),
      result: "proved",
    },
    {
      name: "an ERC-6492 signature over another text, of a wallet that is not deployed",
      sign: async () => wrapped(await signedByBoth(await future(), "Another.")),
      result: "false",
      signature: "failed",
    },
    {
      name: "an ERC-6492 signature whose factory reverts",
      sign: async () => wrapped(await signedByBoth(await future()), "0xdeadbeef"),
      result: "false",
      signature: "failed",
    },
    {
      name: "a signature without its factory, of a wallet that is not deployed",
      sign: async () => signedByBoth(await future()),
      result: "false",
      signature: "failed",
    },
    {
      name: "an ERC-6492 signature of a wallet deployed since",
      sign: async () => wrapped(await signedByBoth(await deployed())),
      result: "proved",
    },
    {
      name: "an ERC-6492 signature over another text, of a wallet deployed since",
      sign: async () => wrapped(await signedByBoth(await deployed(), "Another.")),
      result: "false",
      signature: "failed",
    },
    {
      name: "a key's signature while the node is unreachable",
      sign: signedByKey,
      fault: faults.dropsTheConnection(),
      result: "unproved",
      owner: "not checkable",
    },
    {
      name: "a wallet's signature while the node is unreachable",
      sign: async () => signedByBoth(await deployed()),
      fault: faults.dropsTheConnection(),
      result: "unproved",
      signature: "not checkable",
      owner: "not checkable",
    },
    {
      name: "a wallet's signature while the node serves another chain",
      sign: async () => signedByBoth(await deployed()),
      fault: faults.answers("0x1", "eth_chainId"),
      result: "unproved",
      signature: "not checkable",
      owner: "not checkable",
    },
    {
      name: "a wallet's signature at a block that the node no longer has",
      sign: async () => signedByBoth(await deployed()),
      fault: faults.fails(forgotten, "eth_call"),
      result: "unproved",
      signature: "not checkable",
      owner: "not checkable",
    },
    {
      name: "an ERC-6492 signature at a block that the node no longer has",
      sign: async () => wrapped(await signedByBoth(await future())),
      fault: faults.fails(forgotten, "eth_call", "eth_getCode"),
      result: "unproved",
      signature: "not checkable",
      owner: "not checkable",
    },
  ];

  it("never sends anybody to a URL that a wallet names (ERC-3668)", async () => {
    let visits = 0;
    const lure = createServer((_request, response) => {
      visits += 1;
      response.end('{"data":"0x"}');
    });
    await new Promise<void>((resolve) => lure.listen(0, "127.0.0.1", resolve));
    // Safety: a server that listens on a port has this form of address.
    const { port } = lure.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/{sender}/{data}`;
    const wallet = await deployed((wallet) => wallet.sendElsewhere(url));

    await expectResult(await receiptOf(await signedByBoth(wallet)), "false", {
      signature: "failed",
    });

    lure.closeAllConnections();
    lure.close();
    expect(visits).to.equal(0);
  });

  it("limits the gas of every call, with and without a target", async () => {
    for (const sign of [
      async () => signedByBoth(await deployed()),
      async () => wrapped(await signedByBoth(await future())),
    ]) {
      const receipt = await receiptOf(await sign());
      const gas: unknown[] = [];
      rpc.behave(({ method, params: [call] }) => {
        if (method === "eth_call") gas.push(Object(call).gas);
        return false;
      });
      await expectResult(receipt, "proved");
      expect(gas.length).to.be.at.least(6);
      expect(new Set(gas)).to.deep.equal(new Set(["0x1000000"]));
    }
  });

  for (const { name, sign, fault, result, ...outcomes } of rows) {
    it(`is ${result} for each of them: ${name}`, async () => {
      const receipt = await receiptOf(await sign());
      rpc.behave(fault);

      await expectResult(receipt, result, outcomes);
    });
  }
});
