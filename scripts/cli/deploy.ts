// npm run deploy: deploys the collection, checks it, and records its address for API and web.
import { promptPerson } from "../shared/commandLine/promptPerson.ts";
import { loadDeploymentEnvironment } from "./contract/environment.ts";
import { connectNetwork } from "./contract/network.ts";
import { compileCollection } from "./deploy/compileCollection.ts";
import { runDeploy } from "./deploy/runDeploy.ts";

const { directory } = loadDeploymentEnvironment();
const tools = {
  directory,
  connect: connectNetwork,
  compile: compileCollection,
  prompt: promptPerson,
};
process.exitCode = await runDeploy(process.argv.slice(2), tools, console);
