import hre from "hardhat";
import { type ControlledChain, prepareControl } from "#protocol/localChain/chainControls";
import { localChainId } from "#protocol/localWorld";

/** A Hardhat node in this process. */
export interface LocalChain {
  url: string;
  chainId: number;
  /** Hardhat's ethers, connected over HTTP like any other client. */
  ethers: WorldConnection["ethers"];
  /** Applies a control, such as `["time", "+1d"]`, and returns what it did, as a sentence. */
  control(words: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

type WorldConnection = Awaited<ReturnType<typeof connect>>;

/**
 * Starts a Hardhat node on 127.0.0.1 with Hardhat's well-known, unlocked accounts.
 * Every start gives the same chain: block 0 has a fixed date.
 *
 * @param port 0 for any free one.
 * @throws with `code: "EADDRINUSE"` when the port is taken.
 */
export async function startLocalChain(port = 0): Promise<LocalChain> {
  const server = await hre.network.createServer("world", "127.0.0.1", port);
  const address = await server.listen();
  const url = `http://127.0.0.1:${address.port}`;
  const connection = await connect(url);
  const { provider } = connection.ethers;
  const controlled: ControlledChain = {
    request: ({ method, params }) => provider.send(method, params),
    snapshots: new Map(),
  };
  return {
    url,
    chainId: localChainId,
    ethers: connection.ethers,
    control: async (words) => prepareControl(words)(controlled),
    async close() {
      await connection.close();
      await server.close();
    },
  };
}

function connect(url: string) {
  return hre.network.create({ network: "worldOverHttp", override: { url } });
}
