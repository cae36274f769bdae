import { PassThrough } from "node:stream";
import { expect } from "chai";
import { promptPerson } from "../../../scripts/shared/commandLine/promptPerson.ts";

describe("promptPerson", () => {
  const { stdin, stdout } = process;
  const replace = (streams: object) =>
    Object.defineProperties(
      process,
      Object.fromEntries(
        Object.entries(streams).map(([name, value]) => [name, { value, configurable: true }]),
      ),
    );
  afterEach(() => replace({ stdin, stdout }));

  it("waits for the person's line in a terminal", async () => {
    const [input, output] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()];
    replace({ stdin: input, stdout: output });
    const answer = promptPerson("Ready? ");
    output.once("data", () => input.write("yes\n"));
    expect(await answer).to.equal("yes");
  });

  it("returns undefined without a terminal", async () => {
    replace({ stdin: Object.assign(new PassThrough(), { isTTY: false }) });
    expect(await promptPerson("Ready? ")).to.equal(undefined);
  });
});
