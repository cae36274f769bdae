import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { localChainId, localContractAddress } from "#protocol/chain/localWorld";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { tokenPagePath } from "#protocol/wire/pages";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { SignedRevision } from "#protocol/wire/responses";
import { createLogger } from "#service/server";
import { openStore } from "#service/stories";
import { showStep as step } from "../../shared/commandLine/step.ts";
import { startPostgres } from "../../shared/postgres/startPostgres.ts";
import { requestResource } from "../../test/runner/resources.ts";
import { unlimitedSaves } from "../service/unlimitedSaves.ts";
import type { FixedResponse, ServerInput, ServerName } from "./apiServers.ts";
import { sendReads } from "./sendReads.ts";
import { median } from "./statistics.ts";

const storiesInStore = 2_000;
/** How often each server is started: a process costs up to a third more than the next one with the same code. */
const starts = 5;
/** Number of rounds of a process, before and while it is measured. */
const warmUps = 3;
const rounds = 3;
const connections = 16;
const storyBytes = 4_096;
const bareServerName = "node:http";

/** Headers that Node adds to every response. */
const headersAddedByNode = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** A server in its own process. */
interface RunningServer {
  url: string;
  cpuMicroseconds(): Promise<number>;
}

/** One server, and the request that it answers in turns with the other servers. */
interface Subject {
  title: string;
  name: string;
  server: RunningServer;
  path: string;
  headers: Record<string, string>;
  /** CPU time per request in microseconds, by round. */
  costs: number[];
}

/** Measures and prints the figures. */
export async function measureApi(): Promise<undefined> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), "site-bench-")));
  const owner = privateKeyToAccount(generatePrivateKey());
  await step("the page", () => requestResource("page"));
  await step("the service", () => requestResource("service"));
  const postgres = opened.adopt(await startPostgres(), (server) => server.stop());
  const chain = await startInProcess("chain", owner.address, opened);
  await mkdir(join(folder, "metadata"));
  const metadata = JSON.stringify({ name: "Ilse Marrow", attributes: [] });
  await writeFile(join(folder, "metadata", "1.json"), metadata);
  const stores = {
    folder: { DATA_DIR: join(folder, "stories") },
    PostgreSQL: { DATABASE_URL: postgres.url },
  };
  for (const [name, store] of Object.entries(stores))
    await step(`${storiesInStore} stories, ${name}`, () => fillStore(store, storiesInStore));
  // The fake node has no collection.
  const common = { RPC_URL: chain.url, COLLECTION_DIR: folder, REVEAL: "all", ...unlimitedSaves };
  const subjects: Subject[] = [];
  const saves: string[] = [];
  await step("reads and saves", async (report) => {
    for (let start = 1; start <= starts; start += 1) {
      await using started = new AsyncDisposableStack();
      const ours = new Map<string, RunningServer>();
      for (const [name, store] of Object.entries(stores))
        ours.set(name, await startInProcess("ours", { ...common, ...store }, started));
      const running = await startSubjects(ours, started);
      for (let round = -warmUps; round < rounds; round += 1) {
        report(`start ${start} of ${starts}, ${round < 0 ? "warming up" : `round ${round + 1}`}`);
        const order = round % 2 === 0 ? running : running.toReversed();
        for (const subject of order) await measureRead(subject, round >= 0);
      }
      subjects.push(...running);
      if (start < starts) continue;
      for (const [name, server] of ours) saves.push(await measureSaves(name, server, owner));
    }
  });
  console.log(`
${table(subjects).join("\n")}
${saves.join("\n")}
CPU time per read: bare node:http with the same headers, and requests per CPU time as multiples of it.`);
}

export async function startInProcess<Name extends ServerName>(
  name: Name,
  input: ServerInput<Name>,
  opened: AsyncDisposableStack,
): Promise<RunningServer> {
  const child = fork(join(import.meta.dirname, "apiServers.ts"), [name], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  opened.defer(async () => {
    child.disconnect();
    await once(child, "exit");
  });
  child.send(input);
  const [url] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(`The server "${name}" ended.`))),
  ]);
  return {
    url,
    async cpuMicroseconds() {
      child.send("usage");
      return (await once(child, "message"))[0];
    },
  };
}

export async function fillStore(
  place: { DATA_DIR: string } | { DATABASE_URL: string },
  count: number,
): Promise<void> {
  const dataDir = "DATA_DIR" in place ? place.DATA_DIR : "";
  const databaseUrl = "DATABASE_URL" in place ? place.DATABASE_URL : undefined;
  const store = await openStore({ dataDir, databaseUrl }, createLogger("silent"));
  try {
    await store.restore(records(count));
  } finally {
    await store.close();
  }
}

/** Yields stored revisions for tokens 1 to `count`, by many holders. */
async function* records(count: number): AsyncGenerator<SignedRevision> {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  for (let index = 1; index <= count; index += 1) {
    const drifterId = String(index);
    const narrative = createStory(drifterId);
    yield {
      drifterId,
      narrative,
      signedMessage: narrativeMessage(drifterId, narrative),
      signature: `0x${sha256(drifterId)}${sha256(narrative)}1b`,
      author: `0x${sha256(`holder ${index % 2_500}`).slice(0, 40)}`,
      savedAt: new Date(Date.UTC(2026, 0, 1) + index * 61_007).toISOString(),
      blockNumber: 20_000_000 + index,
      chainId: localChainId,
      contract: localContractAddress,
      revision: 1,
    };
  }
}

