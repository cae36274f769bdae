import { expect } from "chai";
import {
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from "viem";
import { buildTrace, type TracedItem } from "#trace/buildTrace";
import type { BuiltContract } from "#trace/contractBuild";
import { type CallFrame, readCallFrame, TraceUnsupportedError } from "#trace/nodeTrace";

const contract = `0x${"c0".repeat(20)}` as const;
const sender = `0x${"5e".repeat(20)}` as const;
const consoleAddress = "0x000000000000000000636F6e736F6c652e6c6f67";
const noBuild = { contracts: [] };

/** Returns a call to `to` with these subcalls. */
function frameOf(to: Hex, input: Hex, calls: CallFrame[] = []): CallFrame {
  return { type: "CALL", from: sender, to, input, gasUsed: "0x10", calls };
}

function itemsOf(frame: CallFrame): TracedItem[] {
  return buildTrace(frame, new Map(), noBuild).call.items;
}

describe("buildTrace", () => {
  it("shows console.log lines and events in their order between calls", () => {
    const types = "string, uint256, bool, address";
    const values = encodeAbiParameters(parseAbiParameters(types), ["left:", 3n, true, sender]);
    const log = toFunctionSelector("log(string,uint256,bool,address)");
    const bytes4 = encodeAbiParameters(parseAbiParameters("bytes4"), ["0x01020304"]);
    const frame = frameOf(contract, "0x", [
      frameOf(consoleAddress, `${log}${values.slice(2)}`),
      frameOf(consoleAddress, toFunctionSelector("log()")),
      frameOf(consoleAddress, `${toFunctionSelector("logBytes4(bytes4)")}${bytes4.slice(2)}`),
    ]);
    const event = { address: contract, topics: [], data: "0x", position: "0x1" } as const;
    const { topics, data } = event;
    // An event without a position comes last.
    const last = { address: contract, topics: [], data: "0x07" } as const;
    const items = itemsOf({
      ...frame,
      logs: [
        { ...last, topics: [] },
        { ...event, topics: [] },
      ],
    });
    const { call } = buildTrace({ ...frame, gasUsed: "0x64" }, new Map(), noBuild);
    expect(call).to.include({ gasUsed: 100n, selfGas: 52n });
    expect(items).to.deep.equal([
      { kind: "console", text: `left: 3 true ${getAddress(sender)}` },
      { kind: "event", values: [], topics, data },
      { kind: "console", text: "" },
      { kind: "console", text: "0x01020304" },
      { kind: "event", values: [], topics, data: last.data },
    ]);
  });

  it("reports the contract that failed first, ignoring caught failures", () => {
    const range = "struct Range { uint64 start; uint64 end; }";
    const abi = parseAbi([range, "function draw(Range ids) returns (uint256)"]);
    const input = encodeFunctionData({ abi, args: [{ start: 3n, end: 5n }] });
    const given = [{ name: "ids", type: "tuple", value: "{start: 3, end: 5}" }];
    const contracts = ["Outer", "Inner"].map((name, index): BuiltContract => {
      return { name, abi, creation: "0x", deployed: { object: `0x0${index}`, immutables: [] } };
    });
    const codes = new Map<string, Hex>([
      [contract, "0x00"],
      [sender, "0x01"],
    ]);
    const failing = (to: Hex, output: Hex, calls: CallFrame[] = []): CallFrame => {
      return { ...frameOf(to, input, calls), output, error: "reverted" };
    };
    const [two, three] = [numberToHex(2, { size: 32 }), numberToHex(3, { size: 32 })];
    for (const [inner, origin] of [
      [two, "Inner"],
      [three, "Outer"],
    ] as const) {
      const frame = failing(contract, two, [failing(sender, inner)]);
      const { call, revert } = buildTrace(frame, codes, { contracts });
      expect(revert?.contract).to.equal(origin);
      expect(call).to.deep.include({ function: "draw", arguments: given, returned: [] });
    }
  });

  it("shows unknown calls and errors as raw data", () => {
    const failed = { ...frameOf(contract, "0x12345678"), output: "0xdeadbeef", error: "reverted" };
    const { call, revert } = buildTrace(failed as CallFrame, new Map(), noBuild);
    expect(call).to.include({ data: "0x12345678", error: "0xdeadbeef" });
    expect(revert).to.include({ title: "0xdeadbeef" }).and.not.have.property("contract");
  });

  it("does not name the sender like the contract that it failed to create", () => {
    const deployed = { object: "0x60", immutables: [] } as const;
    const build = {
      contracts: [{ name: "Tower", abi: [], creation: "0x6001", deployed }],
    } as const;
    const { to: _, ...creation } = { ...frameOf(contract, "0x6001"), type: "CREATE", error: "no" };
    const balance = { before: 9n, after: 7n };
    const accounts = [{ address: sender, balance, slots: new Map() }];
    const { call, changes } = buildTrace(creation, new Map(), build, {
      accounts,
      preimages: [],
    });
    expect(call).to.include({ contract: "Tower" });
    expect(changes).to.deep.equal([{ address: getAddress(sender), balance, storage: [] }]);
  });
});

describe("readCallFrame", () => {
  const read = async (error: unknown) => {
    const hash = `0x${"11".repeat(32)}` as const;
    return readCallFrame(() => Promise.reject(error), hash).catch((thrown: unknown) => thrown);
  };

  const unsupported: Record<string, Error> = {
    "an unknown method": Object.assign(new Error("unknown"), { code: -32_601 }),
    "an unsupported method": Object.assign(new Error("no"), { code: -32_004 }),
    "a method that is switched off": new Error(
      "the method debug_traceTransaction is not available",
    ),
    "an unknown tracer": new Error("outer", { cause: new Error("tracer not found") }),
  };
  for (const [name, error] of Object.entries(unsupported)) {
    it(`rejects with TraceUnsupportedError for ${name}`, async () => {
      expect(await read(error)).to.be.instanceOf(TraceUnsupportedError);
    });
  }

  it("rethrows all other errors", async () => {
    const error = new Error("socket hang up");
    expect(await read(error)).to.equal(error);
  });
});
