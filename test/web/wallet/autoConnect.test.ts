import { mock } from "node:test";
import { expect } from "chai";
import type { Address } from "viem";
import { type Config, createStorage } from "wagmi";
import { connect } from "wagmi/actions";
import {
  lastUsedConnector,
  readinessIntervalMilliseconds,
  reconnectToLastWallet,
} from "../../../web/src/wallet/autoConnect.ts";
import { configWith } from "../../support/web/connectedWallet.ts";
import { memoryStorage } from "../../support/web/memoryStorage.ts";

const account: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

describe("reconnectToLastWallet", () => {
  it("[S4.35] reconnects the last used wallet, and sends no request to any other wallet", async () => {
    const { config, received } = await configWithLast(["first", "second"], "second");
    await reconnectToLastWallet(config);
    expect(config.state.status).to.equal("connected");
    expect(config.state.connections.get(config.state.current ?? "")?.connector.id).to.equal(
      "second",
    );
    expect(received).to.deep.equal(["second"]);
  });

  it("[S4.35] connects nothing when no wallet was used before", async () => {
    const { config, received } = await configWithLast(["first", "second"], undefined);
    await reconnectToLastWallet(config);
    expect(config.state.status).to.equal("disconnected");
    expect(received).to.deep.equal([]);
  });

  it("connects nothing when two wallets have the last used ID", async () => {
    const { config, received } = await configWithLast(["first", "second", "second"], "second");
    await reconnectToLastWallet(config);
    expect(config.state.status).to.equal("disconnected");
    expect(received).to.deep.equal([]);
  });

  it("preserves a connection made during the search for the last used wallet", async () => {
    const { config, received } = await configWithLast(["first", "second"], "second");
    const [first] = config.connectors;
    const getItem = async () => {
      if (first) await connect(config, { connector: first });
      return "second";
    };
    Object.assign(config.storage ?? {}, { getItem });
    await reconnectToLastWallet(config);
    expect(received).to.deep.equal(["first"]);
    expect(config.state.status).to.equal("connected");
  });

  const troubles: [title: string, trouble: (config: Config) => void][] = [
    [
      "is locked",
      ({ connectors }) =>
        Object.assign(connectors[0] ?? {}, { connect: async () => ({ accounts: [], chainId: 1 }) }),
    ],
    ["is stored as something else", ({ storage }) => broken(storage, "getItem")],
    [
      "cannot say whether it is authorized",
      ({ connectors }) => broken(connectors[0], "isAuthorized"),
    ],
    ["has no provider any more", ({ connectors }) => broken(connectors[0], "getProvider")],
  ];
  for (const [title, trouble] of troubles) {
    it(`stays disconnected when the last wallet ${title}`, async () => {
      const { config } = await configWithLast(["first"], "first");
      trouble(config);
      await reconnectToLastWallet(config);
      expect(config.state).to.include({ status: "disconnected", current: null });
    });
  }
});

describe("lastUsedConnector", () => {
  afterEach(() => mock.timers.reset());

  it("[S9.13] checks every 200 ms for a wallet that is injected after the page loads", async () => {
    const { config } = await configWithLast(["late"], "late");
    const connectors = [[], config.connectors];
    const found = await lastUsedConnector({
      storage: config.storage,
      get connectors() {
        return connectors.shift() ?? [];
      },
    });
    expect(found?.id).to.equal("late");
    expect(readinessIntervalMilliseconds).to.equal(200);
    // While the last wallet is missing, no other wallet connects instead.
    const { config: other } = await configWithLast(["other"], undefined);
    mock.timers.enable({ apis: ["setTimeout"] });
    const missing = lastUsedConnector({ ...other, storage: config.storage });
    for (let check = 0; check < 10; check++) {
      await new Promise((resolve) => setImmediate(resolve));
      mock.timers.tick(readinessIntervalMilliseconds);
    }
    expect(await missing).to.equal(undefined);
  });
});

/** Has a method of an object reject. */
function broken(owner: object | null | undefined, method: string): void {
  Object.assign(owner ?? {}, { [method]: async () => Promise.reject(new SyntaxError("?")) });
}

/** Creates a configuration of wallets that connect without a prompt, and a list of those that were called. */
async function configWithLast(ids: readonly string[], lastUsed: string | undefined) {
  const received: string[] = [];
  const storage = createStorage({ storage: memoryStorage() });
  if (lastUsed) await storage.setItem("recentConnectorId", lastUsed);
  const willing = ids.map((id) => ({
    id,
    // Safety: wagmi's generic return type requires capabilities that only smart wallets have.
    connect: (async () => {
      received.push(id);
      return { accounts: [account], chainId: 31_337 };
    }) as never,
  }));
  return { config: Object.assign(configWith(willing), { storage }), received };
}
