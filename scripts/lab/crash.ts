// npm run crash: breaks the real service under load and verifies durability.
import { randomUUID } from "node:crypto";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { readCount, unknownName } from "../shared/commandLine/usageError.ts";

const help = `Usage: npm run crash [-- OPTIONS]

Starts the real service, on a folder and as two processes behind nginx on PostgreSQL. While writers save
signed stories and readers read them, it causes faults in turn: it kills the service and the database,
restarts both processes and the pooler, restores an older copy of the stories while the processes run,
cuts the network to the database and to the node, lets the node lag, fills the disk, and moves the clock.
Each time it verifies that every acknowledged save is stored and complete, that readers saw only saved
stories, that list, stories and histories agree, that a lost save can be retried, that replaced texts are
still rejected, and that a start after a kill needs no repair. Rolling restarts require nginx, and pooler
restarts require PgBouncer.

  --store NAME       lowdb, postgres or both   (default both)
  --rounds N         rounds for each store     (default 32)
  --seed TEXT        repeat the texts, writers and faults of a run; printed at the end
  --help             show this text

  npm run crash -- --store postgres --rounds 8

Exit status: 0 when every guarantee holds, 1 when one is violated (it prints which, and the seed),
2 on a usage error.`;

process.exitCode = await runCommand(
  {
    help,
    options: {
      store: { type: "string", default: "both" },
      rounds: { type: "string", default: "32" },
      seed: { type: "string", default: randomUUID().slice(0, 8) },
    },
    read({ store, rounds, seed }) {
      const chosen = (["lowdb", "postgres"] as const).filter((each) =>
        [each, "both"].includes(store),
      );
      if (chosen.length === 0) throw unknownName("store", store, ["lowdb", "postgres", "both"]);
      return { chosen, rounds: readCount("--rounds", rounds, { from: 1, to: 999_999 }), seed };
    },
    async run({ chosen, rounds, seed }) {
      // Imported on demand, because the help does not need it.
      const { runRounds } = await import("./crash/rounds.ts");
      const signal = endOnSignal();
      const columns = ["rounds", "acknowledged", "retried", "rejected", "reads"] as const;
      const line = (name: string, cells: readonly unknown[]) =>
        name.padEnd(12) + cells.map((cell) => String(cell).padStart(14)).join("");
      const lines = [line("store", columns)];
      for (const store of chosen) {
        const figures = await step(`${store}, seed ${seed}`, (report) =>
          runRounds({ store, rounds, seed, signal, report }),
        );
        const [, ...counted] = columns;
        const sums = counted.map((key) => figures.reduce((sum, round) => sum + round[key], 0));
        lines.push(line(store, [figures.length, ...sums]));
      }
      console.log(`${lines.join("\n")}\nEvery guarantee held.`);
      return 0;
    },
  },
  process.argv.slice(2),
  console,
);
