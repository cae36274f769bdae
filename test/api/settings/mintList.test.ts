import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { readMintList } from "../../../api/src/settings/mintList.ts";
import { account } from "../../support/api/apiFixture.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const [first, second] = [account(2).address, account(3).address];
const expected = [
  [first.toLowerCase(), 3],
  [second.toLowerCase(), 1],
];

async function read(content: string) {
  const file = join(await temporaryFolder(), "list.csv");
  await writeFile(file, content);
  const { allowances, problems } = readMintList(file);
  return { entries: [...allowances], problems: problems.map((each) => each.replace(file, "")) };
}

describe("readMintList", () => {
  for (const [title, content] of [
    ["commas", `${first},3\n${second},1`],
    ["a header", `wallet,quantity\n${first},3\n${second},1\n`],
    ["Excel's byte order mark, semicolons and line ends", `\uFEFF${first};3\r\n${second};1\r\n`],
    ["tabs and addresses in lowercase", `${first.toLowerCase()}\t3\n${second.toLowerCase()}\t1`],
    ["quotes, blanks and empty lines", `"${first}" , 3 \n\n,,\n ${second},"1"\n\n`],
    ["a column of notes", `${first},3,"Ilse, from the forum"\n${second},1\n`],
  ]) {
    it(`accepts ${title}`, async () => {
      expect(await read(content ?? "")).to.deep.equal({ entries: expected, problems: [] });
    });
  }

  for (const [title, content, problem] of [
    [
      "an address with a wrong checksum",
      `${first.slice(0, -1)}c,1`,
      `:1 has the wrong checksum in ${first.slice(0, -1)}c. Copy the address again from its source.`,
    ],
    [
      "a repeated address, ignoring letter case",
      `wallet,quantity\n${first},1\n\n${first.toLowerCase()},2`,
      ":4 repeats the address of line 2. Keep one of them.",
    ],
    [
      "a quantity of 0",
      `${first},0`,
      ":1 has the quantity 0. Delete the line, or write 1 or more.",
    ],
    [
      "no quantity",
      `${second},1\n${first}`,
      ':2 has no quantity, but "". Write a whole number from 1 upwards.',
    ],
    [
      "UTF-16, as a spreadsheet's “Unicode Text”",
      `${first}\t3`.replaceAll(/./g, "$&\0"),
      " is not UTF-8. Save it as “CSV UTF-8”.",
    ],
    ["the zero address", `0x${"0".repeat(40)},1`, ":1 has the zero address. Delete the line."],
    [
      "an ENS name",
      "ilse.eth,1",
      ":1 has the name ilse.eth, which is not an address. Resolve names with npm run mint -- list check FILE --resolve OUTPUT, or ask the name's owner for the address.",
    ],
    [
      "no rows",
      "wallet,quantity\n",
      " is empty, so that nobody could mint. Write one address and quantity per line.",
    ],
    [
      "an open quote",
      `"${first},1`,
      /^:1 is not CSV \(.+\)\. Write one address and one quantity per line\.$/,
    ],
  ] as const) {
    it(`rejects a list with ${title}`, async () => {
      const [found, ...more] = (await read(content)).problems;
      if (typeof problem === "string") expect(found).to.equal(problem);
      else expect(found).to.match(problem);
      expect(more).to.deep.equal([]);
    });
  }
});
