// npm run manage: what the collection's owner and its withdrawer do after the deployment.
import { plainOutput } from "../shared/commandLine/plainOutput.ts";
import { loadDeploymentEnvironment } from "./deploy/environment.ts";
import { runManage } from "./manage/runManage.ts";

loadDeploymentEnvironment();
process.exitCode = await runManage(process.argv.slice(2), process.env, plainOutput(console));
