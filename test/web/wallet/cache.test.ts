import { QueryClient } from "@tanstack/react-query";
import { persistQueryClientRestore } from "@tanstack/react-query-persist-client";
import { expect } from "chai";
import {
  cacheLifetimeMilliseconds,
  cachePersistence,
  cacheStorageKey,
  createQueryClient,
  walletData,
} from "../../../web/src/wallet/cache.ts";
import { memoryStorage } from "../../support/web/memoryStorage.ts";

const hour = 60 * 60 * 1_000;
const world = {
  genesisHash: "0x01",
  contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
} as const;

describe("wallet data cache", () => {
  afterEach(() => Reflect.deleteProperty(globalThis, "localStorage"));

  it("[S9.5] [S9.6] [S9.7] [S9.8] [S9.9] caches data for 24 hours under the key “cache”, offline first, without retries", () => {
    expect(createQueryClient().getDefaultOptions().queries).to.include({
      gcTime: 86_400_000,
      networkMode: "offlineFirst",
      retry: false,
      refetchOnWindowFocus: false,
    });
    expect(cacheLifetimeMilliseconds).to.equal(86_400_000);
    expect(cacheStorageKey).to.equal("cache");
  });

  it("is restored after a reload, including bigint amounts", async () => {
    storageWith({ age: 23 * hour });
    expect(await restoredFrom()).to.equal(10n ** 18n);
  });

  it("[S9.10] is dropped when it is older than 24 hours", async () => {
    const storage = storageWith({ age: 25 * hour });
    expect(await restoredFrom()).to.equal(undefined);
    expect(storage.getItem(cacheStorageKey)).to.equal(null);
  });

  it("[S9.11] is dropped when it belongs to a different chain or deployment", async () => {
    for (const other of [
      { ...world, genesisHash: "0x02" },
      { ...world, contract: "0x0000000000000000000000000000000000000001" },
    ] as const) {
      const storage = storageWith({ age: hour });
      expect(await restoredFrom(other)).to.equal(undefined);
      expect(storage.getItem(cacheStorageKey)).to.equal(null);
    }
  });
});

/** Gives the page a storage in which an earlier page of a world left a balance `age` milliseconds ago. */
function storageWith(
  { age }: { age: number },
  settings: Parameters<typeof cachePersistence>[0] = world,
): Storage {
  const storage = memoryStorage();
  Object.assign(globalThis, { localStorage: storage });
  const balance = { __type: "bigint", value: String(10n ** 18n) };
  storage.setItem(
    cacheStorageKey,
    JSON.stringify({
      timestamp: Date.now() - age,
      buster: cachePersistence(settings).buster,
      clientState: {
        mutations: [],
        queries: [
          {
            queryKey: ["balance"],
            queryHash: '["balance"]',
            meta: walletData,
            state: { data: balance, dataUpdatedAt: Date.now() - age, status: "success" },
          },
        ],
      },
    }),
  );
  return storage;
}

async function restoredFrom(settings: Parameters<typeof cachePersistence>[0] = world) {
  const queryClient = new QueryClient();
  const persistence = cachePersistence(settings);
  await persistQueryClientRestore({ queryClient, ...persistence });
  const balance = queryClient.getQueryData(["balance"]);
  queryClient.clear();
  return balance;
}
