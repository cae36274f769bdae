import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { readSettings } from "../../../../api/src/settings/settings.ts";
import { runStories } from "../../../../scripts/commands/stories/runStories.ts";
import { account, problemCodeOf } from "../../../support/api/apiFixture.ts";
import {
  apply,
  issue,
  openMintFixture,
  startMintApi,
  use,
} from "../../../support/api/mintFixture.ts";
import { runInProcess } from "../../../support/commands/commandHere.ts";
import { createTestDatabase } from "../../../support/postgres.ts";

const [minter, other] = [account(2).address, account(3).address];

describe("npm run stories -- migrate, mint record", () => {
  const migrate = (dataDir: string, databaseUrl: string) => {
    const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    return runInProcess((output) => runStories(["migrate"], () => settings, output));
  };

  it("copies authorizations with their sequence, so that none is issued twice", async () => {
    const fixture = await openMintFixture();
    const before = await startMintApi(fixture);
    await use(fixture, await issue(before, minter, 3));
    const pending = await issue(before, minter, 2);
    await use(fixture, await issue(before, other, 5));
    expect(await problemCodeOf(await apply(before, other, 1))).to.equal("403 mint.allowance_used");
    await before.close();

    await using database = await createTestDatabase();
    expect((await migrate(before.settings.dataDir, database.url)).stdout).to.contain(
      "Copied 0 signed revisions and the mint authorizations of 2 wallets to the database",
    );
    const after = await startMintApi(fixture, { databaseUrl: database.url });
    expect(await issue(after, minter, 2)).to.deep.equal(pending);
    expect(await problemCodeOf(await apply(after, other, 1))).to.equal("403 mint.allowance_used");
    expect((await issue(after, account(4).address, 1)).transactionID).to.equal("4");
    await after.close();
    // The database's record is newer than the folder's.
    await migrate(before.settings.dataDir, database.url);
    const again = await startMintApi(fixture, { databaseUrl: database.url });
    expect((await issue(again, account(5).address, 1)).transactionID).to.equal("5");
    await again.close();
    await fixture.close();
  });

  it("copies nothing if an authorization cannot be read", async () => {
    const fixture = await openMintFixture();
    const api = await startMintApi(fixture);
    await issue(api, minter, 1);
    await api.close();
    const folder = join(api.settings.dataDir, "records");
    const [name = ""] = await readdir(folder);
    await writeFile(join(folder, name), "{");
    await using database = await createTestDatabase();
    const { status, stderr } = await migrate(api.settings.dataDir, database.url);
    expect(status).to.equal(1);
    expect(stderr).to.contain(name).and.contain("Restore it from a backup");
    await fixture.close();
  });
});
