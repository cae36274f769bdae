import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DurableFile, FolderLockError, lockFolder } from "#service/files";
import { deploymentPath, deploymentSchema } from "#service/settings";

const hex = z.templateLiteral(["0x", z.string()]);

const begunSchema = z.object({
  deployer: z.string(),
  /** The creating transaction's. With the deployer it decides the address, before anything is sent. */
  nonce: z.int(),
  address: z.string(),
  /** The newest block when it began: the contract is younger. */
  afterBlock: z.int(),
  creationCodeHash: hex,
  /** As JSON, for comparison only. */
  parameters: z.string(),
});

/** A deployment that has begun: written before its first transaction, removed after its last. */
export type BegunDeployment = z.output<typeof begunSchema>;

const recordSchema = deploymentSchema.extend({
  contract: z.literal("FringeDrifters"),
  deployer: z.string(),
  transactionHash: z.string(),
  blockNumber: z.int(),
  compiler: z.string(),
  /** SHA-256 of the file that holds the compiler's input. */
  standardInputSha256: z.string(),
  parameters: z.looseObject({ baseURI: z.string(), signer: z.string() }),
});

/** A finished deployment, as the file in the repository tells it. */
export type DeploymentRecord = z.output<typeof recordSchema>;

/** The files of one chain in the folder of deployments. */
export class DeploymentFiles {
  readonly recordPath: string;
  readonly inputPath: string;
  readonly begunPath: string;
  readonly #directory: string;
  readonly #begun: DurableFile<BegunDeployment>;

  constructor(directory: string, chainId: number) {
    this.#directory = directory;
    this.recordPath = deploymentPath(directory, chainId);
    this.inputPath = join(directory, `${chainId}.standard-input.json`);
    this.begunPath = join(directory, `${chainId}.unfinished.json`);
    this.#begun = new DurableFile(this.begunPath, (value) => begunSchema.parse(value));
  }

  /** Keeps a second deployment away while one is at work. @returns how to let it in. */
  async lock(): Promise<() => void> {
    await mkdir(this.#directory, { recursive: true });
    try {
      return lockFolder(this.#directory);
    } catch (error) {
      if (!(error instanceof FolderLockError)) throw error;
      throw new Error(
        error.isInUse
          ? `Another deployment is at work in ${this.#directory}. Wait for it to end.`
          : `This process may not write in ${this.#directory}. Give its user the right to.`,
      );
    }
  }

  async readBegun(): Promise<BegunDeployment | undefined> {
    return (await this.#begun.read()) ?? undefined;
  }

  writeBegun(begun: BegunDeployment): Promise<void> {
    return this.#begun.write(begun);
  }

  async readRecord(): Promise<DeploymentRecord | undefined> {
    const text = await readIfPresent(this.recordPath);
    return text === undefined ? undefined : recordSchema.parse(JSON.parse(text));
  }

  async readInput(): Promise<string> {
    return readFile(this.inputPath, "utf8");
  }

  /** Tells everybody of the finished deployment. What stood there before is kept under its address. */
  async writeRecord(record: DeploymentRecord, input: string): Promise<void> {
    await this.#keepFormer(record.address);
    await writeFile(this.inputPath, input);
    const unfinished = `${this.recordPath}.new`;
    await writeFile(unfinished, `${JSON.stringify(record, null, 2)}\n`);
    await rename(unfinished, this.recordPath);
    await rm(this.begunPath, { force: true });
  }

  async #keepFormer(address: string): Promise<void> {
    const former = await this.readRecord();
    if (former === undefined || former.address === address) return;
    const suffix = `.replaced-${former.address}.json`;
    for (const path of [this.recordPath, this.inputPath]) {
      await writeFile(path.replace(/\.json$/, suffix), await readFile(path));
    }
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
