import { expect } from "chai";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";
import { createCommonHeaders } from "../../../api/src/http/commonHeaders.ts";
import { startApi } from "../../support/api/apiFixture.ts";
import { enterHostileWorld } from "./hostileWorld.ts";

type Element = DefaultTreeAdapterTypes.Element;

describe("security headers and pages", () => {
  const world = enterHostileWorld();

  describe("Content-Security-Policy", () => {
    it("rejects a setting that would end a directive", () => {
      expect(() =>
        createCommonHeaders({
          publicRpcUrl: "https://a;script-src 'unsafe-inline'/",
          walletConnect: undefined,
          trustProxyHops: 0,
        }),
      ).to.throw("Invalid URL");
    });
  });

  describe("HTML", () => {
    /** Returns the elements and attributes that the policy would block. */
    const violationsIn = (html: string) => elementsOf(html).flatMap(violationsOf);

    it("contains nothing forbidden by the policy", async () => {
      const html = await (await world().api.get("/")).text();
      expect(elementsOf(html).length).to.be.greaterThan(3);
      expect(violationsIn(html)).to.deep.equal([]);
    });

    for (const [what, value] of [
      ["ends the element", "</script><script>alert(1)</script>"],
      ["ends it in capitals", "</SCRIPT><img src=x onerror=alert(1)>"],
      ["starts a comment", "<!--<script>"],
      ["contains line separators of scripts", "\u2028\u2029"],
      ["contains replacement patterns", "$&$`$'$$"],
    ] satisfies [string, string][]) {
      it(`contains the complete configuration when a setting ${what}`, async () => {
        const { fixture, api } = world();
        const { webDir } = api.settings;
        const rpcUrls: [string] = [fixture.chain.url];
        const elsewhere = {
          relayUrl: "wss://relay.example",
          directoryUrl: "https://directory.example",
          identityUrl: "https://identity.example",
        };
        const walletConnect = { projectId: value, ...elsewhere };
        await using invalid = await startApi({ webDir, rpcUrls, walletConnect });
        const html = await (await invalid.get("/")).text();
        expect(violationsIn(html)).to.deep.equal([]);
        const scripts = elementsOf(html).filter(({ tagName }) => tagName === "script");
        expect(scripts).to.have.length(2);
        expect(JSON.parse(textOf(scripts[0]))).to.deep.include({ walletConnect });
      });
    }
  });
});

function elementsOf(html: string): Element[] {
  const walk = (node: DefaultTreeAdapterTypes.Node): Element[] => {
    const children = "childNodes" in node ? node.childNodes.flatMap(walk) : [];
    return defaultTreeAdapter.isElementNode(node) ? [node, ...children] : children;
  };
  return walk(parse(html));
}

function textOf(element: Element | undefined): string {
  const [child] = element?.childNodes ?? [];
  return child && defaultTreeAdapter.isTextNode(child) ? child.value : "";
}

function violationsOf(element: Element): string[] {
  const { tagName, attrs } = element;
  const attributes = new Map(attrs.map(({ name, value }) => [name, value]));
  const violations = attrs
    .filter(({ name, value }) => /^on|^style$/.test(name) || /^\s*(javascript|data):/i.test(value))
    .map(({ name }) => `${tagName} has ${name}`);
  if (["style", "base", "object", "embed", "iframe"].includes(tagName)) violations.push(tagName);
  if (attributes.get("http-equiv") !== undefined) violations.push("http-equiv");
  if (tagName === "script" && attributes.get("type") !== "application/json") {
    const isOwn = /^\/(?!\/)/.test(attributes.get("src") ?? "");
    if (!isOwn || textOf(element) !== "") violations.push("a foreign or inline script");
  }
  return violations;
}
