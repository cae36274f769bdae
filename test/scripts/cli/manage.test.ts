import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";
import { useManageCommand } from "../../support/commands/manageCommand.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("npm run manage", () => {
  const at = useManageCommand();

  describe("show", () => {
    it("shows the roles, the balance and the sale", async () => {
      const { status, stdout } = await at.run("show");
      expect(status).to.equal(0);
      expect(stdout.split("\n").map((line) => line.trimEnd())).to.include.members([
        `Contract      ${at.address}`,
        `Owner         ${at.accounts.owner}`,
        `Signer        ${at.accounts.signer}`,
        `Withdrawer    ${at.accounts.withdrawer}`,
        "Holds         0.5 ETH",
        "Minting       off",
        "Active phase  “First Dust”: 1–10, 7 of 10 left",
        "Price         0.08 ETH",
        "Max per mint  20",
        "Minted        3 of 10000",
        "Base URI      https://site.example/",
      ]);
    });

    it("exits with 1 when there is no collection", async () => {
      const { status, stderr } = await at.run("show", "--contract", at.accounts.friend);
      expect(status).to.equal(1);
      expect(stderr).to.contain(`Chain 31337 has no contract at ${at.accounts.friend}`);
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
      ["adjustPrice(0.05 ether)", "owner", () => "Price: 0.08 ETH → 0.05 ETH"],
      [
        "adjustPrice(0)",
        "owner",
        () => "Price: 0.08 ETH → 0 ETH\n   ! Price 0 makes every mint free.",
      ],
      ["adjustMaxBatch(5)", "owner", () => "Max per mint: 20 → 5"],
      [
        `adjustSigner(${ZeroAddress})`,
        "owner",
        () =>
          `Signer: ${at.accounts.signer} → nobody\n   ! No wallet can sign for the zero address; all mints stop.`,
      ],
      [
        `changeWithdrawer(${ZeroAddress})`,
        "owner",
        () => `Withdrawer: ${at.accounts.withdrawer} → ${ZeroAddress}\n   ! Nobody can withdraw`,
      ],
      [
        'setBaseURI("ar://x")',
        "owner",
        () =>
          "Metadata of token 1: https://site.example/1.json → ar://x1.json\n   ! It does not end with /",
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
          `Owner: ${at.accounts.owner} → ${address0(1)}\n   ! IRREVERSIBLE: without the new owner's key, the collection is lost.\n   ! THE NEW OWNER HAS NEVER SENT`,
      ],
      [
        "renounceOwnership()",
        "owner",
        () => `Owner: ${at.accounts.owner} → ${ZeroAddress}\n   ! IRREVERSIBLE: afterwards nobody`,
      ],
      ["withdrawFunds()", "withdrawer", () => "Held by the collection: 0.5 ETH → 0 ETH"],
    ];
    for (const [order, role, effect] of simulated) {
      it(`shows the effect of ${order}, and who must send it`, async () => {
        const { status, stdout } = await at.call(order, "--new");
        expect(stdout).to.contain(`1. ${order}\n   ${effect()}`);
        expect(stdout).to.contain(`from   ${at.accounts[role]} (${role})`);
        expect(status).to.equal(0);
      });
    }

    it("prints the transaction for a wallet, and sends nothing itself", async () => {
      const block = await at.chain.ethers.provider.getBlockNumber();
      const { stdout } = await at.call("adjustPrice(0.05 ether)");
      expect(await at.chain.ethers.provider.getBlockNumber()).to.equal(block);
      const [, from, to, value, data] =
        /from {3}(\S+) .*\n {3}to {5}(\S+)\n {3}value {2}(\d+)\n {3}data {3}(\S+)/.exec(stdout) ??
        [];
      const wallet = await at.chain.ethers.getSigner(from ?? "");
      await wallet.sendTransaction({ to: to ?? "", value: value ?? "", data: data ?? "" });
      expect(await at.contract.FD_PRICE()).to.equal(parseEther("0.05"));
    });

    it("prints the error, its cause and its fix for a reverting call, and no call data", async () => {
      const { status, stdout } = await at.call('adjustPhases("First Dust", 1, 2)');
      expect(status).to.equal(1);
      expect(stdout).to.contain("✘ Rejected with PhaseEndBelowMinted");
      expect(stdout).to.contain("Choose an end above the phase's last minted ID.");
      expect(stdout).not.to.match(/data|from/);
    });

    it("simulates each call after the previous ones, from the account that may send it", async () => {
      const signer = await at.chain.ethers.getSigner(at.accounts.signer);
      await signer.sendTransaction({ to: at.accounts.friend });
      const { status, stdout } = await at.call(
        `changeWithdrawer(${at.accounts.friend})`,
        "withdrawFunds()",
        `transferOwnership(${at.accounts.signer})`,
        "adjustMaxBatch(3)",
        `transferOwnership(${at.address})`,
      );
      expect(stdout).to.match(
        /! Somebody has the new owner's key:.*! The new owner is a contract:/s,
      );
      expect([...stdout.matchAll(/from {3}(\S+)/g)].map(([, from]) => from)).to.deep.equal([
        at.accounts.owner,
        at.accounts.friend,
        at.accounts.owner,
        at.accounts.signer,
        at.accounts.signer,
      ]);
      expect(status).to.equal(0);
    });

    it("skips calls without effect, so that opening a sale twice does not close it", async () => {
      const { status, stdout } = await at.call("openSale()", "openSale()", "adjustMaxBatch(20)");
      expect(stdout).to.contain("2. openSale()\n   Minting: on already. Nothing to send.");
      expect(stdout).to.contain("3. adjustMaxBatch(20)\n   Max per mint: 20 already.");
      expect(stdout.match(/data {3}/g)).to.have.length(1);
      expect(status).to.equal(0);
      expect((await at.call("closeSale()")).stdout).to.contain("Minting: off already.");
    });

    it("warns about each call based on the state after the previous calls", async () => {
      const ember = ['adjustPhases("Ember", 20, 30)', 'changePhase("Ember")'];
      const { stdout } = await at.call(...ember, "--new");
      expect(stdout).to.contain("“First Dust” → “Ember”\n   ! Authorizations for another phase");
      const opened = await at.call('adjustPhases("First Dust", 1, 4)', "openSale()");
      expect(opened.stdout).to.contain("Minting: off → on\n   ! First Dust is sold out.");
    });

    for (const order of ['changePhase("Fist Dust")', `gift("fist dust", [${address0(1)}])`]) {
      it(`rejects ${order} of a phase that does not exist, and names the closest`, async () => {
        const { status, stderr } = await at.call(order);
        expect(stderr).to.match(
          /^[^\n]*; the closest is “First Dust”. Nothing was sent: correct the/,
        );
        expect(stderr).not.to.contain("network");
        expect(status).to.equal(1);
      });
    }

    it("rejects text that is not a call, and lists the calls", async () => {
      const unknown = await at.call("opnSale()");
      expect(unknown.status).to.equal(2);
      expect(unknown.stderr)
        .to.contain("none of openSale(), closeSale() and the calls of owner")
        .and.contain(". Did you mean openSale?");
      const mistyped = await at.call(`adjustSigner(${at.accounts.signer.replace("7", "8")})`);
      expect(mistyped.stderr).to.contain("address newSigner of adjustSigner: ");
      const { stderr } = await at.call('gift("First Dust", 0x12)');
      expect(stderr).to.contain('of gift: "0x12" is invalid');
    });
  });

  describe("call --safe", () => {
    it("writes the required calls for the Safe of one account", async () => {
      const file = join(await temporaryFolder(), "batch.json");
      const { stderr } = await at.call("openSale()", "adjustMaxBatch(20)", "--safe", file);
      expect(stderr).to.contain(`Written to ${file}`).and.to.contain(at.accounts.owner);
      const batch = JSON.parse(await readFile(file, "utf8"));
      const data = at.contract.interface.encodeFunctionData("toggleMint");
      expect(batch.chainId).to.equal("31337");
      expect(batch.transactions).to.deep.equal([{ to: at.address, value: "0", data }]);
    });

    it("writes no file for two accounts, for a reverting call, or without a call", async () => {
      const file = join(await temporaryFolder(), "batch.json");
      const two = await at.call("openSale()", "withdrawFunds()", "--safe", file);
      expect(two.stderr).to.contain("Write one file per account.");
      const rejected = await at.call(`transferOwnership(${ZeroAddress})`, "--safe", file);
      expect(rejected.stderr).to.contain("the contract rejects a call");
      expect((await at.call("closeSale()", "--safe", file)).stderr).to.contain("Nothing to send");
      expect(await readFile(file, "utf8").catch(() => "none")).to.equal("none");
    });
  });
});

/** An unused address. */
function address0(last: number): string {
  return `0x000000000000000000000000000000000000000${last}`;
}
