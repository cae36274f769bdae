import { setTimeout as delay } from "node:timers/promises";
import { apiPaths, drifterPath } from "#protocol/paths";
import type { Bench } from "../bench.ts";
import { type Load, requestBytes } from "../loadGenerator.ts";
import { connections, type Plan } from "../plan.ts";
import type { FixedAnswer } from "../servers/fixedAnswer.ts";
import type { ServerProcess } from "../servers/startServerProcess.ts";
import { bodyOnly, readResponse } from "./readResponse.ts";

/** A server and the request that is repeated. */
export interface ReadSubject {
  question: string;
  name: string;
  server: ServerProcess;
  load: Load;
}

/** The service on each store. */
export interface OurServers {
  folder: ServerProcess;
  database: ServerProcess;
}

/** A request that several servers respond to. */
interface Question {
  title: string;
  path: string;
  headers: Record<string, string>;
  requests: number;
  /** Frameworks to compare with. */
  frameworks: readonly (keyof typeof frameworkNames)[];
}

/** Names of the two baselines of every request. */
export const sameHeaders = "node:http, same headers";
export const sameBodyOnly = "node:http, body only";

/** The page of a story, from the cache. */
export const pageTitle = "A page";

const frameworkNames = {
  fastify: "fastify, the bytes",
  expressSend: "Express, the bytes",
  expressJson: "Express, res.json",
} as const;

const storyPath = drifterPath(apiPaths.narrative, "1");
const listPath = apiPaths.narratives;
const pagePath = "/drifter/1";

/** Starts the servers to compare with `ours`, each with our exact response. */
export async function startSubjects(
  bench: Pick<Bench, "startServer">,
  ours: OurServers,
  { storyRequests, listRequests, stories }: Plan["reads"],
  stack: AsyncDisposableStack,
): Promise<ReadSubject[]> {
  const story = { path: storyPath, headers: {}, requests: storyRequests, frameworks: [] };
  const list = { path: listPath, headers: {}, requests: listRequests, frameworks: [] };
  const listTitle = `The list of ${stories.toLocaleString("en")}`;
  // A page shows its neighbours once the catalogue and the search index are made.
  const neighbours = drifterPath(apiPaths.neighbours, "1");
  for (const { url } of [ours.folder, ours.database]) await readResponse(url + neighbours, {});
  await untilSame(ours, pagePath);
  const questions: Question[] = [
    { ...story, title: "A story", frameworks: ["fastify", "expressSend", "expressJson"] },
    { ...story, title: "A story, 304", headers: await tagOf(ours, storyPath) },
    { ...story, title: pageTitle, path: pagePath },
    { ...story, title: "A page, gzip", path: pagePath, headers: { "accept-encoding": "gzip, br" } },
    { ...list, title: `${listTitle}, gzip`, headers: { "accept-encoding": "gzip, br" } },
    { ...list, title: `${listTitle}, not compressed` },
    {
      ...list,
      title: `${listTitle}, 304`,
      headers: await tagOf(ours, listPath),
      requests: storyRequests,
    },
  ];
  const subjects: ReadSubject[] = [];
  for (const question of questions) {
    subjects.push(...(await answerers(bench, question, ours, stack)));
  }
  return subjects;
}

/** A page is served without its neighbours while they take too long. */
const mostAttempts = 40;
const pauseMilliseconds = 250;

/** Resolves once both stores serve the same page. */
async function untilSame({ folder, database }: OurServers, path: string): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const [ours, theirs] = [
      await readResponse(folder.url + path, {}),
      await readResponse(database.url + path, {}),
    ];
    if (Buffer.from(ours.body).equals(theirs.body)) return;
    await delay(pauseMilliseconds);
  }
}

/** Returns the conditional request headers of a client with a cached response. */
async function tagOf({ folder }: OurServers, path: string): Promise<Record<string, string>> {
  const { headers } = await readResponse(folder.url + path, {});
  return { "if-none-match": headers[headers.indexOf("ETag") + 1] ?? "" };
}

/** Starts the servers of a request, the baselines first. */
async function answerers(
  { startServer }: Pick<Bench, "startServer">,
  question: Question,
  { folder, database }: OurServers,
  stack: AsyncDisposableStack,
): Promise<ReadSubject[]> {
  const answer = await readResponse(folder.url + question.path, question.headers);
  if (answer.status >= 400) throw new Error(`${question.title}: ours answers ${answer.status}.`);
  const start = async (name: "bareHttp" | keyof typeof frameworkNames, given: FixedAnswer) => {
    const server = await startServer(name, given);
    stack.defer(() => server.end());
    return server;
  };
  const servers: [name: string, server: ServerProcess][] = [
    [sameHeaders, await start("bareHttp", answer)],
    [sameBodyOnly, await start("bareHttp", bodyOnly(answer))],
    ["ours, folder", folder],
    ["ours, PostgreSQL", database],
  ];
  for (const name of question.frameworks) {
    servers.push([frameworkNames[name], await start(name, answer)]);
  }
  for (const [name, server] of servers) await assertSameAnswer(name, server, question, answer);
  return servers.map(([name, server]) => {
    const request = requestBytes(server.url, question.path, { headers: question.headers });
    const requests = Array.from({ length: question.requests }, () => request);
    const load = { url: server.url, requests, status: answer.status, connections };
    return { question: question.title, name, server, load };
  });
}

/** Asserts that all servers send the same response. */
async function assertSameAnswer(
  name: string,
  { url }: ServerProcess,
  { title, path, headers }: Question,
  expected: FixedAnswer,
): Promise<void> {
  const { status, body } = await readResponse(url + path, headers);
  if (status === expected.status && Buffer.from(expected.body).equals(body)) return;
  throw new Error(
    `${title}: "${name}" returned ${status} with ${body.length} bytes, which differs from ours.`,
  );
}
