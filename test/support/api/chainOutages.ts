import { expect } from "chai";
import type { NarrativeSaveRequest } from "#protocol/responses";
import { type Api, type Fixture, problemCodeOf, startApiFor } from "./apiFixture.ts";
import { type Fault, type FaultyRpc, faults } from "./faultyRpc.ts";

/** A fault in the node's responses to some methods, or to all. */
interface Outage {
  name: string;
  fault: (...methods: string[]) => Fault;
}

/** Unreadable responses; each method's response is parsed differently. */
const unreadable: readonly Outage[] = [
  { name: "answers without a result", fault: faults.respondsWithNothing },
  { name: "answers null", fault: (...methods) => faults.answers(null, ...methods) },
  { name: "answers words", fault: (...methods) => faults.answers("soon", ...methods) },
  { name: "answers empty bytes", fault: (...methods) => faults.answers("0x", ...methods) },
];

const lost: Outage = { name: "drops the connection", fault: faults.dropsTheConnection };

/** Failures of every kind, for one method: transport failures are handled alike for all. */
export const outages: readonly Outage[] = [
  ...unreadable,
  lost,
  { name: "responds with a web page", fault: faults.sendsHtml },
  { name: "limits the rate", fault: faults.limitsTheRate },
  { name: "reports an internal error", fault: fails(-32603, "Internal error") },
  { name: "has lost the block", fault: fails(-32000, "header not found") },
  { name: "limits the rate in JSON", fault: fails(-32005, "limit exceeded") },
];

/** Failures for all further methods. */
export const fewOutages: readonly Outage[] = [...unreadable, lost];

function fails(code: number, message: string): Outage["fault"] {
  return (...methods) => faults.fails({ code, message }, ...methods);
}

/** Services in front of a faulty endpoint, for all tests of the surrounding `describe`. */
export function useApis(fixture: Fixture, rpc: FaultyRpc) {
  // Safety: complete before the first test runs.
  const api = {} as Api;
  /** Gives up on a silent chain after 200 ms. */
  const impatientApi = {} as Api;
  before("start the services", async () => {
    const rpcUrls: [string] = [rpc.url];
    Object.assign(api, await startApiFor(fixture, { rpcUrls }));
    Object.assign(
      impatientApi,
      await startApiFor(fixture, { rpcUrls, chainTimeoutMilliseconds: 200 }),
    );
  });
  after("close the services", () => Promise.all([api.close(), impatientApi.close()]));

  /** Saves while `fault` lasts: the service rejects it with 503 and stores nothing. */
  const expectUndecided = async (service: Api, request: NarrativeSaveRequest, fault: Fault) => {
    rpc.behave(fault);
    const response = await service.save(request);
    expect(Number(response.headers.get("retry-after"))).to.be.greaterThan(0);
    expect(await problemCodeOf(response)).to.equal("503 chain.unavailable");
    const story = await service.get(`/api/narrative/${request.drifterId}`);
    expect(await problemCodeOf(story)).to.equal("404 narrative.not_found");
    rpc.behave();
  };
  return { api, impatientApi, expectUndecided };
}
