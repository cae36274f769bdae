import { randomUUID } from "node:crypto";
import { WalletKit, type WalletKitTypes } from "@reown/walletkit";
import { Core } from "@walletconnect/core";
import type { Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import { closeRelayClient } from "./closeRelayClient.ts";
import { hardhatAccount } from "./injectedWallet.ts";

const rejection = { code: 5000, message: "User rejected." };

/** A remote wallet: WalletConnect's wallet SDK with a Hardhat account, controlled by the test. */
export type PhoneWallet = Awaited<ReturnType<typeof startPhoneWallet>>;

export async function startPhoneWallet(options: {
  relayUrl: string;
  account: number;
  chainId?: number;
}) {
  const core = createCore(options.relayUrl);
  // Safety: the types of the SDK's two packages differ in `exactOptionalPropertyTypes` only.
  const kit = await WalletKit.init({
    core: core as unknown as WalletKitTypes.Options["core"],
    metadata,
  });
  let account = hardhatAccount(options.account);
  let chains = [`eip155:${options.chainId ?? 31_337}`];
  const requests: string[] = [];
  const responding: Promise<void>[] = [];

  kit.on("session_request", (event) => responding.push(answer(event)));

  async function answer({ topic, id, params }: WalletKitTypes.SessionRequest): Promise<void> {
    requests.push(params.request.method);
    const result = await perform(params.request);
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: "2.0", result } });
  }

  async function perform({ method, params }: { method: string; params: unknown }) {
    // Safety: EIP-1193 passes parameters as an array; a wrong page fails the test.
    const [first] = params as [Hex & { chainId: Hex }];
    if (method === "personal_sign") return account.signMessage({ message: { raw: first } });
    if (method !== "wallet_switchEthereumChain") throw new Error(`This wallet has no ${method}.`);
    chains = [...chains, `eip155:${Number(first.chainId)}`];
    await kit.updateSession({ topic: topicOf(kit), namespaces: namespaces(account, chains) });
    return null;
  }

  return {
    /** Requested methods, oldest first. */
    requests,
    /** Pairs with a code's URI; resolves with the connection proposal as the wallet shows it. */
    async scan(uri: string) {
      const arrived = new Promise<WalletKitTypes.SessionProposal>((resolve) =>
        kit.once("session_proposal", resolve),
      );
      await kit.pair({ uri });
      const { id } = await arrived;
      return {
        approve: () => kit.approveSession({ id, namespaces: namespaces(account, chains) }),
        reject: () => kit.rejectSession({ id, reason: rejection }),
      };
    },
    /** Disconnects from the wallet. */
    disconnect: () => kit.disconnectSession({ topic: topicOf(kit), reason: userDisconnected }),
    async selectAccount(index: number) {
      account = hardhatAccount(index);
      const topic = topicOf(kit);
      const [chainId = ""] = chains;
      const data = [`${chainId}:${account.address}`];
      await kit.updateSession({ topic, namespaces: namespaces(account, chains) });
      await kit.emitSessionEvent({ topic, chainId, event: { name: "accountsChanged", data } });
    },
    async close() {
      await Promise.all(responding);
      await closeRelayClient(core);
    },
  };
}

const metadata = {
  name: "Phone Wallet",
  description: "A wallet of the tests",
  url: "https://wallet.example",
  icons: [],
};
const userDisconnected = { code: 6000, message: "User disconnected." };

/** Creates a client without stored state that does not verify the page's origin at WalletConnect's servers. */
function createCore(relayUrl: string): InstanceType<typeof Core> {
  const environment = { ...process.env };
  Object.assign(process.env, { IS_VITEST: "true", DISABLE_GLOBAL_CORE: "true" });
  try {
    return new Core({
      projectId: "test",
      relayUrl,
      logger: "silent",
      telemetryEnabled: false,
      customStoragePrefix: randomUUID(),
    });
  } finally {
    process.env = environment;
  }
}

function topicOf(kit: Awaited<ReturnType<typeof WalletKit.init>>): string {
  const [topic] = Object.keys(kit.getActiveSessions());
  if (!topic) throw new Error("The wallet has no session.");
  return topic;
}

function namespaces(account: HDAccount, chains: readonly string[]) {
  return {
    eip155: {
      chains: [...chains],
      accounts: chains.map((chain) => `${chain}:${account.address}`),
      methods: ["personal_sign", "eth_sendTransaction", "wallet_switchEthereumChain"],
      events: ["chainChanged", "accountsChanged"],
    },
  };
}
