import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import hre from "hardhat";
import type { NetworkConnection } from "hardhat/types/network";
import { type ControlledChain, prepareControl } from "#localChain/chainControls";
import { localChainId } from "#protocol/chain/localWorld";
import { ChainJournal } from "./chainJournal.ts";
import { replaceBlocks } from "./reorg.ts";

/** A Hardhat node in this process. */
export interface LocalChain {
  url: string;
  chainId: number;
  /** The block on a different chain that this chain continues from. */
  fork?: ForkedBlock | undefined;
  /** Hardhat's ethers, connected over HTTP like any other client. */
  ethers: WorldConnection["ethers"];
  /** Records every change of the chain, and sends requests to the node without HTTP. */
  journal: ChainJournal;
  /** Applies a control, such as `["time", "+1d"]`, and returns a sentence that describes the effect. */
  control(parts: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** A block on a chain that a node serves. */
export interface ForkedBlock {
  rpcUrl: string;
  blockNumber: number;
}

type WorldConnection = Awaited<ReturnType<typeof connect>>;

/**
 * Starts a Hardhat node on 127.0.0.1, on a free port, with Hardhat's well-known, unlocked accounts. Every start
 * produces the same chain, because block 0 has a fixed date. A fork continues from the other chain's state and time,
 * reading state on demand; it uses the local chain ID, so that no transaction is valid on both chains.
 */
export async function startLocalChain({
  fork,
  chainId = localChainId,
  startsAt,
}: {
  fork?: ForkedBlock | undefined;
  chainId?: number;
  /** Date of block 0, instead of the fixed one. */
  startsAt?: string | undefined;
} = {}): Promise<LocalChain> {
  const override = {
    chainId,
    ...(fork && { forking: createForkingConfig(fork) }),
    ...(startsAt !== undefined && { initialDate: startsAt }),
  };
  const { server, journal } = await createNode(override);
  const address = await server.listen();
  const connections = trackConnections(address.port);
  const url = `http://127.0.0.1:${address.port}`;
  const connection = await connect(url);
  const { provider } = connection.ethers;
  const controlled: ControlledChain = {
    request: ({ method, params }) => provider.send(method, params),
    snapshots: new Map(),
    replaceBlocks: (count, way) => replaceBlocks(journal, count, way),
  };
  return {
    url,
    chainId,
    fork,
    ethers: connection.ethers,
    journal,
    control: async (parts) => prepareControl(parts)(controlled),
    async close() {
      await journal.close();
      await connection.close();
      const closed = server.close();
      connections.destroy();
      await closed;
    },
  };
}

/** Receives the connection that Hardhat's server creates and does not expose. */
const starting = new AsyncLocalStorage<{ connection?: NetworkConnection }>();
hre.hooks.registerHandlers("network", {
  async newConnection(context, next) {
    const connection = await next(context);
    const store = starting.getStore();
    // Safety: the chain type is not read.
    if (store) store.connection = connection as unknown as NetworkConnection;
    return connection;
  },
});

/** Creates a node whose requests all pass through a journal. */
async function createNode(override: object) {
  const store: { connection?: NetworkConnection } = {};
  const params = { network: "world", override };
  const server = await starting.run(store, () => hre.network.createServer(params, "127.0.0.1", 0));
  const provider = store.connection?.provider;
  if (provider === undefined) throw new Error("Hardhat's server has no connection.");
  // Asynchronous contexts, and with them the store, outlive the chain, whose node takes 10 MB or more.
  delete store.connection;
  const journal = await ChainJournal.open(provider.request.bind(provider));
  provider.request = (call) => journal.request(call);
  return { server, journal };
}

function createForkingConfig({ rpcUrl, blockNumber }: ForkedBlock) {
  return { url: rpcUrl, blockNumber };
}

function connect(url: string) {
  return hre.network.create({ network: "worldOverHttp", override: { url } });
}

/** Open connections to a port on which this process is listening. */
export interface PortConnections {
  /** Closes all connections immediately. */
  destroy(): void;
}

/**
 * Channel on which Node publishes each connection that a server accepts.
 * https://nodejs.org/api/diagnostics_channel.html
 */
const accepted = "net.server.socket";

/**
 * Tracks connections to `port` from now on, for a server that does not expose its connections.
 *
 * Node's `close` waits for connections that never sent a request, as clients open them in advance.
 */
function trackConnections(port: number): PortConnections {
  const sockets = new Set<Socket>();
  const note = (message: unknown) => {
    // Safety: Node documents this message, and an accepted socket refers to its server.
    const { socket } = message as { socket: Socket & { server: Server } };
    if (socket.localPort !== port) return;
    // A client's request would be dropped if it arrived while the server closes an idle connection.
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
