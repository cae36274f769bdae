import { expect } from "chai";
import { account } from "../../support/api/apiFixture.ts";
import { minter, useMintCommand } from "../../support/commands/mintCommand.ts";
import { expectTranscript } from "../../support/commands/transcript.ts";

const nobody = "0x0000000000000000000000000000000000000000";

describe("npm run trace", () => {
  const at = useMintCommand();

  it("shows calls and events of a mint of 20", async () => {
    const { status, stdout } = await at.trace(await at.mintOnce(20n));
    expect(status).to.equal(0);
    const [call = "", ...rest] = stdout.trimEnd().split("\n");
    expect(call).to.match(
      /^FringeDrifters\.FringeMint\(hash: 0x\w{64}, signature: 0x\w{16}…\w{8}, transactionID: "7", qty: 20\) with 1\.6 ETH \[[\d,]+ gas\]$/,
    );
    expect(rest).to.deep.equal([
      "├─ staticcall ecrecover() [3,000 gas]",
      ...Array.from({ length: 20 }, (_, index) => {
        const branch = index === 19 ? "└─" : "├─";
        return `${branch} event Transfer(from: ${nobody}, to: ${minter}, tokenId: ${index + 1})`;
      }),
    ]);
  });

  it("prints the trace of a transaction or a call, or why there is none", async () => {
    const names = {
      ...{ minter, mint: await at.mintOnce(2n), unknown: `0x${"11".repeat(32)}` },
      ...{ signer: account(1).address, collection: at.fixture.address },
    };
    await expectTranscript("trace", { run: (words) => at.trace(...words), names });
  });

  it("decodes the constructor's arguments of a deployment", async () => {
    const { hash = "" } = at.fixture.contract.deploymentTransaction() ?? {};
    const { stdout } = await at.trace(hash);
    expect(stdout).to.match(
      new RegExp(
        `^create FringeDrifters\\.constructor\\(baseURI: "", startingSignerAddress: ${account(1).address}\\)`,
      ),
    );
  });
});
