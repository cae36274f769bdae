import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { formatEther } from "viem";
import { parseAddress } from "#protocol/values/address";
import { formatMoment } from "#protocol/values/moment";
import { phaseTitle } from "#sale/phaseRange";
import { readSaleFile, SaleFileError, type SalePlan } from "#service/settings";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import type { RunStep } from "../../shared/commandLine/step.ts";
import { readCount, UsageError } from "../../shared/commandLine/usageError.ts";
import { compileContracts } from "../../shared/compileContracts.ts";
import { createFolder } from "../../shared/createFolder.ts";
import { readLiveCollection } from "../../world/fork/liveCollection.ts";
import { createCrowd } from "./crowd.ts";
import { examineViolations } from "./examine.ts";
import { type Fixture, startFixture } from "./fixture.ts";
import { formatHtmlReport } from "./htmlReport.ts";
import { checkInvariants } from "./invariants.ts";
import { playSale } from "./playSale.ts";
import { createReport, formatReport } from "./report.ts";
import { completeTimes, minSeconds, type TimedPhase } from "./timetable.ts";

const help = `Usage: npm run rehearse [-- OPTIONS]

Plays the sale in collection/sale.json, or SALE_FILE, on a separate local chain and its clock, against the real
service. The crowd includes honest, greedy, early and late wallets, contract wallets, copied and replayed
authorizations, and an owner who changes price and signer. Reports who got what, when each phase sold out, how
often each rule rejected something, gas, income and the owner's calls. Checks that nobody minted above the
allowance, outside the times or at an unplanned price, and that the income is right. Sends nothing to other chains.

  --wallets N      number of wallets, from 1 to 10000 (default 500)
  --seed N         the same seed gives the same report (default 1)
  --sale FILE      the sale file
  --fork URL       continue from the latest block of the chain at this RPC endpoint, with its collection
                   (CONTRACT_ADDRESS, or the deployment on that chain) and from its time
  --output FOLDER  folder for report.html and a scenario per broken invariant (default rehearsal)
  --help           show this text

  npm run rehearse -- --wallets 200 --seed 7

Exit status: 0 if every invariant holds, 1 if one is broken or the command failed, 2 on a usage error.`;

/** The command's dependencies; tests replace the files to break an invariant. */
export interface RehearsalTools {
  step: RunStep;
  /** Stops the rehearsal. */
  signal?: AbortSignal;
  /** Sale file of the service, instead of the plan. */
  serviceFile?: string;
  /** Returns the phases that the owner applies instead of the plan's. */
  ownersView?: (phases: TimedPhase[]) => TimedPhase[];
}

/**
 * Rehearses a sale.
 *
 * @returns the exit status.
 */
export function runRehearse(
  args: readonly string[],
  environment: Environment,
  output: Output,
  tools: RehearsalTools,
): Promise<number> {
  return runCommand(
    {
      help,
      options: optionTypes,
      read: readRequest,
      run: (request) => rehearse(request, environment, output, tools),
      explain: (error) => (tools.signal?.aborted ? "The rehearsal was stopped." : error),
    },
    args,
    output,
  );
}

async function rehearse(
  { wallets: size, seed, sale, fork, output: folder }: Request,
  environment: Environment,
  output: Output,
  tools: RehearsalTools,
): Promise<number> {
  const { step } = tools;
  const file = sale ?? (environment.SALE_FILE || join("collection", "sale.json"));
  const plan = readPlanFile(file);
  const timed = completeTimes(plan);
  await createOutput(folder);
  await using started = new AsyncDisposableStack();
  await step("Compile the contracts", compileContracts);
  const live = fork === undefined ? undefined : await readLive(fork, environment);
  const fixture = await step("Start the chain", () =>
    startFixture((timed[0]?.opensAt ?? 0n) - 3_600n, live),
  );
  started.defer(() => fixture.close());
  const phases = live ? await findOpenPhases(fixture, timed) : timed;
  const crowd = createCrowd({ size, seed, phases, signers: fixture.signers, withdraws: !live });
  await step("Create the wallets", () => fixture.createWallets(crowd.wallets));

  const temporary = await mkdtemp(join(tmpdir(), "rehearsal-"));
  started.defer(() => rm(temporary, { recursive: true, force: true }));
  const ownerFile = join(temporary, "sale.json");
  await writeFile(ownerFile, ownersSale(tools.ownersView?.(timed) ?? timed));
  const serviceFile = tools.serviceFile ?? file;
  const play = { fixture, crowd, ownerFile, serviceFile, signal: tools.signal };
  const outcome = await step("Play the sale", (onProgress) => playSale({ ...play, onProgress }));
  const invariants = checkInvariants(plan, outcome);
  const shrunk = await examineViolations({ plan, play, invariants, folder, step });
  const title = `Rehearsal of ${basename(file)}: ${counted(size, "wallet")}, seed ${seed}`;
  const notes = [describeChain(fixture), ...describeTimes(plan, phases), ownersTurn];
  const report = createReport({
    ...{ title, notes, invariants, shrunk, plan, phases, crowd, outcome },
  });
  await writeFile(join(folder, "report.html"), formatHtmlReport(report));
  output.log(formatReport(report));
  output.error(`\nWritten: ${join(folder, "report.html")}`);
  return shrunk.length === 0 ? 0 : 1;
}

