import { expect } from "chai";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { maxRenderingCost, renderingCost } from "#protocol/stories/markdownCost";
import Markdown from "../../../web/src/narrative/Markdown.tsx";
import { allowedUrl } from "../../../web/src/narrative/markdownPlugins.ts";
import { readMarkup } from "../../support/readMarkup.ts";
import {
  hostileStories,
  storyAttributes,
  storyElements,
} from "../../support/web/hostileStories.ts";
import { renderMarkup } from "../../support/web/markup.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import "../../support/web/componentLoader.ts";

const { renderApp } = await import("../../../web/src/server/renderApp.tsx");

describe("story Markdown", () => {
  describe("allowedUrl", () => {
    for (const url of [
      "#well",
      "/drifter/7",
      "http://example.org",
      "https://example.org/a?b#c",
      "mailto:keeper@example.org",
      "tel:+15550100",
      "HTTPS://EXAMPLE.ORG",
      "MailTo:keeper@example.org",
      "TEL:+15550100",
    ]) {
      it(`[S9.4] [S5.10] preserves ${url}`, () => {
        expect(allowedUrl(url)).to.equal(url);
      });
    }

    for (const url of [
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      " javascript:alert(1)",
      "java\tscript:alert(1)",
      "java\nscript:alert(1)",
      "\u0001javascript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc/passwd",
      "ftp://example.org",
      "blob:https://example.org/1",
      "irc://example.org",
      "xmpp:keeper@example.org",
      "https",
      "",
    ]) {
      it(`[S5.12] [S5.13] neutralizes ${JSON.stringify(url)}`, () => {
        expect(allowedUrl(url)).to.equal("");
      });
    }

    for (const url of ["foo/bar", "?a=1", "./x", "../x", "foo#bar"]) {
      it(`[S5.14] neutralizes the relative ${url}`, () => {
        expect(allowedUrl(url)).to.equal("");
      });
    }

    for (const url of [
      "//example.org",
      "/\\example.org",
      "\\\\example.org",
      "/\t/example.org",
      "/\r\n/example.org",
    ]) {
      it(`[D10] neutralizes ${JSON.stringify(url)}, which leads to a different site`, () => {
        expect(allowedUrl(url)).to.equal("");
      });
    }
  });

  describe("when it contains links", () => {
    it("[S5.10] [S5.11] preserves fragments, paths of this site, http, https, mailto and tel, in any letter case", () => {
      const allowed = [
        "#lamp",
        "/",
        "/drifter/8",
        "/api/narrative?a=1#b",
        "/drifters/images/7.jpg",
        "http://example.com/a?b=1#c",
        "https://example.com/",
        "HTTPS://EXAMPLE.com/",
        "hTTp://example.com/",
        "mailto:ilse@example.com",
        "MAILTO:ilse@example.com",
        "tel:+15550100",
        "TEL:+15550100",
      ];
      for (const url of allowed)
        expect(hrefs(render(`[words](<${url}>)`)), url).to.deep.equal([url]);
    });

    it("[S5.12] [S5.13] [S5.14] [D10] reduces every disallowed link to its text", () => {
      const rejected = [
        // Other schemes, plain and obfuscated.
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java&#09;script:alert(1)",
        "java&#10;script:alert(1)",
        "&#1;javascript:alert(1)",
        "&#32;javascript:alert(1)",
        "javascript&colon;alert(1)",
        "javascript&#x3a;alert(1)",
        "data:text/html,<script>alert(1)</script>".replaceAll(/[<>]/g, "\\$&"),
        "vbscript:msgbox(1)",
        "file:///etc/passwd",
        "ftp://example.com/",
        "blob:https://example.com/1",
        "irc://example.com/dust",
        "ircs://example.com/dust",
        "xmpp:ilse@example.com",
        "intent://example.com",
        "httpx://example.com",
        "https//example.com",
        // Relative, but not from this page or this site's root.
        "foo/bar",
        "foo",
        "?a=1",
        "../foo",
        "./foo",
        "",
        // Start with a slash but lead to another site.
        "//evil.example",
        "//evil.example/drifter/7",
        "/\\evil.example",
        "\\\\\\\\evil.example",
        "\\\\evil.example",
      ];
      for (const url of rejected) {
        const markup = readMarkup(render(`[words](<${url}>) and [more][1]\n\n[1]: <${url}>`));
        expect(markup.words, url).to.equal("words and more");
        expect(markup.all("a"), url).to.deep.equal([]);
      }
    });

    it("[D10] resolves links that start with a slash within this site, even with encoded characters", () => {
      for (const url of ["/&#09;/evil.example", "/&#10;\\evil.example", "/%5Cevil.example"]) {
        const [href = "/"] = hrefs(render(`[words](<${url}>)`));
        expect(new URL(href, "http://here.example").hostname, url).to.equal("here.example");
      }
    });

    it("[S5.12] [S5.13] rejects disallowed URLs in autolinks, references and images as well", () => {
      const { words, elements } = readMarkup(
        render(
          [
            "A <javascript:alert(1)> and <irc://example.com/dust>.",
            "A [reference] and a [second][2].",
            "A ![picture](javascript:alert(1)) and a ![second](data:image/svg+xml,dust).",
            "[reference]: javascript:alert(1)",
            "[2]: <//evil.example>",
          ].join("\n\n"),
        ),
      );
      expect(words).to.contain("A reference and a second.").and.contain("A picture and a second.");
      const addresses = elements.filter(
        ({ attributes }) => "href" in attributes || "src" in attributes,
      );
      expect(addresses).to.deep.equal([]);
    });

    it("[S5.12] renders a text with links to an invalid host", () => {
      const { words } = readMarkup(
        render("https://evil.example%3Ex ![a picture](https://evil.example%3Ex/1.png) and on."),
      );
      expect(words).to.contain("a picture and on.");
    });
  });

  describe("links", () => {
    it("opens external sites in a new tab without opener or referrer", () => {
      for (const url of ["https://example.org/", "HTTP://example.org/"]) {
        expect(render(`[out](${url})`)).to.contain(
          `<a href="${url}" target="_blank" rel="noopener noreferrer nofollow ugc">out</a>`,
        );
      }
    });

    for (const [text, first, links] of [
      ["Drifter 12, *#7* and drifter #3", "/drifter/12", ["Drifter 12", "#7", "drifter #3"]],
      ["`#7` [ask #7](/drifter/8) #x 1#7 #007", "/drifter/8", ["ask #7"]],
      ["[ask #7][8] #9\n\n[8]: /drifter/8", "/drifter/8", ["ask #7", "#9"]],
      ["#1 ".repeat(501), "/drifter/1", Array.from({ length: 500 }, () => "#1")],
      [
        `> ${"#1 ".repeat(400)}\n\n${"#2 ".repeat(101)}`,
        "/drifter/1",
        Array.from({ length: 500 }, (_, index) => (index < 400 ? "#1" : "#2")),
      ],
    ] as const) {
      it(`links mentions of drifters outside links and code, at most 500, as in ${text.slice(0, 40)}`, () => {
        const { all } = readMarkup(render(text));
        expect(all("a").map((link) => link.text)).to.deep.equal(links);
        expect(all("a")[0]?.attributes.href).to.equal(first);
      });
    }

    it("opens this app's pages in the same tab", () => {
      expect(render("[in](/drifter/7)")).to.contain('<a href="/drifter/7"');
      expect(render("[in](/drifter/7)")).not.to.contain("_blank");
    });

    it("opens every link beside the editor in a new tab, so that no draft is lost", () => {
      const beside = renderToStaticMarkup(
        <MemoryRouter>
          <Markdown
            text="[in](/drifter/7) [stories](/stories?query=salt) [home](/) [out](https://example.org)"
            isBesideEditor
          />
        </MemoryRouter>,
      );
      expect(beside.match(/target="_blank"/g)).to.have.length(4);
    });
  });

  describe("when it contains HTML", () => {
    it("[S5.9] removes HTML from the preview as well", async () => {
      const { Preview } = await import("../../../web/src/narrative/EditorDesk.tsx");
      const [script = ""] = hostileStories.scripts ?? [];
      const text = `Before.\n\n${script}\n\nInline <b onclick="canary()">bold</b>.\n\nAfter.`;
      const { elements, words } = await renderMarkup(<Preview text={text} />);
      expect(words).to.equal("Before. Inline bold. After.");
      expect(elements.filter(({ name }) => ["script", "b"].includes(name))).to.deep.equal([]);
    });
  });

  it("[S5.15] preserves quotes, autolinks and code through the sanitizer", () => {
    const markup = readMarkup(
      render(
        [
          "> Quoted *dust*.",
          "See <https://example.com/a?b=1&c=2>.",
          "Run `a < b && c` now.",
          '```\nif (a < b && "c" > d) <p>&amp;</p>\n```',
          "AT&T &copy; 5 > 4 < 6",
        ].join("\n\n"),
      ),
    );
    expect(markup.all("blockquote")[0]?.text.trim()).to.equal("Quoted dust.");
    expect(markup.all("em").map(({ text }) => text)).to.deep.equal(["dust"]);
    const [link] = markup.all("a");
    expect(link?.attributes.href).to.equal("https://example.com/a?b=1&c=2");
    expect(link?.text).to.equal("https://example.com/a?b=1&c=2");
    expect(markup.all("code").map(({ text }) => text)).to.deep.equal([
      "a < b && c",
      'if (a < b && "c" > d) <p>&amp;</p>\n',
    ]);
    expect(markup.all("p").at(-1)?.text).to.equal("AT&T © 5 > 4 < 6");
  });

  describe("sanitizing", () => {
    for (const [kind, texts] of Object.entries(hostileStories)) {
      it(`[S5.9] allows only safe elements in hostile stories, in the browser and on the server: ${kind}`, async () => {
        for (const text of texts.filter(isLaidOutAtOnce)) {
          const rendered = render(text) + (await renderOnServer(text));
          for (const { name, attributes } of readMarkup(rendered).elements) {
            expect(storyElements, text).to.include(name);
            for (const [attribute, value] of Object.entries(attributes)) {
              expect(value, `${text}: ${attribute}`).to.match(storyAttributes[attribute] ?? /^$a/);
            }
          }
        }
      });
    }

    it("preserves GitHub's tables, task lists and strikethrough", () => {
      const html = render("| a |\n| - |\n| b |\n\n- [x] done\n\n~~gone~~");
      expect(html).to.contain("<td>b</td>").and.contain("<del>gone</del>");
      expect(html).to.match(/<input[^>]*type="checkbox"/);
    });

    it("shows the source of a story that is too complex to render, with a notice", () => {
      for (const text of [`${"> ".repeat(20_000)}deep`, `${"- ".repeat(1_000)}deep`]) {
        const html = render(text);
        expect(html).to.contain("too complex to render").and.contain("deep</pre>");
        expect(html).not.to.match(/<(blockquote|ul)>/);
      }
    });

    for (const [written, levels] of [
      ["# A", "2"],
      ["## A\n#### B\n### C\n## D", "2 3 3 2"],
      ["### A\n# B\n### C", "2 2 3"],
      ["# A\n## B\n### C\n#### D\n##### E\n###### F", "2 3 4 5 6 6"],
      ["> ## A\n\n- ### B\n\nC\n-", "2 3 2"],
    ] as const) {
      it(`numbers the headings of ${JSON.stringify(written)} below the page's h1 without gaps`, () => {
        expect(
          [...render(written).matchAll(/<h(\d)/g)].map(([, level]) => level).join(" "),
        ).to.equal(levels);
      });
    }

    it("lays out each block in its own direction", () => {
      const blocks = "سلام\n\n# שלום\n\n- سلام\n\n> Hello\n\n```\nx\n```\n\n|a|\n|-|\n";
      const html = render(blocks);
      expect([...html.matchAll(/<(\w+) dir="auto"/g)].map(([, name]) => name)).to.deep.equal([
        "p",
        "h2",
        "ul",
        "blockquote",
        "pre",
        "table",
      ]);
    });
  });
});

