import { expect } from "chai";
import { type Address, keccak256, numberToHex, slice, toHex } from "viem";
import { simulationCode } from "#chain/simulationCode";
import {
  type Simulation,
  type SimulationCall,
  SimulationUnsupportedError,
  simulate,
} from "#protocol/sale/simulate";
import { fakeNode } from "./fakeNode.ts";
import { fakeSimulation } from "./fakeSimulation.ts";

const caller = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const target = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const call: SimulationCall = { from: caller, to: target, data: "0x1234" };
// Safety: the same digits.
const lowerCase = caller.toLowerCase() as Address;

const named = (name: string) => slice(keccak256(toHex(`simulation: ${name}`)), 12);
const dispatcher = named("dispatcher");
const relocated = numberToHex(BigInt(caller) ^ BigInt(named("relocation")), { size: 20 });

/** Code by account; null as some nodes return it for none. */
type Codes = Record<string, `0x${string}` | null>;

/** The simulation request to a node on which accounts have these codes; addresses in lower case. */
async function ask(simulation: Partial<Simulation>, codes: Codes = {}) {
  const { client, requests } = fakeSimulation([{ succeeded: true, data: "0x05" }], codes);
  const outcomes = await simulate(client, { calls: [call], ...simulation });
  const [first] = requests;
  if (first === undefined) throw new Error("The node simulated no request.");
  const overrides = Object.fromEntries(
    Object.entries(first.overrides).map(([address, override]) => [address.toLowerCase(), override]),
  );
  return { ...first, outcomes, overrides, accounts: Object.keys(first.overrides) };
}

const lower = (address: string) => address.toLowerCase();

describe("a simulation", () => {
  it("sends the calls to the dispatcher, each with its value, and returns the outcomes", async () => {
    const simulated = await ask({ calls: [call, { ...call, value: 7n }] });
    expect(simulated.calls).to.deep.equal([
      { from: caller, to: target, value: 0n, data: "0x1234" },
      { from: caller, to: target, value: 7n, data: "0x1234" },
    ]);
    expect(simulated.dispatcher).to.equal(dispatcher);
    expect(simulated.block).to.equal("latest");
    expect(simulated.outcomes).to.deep.equal([{ succeeded: true, data: "0x05" }]);
    expect((await ask({ blockNumber: 0n })).block).to.equal("0x0");
    expect((await ask({ blockNumber: 31n })).block).to.equal("0x1f");
  });

  const delegate = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc";
  const another = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
  const delegation = (to: string) => `0xef0100${to.slice(2)}` as const;
  const codes: Record<string, [codes: Codes, relocated: string | undefined]> = {
    "no code": [{}, undefined],
    "no code, for which the node returns null": [{ [lowerCase]: null }, undefined],
    "code of its own": [{ [lowerCase]: "0x6001" }, "0x6001"],
    "a delegation to an account with code (EIP-7702)": [
      { [lowerCase]: delegation(delegate), [delegate]: "0x6002" },
      "0x6002",
    ],
    "a delegation to an account without code": [{ [lowerCase]: delegation(delegate) }, undefined],
    "a delegation to an account that itself delegates": [
      { [lowerCase]: delegation(delegate), [delegate]: delegation(another), [another]: "0x6003" },
      "0xfe",
    ],
    "code of its own that contains a delegation's prefix further on": [
      { [lowerCase]: "0x60ef0100" },
      "0x60ef0100",
    ],
  };
  for (const [what, [given, code]] of Object.entries(codes)) {
    it(`relocates ${code ?? "nothing"} for a caller with ${what}`, async () => {
      const { overrides } = await ask({}, given);
      expect(overrides[relocated]).to.deep.equal(code === undefined ? undefined : { code });
      expect(overrides[lower(caller)]).to.deep.equal({ code: simulationCode });
    });
  }

  const failing = (code: number) => () => {
    throw Object.assign(new Error("the node's own"), { code });
  };
  const failures: [name: string, answer: () => unknown, isUnsupported: boolean][] = [
    ["ignores the overrides", () => "0x", true],
    ["does not take the parameters", failing(-32602), true],
    ["fails for another reason", failing(-32000), false],
    ["cannot be reached", () => Promise.reject(new Error("offline")), false],
  ];
  for (const [name, answer, isUnsupported] of failures) {
    it(`${isUnsupported ? "is unsupported" : "fails with the node's error"} when the node ${name}`, async () => {
      const client = fakeNode(({ method }) => (method === "eth_call" ? answer() : "0x"));
      const error = await simulate(client, { calls: [call] }).catch((reason: unknown) => reason);
      expect(error instanceof SimulationUnsupportedError).to.equal(isUnsupported);
      expect(error).to.be.instanceOf(Error);
    });
  }
});
