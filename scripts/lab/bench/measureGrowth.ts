import { createHash } from "node:crypto";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { CollectionContract } from "#chain/collection";
import { localSignerKey } from "#protocol/chain/localWorld";
import { pageList } from "#protocol/wire/pages";
import { apiPaths, webpPortraits } from "#protocol/wire/paths";
import { showStep as step } from "../../shared/commandLine/step.ts";
import { requestResource } from "../../test/runner/resources.ts";
import { accountAt, localAccount } from "../../world/chain/localAccounts.ts";
import { type LocalChain, startLocalChain } from "../../world/chain/localChain.ts";
import { populateCollection } from "../../world/scenarios/populateCollection.ts";
import { listen } from "../service/listen.ts";
import { unlimitedSaves } from "../service/unlimitedSaves.ts";
import { fillStore, startInProcess } from "./measureApi.ts";
import { median } from "./statistics.ts";

const phase = "Growth";
/** The collection's supply cap. */
const maxSupply = 10_000;
/** Local chain accounts: the wallet with half of all tokens, and a wallet that transfers tokens to it. */
const [whale, giver] = [2, 3];
/** Not the local chain's ID, because the service reads the latest block for each request on that chain. */
const chainId = 5;
const rounds = 5;
const maxMilliseconds = 120_000;
/** Longer than the service reuses the latest block. */
const blockMilliseconds = 300;

/** A response's cost, or the reason for its failure. */
type Cost = { requests: number; milliseconds: number; bytes: number } | string;

type SendRequest = (signal: AbortSignal) => Promise<Response>;

/** Measures and prints the figures. */
export async function measureGrowth(sizes: readonly number[]): Promise<undefined> {
  await step("the page", () => requestResource("page"));
  const columns: Map<string, Cost>[] = [];
  for (const size of sizes)
    columns.push(await step(`${size} tokens`, (report) => measureSize(size, report)));
  const names = [...(columns[0]?.keys() ?? [])];
  const width = Math.max(...names.map(({ length }) => length)) + 2;
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(width) + cells.map((cell) => cell.padStart(24)).join("");
  const row = (name: string) =>
    line(
      name,
      columns.map((column) => cell(column.get(name))),
    );
  console.log(`
${line(
  "requests, ms, kB",
  sizes.map((size) => size.toLocaleString("en")),
)}
${names.map(row).join("\n")}
Requests to the node, CPU milliseconds of the service's process and its renderer, and kilobytes of one response that
is generated anew at a new block: medians of ${rounds}. One wallet holds half of all tokens; "small" owns one.`);
}

function cell(cost: Cost = ""): string {
  if (typeof cost === "string") return cost;
  const { requests, milliseconds, bytes } = cost;
  const numbers = [requests, milliseconds.toFixed(1), (bytes / 1_000).toFixed(1)];
  return numbers.map((number) => String(number).padStart(8)).join("");
}

async function measureSize(size: number, report: (doing: string) => void) {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), "site-growth-")));
  const chain = opened.adopt(await startLocalChain({ chainId }), (started) => started.close());
  const node = opened.adopt(await startCountingNode(chain.url), ({ close }) => close());
  const contract = await mintTokens(chain, size, report);
  report("stories");
  await mkdir(join(folder, "metadata"));
  for (let id = 1; id <= size; id += 1) {
    const attributes = [{ trait_type: "Dust", value: `Shade ${id % 50}` }];
    const metadata = JSON.stringify({ name: `Drifter ${id}`, attributes });
    await writeFile(join(folder, "metadata", `${id}.json`), metadata);
  }
  const store = { DATA_DIR: join(folder, "stories") };
  await fillStore(store, size);
  await writeFile(
    join(folder, "sale.json"),
    JSON.stringify({
      phases: [
        { name: phase, startingPoint: 0, endPoint: 1, price: "0", maxPerMint: 5, perWallet: 5 },
      ],
    }),
  );
  const settings = {
    ...{ RPC_URL: node.url, CHAIN_ID: String(chainId), ...unlimitedSaves, ...store },
    CONTRACT_ADDRESS: await contract.getAddress(),
    COLLECTION_DIR: folder,
    PUBLIC_URL: "https://site.example",
    MINT_SIGNER_KEY: localSignerKey,
    SALE_FILE: join(folder, "sale.json"),
    AUTHORIZATIONS_PER_MINUTE: "1000000",
    OWNER_READS_PER_MINUTE: "1000000",
  };
  const service = await startInProcess("ours", settings, opened);
  const costs = new Map<string, Cost>();
  for (const [name, request] of subjects(service.url)) {
    report(name);
    costs.set(name, await measureCost(request));
  }
  return costs;

  async function measureCost(request: SendRequest): Promise<Cost> {
    const measured: Exclude<Cost, string>[] = [];
    // The first round fills the caches.
    for (let round = -1; round < rounds; round += 1) {
      await chain.ethers.provider.send("evm_mine", []);
      await delay(blockMilliseconds);
      const [requests, cpu] = [node.count(), await service.cpuMicroseconds()];
      const response = await request(AbortSignal.timeout(maxMilliseconds)).catch(() => undefined);
      if (response === undefined) return `over ${maxMilliseconds / 1_000} s`;
      const { byteLength: bytes } = await response.arrayBuffer();
      if (!response.ok) return `status ${response.status}`;
      const milliseconds = ((await service.cpuMicroseconds()) - cpu) / 1_000;
      if (round >= 0) measured.push({ requests: node.count() - requests, milliseconds, bytes });
    }
    return {
      requests: median(measured.map(({ requests }) => requests)),
      milliseconds: median(measured.map(({ milliseconds }) => milliseconds)),
      bytes: median(measured.map(({ bytes }) => bytes)),
    };
  }
}

