import { expect } from "chai";
import type { Address } from "viem";
import {
  type Connection,
  type ConnectionStatus,
  connectionEvents,
} from "../../../web/src/wallet/connectionEvents.ts";

const address: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const connector = { id: "test.wallet", name: "Test Wallet" };
const home = 31_337;
const connected: Connection = { status: "connected", address, connector, chainId: home };

describe("connectionEvents", () => {
  const befores: { status: ConnectionStatus | undefined; isReconnected: boolean }[] = [
    { status: "connecting", isReconnected: false },
    { status: "disconnected", isReconnected: false },
    { status: "reconnecting", isReconnected: true },
    { status: undefined, isReconnected: true },
  ];
  for (const { status, isReconnected } of befores) {
    it(`[S4.36] [S4.27] reports a connection after "${status}": address, connector, isReconnected ${isReconnected}`, () => {
      expect(connectionEvents({ status }, connected, home)).to.deep.equal([
        { type: "connected", address, connector, isReconnected },
      ]);
    });
  }

  it("[S4.37] reports a disconnection after the status connected", () => {
    expect(connectionEvents(connected, { status: "disconnected" }, home)).to.deep.equal([
      { type: "disconnected" },
    ]);
  });

  for (const status of ["connecting", "reconnecting", "disconnected", undefined] as const) {
    it(`[S4.37] reports no disconnection after "${status}"`, () => {
      expect(connectionEvents({ status }, { status: "disconnected" }, home)).to.deep.equal([]);
    });
  }

  it("[S4.40] reports a switch to a different chain with its ID, as unsupported", () => {
    expect(connectionEvents(connected, { ...connected, chainId: 1 }, home)).to.deep.equal([
      { type: "chainChanged", id: 1, unsupported: true },
    ]);
  });

  it("[S4.40] reports a switch back to this chain with its ID, as supported", () => {
    expect(connectionEvents({ ...connected, chainId: 1 }, connected, home)).to.deep.equal([
      { type: "chainChanged", id: home, unsupported: false },
    ]);
  });

  it("reports an unsupported chain as soon as a wallet connects", () => {
    const events = connectionEvents({ status: "connecting" }, { ...connected, chainId: 1 }, home);
    expect(events.map(({ type }) => type)).to.deep.equal(["connected", "chainChanged"]);
  });

  it("reports nothing when no connection state changed", () => {
    expect(connectionEvents(connected, { ...connected }, home)).to.deep.equal([]);
  });
});
