import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { getAddress, sha256, stringToHex, toHex } from "viem";
import { packetToBytes } from "viem/ens";
import { apiPaths, isAtPath } from "#protocol/wire/paths";
import { operations } from "../../../api/src/openapi/operations.ts";
import { type Api, account } from "../../support/api/apiFixture.ts";
import { startMintApi, useMintFixture } from "../../support/api/mintFixture.ts";
import { textOf } from "../../support/commands/documents.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const file = "docs/api.md";
const origin = "http://localhost:3000";
const curl =
  /^curl (?:--output \S+ )?'?http:\/\/localhost:3000(?<path>[^'\s]+)'?(?: --json '(?<body>.*)')?$/;
const isWriting = process.env.TRANSCRIPTS === "write";

const document = await textOf(file);
/** Requests in the order of the document; the response follows the block of a single request. */
const examples = [
  ...document.matchAll(/^(?<command>curl .*)$(?:\n```\n\n```json\n(?<response>[^`]*)\n```)?/gm),
].map(({ groups = {} }) => {
  const { command = "", response }: Record<string, string | undefined> = groups;
  // A command in a different form has no path, and the test fails.
  const { path = command, body } = curl.exec(command)?.groups ?? {};
  return { command, path, body, response };
});

describe(file, () => {
  const fixture = useMintFixture();
  let api: Api;
  let written = document;

  before("start the service of the examples", async () => {
    const collectionDir = await temporaryFolder();
    const metadata = {
      name: "Petra Stoneloom",
      description: "A bellfounder who came with the First Dust.",
      image: `${origin}/drifters/images/full/7.jpg`,
      attributes: [{ trait_type: "Calling", value: "Bellfounder" }],
    };
    const contents = {
      "metadata/7.json": JSON.stringify(metadata),
      "images/7.jpg": "{}",
      "images/full/7.jpg": await readFile("collection/public/preview.jpg"),
    };
    for (const [name, content] of Object.entries(contents)) {
      await mkdir(dirname(join(collectionDir, name)), { recursive: true });
      await writeFile(join(collectionDir, name), content);
    }
    await fixture.contract.gift("Ember", Array<string>(7).fill(account(2).address));
    // The name leads to a wallet that does not claim it, so that no response changes once it is looked up.
    const resolver = await fixture.chain.ethers.deployContract("NameResolver");
    await resolver.setAccount(toHex(packetToBytes("petra.eth")), account(2).address);
    const ensResolver = getAddress(await resolver.getAddress());
    api = await startMintApi(fixture, { collectionDir, publicUrl: origin, ensResolver });
    // The save comes first, because the reads need its story.
    const save = examples.find(({ body }) => body?.includes("signedMessage"));
    await api.post(save?.path ?? "", save?.body ?? "");
  });
  after(async () => {
    await api?.close();
    if (isWriting) await writeFile(file, written);
  });

  it("contains an example of every path", () => {
    const paths = examples.map(({ path }) => new URL(path, origin).pathname);
    const missing = Object.values(apiPaths).filter(
      (pattern) => !paths.some((path) => isAtPath(pattern, path)),
    );
    expect(missing).to.deep.equal([]);
  });

  for (const { command, path, body, response: shown } of examples) {
    it(`succeeds with the documented response for ${path.slice(0, 80)}`, async () => {
      const response = await (body === undefined ? api.get(path) : api.post(path, body));
      const text = await response.text();
      expect(response.status, text).to.equal(200);
      // The document omits responses for portraits and the OpenAPI description.
      if (!/json/.test(response.headers.get("content-type") ?? "") || /openapi|feed/.test(path)) {
        expect(shown).to.equal(undefined);
        return;
      }
      const actual = JSON.stringify(shorten(JSON.parse(text)), null, 2);
      if (!isWriting) expect(shown).to.equal(actual);
      else {
        const before = shown === undefined ? "" : `\n\`\`\`json\n${shown}\n\`\`\`\n`;
        written = written.replace(`${command}\n\`\`\`\n${before}`, () => {
          return `${command}\n\`\`\`\n\n\`\`\`json\n${actual}\n\`\`\`\n`;
        });
      }
    });
  }

  it("lists every path's query parameters", () => {
    const rows = Object.entries(operations).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ query = {} }) =>
        Object.entries(query).map(([name, { expects, isRepeatable }]) => {
          return `| \`${path}\` | \`${name}\` | ${expects} | ${isRepeatable ? "several, one each" : ""} |`;
        }),
      ),
    );
    const table = ["| path | parameter | takes | repeated |", "|---|---|---|---|", ...rows].join(
      "\n",
    );
    const shown = /(?<=<!-- parameters -->\n)[\s\S]*?(?=<!-- end of parameters -->)/;
    if (isWriting) written = written.replace(shown, () => `${table}\n`);
    else expect(shown.exec(document)?.[0]).to.equal(`${table}\n`);
  });

  it("signs and saves a story with the documented viem code", async () => {
    const [, lines = ""] = /^```ts\n([\s\S]*?)^```/m.exec(document) ?? [];
    const posted: Response[] = [];
    const post = async (url: string, { body }: { body: string }) => {
      posted.push(await api.post(new URL(url).pathname, body));
      return posted.at(-1);
    };
    const run = new Function(
      ...["wallet", "origin", "fetch", "sha256", "stringToHex"],
      `return (async () => {${lines}})();`,
    );
    await run(account(2), origin, post, sha256, stringToHex);
    expect(posted.map(({ status }) => status)).to.deep.equal([200]);
  });
});

/** Returns a value as the document shows it: long lists and strings are truncated, varying values masked. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, 2).map(shorten);
    return value.length > 2 ? [...shown, "…"] : shown;
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]));
  }
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return "2026-11-28T12:00:00.000Z";
  if (/^(0x)?[\da-f]{64,}$/.test(value)) return `${value.slice(0, 2) === "0x" ? "0x" : ""}…`;
  return value.length > 100 ? `${value.slice(0, 60)}…` : value;
}
