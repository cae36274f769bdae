import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { type Hex, hexToString, numberToHex } from "viem";
import { type HDAccount, mnemonicToAccount } from "viem/accounts";

/** Hardhat's well-known account of that index, with its key. */
export function hardhatAccount(index: number): HDAccount {
  return mnemonicToAccount("test test test test test test test test test test test junk", {
    addressIndex: index,
  });
}

interface WalletOptions {
  /** Index of the Hardhat account it holds. */
  account: number;
  rpcUrl: string;
  chainId?: number;
  name?: string;
  /** `eip6963` announces itself, `plain` is only `window.ethereum`, `late` so too, once it arrives. */
  discovery?: Discovery;
}

type Discovery = "eip6963" | "plain" | "late";

interface WalletRequest {
  method: string;
  params: readonly unknown[];
}

/** A browser wallet whose key stays in Node: the page sees only its EIP-1193 provider. */
export interface InjectedWallet {
  /** Every request the page made, oldest first. */
  readonly requests: readonly WalletRequest[];
  /** Texts signed so far. */
  readonly signed: readonly string[];
  /** Answers the next prompt as a person who presses "Reject" (EIP-1193 code 4001). */
  rejectNext(): void;
  /** Does something between the person's "Confirm" and the transaction. */
  beforeSending(work: () => Promise<unknown>): void;
  /** Leaves every request unanswered until the returned function is called. */
  pause(): () => void;
  /** Chooses another account, as in the wallet's own window; `undefined` locks the wallet. */
  selectAccount(index: number | undefined): Promise<void>;
  /** Moves to another chain, as in the wallet's own window. */
  selectChain(chainId: number): Promise<void>;
  /** Puts a `late` wallet into the page. */
  arrive(): Promise<void>;
}

/** Puts a wallet into every document that `page` loads from now on. */
export async function installWallet(page: Page, options: WalletOptions): Promise<InjectedWallet> {
  const { rpcUrl, name = "Test Wallet", discovery = "eip6963" } = options;
  // Several wallets may live in one page.
  const uuid = randomUUID();
  const channel = `testWallet${uuid.replaceAll("-", "")}`;
  let account: HDAccount | undefined = hardhatAccount(options.account);
  let chainId = options.chainId ?? 31_337;
  let rejecting = false;
  let beforeSending: (() => Promise<unknown>) | undefined;
  // A wallet remembers the sites it was connected to; reloading the page does not ask again.
  let connected = false;
  let resumed = Promise.resolve();
  const requests: WalletRequest[] = [];
  const signed: string[] = [];

  const prompt = () => {
    if (!rejecting) return;
    rejecting = false;
    throw { code: 4001, message: "User rejected the request." };
  };
  const accounts = () => (connected && account ? [account.address.toLowerCase()] : []);
  const connect = () => {
    prompt();
    connected = true;
  };

  async function answer({ method, params }: WalletRequest): Promise<unknown> {
    requests.push({ method, params });
    await resumed;
    switch (method) {
      case "eth_requestAccounts":
        if (accounts().length === 0) connect();
        return accounts();
      case "wallet_requestPermissions":
        connect();
        return [{ parentCapability: "eth_accounts", caveats: [{ value: accounts() }] }];
      case "wallet_revokePermissions":
        connected = false;
        return null;
      case "eth_accounts":
        return accounts();
      case "eth_chainId":
        return numberToHex(chainId);
      case "wallet_switchEthereumChain": {
        prompt();
        // Safety: EIP-3326 has exactly this parameter.
        chainId = Number((params[0] as { chainId: string }).chainId);
        await emit("chainChanged", numberToHex(chainId));
        return null;
      }
      case "personal_sign": {
        prompt();
        // Safety: personal_sign takes hex first; a wrong page makes the test fail here, as it should.
        const raw = params[0] as Hex;
        if (!account) throw { code: 4100, message: "The wallet is locked." };
        signed.push(hexToString(raw));
        return account.signMessage({ message: { raw } });
      }
      case "eth_sendTransaction":
        prompt();
        await beforeSending?.();
        return forward(rpcUrl, method, params);
      default:
        return forward(rpcUrl, method, params);
    }
  }

  async function emit(event: string, value: unknown): Promise<void> {
    await page.evaluate(
      ([channel, event, value]) =>
        window.dispatchEvent(new CustomEvent(channel, { detail: { event, value } })),
      [channel, event, value] as const,
    );
  }

  await page.exposeFunction(channel, async (request: WalletRequest) => {
    try {
      return { result: await answer(request) };
    } catch (error) {
      return { error };
    }
  });
  // The runner compiles functions with calls of this helper, which a page does not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(provideWallet, { name, discovery, channel, uuid });

  return {
    requests,
    signed,
    rejectNext() {
      rejecting = true;
    },
    beforeSending(work) {
      beforeSending = work;
    },
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      resumed = promise;
      return resolve;
    },
    async selectAccount(index) {
      account = index === undefined ? undefined : hardhatAccount(index);
      await emit("accountsChanged", accounts());
    },
    async selectChain(id) {
      chainId = id;
      await emit("chainChanged", numberToHex(id));
    },
    arrive: () => emit("arrive", null),
  };
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

/** Runs in the page, before its own scripts. It can use nothing from outside this function. */
function provideWallet({
  name,
  discovery,
  channel,
  uuid,
}: {
  name: string;
  discovery: Discovery;
  channel: string;
  uuid: string;
}): void {
  type Listener = (value: unknown) => void;
  type Answer = Promise<{ result?: unknown; error?: object }>;
  const listeners = new Map<string, Set<Listener>>();
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      // Safety: the test has put a function of that name into the page.
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
    if (event === "arrive") Object.assign(globalThis, { ethereum: provider });
    for (const listener of listeners.get(event) ?? []) listener(value);
  });
  if (discovery === "plain") Object.assign(globalThis, { ethereum: provider });
  if (discovery !== "eip6963") return;
  const icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='%23c96'/%3E%3C/svg%3E";
  const info = { uuid, name, icon, rdns: name.toLowerCase().replace(/ /g, ".") };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", {
        detail: Object.freeze({ info: Object.freeze(info), provider }),
      }),
    );
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
}
