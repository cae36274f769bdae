import { expect } from "chai";
import { parseEther } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import type { DeploymentNetwork } from "../../../../scripts/commands/contract/network.ts";
import {
  assertRightSender,
  sendRequestedCalls,
  toPublicClient,
} from "../../../../scripts/commands/contract/send.ts";
import { readCollectionState } from "../../../../scripts/commands/contract/state.ts";
import {
  parseRequestedCall,
  planCalls,
  simulateRequestedCalls,
} from "../../../../scripts/commands/contract/steps.ts";
import { account } from "../../../support/api/apiFixture.ts";
import { randomWallet } from "../../../support/commands/deployments.ts";
import { useManageCommand } from "../../../support/commands/manageCommand.ts";

describe("npm run manage -- call --send", () => {
  const at = useManageCommand();

  it("sends the calls, verifies each effect, and on a second run sends only missing calls", async () => {
    const calls = ["openSale()", "adjustPrice(0.07 ether)"];
    const block = await at.chain.ethers.provider.getBlockNumber();
    const first = await at.sendLocally(...calls);
    expect(first).to.include({ status: 0, stderr: "" });
    const [one, two] = await Promise.all(
      [1, 2].map((n) => at.chain.ethers.provider.getBlock(block + n)),
    );
    expect(first.stdout.slice(first.stdout.indexOf("\n\nSent"))).to.equal(
      `\n\nSent openSale(): ${one?.transactions[0]}\n✔ Block ${block + 1}: Minting is on\n\nSent adjustPrice(0.07 ether): ${two?.transactions[0]}\n✔ Block ${block + 2}: Price is 0.07 ETH\n`,
    );
    expect([
      await at.contract.isMinting(),
      await at.contract[collectionConfig.priceFunction](),
    ]).to.deep.equal([true, parseEther("0.07")]);
    const second = await at.sendLocally(...calls, "adjustMaxBatch(7)");
    expect(second.status).to.equal(0);
    expect(await at.chain.ethers.provider.getBlockNumber()).to.equal(block + 3);
  });

  it("sends announceUpdatedMetadata on every run", async () => {
    for (let run = 1; run <= 2; run += 1) {
      const { stdout } = await at.sendLocally("announceUpdatedMetadata(2, 3)");
      expect(stdout).to.match(/✔ Block \d+: .* tokens 2 to 3, https:\/\/site.example\/2.json\n$/);
      const events = await at.contract.queryFilter(at.contract.filters.BatchMetadataUpdate);
      expect(events.map(({ args }) => String(args))).to.deep.equal(Array(run).fill("2,3"));
    }
  });

  it("rejects an account that may not make a call before it sends anything", async () => {
    const block = await at.chain.ethers.provider.getBlockNumber();
    const { status, stderr } = await at.sendLocally("openSale()", "withdrawFunds()");
    expect(status).to.equal(1);
    expect(stderr).to.contain(
      `Nothing was sent: withdrawFunds() must come from ${at.accounts.withdrawer} (withdrawer)`,
    );
    expect(await at.chain.ethers.provider.getBlockNumber()).to.equal(block);
  });

  it("sends no call if one is rejected", async () => {
    const { status, stdout, stderr } = await at.sendLocally(
      "openSale()",
      "adjustMaxBatch(0)",
      'adjustPhases("First Dust", 1, 2)',
    );
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: "" });
    expect(stdout).to.match(/\nNothing was sent\. Fix the rejected calls first; .*\n$/);
    expect(await at.contract.isMinting()).to.equal(false);
  });

  /** Runs the command as if connected to a chain with this ID. */
  async function dispatchOf(chainId: number, ...texts: string[]) {
    const deployer = await at.chain.ethers.getSigner(at.accounts.owner);
    const { provider } = at.chain.ethers;
    const network: DeploymentNetwork = { name: "test", chainId, provider, deployer };
    const place = {
      client: toPublicClient(network),
      chainId,
      contract: at.address as `0x${string}`,
    };
    const requestedCalls = texts.map(parseRequestedCall);
    const steps = await simulateRequestedCalls(
      place.client,
      await readCollectionState(place),
      requestedCalls,
    );
    const said: string[] = [];
    const output = { log: (text: unknown) => void said.push(String(text)) };
    const send = (changed = network, afterBlock = 0) =>
      sendRequestedCalls(changed, place, requestedCalls, output, afterBlock);
    return { network, place, requestedCalls, steps, said, send };
  }

  function messageOf(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => "none",
      (error: Error) => error.message,
    );
  }

  it("prompts for the full word before it sends on a public chain or renounces ownership", async () => {
    const deployer = await at.chain.ethers.getImpersonatedSigner(randomWallet().address);
    await at.send("hardhat_setBalance", [deployer.address, "0xde0b6b3a7640000"]);
    await at.contract.transferOwnership(deployer.address);
    const network = { name: "test", chainId: 7_777, provider: at.chain.ethers.provider, deployer };
    const outcomes: unknown[] = [];
    const renounce = ["adjustMaxBatch(4)", "renounceOwnership()", "--yes"];
    for (const [response, ...calls] of [
      [undefined, "openSale()"],
      ["ye", "openSale()"],
      [" YES\n", "openSale()"],
      ["unasked", "openSale()"],
      ["unasked", "adjustPrice(1)", "--yes"],
      [undefined, ...renounce],
      ["yes", ...renounce],
      ["renounce forever", ...renounce],
    ] as const) {
      const requested: string[] = [];
      const prompt = async (message: string) => {
        requested.push(message);
        return response;
      };
      const tools = { connect: async () => network, prompt };
      const { status, stdout, stderr } = await at.runWith(
        tools,
        "call",
        ...calls,
        "--send",
        "--network",
        "test",
      );
      outcomes.push([status, stdout.match(/^Sent [^:]+/gm), stderr, ...requested]);
    }
    const question = (word: string) =>
      `Send from ${deployer.address} on chain 7777? Type ${word}: `;
    const [yes, renouncing] = [question("yes"), question("renounce forever")];
    const noTerminal = "Nothing was sent: confirmation needs a terminal.";
    expect(outcomes).to.deep.equal([
      [1, null, `${noTerminal} To send without a prompt, add --yes.\n`, yes],
      [1, null, "Nothing was sent.\n", yes],
      [0, ["Sent openSale()"], "", yes],
      [0, null, ""],
      [0, ["Sent adjustPrice(1)"], ""],
      [
        1,
        null,
        `${noTerminal} renounceOwnership() requires confirmation by a person.\n`,
        renouncing,
      ],
      [1, null, "Nothing was sent.\n", renouncing],
      [0, ["Sent adjustMaxBatch(4)", "Sent renounceOwnership()"], "", renouncing],
    ]);
  });

  it("rejects Hardhat's accounts on a public chain, as sender or in a role", async () => {
    const local = await dispatchOf(31_337, `adjustSigner(${at.accounts.friend})`);
    expect(await messageOf(assertRightSender(local.network, local.steps))).to.equal("none");
    const foreign = await dispatchOf(7_777, "openSale()");
    expect(await messageOf(assertRightSender(foreign.network, foreign.steps))).to.contain(
      `the sender ${at.accounts.owner} is one of Hardhat's accounts`,
    );
    // A separate account that owns the collection.
    const address = randomWallet().address as `0x${string}`;
    // A later call from the same role does not hide the warning.
    const last = account(19).address;
    const { network, steps, place, requestedCalls } = await dispatchOf(
      7_777,
      `adjustSigner(${last})`,
      `adjustSigner(${address})`,
    );
    const state = await readCollectionState(place);
    const notes = (await planCalls(place.client, state, requestedCalls)).map((step) =>
      step.notes.slice(1),
    );
    expect(notes).to.deep.equal([
      [`${last} is one of Hardhat's accounts, whose keys are public.`],
      [],
    ]);
    const rejection = assertRightSender(
      // Safety: only its address is read.
      { ...network, deployer: { address } as DeploymentNetwork["deployer"] },
      steps.map((step) => ({ ...step, sender: { ...step.sender, address } })),
    );
    expect(await messageOf(rejection)).to.contain(`the signer ${last} is`);
  });

  it("accepts a different account's call that would change nothing", async () => {
    const { network, steps } = await dispatchOf(31_337, "withdrawFunds()");
    expect(await messageOf(assertRightSender(network, steps))).to.contain("must come from");
    const done = steps.map((step) => ({ ...step, isNeeded: false }));
    expect(await messageOf(assertRightSender(network, done))).to.equal("none");
  });

  it("lists no sender for the owner's calls after ownership is renounced", async () => {
    const { steps } = await dispatchOf(31_337, "renounceOwnership()", "openSale()");
    const senders = steps.map(({ sender }) => sender.address);
    expect(senders).to.deep.equal([at.accounts.owner, undefined]);
  });

  it("sends nothing while the account has pending transactions", async () => {
    const { network, steps } = await dispatchOf(31_337, "openSale()");
    await at.send("evm_setAutomine", [false]);
    try {
      await network.deployer?.sendTransaction({ to: at.accounts.friend });
      expect(await messageOf(assertRightSender(network, steps))).to.contain(
        "has 1 pending transaction.",
      );
    } finally {
      await at.send("evm_mine", []);
      await at.send("evm_setAutomine", [true]);
    }
  });

  /** Returns the object with some methods replaced. */
  const withMethods = <Value extends object>(value: Value, methods: Partial<Value>): Value =>
    new Proxy(value, {
      get(target, key) {
        const found = Reflect.get(
          { ...methods, [key]: Reflect.get(methods, key) ?? Reflect.get(target, key) },
          key,
        );
        return typeof found === "function" ? found.bind(target) : found;
      },
    });

  it("fails instead of taking effect twice if the sender's own call comes in between", async () => {
    const { network, send } = await dispatchOf(31_337, "openSale()");
    const getTransactionCount: typeof network.provider.getTransactionCount = async (...args) => {
      await at.contract.toggleMint();
      return at.chain.ethers.provider.getTransactionCount(...args);
    };
    const provider = withMethods(network.provider, { getTransactionCount });
    expect(await messageOf(send({ ...network, provider }))).to.match(/nonce/i);
    expect(await at.contract.isMinting()).to.equal(true);
  });

  it("does not send twice through a node that lags behind its own blocks", async () => {
    const { network, send } = await dispatchOf(31_337, "openSale()", "openSale()");
    const block = await network.provider.getBlockNumber();
    const provider = withMethods(network.provider, { getBlockNumber: async () => block - 1 });
    expect(await send({ ...network, provider }, block)).to.equal(block + 1);
    expect(await at.contract.isMinting()).to.equal(true);
  });

  it("fails if the effect is not on the chain after the transaction", async () => {
    const { network, send } = await dispatchOf(31_337, "adjustPrice(0.07 ether)");
    const { deployer } = network;
    if (deployer === undefined) throw new Error("The chain has no accounts.");
    const sendTransaction: typeof deployer.sendTransaction = async (request) => {
      const { hash } = await deployer.sendTransaction({
        ...request,
        data: at.contract.interface.encodeFunctionData("adjustPrice", [5n]),
      });
      const receipt = await network.provider.getTransactionReceipt(hash);
      // Safety: only these are read.
      return { hash, wait: async () => receipt } as Awaited<
        ReturnType<typeof deployer.sendTransaction>
      >;
    };
    const block = (await network.provider.getBlockNumber()) + 1;
    expect(
      await messageOf(send({ ...network, deployer: withMethods(deployer, { sendTransaction }) })),
    ).to.equal(
      `✘ Block ${block}: Price is 0.000000000000000005 ETH, not 0.07 ETH. Someone else has also changed this value: check npm run manage -- show.`,
    );
  });

  it("does not toggle minting if someone else toggled it in the meantime", async () => {
    const dispatch = await dispatchOf(31_337, "openSale()");
    await at.contract.toggleMint();
    await dispatch.send();
    expect(await at.contract.isMinting()).to.equal(true);
    expect(dispatch.said).to.deep.equal([]);
  });

  it("stops at a call that reverts because the state has changed", async () => {
    const dispatch = await dispatchOf(31_337, 'adjustPhases("First Dust", 1, 4)', "openSale()");
    await at.contract.gift("First Dust", [at.accounts.friend]);
    expect(await messageOf(dispatch.send())).to.contain("now rejected: PhaseEndBelowMinted");
    expect(await at.contract.isMinting()).to.equal(false);
  });
});
