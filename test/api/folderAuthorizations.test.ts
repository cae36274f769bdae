import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  authorizationFolder,
  readAuthorizations,
  readSequences,
  slotFileSchema,
} from "../../api/src/mint/authorizationFiles.ts";
import { FolderAuthorizations } from "../../api/src/mint/folderAuthorizations.ts";
import { canSettle, isSequenceNumber } from "../../api/src/mint/store.ts";
import { account, temporaryFolder } from "./apiFixture.ts";
import { breakFolderSync } from "./folderSync.ts";
import { holder, request, signer, slot } from "./mintSlots.ts";
import { codeOf } from "./narrativeDraft.ts";

// mintStore.test.ts tests the behaviour that all authorisation stores share.
describe("FolderAuthorizations", () => {
  let dataDir: string;
  let folder: string;
  let store: FolderAuthorizations;
  beforeEach(async () => {
    dataDir = await temporaryFolder();
    folder = authorizationFolder(dataDir);
    store = await FolderAuthorizations.open(dataDir);
  });

  it("removes temporary files of a crash, and keeps the rest", async () => {
    await store.sign(holder, request(1));
    await store.close();
    const names = await readdir(folder);
    await writeFile(
      join(folder, `${names[0]}.4a5b0c3e-0000-4000-8000-000000000000.tmp`),
      '{"slots":',
    );
    const reopened = await FolderAuthorizations.open(dataDir);
    expect(await readdir(folder)).to.deep.equal(names);
    expect(await reopened.issued(holder)).to.deep.equal([slot(1)]);
  });

  it("writes no file for a quantity that the slot covers already", async () => {
    await store.sign(holder, request(1));
    const inode = async () => (await stat(join(folder, await slotFileIn(folder)))).ino;
    const before = await inode();
    expect(await store.sign(holder, request(1))).to.deep.equal(slot(1));
    expect(await inode()).to.equal(before);
    await store.sign(holder, request(1, 3n));
    expect(await inode()).not.to.equal(before);
  });

  it("refuses to sign when its folder cannot be written, and stores nothing", async () => {
    await store.close();
    expect(await codeOf(store.sign(holder, request(1)))).to.equal("store.unavailable");
    expect(await store.issued(holder)).to.deep.equal([]);
  });

  it("rejects a file that names another wallet", async () => {
    await store.sign(holder, request(1));
    const name = await slotFileIn(folder);
    const other = { ...holder, minter: account(3).address };
    const content = JSON.stringify({ ...other, slots: [] });
    await writeFile(join(folder, name), content);
    expect(await codeOf(store.issued(holder))).to.equal("store.unavailable");
  });

  it("signs and returns nothing until it is reopened after a failed sync", async () => {
    await store.sign(holder, request(1));
    const restore = await breakFolderSync();
    expect(await codeOf(store.sign(holder, request(1, 3n)))).to.equal("store.unavailable");
    restore();
    expect(await codeOf(store.sign(holder, request(1, 3n)))).to.equal("store.unavailable");
    expect(await codeOf(store.issued(holder))).to.equal("store.unavailable");
    expect(await codeOf(store.sequence(holder))).to.equal("store.unavailable");
    const reopened = await FolderAuthorizations.open(dataDir);
    expect((await reopened.sign(holder, request(1, 4n)))?.largest).to.equal(4n);
  });

  it("finishes open requests before it closes", async () => {
    const signing = store.sign(holder, request(1));
    await store.close();
    expect(await signing).to.deep.equal(slot(1));
    expect(await codeOf(store.sign(holder, request(2)))).to.equal("store.unavailable");
  });

  it("rejects the settlement of a slot that does not exist", async () => {
    expect(await codeOf(store.settle(holder, 1, 1n))).to.equal("store.unavailable");
  });

  it("uses no number of another collection when the sequence file is lost", async () => {
    const elsewhere = { ...holder, contract: account(8).address };
    await store.advance(elsewhere, { last: 40, signer });
    await store.sign(elsewhere, request(1));
    await store.sign(holder, request(1));
    for (const name of await readdir(folder)) {
      if (name.startsWith("sequence-")) await rm(join(folder, name));
    }
    expect(await store.sequence(holder)).to.deep.equal({ last: 1, signer: undefined });
  });

  it("reads all slots and sequences from a folder that is not open, and none from one that is missing", async () => {
    expect(await Array.fromAsync(readAuthorizations("/nowhere"))).to.deep.equal([]);
    expect(await Array.fromAsync(readSequences("/nowhere"))).to.deep.equal([]);
    await store.sign(holder, request(1));
    await store.settle(holder, 1, 1n);
    await writeFile(join(folder, "notes.json"), "mine");
    const otherNames = [
      "sequence-notes.json",
      `sequence-${"0".repeat(64)}.json.old`,
      `my-sequence-${"0".repeat(64)}.json`,
      `${"0".repeat(64)}.json.old`,
      `my-${"0".repeat(64)}.json`,
    ];
    for (const name of otherNames) await writeFile(join(folder, name), "mine");
    expect(await Array.fromAsync(readAuthorizations(dataDir))).to.deep.equal([
      { holder, slots: [{ ...slot(1), settled: 1n }] },
    ]);
    const { chainId, contract } = holder;
    expect(await Array.fromAsync(readSequences(dataDir))).to.deep.equal([
      { owner: { chainId, contract }, sequence: { last: 1, signer } },
    ]);
    const path = join(folder, await slotFileIn(folder));
    const kept = JSON.parse(await readFile(path, "utf8"));
    expect(kept.slots).to.deep.equal([{ transactionID: "1", qty: "2", since: "7", settled: "1" }]);
  });

  it("keeps the text IDs of an old file, and numbers the next slots", async () => {
    await store.sign(holder, request(1));
    const path = join(folder, await slotFileIn(folder));
    const old = { ...holder, slots: [{ transactionID: "Ember/0x3C/1", qty: "2" }] };
    await writeFile(path, JSON.stringify(old));
    const text = { ...slot(1, 2n, "Ember/0x3C/1"), since: 0n };
    expect(await store.issued(holder)).to.deep.equal([text]);
    expect(await store.sign(holder, request(1, 3n))).to.deep.equal({ ...text, largest: 3n });
    expect(await store.sign(holder, request(2))).to.deep.equal(slot(2, 2n, "2"));
  });

  it("continues after the last number when the sequence file is lost", async () => {
    await store.advance(holder, { last: 11, signer });
    await store.sign(holder, request(1));
    const names = (await readdir(folder)).filter((name) => name.startsWith("sequence-"));
    for (const name of names) await rm(join(folder, name));
    expect(await store.sequence(holder)).to.deep.equal({ last: 12, signer: undefined });
    expect(await store.sign(holder, request(2))).to.deep.equal(slot(2, 2n, "13"));
  });
});

