import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { FixedAnswer } from "../servers/fixedAnswer.ts";

/** What Node's server adds to every answer by itself. */
const addedByNode = new Set(["date", "connection", "keep-alive"]);

/** Asks once, and takes the answer as it comes, to the byte. */
export async function takeAnswer(
  url: string,
  headers: Record<string, string>,
): Promise<FixedAnswer> {
  // Safety: that is what comes with the event.
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

/** The same answer with no more headers than its body needs. */
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