/** Mints half of the tokens to one wallet, in batches of 20, one by one and by transfer, and the others to holders. */
async function mintTokens(
  chain: LocalChain,
  size: number,
  report: (doing: string) => void,
): Promise<CollectionContract> {
  const part = Math.floor(size / 6);
  report("mints");
  const mints = [whale, giver].map((account) => ({ account, quantity: part }));
  const phases = [
    {
      name: phase,
      startingPoint: 1,
      endPoint: Math.min(size + 1_000, maxSupply + 1),
      mints,
      gifts: [],
    },
  ];
  const contract = await populateCollection({ chain, plan: { phases }, baseURI: "" });
  const accounts = await chain.ethers.getSigners();
  const [to, from] = [accountAt(accounts, whale), accountAt(accounts, giver)];
  const singles = Math.floor(size / 2) - 2 * part;
  const receivers = Array.from({ length: size - 2 * part }, (_, index) =>
    index % 4 === 1 && index < 4 * singles ? to.address : holder(index),
  );
  for (let start = 0; start < receivers.length; start += 100)
    await contract.gift(phase, receivers.slice(start, start + 100));
  for (let id = part + 1; id <= 2 * part; id += 1) {
    if (id % 100 === 0) report(`transfers ${id - part}/${part}`);
    await contract.connect(from).transferFrom(from.address, to.address, id);
  }
  return contract;
}

/** Returns the address of a holder with one token. */
function holder(index: number): string {
  return `0x${createHash("sha256").update(`holder ${index}`).digest("hex").slice(0, 40)}`;
}

/** Returns one request per endpoint and page, by name. */
function subjects(url: string): [string, SendRequest][] {
  const big = localAccount(whale).address;
  const portraits: string[] = [
    ...[apiPaths.portrait, apiPaths.fullPortrait, apiPaths.mintAuthorization],
    ...Object.values(webpPortraits),
  ];
  const paths = Object.values(apiPaths).filter((path) => !portraits.includes(path));
  const pages = pageList.map(({ path }) => path.replace(/:(\w+)/, "{$1}"));
  const gets = [...paths, ...pages].flatMap((path): [string, string, string][] => {
    const filled = path.replace("{drifterId}", "1").replace("{minter}", holder(0));
    const accept = pages.includes(path) ? "text/html" : "*/*";
    if (!path.includes("{address}")) return [[path, filled, accept]];
    const fill = (address: string) => filled.replace("{address}", address);
    return [
      [path, fill(big), accept],
      [`${path}, small`, fill(holder(0)), accept],
    ];
  });
  let minters = 1_000_000;
  return [
    ...gets.map(([name, path, accept]): [string, SendRequest] => {
      // The response to such a request does not come from the cache.
      const headers = { accept, "if-unmodified-since": new Date(2 ** 42).toUTCString() };
      return [name, (signal) => fetch(url + path, { headers, signal })];
    }),
    [
      `POST ${apiPaths.mintAuthorization}`,
      (signal) => {
        minters += 1;
        const body = JSON.stringify({ minter: holder(minters), qty: 1 });
        const headers = { "content-type": "application/json" };
        return fetch(url + apiPaths.mintAuthorization, { method: "POST", body, headers, signal });
      },
    ],
  ];
}

/** Starts a proxy that counts the requests to a node. */
async function startCountingNode(target: string) {
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const headers = { "content-type": "application/json" };
    const sent = { method: "POST", body: await text(request), headers };
    const answer = await fetch(target, sent).catch(() => undefined);
    if (answer === undefined) response.destroy();
    else response.writeHead(answer.status, headers).end(await answer.text());
  });
  return { ...(await listen(server)), count: () => requests };
}
