/** Returns the error with which `work` rejects. */
export async function errorOf(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error("It did not fail.");
}
