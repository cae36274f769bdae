import { expect } from "chai";
import { readSettings } from "../../../api/src/settings/settings.ts";
import { runDeploy } from "../../../scripts/cli/deploy/runDeploy.ts";
import { runExplain } from "../../../scripts/cli/explain/runExplain.ts";
import { runManage } from "../../../scripts/cli/manage/runManage.ts";
import { runMint } from "../../../scripts/cli/mint/runMint.ts";
import { runPhases } from "../../../scripts/cli/phases/runPhases.ts";
import { runStories } from "../../../scripts/cli/stories/runStories.ts";
import { runVerify } from "../../../scripts/cli/stories/runVerify.ts";
import { runTrace } from "../../../scripts/cli/trace/runTrace.ts";
import type { Output } from "../../../scripts/shared/commandLine/plainOutput.ts";
import { runWorld } from "../../../scripts/world/command/runWorld.ts";
import { account } from "../../support/api/apiFixture.ts";
import { builtCollection } from "../../support/commands/builtCollection.ts";
import {
  connectFreshNetwork,
  noPrompt,
  runInProcess,
  withEnvironment,
} from "../../support/commands/commandHere.ts";
import { exampleFile } from "../../support/commands/deployments.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const unreachable = "127.0.0.1:1";
const wallet = account(2).address;
const environment = {
  RPC_URL: `http://${unreachable}`,
  CONTRACT_ADDRESS: wallet,
  DATABASE_URL: `postgres://user@${unreachable}/stories`,
};
const settings = () => readSettings(environment);
const network = { connect: connectFreshNetwork, prompt: noPrompt };

type Run = (args: string[], output: Output, folder: string) => Promise<number>;

/** The commands on a collection, with arguments that make each fail on a missing file or an unreachable node. */
const commands: Record<string, { run: Run; failing: string[] }> = {
  deploy: {
    run: (args, output, directory) =>
      runDeploy(args, () => ({ ...network, directory, compile: builtCollection }), output),
    failing: ["--network", "localhost", "--parameters", exampleFile],
  },
  explain: { run: runExplain, failing: ["NoSuchError"] },
  manage: {
    run: (args, output) => runManage(args, environment, output, network),
    failing: ["show"],
  },
  mint: {
    run: (args, output) => runMint(args, environment, output),
    failing: ["explain", "--wallet", wallet],
  },
  phases: { run: (args, output) => runPhases(args, environment, output), failing: ["show"] },
  stories: { run: (args, output) => runStories(args, settings, output), failing: ["hide", "1"] },
  trace: {
    run: (args, output) => runTrace(args, environment, output),
    failing: [`0x${"11".repeat(32)}`],
  },
  verify: {
    run: (args, output) => runVerify(args, settings, output),
    failing: [`http://${unreachable}`],
  },
  world: { run: (args, output, folder) => runWorld(args, folder, output), failing: ["reset"] },
};

describe("the exit status", () => {
  for (const [name, { run, failing }] of Object.entries(commands)) {
    it(`of npm run ${name} is 0 for help, 1 for a failure and 2 for invalid usage`, async () => {
      const folder = await temporaryFolder();
      const statusFor = async (...args: string[]) => {
        const { status, stderr } = await withEnvironment(environment, () =>
          runInProcess((output) => run(args, output, folder)),
        );
        expect(stderr === "", `stderr is empty for ${args.join(" ")}`).to.equal(status === 0);
        return status;
      };
      expect([
        await statusFor("--help"),
        await statusFor(...failing),
        await statusFor(...failing, "--nonsense"),
      ]).to.deep.equal([0, 1, 2]);
    });
  }
});
