import { account } from "../../support/api/apiFixture.ts";
import { faults, startFaultyRpc } from "../../support/api/faultyRpc.ts";
import { minter, useMintCommand } from "../../support/commands/mintCommand.ts";
import { expectTranscript, itPrints } from "../../support/commands/transcript.ts";

describe("npm run trace", () => {
  const at = useMintCommand();

  itPrints("prints a transaction's or call's trace, or why there is none", async () => {
    const coin = await at.fixture.chain.ethers.deployContract("Coin", [0]);
    await coin.mint(at.fixture.address, 3n);
    await using node = await startFaultyRpc(at.fixture.chain.url);
    node.behave(faults.answers({ blockNumber: null }, "eth_getTransactionByHash"));
    const names = {
      early: node.url,
      coin: await coin.getAddress(),
      ...{ minter, mint: await at.mintOnce(2n), unknown: `0x${"11".repeat(32)}` },
      deployment: at.fixture.contract.deploymentTransaction()?.hash ?? "",
      ...{ signer: account(1).address, collection: at.fixture.address },
    };
    await expectTranscript("trace", { run: (words) => at.trace(...words), names });
  });
});
