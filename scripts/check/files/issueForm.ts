import { z } from "zod";

// https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema

const question = {
  id: z.string().regex(/^[a-z-]+$/),
  validations: z.strictObject({ required: z.boolean() }).optional(),
};
const text = { label: z.string(), description: z.string().optional() };

const element = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("markdown"),
    attributes: z.strictObject({ value: z.string() }),
  }),
  z.strictObject({
    type: z.enum(["input", "textarea"]),
    ...question,
    attributes: z.strictObject(text),
  }),
  z.strictObject({
    type: z.literal("dropdown"),
    ...question,
    attributes: z.strictObject({ ...text, options: z.array(z.string()).min(2) }),
  }),
]);

/** A form for a new issue. */
export const issueFormSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()).optional(),
  body: z.array(element).min(1),
});

/** The list of forms. */
export const issueConfigSchema = z.strictObject({ blank_issues_enabled: z.boolean() });
