import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { collectionConfig } from "#collection/collection.config.ts";
import { ifMissing } from "#protocol/values/ifMissing";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { DurableFile, FolderLockError, lockFolder } from "#service/files";
import { deploymentPath, deploymentSchema } from "#service/settings";

const hexSchema = z.templateLiteral(["0x", z.string()]);

const unfinishedDeploymentSchema = z.object({
  deployer: z.string(),
  /** The creating transaction's nonce, which together with the deployer determines the address in advance. */
  nonce: z.int(),
  address: z.string(),
  /** Latest block before the creating transaction. */
  afterBlock: z.int(),
  creationCodeHash: hexSchema,
  /** JSON, used only for comparison. */
  parameters: z.string(),
});

/** A deployment in progress: written before its first transaction, removed after its last. */
export type UnfinishedDeployment = z.output<typeof unfinishedDeploymentSchema>;

const recordSchema = deploymentSchema.extend({
  contract: z.literal(collectionConfig.contract),
  deployer: z.string(),
  transactionHash: z.string(),
  blockNumber: z.int(),
  compiler: z.string(),
  /** SHA-256 of the compiler input file. */
  standardInputSha256: z.string(),
  parameters: z.looseObject({ baseURI: z.string(), signer: z.string() }),
});

/** Record of a finished deployment, a file in the repository. */
export type DeploymentRecord = z.output<typeof recordSchema>;

/** One chain's files in the deployments folder. */
export class DeploymentFiles {
  readonly recordPath: string;
  readonly inputPath: string;
  readonly unfinishedPath: string;
  readonly #directory: string;
  readonly #unfinished: DurableFile<UnfinishedDeployment>;

  constructor(directory: string, chainId: number) {
    this.#directory = directory;
    this.recordPath = deploymentPath(directory, chainId);
    this.inputPath = join(directory, `${chainId}.standard-input.json`);
    this.unfinishedPath = join(directory, `${chainId}.unfinished.json`);
    this.#unfinished = new DurableFile(this.unfinishedPath, (value) =>
      unfinishedDeploymentSchema.parse(value),
    );
  }

  /** Locks the folder against concurrent deployments. @returns the unlock function. */
  async lock(): Promise<() => void> {
    await mkdir(this.#directory, { recursive: true });
    try {
      return lockFolder(this.#directory);
    } catch (error) {
      throw new Error(
        error instanceof FolderLockError
          ? `Another deployment is running in ${this.#directory}. Wait for it to end.`
          : `This process cannot write to ${this.#directory}. Give its user write permission.`,
        { cause: error },
      );
    }
  }

  async readUnfinished(): Promise<UnfinishedDeployment | undefined> {
    return (await this.#unfinished.read()) ?? undefined;
  }

  writeUnfinished(unfinished: UnfinishedDeployment): Promise<void> {
    return this.#unfinished.write(unfinished);
  }

  async readRecord(): Promise<DeploymentRecord | undefined> {
    const text = await readFile(this.recordPath, "utf8").catch(ifMissing);
    return text === undefined
      ? undefined
      : recordSchema.parse(JSON.parse(stripByteOrderMark(text)));
  }

  async readInput(): Promise<string> {
    return readFile(this.inputPath, "utf8");
  }

  /** Writes the finished deployment's record. Renames a previous record to its contract's address. */
  async writeRecord(record: DeploymentRecord, input: string): Promise<void> {
    await this.#keepFormer(record.address);
    await writeFile(this.inputPath, input);
    const unfinished = `${this.recordPath}.new`;
    await writeFile(unfinished, `${JSON.stringify(record, null, 2)}\n`);
    await rename(unfinished, this.recordPath);
    await rm(this.unfinishedPath, { force: true });
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
