import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import hre from "hardhat";
import { type ControlledChain, prepareControl } from "#localChain/chainControls";
import { localChainId } from "#protocol/chain/localWorld";

/** A Hardhat node in this process. */
export interface LocalChain {
  url: string;
  chainId: number;
  /** The block of another chain on which this one continues. */
  fork?: ForkedBlock | undefined;
  /** Hardhat's ethers, connected over HTTP like any other client. */
  ethers: WorldConnection["ethers"];
  /** Applies a control, such as `["time", "+1d"]`, and returns what it did, as a sentence. */
  control(parts: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** A block of a chain that a node serves. */
export interface ForkedBlock {
  rpcUrl: string;
  blockNumber: number;
}

type WorldConnection = Awaited<ReturnType<typeof connect>>;

/**
 * Starts a Hardhat node on 127.0.0.1, on a free port, with Hardhat's well-known, unlocked accounts.
 * Every start gives the same chain: block 0 has a fixed date. A fork continues the state and time of the other chain's
 * block, which it reads when needed; its chain ID is the local one, so that no transaction of one chain is
 * valid on the other.
 */
export async function startLocalChain({
  fork,
  chainId = localChainId,
}: {
  fork?: ForkedBlock | undefined;
  chainId?: number;
} = {}): Promise<LocalChain> {
  const override = { chainId, ...(fork && { forking: createForkingConfig(fork) }) };
  const server = await hre.network.createServer({ network: "world", override }, "127.0.0.1", 0);
  const address = await server.listen();
  const connections = trackConnections(address.port);
  const url = `http://127.0.0.1:${address.port}`;
  const connection = await connect(url);
  const { provider } = connection.ethers;
  const controlled: ControlledChain = {
    request: ({ method, params }) => provider.send(method, params),
    snapshots: new Map(),
  };
  return {
    url,
    chainId,
    fork,
    ethers: connection.ethers,
    control: async (parts) => prepareControl(parts)(controlled),
    async close() {
      await connection.close();
      const closed = server.close();
      connections.destroy();
      await closed;
    },
  };
}

function createForkingConfig({ rpcUrl, blockNumber }: ForkedBlock) {
  return { url: rpcUrl, blockNumber };
}

function connect(url: string) {
  return hre.network.create({ network: "worldOverHttp", override: { url } });
}

/** Open connections to a port on which this process listens. */
export interface PortConnections {
  /** Closes them at once. */
  destroy(): void;
}

/**
 * Channel on which Node publishes each connection that a server accepts.
 * https://nodejs.org/api/diagnostics_channel.html
 */
const accepted = "net.server.socket";

/**
 * Tracks the connections to `port` from now on, for a server that does not give access to its own.
 *
 * Node's `close` waits for connections that never sent a request, as clients open them in advance.
 */
function trackConnections(port: number): PortConnections {
  const sockets = new Set<Socket>();
  const note = (message: unknown) => {
    // Safety: what Node publishes on this channel; a socket that a server accepted refers to it.
    const { socket } = message as { socket: Socket & { server: Server } };
    if (socket.localPort !== port) return;
    // A client would lose what it sends while the server closes an idle connection.
    socket.server.keepAliveTimeout = 0;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  subscribe(accepted, note);
  return {
    destroy() {
      unsubscribe(accepted, note);
      for (const socket of sockets) socket.destroy();
    },
  };
}
