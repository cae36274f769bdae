import { expect } from "chai";
import type { SignedMintAuthorization } from "#protocol/responses";
import { account } from "../../support/api/apiFixture.ts";
import { use } from "../../support/api/mintFixture.ts";
import { keep, useMintCommand } from "../../support/commands/mintCommand.ts";

const other = account(3).address;

describe("npm run mint -- inspect", () => {
  const at = useMintCommand();
  const inspect = async (content: unknown, ...args: string[]) =>
    at.mint("inspect", await keep(content), ...args);

  it("reports the block and the transaction that used the authorization", async () => {
    const signed = await at.issue();
    await use(at.fixture, await at.issue());
    await use(at.fixture, signed);
    const block = await at.fixture.chain.ethers.provider.getBlock("latest");
    const receipt = { blockNumber: block?.number, hash: block?.transactions[0] };
    await use(at.fixture, await at.issue());
    const { status, stdout } = await inspect(signed);
    expect(status).to.equal(1);
    expect(stdout).to.contain(
      `✘ It was used in block ${receipt.blockNumber} by transaction ${receipt.hash}.`,
    );
  });

  const changes: Record<string, [change: Partial<SignedMintAuthorization>, says: string]> = {
    "another quantity": [{ qty: "3" }, "Its hash does not match its terms"],
    "another wallet": [{ minter: other }, "Its hash does not match its terms"],
    "the hash of another authorization": [
      { hash: `0x${"11".repeat(32)}` },
      "Its hash does not match its terms",
    ],
    "a signature of zeros": [{ signature: `0x${"00".repeat(65)}` }, "It is signed by nobody"],
  };
  for (const [kind, [change, says]] of Object.entries(changes)) {
    it(`reports ${kind} as invalid`, async () => {
      const { status, stdout } = await inspect({ ...(await at.issue()), ...change });
      expect(status).to.equal(1);
      expect(stdout).to.contain(says);
    });
  }

  it("reports that phase, signer, batch limit and minting have changed since", async () => {
    const signed = await at.issue();
    await at.fixture.contract.changePhase("Ash");
    await at.fixture.contract.adjustSigner(account(9).address);
    await at.fixture.contract.adjustMaxBatch(1);
    await at.fixture.contract.toggleMint();
    const { status, stdout } = await inspect(signed);
    expect(status).to.equal(1);
    expect(stdout.match(/^✘ .*$/gm)).to.deep.equal([
      "✘ It is for the phase “Ember”; the active phase is “Ash”.",
      `✘ It is signed by ${account(1).address}; the collection's signer is ${account(9).address}.`,
      "✘ Minting is off. Wait until the collection's owner turns it on.",
      "✘ The maximum per mint is 1; the quantity is 2.",
    ]);
  });

  it("reports the invalid field of a malformed authorization in one sentence", async () => {
    const { status, stderr } = await inspect({ ...(await at.issue()), qty: 2 });
    expect(status).to.equal(1);
    expect(stderr).to.match(/^The field "qty" must be [^.]*\.\n$/);
  });
});
