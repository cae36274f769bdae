/** Larger than any valid response to the service's calls. */
const largestAnswerBytes = 10 * 1024 ** 2;

/**
 * Returns a `fetch` for JSON-RPC that limits the time and size of the whole response, and checks that the
 * response has the request's ID.
 */
export function createRpcFetch(timeoutMilliseconds: number): typeof fetch {
  return async (url, init) => {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, { ...init, signal });
    const { status, statusText, headers } = response;
    const body = await readLimited(response);
    if (response.ok) assertAnswers(body, String(init?.body));
    return new Response(body, { status, statusText, headers: withoutCoding(headers) });
  };
}

async function readLimited(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    chunks.push(next.value);
    bytes += next.value.length;
    if (bytes <= largestAnswerBytes) continue;
    // The rest is discarded and the connection closed.
    void reader?.cancel().catch(() => undefined);
    throw new Error("The RPC endpoint's response is too large.");
  }
  return Buffer.concat(chunks).toString();
}

/** Throws when the response has another ID: a proxy may mix up responses. */
function assertAnswers(answer: string, question: string): void {
  if (idOf(answer) === idOf(question)) return;
  throw new Error("The RPC endpoint responded to another request.");
}

function idOf(message: string): unknown {
  const parsed: unknown = JSON.parse(message);
  return typeof parsed === "object" && parsed !== null && "id" in parsed ? parsed.id : undefined;
}

/** Removes Content-Encoding and Content-Length, because the body is decoded already. */
function withoutCoding(headers: Headers): Headers {
  const plain = new Headers(headers);
  plain.delete("content-encoding");
  plain.delete("content-length");
  return plain;
}
