import { mock } from "node:test";
import { expect } from "chai";
import { endOnSignal } from "../../../scripts/shared/commandLine/endOnSignal.ts";
import { type Command, runCommand } from "../../../scripts/shared/commandLine/runCommand.ts";
import { readCommand, UsageError } from "../../../scripts/shared/commandLine/usageError.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";

const options = { count: { type: "string", default: "1" } } as const;

/** A command that prints its arguments `--count` times. */
function repeat(
  changes: Partial<Command<typeof options, string>>,
): Command<typeof options, string> {
  return {
    help: "Usage: repeat WORD…",
    options,
    takesPositionals: true,
    read({ count }, words) {
      if (words.length === 0) throw new UsageError();
      if (!/^\d$/.test(count)) throw new UsageError(`--count takes a digit, not "${count}".`);
      return words.join(" ").repeat(Number(count));
    },
    run: () => undefined,
    ...changes,
  };
}

describe("runCommand", () => {
  const run = (changes: Partial<Command<typeof options, string>>, ...args: string[]) =>
    runInProcess((output) => runCommand(repeat(changes), args, output));

  it("returns 2 on a usage error, with the reason and the help", async () => {
    const rejections = [
      { args: [], reason: "" },
      { args: ["ab", "--count", "x"], reason: '--count takes a digit, not "x".\n\n' },
      { args: ["ab", "--loud"], reason: "Unknown option: --loud.\n\n" },
      { args: ["ab", "--cuont"], reason: "Unknown option: --cuont. Did you mean --count?\n\n" },
    ];
    for (const { args, reason } of rejections) {
      const { status, stdout, stderr } = await run({}, ...args);
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: "" });
      expect(stderr).to.match(/Usage: repeat WORD…\n$/);
      expect(stderr.startsWith(reason), stderr).to.equal(true);
    }
    expect((await run({ takesPositionals: false }, "ab")).status).to.equal(2);
  });

  it("prints an expected error's message, and a stack trace for a bug", async () => {
    const failing = (error: unknown) => ({
      run() {
        throw error;
      },
    });
    const lost = await run(failing(new UsageError("Name another file.")), "ab");
    expect(lost).to.include({ status: 1, stderr: "Name another file.\n" });
    const fault = new TypeError("Broken.");
    const said: unknown[] = [];
    const output = { log: () => undefined, error: (error: unknown) => void said.push(error) };
    await runCommand(repeat(failing(fault)), ["ab"], output);
    expect(said).to.deep.equal([fault]);
  });
});

describe("runCommand signals", () => {
  it("aborts the work; a second signal ends the process immediately", () => {
    const { mock: exit } = mock.method(process, "exit", () => undefined);
    const signals = ["SIGINT", "SIGTERM"] as const;
    const signal = endOnSignal();
    const [interrupt, terminate] = signals.map((name) => process.listeners(name).at(-1));
    try {
      expect(signal.aborted).to.equal(false);
      interrupt?.("SIGINT");
      expect([signal.aborted, exit.callCount()]).to.deep.equal([true, 0]);
      terminate?.("SIGTERM");
      expect(exit.calls.map((call) => call.arguments)).to.deep.equal([[130]]);
    } finally {
      exit.restore();
      if (interrupt) for (const name of signals) process.off(name, interrupt);
    }
  });
});

describe("command-line arguments", () => {
  const table = { show: [], plan: ["FILE"], call: ["CALL…"] } as const;
  for (const [line, reason] of [
    ["", "Missing command."],
    ["foo", "Unknown command: foo."],
    ["paln", "Unknown command: paln. Did you mean plan?"],
    ["plan", "Missing FILE."],
    ["plan a b", "Unexpected argument: b."],
    ["show a", "Unexpected argument: a."],
    ["call", "Missing CALL."],
  ] as const) {
    it(`rejects “${line}” with “${reason}”`, () => {
      const words = line.split(" ").filter((word) => word !== "");
      expect(() => readCommand(table, words)).to.throw(UsageError, reason);
    });
  }

  it("passes arguments to a command that accepts them", () => {
    expect(readCommand(table, ["call", "a", "b"])).to.deep.equal(["call", "a", "b"]);
  });
});
