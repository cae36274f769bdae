import { spawn } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "../../../scripts/shared/childEnvironment.ts";
import { requestResource } from "../../../scripts/test/runner/resources.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const root = join(import.meta.dirname, "../../..");

/** Starts the service as an operator does, in a folder without a .env file. */
export async function serve(environment: Record<string, string>, args: readonly string[] = []) {
  return spawn(process.execPath, [join(root, await requestResource("service")), ...args], {
    cwd: await temporaryFolder(),
    env: childEnvironment({ RPC_URL: "http://127.0.0.1:1", ...environment }),
    stdio: ["ignore", "pipe", "pipe"],
  });
}
