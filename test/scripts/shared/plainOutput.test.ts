import { mock } from "node:test";
import { expect } from "chai";
import { withProgress } from "../../../scripts/commands/stories/progress.ts";
import { plainOutput } from "../../../scripts/shared/commandLine/plainOutput.ts";
import { showStep } from "../../../scripts/shared/commandLine/step.ts";
import { withEnvironment } from "../../support/commands/commandHere.ts";

describe("command output", () => {
  it("strips terminal control sequences, even from a phase name", () => {
    const said: unknown[] = [];
    const keep = (text: unknown) => void said.push(text);
    const output = plainOutput({ log: keep, error: keep });
    output.log("“\u001b[2J\u009b1m\u202eEmber”\n✔ Å 漂");
    output.error(JSON.stringify({ phase: "\u202e\u009b" }));
    expect(said[0]).to.equal("“\\u001b[2J\\u009b1m\\u202eEmber”\n✔ Å 漂");
    expect(said[1]).to.equal('{"phase":"\\u202e\\u009b"}');
    expect(JSON.parse(String(said[1]))).to.deep.equal({ phase: "\u202e\u009b" });
  });

  /** Returns the output to a terminal of this width or, without a width, to a file. */
  async function printedIn(
    width: number | undefined,
    work: () => Promise<unknown>,
  ): Promise<string> {
    const { stderr } = process;
    const [clearLine, cursorTo, moveCursor] = Array(3).fill(() => true);
    const terminal = {
      isTTY: width !== undefined,
      columns: width,
      clearLine,
      cursorTo,
      moveCursor,
    };
    const before = Object.fromEntries(
      Object.keys(terminal).map((name) => [name, Reflect.get(stderr, name)]),
    );
    const { mock: write } = mock.method(stderr, "write", () => true);
    try {
      Object.assign(stderr, terminal);
      // Progress is printed on plain lines in CI and in terminals that cannot clear lines.
      await withEnvironment({ TERM: "xterm" }, work);
      return write.calls.map(({ arguments: [text] }) => text).join("");
    } finally {
      Object.assign(stderr, before);
      write.restore();
    }
  }

  it("prints progress on plain lines in a terminal of width 0", async () => {
    const work = () => withProgress("Tokens written:", async (countOne) => countOne());
    expect(await printedIn(0, work)).to.equal("- Tokens written:\n");
  });

  it("prints steps without colors to a file", async () => {
    const printed = await printedIn(undefined, () =>
      showStep("\u001b[31mPaint\u001b[39m", async () => {}),
    );
    expect(printed).to.match(/^- Paint\n✔ Paint \(\d+\.\d s\)\n$/);
  });

  it("shows a step's progress, then its duration", async () => {
    mock.timers.enable({ apis: ["setInterval"] });
    try {
      const printed = await printedIn(80, () =>
        showStep("Paint", async (report) => {
          for (const progress of [{ done: 3, total: 10 }, "the last"]) {
            report(progress);
            mock.timers.tick(1_000);
          }
        }),
      );
      expect(printed).to.match(/Paint 3\/10.*Paint: the last.*. Paint \(\d+\.\d s\)/s);
    } finally {
      mock.timers.reset();
    }
  });
});
