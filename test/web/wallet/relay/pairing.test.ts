import { mock } from "node:test";
import { expect } from "chai";
import type { Connector } from "wagmi";
import { type Pairing, pairingStore } from "../../../../web/src/wallet/relay/pairing.ts";
import { connectedConfig } from "../../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";

/** A pairing over a fake relay that the test controls, and the states that its store reported. */
function pairingWith(session?: object) {
  let show = (_: string) => {};
  const attempts: { approve(): void; fail(error: Error): void }[] = [];
  const done: string[] = [];
  const provider = {
    session,
    on: (_: string, listener: typeof show) => {
      show = listener;
    },
    removeListener: () => void done.push("stops listening"),
    disconnect: async () => void done.push("ends a session"),
    connect: () =>
      new Promise<void>((approve, fail) => {
        attempts.push({ approve, fail });
      }),
  };
  const config = connectedConfig(hardhatAccount(6).address, {});
  const [first] = config.connectors;
  // Safety: the store uses only these parts of a connector.
  const connector = { ...first, getProvider: async () => provider } as unknown as Connector;
  const store = pairingStore(config, connector);
  const states: Pairing[] = [];
  store.subscribe(() => states.push(store.read()));
  return { store, states, attempts, done, config, connector, show: (uri: string) => show(uri) };
}

const flushTasks = async () => {
  for (let task = 0; task < 20; task++) await new Promise((resolve) => setImmediate(resolve));
};

describe("pairingStore", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("becomes unreachable after 15 seconds without a relay response, but accepts a late response", async () => {
    const { store, show, attempts } = pairingWith();
    store.begin();
    await flushTasks();
    mock.timers.tick(14_999);
    expect(store.read().state).to.equal("preparing");
    mock.timers.tick(1);
    expect(store.read()).to.deep.equal({ state: "ended", reason: "unreachable" });
    store.begin();
    expect(store.read().state).to.equal("preparing");
    await flushTasks();
    // The running attempt continues: there is no second one.
    expect(attempts).to.have.length(1);
    show("wc:1");
    expect(store.read().state).to.equal("ready");
    store.begin();
    mock.timers.tick(15_000);
    expect(store.read()).to.deep.equal({ state: "ready", uri: "wc:1" });
  });
  it("disconnects an unused session, and a new session if a different wallet connected", async () => {
    const { store, attempts, done } = pairingWith({});
    store.begin();
    await flushTasks();
    expect(done).to.deep.equal(["ends a session"]);
    attempts[0]?.approve();
    await flushTasks();
    expect(store.read()).to.deep.equal({ state: "approved" });
    expect(done).to.deep.equal(["ends a session", "stops listening", "ends a session"]);
  });
});