/** Returns the story's markup in the server-rendered page. */
async function renderOnServer(narrative: string): Promise<string> {
  const responses: Record<string, object> = {
    "/drifters/metadata/7.json": { name: "Ilse" },
    "/api/narrative/7": { drifterId: "7", narrative },
  };
  const request = { path: "/drifter/7", status: 200, config: pageSettings } as const;
  const page = await renderApp(request, async (path) => {
    const response = responses[path];
    return { status: response ? 200 : 404, headers: {}, body: JSON.stringify(response ?? {}) };
  });
  const [, part] = /aria-label="Story">(.*?)<\/section>/s.exec(page?.markup ?? "") ?? [];
  if (part === undefined) throw new Error("The page has no story.");
  return part;
}

/** Renders a story at a path of this site. */
function render(text: string, source?: string): string {
  const page = { location: new URL("http://here.example/drifter/7") };
  Object.assign(globalThis, { window: page });
  try {
    return renderToStaticMarkup(
      <MemoryRouter>
        <Markdown text={text} source={source} />
      </MemoryRouter>,
    );
  } finally {
    Reflect.deleteProperty(globalThis, "window");
  }
}

/**
 * Whether a story is rendered synchronously: overly complex ones are shown as source, and very long
 * ones take seconds.
 */
function isLaidOutAtOnce(text: string): boolean {
  return text.length < 3_000 && renderingCost(text) <= maxRenderingCost;
}

function hrefs(html: string): string[] {
  return readMarkup(html)
    .all("a")
    .map(({ attributes }) => attributes.href ?? "");
}
