import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { SignedRevision } from "#protocol/wire/responses";
import { writeArchive } from "../../../../scripts/commands/stories/archive.ts";
import { account, startApiFor } from "../../../support/api/apiFixture.ts";
import { owner, rewrite, useStoryCommands } from "../../../support/commands/storyCommands.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { createTestDatabase } from "../../../support/postgres.ts";
import { until } from "../../../support/until.ts";

describe("npm run stories and npm run verify", () => {
  const at = useStoryCommands();

  it("runs in docs/operate/stories.md with the systemd unit's user, folder and environment", async () => {
    const read = (path: string) => readFile(join(import.meta.dirname, "../../../..", path), "utf8");
    const unit = await read("api/production/site@.service");
    const setting = (name: string) =>
      new RegExp(`^${name}=(\\S+)`, "m").exec(unit)?.[1] ?? `no ${name}`;
    const documented =
      /^as_service\(\) \{\n(.*?)^\}/ms.exec(await read("docs/operate/stories.md"))?.[1] ?? "";
    expect(documented.replaceAll("\\\n", "").trim().split(/\s+/)).to.include.members([
      `--uid=${setting("User")}`,
      `--working-directory=${setting("WorkingDirectory")}`,
      `--property=UMask=${setting("UMask")}`,
      `--property=EnvironmentFile=${setting("EnvironmentFile")}`,
      setting("ExecStart"),
      '"$@"',
    ]);
  });

  describe("export and import", () => {
    it("exports all signed revisions of a running service, and imports them into an empty store", async () => {
      await at.stories(["export", at.file]);
      expect(await readdir(at.folder)).to.deep.equal(["stories.jsonl"]);

      const dataDir = join(at.folder, "anew");
      await at.stories(["import", at.file], { DATA_DIR: dataDir });
      await using other = await startApiFor(at.fixture, { dataDir });
      for (const { drifterId } of at.records) {
        for (const path of ["", `/${drifterId}`, `/${drifterId}/history`]) {
          const url = `/api/narrative${path}`;
          const [before, after] = [await at.api.get(url), await other.get(url)];
          expect(await after.json()).to.deep.equal(await before.json());
        }
      }
    });

    it("overwrites no file, and removes partial output on failure", async () => {
      await writeFile(at.file, "mine");
      await at.stories(["export", at.file]);
      expect(await readFile(at.file, "utf8")).to.equal("mine");
      const late = join(at.folder, "late.jsonl");
      const whileFileAppears = (async function* (): AsyncGenerator<SignedRevision> {
        await writeFile(late, "mine");
        yield* at.records;
      })();
      expect(await errorOf(writeArchive(late, whileFileAppears))).to.include({ code: "EEXIST" });
      expect(await readFile(late, "utf8")).to.equal("mine");
      await rm(late);

      const [damaged = ""] = (await readdir(at.api.settings.dataDir)).filter((name) =>
        /^\d.*\.json$/.test(name),
      );
      await writeFile(join(at.api.settings.dataDir, damaged), "garbage");
      const failed = await at.stories(["export", join(at.folder, "another.jsonl")]);
      expect(failed.status).to.equal(1);
      expect(failed.stderr).to.include(damaged).and.include("it quarantines corrupt files");
      expect(await readdir(at.folder)).to.deep.equal(["stories.jsonl"]);
    });

    const damages: [name: string, reason: string, damage: (text: string) => string][] = [
      ["was truncated", "JSON", (text) => text.slice(0, -60)],
      ["has an endless line", "larger than 16 MB", (text) => text + "x".repeat(17 * 1024 ** 2)],
      ["lacks its last line", "truncated", (text) => text.replace(/[^\n]*\n$/, "")],
      ["lacks a revision", "checksum", (text) => text.replace(/\n[^\n]*"Two\."[^\n]*/, "")],
      [
        "counts another number of signed revisions",
        "checksum",
        (text) => text.replace('{"revisions":4', '{"revisions":3'),
      ],
      [
        "contains another text",
        "message",
        (text) => text.replace('"One, again."', '"One, altered."'),
      ],
      [
        "names another author",
        "not by the author",
        (text) => text.replaceAll(owner.address, account(3).address),
      ],
      [
        "contains a revision twice",
        "not newer than the preceding revisions",
        (text) => text.replace(/\n([^\n]*"Two\."[^\n]*)/, "\n$1\n$1"),
      ],
      [
        "contains two texts as one revision",
        "not newer than the preceding revisions",
        (text) => text.replace('"revision":2', '"revision":1'),
      ],
      [
        "contains a text twice",
        "Revision 3 of token",
        (text) =>
          text.replace(/\n([^\n]*"One\.[^\n]*)\n[^\n]*/, (two, one) =>
            [
              two,
              one.replace('"revision":1', '"revision":3').replace(/("savedAt":")20/, "$121"),
            ].join("\n"),
          ),
      ],
      ["continues after its end", "follows the final line", (text) => `${text}{}\n`],
      ["is no JSON", "not a book, an archive or JSON", () => "A tale."],
      ["is another file", "not a story archive's header", () => '{"format":"other"}\n'],
    ];
    it("imports nothing from an incomplete or forged archive", async () => {
      await at.stories(["export", at.file]);
      const whole = await readFile(at.file, "utf8");
      for (const [name, reason, damage] of damages) {
        await writeFile(at.file, whole);
        await rewrite(at.file, damage);
        const dataDir = join(at.folder, "anew");
        const { status, stderr } = await at.stories(["import", at.file], { DATA_DIR: dataDir });
        expect(status, name).to.equal(1);
        expect(stderr, name).to.include("Nothing was imported").and.include(reason);
        expect(await readdir(dataDir), name).to.have.members([".format.json", ".lock"]);
      }
    });
  });

  describe("migrate", () => {
    it("[D9] moves a folder's stories into a database once, and leaves the folder unchanged", async () => {
      await using database = await createTestDatabase();
      const { dataDir } = at.api.settings;
      const inDatabase = { DATABASE_URL: database.url, DATA_DIR: dataDir };
      const whileServing = await at.stories(["migrate"], inDatabase);
      expect(whileServing.status).to.equal(1);
      expect(whileServing.stderr).to.include("Stop that process");

      const list = await (await at.api.get("/api/narrative")).json();
      await at.api.close();
      const files = await readdir(dataDir);
      const migratedApi = await at.stories(["migrate"], inDatabase);
      const { host, pathname } = new URL(database.url);
      const place = `the database ${pathname.slice(1)} at ${host}`;
      expect(migratedApi).to.deep.equal({
        status: 0,
        stdout: `Copied 4 signed revisions to the database. ${dataDir} is unchanged; do not delete it until you have checked the result.\n`,
        stderr: `Store: the folder ${dataDir}\nStore: ${place}\n`,
      });
      const elsewhere = { ...inDatabase, DATA_DIR: join(at.folder, "none") };
      expect(await at.stories(["export", at.file], elsewhere)).to.deep.equal({
        status: 0,
        stdout: `Exported 4 signed revisions to ${at.file}.\n`,
        stderr: `Store: ${place}\n`,
      });
      expect(await readdir(dataDir)).to.deep.equal(files);

      at.api = await startApiFor(at.fixture, { databaseUrl: database.url });
      expect(await (await at.api.get("/api/narrative")).json()).to.deep.equal(list);
      const history = await at.api.get(`/api/narrative/${at.records[0]?.drifterId}/history`);
      expect(await history.json()).to.deep.equal([at.records[2], at.records[0]]);
      expect((await at.stories(["migrate"], inDatabase)).stderr).to.include(
        "already contains stories",
      );
    });
  });

  describe("hide, unhide and hidden", () => {
    it("reports an unresponsive database without its password", async () => {
      const url = "postgres://drifter:secret@127.0.0.1:1/nowhere";
      const { stderr } = await at.stories(["export", at.file], { DATABASE_URL: url });
      expect(stderr).to.include("127.0.0.1:1/nowhere").and.include("DATABASE_URL");
      expect(stderr).not.to.include("secret");
    });

    it("[D9] moves stories between a database and a folder", async () => {
      const [drifterId, other] = [at.records[2]?.drifterId ?? "", at.records[1]?.drifterId ?? ""];
      await at.api.close();
      await at.stories(["hide", drifterId, "--reason", "why"]);
      const { stdout: hidden } = await at.stories(["hidden"]);
      await using database = await createTestDatabase();
      const inDatabase = { DATABASE_URL: database.url };
      await (await startApiFor(at.fixture, { databaseUrl: database.url })).close();
      await database.query("alter table narrative_revisions add constraint disk check (false)");
      expect((await at.stories(["migrate"], inDatabase)).stderr).to.contain('constraint "disk"');
      expect((await at.stories(["hidden"], inDatabase)).stdout).to.equal(hidden);
      await database.query("alter table narrative_revisions drop constraint disk");
      await database.query("alter table narrative_revisions rename narrative to text");
      const { stderr } = await at.stories(["export", at.file], inDatabase);
      expect(stderr).to.contain('column "narrative" does not exist');
      await database.query("alter table narrative_revisions rename text to narrative");
      expect((await at.stories(["migrate"], inDatabase)).status).to.equal(0);
      expect((await at.stories(["export", at.file], inDatabase)).stdout).to.include("4 signed");
      await using migratedApi = await startApiFor(at.fixture, { databaseUrl: database.url });
      const path = `/api/narrative/${drifterId}`;
      expect((await migratedApi.get(path)).status).to.equal(404);
      expect((await at.stories(["hidden"], inDatabase)).stdout).to.equal(hidden);
      await at.stories(["unhide", drifterId], inDatabase);
      await until(async () => (await migratedApi.get(path)).status === 200);
      const rejected = await at.stories(["hide", "9999"], inDatabase);
      expect(rejected.stderr).to.include(
        `Nothing was hidden: token 9999 has no story in this store`,
      );
      expect(rejected.status).to.equal(1);
      expect((await at.stories(["hidden"], inDatabase)).stdout).to.equal("No token is hidden.\n");
      expect((await at.stories(["hide", other], inDatabase)).status).to.equal(0);
      await until(
        async () => (await migratedApi.get(`/api/narrative/${other}/history`)).status === 404,
      );
    });

    it("treats a corrupt file as a story", async () => {
      const [{ dataDir }, id = ""] = [at.api.settings, at.records[1]?.drifterId];
      for (const name of await readdir(dataDir)) {
        if (name.startsWith(`${id}.`)) await writeFile(join(dataDir, name), "no JSON");
      }
      expect((await at.stories(["hide", id])).stdout).to.match(/ use unhide \d+\.\n$/);
    });
  });
});
