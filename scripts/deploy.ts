// npm run deploy: puts the collection on a chain, proves it, and tells API and web where it is.
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { checkDeployment } from "./deploy/checkDeployment.ts";
import { compileSources } from "./deploy/compileCollection.ts";
import { deployCollection, type Row } from "./deploy/deployCollection.ts";
import { DeploymentFiles } from "./deploy/deploymentFiles.ts";
import { loadDeploymentEnvironment } from "./deploy/environment.ts";
import { localChainId } from "./deploy/localChainId.ts";
import { connectNetwork, type DeploymentNetwork } from "./deploy/network.ts";
import { readParameters } from "./deploy/parameters.ts";
import { verifyDeployment } from "./deploy/verifyDeployment.ts";

const help = `Usage: npm run deploy -- --network NAME --parameters FILE [--yes] [--replace]
       npm run deploy -- check  --network NAME
       npm run deploy -- verify --network NAME

Deploys the collection, sets it up, reads everything back from the chain, and writes
deployments/CHAIN_ID.json, from which npm run serve takes the address. If it fails or is
interrupted, the same command goes on where it stopped.

  --network NAME      localhost: a node on this machine (npm start, npx hardhat node) with its own
                      accounts; remote: any chain, by RPC_URL and DEPLOYER_KEY from the
                      environment, .env or npx hardhat keystore set; or another network of
                      hardhat.config.ts
  --parameters FILE   what to deploy, such as scripts/deploy/parameters.example.json
  --yes               send without asking first
  --replace           deploy anew although the chain has a collection, or give up an unfinished one
  --help              show this text

check compiles the sources and proves that what lies on the chain is what they give.
verify has block explorers do the same; Etherscan's wants ETHERSCAN_API_KEY.
docs/deploy.md tells the whole story.`;

try {
  const options = readOptions();
  if (options.help) console.log(help);
  else await run(options);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(options: ReturnType<typeof readOptions>): Promise<void> {
  const { directory } = loadDeploymentEnvironment();
  const parameters =
    options.command === "deploy"
      ? await readParameters(required("--parameters", options.parameters))
      : undefined;
  const network = await connectNetwork(required("--network", options.network));
  const files = new DeploymentFiles(directory, network.chainId);
  if (parameters !== undefined) {
    const { rows } = await deployCollection({
      network,
      parameters,
      compile: compileSources,
      files,
      replace: options.replace,
      confirm: (plan) => confirm(plan, network, options.yes),
      report: (line) => console.log(`  ${line}`),
    });
    console.log(`\n${asTable(rows)}\n\n${nextSteps(network, files)}\n`);
  } else if (options.command === "check") {
    console.log(`\n${asTable(await checkDeployment(network, files))}\n`);
  } else if (!(await verifyDeployment(network, files))) {
    process.exitCode = 1;
  }
}

async function confirm(
  plan: readonly Row[],
  { chainId }: DeploymentNetwork,
  yes: boolean,
): Promise<boolean> {
  console.log(`\n${asTable(plan)}\n`);
  if (yes || chainId === localChainId) return true;
  if (!process.stdin.isTTY) {
    console.log("  Nobody can be asked here. To send without asking, add --yes.");
    return false;
  }
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("  Send these transactions? Type yes: ");
  return answer.trim().toLowerCase() === "yes";
}

function nextSteps({ name, chainId }: DeploymentNetwork, files: DeploymentFiles): string {
  return `  This is what the chain says, and its code is what the sources give. Written to
  ${files.recordPath}; commit it, unless the chain is your own.

  Serve it:   CHAIN_ID=${chainId} RPC_URL=… npm run serve
  Check it:   npm run deploy -- check --network ${name}
  Explorers:  npm run deploy -- verify --network ${name}`;
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        network: { type: "string" },
        parameters: { type: "string" },
        yes: { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const [command = "deploy", ...others] = positionals;
    if (others.length > 0 || !["deploy", "check", "verify"].includes(command)) {
      throw new Error(`"${positionals.join(" ")}" is neither check nor verify.`);
    }
    return { ...values, command };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

function required(option: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new Error(`${option} is missing.\n\n${help}`);
}

function asTable(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join("\n");
}
