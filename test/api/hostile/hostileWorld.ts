import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { problemType } from "#protocol/wire/errors";
import {
  type Api,
  account,
  openFixture,
  signedSave,
  startApiFor,
} from "../../support/api/apiFixture.ts";
import { assertDescribed, assertSafe } from "../../support/api/description.ts";
import { exchange, type RawResponse } from "../../support/api/rawSocket.ts";
import { isSoak } from "../../support/search.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

export const owner = account(2);
export const stranger = account(3);

/** Content of files that must never be served. */
const secret = "the keeper's secret";

export type HostileWorld = Awaited<ReturnType<typeof openHostileWorld>>;

let world: Promise<HostileWorld> | undefined;

// Outside any `describe`, so this hook runs once, after the last test.
after("close the service under attack", async () => (await world)?.api.close());

/** Starts one service for all hostile tests, and checks its stories after them; in the soak, after each. */
export function enterHostileWorld({ savesElsewhere = false } = {}): () => HostileWorld {
  let entered: HostileWorld | undefined;
  before("start the service under attack", async () => {
    world ??= openHostileWorld();
    entered = await world;
  });
  (isSoak ? afterEach : after)("check that the stories are unchanged", () =>
    savesElsewhere ? entered?.assertOnlyAdded() : entered?.assertUntouched(),
  );
  return () => {
    if (!entered) throw new Error("The service starts in `before`.");
    return entered;
  };
}

/** Starts the service under attack, with stories that must not change. */
async function openHostileWorld() {
  const fixture = await openFixture();
  const folder = await temporaryFolder();
  await fillFolders(folder);
  const api = await startApiFor(fixture, {
    maxBodyBytes: 10_000,
    webDir: join(folder, "web"),
    collectionDir: join(folder, "collection"),
  });
  const drifterId = await fixture.giveToken(owner.address);
  const strangersId = await fixture.giveToken(stranger.address);
  const silentId = await fixture.giveToken(owner.address);
  // The collection's files are those of drifter 7.
  for (let id = Number(silentId); id < 7; id += 1) await fixture.giveToken(stranger.address);
  const replaced = await signedSave(owner, drifterId, "The first telling.");
  const current = await signedSave(owner, drifterId, "The second telling.");
  const strangers = await signedSave(stranger, strangersId, "A stranger's tale.");
  for (const save of [replaced, current, strangers]) {
    expect((await api.save(save)).status).to.equal(200);
  }
  let remembered = await readStories(api, [drifterId, strangersId]);
  return {
    fixture,
    api,
    /** Belongs to the owner and has a story with two revisions. */
    drifterId,
    /** Belongs to the owner and has no story. */
    silentId,
    replaced,
    current,
    /** Sends raw bytes, checks each response and returns its status and code. */
    sendRaw: async (sent: string | Buffer) =>
      (await exchange(api.url, sent)).map((answer) => check(answer, sent)),
    /** Sends a request with fetch, checks the response and returns its status and code. */
    async sendRequest(path: string, init: RequestInit = {}) {
      const response = await api.send(path, init);
      const { status, headers } = response;
      const answer = { status, headers, body: Buffer.from(await response.arrayBuffer()) };
      assertHarmless(answer, init.method);
      return summarize(answer);
    },
    /** Asserts that existing stories are unchanged on disk and over HTTP; new ones must not change afterwards. */
    async assertOnlyAdded() {
      const { "/api/narrative": _, ...before } = remembered;
      remembered = await readStories(api, [drifterId, strangersId]);
      expect(remembered).to.include(before);
    },
    /** Asserts that the stories are unchanged, on disk and over HTTP. */
    async assertUntouched() {
      expect(await readStories(api, [drifterId, strangersId])).to.deep.equal(remembered);
    },
  };
}

/** Writes a build, a collection, and secret files inside and next to both. */
async function fillFolders(folder: string): Promise<void> {
  const page =
    '<!doctype html><head><!--runtime-config--><script src="/assets/app-1a.js"></script>';
  for (const [file, content] of Object.entries({
    "web/index.html": page,
    "web/favicon.svg": "<svg/>",
    "web/assets/app-1a.js": "run();",
    "web/.env": secret,
    "web/.git/config": secret,
    "web/assets/.hidden": secret,
    "collection/metadata/7.json": '{"name":"7"}',
    "collection/metadata/.secret.json": secret,
    "collection/images/7.jpg": "a picture",
    "collection/images/full/7.jpg": "a larger picture",
    "collection/secret.json": secret,
    "collection/secret.jpg": secret,
    "secret.json": secret,
    "secret.txt": secret,
  })) {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await writeFile(join(folder, file), content);
  }
}

/** Reads the stories over HTTP and their files on disk. */
async function readStories(api: Api, ids: string[]): Promise<Record<string, string>> {
  const paths = ids.flatMap((id) => [`/api/narrative/${id}`, `/api/narrative/${id}/history`]);
  const read = ["/api/narrative", ...paths].map(async (path) => {
    const response = await fetch(api.url + path);
    return [path, `${response.status} ${response.headers.get("etag")} ${await response.text()}`];
  });
  const { dataDir } = api.settings;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith("records"));
  const stored = files.map(async ({ parentPath, name }) => [
    name,
    await readFile(join(parentPath, name), "utf8"),
  ]);
  return Object.fromEntries(await Promise.all([...read, ...stored]));
}

/** Checks one response to raw bytes, and validates it against the OpenAPI description if the request was well-formed. */
function check(answer: RawResponse, sent: string | Buffer): string {
  const [method = "", path = ""] = sent.toString("latin1").split(/[ \r\n]/, 2);
  assertHarmless(answer, method);
  if (/^[A-Z]+$/.test(method) && path.startsWith("/") && isOnlyRequest(sent)) {
    assertDescribed({ ...answer, method, path });
  }
  return summarize(answer);
}

function isOnlyRequest(sent: string | Buffer): boolean {
  return [...sent.toString("latin1").matchAll(/ HTTP\/1/g)].length === 1;
}

function summarize({ status, body }: RawResponse): string {
  const code = status < 400 ? undefined : /"code":"([^"]+)"/.exec(body.toString())?.[1];
  return code === undefined ? `${status}` : `${status} ${code}`;
}

/** Asserts safe headers, a problem body for errors, and no internal details. */
export function assertHarmless({ status, headers, body }: RawResponse, method = "GET"): void {
  assertSafe(headers);
  expect(headers.get("x-request-id")).to.match(/^[0-9a-f-]{36}-\d+$/);
  const everything = `${[...headers].flat().join("\n")}\n${body.toString("latin1")}`;
  expect(everything).not.to.match(insides);
  if (status < 400) return;
  expect(headers.get("cache-control")).to.equal("no-store");
  // A page that reports a nonexistent drifter.
  if (status === 404 && headers.get("content-type") === "text/html; charset=utf-8") return;
  expect(headers.get("content-type")).to.equal("application/problem+json");
  if (method === "HEAD") return;
  const problem = JSON.parse(body.toString());
  expect(problem).to.have.all.keys("type", "title", "status", "detail", "code");
  expect(problem.status).to.equal(status);
  expect(problem.type).to.equal(problemType(problem.code));
}

/** Matches stack traces, file paths, parser and package names, and the secret. */
const insides =
  /keeper's secret|node_modules|node:internal|\bat .+:\d+:\d+|\w+Error\b|\.ts\b|\/tmp\/|HPE_|ENOENT|EISDIR|\b(?:express|zod|viem)\b|JSON at position|Unexpected token/i;
