import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { expect } from "chai";
import { freePort } from "../support/freePort.ts";
import {
  type ConsoleBlock,
  folderFor,
  readConsoleBlocks,
  runBlock,
  type Surroundings,
} from "../support/docCommands.ts";
import { documents, textOf } from "./documents.ts";

/** Commands that documents tell to type, and that are not typed here, with the reason. */
const notTyped: Record<string, string> = {};
