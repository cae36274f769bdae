import { mock } from "node:test";
import { expect } from "chai";
import type { Connector } from "wagmi";
import { type Pairing, pairingDesk } from "../../web/src/wallet/relay/pairing.ts";
import { connectedConfig } from "../support/connectedWallet.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";

/** A relay's connector whose pairing the test answers, and what its desk has said. */
function deskWith(session?: object) {
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
  // Safety: the desk asks no more of a connector.
  const connector = { ...first, getProvider: async () => provider } as unknown as Connector;
  const desk = pairingDesk(config, connector);
  const told: Pairing[] = [];
  desk.subscribe(() => told.push(desk.read()));
  return { desk, told, attempts, done, config, connector, show: (uri: string) => show(uri) };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe("the code for a wallet on another device", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("stays once it is shown, however long nobody scans it", async () => {
    const { desk, show, told } = deskWith();
    desk.begin();
    expect(desk.read()).to.deep.equal({ state: "preparing" });
    await turns();
    show("wc:1");
    mock.timers.tick(60_000);
    expect(desk.read()).to.deep.equal({ state: "ready", uri: "wc:1" });
    expect(told).to.deep.equal([{ state: "preparing" }, { state: "ready", uri: "wc:1" }]);
  });

  it("is not to be had once the relay has been silent for 15 seconds, and comes late all the same", async () => {
    const { desk, show, attempts } = deskWith();
    desk.begin();
    await turns();
    mock.timers.tick(14_999);
    expect(desk.read().state).to.equal("preparing");
    mock.timers.tick(1);
    expect(desk.read()).to.deep.equal({ state: "over", reason: "unreachable" });
    desk.begin();
    expect(desk.read().state).to.equal("preparing");
    await turns();
    // The attempt goes on: it is not made twice.
    expect(attempts).to.have.length(1);
    show("wc:1");
    expect(desk.read().state).to.equal("ready");
    desk.begin();
    expect(desk.read()).to.deep.equal({ state: "ready", uri: "wc:1" });
  });

  const ends: [message: string, reason: string][] = [
    ["Proposal expired", "expired"],
    ["User rejected.", "rejected"],
    ["No internet connection", "unreachable"],
    ["Failed to publish", "unreachable"],
    ["socket hang up", "unreachable"],
    ["Relay is down", "unreachable"],
    ["Whatever", "failed"],
  ];
  for (const [message, reason] of ends) {
    it(`is over as ${reason} after “${message}”, and another one is made`, async () => {
      const { desk, attempts, done } = deskWith();
      desk.begin();
      await turns();
      attempts[0]?.fail(new Error(message));
      await turns();
      expect(desk.read()).to.deep.equal({ state: "over", reason });
      expect(done).to.deep.equal(["stops listening"]);
      desk.begin();
      await turns();
      expect(attempts).to.have.length(2);
    });
  }

  it("ends a session that this page does not use, and one that comes when another wallet is connected", async () => {
    const { desk, attempts, done } = deskWith({});
    desk.begin();
    await turns();
    expect(done).to.deep.equal(["ends a session"]);
    attempts[0]?.approve();
    await turns();
    expect(desk.read()).to.deep.equal({ state: "approved" });
    expect(done).to.deep.equal(["ends a session", "stops listening", "ends a session"]);
  });

  it("connects the wallet that has approved it", async () => {
    const { desk, attempts, done, config, connector } = deskWith();
    config.setState((state) => ({
      ...state,
      status: "disconnected",
      connections: new Map(),
      current: null,
    }));
    desk.begin();
    await turns();
    attempts[0]?.approve();
    await turns();
    expect(config.state.status).to.equal("connected");
    expect(config.state.current).to.equal(connector.uid);
    expect(done).to.deep.equal(["stops listening"]);
  });

  it("is shared by all who show it, until they stop", async () => {
    const { desk, config, connector, told } = deskWith();
    expect(pairingDesk(config, connector)).to.equal(desk);
    let late = 0;
    const end = desk.subscribe(() => {
      late += 1;
    });
    end();
    desk.begin();
    expect([told.length, late]).to.deep.equal([1, 0]);
  });
});
