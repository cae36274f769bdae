import { encodeFunctionData, type Hex, parseAbi, toHex } from "viem";
import { collectionAbi as abi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import { mintArguments } from "#protocol/wire/mintAuthorization";
import { apiPaths } from "#protocol/wire/paths";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { encodeMint } from "#sale/encodeMint";
import { describeRevert } from "#sale/revert";
import { readCallFrame } from "#trace/nodeTrace";
import type { DeploymentNetwork } from "../../commands/contract/network.ts";
import { sendRequestedCalls } from "../../commands/contract/send.ts";
import { parseRequestedCall, type RequestedCall } from "../../commands/contract/steps.ts";
import { readPlan } from "../../commands/phases/runPhases.ts";
import type { ReportProgress } from "../../shared/commandLine/step.ts";
import { accountAt } from "../../world/chain/localAccounts.ts";
import type { Action, Crowd } from "./crowd.ts";
import type { Fixture } from "./fixture.ts";
import { readSaleEvents, type SaleEvents } from "./saleEvents.ts";

/** A rejected request or transaction, with the rule that rejected it. */
export interface Rejection {
  by: "service" | "contract" | "node";
  /** The service's error code, the contract's error, or the node's reason. */
  rule: string;
  wallet: number;
}

/** A call that the owner sent. */
export interface OwnerCall {
  at: number;
  text: string;
  /** Whether the plan requires the call; if not, the rehearsal added it. */
  isPlanned: boolean;
}

/** Everything that happened in a rehearsed sale. */
export interface SaleOutcome extends SaleEvents {
  rejections: Rejection[];
  requests: { wallet: number }[];
  transactions: { wallet: number }[];
  /** Gas used per mint transaction. */
  gas: Map<Hex, bigint>;
  ownerCalls: OwnerCall[];
}

export interface PlayOptions {
  fixture: Fixture;
  crowd: Crowd;
  /** The service's sale file. */
  serviceFile: string;
  /** The owner's sale file, in which every phase has times. */
  ownerFile: string;
  /** Stops the sale. */
  signal?: AbortSignal | undefined;
  onProgress?: ReportProgress;
}

/** Plays a sale from the fixture's initial state: wallets request authorizations over HTTP and send transactions, in order. */
export async function playSale(options: PlayOptions): Promise<SaleOutcome> {
  const { fixture, crowd, serviceFile, signal, onProgress } = options;
  const service = await fixture.reset(serviceFile);
  try {
    const firstBlock = await fixture.client.getBlockNumber();
    const run = new Run(options, service.url);
    const { timestamp } = await fixture.client.getBlock();
    const actions = crowd.actions.filter(({ at }) => at > Number(timestamp));
    const steps = Map.groupBy(actions, ({ at }) => at);
    let done = 0;
    for (const [at, step] of steps) {
      signal?.throwIfAborted();
      await run.playStep(at, step);
      done += step.length;
      onProgress?.({ done, total: actions.length });
    }
    return { ...run.result, ...(await readSaleEvents(fixture, firstBlock)) };
  } finally {
    await service.close();
  }
}

/** A sent mint transaction. */
interface Sent {
  hash: Hex;
  wallet: number;
}

/** One run of a sale. */
class Run {
  readonly result: Omit<SaleOutcome, keyof SaleEvents> = {
    rejections: [],
    requests: [],
    transactions: [],
    gas: new Map(),
    ownerCalls: [],
  };
  readonly #options: PlayOptions;
  readonly #url: string;
  /** Each wallet's last authorization. */
  readonly #authorizations = new Map<number, SignedMintAuthorization>();

  #lastAuthorization: SignedMintAuthorization | undefined;

  constructor(options: PlayOptions, url: string) {
    this.#options = options;
    this.#url = url;
  }

  /** Mines a block at the step's time, then plays the actions; the next blocks include their transactions. */
  async playStep(at: number, actions: readonly Action[]): Promise<void> {
    const { fixture } = this.#options;
    await fixture.mine(at);
    const sent: Sent[] = [];
    for (const action of actions) {
      if (action.does === "apply") await this.#applyPlan(at);
      else if (action.does === "call")
        await this.#sendCalls(at, action.calls.map(parseRequestedCall), false);
      else if (action.does === "request") await this.#request(action);
      else sent.push(...(await this.#send(action)));
    }
    await this.#mineSent(at, sent);
  }

  /** Sends the due calls, as `npm run phases -- apply` plans them. */
  async #applyPlan(at: number): Promise<void> {
    const { fixture, ownerFile } = this.#options;
    const environment = { RPC_URL: fixture.chain.url, CONTRACT_ADDRESS: fixture.contract };
    const { planned, requestedCalls } = await readPlan({ file: ownerFile }, environment);
    if (!planned.canBeDone) {
      throw new Error(
        `The contract rejects the plan:\n${planned.findings.map(({ text }) => `  ${text}`).join("\n")}`,
      );
    }
    await this.#sendCalls(at, requestedCalls, true);
  }

  async #sendCalls(at: number, calls: readonly RequestedCall[], isPlanned: boolean): Promise<void> {
    const { client, chain, contract } = this.#options.fixture;
    const collection = { client, chainId: chain.chainId, contract };
    for (const call of calls) {
      const network = await this.#connectOwner(() =>
        this.result.ownerCalls.push({ at, text: call.text, isPlanned }),
      );
      await sendRequestedCalls(network, collection, [call], { log: () => undefined });
    }
  }

  /** Connects the owner's account, and mines each of its transactions separately. */
  async #connectOwner(onSent: () => void): Promise<DeploymentNetwork> {
    const { chain, owner, mine } = this.#options.fixture;
    const deployer = await chain.ethers.getSigner(owner);
    const send = deployer.sendTransaction.bind(deployer);
    deployer.sendTransaction = async (transaction) => {
      const sent = await send(transaction);
      onSent();
      await mine(0);
      return sent;
    };
    return { name: "rehearsal", chainId: chain.chainId, provider: chain.ethers.provider, deployer };
  }

  async #request({ wallet, qty, isLowerCase = false, times = 1 }: Action & { does: "request" }) {
    const { address } = accountAt(this.#options.crowd.wallets, wallet);
    const body = JSON.stringify({ minter: isLowerCase ? address.toLowerCase() : address, qty });
    const requests = Array.from({ length: times }, () =>
      fetch(this.#url + apiPaths.mintAuthorization, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      }),
    );
    for (const response of await Promise.all(requests)) {
      this.result.requests.push({ wallet });
      const content = Object(await response.json());
      if (response.ok) {
        this.#authorizations.set(wallet, content);
        this.#lastAuthorization = content;
      } else this.result.rejections.push({ by: "service", rule: content.code, wallet });
    }
  }

  async #send({ wallet, of: source, pays, times = 1 }: Action & { does: "send" }): Promise<Sent[]> {
    const authorization =
      source === "anybody" ? this.#lastAuthorization : this.#authorizations.get(wallet);
    if (authorization === undefined) return [];
    const { fixture, crowd } = this.#options;
    const { address, keeper } = accountAt(crowd.wallets, wallet);
    const qty = BigInt(authorization.qty);
    const price = (await this.#readPrice()) * qty;
    const value = { exact: price, less: price === 0n ? 0n : price - 1n, more: price + 10n ** 16n };
    const mint = encodeMint(mintArguments(authorization));
    const call = keeper
      ? { from: keeper, to: address, data: executeCall(fixture.contract, mint) }
      : { from: address, to: fixture.contract, data: mint };
    // More than a mint of this quantity uses.
    const gas = 400_000n + 10_000n * qty;
    const transaction = { ...call, value: toHex(value[pays ?? "exact"]), gas: toHex(gas) };
    const sent: Sent[] = [];
    for (let time = 0; time < times; time += 1) {
      this.result.transactions.push({ wallet });
      try {
        // Safety: the node returns the transaction's hash.
        sent.push({
          hash: (await fixture.send("eth_sendTransaction", transaction)) as Hex,
          wallet,
        });
      } catch (error) {
        if (!/doesn't have enough funds/.test(String(error))) throw error;
        this.result.rejections.push({ by: "node", rule: "insufficient funds", wallet });
      }
    }
    return sent;
  }

  /** Reads the token price from the contract, as the mint page does. */
  #readPrice(): Promise<bigint> {
    const { client, contract: address } = this.#options.fixture;
    return client.readContract({ abi, address, functionName: collectionConfig.priceFunction });
  }

  async #mineSent(at: number, sent: readonly Sent[]): Promise<void> {
    const { fixture } = this.#options;
    if (sent.length === 0) return;
    while ((await fixture.send("eth_getBlockTransactionCountByNumber", "pending")) !== "0x0") {
      await fixture.mine(at);
    }
    for (const { hash, wallet } of sent) {
      const { status, gasUsed } = await fixture.client.getTransactionReceipt({ hash });
      if (status === "success") {
        this.result.gas.set(hash, gasUsed);
        continue;
      }
      const request = ({ method, params }: { method: string; params: unknown[] }) =>
        fixture.send(method, ...params);
      const { output = "0x" } = await readCallFrame(request, hash);
      const { error, title } = describeRevert(output);
      this.result.rejections.push({ by: "contract", rule: error ?? title, wallet });
    }
  }
}

const walletAbi = parseAbi(["function execute(address target, bytes data) payable"]);

function executeCall(target: `0x${string}`, data: Hex): Hex {
  return encodeFunctionData({ abi: walletAbi, functionName: "execute", args: [target, data] });
}
