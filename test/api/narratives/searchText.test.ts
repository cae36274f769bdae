import { expect } from "chai";
import { findWords, parseSearchTerms } from "#protocol/values/searchTerms";
import { firstWords, shorten, splitTitle, toPlainText } from "../../../api/src/narratives/text.ts";
import { createExcerpt } from "../../../api/src/search/excerpt.ts";

describe("toPlainText", () => {
  for (const [what, markdown, plain] of [
    ["headings", "# The *Salt* Road #\nSetext\n===\n\n## C# ##", "The Salt Road · Setext C#"],
    ["emphasis", "**bold** _it_ ~~gone~~ `code` __init__", "bold it gone code init"],
    ["literal markers", "snake_case 2 * 3 ~5 a-b", "snake_case 2 * 3 ~5 a-b"],
    ["quotes and lists", "> - [x] one\n> 2. two\n* three.\n+ four", "one · two · three. four"],
    ["links and images", '[![pic](a.png)](b "t") [ref][1] <https://a.b>', "pic ref"],
    ["reference definitions", "text\n[1]: https://x.y\n[^1]: note", "text [^1]: note"],
    ["code blocks", "```js\nlet x;\n```\n~~~\nlet y;\n~~~", "let x; let y;"],
    ["tables", "| a | b |\n|---|:-:|\n| c | d |", "a · b · c · d"],
    ["hard line breaks", "one\\\ntwo", "one two"],
    ["rules", "one\n\n---\n\n* * *\n\ntwo", "one two"],
    [
      "HTML and comments",
      "<!-- no --><b class='x'>seen</b> 1 < 2<br>now <!-- open",
      "seen 1 < 2 now",
    ],
    ["escapes", String.raw`\*kept\* \# \\`, String.raw`*kept* # \ `.trim()],
    [
      "entities",
      "a&amp;b &#x41;&#66; &NBSP;&lt; &unknown; &#9999999;",
      "a&b AB < &unknown; \ufffd",
    ],
    ["control characters", "a\0b\u202ec\n\n\td \ud800", "a bc d \ufffd"],
  ] as const) {
    it(`omits the Markdown syntax of ${what}`, () => expect(toPlainText(markdown)).to.equal(plain));
  }

  it("takes linear time for unclosed markers", () => {
    const marks = [
      "[",
      "[a](",
      "[a](x ",
      '[a](b "',
      "<a",
      "<!--",
      "`",
      "*",
      "_ ",
      "> ",
      "| ",
      "# ",
    ];
    // An algorithm in quadratic time would take minutes.
    for (const mark of marks) toPlainText(mark.repeat(200_000 / mark.length));
  });
});

describe("firstWords", () => {
  for (const [what, markdown, words] of [
    ["emphasis markers", "She kept **one** _lamp_ lit.", "She kept one lamp lit."],
    ["a heading above the text", "# Ash\n\nShe kept one lamp lit.", "She kept one lamp lit."],
    ["only headings", "# Ash\n\n## Water", "Ash · Water"],
    ["links and images", "To the [well](/drifter/7). ![A map](/m.jpg)", "To the well."],
    ["a list and a quote", "> Go.\n\n- dust\n- ~~salt~~\n  - wind", "Go. dust · salt · wind"],
    ["a quote of two paragraphs", "> One.\n>\n> Two.", "One. Two."],
    ["HTML", "Dust <b>and</b> ash.", "Dust and ash."],
    ["a restored story", "<!-- 5f3c -->\n\nShe kept one lamp lit.", "She kept one lamp lit."],
    ["several paragraphs", "One.\n\nTwo\nthree.", "One. Two three."],
    ["nothing at all", "", ""],
  ] as const) {
    it(`extracts only the text from ${what}`, () => {
      expect(firstWords(markdown, 200)).to.equal(words);
    });
  }
});

