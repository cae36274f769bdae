import type { HardhatPlugin } from "hardhat/types/plugins";
import type { CompilerInput, CompilerOutput } from "hardhat/types/solidity";
import { SolcThread, solcPath } from "./solc.ts";

/**
 * Hardhat plugin that generates code and syntax trees concurrently, in two threads instead of Hardhat's one process.
 */
export const solcPlugin: HardhatPlugin = {
  id: "solc-threads",
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        async invokeSolc(context, compiler, input, config, next) {
          // The threads contain no other version.
          if (compiler.compilerPath !== solcPath) return next(context, compiler, input, config);
          // Jobs that run concurrently use different threads.
          const threads = idle ?? new SolcThreads();
          idle = undefined;
          const output = await threads.compile(input).catch(async (error) => {
            await threads.end();
            throw error;
          });
          if (isKept && idle === undefined) idle = threads;
          else await threads.end();
          return output;
        },
      }),
    }),
  },
};

let idle: SolcThreads | undefined;
let isKept = false;

/** Keeps solc loaded between builds of this process, which makes the next one 1 s shorter and takes 400 MB. */
export function keepSolcLoaded(): void {
  isKept = true;
}

class SolcThreads {
  readonly #code = new SolcThread();
  readonly #trees = new SolcThread();

  async compile(input: CompilerInput): Promise<CompilerOutput> {
    const run = async (thread: SolcThread, isWanted: (selector: string) => boolean) =>
      JSON.parse(await thread.compile(JSON.stringify(selectOutput(input, isWanted))));
    const [code, trees] = await Promise.all([
      run(this.#code, (selector) => selector !== "ast"),
      run(this.#trees, (selector) => selector === "ast"),
    ]);
    // If the contracts do not compile, `code` has all errors, and `trees` may have no sources.
    return { ...code, sources: trees.sources };
  }

  async end(): Promise<void> {
    await Promise.all([this.#code.end(), this.#trees.end()]);
  }
}

/** Returns the input with only the wanted outputs, which change neither the code nor its metadata. */
function selectOutput(input: CompilerInput, isWanted: (selector: string) => boolean) {
  const selected = structuredClone(input);
  for (const contracts of Object.values(selected.settings.outputSelection)) {
    for (const [name, selectors] of Object.entries(contracts)) {
      contracts[name] = selectors.filter(isWanted);
    }
  }
  return selected;
}
