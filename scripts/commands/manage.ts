// npm run manage: shows the collection, and simulates or sends calls by the owner and the withdraw
// address.
import { plainOutput } from "../shared/commandLine/plainOutput.ts";
import { loadDeploymentEnvironment } from "./contract/environment.ts";
import { runManage } from "./manage/runManage.ts";

loadDeploymentEnvironment();
process.exitCode = await runManage(process.argv.slice(2), process.env, plainOutput(console));
