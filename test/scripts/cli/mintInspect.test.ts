import { expect } from "chai";
import { account } from "../../support/api/apiFixture.ts";
import { keep, useMintCommand } from "../../support/commands/mintCommand.ts";

describe("npm run mint -- inspect", () => {
  const at = useMintCommand();
  const inspect = async (content: unknown, ...args: string[]) =>
    at.mint("inspect", await keep(content), ...args);

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
});
