import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findProgram } from "../service/findProgram.ts";

/** Runs podman. */
export interface Podman {
  isNested: boolean;
  /** Runs a command and returns what it prints. @throws {Error} with its error output. */
  run(command: string, ...args: readonly string[]): Promise<string>;
  /** Options of `build` and `run` that this machine needs. */
  limits: readonly string[];
}

/** Number of processes and open files; without these, a nested podman cannot lower the limits. */
const nestedLimits = ["--network=host", "--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"];

/** @throws {Error} if podman is not installed. */
export function openPodman(isNested: boolean): Podman {
  const program = findProgram("podman");
  if (program === undefined) throw new Error("podman is not installed: apt-get install podman");
  const machine = isNested ? ["--storage-driver=vfs", "--runtime=runc"] : [];
  return {
    isNested,
    limits: isNested ? nestedLimits : ["--network=host"],
    async run(command, ...args) {
      const options = { maxBuffer: 2 ** 28 };
      try {
        const { stdout } = await promisify(execFile)(
          program,
          [...machine, command, ...args],
          options,
        );
        return stdout.trim();
      } catch (error) {
        // Safety: execFile adds the output to its errors.
        const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
        const output = `${stdout}${stderr}`.trim().split("\n").slice(-30).join("\n");
        throw new Error(`podman ${command} failed.\n${output}`, { cause: error });
      }
    },
  };
}
