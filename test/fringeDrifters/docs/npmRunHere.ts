import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { loadEnvironment, loadSettings } from "../../../api/src/settings/settings.ts";
import { loadDeploymentEnvironment } from "../../../scripts/commands/contract/environment.ts";
import { runDeploy } from "../../../scripts/commands/deploy/runDeploy.ts";
import { runExplain } from "../../../scripts/commands/explain/runExplain.ts";
import { runManage } from "../../../scripts/commands/manage/runManage.ts";
import { runMint } from "../../../scripts/commands/mint/runMint.ts";
import { runPhases } from "../../../scripts/commands/phases/runPhases.ts";
import { runStories } from "../../../scripts/commands/stories/runStories.ts";
import { runTrace } from "../../../scripts/commands/trace/runTrace.ts";
import { runRehearse } from "../../../scripts/lab/rehearsal/runRehearse.ts";
import { type Output, plainOutput } from "../../../scripts/shared/commandLine/plainOutput.ts";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { runWorld } from "../../../scripts/world/command/runWorld.ts";
import { builtCollection } from "../../support/commands/builtCollection.ts";
import {
  connectFreshNetwork,
  noPrompt,
  runInProcess,
  withEnvironment,
} from "../../support/commands/commandHere.ts";
import type { ScriptOutcome } from "../../support/commands/runScript.ts";

/**
 * Runs each of these npm scripts in this process, like its entry file in `scripts/commands/` or
 * `scripts/world/`, without recompiling.
 */
const commands: Record<string, (args: string[], output: Output) => Promise<number>> = {
  deploy(args, output) {
    const tools = { connect: connectFreshNetwork, compile: builtCollection, prompt: noPrompt };
    return runDeploy(args, () => ({ ...loadDeploymentEnvironment(), ...tools }), output);
  },
  explain: runExplain,
  manage(args, output) {
    loadDeploymentEnvironment();
    const tools = { connect: connectFreshNetwork, prompt: noPrompt };
    return runManage(args, process.env, plainOutput(output), tools);
  },
  mint: (args, output) => runMint(args, loadEnvironment(), plainOutput(output)),
  phases: (args, output) => runPhases(args, loadEnvironment(), plainOutput(output)),
  rehearse: (args, output) =>
    runRehearse(args, loadEnvironment(), plainOutput(output), { step: quietStep }),
  stories: (args, output) => runStories(args, loadSettings, output),
  trace: (args, output) => runTrace(args, loadEnvironment(), plainOutput(output)),
  world: (args, output) => runWorld(args, ".world", output),
};

/** Runs `npm run` commands of documents without processes. */
export type NpmRunHere = Awaited<ReturnType<typeof startNpmRunHere>>;

/**
 * Starts a server through which bash delegates `npm run NAME` to this process for the commands here; npm
 * runs the others.
 */
export async function startNpmRunHere() {
  const server = createServer((socket) => void respond(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Safety: a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    /** Environment variables for the shell. */
    env: { BASH_ENV: join(import.meta.dirname, "npmRun.bash"), NPM_RUN_PORT: String(port) },
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}

async function respond(socket: Socket): Promise<void> {
  let request = "";
  for await (const text of socket.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    request += text;
    if (request.endsWith("\0end\0")) break;
  }
  const failure = ({ stack }: Error) => bashOf({ status: 255, stdout: "", stderr: String(stack) });
  socket.end(await runCommand(request).catch(failure));
}

/** @returns the bash commands to run instead of npm. */
async function runCommand(request: string): Promise<string> {
  const [cwd = "", count = "", ...rest] = request.split("\0");
  const args = rest.slice(0, Number(count));
  const variables = rest.slice(Number(count), -2).map((line) => line.split(/=(.*)/s, 2));
  const [verb, name = "", ...more] = args.filter((each) => each !== "--silent");
  const command = verb === "run" ? commands[name] : undefined;
  if (command === undefined) return 'command npm "$@"';
  const given = more[0] === "--" ? more.slice(1) : more;
  const run = () => runInProcess((output) => command(given, output));
  return bashOf(await withEnvironment(Object.fromEntries(variables), run, cwd));
}

/** Returns bash commands that reproduce a command's output and exit status. */
function bashOf({ status, stdout, stderr }: ScriptOutcome): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return `printf %s ${quote(stdout)}; printf %s ${quote(stderr)} >&2; return ${status}`;
}
