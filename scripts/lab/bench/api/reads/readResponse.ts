import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { FixedAnswer } from "../servers/fixedAnswer.ts";

/** Headers that Node's server adds to every response. */
const addedByNode = new Set(["date", "connection", "keep-alive"]);

/** Sends one request and returns the response unchanged. */
export async function readResponse(
  url: string,
  headers: Record<string, string>,
): Promise<FixedAnswer> {
  // Safety: the event's argument is a response.
  const [response] = (await once(get(url, { headers, agent: false }), "response")) as [
    IncomingMessage,
  ];
  return {
    status: response.statusCode ?? 0,
    headers: withoutAdded(response.rawHeaders),
    body: await buffer(response),
  };
}

function withoutAdded(raw: readonly string[]): string[] {
  return pairs(raw).flatMap(([name, value]) =>
    addedByNode.has(name.toLowerCase()) ? [] : [name, value],
  );
}

/** Returns the response with only the headers that its body needs. */
export function bodyOnly(answer: FixedAnswer): FixedAnswer {
  const headers = pairs(answer.headers).filter(([name]) =>
    /^content-(type|length|encoding)$/i.test(name),
  );
  return { ...answer, headers: headers.flat() };
}

function pairs(raw: readonly string[]): [name: string, value: string][] {
  const names = raw.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, raw[index * 2 + 1] ?? ""]);
}
