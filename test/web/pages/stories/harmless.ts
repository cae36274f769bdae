/** A harmless story, and what a reader must see of it. */
interface HarmlessStory {
  what: string;
  text: string;
  /** The whole visible text, with white space collapsed. */
  reads: string;
  /** CSS selectors that must match one element each, with its text. */
  has?: Readonly<Record<string, string>>;
}

export const harmlessStories: readonly HarmlessStory[] = [
  {
    what: "headings of every level",
    text: "# One\n\n## Two\n\n### Three\n\n#### Four\n\nText",
    reads: "One Two Three Four Text",
    has: { h2: "One", h3: "Two", h4: "Three", h5: "Four" },
  },
  {
    what: "a heading underlined",
    text: "Ash on the water\n===\n\nLit.",
    reads: "Ash on the water Lit.",
    has: { h2: "Ash on the water" },
  },
  {
    what: "emphasis of every kind",
    text: "*one* **two** ***three*** ~~four~~ _five_",
    reads: "one two three four five",
    has: {
      "strong:not(em strong)": "two",
      "em > strong": "three",
      del: "four",
      "em:last-child": "five",
    },
  },
  {
    what: "bulleted and nested lists",
    text: "- kettle\n- rope\n  - spare rope\n- salt",
    reads: "kettle rope spare rope salt",
    has: { "ul ul > li": "spare rope" },
  },
  {
    what: "numbered lists with another first number",
    text: "3. third\n4. fourth",
    reads: "third fourth",
    has: { "ol[start='3'] > li:first-child": "third" },
  },
  {
    what: "task lists",
    text: "- [x] cross the flats\n- [ ] find the well",
    reads: "cross the flats find the well",
    has: { "li:first-child:has(input:checked:disabled)": "cross the flats" },
  },
  {
    what: "tables",
    text: "| Well | Water |\n| :-- | --: |\n| First | sweet |\n| Second | salt |",
    reads: "Well Water First sweet Second salt",
    has: {
      "th:first-child": "Well",
      "tr:last-child > td[align=right], tr:last-child > td:last-child": "salt",
    },
  },
  {
    what: "inline code with special characters",
    text: 'Run `a < b && c > "d"` now.',
    reads: 'Run a < b && c > "d" now.',
    has: { "p > code": 'a < b && c > "d"' },
  },
  {
    what: "a code block with markup in it",
    text: "```html\n<script>alert(1)</script>\n&amp; <b>\n```",
    reads: "<script>alert(1)</script> &amp; <b>",
    has: { "pre > code.language-html": "<script>alert(1)</script> &amp; <b>" },
  },
  {
    what: "code by indentation",
    text: "Before\n\n    if (dust) {\n      walk();\n    }\n\nAfter",
    reads: "Before if (dust) { walk(); } After",
    has: { "pre > code": "if (dust) { walk(); }" },
  },
  {
    what: "quotes in quotes",
    text: "> Who goes?\n>\n> > Only me.",
    reads: "Who goes? Only me.",
    has: { "blockquote > blockquote > p": "Only me." },
  },
  {
    what: "a link with a title",
    text: '[the well](https://example.org/well?a=1&b=2 "A well")',
    reads: "the well",
    has: { "a[href='https://example.org/well?a=1&b=2']": "the well" },
  },
  {
    what: "links to another drifter, an e-mail address and a telephone number",
    text: "[Oduya](/drifter/8), [mail](mailto:ilse@example.org), [call](tel:+15550100)",
    reads: "Oduya, mail, call",
    has: { "a[href='/drifter/8']": "Oduya", "a[href^=mailto]": "mail", "a[href^=tel]": "call" },
  },
  {
    what: "bare URLs",
    text: "See https://example.org/a_b?c=1&d=2, www.example.org and <https://example.org/x>.",
    reads: "See https://example.org/a_b?c=1&d=2, www.example.org and https://example.org/x.",
    has: {
      "a[href='https://example.org/a_b?c=1&d=2']": "https://example.org/a_b?c=1&d=2",
      "a[href='http://www.example.org']": "www.example.org",
      "a[href='https://example.org/x']": "https://example.org/x",
    },
  },
  {
    what: "links by reference",
    text: "[The well][w] and [w].\n\n[w]: https://example.org/w",
    reads: "The well and w.",
    has: { "a:first-of-type": "The well", "a:last-of-type": "w" },
  },
  {
    what: "footnotes",
    text: "Counted.[^1] Twice.[^two]\n\n[^1]: By Ilse.\n[^two]: By Oduya.",
    reads: "Counted.1 Twice.2 Footnotes By Ilse. ↩ By Oduya. ↩",
    has: { "#user-content-fn-two > p": "By Oduya. ↩" },
  },
  {
    what: "emoji, joined and coloured",
    text: "👩‍🚀 🏜️ 🇺🇳 👍🏽 :tent:",
    reads: "👩‍🚀 🏜️ 🇺🇳 👍🏽 :tent:",
  },
  {
    what: "right-to-left text",
    text: "שלום לך, נודדת.\n\nمرحبا **أيتها** الرحالة",
    reads: "שלום לך, נודדת. مرحبا أيتها الرحالة",
    has: { strong: "أيتها" },
  },
  {
    what: "text without spaces, and with combining marks",
    text: "沙漠記得一切。\n\nनमस्ते *यात्री*\n\nTiếng Việt",
    reads: "沙漠記得一切。 नमस्ते यात्री Tiếng Việt",
    has: { em: "यात्री" },
  },
  {
    what: "hard line breaks",
    text: "Dust,  \nmore dust,\\\nand wind.",
    reads: "Dust, more dust, and wind.",
    has: { p: "Dust, more dust, and wind." },
  },
  {
    what: "thematic breaks",
    text: "Before\n\n***\n\nAfter",
    reads: "Before After",
    has: { hr: "" },
  },
  {
    what: "special characters that are not markup",
    text: "AT&T &copy; 5 > 4 < 6; 2 * 3 * 4; snake_case_name; C:\\dust\\path; #7; 50 % [sic] (x)",
    reads: "AT&T © 5 > 4 < 6; 2 * 3 * 4; snake_case_name; C:\\dust\\path; #7; 50 % [sic] (x)",
  },
  {
    what: "escaped characters",
    text: "\\*not bold\\* \\# not a heading \\[not a link\\](x) \\`not code\\`",
    reads: "*not bold* # not a heading [not a link](x) `not code`",
  },
  {
    what: "entities by name and by number",
    text: "&lt;p&gt; &amp; &quot;dust&quot; &mdash; &#8230; &#x1F3DC;",
    reads: '<p> & "dust" — … 🏜',
  },
  {
    what: "an image of this site",
    text: "![The drifter](/drifters/images/7.jpg)",
    reads: "",
    has: { "img[alt='The drifter'][src$='/drifters/images/7.jpg']": "" },
  },
  {
    what: "an image of another site, shown on request",
    text: "![A far well](https://example.org/well.png)",
    reads: "A far well Show image from example.org",
    has: { button: "Show image from example.org" },
  },
  {
    what: "text beside markup that is removed",
    text: "Before <b>bold</b> and <u>under</u> after.\n\n<p>A paragraph of its own.</p>\n\nThe end.",
    reads: "Before bold and under after. The end.",
  },
  {
    what: "a hidden comment",
    text: "Before <!-- a note to myself --> after.",
    reads: "Before after.",
  },
  {
    what: "CRLF line ends and trailing spaces",
    text: "# One\r\n\r\nTwo\r\nthree  \r\n",
    reads: "One Two three",
    has: { h2: "One", p: "Two three" },
  },
  {
    what: "a long text, up to its last word",
    text: `${"The dust remembers. ".repeat(3_000)}\n\nThe end.`,
    reads: `${"The dust remembers. ".repeat(3_000)}The end.`,
    has: { "p:last-child": "The end." },
  },
];
