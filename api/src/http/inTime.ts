/** Waits for an answer, at most for this time; undefined if it takes longer. */
export function inTime<Answer>(
  answer: Promise<Answer>,
  milliseconds: number,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
