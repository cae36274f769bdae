import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { type Hex, hexToString, numberToHex } from "viem";
import { type HDAccount, mnemonicToAccount } from "viem/accounts";
import { localMnemonic } from "#protocol/chain/localWorld";
import { createCallBatches } from "../../../web/src/dev/callBatches.ts";

/** Accounts by index, cached because deriving a key takes longer than signing. */
const accounts = new Map<number, HDAccount>();

/** Returns Hardhat's well-known account of that index, with its key. */
export function hardhatAccount(index: number): HDAccount {
  const account = accounts.get(index) ?? mnemonicToAccount(localMnemonic, { addressIndex: index });
  accounts.set(index, account);
  return account;
}

interface WalletOptions {
  /** Index of its Hardhat account. */
  account: number;
  rpcUrl: string;
  chainId?: number;
  name?: string;
  /** Whether the wallet was connected to the site before; for wallets that announce themselves. */
  wasConnected?: boolean;
}

interface WalletRequest {
  method: string;
  params: readonly unknown[];
}

/** Injects a wallet into every document that `page` loads from now on. */
export async function installWallet(page: Page, options: WalletOptions): Promise<InjectedWallet> {
  const { name = "Test Wallet" } = options;
  // A page may have several wallets.
  const uuid = randomUUID();
  const channel = `testWallet${uuid.replaceAll("-", "")}`;
  const wallet = new InjectedWallet(options, (event, value) =>
    page.evaluate(
      ([channel, event, value]) => {
        window.dispatchEvent(new CustomEvent(channel, { detail: { event, value } }));
      },
      [channel, event, value] as const,
    ),
  );
  await page.exposeFunction(channel, async (request: WalletRequest) => {
    try {
      return { result: await wallet.answer(request) };
    } catch (error) {
      return { error };
    }
  });
  // The test compiler inserts calls to this helper, which pages lack.
  await page.addInitScript("globalThis.__name = (named) => named");
  const info = { uuid, name, rdns: name.toLowerCase().replace(/ /g, ".") };
  await page.addInitScript(provideWallet, { info, channel });
  if (options.wasConnected) {
    await page.evaluate(
      (id) => localStorage.setItem("wagmi.recentConnectorId", JSON.stringify(id)),
      info.rdns,
    );
  }
  return wallet;
}

