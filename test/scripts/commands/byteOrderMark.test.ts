import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import pino from "pino";
import { createFolderCollection } from "../../../api/src/collection/folderCollection.ts";
import { readDeployment } from "../../../api/src/settings/deployments.ts";
import { readSaleFile } from "../../../api/src/settings/saleFile.ts";
import { readInput } from "../../../scripts/commands/contract/connect.ts";
import { readParameters } from "../../../scripts/commands/deploy/parameters.ts";
import { readDraftFile } from "../../../scripts/commands/phases/draftFile.ts";
import { writeArchive } from "../../../scripts/commands/stories/archive.ts";
import { readRevisionsAt } from "../../../scripts/commands/stories/revisionSource.ts";
import { parseScenarioFile } from "../../../scripts/world/scenarios/scenarioFile.ts";
import { draft } from "../../support/api/narrativeDraft.ts";
import { saleJson } from "../../support/api/salePlan.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const root = join(import.meta.dirname, "../../..");
const signed = { ...draft("1", "One."), revision: 1, savedAt: "2026-01-01T00:00:00.000Z" };

describe("byte order mark", () => {
  let folder: string;
  /** Returns the results of `read` for a file without the mark, and for the same file with it. */
  const both = async (text: string, read: (path: string) => unknown, name = "file.json") => {
    const path = join(folder, name);
    await writeFile(path, text);
    const without = await read(path);
    await writeFile(path, `\uFEFF${text}`);
    return [await read(path), without];
  };
  before(async () => {
    folder = await temporaryFolder();
  });

  const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
  const example = () =>
    readFile(join(root, "scripts/commands/deploy/parameters.example.json"), "utf8");
  const scenario = '{ "summary": "S.", "phases": [] }';
  const metadata = JSON.stringify({ name: "Ilse", attributes: [] });
  const revisionsOf = (path: string) => Array.fromAsync(readRevisionsAt(path));
  const rows: [file: string, content: () => string | Promise<string>, (path: string) => unknown][] =
    [
      ["a sale", () => saleJson(), readSaleFile],
      ["deployment parameters", example, readParameters],
      ["a draft of phases", () => '{ "calls": ["adjustPrice(0.05 ether)"] }', readDraftFile],
      ["a command's input", () => "{}", readInput],
      [
        "a scenario",
        () => scenario,
        async (path) => {
          const text = await readFile(path, "utf8");
          return parseScenarioFile(
            "own",
            () => text,
            () => undefined,
          );
        },
      ],
      ["signed revisions", () => JSON.stringify([signed]), revisionsOf],
      [
        "an archive of stories",
        async () => {
          const archive = join(folder, "archive.jsonl");
          await writeArchive(
            archive,
            (async function* () {
              yield signed;
            })(),
          );
          return readFile(archive, "utf8");
        },
        revisionsOf,
      ],
    ];
  for (const [file, content, read] of rows) {
    it(`is stripped from ${file}`, async () => {
      const [marked, plain] = await both(await content(), read);
      expect(marked).to.deep.equal(plain);
    });
  }

  it("is stripped from a deployment record", async () => {
    const record = JSON.stringify({ chainId: 5, address });
    const [marked] = await both(record, () => readDeployment(folder, 5)?.address, "5.json");
    expect(marked).to.equal(address);
  });

  it("is stripped from a token's metadata", async () => {
    await mkdir(join(folder, "metadata"));
    const read = () => createFolderCollection(folder, pino({ level: "silent" })).readMetadata("1");
    const [marked] = await both(metadata, read, "metadata/1.json");
    expect(marked).to.have.property("name", "Ilse");
  });
});
