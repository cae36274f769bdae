import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import type { DrifterNames } from "./drifterNames.ts";
import { revisionTag } from "./revisionTag.ts";
import type { NarrativeStore } from "./store.ts";

/** A response whose bytes are prepared once per change. */
export interface PreparedAnswer {
  status: 200 | 304;
  /** Alternating names and values. */
  headers: readonly string[];
  body: Buffer | undefined;
}

/** A response cached for repeated reads. */
interface Prepared {
  whole: PreparedAnswer;
  notModified: PreparedAnswer;
  etag: string;
  body: Buffer;
  /** The compressed response, made at its first request if compression helps. */
  compressed: (() => Promise<PreparedAnswer>) | undefined;
}

export interface PreparedReads {
  answerList(request: IncomingMessage): Promise<PreparedAnswer>;
  /** Undefined if the drifter has no story. */
  answerStory(drifterId: DrifterId, request: IncomingMessage): Promise<PreparedAnswer | undefined>;
}

const compress = promisify(gzip);
const leastBytesToCompress = 1_024;

/** Answers reads with bytes that are prepared once per change, and counts cache hits. */
export function createPreparedReads(
  store: Pick<NarrativeStore, "list" | "peek" | "find">,
  cacheBytes: number,
  names: DrifterNames,
  counted = { hits: 0, misses: 0 },
): PreparedReads {
  const prepareList = createListPress(names);
  const stories = new StoryCache(cacheBytes);

  return {
    async answerList(request) {
      const list = await store.list();
      await names.know(list);
      return choose(request, prepareList(list));
    },

    async answerStory(drifterId, request) {
      const item = await store.peek(drifterId);
      if (item === undefined) return undefined;
      const kept = stories.get(item);
      if (kept === undefined) counted.misses += 1;
      else counted.hits += 1;
      const prepared = kept ?? (await readStory(drifterId, item));
      return prepared && choose(request, prepared);
    },
  };

  async function readStory(drifterId: DrifterId, item: NarrativeListItem) {
    const record = await store.find(drifterId);
    if (record === undefined) return undefined;
    const prepared = prepare(Buffer.from(JSON.stringify(record)), revisionTag(record));
    stories.set(item, prepared);
    return prepared;
  }
}

function prepare(body: Buffer, etag: string): Prepared {
  const headers = ["ETag", etag, "Cache-Control", "no-cache"];
  return {
    whole: { status: 200, headers: [...headers, ...contentHeaders(body)], body },
    notModified: { status: 304, headers, body: undefined },
    etag,
    body,
    compressed: undefined,
  };
}

/** The same with a compressed form, made at its first request. */
function prepareCompressible(body: Buffer, etag: string): Prepared {
  const plain = prepare(body, etag);
  if (body.length < leastBytesToCompress) return plain;
  const varying = (answer: PreparedAnswer): PreparedAnswer => ({
    ...answer,
    headers: [...answer.headers, "Vary", "Accept-Encoding"],
  });
  let made: Promise<PreparedAnswer> | undefined;
  const make = async () => {
    const zipped = await compress(body);
    const headers = [...plain.notModified.headers, ...contentHeaders(zipped)];
    return varying({
      status: 200,
      headers: [...headers, "Content-Encoding", "gzip"],
      body: zipped,
    });
  };
  return {
    ...plain,
    whole: varying(plain.whole),
    notModified: varying(plain.notModified),
    compressed() {
      made ??= make();
      return made;
    },
  };
}

function contentHeaders(body: Buffer): string[] {
  const type = "application/json; charset=utf-8";
  return ["Content-Type", type, "Content-Length", String(body.length)];
}

function choose({ headers }: IncomingMessage, prepared: Prepared) {
  if (isFresh(headers["if-none-match"], prepared.etag)) return prepared.notModified;
  if (prepared.compressed === undefined) return prepared.whole;
  return acceptsGzip(headers["accept-encoding"]) ? prepared.compressed() : prepared.whole;
}

/** Returns a function that creates the list's response and caches it until the list or a name changes. */
function createListPress(names: DrifterNames) {
  const lines = new WeakMap<NarrativeListItem, { name: string | undefined; line: string }>();
  let last: { list: readonly NarrativeListItem[]; version: number; prepared: Prepared } | undefined;

  return (list: readonly NarrativeListItem[]): Prepared => {
    const version = names.version();
    if (last?.list === list && last.version === version) return last.prepared;
    const body = Buffer.from(`[${list.map(lineOf).join()}]`);
    const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    const prepared = prepareCompressible(body, `W/"${digest}"`);
    last = { list, version, prepared };
    return prepared;
  };

  function lineOf(item: NarrativeListItem): string {
    const name = names.of(item.drifterId);
    const kept = lines.get(item);
    if (kept && kept.name === name) return kept.line;
    const line = JSON.stringify({ ...item, name });
    lines.set(item, { name, line });
    return line;
  }
}

/** LRU cache of stories, limited by size. */
class StoryCache {
  readonly #capacityBytes: number;
  readonly #entries = new Map<DrifterId, { item: NarrativeListItem; prepared: Prepared }>();
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  /** The story of `item`; the store returns another item after each change. */
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

/** Evaluates `If-None-Match` (RFC 9110, 13.1.2): tags are compared weakly. */
function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === "*") return true;
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => strong(tag) === strong(etag));
}

/** Parses `Accept-Encoding` (RFC 9110, 12.5.3). */
function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? "").split(",").map((coding) => coding.split(";").map(trimmed));
  const named = codings.find(([name]) => name === "gzip") ?? codings.find(([name]) => name === "*");
  if (named === undefined) return false;
  return !named.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}

function trimmed(text: string): string {
  return text.trim().toLowerCase();
}
