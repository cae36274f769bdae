import { formatTable } from "../../shared/commandLine/formatTable.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { readCommand, UsageError } from "../../shared/commandLine/usageError.ts";
import type { DeploymentNetwork } from "../contract/network.ts";
import type { Prompt } from "../contract/send.ts";
import type { Compile } from "./compileCollection.ts";
import type { Row } from "./createContract.ts";
import type { DeploymentFiles } from "./deploymentFiles.ts";

const help = `Usage: npm run deploy -- --network NAME --parameters FILE [--yes] [--replace]
       npm run deploy -- check  --network NAME
       npm run deploy -- verify --network NAME

Deploys the collection, sets it up, reads everything back from the chain, and writes
deployments/CHAIN_ID.json, from which npm run serve takes the address. If it fails or is
interrupted, run the same command again: it continues where it stopped.

  --network NAME      localhost: a node on this machine (npm start, npx hardhat node) with its own
                      accounts; remote: any chain, by RPC_URL and DEPLOYER_KEY from the
                      environment, .env or npx hardhat keystore set; or any network of
                      hardhat.config.ts
  --parameters FILE   what to deploy, such as scripts/commands/deploy/parameters.example.json
  --yes               send without a confirmation prompt
  --replace           deploy again although the chain has a collection, or abandon an unfinished deployment
  --help              show this text

  npm run deploy -- --network localhost --parameters scripts/commands/deploy/parameters.example.json

check verifies that on-chain bytecode matches the sources.
verify publishes the sources to block explorers; Etherscan needs ETHERSCAN_API_KEY.
docs/deploy.md has the details. Exit status: 0 on success, 1 if the command failed, 2 on a usage error.`;

/** The command's dependencies besides its arguments. */
export interface DeploymentTools {
  /** Folder with the deployment records. */
  directory: string;
  /** Connects to a network of hardhat.config.ts. */
  connect(name: string): Promise<DeploymentNetwork>;
  compile: Compile;
  prompt: Prompt;
}

/**
 * Deploys the collection, or checks or publishes an earlier deployment.
 *
 * @param loadTools called only if there is work to do.
 * @returns the exit status.
 */
export function runDeploy(
  args: readonly string[],
  loadTools: () => DeploymentTools | Promise<DeploymentTools>,
  output: Output,
): Promise<number> {
  return runCommand(
    {
      help,
      options: optionTypes,
      takesPositionals: true,
      read: readRequest,
      run: async (request) => runRequest(request, await loadTools(), output),
    },
    args,
    output,
  );
}

async function runRequest(
  request: Request,
  tools: DeploymentTools,
  output: Output,
): Promise<number> {
  // Imported on demand, because the help does not need it.
  const { confirmSending } = await import("../contract/send.ts");
  const { checkDeployment, verifyDeployment } = await import("./checkDeployment.ts");
  const { compileSources } = await import("./compileCollection.ts");
  const { deployCollection } = await import("./deployCollection.ts");
  const { DeploymentFiles } = await import("./deploymentFiles.ts");
  const { readParameters } = await import("./parameters.ts");
  const { command, yes, replace } = request;
  const parameters = command === "deploy" ? await readParameters(request.parameters) : undefined;
  const network = await tools.connect(request.network);
  const files = new DeploymentFiles(tools.directory, network.chainId);
  if (parameters !== undefined) {
    const { rows } = await deployCollection({
      network,
      parameters,
      compile: () => compileSources(tools.compile),
      files,
      replace,
      async confirm(plan) {
        output.log(`\n${toTable(plan)}\n`);
        await confirmSending({ network, yes, prompt: tools.prompt });
      },
      report: output.log,
    });
    output.log(`\n${toTable(rows)}\n\n${nextSteps(network, files)}\n`);
  } else if (command === "check") {
    output.log(`\n${toTable(await checkDeployment(network, files, tools.compile))}\n`);
  } else if (!(await verifyDeployment(network, files))) return 1;
  return 0;
}

function nextSteps({ name, chainId }: DeploymentNetwork, files: DeploymentFiles): string {
  return `  These values were read from the chain, and its code matches the sources. Written to
  ${files.recordPath}; commit it, unless the chain is your own.

  Serve it:   CHAIN_ID=${chainId} RPC_URL=… npm run serve
  Check it:   npm run deploy -- check --network ${name}
  Explorers:  npm run deploy -- verify --network ${name}`;
}

const optionTypes = {
  network: { type: "string" },
  parameters: { type: "string" },
  yes: { type: "boolean", default: false },
  replace: { type: "boolean", default: false },
} as const;

type Options = OptionValues<typeof optionTypes>;

interface Request extends Options {
  command: string;
  network: string;
  parameters: string;
}

function readRequest(options: Options, positionals: string[]): Request {
  const [command] =
    positionals.length === 0
      ? (["deploy"] as const)
      : readCommand({ check: [], verify: [] }, positionals);
  const { network, parameters = "" } = options;
  if (command === "deploy" && parameters === "") throw new UsageError("Missing --parameters FILE.");
  if (network === undefined) throw new UsageError("Missing --network NAME.");
  return { ...options, command, network, parameters };
}

function toTable(rows: readonly Row[]): string {
  return formatTable(rows, { indent: "  " });
}
