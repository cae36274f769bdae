import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { apiPaths } from "#protocol/wire/paths";
import { readRevisionsAt } from "../../../../scripts/commands/stories/revisionSource.ts";
import { readServedChains } from "../../../../scripts/commands/stories/servedChains.ts";
import { type Listening, listen } from "../../../../scripts/lab/service/listen.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const megabyte = 1024 ** 2;
const head = { drifterId: "1", revision: 1, hash: "0".repeat(64) };

describe("signed revision source limits", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  const messageOf = async (work: Promise<unknown>) => (await errorOf(work)).message;
  const readAll = async (location: string) => {
    let count = 0;
    for await (const _ of readRevisionsAt(location)) count += 1;
    return count;
  };

  it("rejects a pipe and a device", async () => {
    const pipe = join(folder, "pipe");
    await promisify(execFile)("mkfifo", [pipe]);
    for (const path of [pipe, "/dev/zero"]) {
      expect(await messageOf(readAll(path))).to.equal(`${path} is neither a file nor a folder.`);
    }
  });

  it("rejects a response above the size limit, even a compressed or endless one", async () => {
    const bomb = gzipSync(Buffer.alloc(17 * megabyte, "["));
    const compressed: Answer = (response) =>
      response.setHeader("content-encoding", "gzip").end(bomb);
    const heads: Answer = (response) => response.end(JSON.stringify([head]));
    const narrative = "/api/narrative/1";
    for (const [path, answer, read] of [
      [narrative, endless, (url: string) => readAll(`${url}${narrative}`)],
      [narrative, compressed, (url: string) => readAll(`${url}${narrative}`)],
      [`${narrative}/history`, compressed, readAll],
      [apiPaths.heads, endless, readAll],
      [apiPaths.checkpoint, compressed, (url: string) => readServedChains(new URL(url))],
    ] as const) {
      await using site = await serve({ [apiPaths.heads]: heads, [path]: answer });
      expect(await messageOf(read(site.url)), path).to.equal(
        `${site.url}${path} is larger than 16 MB, the maximum.`,
      );
    }
  });
});

type Answer = (response: ServerResponse) => unknown;

function endless(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(" ".repeat(64 * 1024)));
  };
  response.on("drain", write);
  write();
}

async function serve(responses: Record<string, Answer>): Promise<Listening> {
  return listen(
    createServer(({ url = "" }: IncomingMessage, response) =>
      (responses[url] ?? ((missing: ServerResponse) => missing.writeHead(404).end()))(response),
    ),
  );
}
