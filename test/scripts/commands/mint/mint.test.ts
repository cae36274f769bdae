import { expect } from "chai";
import { localSignerKey } from "#protocol/chain/localWorld";
import { checkAuthorization } from "#protocol/wire/mintAuthorization";
import { readAuthorization } from "#sale/readAuthorization";
import { account } from "../../../support/api/apiFixture.ts";
import { faults, startFaultyRpc } from "../../../support/api/faultyRpc.ts";
import { use } from "../../../support/api/mintFixture.ts";
import { keep, minter, useMintCommand } from "../../../support/commands/mintCommand.ts";
import { expectTranscript, itPrints } from "../../../support/commands/transcript.ts";

describe("npm run mint", () => {
  const at = useMintCommand();

  itPrints("prints authorizations, their errors, and the rules that prevent a mint", async () => {
    const firstBlock = await at.fixture.chain.ethers.provider.getBlockNumber();
    const [valid, used] = [
      await at.issue("--transaction-id", "gate"),
      await at.issue("--transaction-id", "used"),
    ];
    await use(at.fixture, used);
    const known = { ...at.environment };
    const forged = { ...valid, qty: "3" };
    const unsigned = { ...valid, signature: `0x${"00".repeat(65)}` };
    await using node = await startFaultyRpc(at.fixture.chain.url);
    node.behave(faults.dropsTheConnection("eth_getTransactionByHash"));
    const { provider } = at.fixture.chain.ethers;
    await provider.send("hardhat_mine", ["0x2"]);
    await provider.send("hardhat_setBalance", [minter, "0x29a2241af62c0000"]);
    await expectTranscript("mint", {
      run(words, variables) {
        Object.assign(at.environment, known, variables);
        return at.mint(...words);
      },
      names: {
        ...{ minter, other: account(3).address, signer: account(1).address },
        ...{ collection: at.fixture.address, nothing: "/nowhere/authorization.json" },
        forgetful: node.url,
        ...{ valid: await keep(valid), used: await keep(used) },
        ...{ forged: await keep(forged), unsigned: await keep(unsigned) },
        malformed: await keep({ ...valid, qty: 2 }),
        foreign: await keep({ ...valid, chainId: 7_777 }),
      },
      firstBlock,
    });
  });

  it("inspects an authorization and reports settings that changed since it was issued", async () => {
    const signed = await at.issue();
    await at.fixture.contract.changePhase("Ash");
    await at.fixture.contract.adjustSigner(account(9).address);
    await at.fixture.contract.adjustMaxBatch(1);
    await at.fixture.contract.toggleMint();
    const { status, stdout } = await at.mint("inspect", await keep(signed));
    expect(status).to.equal(1);
    expect(stdout.match(/^✘ .*$/gm)).to.deep.equal([
      "✘ The authorization is for the phase “Ember”; the active phase is “Ash”.",
      `✘ The authorization is signed by ${account(1).address}; the collection's signer is ${account(9).address}.`,
      "✘ Minting is off. Wait until the collection's owner turns it on.",
      "✘ The maximum per mint is 1; the quantity is 2.",
    ]);
  });

  describe("issue", () => {
    it("uses a new transaction ID for each authorization without --transaction-id", async () => {
      await use(at.fixture, await at.issue("--transaction-id", ""));
      const [one, two] = [await at.issue(), await at.issue()];
      expect(one.transactionID).not.to.equal(two.transactionID);
      for (const { transactionID } of [one, two]) {
        expect(transactionID).to.match(new RegExp(`^Ember/${minter}/[\\da-f-]{36}$`));
      }
    });

    it("signs with MINT_SIGNER_KEY, and warns if that is not the collection's signer", async () => {
      const { privateKey } = account(9).getHdKey();
      at.environment.MINT_SIGNER_KEY = `0x${Buffer.from(privateKey ?? []).toString("hex")}`;
      const { status, stdout, stderr } = await at.mint("issue", "--wallet", minter, "--qty", "1");
      const { signer } = await checkAuthorization(readAuthorization(stdout));
      expect({ status, signer }).to.deep.equal({ status: 1, signer: account(9).address });
      expect(stderr).to.contain(account(9).address).and.contain(account(1).address);
    });

    it("rejects an invalid key without printing it", async () => {
      const key = localSignerKey.slice(0, -1);
      at.environment.MINT_SIGNER_KEY = key;
      const { status, stdout, stderr } = await at.mint("issue", "--wallet", minter, "--qty", "1");
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: "" });
      expect(stderr).to.contain("MINT_SIGNER_KEY must be").and.not.contain(key.slice(2, 20));
    });

    it("requires a key on any chain except the local chain", async () => {
      await using node = await startFaultyRpc(at.fixture.chain.url);
      node.behave(faults.answers("0x1", "eth_chainId"));
      at.environment.RPC_URL = node.url;
      const { status, stderr } = await at.mint("issue", "--wallet", minter, "--qty", "1");
      expect(status).to.equal(1);
      expect(stderr).to.contain("Set MINT_SIGNER_KEY");
    });
  });

  it("reports a failing node without the API key in its URL, and prefers the --rpc endpoint", async () => {
    await using node = await startFaultyRpc(at.fixture.chain.url);
    node.behave(faults.fails({ code: 7, message: "/v3/0123456789abcdef is over quota." }));
    at.environment.RPC_URL = `${node.url}/v3/0123456789abcdef`;
    const issue = ["issue", "--wallet", minter, "--qty", "1"];
    expect(await at.mint(...issue)).to.deep.equal({
      ...{ status: 1, stdout: "" },
      stderr:
        "Can't read the chain: RPC Request failed. /v3/… is over quota. Check RPC_URL or --rpc.\n",
    });
    expect((await at.mint(...issue, "--rpc", at.fixture.chain.url)).status).to.equal(0);
  });
});
