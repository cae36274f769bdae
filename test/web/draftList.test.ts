import { expect } from "chai";
import type { Address } from "viem";
import { draftList } from "../../web/src/narrative/draftList.ts";
import { timeOfDraft } from "../../web/src/narrative/timeOfDraft.ts";
import { createStore } from "../../web/src/storage.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";

const ada: Address = "0x00000000000000000000000000000000000000aA";
const bea: Address = "0x00000000000000000000000000000000000000Bb";
const day = 24 * 3_600 * 1_000;

describe("draftList", () => {
  let now: number;
  let storage: MemoryStorage;
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1);
    storage = new MemoryStorage();
  });

  const listOf = (author = ada, drifterId = "7") =>
    draftList(
      drifterId,
      author,
      createStore(() => storage),
      () => now++,
    );
  const texts = (list = listOf()) => list.read().map(({ text }) => text);

  it("keeps every text under its own ID, newest first", () => {
    listOf().write("first visit", "The dust remembers");
    listOf().write("second visit", "x");
    listOf().write("second visit", "xy");
    expect(texts()).to.deep.equal(["xy", "The dust remembers"]);
    listOf().remove("second visit");
    expect(texts()).to.deep.equal(["The dust remembers"]);
  });

  it("keeps an empty text too", () => {
    listOf().write("visit", "");
    expect(texts()).to.deep.equal([""]);
  });

  it("lists a text that was typed twice once, and deletes both copies", () => {
    listOf().write("first visit", "The dust");
    listOf().write("second visit", "The dust");
    expect(texts()).to.deep.equal(["The dust"]);
    listOf().write("third visit", "The dust");
    listOf().removeText("The dust");
    expect(texts()).to.deep.equal([]);
  });

  it("[S4.32] lists a text for its account and drifter only", () => {
    listOf().write("visit", "The dust");
    expect(texts(listOf(bea))).to.deep.equal([]);
    expect(texts(listOf(ada, "77"))).to.deep.equal([]);
  });

  it("keeps the 20 newest, each for 30 days", () => {
    for (let visit = 1; visit <= 22; visit += 1) listOf().write(`${visit}`, `Text ${visit}`);
    expect(texts()).to.have.length(20).and.to.include("Text 3").and.not.include("Text 2");
    now += 29 * day;
    expect(texts()).to.have.length(20);
    now += 2 * day;
    expect(texts()).to.deep.equal([]);
    expect(storage.length).to.equal(0);
  });

  it("migrates the single draft of an older version", () => {
    storage.setItem(`draft:7:${ada}`, "Half a sentence that");
    expect(texts()).to.deep.equal(["Half a sentence that"]);
    expect(texts()).to.deep.equal(["Half a sentence that"]);
    listOf().removeText("Half a sentence that");
    expect(texts()).to.deep.equal([]);
  });

  it("reports a full storage, and keeps the stored drafts", () => {
    listOf().write("visit", "The dust");
    storage.setItem(`draft:7:${ada}`, "Half a sentence that");
    storage.setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
    expect(listOf().write("other visit", "The dust forgets")).to.equal(false);
    expect(texts()).to.have.members(["The dust", "Half a sentence that"]);
    expect(storage.getItem(`draft:7:${ada}`)).to.equal("Half a sentence that");
  });
});

describe("timeOfDraft", () => {
  it("is the time of day, with the date on another day", () => {
    const typed = new Date(2026, 10, 3, 10, 32);
    expect(timeOfDraft(typed.getTime(), new Date(2026, 10, 3, 23, 0))).to.equal("10:32");
    expect(timeOfDraft(typed.getTime(), new Date(2026, 10, 4, 1, 0))).to.equal("3 Nov, 10:32");
  });
});
