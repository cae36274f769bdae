import { expect } from "chai";
import { pino } from "pino";
import { parseSearchTerms } from "#protocol/values/searchTerms";
import { maxNeighbors } from "#protocol/wire/catalogue";
import { createStorySearch, type StorySearch } from "../../../api/src/search/storySearch.ts";
import { draft } from "../../support/api/narrativeDraft.ts";
import { stores, useStore } from "../../support/api/narrativeStores.ts";
import { until } from "../../support/until.ts";

const [{ create: folderStore }] = stores;
const logger = pino({ level: "silent" });

describe("story search", () => {
  const { current, reopen } = useStore(folderStore);
  let search: StorySearch;
  const open = () => {
    search = createStorySearch(current.store, logger);
  };
  beforeEach(open);
  afterEach(() => search.close());

  const save = (drifterId: string, text: string) => current.store.save(draft(drifterId, text));
  const hits = (query: string, offset = 0, limit = 20) =>
    search.search(parseSearchTerms(query), offset, limit);
  const found = async (query: string) => (await hits(query)).map(({ drifterId }) => drifterId);

  it("finds a word in any case and without diacritics, and marks it in the excerpt", async () => {
    await save("1", "A *Café* of dust.");
    await save("2", "Nothing here.");
    const excerpt = [
      { text: "A ", isMatch: false },
      { text: "Café", isMatch: true },
      { text: " of dust.", isMatch: false },
    ];
    for (const query of ["cafe", "CAFE\u0301"]) {
      expect(await hits(query), query).to.deep.equal([
        { drifterId: "1", excerpt, readingMinutes: 1 },
      ]);
    }
  });

  for (const [language, text, query, match] of [
    ["Japanese", "夜空に星灯りが見えた。", "星灯り", "星灯り"],
    ["Chinese", "我在北京大学生活了三年。", "大学", "大学"],
    ["Thai", "ฉันรักแมวดำตัวนั้น", "แมว", "แมว"],
    ["Greek", "Ο ΔΡΌΜΟΣ της σκόνης.", "δρομος ", "ΔΡΌΜΟΣ"],
    ["German", "Die STRASSE aus Salz.", "Straße", "STRASSE"],
    ["Arabic", "طَرِيقُ المِلْح", "طريق ", "طَرِيقُ"],
    ["Hebrew", "דֶּרֶךְ הַמֶּלַח", "דרך ", "דֶּרֶךְ"],
    ["Hindi", "नमक की सड़क लंबी है।", "सड़क ", "सड़क"],
    ["Turkish", "İstanbul'dan gelen tuz.", "istanbul ", "İstanbul"],
  ] as const) {
    it(`finds a word in ${language}, and marks it in the excerpt`, async () => {
      await save("1", text);
      await save("2", "塵の道。尘土之路。ฝุ่น σκόνη Staub غبار אבק धूल toz");
      const [hit, ...others] = await hits(query);
      expect(others).to.deep.equal([]);
      const marked = hit?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text);
      expect(marked).to.deep.equal([match]);
    });
  }

  it("requires every word and exact phrase, and matches the last word by prefix", async () => {
    await save("1", "The salt road is long.");
    await save("2", "The road of salt.");
    expect((await found("road salt ")).sort()).to.deep.equal(["1", "2"]);
    expect(await found('"salt road"')).to.deep.equal(["1"]);
    expect(await found("salt-road")).to.deep.equal(["1"]);
    expect(await found("salt lon")).to.deep.equal(["1"]);
    expect(await found("sal road ")).to.deep.equal([]);
    expect(await found("salt lo")).to.deep.equal([]);
    expect(await found('"salt roa"')).to.deep.equal([]);
  });

  it("returns the best matches first, then the latest, by offset and limit", async () => {
    const filler = "dust and more dust on the way ".repeat(20);
    await save("1", `One lantern. ${filler}`);
    await save("2", "Lantern, lantern, lantern.");
    await save("3", `One lantern. ${filler}`);
    expect(await found("lantern")).to.deep.equal(["2", "3", "1"]);
    expect((await hits("lantern", 1, 1)).map(({ drifterId }) => drifterId)).to.deep.equal(["3"]);
    expect(await search.matching(parseSearchTerms("lantern"))).to.deep.equal(
      new Set(["1", "2", "3"]),
    );
  });

  it("finds a new text immediately, and no longer finds the replaced text", async () => {
    await save("1", "Ember.");
    expect(await found("ember")).to.deep.equal(["1"]);
    await save("1", "Ash.");
    expect(await found("ember")).to.deep.equal([]);
    expect(await found("ash")).to.deep.equal(["1"]);
  });

  it("omits removed and hidden stories, and finds an unhidden story again", async () => {
    await save("1", "Ember, beside #3.");
    await save("2", "Ember, beside #3.");
    expect(await found("ember")).to.deep.equal(["2", "1"]);
    await save("1", "<!-- gone -->");
    await current.hideList.hide("2", "a test");
    // The store rereads the hide list four times a second.
    await until(async () => (await current.store.stories()).isHidden("2"));
    expect(await found("ember")).to.deep.equal([]);
    expect(await search.mentionedIn("3", () => true)).to.deep.equal([]);
    expect(await search.meetings(() => true, 9)).to.deep.equal({ total: 0, newest: [] });
    expect([...(await search.beginnings(["1", "2"])).keys()]).to.deep.equal([]);
    await current.hideList.unhide("2");
    await reopen();
    await search.close();
    open();
    expect(await found("ember")).to.deep.equal(["2"]);
  });

  it("indexes several changes in save order", async () => {
    await save("1", "Ember one.");
    await save("2", "Ember two.");
    await save("1", "Ember six.");
    expect(await found("ember")).to.deep.equal(["1", "2"]);
  });

  it("omits an unreadable story, and rereads it at the next change", async () => {
    let isReadable = false;
    await search.close();
    search = createStorySearch(
      {
        stories: () => current.store.stories(),
        find: async (drifterId) => {
          if (drifterId === "1" && !isReadable) throw new Error("The disk failed.");
          return current.store.find(drifterId);
        },
      },
      logger,
    );
    await save("1", "Ember one.");
    await save("2", "Ember two.");
    expect(await found("ember")).to.deep.equal(["2"]);
    isReadable = true;
    await save("3", "Ash.");
    expect((await found("ember")).sort()).to.deep.equal(["1", "2"]);
  });

  it("finds every word of a long title, which hits shorten", async () => {
    await save("1", `# ${"Ember ".repeat(30)}lighthouse\n\nShe kept watch.`);
    const [hit] = await hits("lighthouse");
    expect(hit?.title).to.match(/^Ember .*Ember…$/);
    expect(hit?.title?.length).to.be.at.most(101);
    expect(hit?.excerpt).to.deep.equal([{ text: "She kept watch.", isMatch: false }]);
  });

  it("lists stories that mention a drifter, latest first, except the drifter's own", async () => {
    await save("3", "Drifter 7 and **#7** again.");
    await save("7", "I am #7, and met Drifter 3.");
    await save("5", "With drifter 7 and #70.");
    const mentionedIn = async (id: string) =>
      (await search.mentionedIn(id, () => true)).map(({ drifterId }) => drifterId);
    expect(await mentionedIn("7")).to.deep.equal(["5", "3"]);
    expect(await mentionedIn("3")).to.deep.equal(["7"]);
    expect(await search.mentions("7")).to.deep.equal(["3"]);
    await save("5", "Alone.");
    expect(await mentionedIn("7")).to.deep.equal(["3"]);
    expect(await search.mentions("9")).to.deep.equal([]);
  });

  it("quotes the sentence of a mention or of a link to the drifter's page", async () => {
    await save(
      "3",
      "# The bell of #9\n\nIt rang. So #7 heard it; #70 did not! Then silence.\n\n- for none\n- for #8",
    );
    await save(
      "4",
      "He walked. [My *nephew*](/drifter/7) heard it too. [No](/drifter/x). <!-- [Unseen](/drifter/7#a) -->",
    );
    await save("6", "Alone. <!-- [Unseen](/drifter/7) -->");
    await save("5", `${"word ".repeat(60)}#7 ${"word ".repeat(60)}`);
    const quotes = async (id: string) =>
      (await search.mentionedIn(id, () => true)).map(
        ({ drifterId, quote }) => `${drifterId}: ${quote}`,
      );
    const [long, ...others] = await quotes("7");
    expect(others).to.deep.equal(["4: My nephew heard it too.", "3: So #7 heard it; #70 did not!"]);
    expect(long).to.match(/^5: …(word ){20,40}#7 (word ?){20,40}…$/);
    const listed = await search.mentionedIn("7", (writer) => writer !== "4");
    expect(listed.map(({ drifterId }) => drifterId)).to.deep.equal(["5", "3"]);
    expect(await quotes("9")).to.deep.equal(["3: The bell of #9"]);
    expect(await quotes("8")).to.deep.equal(["3: for #8"]);
    expect(await search.mentions("3")).to.deep.equal(["9", "7", "70", "8"]);
  });

  it("returns the newest meetings of listed drifters, a few of each story, and their number", async () => {
    await save("3", "Met #7. Met #8.");
    await save("4", "None but #99.");
    await save("5", `Met ${Array.from({ length: 30 }, (_, id) => `#${id + 10}`).join(". ")}.`);
    const { total, newest } = await search.meetings((id) => id !== "99", 13);
    expect(total).to.equal(maxNeighbors + 2);
    expect(newest.map(({ drifterId, mentioned }) => `${drifterId}-${mentioned}`)).to.deep.equal([
      ...Array.from({ length: maxNeighbors }, (_, id) => `5-${id + 10}`),
      "3-7",
    ]);
    expect(newest.at(-1)?.quote).to.equal("Met #7.");
    expect((await search.meetings((id) => id !== "5", 13)).total).to.equal(3);
  });
});
