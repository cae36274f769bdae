/** Carries out `work` while `fetch` answers with `answer`, and gives the real one back. */
export async function withFetch<Result>(
  answer: typeof fetch,
  work: () => Promise<Result>,
): Promise<Result> {
  const real = globalThis.fetch;
  globalThis.fetch = answer;
  try {
    return await work();
  } finally {
    globalThis.fetch = real;
  }
}
