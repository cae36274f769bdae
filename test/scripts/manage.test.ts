import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parseEther, Wallet, ZeroAddress } from "ethers";
import type { FringeDrifters } from "#chain/FringeDrifters";
import type { DeploymentNetwork } from "../../scripts/cli/deploy/network.ts";
import { type Order, readOrder } from "../../scripts/cli/manage/orders.ts";
import { runManage } from "../../scripts/cli/manage/runManage.ts";
import {
  clientOf,
  confirmSending,
  refuseWrongSender,
  sendSteps,
} from "../../scripts/cli/manage/send.ts";
import { simulateOrders } from "../../scripts/cli/manage/simulateOrders.ts";
import { readStanding } from "../../scripts/cli/manage/standing.ts";
import { type LocalChain, startLocalChain } from "../../scripts/world/chain/localChain.ts";
import { temporaryFolder } from "../api/apiFixture.ts";
import { askNobody, connectAnew, runHere, withEnvironment } from "../support/commandHere.ts";
import { runScript } from "../support/runScript.ts";

const root = join(import.meta.dirname, "..", "..");

// “First Dust” has 1–10, three minted, and is sold for 0.08 ether; minting is off; 0.5 ether are held.
describe("npm run manage", () => {
  let chain: LocalChain;
  let contract: FringeDrifters;
  let address: string;
  let accounts: Record<"owner" | "signer" | "withdrawer" | "friend", string>;
  let beginning: string;

  before(async () => {
    chain = await startLocalChain();
    const [owner, signer, withdrawer, friend] = await chain.ethers.getSigners();
    if (!owner || !signer || !withdrawer || !friend) throw new Error("There are no accounts.");
    accounts = {
      owner: owner.address,
      signer: signer.address,
      withdrawer: withdrawer.address,
      friend: friend.address,
    };
    const parts = ["https://drifters.example/", signer.address];
    contract = await chain.ethers.deployContract("FringeDrifters", parts, owner);
    address = await contract.getAddress();
    await contract.adjustPhases("First Dust", 1, 11);
    await contract.gift("First Dust", Array<string>(3).fill(friend.address));
    await contract.changePhase("First Dust");
    await contract.changeWithdrawer(withdrawer.address);
    await send("hardhat_setBalance", [address, hex(parseEther("0.5"))]);
  });
  beforeEach(async () => {
    beginning = await send("evm_snapshot", []);
  });
  afterEach(() => send("evm_revert", [beginning]));
  after(() => chain.close());

  const send = (method: string, params: unknown[]) => chain.ethers.provider.send(method, params);
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  const environment = () => ({ RPC_URL: chain.url, CONTRACT_ADDRESS: address });

  const tools = { connect: connectAnew, ask: askNobody };
  const run = (...args: string[]) =>
    runHere((output) => runManage(args, environment(), output, tools));

  const call = (...orders: string[]) => run("call", ...orders);

  /** Sends with the node's first account. */
  const sendLocally = (...args: string[]) =>
    withEnvironment(environment(), () => call(...args, "--send", "--network", "localhost"));

  describe("show", () => {
    it("shows the roles, the balance and the sale", async () => {
      const { status, stdout } = await run("show");
      expect(status).to.equal(0);
      expect(stdout.split("\n").map((line) => line.trimEnd())).to.include.members([
        `Contract      ${address}`,
        `Owner         ${accounts.owner}`,
        `Signer        ${accounts.signer}`,
        `Withdrawer    ${accounts.withdrawer}`,
        "Holds         0.5 ether",
        "Minting       off",
        "Active phase  “First Dust”: 1–10, 7 of 10 left",
        "Price         0.08 ether",
        "Max per mint  20",
        "Minted        3 of 10000",
        "Base URI      https://drifters.example/",
      ]);
    });

    it("shows the base URI before any drifter is minted, if a gift can be simulated", async () => {
      const fresh = await chain.ethers.deployContract("FringeDrifters", [
        "ipfs://new/",
        accounts.signer,
      ]);
      const at = ["--contract", await fresh.getAddress()];
      expect((await run("show", ...at)).stdout).to.contain("unknown until a drifter is minted");
      await fresh.getFunction("adjustPhases")("", 7, 9);
      expect((await run("show", ...at)).stdout).to.contain("Base URI      ipfs://new/");
      expect(await fresh.getFunction("totalSupply")()).to.equal(0n);
    });

    it("exits with 1 when there is no collection", async () => {
      const { status, stderr } = await run("show", "--contract", accounts.friend);
      expect(status).to.equal(1);
      expect(stderr).to.contain(`Chain 31337 has no contract at ${accounts.friend}`);
    });
  });

  describe("call", () => {
    const simulated: [order: string, role: "owner" | "withdrawer", effect: () => string][] = [
      ["toggleMint()", "owner", () => "Minting: off → on"],
      ["openSale()", "owner", () => "Minting: off → on"],
      [
        'changePhase("Ember")',
        "owner",
        () => "Active phase: “First Dust” → “Ember”\n   ! Ember has no IDs; all mints stop.",
      ],
      ['adjustPhases("First Dust", 1, 6)', "owner", () => "“First Dust”: 1–10 → 1–5"],
      ["adjustPrice(0.05 ether)", "owner", () => "Price: 0.08 ether → 0.05 ether"],
      [
        "adjustPrice(0)",
        "owner",
        () => "Price: 0.08 ether → 0 ether\n   ! Price 0 makes every mint free.",
      ],
      ["adjustMaxBatch(5)", "owner", () => "Max per mint: 20 → 5"],
      [
        `adjustSigner(${ZeroAddress})`,
        "owner",
        () =>
          `Signer: ${accounts.signer} → nobody\n   ! No wallet can sign for the zero address; all mints stop.`,
      ],
      [
        `changeWithdrawer(${ZeroAddress})`,
        "owner",
        () => `Withdrawer: ${accounts.withdrawer} → ${ZeroAddress}\n   ! Nobody can withdraw`,
      ],
      [
        'setBaseURI("ar://x")',
        "owner",
        () =>
          "Metadata of drifter 1: https://drifters.example/1.json → ar://x1.json\n   ! It does not end with /",
      ],
      [
        `gift("First Dust", [${address0(1)}, ${address0(2)}])`,
        "owner",
        () => "Minted of “First Dust”: 3 → 5\n   ! Not idempotent: send only once.",
      ],
      [
        `transferOwnership(${address0(1)})`,
        "owner",
        () =>
          `Owner: ${accounts.owner} → ${address0(1)}\n   ! IRREVERSIBLE: without the new owner's key`,
      ],
      [
        "renounceOwnership()",
        "owner",
        () => `Owner: ${accounts.owner} → ${ZeroAddress}\n   ! IRREVERSIBLE: afterwards nobody`,
      ],
      ["withdrawFunds()", "withdrawer", () => "Held by the collection: 0.5 ether → 0 ether"],
    ];
    for (const [order, role, effect] of simulated) {
      it(`shows what ${order} changes, and who has to send it`, async () => {
        const { status, stdout } = await call(order, "--new");
        expect(stdout).to.contain(`1. ${order}\n   ${effect()}`);
        expect(stdout).to.contain(`from   ${accounts[role]} (${role})`);
        expect(status).to.equal(0);
      });
    }

    it("shows how many tokens withdrawERC20 would send", async () => {
      const coin = await chain.ethers.deployContract("Coin", [0]);
      await coin.getFunction("mint")(address, 700);
      const token = await coin.getAddress();
      const { stdout } = await call(`withdrawERC20(${token})`);
      expect(stdout).to.contain("700 of its smallest units → 0 of its smallest units");
      expect(stdout).to.contain(`from   ${accounts.withdrawer} (withdrawer)`);
    });

    it("prints the transaction for a wallet, and sends nothing itself", async () => {
      const block = await chain.ethers.provider.getBlockNumber();
      const { stdout } = await call("adjustPrice(0.05 ether)");
      expect(await chain.ethers.provider.getBlockNumber()).to.equal(block);
      const [, from, to, value, data] =
        /from {3}(\S+) .*\n {3}to {5}(\S+)\n {3}value {2}(\d+)\n {3}data {3}(\S+)/.exec(stdout) ??
        [];
      const wallet = await chain.ethers.getSigner(from ?? "");
      await wallet.sendTransaction({ to: to ?? "", value: value ?? "", data: data ?? "" });
      expect(await contract.FD_PRICE()).to.equal(parseEther("0.05"));
    });

    it("prints the error, its cause and its fix for a refused call, and no call data", async () => {
      const { status, stdout } = await call('adjustPhases("First Dust", 1, 2)');
      expect(status).to.equal(1);
      expect(stdout).to.contain("✘ Refused with PhaseEndBelowMinted");
      expect(stdout).to.contain("Choose an end above the phase's last minted ID.");
      expect(stdout).not.to.match(/data|from/);
    });

    it("refuses to withdraw from an address that is not a token", async () => {
      const { status, stdout } = await call(`withdrawERC20(${accounts.friend})`);
      expect(status).to.equal(1);
      expect(stdout).to.contain("FailedToWithdraw");
    });

    it("simulates each call from the account that may send it after the calls before", async () => {
      const { status, stdout } = await call(
        `changeWithdrawer(${accounts.friend})`,
        "withdrawFunds()",
        `transferOwnership(${accounts.signer})`,
        "adjustMaxBatch(3)",
      );
      expect([...stdout.matchAll(/from {3}(\S+)/g)].map(([, from]) => from)).to.deep.equal([
        accounts.owner,
        accounts.friend,
        accounts.owner,
        accounts.signer,
      ]);
      expect(status).to.equal(0);
    });

    it("refuses every call of the owner after renounceOwnership", async () => {
      const { status, stdout } = await call("renounceOwnership()", "adjustMaxBatch(3)");
      expect(status).to.equal(1);
      expect(stdout).to.contain(
        "2. adjustMaxBatch(3)\n   ✘ Refused with OwnableUnauthorizedAccount",
      );
    });

    it("skips calls that would change nothing, so opening a sale twice does not close it", async () => {
      const { status, stdout } = await call("openSale()", "openSale()", "adjustMaxBatch(20)");
      expect(stdout).to.contain("2. openSale()\n   Minting: on already. Nothing to send.");
      expect(stdout).to.contain("3. adjustMaxBatch(20)\n   Max per mint: 20 already.");
      expect(stdout.match(/data {3}/g)).to.have.length(1);
      expect(status).to.equal(0);
      expect((await call("closeSale()")).stdout).to.contain("Minting: off already.");
    });

    it("warns about each call based on the state after the calls before it", async () => {
      const ember = ['adjustPhases("Ember", 20, 30)', 'changePhase("Ember")'];
      const { stdout } = await call(...ember, "--new");
      expect(stdout).to.contain("“First Dust” → “Ember”\n   ! Authorisations for another phase");
      const opened = await call('adjustPhases("First Dust", 1, 4)', "openSale()");
      expect(opened.stdout).to.contain("Minting: off → on\n   ! First Dust is sold out.");
    });

    for (const order of ['changePhase("Fist Dust")', `gift("fist dust", [${address0(1)}])`]) {
      it(`refuses ${order} of a phase that does not exist, and names the closest`, async () => {
        const { status, stderr } = await call(order);
        expect(stderr).to.contain("; the closest is “First Dust”. Nothing was sent: correct the");
        expect(status).to.equal(1);
      });
    }

    it("says whether the new owner has proved its key", async () => {
      const warned = await call(`transferOwnership(${Wallet.createRandom().address})`);
      expect(warned.stdout).to.contain("THE NEW OWNER HAS NEVER SENT A TRANSACTION");
      const friend = await chain.ethers.getSigner(accounts.friend);
      await friend.sendTransaction({ to: accounts.friend });
      const proven = await call(`transferOwnership(${accounts.friend})`);
      expect(proven.stdout).to.contain("Somebody has the new owner's key");
      expect((await call(`transferOwnership(${address})`)).stdout).to.contain("is a contract");
    });

    it("refuses text that is not a call, and lists the calls", async () => {
      const unknown = await call("openTheSale()");
      expect(unknown.status).to.equal(2);
      expect(unknown.stderr).to.contain("none of openSale(), closeSale() and the calls of owner");
      const mistyped = await call(`adjustSigner(${accounts.signer.replace("7", "8")})`);
      expect(mistyped.stderr).to.contain("does not fit adjustSigner(address newSigner)");
      expect((await call('gift("First Dust", 0x12)')).stderr).to.contain("does not fit gift(");
      expect((await run("call")).stderr).to.contain("Usage: npm run manage");
    });

    it("prints the same as JSON with --json", async () => {
      const told = JSON.parse((await call("openSale()", "--json")).stdout);
      expect(told.calls).to.deep.equal([
        {
          order: "openSale()",
          isNeeded: true,
          subject: "Minting",
          before: "off",
          after: "on",
          remarks: ["toggleMint flips the setting: send it only once, while minting is off."],
          call: "toggleMint()",
          from: accounts.owner,
          role: "owner",
          to: address,
          value: "0",
          data: contract.interface.encodeFunctionData("toggleMint"),
        },
      ]);
    });
  });

  describe("call --safe", () => {
    it("writes the needed calls for one account's Safe", async () => {
      const file = join(await temporaryFolder(), "batch.json");
      const { stderr } = await call("openSale()", "adjustMaxBatch(20)", "--safe", file);
      expect(stderr).to.contain(`Written to ${file}`).and.to.contain(accounts.owner);
      const batch = JSON.parse(await readFile(file, "utf8"));
      const data = contract.interface.encodeFunctionData("toggleMint");
      expect(batch.chainId).to.equal("31337");
      expect(batch.transactions).to.deep.equal([{ to: address, value: "0", data }]);
    });

    it("writes no file for two accounts, for a refused call, or for no call", async () => {
      const file = join(await temporaryFolder(), "batch.json");
      const two = await call("openSale()", "withdrawFunds()", "--safe", file);
      expect(two.stderr).to.contain("Make a file for each account");
      const refused = await call(`transferOwnership(${ZeroAddress})`, "--safe", file);
      expect(refused.stderr).to.contain("the contract refuses a call");
      expect((await call("closeSale()", "--safe", file)).stderr).to.contain("Nothing to send");
      expect(await readFile(file, "utf8").catch(() => "none")).to.equal("none");
    });
  });

  describe("call --send", () => {
    /** The command itself, in a process of its own where nobody is at a terminal. */
    async function sendByProcess(...args: string[]) {
      const config = { HARDHAT_CONFIG: join(root, "hardhat.config.ts") };
      return runScript(
        "scripts/cli/manage.ts",
        ["call", ...args, "--send", "--network", "localhost"],
        {
          cwd: await temporaryFolder(),
          environment: { PATH: process.env.PATH ?? "", ...environment(), ...config },
        },
      );
    }

    it("sends, verifies each effect on the chain, and sends nothing the second time", async () => {
      const first = await sendByProcess("openSale()", "adjustPrice(0.07 ether)");
      expect(first).to.include({ status: 0, stderr: "" });
      expect(first.stdout).to.match(/Sent openSale\(\): 0x\w{64}\n✔ Block \d+: Minting is on/);
      expect(first.stdout).to.match(/✔ Block \d+: Price is 0\.07 ether/);
      expect([await contract.isMinting(), await contract.FD_PRICE()]).to.deep.equal([
        true,
        parseEther("0.07"),
      ]);
      const block = await chain.ethers.provider.getBlockNumber();
      const second = await sendLocally("openSale()", "adjustPrice(0.07 ether)");
      expect(second.status).to.equal(0);
      expect(await chain.ethers.provider.getBlockNumber()).to.equal(block);
    });

    it("refuses an account that may not make the call before it sends anything", async () => {
      const block = await chain.ethers.provider.getBlockNumber();
      const { status, stderr } = await sendLocally("openSale()", "withdrawFunds()");
      expect(status).to.equal(1);
      expect(stderr).to.contain(
        `Nothing was sent: withdrawFunds() has to come from ${accounts.withdrawer} (withdrawer)`,
      );
      expect(await chain.ethers.provider.getBlockNumber()).to.equal(block);
    });

    it("refuses toggleMint, and --send without --network or the reverse", async () => {
      const bare = await call("toggleMint()", "--send", "--network", "localhost");
      expect(bare.stderr).to.contain("Say 'openSale()' or 'closeSale()'");
      expect((await call("openSale()", "--send")).stderr).to.contain("go together");
      expect((await call("openSale()", "--network", "remote")).stderr).to.contain("go together");
    });

    it("requires a person's confirmation to renounce the ownership", async () => {
      const { status, stderr } = await sendByProcess("renounceOwnership()", "--yes");
      expect(status).to.equal(1);
      expect(stderr).to.contain("renounceOwnership() takes a person");
      expect(await contract.owner()).to.equal(accounts.owner);
    });

    /** What the command does once it is connected, on a chain with this id. */
    async function dispatchOf(chainId: number, ...texts: string[]) {
      const deployer = await chain.ethers.getSigner(accounts.owner);
      const { provider } = chain.ethers;
      const network: DeploymentNetwork = { name: "test", chainId, provider, deployer };
      const place = { client: clientOf(network), chainId, contract: address as `0x${string}` };
      const orders: Order[] = texts.map(readOrder);
      const block = BigInt(await provider.getBlockNumber());
      const steps = await simulateOrders(place.client, await readStanding(place, block), orders);
      const said: string[] = [];
      const tell = (text: unknown) => void said.push(String(text));
      const output = { log: tell, error: tell };
      return { network, place, steps, yes: false, ask: askNobody, said, output };
    }

    function refusalOf(work: Promise<void>): Promise<string> {
      return work.then(
        () => "none",
        (error: Error) => error.message,
      );
    }

    it("asks for confirmation except on the local chain, and sends nothing without a terminal", async () => {
      const dispatch = await dispatchOf(7_777, "openSale()");
      expect(await confirmSending(dispatch)).to.equal(false);
      expect(dispatch.said.join()).to.contain("To send without asking, add --yes");
      expect(await confirmSending({ ...dispatch, yes: true })).to.equal(true);
    });

    it("refuses Hardhat's accounts on another chain, as sender or in a role", async () => {
      const local = await dispatchOf(31_337, `adjustSigner(${accounts.friend})`);
      expect(await refusalOf(refuseWrongSender(local))).to.equal("none");
      const foreign = await dispatchOf(7_777, "openSale()");
      expect(await refusalOf(refuseWrongSender(foreign))).to.contain(
        `${accounts.owner} is one of Hardhat's accounts`,
      );
    });

    it("refuses to send while transactions of the account are pending", async () => {
      const dispatch = await dispatchOf(31_337, "openSale()");
      await send("evm_setAutomine", [false]);
      try {
        await dispatch.network.deployer?.sendTransaction({ to: accounts.friend });
        expect(await refusalOf(refuseWrongSender(dispatch))).to.contain(
          "has 1 pending transaction.",
        );
      } finally {
        await send("evm_mine", []);
        await send("evm_setAutomine", [true]);
      }
    });

    it("does not toggle minting that somebody else has toggled in the meantime", async () => {
      const dispatch = await dispatchOf(31_337, "openSale()");
      await contract.toggleMint();
      await sendSteps(dispatch);
      expect(await contract.isMinting()).to.equal(true);
      expect(dispatch.said).to.deep.equal([]);
    });

    it("stops at a call that the contract has begun to refuse", async () => {
      const dispatch = await dispatchOf(31_337, 'adjustPhases("First Dust", 1, 4)', "openSale()");
      await contract.gift("First Dust", [accounts.friend]);
      expect(await refusalOf(sendSteps(dispatch))).to.contain("now refused: PhaseEndBelowMinted");
      expect(await contract.isMinting()).to.equal(false);
    });
  });
});

/** An address that nobody has. */
function address0(last: number): string {
  return `0x000000000000000000000000000000000000000${last}`;
}