/** A browser wallet whose key stays in Node: the page only accesses its EIP-1193 provider. */
export class InjectedWallet {
  /** Every request the page made, oldest first. */
  readonly requests: WalletRequest[] = [];
  /** Texts signed so far. */
  readonly signed: string[] = [];
  /** How it sends several calls together (EIP-5792); by default, it cannot. */
  batches: "atomic" | "partial" | undefined;
  readonly #callBatches = createCallBatches({
    request: ({ method, params }) => forward(this.#rpcUrl, method, (params ?? []) as unknown[]),
    isPartial: () => this.batches === "partial",
  });
  readonly #rpcUrl: string;
  /** Emits an event in the page. */
  readonly #emit: (event: string, value: unknown) => Promise<void>;
  #account: HDAccount | undefined;
  #chainId: number;
  #isRejecting = false;
  #held: Promise<void> | undefined;
  /** Wallets remember connected sites, so a reload needs no prompt. */
  #isConnected: boolean;

  constructor(
    { account, rpcUrl, chainId = 31_337, wasConnected = false }: WalletOptions,
    emit: (event: string, value: unknown) => Promise<void>,
  ) {
    this.#account = hardhatAccount(account);
    this.#chainId = chainId;
    this.#isConnected = wasConnected;
    this.#rpcUrl = rpcUrl;
    this.#emit = emit;
  }

  async answer({ method, params }: WalletRequest): Promise<unknown> {
    this.requests.push({ method, params });
    if (this.batches !== undefined) {
      if (method === "wallet_getCapabilities") return this.#callBatches.capabilities(this.#chainId);
      if (method === "wallet_getCallsStatus") return this.#callBatches.status(params);
      if (method === "wallet_sendCalls") {
        this.#prompt();
        await this.#held;
        return this.#callBatches.send(params);
      }
    }
    switch (method) {
      case "eth_requestAccounts":
        if (this.#accounts().length === 0) this.#connect();
        return this.#accounts();
      case "wallet_requestPermissions":
        this.#connect();
        return [{ parentCapability: "eth_accounts", caveats: [{ value: this.#accounts() }] }];
      case "wallet_revokePermissions":
        this.#isConnected = false;
        return null;
      case "eth_accounts":
        return this.#accounts();
      case "eth_chainId":
        return numberToHex(this.#chainId);
      case "wallet_switchEthereumChain":
        this.#prompt();
        // Safety: EIP-3326 defines this parameter.
        await this.selectChain(Number((params[0] as { chainId: string }).chainId));
        return null;
      case "personal_sign":
        this.#prompt();
        // Safety: `personal_sign` takes hex first; a wrong page fails the test here.
        return this.#sign(params[0] as Hex);
      case "eth_sendTransaction":
        this.#prompt();
        return forward(this.#rpcUrl, method, params);
      default:
        return forward(this.#rpcUrl, method, params);
    }
  }

  /** Rejects the next prompt (EIP-1193 code 4001). */
  rejectNext(): void {
    this.#isRejecting = true;
  }

  /** Leaves prompts for several calls open until the returned function confirms them. */
  holdBatches(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  /** Selects a different account, as in the wallet's own window; `undefined` locks the wallet. */
  async selectAccount(index: number | undefined): Promise<void> {
    this.#account = index === undefined ? undefined : hardhatAccount(index);
    await this.#emit("accountsChanged", this.#accounts());
  }

  /** Switches to a different chain, as in the wallet's own window. */
  async selectChain(chainId: number): Promise<void> {
    this.#chainId = chainId;
    await this.#emit("chainChanged", numberToHex(chainId));
  }

  #accounts(): string[] {
    return this.#isConnected && this.#account ? [this.#account.address.toLowerCase()] : [];
  }

  #connect(): void {
    this.#prompt();
    this.#isConnected = true;
  }

  /** Simulates a prompt; rejects once after `rejectNext()`. */
  #prompt(): void {
    if (!this.#isRejecting) return;
    this.#isRejecting = false;
    throw { code: 4001, message: "User rejected the request." };
  }

  #sign(raw: Hex): Promise<Hex> {
    if (!this.#account) throw { code: 4100, message: "The wallet is locked." };
    this.signed.push(hexToString(raw));
    return this.#account.signMessage({ message: { raw } });
  }
}

async function forward(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  // Safety: the JSON-RPC 2.0 envelope of our own node.
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error) throw error;
  return result;
}

/** Injects the provider before the page's scripts. Runs in the page, without access to anything outside. */
export function provideWallet({
  info,
  channel,
}: {
  info: { uuid: string; name: string; rdns: string };
  channel: string;
}): void {
  type Listener = (value: unknown) => void;
  type Answer = Promise<{ result?: unknown; error?: object }>;
  const listeners = new Map<string, Set<Listener>>();
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      // Safety: the test has exposed a function with that name.
      const ask = Reflect.get(globalThis, channel) as (request: object) => Answer;
      const { result, error } = await ask({ method, params });
      if (error) throw Object.assign(new Error("Wallet error"), error);
      return result;
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  window.addEventListener(channel, (happening) => {
    const { event, value } = (happening as CustomEvent<{ event: string; value: unknown }>).detail;
    for (const listener of listeners.get(event) ?? []) listener(value);
  });
  const icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='%23c96'/%3E%3C/svg%3E";
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", {
        detail: Object.freeze({ info: Object.freeze({ ...info, icon }), provider }),
      }),
    );
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
}