describe("isSequenceNumber", () => {
  it("is false for texts that only start or end with a number", () => {
    const texts = ["7", "1234567890", "7/Ember", "Ember/7", "", "1.5"];
    expect(texts.map(isSequenceNumber)).to.deep.equal([true, true, false, false, false, false]);
  });
});

describe("canSettle", () => {
  it("allows one settlement, of 1 to the largest quantity signed", () => {
    const quantities = [0n, 1n, 2n, 3n];
    const open = slot(1, 2n);
    expect(quantities.map((qty) => canSettle(open, qty))).to.deep.equal([false, true, true, false]);
    expect(canSettle({ ...open, settled: 1n }, 1n)).to.equal(false);
  });
});

describe("slotFileSchema", () => {
  const withQty = (qty: string) => ({ ...holder, slots: [{ transactionID: "1", qty }] });
  for (const [qty, isValid] of [
    ["0", true],
    ["1234567890", true],
    ["", false],
    ["-1", false],
    ["1.5", false],
    ["0x1", false],
    ["1n", false],
    [" 1", false],
  ] as const) {
    it(`${isValid ? "accepts" : "rejects"} ${JSON.stringify(qty)} as a quantity`, () => {
      expect(slotFileSchema.safeParse(withQty(qty)).success).to.equal(isValid);
    });
  }
});

async function slotFileIn(folder: string): Promise<string> {
  return (await readdir(folder)).find((name) => /^[0-9a-f]{64}\.json$/.test(name)) ?? "";
}
