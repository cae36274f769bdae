/**
 * Returns the error with which `work` rejects.
 * @returns the error that `work` fails with.
 */
export async function errorOf(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error("It did not fail.");
}
