import { expect } from "chai";
import { formatNotices } from "../../../api/production/thirdPartyNotices.ts";

describe("the notices of the build's packages", () => {
  it("has every package with its licence's text, by name", async () => {
    const notices = await formatNotices([
      { name: "tool", version: "2.0.0", identifier: "ISC", text: "Text of tool.\n" },
      { name: "@scope/kit", version: "1.0.0", identifier: "MIT", text: "Text of kit." },
    ]);
    const line = "=".repeat(72);
    expect(notices).to.equal(`Third-party notices

This build contains the following packages under their licences.

${line}
@scope/kit 1.0.0 (MIT)

Text of kit.

${line}
tool 2.0.0 (ISC)

Text of tool.
`);
  });

  it("has the MIT licence with the author's name for a package that encloses no text", async () => {
    const [, notice] = (
      await formatNotices([{ name: "pg-types", version: "2.2.0", identifier: "MIT" }])
    ).split("pg-types 2.2.0 (MIT)\n\n");
    expect(notice).to.match(
      /^MIT License\n\nCopyright \(c\) Brian M\. Carlson\n\nPermission is hereby granted/,
    );
    expect(notice).not.to.contain("Fringe Drifters");
  });

  for (const identifier of ["Apache-2.0", undefined]) {
    it(`refuses a package without a text under ${identifier ?? "no licence"}`, async () => {
      const error = await formatNotices([
        { name: "pg-types", version: "2.2.0", ...(identifier && { identifier }) },
      ]).catch((thrown: unknown) => thrown);
      expect(String(error)).to.contain(
        `pg-types (${identifier ?? "no licence"}) encloses no text of its licence.`,
      );
    });
  }
});
