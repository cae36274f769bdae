import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import type { SignedRevision } from "#protocol/wire/responses";
import { createLogger } from "../../../api/src/operations/logger.ts";
import {
  reportEmptyStore,
  warnAboutForeignStories,
  warnAboutNames,
} from "../../../api/src/operations/startWarnings.ts";
import type { Settings } from "../../../api/src/settings/settings.ts";
import { account, signedSave, startApiFor, useFixture } from "../../support/api/apiFixture.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { draft } from "../../support/api/narrativeDraft.ts";
import { createPlan } from "../../support/api/salePlan.ts";
import { storiesOf } from "../../support/storiesOf.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const owner = account(2);

/** The fields of a log line that these tests read. */
interface LogLine {
  level: number;
  msg?: string;
  chainId?: number;
  host?: string;
  resolver?: string;
  phases?: string[];
  req?: { id: string; url: string };
  res?: { statusCode: number };
  err?: { stack: string };
}

describe("service log", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);

  const startWithLog = async (overrides: Partial<Settings> = {}, level = "trace") => {
    const recorded = recordLines(level);
    return { api: await startApiFor(fixture, overrides, recorded.logger), ...recorded };
  };

  it("contains one line per request, with the response's request ID", async () => {
    const { log, api } = await startWithLog();
    const response = await api.get("/api/narrative");
    await api.close();
    const line = log().find(({ req }) => req?.url === "/api/narrative");
    expect(line).to.have.nested.property("req.id", response.headers.get("x-request-id"));
    expect(line).to.have.nested.property("res.statusCode", 200);
    expect(line?.req).to.have.all.keys("id", "method", "url");
  });

  it("contains no story, signature or RPC key, even one that an RPC error repeats", async () => {
    const keyed = (key: string) => `${rpc.url}/v2/secret-${key}?token=secret-token-${key}`;
    const rpcUrls = [keyed("one"), keyed("two")] as const;
    const { lines, api } = await startWithLog({ rpcUrls });
    const drifterId = await fixture.giveToken(owner.address);
    const byOwner = await signedSave(owner, drifterId, "A secret tale.");
    const byStranger = await signedSave(account(3), drifterId, "Another secret tale.");

    await api.save(byOwner);
    await api.save({ ...byOwner, narrative: "A secret tale that was not signed." });
    await api.post(`/api/narrative/${drifterId}`, "A secret tale that is no JSON.");
    // Consists of keys only, so that truncation at any point cuts a key.
    const keys = "secret-one, secret-two, ".repeat(50);
    const message = `Out of order: ${byStranger.signature}, ${rpcUrls.join()}, ${keys}`;
    for (const method of ["eth_getBlockByNumber", "eth_call", "eth_getCode"]) {
      rpc.behave(faults.fails({ code: -32603, message }, method));
      await api.save(byStranger);
      rpc.behave(faults.dropsTheConnection(method));
      await api.save(byStranger);
      await api.get("/readyz");
    }
    await api.close();

    const everything = lines.join("");
    expect(everything).to.include("chain.unavailable").and.include("Out of order");
    const signatures = [byOwner, byStranger].map(({ signature }) => signature.slice(2));
    for (const secret of ["secret", ...signatures]) expect(everything).not.to.include(secret);
  });

  it("includes successful reads and probes only at level debug", async () => {
    const { lines, log, api } = await startWithLog({}, "info");
    for (const path of ["/api/narrative", "/healthz", "/readyz"]) await api.get(path);
    expect(lines).to.deep.equal([]);
    await api.get("/api/nowhere");
    await api.close();
    expect(log().map(({ level }) => level)).to.deep.equal([30]);
  });

  it("includes only lines at or above its level", () => {
    const lines: string[] = [];
    const logger = createLogger("warn", { write: (line) => void lines.push(line) });
    logger.info("one");
    logger.warn("two");
    expect(lines.map((line) => JSON.parse(line).msg)).to.deep.equal(["two"]);
  });

  it("contains an internal error's stack, unlike the response", async () => {
    const webDir = await temporaryFolder();
    await writeFile(join(webDir, "index.html"), "<!doctype html>");
    const { log, api } = await startWithLog({ webDir });
    const response = await api.get("/", { accept: "text/html" });
    await api.close();
    expect(response.status).to.equal(500);
    expect(await response.text()).not.to.include("runtime-config");
    const line = log().find(({ res }) => res?.statusCode === 500);
    expect(line?.err?.stack).to.include("runtime-config").and.include("pages/routes.ts");
    expect(line).to.have.property("level", 50);
  });

  it("warns at startup about a missing PUBLIC_URL, or SALE_FILE without MINT_SIGNER_KEY", async () => {
    const settings = { collectionDir: await temporaryFolder(), saleFile: "sale.json" };
    const { log, api } = await startWithLog(settings, "warn");
    await api.warn();
    await api.close();
    expect(log().map(({ msg }) => msg)).to.deep.equal([
      "PUBLIC_URL is not set: shared links show no image, and pages have no absolute URL",
      "SALE_FILE is set without MINT_SIGNER_KEY: no mint authorizations are signed",
    ]);
  });

  it("warns at startup about a mismatched signing key, unknown phases and endpoints without TLS", async () => {
    const mint = { signer: account(9), plan: createPlan(["gifts", 5], ["thanks", 5]) };
    const urls = { publicUrl: "https://a.example", publicRpcUrl: "http://rpc.example" };
    const settings = { mint, ...urls, collectionDir: await temporaryFolder() };
    const { log, api } = await startWithLog(settings, "warn");
    await api.warn();
    await api.close();
    expect(log().map(({ msg, host, phases }) => `${msg} ${host ?? phases}`)).to.deep.equal([
      "browsers get an RPC endpoint without TLS, which pages with TLS cannot use: set PUBLIC_RPC_URL rpc.example",
      "MINT_SIGNER_KEY is not the collection's signer undefined",
      "SALE_FILE names phases that the collection does not have: no authorizations are issued for these names gifts,thanks",
    ]);
  });

  it("reports an error if the latest story belongs to a different collection", async () => {
    const revision = { revision: 1, savedAt: "2026-01-01T00:00:00.000Z" };
    const latest: SignedRevision = { ...draft("1", "Told."), ...revision };
    const { chainId, contract } = latest;
    const store = { stories: async () => storiesOf([latest]), find: async () => latest };
    const { log, logger } = recordLines("warn");
    for (const other of [{}, { chainId: 1 }, { contract: account(9).address }]) {
      const settings = { chainId, contract, ...other };
      // Safety: the code under test uses only these methods.
      await warnAboutForeignStories(store as never, settings, logger);
    }
    expect(log()).to.have.length(2);
    for (const line of log()) expect(line).to.deep.include({ level: 50, chainId, contract });
  });

  it("warns if there is no contract at ENS_RESOLVER", async () => {
    const { log, logger } = recordLines("warn");
    const ensResolver = account(9).address;
    for (const isMissing of [true, false]) {
      const chain = { isEnsResolverMissing: async () => isMissing };
      await warnAboutNames(chain, { ensResolver }, logger);
    }
    const unreachable = { isEnsResolverMissing: () => Promise.reject(new Error("unreachable")) };
    await warnAboutNames(unreachable, { ensResolver }, logger);
    expect(log().map(({ msg }) => msg)).to.deep.equal([
      "there is no contract at ENS_RESOLVER: owners and authors are shown without names",
    ]);
    expect(log()[0]).to.include({ resolver: ensResolver });
  });

  it("says that the store has no stories once tokens are minted, unless it has some", async () => {
    const { log, logger } = recordLines("info");
    for (const [revisions, totalSupply] of [
      [0, 0n],
      [1, 2n],
      [0, 2n],
    ] as const) {
      const store = { stories: async () => ({ revisions: () => revisions }) };
      const chain = { readSale: async () => ({ totalSupply }) };
      // Safety: the code under test uses only these methods.
      await reportEmptyStore(store as never, chain as never, logger);
    }
    expect(log().map(({ msg }) => msg)).to.deep.equal([
      "the store has no stories: if some were saved before, check DATA_DIR or DATABASE_URL",
    ]);
  });

  it("reports an error when the address has no collection, and still serves stories", async () => {
    const { log, api } = await startWithLog({ contract: account(9).address });
    const findLine = () => log().find(({ msg }) => msg?.startsWith("there is no collection at"));
    while (findLine() === undefined) await api.get("/readyz");
    expect((await api.get("/api/narrative")).status).to.equal(200);
    await api.close();
    expect(findLine()).to.have.property("level", 50);
  });
});

/** Records log lines at or above a level, in order. */
function recordLines(level: string) {
  const lines: string[] = [];
  return {
    lines,
    logger: pino({ level }, { write: (line) => lines.push(line) }),
    // Safety: pino writes one JSON object per line.
    log: () => lines.map((line) => JSON.parse(line) as LogLine),
  };
}
