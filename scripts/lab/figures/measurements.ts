import { z } from "zod";
import { sections } from "./sections.ts";

const measurement = z.strictObject({
  commit: z.string().regex(/^\w+$/),
  date: z.iso.date(),
  /** Duration of the command; unknown if the report was passed in with `--output`. */
  seconds: z.int().optional(),
  /** Lines that the command printed. */
  report: z.array(z.string()),
});

/** Output of a section's command, with its commit and date. */
export type Measurement = z.infer<typeof measurement>;

/** Measurements by section name. */
export type Measurements = ReadonlyMap<string, Measurement>;

/**
 * Reads docs/figures.json.
 *
 * @throws when it has another format.
 */
export function readMeasurements(json: string): Measurements {
  const fields = sections.map(({ name }) => [name, measurement.optional()] as const);
  const read = z.strictObject(Object.fromEntries(fields)).parse(JSON.parse(json));
  return new Map(
    Object.entries(read).flatMap(([name, measured]) => (measured ? [[name, measured]] : [])),
  );
}

/** Composes docs/figures.json, with the output of every command in the order of the sections. */
export function formatMeasurements(measurements: Measurements): string {
  const inOrder = sections.flatMap(({ name }) => {
    const measured = measurements.get(name);
    return measured ? [[name, measured] as const] : [];
  });
  return `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`;
}
