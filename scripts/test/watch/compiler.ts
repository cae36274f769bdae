// Thread of npm run watch: compiles changed contracts on each message, and responds with an error's message, if any.
// Hardhat and solc stay loaded.
import { parentPort } from "node:worker_threads";
import { compileContracts } from "../../shared/compileContracts.ts";
import { keepSolcLoaded } from "../../shared/hardhat/solcPlugin.ts";

keepSolcLoaded();
parentPort?.on("message", async () => {
  const failure = await compileContracts().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  parentPort?.postMessage(failure);
});