/** Returns an incompressible story, determined by the seed. */
function createStory(seed: string): string {
  const bytes = createHash("shake256", { outputLength: storyBytes })
    .update(seed)
    .digest("base64url");
  return `# ${seed}\n\n${bytes.replace(/.{80}/g, "$& ")}`.slice(0, storyBytes);
}

/** Starts the reference servers, each with our exact response. */
async function startSubjects(
  ours: ReadonlyMap<string, RunningServer>,
  opened: AsyncDisposableStack,
): Promise<Subject[]> {
  const [folder] = ours.values();
  if (folder === undefined) return [];
  const storyPath = tokenPath(apiPaths.narrative, "1");
  const { headers } = await fetch(folder.url + storyPath);
  const tagged = { "if-none-match": headers.get("etag") ?? "" };
  const reads: [title: string, path: string, headers: Record<string, string>][] = [
    ["a story", storyPath, {}],
    ["a story, 304", storyPath, tagged],
    ["a page", tokenPagePath("1"), { accept: "text/html" }],
    ["the list", apiPaths.narratives, {}],
  ];
  const subjects: Subject[] = [];
  for (const [title, path, requestHeaders] of reads) {
    const response = await readFixed(folder.url, path, requestHeaders);
    const servers: [string, RunningServer][] = [
      [bareServerName, await startInProcess("bare", response, opened)],
      ...[...ours].map(([name, server]): [string, RunningServer] => [`ours, ${name}`, server]),
    ];
    if (title === "a story") {
      servers.push(["fastify", await startInProcess("fastify", response, opened)]);
      servers.push(["Express", await startInProcess("express", response, opened)]);
    }
    for (const [name, server] of servers) {
      subjects.push({ title, name, server, path, headers: requestHeaders, costs: [] });
    }
  }
  return subjects;
}

async function readFixed(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<FixedResponse> {
  const response = await fetch(url + path, {
    headers: { ...headers, "accept-encoding": "identity" },
  });
  if (response.status >= 400) throw new Error(`${path}: ours responds with ${response.status}.`);
  const fixed = [...response.headers].filter(([name]) => !headersAddedByNode.has(name));
  const body = Buffer.from(await response.arrayBuffer()).toString("base64");
  return { path, status: response.status, headers: Object.fromEntries(fixed), body };
}

async function measureRead(subject: Subject, counts: boolean): Promise<void> {
  const { server, path, headers, title, costs } = subject;
  const amount = title === "the list" ? 500 : 10_000;
  const status = title.endsWith("304") ? 304 : 200;
  const before = await server.cpuMicroseconds();
  await sendReads({ url: server.url + path, headers, status, connections, amount });
  if (counts) costs.push(((await server.cpuMicroseconds()) - before) / amount);
}

/** Returns one row per read, with the medians over its rounds. */
function table(subjects: readonly Subject[]): string[] {
  const names = [...new Set(subjects.map(({ name }) => name))];
  const row = (title: string, cells: readonly string[]) =>
    title.padEnd(14) + cells.map((cell) => cell.padStart(18)).join("");
  const rows = Object.entries(Object.groupBy(subjects, ({ title }) => title));
  return [
    row("read", names),
    ...rows.map(([title, group = []]) => {
      const byName = Map.groupBy(group, ({ name }) => name);
      const costs = new Map(
        [...byName].map(([name, all]) => [name, median(all.flatMap((one) => one.costs))]),
      );
      const bare = costs.get(bareServerName) ?? Number.NaN;
      const cells = names.map((name) => {
        const cost = costs.get(name);
        if (cost === undefined) return "";
        return name === bareServerName ? `${cost.toFixed(0)} µs` : `${(bare / cost).toFixed(2)} ×`;
      });
      return row(title, cells).trimEnd();
    }),
  ];
}

/** Sends signed saves sequentially; returns a line with their cost. */
async function measureSaves(
  name: string,
  server: RunningServer,
  owner: ReturnType<typeof privateKeyToAccount>,
): Promise<string> {
  const count = 300;
  const requests: autocannon.Request[] = [];
  for (let index = 1; index <= count; index += 1) {
    const narrative = createStory(`save ${index}`);
    const signedMessage = narrativeMessage("1", narrative);
    const signature = await owner.signMessage({ message: signedMessage });
    requests.push({
      method: "POST",
      path: tokenPath(apiPaths.narrative, "1"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ drifterId: "1", narrative, signedMessage, signature }),
    });
  }
  const before = await server.cpuMicroseconds();
  const { url } = server;
  const result = await autocannon({ url, connections: 1, amount: count, requests });
  const cost = ((await server.cpuMicroseconds()) - before) / count;
  if (result["2xx"] !== count) throw new Error(`${name}: ${count - result["2xx"]} saves failed.`);
  const { p50, p99 } = result.latency;
  return `A save, ${name}: ${cost.toFixed(0)} µs, latency p50 ${p50} ms, p99 ${p99} ms.`;
}