describe("shorten", () => {
  it("returns a text within the limit unchanged", () => {
    expect(shorten("Nine lives", 10)).to.equal("Nine lives");
  });

  it("cuts between words, unless that would drop most of the text", () => {
    expect(shorten("Nine lives, of salt", 16)).to.equal("Nine lives, of…");
    expect(shorten("Nine lives, of salt", 14)).to.equal("Nine lives…");
    expect(shorten("A lamplighterswidow of salt", 15)).to.equal("A lamplighters…");
  });

  for (const [what, character] of [
    ["a family", "👩‍👩‍👧‍👦"],
    ["a flag", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["a letter with its accents", "é̂"],
    ["a surrogate pair", "𝄞"],
  ] as const) {
    it(`never splits ${what}`, () => {
      const { length } = character;
      for (let graphemes = 2; graphemes < 12; graphemes += 1) {
        const truncated = shorten(character.repeat(40), graphemes).slice(0, -1);
        expect(truncated.length % length, `at ${graphemes}`).to.equal(0);
        expect(truncated.replaceAll(character, "")).to.equal("");
      }
    });
  }

  it("contains no lone surrogate", () => {
    expect(shorten("dust \ud83d", 50)).to.equal("dust \ufffd");
  });
});

describe("splitTitle", () => {
  for (const [what, narrative, title, text] of [
    [
      "its first line's heading",
      "<!-- 1 -->\n\n## The *Salt* Road ##\nDust.",
      "The Salt Road",
      "Dust.",
    ],
    ["no later heading", "Dust.\n\n# The Salt Road\nSalt.", "", "Dust. The Salt Road · Salt."],
    ["a story that is only a heading", "# The Salt Road", "The Salt Road", ""],
  ] as const) {
    it(`separates ${what} from the text`, () =>
      expect(splitTitle(narrative)).to.deep.equal({ title, text }));
  }
});

describe("findWords", () => {
  it("finds words between punctuation and in scripts without spaces, with their offsets", () => {
    const text = "A lamp, 星灯りが見えた。LED灯!";
    const shown = findWords(text).map(({ start, end }) => text.slice(start, end));
    expect(shown).to.deep.equal(["A", "lamp", "星", "灯り", "が", "見え", "た", "LED", "灯"]);
  });
});

describe("parseSearchTerms", () => {
  const parse = (query: string) =>
    parseSearchTerms(query).map(({ words, isPrefix }) => words.join(" ") + (isPrefix ? "*" : ""));

  it("separates words and phrases, and drops punctuation", () => {
    expect(parse('salt "iron sky" don\'t -- "" …')).to.deep.equal(["salt", "iron sky", "don t"]);
    expect(parse('an "open phrase')).to.deep.equal(["an", "open phrase"]);
    expect(parse('!!! "" *')).to.deep.equal([]);
  });

  it("treats a last word of three letters or more as a prefix, unless a space or quote ends it", () => {
    expect(parse("salt roa")).to.deep.equal(["salt", "roa*"]);
    expect(parse("salt ro")).to.deep.equal(["salt", "ro"]);
    expect(parse("salt roa ")).to.deep.equal(["salt", "roa"]);
    expect(parse('salt "roa"')).to.deep.equal(["salt", "roa"]);
  });
});

describe("createExcerpt", () => {
  const show = (text: string, query: string) =>
    createExcerpt(text, parseSearchTerms(query))
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join("");

  it("returns the passage with the most terms, cut between words", () => {
    const far = "sand ".repeat(80);
    const text = `Salt, salt, salt, salt alone. ${far}Here is the salt road of salt. ${far}Last salt.`;
    const excerpt = show(text, "salt road ");
    expect(excerpt.replace(/(sand )+/g, "sand ")).to.equal(
      "…sand Here is the [salt] [road] of [salt]. sand sand…",
    );
    expect(excerpt.length).to.be.within(200, 260);
  });

  it("cuts a text without spaces between characters, at any limit", () => {
    for (const before of ["x ", "xy "]) {
      const joined = show(before + "\u{20000}".repeat(300), before);
      expect(joined).to.match(/^\[xy?\] \u{20000}+…$/u);
    }
  });
});
