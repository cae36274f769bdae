import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { apiPaths, isAtPath } from "#protocol/wire/paths";
import { type Api, account } from "../support/api/apiFixture.ts";
import { startMintApi, useMintFixture } from "../support/api/mintFixture.ts";
import { textOf } from "../support/commands/documents.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";

const origin = "http://localhost:3000";
const curl =
  /^curl (?:--output \S+ )?'?http:\/\/localhost:3000(?<path>[^'\s]+)'?(?: --json '(?<body>.*)')?$/;

const commands = [...(await textOf("docs/api.md")).matchAll(/^curl .*$/gm)].map(([line]) => line);
const examples = commands.map((command) => {
  // A command of another form is no path, and fails.
  const { path = command, body } = curl.exec(command)?.groups ?? {};
  return { command, path, body };
});

describe("docs/api.md", () => {
  const fixture = useMintFixture();
  let api: Api;

  before("start the service of the examples", async () => {
    const collectionDir = await temporaryFolder();
    for (const file of ["metadata/7.json", "images/7.jpg", "images/full/7.jpg"]) {
      await mkdir(dirname(join(collectionDir, file)), { recursive: true });
      await writeFile(join(collectionDir, file), "{}");
    }
    await fixture.contract.gift("Ember", Array<string>(7).fill(account(2).address));
    api = await startMintApi(fixture, { collectionDir, publicUrl: origin });
    // The save comes first, because the reads need its story.
    const save = examples.find(({ body }) => body?.includes("signedMessage"));
    await api.post(save?.path ?? "", save?.body ?? "");
  });
  after(() => api?.close());

  it("has an example of every path", () => {
    const paths = examples.map(({ path }) => new URL(path, origin).pathname);
    const missing = Object.values(apiPaths).filter(
      (pattern) => !paths.some((path) => isAtPath(pattern, path)),
    );
    expect(missing).to.deep.equal([]);
  });

  for (const { command, path, body } of examples) {
    it(`succeeds with ${command.slice(0, 100)}`, async () => {
      const response = await (body === undefined ? api.get(path) : api.post(path, body));
      expect(response.status, await response.text()).to.equal(200);
    });
  }
});
