// npm run deploy: deploys the collection, checks it, and records its address for API and web.
import { promptPerson } from "../shared/commandLine/promptPerson.ts";
import { runDeploy } from "./deploy/runDeploy.ts";

async function loadTools() {
  const { loadDeploymentEnvironment } = await import("./contract/environment.ts");
  const { directory } = loadDeploymentEnvironment();
  const { connectNetwork } = await import("./contract/network.ts");
  const { compileCollection } = await import("./deploy/compileCollection.ts");
  return { directory, connect: connectNetwork, compile: compileCollection, prompt: promptPerson };
}
process.exitCode = await runDeploy(process.argv.slice(2), loadTools, console);
