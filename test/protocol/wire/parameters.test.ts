import { expect } from "chai";
import {
  parseTokenFilters,
  parseTokenPageRequest,
  tokenFilterEntries,
} from "#protocol/wire/catalogue";
import { ParameterError } from "#protocol/wire/parameters";
import { parseStoryPageRequest } from "#protocol/wire/storyList";

const tokens = (query: string) => parseTokenPageRequest(new URLSearchParams(query));
const stories = (query: string) => parseStoryPageRequest(new URLSearchParams(query));

describe("parseDrifterPageRequest", () => {
  it("returns every filter, order, limit and cursor", () => {
    const query =
      "trait=Hat:Cowl&trait=Hat:Bare&phase=Ember&phase=Gale&hasStory=false&query=+Mara+&order=number&limit=200&cursor=a-_9";
    expect(tokens(query)).to.deep.equal({
      traits: [
        { type: "Hat", value: "Cowl" },
        { type: "Hat", value: "Bare" },
      ],
      phases: ["Ember", "Gale"],
      hasStory: false,
      query: "Mara",
      order: "number",
      limit: 200,
      cursor: "a-_9",
    });
  });

  it("applies the defaults, even for a query of white space", () => {
    const defaults = { traits: [], phases: [], order: "newest", limit: 60 };
    expect(tokens("")).to.deep.equal(defaults);
    expect(tokens("query=%20")).to.deep.equal(defaults);
  });

  const word200 = "x".repeat(200);

  for (const { query, parameter, message } of [
    {
      query: "limit=0",
      parameter: "limit",
      message: 'takes a whole number from 1 to 200, not "0".',
    },
    { query: "limit=201", parameter: "limit", message: 'from 1 to 200, not "201".' },
    { query: "limit=1e2", parameter: "limit", message: 'not "1e2".' },
    { query: "hasStory=yes", parameter: "hasStory", message: 'takes true or false, not "yes".' },
    { query: "order=old", parameter: "order", message: 'takes newest or number, not "old".' },
    {
      query: "trait=Hat",
      parameter: "trait",
      message: "takes a type and a value such as Hat:Cowl",
    },
    { query: "trait=:Cowl", parameter: "trait", message: 'not ":Cowl".' },
    { query: "phase=", parameter: "phase", message: "takes the name of a phase" },
    {
      query: "cursor=a.b",
      parameter: "cursor",
      message: "takes the value of next from an earlier",
    },
    { query: `query=${word200}x`, parameter: "query", message: `not "${"x".repeat(40)}…".` },
    { query: "query=a%00b", parameter: "query", message: "up to 200 characters" },
    {
      query: "limit=1&limit=1",
      parameter: "limit",
      message: "The parameter limit appears more than once.",
    },
    {
      query: "color=red",
      parameter: "color",
      message:
        'Unknown parameter "color"; known ones are trait, phase, hasStory, query, order, limit, cursor.',
    },
    { query: "toString=1", parameter: "toString", message: 'Unknown parameter "toString"' },
  ]) {
    it(`rejects ${query.slice(0, 20)} with a message that mentions ${parameter}`, () => {
      expect(() => tokens(query))
        .to.throw(ParameterError, message)
        .with.property("parameter", parameter);
    });
  }
});

describe("drifterFilterEntries", () => {
  it("reverses parseDrifterFilters, and omits defaults", () => {
    const filters = {
      traits: [
        { type: "a:b%3A", value: "c:d" },
        { type: "Hat", value: "100 %" },
      ],
      phases: ["Ember & Ash"],
      hasStory: true,
      query: "#12",
      order: "number",
    } as const;
    const url = new URLSearchParams(tokenFilterEntries(filters));
    expect(parseTokenFilters(url)).to.deep.equal(filters);
    expect(tokenFilterEntries(parseTokenFilters([]))).to.deep.equal([]);
  });
});

describe("parseStoryPageRequest", () => {
  it("returns query, limit and cursor, or the defaults", () => {
    expect(stories("query=salt+road&limit=100&cursor=x")).to.deep.equal({
      query: "salt road",
      limit: 100,
      cursor: "x",
    });
    expect(stories("query=")).to.deep.equal({ limit: 20 });
  });
});
