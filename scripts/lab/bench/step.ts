import ora from "ora";

/** Shows one step of a bench while it runs, its progress, and its duration. */
export async function step<Result>(
  title: string,
  work: (tell: (doing: string) => void) => Promise<Result>,
): Promise<Result> {
  const spinner = ora({ text: title, discardStdin: false }).start();
  const begun = performance.now();
  try {
    const result = await work((doing) => {
      spinner.text = `${title}: ${doing}`;
    });
    spinner.succeed(`${title} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    spinner.fail();
    throw error;
  }
}
