import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { hexToBigInt, isHex } from "viem";
import { localSignerKey } from "#protocol/localWorld";
import type { RuleResult } from "#protocol/sale/evaluateRules";
import { mintRules } from "#protocol/sale/mintRules";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import {
  checkAuthorization,
  type SignedMintAuthorization,
} from "#protocol/sale/signedAuthorization";
import { runMint } from "../../scripts/cli/mint/runMint.ts";
import { account, temporaryFolder } from "../api/apiFixture.ts";
import { type Fault, faults, startFaultyRpc } from "../api/faultyRpc.ts";
import { openMintFixture, use } from "../api/mintFixture.ts";
import { runScript } from "../support/runScript.ts";

const [minter, other] = [account(2).address, account(3).address];

describe("npm run mint", () => {
  let fixture: Awaited<ReturnType<typeof openMintFixture>>;
  let environment: Record<string, string | undefined>;
  let contract: string;
  let untouched: string;
  before(async () => {
    fixture = await openMintFixture();
    contract = await fixture.contract.getAddress();
  });
  after(() => fixture.close());
  beforeEach(async () => {
    untouched = await fixture.chain.ethers.provider.send("evm_snapshot", []);
    environment = { RPC_URL: fixture.chain.url, CONTRACT_ADDRESS: contract };
  });
  afterEach(() => fixture.chain.ethers.provider.send("evm_revert", [untouched]));

  /** Runs a command in this process. */
  const mint = async (...args: string[]) => {
    const [stdout, stderr]: [string[], string[]] = [[], []];
    const output = {
      log: (...words: unknown[]) => void stdout.push(words.join(" ")),
      error: (...words: unknown[]) => void stderr.push(words.join(" ")),
    };
    const status = await runMint(args, environment, output);
    return { status, stdout: stdout.join("\n"), stderr: stderr.join("\n") };
  };
  const issue = async (...args: string[]) => {
    const { stdout } = await mint("issue", "--to", minter, "--qty", "2", ...args);
    return readAuthorization(stdout);
  };
  const keep = async (content: unknown) => {
    const file = join(await temporaryFolder(), "authorization.json");
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const inspect = async (content: unknown, ...args: string[]) =>
    mint("inspect", await keep(content), ...args);

  describe("issue", () => {
    it("signs an authorisation for the current phase that the contract accepts", async () => {
      const outcome = await mint("issue", "--to", minter, "--qty", "2");
      expect(outcome).to.include({ status: 0, stderr: "" });
      const signed = readAuthorization(outcome.stdout);
      expect(signed).to.include({ minter, qty: "2", phase: "Ember", contract, chainId: 31_337 });
      expect(await use(fixture, signed)).to.deep.equal([1n, 2n]);
    });

    it("gives each a new transaction ID unless one is given", async () => {
      const [one, two] = [await issue(), await issue()];
      expect(one.transactionID).not.to.equal(two.transactionID);
      expect((await issue("--transaction-id", "gate 7")).transactionID).to.equal("gate 7");
    });

    it("prints one line with --json", async () => {
      const { stdout } = await mint("issue", "--to", minter, "--qty", "1", "--json");
      expect(stdout).to.match(/^\{.*\}$/);
    });

    it("signs with MINT_SIGNER_KEY, and warns if that is not the collection's signer", async () => {
      const { privateKey } = account(9).getHdKey();
      environment.MINT_SIGNER_KEY = `0x${Buffer.from(privateKey ?? []).toString("hex")}`;
      const { status, stdout, stderr } = await mint("issue", "--to", minter, "--qty", "1");
      const { signer } = await checkAuthorization(readAuthorization(stdout));
      expect({ status, signer }).to.deep.equal({ status: 1, signer: account(9).address });
      expect(stderr).to.contain(account(9).address).and.contain(account(1).address);
    });

    const refused: {
      when: string;
      args: string[];
      prepare?: () => Promise<unknown>;
      says: string;
    }[] = [
      { when: "for another phase", args: ["--phase", "Ash"], says: "the active phase is “Ember”" },
      {
        when: "while minting is off",
        args: [],
        prepare: () => fixture.contract.toggleMint(),
        says: "Minting is off",
      },
      {
        when: "of more than one mint may have",
        args: [],
        prepare: () => fixture.contract.adjustMaxBatch(1),
        says: "The maximum per mint is 1",
      },
      {
        when: "under an id that was used",
        args: ["--transaction-id", "used"],
        prepare: async () => use(fixture, await issue("--transaction-id", "used")),
        says: "has been used",
      },
    ];
    for (const { when, args, prepare, says } of refused) {
      it(`signs ${when}, and warns that the contract rejects it now`, async () => {
        await prepare?.();
        const { status, stdout, stderr } = await mint(
          "issue",
          "--to",
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

    it("refuses an invalid key without printing it", async () => {
      const key = localSignerKey.slice(0, -1);
      environment.MINT_SIGNER_KEY = key;
      const { status, stdout, stderr } = await mint("issue", "--to", minter, "--qty", "1");
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: "" });
      expect(stderr).to.contain("MINT_SIGNER_KEY must be").and.not.contain(key.slice(2, 20));
    });

    it("requires a key on any chain except the local one", async () => {
      await using node = await startFaultyRpc(fixture.chain.url);
      node.behave(faults.answers("0x1", "eth_chainId"));
      environment.RPC_URL = node.url;
      const { status, stderr } = await mint("issue", "--to", minter, "--qty", "1");
      expect(status).to.equal(1);
      expect(stderr).to.contain("Set MINT_SIGNER_KEY");
    });

    it("signs with the local world's key on the local chain", async () => {
      const { signer } = await checkAuthorization(await issue());
      expect(signer).to.equal((await fixture.chain.ethers.getSigners())[1]?.address);
    });

    it("ignores the mint policy", async () => {
      environment.MINT_SIGNER_KEY = localSignerKey;
      environment.MINT_POLICY = "/nowhere";
      expect((await issue()).qty).to.equal("2");
    });

    for (const args of [
      ["--qty", "1"],
      ["--to", minter],
      ["--to", "0x1", "--qty", "1"],
      ["--to", `0x${"0".repeat(40)}`, "--qty", "1"],
      ["--to", minter, "--qty", "0"],
      ["--to", minter, "--qty", "1.5"],
      ["--to", minter, "--qty", "1", "--transaction-id", "7"],
      ["--to", minter, "--qty", "1", "--price", "0"],
      ["--to", minter, "--qty", "1", "--contract", "here"],
      ["--to", minter, "--qty", "1", "--rpc", "ftp://node"],
    ]) {
      it(`refuses ${args.join(" ").replaceAll(minter, "0xA")}`, async () => {
        const { status, stdout, stderr } = await mint("issue", ...args);
        expect({ status, stdout }).to.deep.equal({ status: 2, stdout: "" });
        expect(stderr).not.to.equal("");
      });
    }
  });

  describe("explain", () => {
    it("reports that a wallet can mint, with each rule's figures", async () => {
      const file = await keep(await issue());
      const { status, stdout } = await mint(
        ...["explain", "--wallet", minter, "--qty", "2", "--authorization", file],
      );
      expect(status).to.equal(0);
      expect(stdout).to.match(new RegExp(`^${minter} can mint 2 of “Ember” at block \\d+\\.\n`));
      expect(stdout).to.contain("✔ The price is paid. 2 × 0.08 ETH is 0.16 ETH;");
      expect(stdout).not.to.match(/^[✘·]/m);
    });

    it("names every rule that prevents a mint, with its fix", async () => {
      await fixture.contract.toggleMint();
      const { status, stdout } = await mint(
        ...["explain", "--wallet", minter, "--qty", "21", "--value", "0.5"],
      );
      expect(status).to.equal(1);
      expect(stdout.match(/^✘ .*?\(\w+/gm)).to.deep.equal([
        "✘ Minting is on (NotMinting",
        "✘ Within the maximum per mint (PastBoundsOfBatchLimit",
        "✘ The mint is authorised (AuthenticationFailed",
        "✘ The price is paid (NotEnoughEth",
      ]);
      expect(stdout).to.contain("    No authorisation is given.\n    → Request an authorisation");
    });

    it("simulates owner calls first, in their order", async () => {
      const { stdout } = await mint(
        ...["explain", "--wallet", minter],
        ...["--what-if", 'adjustPhases("Ember", 9, 8)', "--what-if", "adjustPrice(0.05 ether)"],
      );
      expect(stdout).to.contain('✘ first adjustPhases("Ember", 9, 8): PhaseBoundsReversed(9, 8).');
      expect(stdout).to.contain("✔ first adjustPrice(50000000000000000)");
      expect(stdout).to.contain("1 × 0.05 ETH is 0.05 ETH");
    });

    it("prints the same as JSON with --json", async () => {
      const { status, stdout } = await mint(
        ...["explain", "--wallet", minter, "--what-if", "adjustMaxBatch(7)", "--json"],
      );
      const { canMint, value, results, whatIf } = JSON.parse(stdout);
      expect(whatIf).to.deep.equal([{ call: "adjustMaxBatch(7)" }]);
      expect({ status, canMint, value }).to.deep.equal({
        status: 1,
        canMint: false,
        value: "80000000000000000",
      });
      const told = results.map(({ rule, result }: RuleResult) => `${rule} ${result}`);
      expect(told).to.deep.equal(
        mintRules.map(({ id }) => `${id} ${id === "AuthenticationFailed" ? "failed" : "passed"}`),
      );
    });

    for (const { args, says } of [
      { args: [], says: "Missing --wallet ADDRESS" },
      {
        args: ["--wallet", minter, "--qty", "two"],
        says: '--qty takes a whole number, not "two".',
      },
      { args: ["--wallet", minter, "--value", "1e18"], says: '--value: "1e18" is not an amount' },
      { args: ["--wallet", minter, "--what-if", "mint()"], says: "adjustPrice(uint256 newPrice)" },
      {
        args: ["--wallet", minter, "--what-if", "adjustPrice()"],
        says: "does not fit adjustPrice",
      },
    ]) {
      it(`exits with 2 and the reason for ${args.slice(-1)[0] ?? "no arguments"}`, async () => {
        const { status, stderr } = await mint("explain", ...args);
        expect(status).to.equal(2);
        expect(stderr).to.contain(says);
      });
    }
  });

  describe("inspect", () => {
    it("describes a valid authorisation: minter, signer, and that the contract accepts it", async () => {
      const signed = await issue();
      const { status, stdout } = await inspect(signed, "--wallet", minter, "--qty", "2");
      expect(status).to.equal(0);
      expect(stdout).to.equal(
        [
          `✔ Signed for ${minter}, quantity 2, phase “Ember”, transaction ID “${signed.transactionID}”, on chain 31337 for the contract ${contract}.`,
          "✔ “Ember” is the active phase.",
          `✔ It is signed by ${account(1).address}, the collection's signer.`,
          "✔ Its transaction ID is unused.",
          "The contract accepts it now, from its minter with the price.",
        ].join("\n"),
      );
    });

    it("reports another wallet and another quantity", async () => {
      const { status, stdout } = await inspect(await issue(), "--wallet", other, "--qty", "3");
      expect(status).to.equal(1);
      expect(stdout.match(/^✘ .*$/gm)).to.deep.equal([
        `✘ It is for the wallet ${minter}; you are ${other}.`,
        "✘ It is for 2; you ask for 3.",
      ]);
    });

    it("reports the block and transaction that used it", async () => {
      const signed = await issue();
      await use(fixture, await issue());
      const receipt = await mintAs(signed);
      await use(fixture, await issue());
      const { status, stdout } = await inspect(signed);
      expect(status).to.equal(1);
      expect(stdout).to.contain(
        `✘ It was used in block ${receipt.blockNumber} by transaction ${receipt.hash}.`,
      );
    });

    describe("given a node without historical state", () => {
      /** Fails as full nodes do, for every block but the newest. */
      const forgetful =
        (newest: number): Fault =>
        (call, response) => {
          const at = call.params[1];
          if (call.method !== "eth_call" || !isHex(at) || hexToBigInt(at) >= newest) return false;
          return faults.fails({ code: -32_000, message: "missing trie node" })(call, response);
        };

      it("finds the block among the minter's mints", async () => {
        const signed = await issue();
        const receipt = await mintAs(signed);
        await use(fixture, await issue());
        await using node = await startFaultyRpc(fixture.chain.url);
        node.behave(forgetful(await fixture.chain.ethers.provider.getBlockNumber()));
        const { stdout } = await inspect(signed, "--rpc", node.url);
        expect(stdout).to.contain(`block ${receipt.blockNumber} by transaction ${receipt.hash}.`);
      });

      it("reports that the block is unknown if the node serves no logs either", async () => {
        const signed = await issue();
        await mintAs(signed);
        await use(fixture, await issue());
        const newest = await fixture.chain.ethers.provider.getBlockNumber();
        await using node = await startFaultyRpc(fixture.chain.url);
        const noLogs = faults.fails({ code: -32_005, message: "range too large" }, "eth_getLogs");
        node.behave(async (call, response) =>
          (await noLogs(call, response)) ? true : forgetful(newest)(call, response),
        );
        const { status, stdout } = await inspect(signed, "--rpc", node.url);
        expect(status).to.equal(1);
        expect(stdout).to.contain("This node cannot say in which block it was used");
      });
    });

    const changes: Record<string, [change: Partial<SignedMintAuthorization>, says: string]> = {
      "another quantity": [{ qty: "3" }, "Its hash does not match its terms"],
      "another wallet": [{ minter: other }, "Its hash does not match its terms"],
      "a hash that is not its own": [
        { hash: `0x${"11".repeat(32)}` },
        "Its hash does not match its terms",
      ],
      "a signature of zeros": [{ signature: `0x${"00".repeat(65)}` }, "It is signed by nobody"],
    };
    for (const [kind, [change, says]] of Object.entries(changes)) {
      it(`reports ${kind} as invalid`, async () => {
        const { status, stdout } = await inspect({ ...(await issue()), ...change });
        expect(status).to.equal(1);
        expect(stdout).to.contain(says);
      });
    }

    it("reports that phase, signer, batch limit and minting have changed since", async () => {
      const signed = await issue();
      await fixture.contract.changePhase("Ash");
      await fixture.contract.adjustSigner(account(9).address);
      await fixture.contract.adjustMaxBatch(1);
      await fixture.contract.toggleMint();
      const { status, stdout } = await inspect(signed);
      expect(status).to.equal(1);
      expect(stdout.match(/^✘ .*$/gm)).to.deep.equal([
        "✘ It is for the phase “Ember”; the active phase is “Ash”.",
        `✘ It is signed by ${account(1).address}; the collection's signer is ${account(9).address}.`,
        "✘ Minting is off. Wait until the collection's owner turns it on.",
        "✘ The maximum per mint is 1; the quantity is 2.",
      ]);
    });

    it("reports another contract and another chain", async () => {
      const signed = await issue();
      const { stdout } = await inspect(signed, "--contract", other);
      expect(stdout).to.contain(`✘ It is for the contract ${contract}; this one is ${other}.`);
      const elsewhere = await inspect({ ...signed, chainId: 1 });
      expect(elsewhere.status).to.equal(1);
      expect(elsewhere.stdout).to.contain("✘ This node serves chain 31337; use one of chain 1.");
      const nowhere = await inspect({ ...signed, contract: other });
      expect(nowhere).to.deep.include({ status: 1, stdout: "" });
      expect(nowhere.stderr).to.contain(`no contract at ${other}`);
    });

    it("prints all findings as JSON with --json", async () => {
      const signed = await issue();
      const { blockNumber, hash } = await mintAs(signed);
      const found = JSON.parse((await inspect(signed, "--json")).stdout);
      expect(found).to.deep.include({
        isUsable: false,
        signer: account(1).address,
        usedIn: { blockNumber, transaction: hash },
        authorization: signed,
      });
      expect(found.findings).to.have.length(5);
    });

    it("reports the invalid field of a malformed authorisation in one sentence", async () => {
      const { status, stderr } = await inspect({ ...(await issue()), qty: 2 });
      expect(status).to.equal(1);
      expect(stderr).to.match(/^The field "qty" must be [^.]*\.$/);
    });

    it("exits with 1 for an unreadable file, with 2 for no file or two files", async () => {
      expect(await mint("inspect", "/nowhere")).to.deep.include({ status: 1, stdout: "" });
      expect((await mint("inspect")).status).to.equal(2);
      expect((await mint("inspect", "one", "two")).status).to.equal(2);
    });
  });

  it("reports an unreachable network without the API key in its URL", async () => {
    environment.RPC_URL = "http://127.0.0.1:1/v3/0123456789abcdef";
    const { status, stderr } = await mint("issue", "--to", minter, "--qty", "1");
    expect(status).to.equal(1);
    expect(stderr).to.contain("Can't reach the network").and.not.contain("0123456789abcdef");
  });

  it("prints its usage for --help and on invalid usage", async () => {
    for (const args of [["--help"], ["issue", "--help"]]) {
      const { status, stdout } = await mint(...args);
      expect(status).to.equal(0);
      expect(stdout).to.match(/^Usage: npm run mint/);
    }
    for (const args of [[], ["explode"]]) {
      const { status, stderr } = await mint(...args);
      expect(status).to.equal(2);
      expect(stderr).to.contain("Usage: npm run mint");
    }
  });

  it("inspects in a second process what a first one has issued", async () => {
    const options = {
      cwd: await temporaryFolder(),
      environment: { RPC_URL: fixture.chain.url, CONTRACT_ADDRESS: contract },
    };
    const args = ["issue", "--to", minter, "--qty", "1"];
    const issued = await runScript("scripts/cli/mint.ts", args, options);
    expect(issued.status, issued.stderr).to.equal(0);
    const file = await keep(issued.stdout);
    const inspected = await runScript("scripts/cli/mint.ts", ["inspect", file], options);
    expect(inspected.status, inspected.stdout).to.equal(0);
  });

  async function mintAs(signed: SignedMintAuthorization) {
    await use(fixture, signed);
    const { provider } = fixture.chain.ethers;
    const block = await provider.getBlock("latest");
    const [hash] = block?.transactions ?? [];
    return { blockNumber: block?.number, hash };
  }
});
