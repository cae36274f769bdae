import { type ChildProcess, fork } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ResourceMessage, ResourceName, WorkerMessage } from "../../test/messages.ts";
import { makeResource } from "../../test/resources.ts";
import type { MutationAnswer, MutationQuestion } from "./messages.ts";
import { noMutant } from "./switch.ts";

/** A copy of the project whose sources contain mutants. */
export interface MutatedProject {
  folder: string;
  /** Number of mutants. */
  count: number;
}

/** Thrown when a process exceeds a timeout, and is then killed, or exits unexpectedly. */
export class LostProcessError extends Error {
  override name = "LostProcessError";
}

/** A process that runs tests on sources that contain mutants. */
export class MutationProcess {
  readonly #child: ChildProcess;
  isLost = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a process. The mutant `active` is active before anything is loaded. */
  static async start(
    { folder, count }: MutatedProject,
    active = noMutant,
  ): Promise<MutationProcess> {
    const scripts = join(folder, "scripts", "lab", "mutation");
    const child = fork(join(scripts, "worker.ts"), {
      cwd: folder,
      // A mutant may fill the memory; this limit ends its process early.
      execArgv: [
        "--max-old-space-size=1500",
        "--import",
        pathToFileURL(join(scripts, "hook.ts")).href,
      ],
      env: {
        ...process.env,
        MUTATION_COUNT: String(count),
        MUTATION_ACTIVE: String(active),
        NODE_COMPILE_CACHE: resolve("cache", "compiled"),
      },
      // Output of failing tests is not interesting here.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true,
    });
    const started = new MutationProcess(child);
    // The next request is rejected.
    child
      .on("error", () => started.kill())
      .on("exit", () => {
        started.isLost = true;
      });
    child.on("message", (message: WorkerMessage | MutationAnswer) => {
      if (message.type === "resourceWanted") void started.#supply(message.resource);
    });
    await started.#receive(60_000);
    return started;
  }

  /** @throws {LostProcessError} when no response arrives before the timeout in ms. */
  ask(question: MutationQuestion, timeout: number): Promise<MutationAnswer> {
    if (this.isLost) return Promise.reject(new LostProcessError("The process has ended."));
    this.#child.send(question);
    return this.#receive(timeout);
  }

  /** Ends the process and those that its tests started. */
  async close(): Promise<void> {
    if (this.isLost || !this.#child.connected) return;
    const ended = new Promise((done) => this.#child.once("exit", done));
    this.#child.send({ type: "end" } satisfies MutationQuestion);
    const timer = setTimeout(() => this.kill(), 15_000);
    await ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.isLost = true;
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }

  #receive(timeout: number): Promise<MutationAnswer> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#child.off("message", onMessage).off("exit", onExit);
        act();
      };
      const timer = setTimeout(() => {
        this.kill();
        settle(() => reject(new LostProcessError("The process timed out.")));
      }, timeout);
      const onMessage = (message: WorkerMessage | MutationAnswer) => {
        if (!isAnswer(message)) return;
        settle(() => resolve(message));
      };
      const onExit = (status: number | null) => {
        this.isLost = true;
        settle(() => reject(new LostProcessError(`The process exited with ${status}.`)));
      };
      this.#child.on("message", onMessage).on("exit", onExit);
    });
  }

  async #supply(resource: ResourceName): Promise<void> {
    const message: ResourceMessage = await makeMutated(resource).then(
      (value) => ({ type: "resourceReady", resource, value }),
      (error) => ({ type: "resourceReady", resource, error: String(error) }),
    );
    if (this.#child.connected) this.#child.send(message);
  }
}

/** The copy of the project has its own build of the page, which contains the mutants; its service runs from sources. */
async function makeMutated(resource: ResourceName): Promise<string> {
  if (resource === "page") return "dist/web";
  if (resource === "service") return "api/src/main.ts";
  return makeResource(resource);
}

function isAnswer(message: WorkerMessage | MutationAnswer): message is MutationAnswer {
  return ["ready", "covered", "ran", "broken"].includes(message.type);
}
