import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** What an owner sets up, in the order in which the set-up leads through it; each has texts in the namespace `installation`. */
export const setUpSteps = [
  "factor",
  "seller",
  "offer",
  "prices",
  "mail",
  "payments",
  "legal",
  "entry",
] as const;
export type SetUpStep = (typeof setUpSteps)[number];

const stateSchema = z.enum(["open", "done", "skipped"]);

/** Every step; none in demo mode, where nothing has to be set up. */
const checklistSchema = z.array(z.object({ step: z.enum(setUpSteps), state: stateSchema }));
export type Checklist = z.infer<typeof checklistSchema>;

export const getChecklist = endpoint({
  method: "GET",
  path: "/set-up-steps",
  summary: "List what is set up, and what is not",
  access: "admin",
  answer: checklistSchema,
});

/** Skips a step that is not needed, or takes that back; the second factor for the caller alone. 404 in demo mode. */
export const skipSetUpStep = endpoint({
  method: "PUT",
  path: "/set-up-steps/:step",
  summary: "Skip a step of the set-up, or take that back",
  access: "admin",
  params: z.object({ step: z.enum(setUpSteps) }),
  body: z.object({ isSkipped: z.boolean() }),
  answer: checklistSchema,
});
