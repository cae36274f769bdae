import { z } from "zod";
import { sections } from "./sections.ts";

const measurement = z.strictObject({
  commit: z.string().regex(/^\w+$/),
  /** As 2026-11-21. */
  date: z.iso.date(),
  /** How long the command took; unknown if somebody else ran it. */
  seconds: z.int().optional(),
  /** What the command printed, line by line. */
  report: z.array(z.string()),
});

/** What a section's command printed, and when. */
export type Measurement = z.infer<typeof measurement>;

/** Measurements by the names of their sections. */
export type Measurements = ReadonlyMap<string, Measurement>;

/**
 * Reads docs/figures.json.
 *
 * @throws when it holds anything else.
 */
export function readMeasurements(json: string): Measurements {
  const fields = sections.map(({ name }) => [name, measurement.optional()] as const);
  const read = z.strictObject(Object.fromEntries(fields)).parse(JSON.parse(json));
  return new Map(
    Object.entries(read).flatMap(([name, measured]) => (measured ? [[name, measured]] : [])),
  );
}

/** Composes docs/figures.json: what every command printed, in the order of the sections. */
export function formatMeasurements(measurements: Measurements): string {
  const inOrder = sections.flatMap(({ name }) => {
    const measured = measurements.get(name);
    return measured ? [[name, measured] as const] : [];
  });
  return `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`;
}
