import { expect } from "chai";
import {
  type ConsoleBlock,
  folderFor,
  readConsoleBlocks,
  readScripts,
  runBlock,
  type Stop,
  type Surroundings,
} from "../support/docCommands.ts";
import { freePort } from "../support/freePort.ts";
import { documents } from "./documents.ts";

/** Where a test of its own runs every command of the document. */
const runElsewhere = ["docs/runbook.md"];

/** What is told to be typed, and is not typed here, and why. */
const notTyped: Record<string, string> = {
  "npm start": "the worlds below are started so, on free ports",
  "npm test": "would run this test again",
};

describe("the commands of the documents", function () {
  this.timeout(180_000);
});
