import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { account, signedSave } from "../api/apiFixture.ts";
import { useFaultyRpc, withoutStateBefore } from "../api/faultyRpc.ts";
import { useStoryCommands } from "../support/storyCommands.ts";

describe("npm run verify", () => {
  const at = useStoryCommands();
  const rpc = useFaultyRpc({
    get chain() {
      return at.fixture.chain;
    },
  });

  const proved = (count: number) =>
    `${count} ${count === 1 ? "receipt" : "receipts"}: ${count} proved, 0 not fully checked, 0 false.\n`;

  it("verifies the receipts of a service, a story, a history and an archive", async () => {
    await at.stories(["export", at.file]);
    const story = `${at.api.url}/api/narrative/${at.records[0]?.drifterId}`;
    for (const { place, count } of [
      { place: at.api.url, count: 4 },
      { place: story, count: 1 },
      { place: `${story}/history`, count: 2 },
      { place: at.file, count: 4 },
    ]) {
      const { status, stdout, stderr } = await at.verify([place]);
      expect(stderr + stdout).to.equal(proved(count));
      expect(status).to.equal(0);
    }
  });

  const forgeries: { name: string; forge: (record: NarrativeRecord) => object }[] = [
    { name: "another text", forge: () => ({ narrative: "Forged." }) },
    { name: "another author", forge: () => ({ author: account(3).address }) },
    {
      // The owner received the drifter one block before the block of the save.
      name: "a block before its mint",
      forge: ({ blockNumber }) => ({ blockNumber: blockNumber - 2 }),
    },
    { name: "another contract", forge: () => ({ contract: account(4).address }) },
    { name: "another chain", forge: () => ({ chainId: 1 }) },
    {
      name: "half a signature",
      forge: ({ signature }) => ({ signature: signature.slice(0, 66) }),
    },
  ];
  it("reports every forged field as invalid", async () => {
    const record = at.records[2];
    if (record === undefined) throw new Error("There are four.");
    const other = await signedSave(account(3), record.drifterId, "By a stranger.");
    const forged = [
      ...forgeries.map(({ forge }) => ({ ...record, ...forge(record) })),
      { ...record, ...other, author: account(3).address },
    ];
    await writeFile(at.file, JSON.stringify([...forged, record]));
    const { status, stdout } = await at.verify([at.file]);
    expect(status).to.equal(1);
    expect(stdout.match(/^✘/gm)).to.have.length(forged.length);
    expect(stdout).to.include(`8 receipts: 1 proved, 0 not fully checked, 7 false.`);
  });

  it("proves receipts by events where the node has no old state, and says how many", async () => {
    await at.stories(["export", at.file]);
    const { provider } = at.fixture.chain.ethers;
    await provider.send("hardhat_mine", ["0x3"]);
    rpc.behave(withoutStateBefore(await provider.getBlockNumber()));
    const { status, stdout } = await at.verify([at.file], { RPC_URL: rpc.url });
    expect(stdout).to.equal(
      "4 receipts: 4 proved (4 by events, as the node lacks old state), 0 not fully checked, 0 false.\n",
    );
    expect(status).to.equal(0);
    expect(rpc.requests.filter((method) => method === "eth_getLogs")).to.have.length(1);
  });

  it("counts receipts that could not be fully checked, and fails for them only with --strict", async () => {
    for (const { args, overrides } of [
      { args: ["--offline"], overrides: {} },
      { args: [], overrides: { RPC_URL: "http://127.0.0.1:1" } },
    ]) {
      const { status, stdout } = await at.verify([at.api.url, ...args], overrides);
      expect(stdout).to.include("4 receipts: 0 proved, 4 not fully checked, 0 false.");
      expect(status).to.equal(0);
      expect((await at.verify([at.api.url, "--strict", ...args], overrides)).status).to.equal(1);
    }
    const beyond = { ...at.records[2], blockNumber: 1_000_000 };
    await writeFile(at.file, JSON.stringify(beyond));
    expect((await at.verify([at.file])).stdout).to.include("1 not fully checked");
  });

  it("reports in one line that a source has no receipts", async () => {
    await writeFile(at.file, '{"drifterId":"1"}');
    for (const place of [
      at.file,
      join(at.folder, "nowhere"),
      "http://127.0.0.1:1",
      `${at.api.url}/api/narrative/x`,
    ]) {
      const { status, stderr } = await at.verify([place]);
      expect(status).to.equal(1);
      expect(stderr.trim().split("\n"), stderr).to.have.length(1);
    }
  });
});