/**
 * Omits phases that have closed by the chain's clock, and delays phases that have opened.
 *
 * @throws {UsageError} if none is left.
 */
async function findOpenPhases({ client }: Fixture, phases: TimedPhase[]): Promise<TimedPhase[]> {
  const { timestamp } = await client.getBlock();
  const earliest = timestamp + 3_600n;
  const open = phases
    .map((phase) => ({
      ...phase,
      opensAt: phase.opensAt > earliest ? phase.opensAt : earliest,
    }))
    .filter(({ opensAt, closesAt }) => opensAt + minSeconds <= closesAt);
  if (open.length > 0) return open;
  throw new UsageError(
    `Every phase has closed by ${formatMoment(timestamp)}, the forked block's time. Correct the sale file.`,
  );
}

/** @throws {UsageError} listing the file's problems. */
function readPlanFile(file: string): SalePlan {
  try {
    const plan = readSaleFile(file);
    if (plan.size > 0) return plan;
  } catch (error) {
    if (error instanceof SaleFileError) throw new UsageError(error.message);
    throw error;
  }
  throw new UsageError(`${file} has no phases to rehearse.`);
}

/** @throws {UsageError} if the folder cannot be created. */
async function createOutput(folder: string): Promise<void> {
  await createFolder(folder).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`The folder ${folder} can't be created (${code}). Correct --output.`);
  });
}

/** Finds the collection to fork. @throws {UsageError} */
function readLive(rpcUrl: string, { CONTRACT_ADDRESS = "", DEPLOYMENTS_DIR }: Environment) {
  const contract = parseAddress(CONTRACT_ADDRESS);
  if (contract === undefined && CONTRACT_ADDRESS !== "") {
    throw new UsageError(`CONTRACT_ADDRESS is not an address, but "${CONTRACT_ADDRESS}".`);
  }
  return readLiveCollection({ rpcUrl, contract }, DEPLOYMENTS_DIR || "deployments");
}

/** Formats a sale file for the owner's calls, which do not depend on who may mint. */
function ownersSale(phases: readonly TimedPhase[]): string {
  return JSON.stringify({
    phases: phases.map(
      ({ name, startingPoint, endPoint, price, maxPerMint, opensAt, closesAt }) => ({
        name,
        startingPoint: Number(startingPoint),
        endPoint: Number(endPoint),
        price: formatEther(price),
        maxPerMint: Number(maxPerMint),
        opensAt: formatMoment(opensAt),
        closesAt: formatMoment(closesAt),
        perWallet: 1,
      }),
    ),
  });
}

function describeChain({ chain }: Fixture): string {
  return chain.fork
    ? `The chain continues from block ${chain.fork.blockNumber} of the forked chain.`
    : "A separate local chain starts with a new collection.";
}

const ownersTurn =
  "Each owner call is the first transaction at its time. A real owner may be later: the contract stores no times, so an authorization signed before closing can be used until closeSale().";

/** Describes the times that the rehearsal adds to the plan. */
function describeTimes(plan: SalePlan, phases: readonly TimedPhase[]): string[] {
  return phases.flatMap(({ name, opensAt, closesAt }) => {
    const [planned, title] = [plan.get(name), phaseTitle(name)];
    const [opens, closes] = [formatMoment(opensAt), formatMoment(closesAt)];
    return [
      ...(planned?.opensAt === opensAt ? [] : [`${title} opens at ${opens} in this rehearsal.`]),
      ...(planned?.closesAt === closesAt
        ? []
        : [`${title} has no closing time: the owner closes it at ${closes} in this rehearsal.`]),
    ];
  });
}

const optionTypes = {
  wallets: { type: "string", default: "500" },
  seed: { type: "string", default: "1" },
  sale: { type: "string" },
  fork: { type: "string" },
  output: { type: "string", default: "rehearsal" },
} as const;

type Request = ReturnType<typeof readRequest>;

function readRequest({ wallets, seed, fork, ...options }: OptionValues<typeof optionTypes>) {
  if (fork !== undefined && !/^https?:/.test(URL.parse(fork)?.protocol ?? "")) {
    throw new UsageError(`--fork takes the http or https URL of an RPC endpoint, not "${fork}".`);
  }
  return {
    ...options,
    fork,
    wallets: readCount("--wallets", wallets, { from: 1, to: 10_000 }),
    seed: readCount("--seed", seed, { from: 0, to: 999_999_999 }),
  };
}
