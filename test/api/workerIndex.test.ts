import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { zeroAddress } from "viem";
import { parseSearchTerms } from "#protocol/searchTerms";
import { SqliteIndex } from "../../api/src/search/sqliteIndex.ts";
import { WorkerIndex } from "../../api/src/search/workerIndex.ts";
import { storiesOf } from "../support/storiesOf.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "./apiFixture.ts";

const story = { drifterId: "1", revision: 1, savedAt: "2026-01-01T00:00:00.000Z" };
const terms = parseSearchTerms("ember");

describe("SqliteIndex", () => {
  let path: string;
  let index: SqliteIndex;
  beforeEach(async () => {
    path = join(await temporaryFolder(), "search", "stories.sqlite");
    index = new SqliteIndex(path);
    index.load();
    index.put([{ ...story, narrative: "Ember." }]);
    index.close();
  });
  afterEach(() => index.close());

  it("is used again when it is opened by the same version", () => {
    expect(index.load()).to.deep.equal([story]);
    expect(index.matching(terms)).to.deep.equal(["1"]);
  });

  it("is not opened again if it is not as it was", async () => {
    index.reopen();
    expect(index.matching(terms)).to.deep.equal(["1"]);
    index.close();
    await writeFile(path, "not a database".repeat(1_000));
    expect(() => index.reopen()).to.throw();
    expect(() => index.matching(terms)).to.throw("The search index is not open.");
  });

  it("is made again when it is damaged", async () => {
    await writeFile(path, "not a database".repeat(1_000));
    expect(index.load()).to.deep.equal([]);
    index.put([{ ...story, narrative: "Ember." }]);
    expect(index.matching(terms)).to.deep.equal(["1"]);
  });

  it("is made again when the file is a copy", async () => {
    const copy = `${path}.copy`;
    await copyFile(path, copy);
    const other = new SqliteIndex(copy);
    expect(other.load()).to.deep.equal([]);
    other.close();
  });

  it("is made again when another version made it", async () => {
    const bytes = await readFile(path);
    // `user_version` of SQLite's file format.
    bytes.writeUInt32BE(999, 60);
    await writeFile(path, bytes);
    expect(index.load()).to.deep.equal([]);
  });
});

describe("WorkerIndex", () => {
  it("calls the index in a thread, passes its errors on, and starts another after the end of one", async () => {
    const path = join(await temporaryFolder(), "search", "stories.sqlite");
    const index = new WorkerIndex(path);
    const errorOf = (promise: Promise<unknown>) => promise.catch((error) => error);
    expect(await errorOf(index.matching(terms))).to.be.an("error");
    expect(await index.open(storiesOf([]))).to.deep.equal([]);
    await index.put([{ ...story, narrative: "Ember." }]);
    // Without an array the method throws.
    expect(await errorOf(index.put(undefined as never))).to.be.an("error");
    const pending = [index.matching(terms), index.close()] as const;
    expect(await pending[0]).to.deep.equal(["1"]);
    await pending[1];
    expect(await errorOf(index.matching(terms))).to.be.an("error");
    // 1 is indexed but not listed, and 2 the other way round.
    const listed = { ...story, author: zeroAddress };
    expect(await index.open(storiesOf([listed]))).to.deep.equal([]);
    expect(await index.open(storiesOf([{ ...listed, revision: 2 }]))).to.deep.equal(["1"]);
    expect(await index.open(storiesOf([{ ...listed, drifterId: "2" }]))).to.deep.equal(["1", "2"]);
    await index.close();
  });

  it("ends its thread while nobody searches, and opens the index in another one for the next search", async () => {
    const path = join(await temporaryFolder(), "search", "stories.sqlite");
    const index = new WorkerIndex(path, 0);
    await index.open(storiesOf([]));
    await index.put([{ ...story, narrative: "Ember." }]);
    // SQLite deletes its log when the last connection is closed.
    await until(() => !existsSync(`${path}-wal`));
    const found = await Promise.all([index.matching(terms), index.mentionedIn("1")]);
    expect(found).to.deep.equal([["1"], []]);
    await until(() => !existsSync(`${path}-wal`));
    await writeFile(path, "not a database".repeat(1_000));
    expect(await index.matching(terms).catch(({ message }) => message)).to.equal(
      "The search index is not open.",
    );
    const listed = { ...story, author: zeroAddress };
    expect(await index.open(storiesOf([listed]))).to.deep.equal(["1"]);
    await index.close();
  });
});
