import { expect } from "chai";
import { localSignerKey } from "#protocol/localWorld";
import { checkAuthorization } from "#protocol/mintAuthorization";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import { account } from "../../support/api/apiFixture.ts";
import { faults, startFaultyRpc } from "../../support/api/faultyRpc.ts";
import { use } from "../../support/api/mintFixture.ts";
import { keep, minter, useMintCommand } from "../../support/commands/mintCommand.ts";

describe("npm run mint", () => {
  const at = useMintCommand();

  describe("issue", () => {
    it("signs an authorization for the current phase that the contract accepts", async () => {
      const outcome = await at.mint("issue", "--wallet", minter, "--qty", "2");
      expect(outcome).to.include({ status: 0, stderr: "" });
      const signed = readAuthorization(outcome.stdout);
      expect(signed).to.include({
        minter,
        qty: "2",
        phase: "Ember",
        contract: at.fixture.address,
        chainId: 31_337,
      });
      expect(await use(at.fixture, signed)).to.deep.equal([1n, 2n]);
    });

    it("uses a new transaction ID for each authorization unless one is given", async () => {
      const [one, two] = [await at.issue(), await at.issue()];
      expect(one.transactionID).not.to.equal(two.transactionID);
      expect((await at.issue("--transaction-id", "gate 7")).transactionID).to.equal("gate 7");
    });

    it("signs with MINT_SIGNER_KEY, and warns if that is not the collection's signer", async () => {
      const { privateKey } = account(9).getHdKey();
      at.environment.MINT_SIGNER_KEY = `0x${Buffer.from(privateKey ?? []).toString("hex")}`;
      const { status, stdout, stderr } = await at.mint("issue", "--wallet", minter, "--qty", "1");
      const { signer } = await checkAuthorization(readAuthorization(stdout));
      expect({ status, signer }).to.deep.equal({ status: 1, signer: account(9).address });
      expect(stderr).to.contain(account(9).address).and.contain(account(1).address);
    });

    const rejected: {
      when: string;
      args: string[];
      prepare?: () => Promise<unknown>;
      says: string;
    }[] = [
      { when: "for another phase", args: ["--phase", "Ash"], says: "the active phase is “Ember”" },
      {
        when: "while minting is off",
        args: [],
        prepare: () => at.fixture.contract.toggleMint(),
        says: "Minting is off",
      },
      {
        when: "for more than the maximum per mint",
        args: [],
        prepare: () => at.fixture.contract.adjustMaxBatch(1),
        says: "The maximum per mint is 1",
      },
      {
        when: "under an ID that was used",
        args: ["--transaction-id", "used"],
        prepare: async () => use(at.fixture, await at.issue("--transaction-id", "used")),
        says: "has been used",
      },
    ];
    for (const { when, args, prepare, says } of rejected) {
      it(`signs ${when}, and warns that the contract would revert now`, async () => {
        await prepare?.();
        const { status, stdout, stderr } = await at.mint(
          "issue",
          "--wallet",
          minter,
          "--qty",
          "2",
          ...args,
        );
        expect(status).to.equal(1);
        expect(stderr).to.contain(says);
        expect(readAuthorization(stdout).minter).to.equal(minter);
      });
    }

    it("rejects an invalid key without printing it", async () => {
      const key = localSignerKey.slice(0, -1);
      at.environment.MINT_SIGNER_KEY = key;
      const { status, stdout, stderr } = await at.mint("issue", "--wallet", minter, "--qty", "1");
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: "" });
      expect(stderr).to.contain("MINT_SIGNER_KEY must be").and.not.contain(key.slice(2, 20));
    });

    it("requires a key on any chain except the local one", async () => {
      await using node = await startFaultyRpc(at.fixture.chain.url);
      node.behave(faults.answers("0x1", "eth_chainId"));
      at.environment.RPC_URL = node.url;
      const { status, stderr } = await at.mint("issue", "--wallet", minter, "--qty", "1");
      expect(status).to.equal(1);
      expect(stderr).to.contain("Set MINT_SIGNER_KEY");
    });

    for (const args of [
      ["--qty", "1"],
      ["--wallet", minter],
      ["--wallet", "0x1", "--qty", "1"],
      ["--wallet", `0x${"0".repeat(40)}`, "--qty", "1"],
      ["--wallet", minter, "--qty", "0"],
      ["--wallet", minter, "--qty", "1.5"],
      ["--wallet", minter, "--qty", "1", "--transaction-id", "7"],
      ["--wallet", minter, "--qty", "1", "--price", "0"],
      ["--wallet", minter, "--qty", "1", "--contract", "here"],
      ["--wallet", minter, "--qty", "1", "--rpc", "ftp://node"],
    ]) {
      it(`rejects ${args.join(" ").replaceAll(minter, "0xA")}`, async () => {
        const { status, stdout, stderr } = await at.mint("issue", ...args);
        expect({ status, stdout }).to.deep.equal({ status: 2, stdout: "" });
        expect(stderr).not.to.equal("");
      });
    }
  });

  describe("explain", () => {
    it("reports that a wallet can mint, with each rule's figures", async () => {
      const file = await keep(await at.issue());
      const { status, stdout } = await at.mint(
        ...["explain", "--wallet", minter, "--qty", "2", "--authorization", file],
      );
      expect(status).to.equal(0);
      expect(stdout).to.match(new RegExp(`^${minter} can mint 2 of “Ember” at block \\d+\\.\n`));
      expect(stdout).to.contain("✔ The price is paid. 2 × 0.08 ETH is 0.16 ETH;");
      expect(stdout).not.to.match(/^[✘·]/m);
    });

    it("names every rule that prevents a mint, with its fix", async () => {
      await at.fixture.contract.toggleMint();
      const { status, stdout } = await at.mint(
        ...["explain", "--wallet", minter, "--qty", "21", "--value", "0.5"],
      );
      expect(status).to.equal(1);
      expect(stdout.match(/^✘ .*?\(\w+/gm)).to.deep.equal([
        "✘ Minting is on (NotMinting",
        "✘ Within the maximum per mint (PastBoundsOfBatchLimit",
        "✘ The mint is authorized (AuthenticationFailed",
        "✘ The price is paid (NotEnoughEth",
      ]);
      expect(stdout).to.contain("    No authorization is given.\n    → Request an authorization");
    });

    it("simulates owner calls first, in the given order", async () => {
      const { stdout } = await at.mint(
        ...["explain", "--wallet", minter],
        ...["--what-if", 'adjustPhases("Ember", 9, 8)', "--what-if", "adjustPrice(0.05 ether)"],
      );
      expect(stdout).to.contain('✘ first adjustPhases("Ember", 9, 8): PhaseBoundsReversed(9, 8).');
      expect(stdout).to.contain("✔ first adjustPrice(50000000000000000)");
      expect(stdout).to.contain("1 × 0.05 ETH is 0.05 ETH");
    });

    for (const { args, says } of [
      { args: [], says: "Missing --wallet ADDRESS" },
      {
        args: ["--wallet", minter, "--qty", "two"],
        says: '--qty takes a whole number, not "two".',
      },
      { args: ["--wallet", minter, "--value", "1e18"], says: '--value: "1e18" is not an amount' },
      {
        args: ["--wallet", minter, "--what-if", "at.mint()"],
        says: "adjustPrice(uint256 newPrice)",
      },
      {
        args: ["--wallet", minter, "--what-if", "adjustPrice()"],
        says: "Use adjustPrice(uint256 newPrice)",
      },
    ]) {
      it(`exits with 2 and the reason for ${args.slice(-1)[0] ?? "no arguments"}`, async () => {
        const { status, stderr } = await at.mint("explain", ...args);
        expect(status).to.equal(2);
        expect(stderr).to.contain(says);
      });
    }
  });

  it("reports an unreachable network without the API key in its URL", async () => {
    at.environment.RPC_URL = "http://127.0.0.1:1/v3/0123456789abcdef";
    const { status, stderr } = await at.mint("issue", "--wallet", minter, "--qty", "1");
    expect(status).to.equal(1);
    expect(stderr).to.contain("Can't read the chain").and.not.contain("0123456789abcdef");
  });
});
