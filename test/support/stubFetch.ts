/** Runs `work` with `answer` in place of `fetch`, then restores `fetch`. */
export async function withFetch<Result>(
  response: typeof fetch,
  work: () => Promise<Result>,
): Promise<Result> {
  const real = globalThis.fetch;
  globalThis.fetch = response;
  try {
    return await work();
  } finally {
    globalThis.fetch = real;
  }
}
