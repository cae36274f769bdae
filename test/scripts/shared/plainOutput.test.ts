import { mock } from "node:test";
import { expect } from "chai";
import { withProgress } from "../../../scripts/cli/stories/progress.ts";
import { plainOutput } from "../../../scripts/shared/commandLine/plainOutput.ts";

describe("the output of a command", () => {
  it("contains no terminal control sequences, even if the name of a phase does", () => {
    const said: unknown[] = [];
    const keep = (text: unknown) => void said.push(text);
    const output = plainOutput({ log: keep, error: keep });
    output.log("“\u001b[2J\u009b1m\u202eEmber”\n✔ Å 漂");
    output.error(JSON.stringify({ phase: "\u202e\u009b" }));
    expect(said[0]).to.equal("“\\u001b[2J\\u009b1m\\u202eEmber”\n✔ Å 漂");
    expect(said[1]).to.equal('{"phase":"\\u202e\\u009b"}');
    expect(JSON.parse(String(said[1]))).to.deep.equal({ phase: "\u202e\u009b" });
  });

  it("has its progress on plain lines in a terminal of width 0", async () => {
    const { stderr } = process;
    const { isTTY, columns } = stderr;
    const { mock: write } = mock.method(stderr, "write", () => true);
    try {
      Object.assign(stderr, { isTTY: true, columns: 0 });
      await withProgress("Tokens written:", async (countOne) => countOne());
      const lines = write.calls.map(({ arguments: [text] }) => text);
      expect(lines).to.deep.equal(["- Tokens written:\n"]);
    } finally {
      Object.assign(stderr, { isTTY, columns });
      write.restore();
    }
  });
});
