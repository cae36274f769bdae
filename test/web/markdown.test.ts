import { expect } from "chai";
import * as React from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import Markdown from "../../web/src/narrative/Markdown.tsx";
import { allowedUrl } from "../../web/src/narrative/markdownRules.ts";

// The test runner compiles JSX into calls of a global React, the browser's build does not.
Object.assign(globalThis, { React });

describe("a story's Markdown", () => {
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
      it(`[S9.4] [S5.10] lets ${url} through as it is`, () => {
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
      it(`[S5.12] [S5.13] neutralises ${JSON.stringify(url)}`, () => {
        expect(allowedUrl(url)).to.equal("");
      });
    }

    for (const url of ["foo/bar", "?a=1", "./x", "../x", "foo#bar"]) {
      it(`[S5.14] neutralises the relative ${url}`, () => {
        expect(allowedUrl(url)).to.equal("");
      });
    }

    for (const url of ["//example.org", "/\\example.org", "\\\\example.org", "/\t/example.org"]) {
      it(`[D10] neutralises ${JSON.stringify(url)}, which leads to another site`, () => {
        expect(allowedUrl(url)).to.equal("");
      });
    }
  });

  describe("links", () => {
    it("[S5.10] [S5.11] keeps those of every allowed kind, in any letter case", () => {
      const urls = [
        "#well",
        "/drifters/images/7.jpg",
        "http://example.org/",
        "HTTPS://example.org/",
        "mailto:keeper@example.org",
        "tel:+15550100",
        "TEL:+15550100",
      ];
      const text = urls.map((url) => `[a link](${url})`).join("\n\n");
      expect(hrefs(render(text))).to.deep.equal(urls);
    });

    it("[S5.12] [S5.13] [S5.14] [D10] leaves nothing to follow in those of any other kind", () => {
      const urls = [
        "javascript:alert(1)",
        "java&#09;script:alert(1)",
        "java&#10;script:alert(1)",
        "&#1;javascript:alert(1)",
        "data:text/html,<b>x</b>",
        "vbscript:x",
        "file:///etc/passwd",
        "ftp://example.org",
        "blob:https://example.org/1",
        "irc://example.org",
        "xmpp:keeper@example.org",
        "foo/bar",
        "?a=1",
        "//example.org",
        "/\\\\example.org",
        "\\\\\\\\example.org",
      ];
      for (const url of urls) {
        const html = render(`[a link](${url}) and [another][1]\n\n[1]: ${url}`);
        expect(html, url).to.contain("a link").and.contain("another");
        expect(hrefs(html), url).to.deep.equal([]);
      }
    });

    it("neutralises the schemes that GitHub's autolinks allow and the story's rules do not", () => {
      expect(hrefs(render("<irc://example.org> <xmpp:keeper@example.org>"))).to.deep.equal([]);
    });

    it("opens other sites in a tab of their own and gives them nothing", () => {
      expect(render("[out](https://example.org/)")).to.contain(
        '<a href="https://example.org/" target="_blank" rel="noopener noreferrer nofollow ugc">out</a>',
      );
    });

    it("opens this app's own pages in place", () => {
      expect(render("[in](/drifter/7)")).to.contain('<a href="/drifter/7"');
      expect(render("[in](/drifter/7)")).not.to.contain("_blank");
    });

    it("joins footnotes to their marks", () => {
      const html = render("Counted.[^1]\n\n[^1]: Twice.");
      for (const href of hrefs(html)) expect(html).to.contain(`id="${href.slice(1)}"`);
      expect(hrefs(html)).to.have.length(2);
    });
  });

  describe("sanitising", () => {
    it("[S5.9] lets no script, handler, frame or style of a story reach the page", () => {
      const html = render(`before

<script>alert(1)</script>

<iframe src="https://example.org"></iframe>

<style>body { display: none }</style>

<img src="/x.jpg" onerror="alert(1)"> <b onclick="alert(1)">bold</b>

<form action="/x"><input name="a"></form>

after`);
      expect(html).to.contain("before").and.contain("after");
      expect(html).not.to.match(/<(script|iframe|style|form|b)\b|onerror|onclick/i);
    });

    it("[S5.15] keeps quotes, autolinks and comparisons in code", () => {
      const html = render("> quoted\n\n<https://example.org/a>\n\n`a < b && c`");
      expect(html).to.match(/<blockquote>\s*<p>quoted/);
      expect(hrefs(html)).to.deep.equal(["https://example.org/a"]);
      expect(html).to.contain("<code>a &lt; b &amp;&amp; c</code>");
    });

    it("keeps GitHub's tables, task lists and strikethrough", () => {
      const html = render("| a |\n| - |\n| b |\n\n- [x] done\n\n~~gone~~");
      expect(html).to.contain("<td>b</td>").and.contain("<del>gone</del>");
      expect(html).to.match(/<input[^>]*type="checkbox"/);
    });

    it("keeps the words of what is nested too deep to be laid out", () => {
      const html = render(`${"*".repeat(1_000)}deep${"*".repeat(1_000)}`);
      expect(html).to.contain("deep");
      expect(html.match(/<strong>/g)?.length).to.be.within(10, 100);
    });

    it("shows as written what would take too long to lay out, and says so", () => {
      for (const text of [`${"> ".repeat(20_000)}deep`, `${"- ".repeat(1_000)}deep`]) {
        const html = render(text);
        expect(html).to.contain("too tangled to lay out").and.contain("deep</pre>");
        expect(html).not.to.match(/<(blockquote|ul)>/);
      }
    });

    it("leaves the page's one first heading to the drifter's name", () => {
      expect(render("# Title")).to.contain("<h2>Title</h2>");
    });
  });
});

function render(text: string): string {
  const story = React.createElement(Markdown, { text });
  return renderToStaticMarkup(React.createElement(MemoryRouter, null, story));
}

function hrefs(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
}
