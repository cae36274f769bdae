/** What a server's process has used up so far. */
export interface Usage {
  /** Of all its threads, in user and kernel mode. */
  cpuMicroseconds: number;
  residentBytes: number;
  mostResidentBytes: number;
}

/** What a server's process says to whoever started it. */
export type Report = { url: string } | { usage: Usage };

/**
 * Makes this process one server: it starts with the first message, which is its input, answers each
 * later one with what it has used, and ends with whoever started it.
 *
 * @param start starts the server and returns its URL.
 */
export function runServer<Input>(start: (input: Input) => Promise<string>): void {
  const tell = (report: Report) => process.send?.(report);
  process.once("disconnect", () => process.exit());
  process.once("message", async (input) => {
    // Safety: `startServerProcess` takes the input in this form.
    tell({ url: await start(input as Input) });
    process.on("message", () => tell({ usage: usageOfThisProcess() }));
  });
}

function usageOfThisProcess(): Usage {
  const { user, system } = process.cpuUsage();
  return {
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    mostResidentBytes: process.resourceUsage().maxRSS * 1024,
  };
}
