import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import { revisionTag } from "./revisionTag.ts";
import type { NarrativeStore } from "./store.ts";

/** An answer made ready to be sent many times. */
interface Prepared {
  etag: string;
  body: Buffer;
  /** The body compressed, if that is worth it. */
  gzipped?: Promise<Buffer>;
}

/** Answers reads with bytes that are made once for each change. */
export interface PreparedReads {
  /** Sends the list. */
  sendList(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Sends a drifter's story; false if there is none, and then nothing is sent. */
  sendStory(
    drifterId: DrifterId,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean>;
}

const compress = promisify(gzip);
const leastBytesToCompress = 1_024;

export function createPreparedReads(
  store: Pick<NarrativeStore, "list" | "peek" | "find">,
  cacheBytes: number,
): PreparedReads {
  const prepareList = createListPress();
  const stories = new StoryCache(cacheBytes);

  return {
    async sendList(request, response) {
      await send(request, response, prepareList(await store.list()));
    },

    async sendStory(drifterId, request, response) {
      const item = await store.peek(drifterId);
      if (item === undefined) return false;
      const prepared = stories.get(item) ?? (await readStory(drifterId, item));
      if (prepared === undefined) return false;
      await send(request, response, prepared);
      return true;
    },
  };

  async function readStory(drifterId: DrifterId, item: NarrativeListItem) {
    const record = await store.find(drifterId);
    if (record === undefined) return undefined;
    const prepared = { etag: revisionTag(record), body: Buffer.from(JSON.stringify(record)) };
    stories.set(item, prepared);
    return prepared;
  }
}

/** Returns how to make the list's answer: the last one again as long as the list is the same. */
function createListPress() {
  const lines = new WeakMap<NarrativeListItem, string>();
  let last: { list: readonly NarrativeListItem[]; prepared: Prepared } | undefined;

  return (list: readonly NarrativeListItem[]): Prepared => {
    if (last?.list === list) return last.prepared;
    const body = Buffer.from(`[${list.map(lineOf).join()}]`);
    const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    const prepared: Prepared = { etag: `W/"${digest}"`, body };
    last = { list, prepared };
    return prepared;
  };

  function lineOf(item: NarrativeListItem): string {
    const line = lines.get(item) ?? JSON.stringify(item);
    lines.set(item, line);
    return line;
  }
}

/** The stories that were read last, as many as fit. */
class StoryCache {
  readonly #capacityBytes: number;
  readonly #entries = new Map<DrifterId, { item: NarrativeListItem; prepared: Prepared }>();
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  /** The story that `item` stands for: of a changed one, the store gives another item. */
  get(item: NarrativeListItem): Prepared | undefined {
    const entry = this.#entries.get(item.drifterId);
    if (entry?.item !== item) return undefined;
    this.#entries.delete(item.drifterId);
    this.#entries.set(item.drifterId, entry);
    return entry.prepared;
  }

  set(item: NarrativeListItem, prepared: Prepared): void {
    this.#delete(item.drifterId);
    this.#entries.set(item.drifterId, { item, prepared });
    this.#bytes += prepared.body.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#capacityBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(drifterId: DrifterId): void {
    this.#bytes -= this.#entries.get(drifterId)?.prepared.body.length ?? 0;
    this.#entries.delete(drifterId);
  }
}

async function send(request: IncomingMessage, response: ServerResponse, prepared: Prepared) {
  response.setHeader("ETag", prepared.etag);
  response.setHeader("Cache-Control", "no-cache");
  const isLong = prepared.etag.startsWith("W/") && prepared.body.length >= leastBytesToCompress;
  if (isLong) response.setHeader("Vary", "Accept-Encoding");
  if (isFresh(request.headers["if-none-match"], prepared.etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const isGzipped = isLong && acceptsGzip(request.headers["accept-encoding"]);
  if (isGzipped) response.setHeader("Content-Encoding", "gzip");
  const body = isGzipped ? await gzipped(prepared) : prepared.body;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
}

function gzipped(prepared: Prepared): Promise<Buffer> {
  prepared.gzipped ??= compress(prepared.body);
  return prepared.gzipped;
}

/** Reads `If-None-Match` (RFC 9110, 13.1.2): tags are compared weakly. */
function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === "*") return true;
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => strong(tag) === strong(etag));
}

/** Reads `Accept-Encoding` (RFC 9110, 12.5.3). */
function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? "").split(",").map((coding) => coding.split(";").map(trimmed));
  const named = codings.find(([name]) => name === "gzip") ?? codings.find(([name]) => name === "*");
  if (named === undefined) return false;
  return !named.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}

function trimmed(text: string): string {
  return text.trim().toLowerCase();
}
