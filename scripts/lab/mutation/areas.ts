import { globSync } from "node:fs";

/** A part of the sources whose tests are judged. */
export interface Area {
  name: AreaName;
  /** The folder of the sources. */
  sources: string;
  /** The settings of its type check. */
  types: string;
  /** Test files: patterns of those that may reach it. */
  tests: readonly string[];
  /** Whether pages in a browser are among them. */
  hasPages: boolean;
  /** Left out: files of these patterns, which cost more than they notice. */
  without: readonly string[];
}

export const areaNames = ["api", "protocol", "web"] as const;
export type AreaName = (typeof areaNames)[number];

/** Tests of documents, of worlds and of measurements: slow, and not about one line of code. */
const slowScripts =
  "test/scripts/{bench*,deploy,load,pictures,runbook,testRun,world*,soak,crash,assurance,mutation*,figures,docCommands,generatedFiles,gasReport,pageBuild}.test.ts";

const areas: Readonly<Record<AreaName, Omit<Area, "name">>> = {
  api: {
    sources: "api/src",
    types: "tsconfig.json",
    tests: ["test/api/**/*.test.ts", "test/scripts/{stories*,verify,mint*,manage*}.test.ts"],
    hasPages: false,
    without: ["test/api/production/**"],
  },
  protocol: {
    sources: "api/protocol",
    types: "api/protocol/tsconfig.json",
    tests: [
      "test/protocol/*.test.ts",
      "test/web/*.test.{ts,tsx}",
      "test/api/*.test.ts",
      "test/scripts/*.test.ts",
    ],
    hasPages: false,
    without: [
      slowScripts,
      "test/api/{shutdown,server,web,metrics,postgresStore,lowdbStore}.test.ts",
    ],
  },
  web: {
    sources: "web/src",
    types: "web/tsconfig.json",
    tests: ["test/web/*.test.{ts,tsx}", "test/web/pages/*.test.ts"],
    hasPages: true,
    without: ["test/web/pages/{pagePool,productionBundle,steadiness}.test.ts"],
  },
};

export function readArea(name: AreaName): Area {
  return { name, ...areas[name] };
}

/** Paths from the project's root, in alphabetical order. */
export function sourceFiles({ sources }: Area): string[] {
  return globSync(`${sources}/**/*.{ts,tsx}`)
    .filter((file) => !file.endsWith(".d.ts"))
    .sort();
}

/** Paths from the project's root, in alphabetical order. */
export function testFiles({ tests, without }: Area): string[] {
  return [...new Set(globSync([...tests], { exclude: [...without] }))].sort();
}
