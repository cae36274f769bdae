import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { numberToHex } from "viem";
import { apiPaths } from "#protocol/wire/paths";
import type { Checkpoint } from "#protocol/wire/responses";
import { account, signedSave } from "../../../support/api/apiFixture.ts";
import {
  type Fault,
  faults,
  useFaultyRpc,
  withoutStateBefore,
} from "../../../support/api/faultyRpc.ts";
import { useStoryCommands } from "../../../support/commands/storyCommands.ts";
import { expectTranscript, itPrints } from "../../../support/commands/transcript.ts";

describe("npm run verify", () => {
  const at = useStoryCommands();
  const rpc = useFaultyRpc({
    get chain() {
      return at.fixture.chain;
    },
  });

  itPrints(
    "prints the result for each signed revision in a service, a story, a history and a file",
    async () => {
      await at.stories(["export", at.file]);
      const [forged, beyond] = [join(at.folder, "forged.json"), join(at.folder, "beyond.json")];
      const [, , record, removal] = at.records;
      if (record === undefined) throw new Error("There are four.");
      const other = await signedSave(account(3), record.drifterId, "By a stranger.");
      const changes = [
        { narrative: "Forged." },
        { author: account(3).address },
        // The owner received the drifter one block before the save's block.
        { blockNumber: record.blockNumber - 2 },
        { contract: account(4).address },
        { chainId: 1 },
        { signature: record.signature.slice(0, 66) },
        { ...other, author: account(3).address },
      ];
      const all = [...changes.map((change) => ({ ...record, ...change })), removal];
      await writeFile(forged, JSON.stringify(all));
      await writeFile(beyond, JSON.stringify([record, { ...record, blockNumber: 1_000_000 }]));
      const response = await at.api.get(apiPaths.checkpoint);
      const { root } = (await response.json()) as Checkpoint;
      await expectTranscript("verify", {
        run: at.verify,
        names: {
          url: at.api.url,
          file: at.file,
          forged,
          beyond,
          root,
          collection: record.contract,
        },
        firstBlock: record.blockNumber,
      });
    },
  );

  it("proves signed revisions by events if the node lacks old state, and counts these", async () => {
    await at.stories(["export", at.file]);
    const { provider } = at.fixture.chain.ethers;
    await provider.send("hardhat_mine", ["0x3"]);
    rpc.behave(withoutStateBefore(await provider.getBlockNumber()));
    const { status, stdout } = await at.verify([at.file], { RPC_URL: rpc.url });
    expect(stdout).to.equal(
      "4 signed revisions: 4 proved (4 by events, as the node lacks old state), 0 not fully checked, 0 invalid.\n",
    );
    expect(status).to.equal(0);
    expect(rpc.requests.filter((method) => method === "eth_getLogs")).to.have.length(1);
  });

  it("reports a node that returns invalid data, lags, limits requests or serves the wrong chain", async () => {
    const record = at.records[0];
    if (record === undefined) throw new Error("There are four.");
    await writeFile(at.file, JSON.stringify(record));
    await at.fixture.chain.ethers.provider.send("hardhat_mine", ["0x1"]);
    const pruned = withoutStateBefore(record.blockNumber + 1);
    const newest = numberToHex(record.blockNumber - 1);
    const { provider } = at.fixture.chain.ethers;
    const lagging = faults.answers(
      await provider.send("eth_getBlockByNumber", [newest, false]),
      "eth_getBlockByNumber",
    );
    const noEvents = faults.fails({ code: -32_000, message: "no events" }, "eth_getLogs");
    const foreign = [
      {
        address: account(4).address,
        topics: Array(4).fill(`0x${"0".repeat(64)}`),
        blockNumber: "0x1",
        logIndex: "0x0",
      },
    ];
    for (const [fault, sentence] of [
      [
        (call, response) =>
          pruned(call, response) || faults.answers(foreign, "eth_getLogs")(call, response),
        "The node returned events that were not requested, so it can't be trusted: use another node.",
      ],
      [
        lagging,
        `The node's latest block is ${record.blockNumber - 1}: check again once it has block ${record.blockNumber}, or use another node.`,
      ],
      [
        (_, response) => {
          response.writeHead(429, { "retry-after": "0" }).end();
          return true;
        },
        "The node limits the rate of requests and rejected 6 in a row: try again later, or use another node.",
      ],
      [
        faults.answers("0x1", "eth_chainId"),
        "The RPC endpoint serves chain 1, not chain 31337: use an endpoint for chain 31337.",
      ],
      [
        (call, response) => pruned(call, response) || noEvents(call, response),
        `The node can't read the state of block ${record.blockNumber}; an archive node can. `,
      ],
    ] as const satisfies [Fault, string][]) {
      rpc.behave(fault);
      const { status, stdout } = await at.verify([at.file], { RPC_URL: rpc.url });
      const finding = `? Token ${record.drifterId}, revision ${record.revision}: Owner: ${sentence}`;
      expect(stdout).to.contain(finding);
      expect(status).to.equal(0);
    }
  });
});
