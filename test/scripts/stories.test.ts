import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { readSettings } from "../../api/src/env.ts";
import { runStories } from "../../scripts/cli/stories/runStories.ts";
import { runVerify } from "../../scripts/cli/stories/runVerify.ts";
import {
  type Api,
  account,
  type Fixture,
  openFixture,
  recordOf,
  signedSave,
  startApiFor,
  temporaryFolder,
} from "../api/apiFixture.ts";
import { asOrdinaryUser } from "../support/ordinaryUser.ts";
import { createTestDatabase } from "../support/postgres.ts";
import { runScript } from "../support/runScript.ts";

const owner = account(2);

describe("npm run stories and npm run verify", () => {
  let fixture: Fixture;
  let api: Api;
  let folder: string;
  let file: string;
  let records: NarrativeRecord[];

  before(async () => {
    fixture = await openFixture();
  });
  after(() => fixture.close());
  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder, "stories.jsonl");
    api = await startApiFor(fixture);
    const [first, second] = [await giveOne(), await giveOne()];
    records = [
      await save(first, "One. \u2028 Still one."),
      await save(second, "Two."),
      await save(first, "One, again."),
      await save(second, "<!-- 5f3c -->\n"),
    ];
  });
  afterEach(() => api.close());

  const giveOne = () => fixture.giveDrifter(owner.address);
  const save = async (id: string, text: string) =>
    recordOf(await api.save(await signedSave(owner, id, text)));
  const run =
    (command: typeof runStories) =>
    async (args: string[], overrides: Record<string, string> = {}) => {
      const environment = {
        DATA_DIR: api.settings.dataDir,
        RPC_URL: fixture.chain.url,
        CONTRACT_ADDRESS: api.settings.contractAddress,
        ...overrides,
      };
      const stdout: string[] = [];
      const stderr: string[] = [];
      const status = await command(args, () => readSettings(environment), {
        log: (line) => stdout.push(`${line}\n`),
        error: (line) => stderr.push(`${line}\n`),
      });
      return { status, stdout: stdout.join(""), stderr: stderr.join("") };
    };
  const stories = run(runStories);
  const verify = run(runVerify);
  const rewrite = async (change: (text: string) => string) => {
    const text = await readFile(file, "utf8");
    await writeFile(file, change(text));
    expect(await readFile(file, "utf8")).not.to.equal(text);
  };

  for (const { name, command } of [
    { name: "stories", command: stories },
    { name: "verify", command: verify },
  ]) {
    it(`npm run ${name} tells its commands and options, and refuses what it does not know`, async () => {
      const { status, stdout } = await command(["--help"]);
      expect(status).to.equal(0);
      expect(stdout).to.include(`Usage: npm run ${name}`);
      const refusal = await command([]);
      expect(refusal.status).to.equal(2);
      expect(refusal.stderr).to.include(`Usage: npm run ${name}`);
      expect((await command(["one", "two", "three"])).status).to.equal(2);
      expect((await command(["--loud"])).stderr)
        .to.include("--loud")
        .and.not.include("    at ");
    });
  }

  it("are told by their environment what to work on, and end with a status", async () => {
    const environment = { DATA_DIR: api.settings.dataDir, CHAIN_ID: "one" };
    const outcome = await runScript("scripts/cli/stories.ts", ["export", file], {
      cwd: folder,
      environment,
    });
    expect(outcome.status).to.equal(1);
    expect(outcome.stderr).to.include("CHAIN_ID must be");
    const help = await runScript("scripts/cli/verify.ts", ["--help"], {
      cwd: folder,
      environment: {},
    });
    expect(help.status).to.equal(0);
    expect(help.stdout).to.match(/^Usage: npm run verify/);
  });

  it("are told to run with the user, folder, rights, environment and Node of the unit", async () => {
    const read = (path: string) => readFile(join(import.meta.dirname, "../..", path), "utf8");
    const unit = await read("api/production/drifters@.service");
    const setting = (name: string) =>
      new RegExp(`^${name}=(\\S+)`, "m").exec(unit)?.[1] ?? `no ${name}`;
    const told = /^as_service\(\) \{\n(.*?)^\}/ms.exec(await read("docs/operate.md"))?.[1] ?? "";
    expect(told.replaceAll("\\\n", "").trim().split(/\s+/)).to.include.members([
      `--uid=${setting("User")}`,
      `--working-directory=${setting("WorkingDirectory")}`,
      `--property=UMask=${setting("UMask")}`,
      `--property=EnvironmentFile=${setting("EnvironmentFile")}`,
      setting("ExecStart"),
      '"$@"',
    ]);
  });

  describe("the store that a command works on", () => {
    /** The commands for a store that is there already. */
    const ofAStore = () => [["hide", "1"], ["unhide", "1"], ["hidden"], ["export", file]];
    const placeOf = (url: string) => {
      const { host, pathname } = new URL(url);
      return `the database ${pathname.slice(1)} at ${host}`;
    };

    it("is told on stderr: the folder", async () => {
      const { dataDir } = api.settings;
      for (const args of ofAStore()) {
        const { status, stdout, stderr } = await stories(args);
        expect({ args, status, stderr }).to.deep.equal({
          args,
          status: 0,
          stderr: `Store: the folder ${dataDir}\n`,
        });
        expect(stdout).not.to.include("Store:");
      }
    });

    it("is told on stderr: the database, without its user and password", async () => {
      await using database = await createTestDatabase();
      await stories(["export", file]);
      const inDatabase = { DATABASE_URL: database.url };
      const place = `Store: ${placeOf(database.url)}\n`;
      const again = join(folder, "again.jsonl");
      const commands = [["import", file], ...ofAStore().slice(0, 3), ["export", again]];
      for (const args of commands) {
        const { status, stderr } = await stories(args, inDatabase);
        expect({ args, status, stderr }).to.deep.equal({ args, status: 0, stderr: place });
      }
      await api.close();
      expect((await stories(["migrate"], inDatabase)).stderr).to.equal(
        `Store: the folder ${api.settings.dataDir}\n${place}There are stories already. Choose an empty folder or database.\n`,
      );
    });

    it("is not made where there is none: no folder, or one that is no store", async () => {
      const [nowhere, bare] = [join(folder, "nowhere"), join(folder, "bare")];
      await mkdir(bare);
      for (const dataDir of [nowhere, bare]) {
        for (const args of ofAStore()) {
          expect(await stories(args, { DATA_DIR: dataDir })).to.deep.equal({
            status: 1,
            stdout: "",
            stderr: `There is no store at ${dataDir}. Set DATABASE_URL or DATA_DIR as the service has them.\n`,
          });
        }
      }
      expect(await readdir(folder)).to.deep.equal(["bare"]);
      expect(await readdir(bare)).to.deep.equal([]);
    });

    it("is not made where there is none: a database that serves something else", async () => {
      await using database = await createTestDatabase();
      const where = placeOf(database.url);
      for (const args of ofAStore()) {
        expect(await stories(args, { DATABASE_URL: database.url })).to.deep.equal({
          status: 1,
          stdout: "",
          stderr: `There is no store in ${where}. Set DATABASE_URL or DATA_DIR as the service has them.\n`,
        });
      }
      const tables = "select from pg_tables where schemaname = 'public'";
      expect(await database.query(tables)).to.have.length(0);
      expect(await readdir(folder)).to.deep.equal([]);
    });

    it("is not made where there is nothing to migrate: neither a folder nor a table", async () => {
      await using database = await createTestDatabase();
      const [nowhere, bare] = [join(folder, "nowhere"), join(folder, "bare")];
      await mkdir(bare);
      for (const dataDir of [nowhere, bare]) {
        const overrides = { DATA_DIR: dataDir, DATABASE_URL: database.url };
        expect(await stories(["migrate"], overrides)).to.deep.equal({
          status: 1,
          stdout: "",
          stderr: `There is no store at ${dataDir}. Set DATA_DIR to the folder of the service's stories.\n`,
        });
      }
      expect(await readdir(folder)).to.deep.equal(["bare"]);
      expect(await readdir(bare)).to.deep.equal([]);
      const tables = "select from pg_tables where schemaname = 'public'";
      expect(await database.query(tables)).to.have.length(0);
    });

    it("is named in a sentence with the user who may not read it, for every command", async () => {
      const locked = join(folder, "locked");
      await mkdir(locked, { mode: 0o000 });
      await chmod(folder, 0o755);
      const refused: string[] = [];
      await asOrdinaryUser(async () => {
        for (const args of [...ofAStore(), ["import", file]]) {
          const { status, stderr } = await stories(args, { DATA_DIR: locked });
          if (status === 1) refused.push(stderr.replace(/^Store: .*\n/, ""));
        }
      });
      await chmod(locked, 0o700);
      expect(refused).to.have.length(5);
      for (const complaint of refused) {
        expect(complaint).to.match(/^The user \S+ \(\d+\) may not read and write /);
        expect(complaint.trimEnd().split("\n")).to.have.length(1);
        expect(complaint).to.include(`${locked}. Give it the right to, or set DATA_DIR`);
      }
    });

    it("is named in a sentence when its database does not answer, for every command", async () => {
      const url = "postgres://drifter:secret@127.0.0.1:1/nowhere";
      for (const args of ofAStore()) {
        const { status, stdout, stderr } = await stories(args, { DATABASE_URL: url });
        expect({ args, status, stdout }).to.deep.equal({ args, status: 1, stdout: "" });
        expect(stderr).to.match(/^The database 127\.0\.0\.1:1\/nowhere cannot be used: .+\n$/);
        expect(stderr).not.to.match(/secret|drifter:/);
      }
    });

    it("may be a backup's copy, which has stories and no lock", async () => {
      const copy = join(folder, "copy");
      await mkdir(copy);
      const { dataDir } = api.settings;
      for (const name of (await readdir(dataDir)).filter((each) => each.endsWith(".json"))) {
        await writeFile(join(copy, name), await readFile(join(dataDir, name)));
      }
      const { stdout } = await stories(["export", file], { DATA_DIR: copy });
      expect(stdout).to.equal(`4 receipts are in ${file}.\n`);
    });
  });

  describe("export of a store without receipts", () => {
    const refusesUnlessAllowed = async (overrides: Record<string, string>, place: string) => {
      const refused = await stories(["export", file], overrides);
      expect(refused).to.deep.equal({
        status: 1,
        stdout: "",
        stderr: `Store: ${place}\nNo receipt is in ${place}, so nothing was written. Check that DATABASE_URL and DATA_DIR are the service's; for an archive without receipts, add --empty.\n`,
      });
      expect(await readdir(folder)).to.deep.equal([]);
      const allowed = await stories(["export", file, "--empty"], overrides);
      expect(allowed).to.deep.include({ status: 0, stdout: `0 receipts are in ${file}.\n` });
      expect((await readFile(file, "utf8")).split("\n")).to.have.length(3);
    };

    it("writes nothing and says which folder is empty, unless --empty allows it", async () => {
      await using other = await startApiFor(fixture);
      const { dataDir } = other.settings;
      await refusesUnlessAllowed({ DATA_DIR: dataDir }, `the folder ${dataDir}`);
    });

    it("tells of corrupt files that were set aside, if all are", async () => {
      const damaged = join(folder, "damaged");
      await mkdir(damaged);
      const name = `1.1.${"0".repeat(64)}.json.corrupt-1`;
      await writeFile(join(damaged, name), "garbage");
      const { status, stderr } = await stories(["export", file], { DATA_DIR: damaged });
      expect(status).to.equal(1);
      expect(stderr).to.include("No receipt is in").and.include("1 corrupt files were set aside");
    });

    it("writes nothing and says which database is empty, unless --empty allows it", async () => {
      await using database = await createTestDatabase();
      await using _other = await startApiFor(fixture, { databaseUrl: database.url });
      const { host, pathname } = new URL(database.url);
      const place = `the database ${pathname.slice(1)} at ${host}`;
      await refusesUnlessAllowed({ DATABASE_URL: database.url }, place);
    });

    it("takes --empty for no other command", async () => {
      for (const args of [["import", file], ["migrate"], ["hide", "1"], ["hidden"]]) {
        const { status, stderr } = await stories([...args, "--empty"]);
        expect(status).to.equal(2);
        expect(stderr).to.match(/^Usage:/);
      }
    });
  });

  describe("export and import", () => {
    it("take all receipts out of a running service, and bring them into an empty store", async () => {
      const exported = await stories(["export", file]);
      expect(exported).to.deep.include({ status: 0, stdout: `4 receipts are in ${file}.\n` });

      const dataDir = join(folder, "anew");
      const imported = await stories(["import", file], { DATA_DIR: dataDir });
      expect(imported).to.deep.equal({
        status: 0,
        stdout: "4 receipts were verified and brought in.\n",
        stderr: `Store: the folder ${dataDir}\n`,
      });
      await using other = await startApiFor(fixture, { dataDir });
      for (const { drifterId } of records) {
        for (const path of ["", `/${drifterId}`, `/${drifterId}/history`]) {
          const url = `/api/narrative${path}`;
          const [before, after] = [await api.get(url), await other.get(url)];
          expect(await after.json()).to.deep.equal(await before.json());
        }
      }
    });

    it("never write over a file, and leave none behind when they fail", async () => {
      await writeFile(file, "mine");
      expect((await stories(["export", file])).stderr).to.include("Name another file");
      expect(await readFile(file, "utf8")).to.equal("mine");

      const [damaged = ""] = (await readdir(api.settings.dataDir)).filter((name) =>
        /^\d.*\.json$/.test(name),
      );
      await writeFile(join(api.settings.dataDir, damaged), "garbage");
      const failed = await stories(["export", join(folder, "another.jsonl")]);
      expect(failed.status).to.equal(1);
      expect(failed.stderr).to.include(damaged).and.include("sets corrupt files aside");
      expect(await readdir(folder)).to.deep.equal(["stories.jsonl"]);
    });

    it("bring nothing into a store that has stories", async () => {
      await stories(["export", file]);
      await api.close();
      const { status, stderr } = await stories(["import", file]);
      expect(status).to.equal(1);
      expect(stderr).to.include("There are stories already");
    });

    const damages: { name: string; damage: (text: string) => string; complaint: string }[] = [
      { name: "was cut short", damage: (text) => text.slice(0, -60), complaint: "JSON" },
      {
        name: "lacks its last line",
        damage: (text) => text.replace(/[^\n]*\n$/, ""),
        complaint: "cut short",
      },
      {
        name: "lacks a receipt",
        damage: (text) => text.replace(/\n[^\n]*"Two\."[^\n]*/, ""),
        complaint: "checksum",
      },
      {
        name: "tells another text",
        damage: (text) => text.replace('"One, again."', '"One, altered."'),
        complaint: "message",
      },
      {
        name: "names another author",
        damage: (text) => text.replaceAll(owner.address, account(3).address),
        complaint: "checksum",
      },
      {
        name: "gives a revision twice",
        damage: (text) => text.replace(/\n([^\n]*"Two\."[^\n]*)/, "\n$1\n$1"),
        complaint: "does not follow",
      },
      {
        name: "goes on after its end",
        damage: (text) => `${text}{}\n`,
        complaint: "after the end",
      },
      { name: "is another file", damage: () => "{}\n", complaint: "begin" },
    ];
    it("bring nothing in of an archive that is not whole and true", async () => {
      await stories(["export", file]);
      const whole = await readFile(file, "utf8");
      for (const { name, damage, complaint } of damages) {
        await writeFile(file, whole);
        await rewrite(damage);
        const dataDir = join(folder, "anew");
        const { status, stderr } = await stories(["import", file], { DATA_DIR: dataDir });
        expect(status, name).to.equal(1);
        expect(stderr, name).to.include("nothing was brought in").and.include(complaint);
        expect(await readdir(dataDir), name).to.have.members([".format.json", ".lock"]);
      }
    }).timeout(120_000);

    it("[D9] work with a database as with a folder", async () => {
      await using database = await createTestDatabase();
      await stories(["export", file]);
      const inDatabase = { DATABASE_URL: database.url };
      expect((await stories(["import", file], inDatabase)).status).to.equal(0);
      const again = join(folder, "again.jsonl");
      expect((await stories(["export", again], inDatabase)).status).to.equal(0);
      const receiptsIn = async (path: string) =>
        (await readFile(path, "utf8")).split("\n").slice(1, -2).sort();
      expect((await receiptsIn(again)).map((line) => JSON.parse(line))).to.have.deep.members(
        (await receiptsIn(file)).map((line) => JSON.parse(line)),
      );
    });
  });

  describe("migrate", () => {
    it("[D9] moves a folder's stories into a database, once, and leaves the folder as it was", async () => {
      await using database = await createTestDatabase();
      const { dataDir } = api.settings;
      const inDatabase = { DATABASE_URL: database.url, DATA_DIR: dataDir };
      const whileServing = await stories(["migrate"], inDatabase);
      expect(whileServing.status).to.equal(1);
      expect(whileServing.stderr).to.include("End that process");

      const list = await (await api.get("/api/narrative")).json();
      await api.close();
      const files = await readdir(dataDir);
      const moved = await stories(["migrate"], inDatabase);
      expect(moved.stderr + moved.stdout).to.include("4 receipts are in the database");
      expect(await readdir(dataDir)).to.deep.equal(files);

      api = await startApiFor(fixture, { databaseUrl: database.url });
      expect(await (await api.get("/api/narrative")).json()).to.deep.equal(list);
      const history = await api.get(`/api/narrative/${records[0]?.drifterId}/history`);
      expect(await history.json()).to.deep.equal([records[2], records[0]]);
      expect((await stories(["migrate"], inDatabase)).stderr).to.include("stories already");
    });

    it("says what is missing, or does not answer", async () => {
      await api.close();
      expect((await stories(["migrate"])).stderr).to.equal(
        "Set DATABASE_URL to the new database.\n",
      );
      const url = "postgres://drifter:secret@127.0.0.1:1/nowhere";
      const { stderr } = await stories(["migrate"], { DATABASE_URL: url });
      expect(stderr).to.include("127.0.0.1:1/nowhere").and.include("DATABASE_URL");
      expect(stderr).not.to.include("secret");
    });
  });

  describe("hide, unhide and hidden", () => {
    it("keep a drifter's stories from readers while the service runs, and lose none", async () => {
      const told = records[2]?.drifterId ?? "";
      const path = `/api/narrative/${told}`;
      const settled = async (status: number) => {
        while ((await api.get(path)).status !== status) await delay(10);
      };
      expect((await stories(["hidden"])).stdout).to.equal("No drifter is hidden.\n");
      expect((await stories(["hide", told, "--reason", "names a child"])).status).to.equal(0);
      await settled(404);
      expect((await stories(["hidden"])).stdout).to.match(
        new RegExp(`^${told}\\t\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\\tnames a child\\n$`),
      );
      expect((await stories(["export", file])).stdout).to.include("4 receipts");
      expect((await stories(["unhide", told])).stdout).to.include("is shown again");
      await settled(200);
      expect((await stories(["unhide", told])).stdout).to.include("was not hidden");
    });

    it("[D9] work with a database as with a folder, and move to it with the stories", async () => {
      const [told, other] = [records[2]?.drifterId ?? "", records[1]?.drifterId ?? ""];
      await api.close();
      await stories(["hide", told, "--reason", "why"]);
      await using database = await createTestDatabase();
      const inDatabase = { DATABASE_URL: database.url };
      expect((await stories(["migrate"], inDatabase)).status).to.equal(0);
      await using moved = await startApiFor(fixture, { databaseUrl: database.url });
      const path = `/api/narrative/${told}`;
      expect((await moved.get(path)).status).to.equal(404);
      expect((await stories(["hidden"], inDatabase)).stdout).to.include("why");
      await stories(["unhide", told], inDatabase);
      expect((await moved.get(path)).status).to.equal(200);
      await stories(["hide", other], inDatabase);
      expect((await moved.get(`/api/narrative/${other}/history`)).status).to.equal(404);
    });

    const noStory =
      "\nIt has no story in this store now. If you have read one, check the number and the store.\n";
    const expectNoticeOnlyWithoutStory = async (overrides: Record<string, string> = {}) => {
      const [told, withdrawn] = [records[2]?.drifterId ?? "", records[3]?.drifterId ?? ""];
      for (const [drifterId, ending] of [
        [told, "not served.\n"],
        [told, "not served.\n"],
        [withdrawn, noStory],
        ["9999", noStory],
      ] as const) {
        const { status, stdout } = await stories(["hide", drifterId], overrides);
        expect(status).to.equal(0);
        expect(stdout).to.include(`Drifter ${drifterId} is hidden`);
        expect(stdout.endsWith(ending), stdout).to.equal(true);
      }
      const { stdout } = await stories(["hidden"], overrides);
      expect(stdout.match(/^\d+/gm)).to.have.members([told, withdrawn, "9999"]);
    };

    it("hide a drifter that has no story, and say that it has none", async () => {
      await expectNoticeOnlyWithoutStory();
    });

    it("hide in a database a drifter that has no story, and say that it has none", async () => {
      await using database = await createTestDatabase();
      const inDatabase = { DATABASE_URL: database.url };
      await stories(["export", file]);
      expect((await stories(["import", file], inDatabase)).status).to.equal(0);
      await expectNoticeOnlyWithoutStory(inDatabase);
    });

    it("refuse in a sentence what is no drifter's number, and a folder that is not there", async () => {
      const nowhere = { DATA_DIR: join(folder, "nowhere") };
      for (const [args, overrides, words] of [
        [["hide", "07"], {}, "07 is not a drifter's number"],
        [["unhide", "../7"], {}, "not a drifter's number"],
        [["hide", "7"], nowhere, "nowhere"],
        [["unhide", "7", "--reason", "none"], {}, "Usage:"],
        [["hidden", "7"], {}, "Usage:"],
        [["hide"], {}, "Usage:"],
      ] as const) {
        const { status, stderr } = await stories([...args], overrides);
        expect(status).to.equal(words === "Usage:" ? 2 : 1);
        expect(stderr).to.include(words).and.not.include("    at ");
      }
    });
  });

  describe("verify", () => {
    const proved = (count: number) =>
      `${count} receipts: ${count} proved, 0 not fully checked, 0 false.\n`;

    it("proves what a service, a story, a history and an archive hold", async () => {
      await stories(["export", file]);
      const story = `${api.url}/api/narrative/${records[0]?.drifterId}`;
      for (const { place, count } of [
        { place: api.url, count: 2 },
        { place: story, count: 1 },
        { place: `${story}/history`, count: 2 },
        { place: file, count: 4 },
      ]) {
        const { status, stdout, stderr } = await verify([place]);
        expect(stderr + stdout).to.equal(proved(count));
        expect(status).to.equal(0);
      }
    });

    const forgeries: { name: string; forge: (record: NarrativeRecord) => object }[] = [
      { name: "another text", forge: () => ({ narrative: "Forged." }) },
      { name: "another author", forge: () => ({ author: account(3).address }) },
      {
        // Its owner was given it one block before the block of the save.
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
    it("finds every forgery, whoever served it", async () => {
      const record = records[2];
      if (record === undefined) throw new Error("There are four.");
      const other = await signedSave(account(3), record.drifterId, "By a stranger.");
      const forged = [
        ...forgeries.map(({ forge }) => ({ ...record, ...forge(record) })),
        { ...record, ...other, author: account(3).address },
      ];
      await writeFile(file, JSON.stringify([...forged, record]));
      const { status, stdout } = await verify([file]);
      expect(status).to.equal(1);
      expect(stdout.match(/^✘/gm)).to.have.length(forged.length);
      expect(stdout).to.include(`8 receipts: 1 proved, 0 not fully checked, 7 false.`);
    });

    it("tells what it could not check, and fails then only if told to be strict", async () => {
      for (const { args, overrides } of [
        { args: ["--offline"], overrides: {} },
        { args: [], overrides: { RPC_URL: "http://127.0.0.1:1" } },
      ]) {
        const { status, stdout } = await verify([api.url, ...args], overrides);
        expect(stdout).to.include("2 receipts: 0 proved, 2 not fully checked, 0 false.");
        expect(status).to.equal(0);
        expect((await verify([api.url, "--strict", ...args], overrides)).status).to.equal(1);
      }
      const beyond = { ...records[2], blockNumber: 1_000_000 };
      await writeFile(file, JSON.stringify(beyond));
      expect((await verify([file])).stdout).to.include("1 not fully checked");
    });

    it("says in a sentence when there is nothing to read", async () => {
      await writeFile(file, '{"drifterId":"1"}');
      for (const place of [
        file,
        join(folder, "nowhere"),
        "http://127.0.0.1:1",
        `${api.url}/api/narrative/x`,
      ]) {
        const { status, stderr } = await verify([place]);
        expect(status).to.equal(1);
        expect(stderr.trim().split("\n"), stderr).to.have.length(1);
      }
    });
  });
});
