import { execFile } from "node:child_process";
import { open, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { apiPaths } from "#protocol/paths";
import { readReceiptsAt } from "../../scripts/cli/stories/receiptSource.ts";
import { readServedChains } from "../../scripts/cli/stories/servedChains.ts";
import { parseItems } from "../../scripts/shared/limitedReads.ts";
import { temporaryFolder } from "../api/apiFixture.ts";

const megabyte = 1024 ** 2;
const header = '{"format":"fringe-drifters-stories","version":1}\n';
const head = { drifterId: "1", revision: 1, hash: "0".repeat(64) };

describe("the limits of sources of receipts", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  const errorOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown) => thrown,
    );
    return String(error?.message);
  };
  const readAll = async (location: string) => {
    let count = 0;
    for await (const _ of readReceiptsAt(location)) count += 1;
    return count;
  };

  it("names the limit of a line of an archive, and of a file with a response", async () => {
    const file = join(folder, "file");
    for (const [content, message] of [
      [`${header}${"x".repeat(megabyte + 1)}`, "Line 2 is larger than 1 MB, the maximum."],
      [header.slice(0, -2), "Line 1 is larger than 1 MB, the maximum."],
      ["[", `${file} is larger than 8 MB, the maximum.`],
    ] as const) {
      await writeFile(file, content);
      if (content.length < megabyte) await extend(file);
      expect(await errorOf(readAll(file))).to.equal(message);
    }
  });

  it("takes neither a pipe nor a device for a file", async () => {
    const pipe = join(folder, "pipe");
    await promisify(execFile)("mkfifo", [pipe]);
    for (const path of [pipe, "/dev/zero"]) {
      expect(await errorOf(readAll(path))).to.equal(`${path} is neither a file nor a folder.`);
    }
  });

  it("ends each response of a service at its limit, compressed or without an end", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * megabyte, "["));
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
      expect(await errorOf(read(site.url)), path).to.equal(
        `${site.url}${path} is larger than 8 MB, the maximum.`,
      );
    }
  });

  it("parses the items of a list one by one", () => {
    for (const json of [
      "[]",
      " [ ] ",
      "[1]",
      '[ {"a":"[,]\\\\\\"é"} , [[2],"]"], null ]\n',
      "7",
      '{"a":[1]}',
    ]) {
      const value = JSON.parse(json);
      const expected = Array.isArray(value) ? value : [value];
      expect([...parseItems(Buffer.from(json))], json).to.deep.equal(expected);
    }
    const tooLarge = `["${"x".repeat(megabyte)}"]`;
    for (const json of ["", "[", "[1,]", "[,1]", "[1]2", "[1", "[1}2]", '["]', "[[1]", tooLarge]) {
      expect(() => [...parseItems(Buffer.from(json))], json.slice(0, 9)).to.throw(SyntaxError);
    }
    const items = parseItems(Buffer.from("[{}, wrong]"));
    expect(items.next().value).to.deep.equal({});
  });
});

/** Makes a sparse file of 9 MB. */
async function extend(path: string): Promise<void> {
  await using file = await open(path, "r+");
  await file.truncate(9 * megabyte);
}

type Answer = (response: ServerResponse) => unknown;

function endless(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(" ".repeat(64 * 1024)));
  };
  response.on("drain", write);
  write();
}

async function serve(answers: Record<string, Answer>): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(({ url = "" }: IncomingMessage, response) =>
    (answers[url] ?? ((missing: ServerResponse) => missing.writeHead(404).end()))(response),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Safety: it listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
