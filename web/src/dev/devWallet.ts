import { type Address, type EIP1193RequestFn, getAddress } from "viem";
import { createConnector } from "wagmi";
import { actAs, borrowAccount, type NodeRequest } from "./borrowedAccount.ts";
import { createCallBatches } from "./callBatches.ts";
import { respondToPrompt, walletMode, wrongChainId } from "./walletMode.ts";

type StoredAccount = { "devWallet.account": Address };
type Request = { method: string; params?: unknown };

/** RPC method that switches the dev wallet to one of the node's accounts, by address. */
export const selectAccountMethod = "dev_selectAccount";

/** Methods for which a wallet prompts its user. */
const promptingMethods: ReadonlySet<string> = new Set([
  "personal_sign",
  "eth_sendTransaction",
  "eth_signTypedData_v4",
  "wallet_sendCalls",
]);

/**
 * Creates the dev wallet's connector. The dev wallet holds no key: it forwards requests to the
 * local node, which has unlocked accounts and can impersonate any address. The developer's panel
 * sets the wallet's behavior. Production bundles omit it.
 */
export function devWallet() {
  return createConnector<{ request: EIP1193RequestFn }, Record<string, unknown>, StoredAccount>(
    ({ chains, transports, storage, emitter }) => {
      const [chain] = chains;
      const node = transports?.[chain.id]?.({ chain, retryCount: 0 });
      // Safety: the node handles every method; the type only lists them.
      const forward = node?.request as NodeRequest | undefined;

      const currentChainId = () => wrongChainId() ?? chain.id;

      async function accounts(): Promise<Address[]> {
        const selected = await storage?.getItem("devWallet.account");
        return selected && walletMode.read() !== "locked" ? [selected] : [];
      }

      async function select(address: unknown): Promise<void> {
        const account = getAddress(String(address));
        // Without a node, the account is borrowed at its first transaction.
        if (forward) await borrowAccount(forward, account).catch(() => undefined);
        await storage?.setItem("devWallet.account", account);
        emitter.emit("change", { accounts: [account] });
      }

      const batches = createCallBatches({
        request: async (request) => forward && actAs(forward, request),
        isPartial: () => walletMode.read() === "splitsBatches",
      });

      async function respond({ method, params }: Request): Promise<unknown> {
        if (method === selectAccountMethod) return select(params);
        if (method === "eth_accounts") return accounts();
        if (method === "wallet_getCapabilities") return batches.capabilities(currentChainId());
        if (method === "wallet_getCallsStatus") return batches.status(params);
        if (promptingMethods.has(method)) {
          await respondToPrompt("acting");
          if (method === "wallet_sendCalls") return batches.send(params);
          if (forward) return actAs(forward, { method, params });
        }
        return forward?.({ method, params });
      }

      // Safety: the node handles every method; the type only lists them.
      const provider = { request: respond as EIP1193RequestFn };

      walletMode.subscribe(() => {
        if (walletMode.read() === "locked") emitter.emit("disconnect");
        else emitter.emit("change", { chainId: currentChainId() });
      });

      return {
        id: "devWallet",
        name: "Dev wallet",
        type: "dev",
        // Safety: wagmi's generic return type requires capabilities that only smart wallets have.
        connect: (async ({ isReconnecting = false } = {}) => {
          if (!isReconnecting) await respondToPrompt("connecting");
          return { accounts: await accounts(), chainId: currentChainId() };
        }) as never,
        async disconnect() {
          await storage?.removeItem("devWallet.account");
        },
        getAccounts: accounts,
        getChainId: async () => currentChainId(),
        async switchChain() {
          await respondToPrompt("switching");
          walletMode.choose("obeys");
          return chain;
        },
        getProvider: async () => provider,
        isAuthorized: async () => (await accounts()).length > 0,
        onAccountsChanged() {},
        onChainChanged() {},
        onDisconnect() {},
      };
    },
  );
}
