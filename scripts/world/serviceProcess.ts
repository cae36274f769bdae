// Child process of npm start that runs the service with its environment variables.
import { startService } from "./service.ts";

// Safety: undefined variables are absent.
const service = await startService(process.env as Record<string, string>);
let ending: Promise<void> | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
process.stdin.resume().once("end", () => {
  // npm start was killed; without this, Node's watcher would wait for changes.
  process.kill(process.ppid);
  void end();
});
process.send?.(service.url);

async function end(): Promise<void> {
  ending ??= service.close();
  await ending;
  process.exit();
}
