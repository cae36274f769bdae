import { join } from "node:path";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import config from "../../../hardhat.config.ts";
import {
  connectNetwork,
  type DeploymentNetwork,
} from "../../../scripts/commands/contract/network.ts";
import type { Output } from "../../../scripts/shared/commandLine/plainOutput.ts";
import type { ScriptOutcome } from "./runScript.ts";

const root = join(import.meta.dirname, "../../..");

/** Runs a command's function in this process and captures the output of an equivalent process. */
export async function runInProcess(
  command: (output: Output) => Promise<number>,
): Promise<ScriptOutcome> {
  const captured = { stdout: "", stderr: "" };
  const status = await command({
    log: (...values: unknown[]) => {
      captured.stdout += `${values.join(" ")}\n`;
    },
    error: (...values: unknown[]) => {
      captured.stderr += `${values.join(" ")}\n`;
    },
  });
  return { status, ...captured };
}

/** Runs `work` with changed environment variables and, optionally, in a different folder. */
export async function withEnvironment<Result>(
  variables: Record<string, string>,
  work: () => Promise<Result>,
  folder = process.cwd(),
): Promise<Result> {
  const before = { env: process.env, folder: process.cwd() };
  process.env = { ...variables };
  process.chdir(folder);
  try {
    return await work();
  } finally {
    process.chdir(before.folder);
    process.env = before.env;
  }
}

/** Connects through a new Hardhat instance, because this process's instance has read its variables already. */
export async function connectFreshNetwork(name: string): Promise<DeploymentNetwork> {
  return connectNetwork(name, await createHardhatRuntimeEnvironment(config, {}, root));
}

/** Resolves to undefined, as a prompt without a terminal does. */
export const noPrompt = async (): Promise<undefined> => undefined;
