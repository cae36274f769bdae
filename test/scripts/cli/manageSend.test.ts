import { expect } from "chai";
import { parseEther, Wallet } from "ethers";
import { getAddress } from "viem";
import type { DeploymentNetwork } from "../../../scripts/cli/contract/network.ts";
import {
  assertRightSender,
  clientOf,
  confirmSending,
  sendOrders,
} from "../../../scripts/cli/contract/send.ts";
import { readCollectionState } from "../../../scripts/cli/contract/state.ts";
import { readOrder, simulateOrders } from "../../../scripts/cli/contract/steps.ts";
import { useManageCommand } from "../../support/commands/manageCommand.ts";

describe("npm run manage -- call --send", () => {
  const at = useManageCommand();

  it("sends the calls, verifies each effect on the chain, and sends nothing the second time", async () => {
    const calls = ["openSale()", "adjustPrice(0.07 ether)"];
    const first = await at.sendLocally(...calls);
    expect(first).to.include({ status: 0, stderr: "" });
    expect(first.stdout).to.match(/Sent openSale\(\): 0x\w{64}\n✔ Block \d+: Minting is on/);
    expect(first.stdout).to.match(/✔ Block \d+: Price is 0\.07 ETH/);
    expect([await at.contract.isMinting(), await at.contract.FD_PRICE()]).to.deep.equal([
      true,
      parseEther("0.07"),
    ]);
    const block = await at.chain.ethers.provider.getBlockNumber();
    const second = await at.sendLocally(...calls);
    expect(second.status).to.equal(0);
    expect(await at.chain.ethers.provider.getBlockNumber()).to.equal(block);
  });

  it("rejects an account that may not make a call before it sends anything", async () => {
    const block = await at.chain.ethers.provider.getBlockNumber();
    const { status, stderr } = await at.sendLocally("openSale()", "withdrawFunds()");
    expect(status).to.equal(1);
    expect(stderr).to.contain(
      `Nothing was sent: withdrawFunds() has to come from ${at.accounts.withdrawer} (withdrawer)`,
    );
    expect(await at.chain.ethers.provider.getBlockNumber()).to.equal(block);
  });

  it("rejects toggleMint, and --send without --network or the reverse", async () => {
    const bare = await at.call("toggleMint()", "--send", "--network", "localhost");
    expect(bare.stderr).to.contain("Use 'openSale()' or 'closeSale()'");
    expect((await at.call("openSale()", "--send")).stderr).to.contain("go together");
    expect((await at.call("openSale()", "--network", "remote")).stderr).to.contain("go together");
  });

  it("requires interactive confirmation to renounce the ownership", async () => {
    const { status, stderr } = await at.sendLocally("renounceOwnership()", "--yes");
    expect(status).to.equal(1);
    expect(stderr).to.contain("renounceOwnership() needs a person to confirm it");
    expect(await at.contract.owner()).to.equal(at.accounts.owner);
  });

  /** Runs the command after its connection to a chain with this ID. */
  async function dispatchOf(chainId: number, ...texts: string[]) {
    const deployer = await at.chain.ethers.getSigner(at.accounts.owner);
    const { provider } = at.chain.ethers;
    const network: DeploymentNetwork = { name: "test", chainId, provider, deployer };
    const place = { client: clientOf(network), chainId, contract: at.address as `0x${string}` };
    const orders = texts.map(readOrder);
    const steps = await simulateOrders(place.client, await readCollectionState(place), orders);
    const said: string[] = [];
    const output = { log: (text: unknown) => void said.push(String(text)) };
    return { network, steps, said, send: () => sendOrders(network, place, orders, output) };
  }

  function messageOf(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => "none",
      (error: Error) => error.message,
    );
  }

  it("requires confirmation except on the local chain, and accepts only the whole word", async () => {
    const outcome = async (chainId: number, response?: string, options = {}) => {
      const { network } = await dispatchOf(chainId, "openSale()");
      return messageOf(
        confirmSending({ network, yes: false, prompt: async () => response, ...options }),
      );
    };
    const renounce = { isRenouncing: true, yes: true };
    expect(await outcome(7_777)).to.contain("To send without asking, add --yes");
    expect(await outcome(7_777, "no")).to.equal("Nothing was sent.");
    expect(await outcome(7_777, "yes")).to.equal("none");
    expect(await outcome(7_777, undefined, { yes: true })).to.equal("none");
    expect(await outcome(7_777, "yes", renounce)).to.equal("Nothing was sent.");
    expect(await outcome(7_777, "renounce for ever", renounce)).to.equal("none");
    expect(await outcome(31_337)).to.equal("none");
  });

  it("rejects Hardhat's accounts on another chain, as sender or in a role", async () => {
    const local = await dispatchOf(31_337, `adjustSigner(${at.accounts.friend})`);
    expect(await messageOf(assertRightSender(local.network, local.steps))).to.equal("none");
    const foreign = await dispatchOf(7_777, "openSale()");
    expect(await messageOf(assertRightSender(foreign.network, foreign.steps))).to.contain(
      `the sender ${at.accounts.owner} is one of Hardhat's accounts`,
    );
    // A sender of one's own, which owns the collection.
    const address = getAddress(Wallet.createRandom().address);
    // A later call of the same role does not hide it.
    const { network, steps } = await dispatchOf(
      7_777,
      `adjustSigner(${at.accounts.friend})`,
      `adjustSigner(${address})`,
    );
    const rejection = assertRightSender(
      // Safety: only its address is read.
      { ...network, deployer: { address } as DeploymentNetwork["deployer"] },
      steps.map((step) => ({ ...step, sender: { ...step.sender, address } })),
    );
    expect(await messageOf(rejection)).to.contain(`the signer ${at.accounts.friend} is`);
  });

  it("does not reject a call of another account that would change nothing", async () => {
    const { network, steps } = await dispatchOf(31_337, "withdrawFunds()");
    expect(await messageOf(assertRightSender(network, steps))).to.contain("has to come from");
    const done = steps.map((step) => ({ ...step, isNeeded: false }));
    expect(await messageOf(assertRightSender(network, done))).to.equal("none");
  });

  it("expects nobody to send the owner's calls after the ownership is renounced", async () => {
    const { steps } = await dispatchOf(31_337, "renounceOwnership()", "openSale()");
    const senders = steps.map(({ sender }) => sender.address);
    expect(senders).to.deep.equal([at.accounts.owner, undefined]);
  });

  it("sends nothing while transactions of the account are pending", async () => {
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

  it("does not toggle minting that somebody else has toggled in the meantime", async () => {
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
