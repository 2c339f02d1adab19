import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  diaryPageSizes,
  exportDiary,
  getDiarySummary,
  listDiary,
  type DiarySession,
  type CriterionResult,
  type DiarySummary,
} from "#shared/api/training-diary.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember } from "#api/http/session.ts";
import { csvText, type Cell } from "#api/infra/csv.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Language } from "#shared/languages.ts";
import * as z from "zod/mini";
import { createCursors } from "#api/infra/cursors.ts";
import { isPartOn } from "#shared/parts.ts";
import { ruleAt } from "#shared/progression.ts";
import { repetitionsOf, type TrainingStep } from "#shared/training.ts";
import type { TrainedDay } from "#shared/training-diary.ts";
import { readPlans, type ReadPlan, type Services } from "./plans.ts";

function diaryCsv(
  { brand }: Pick<Services, "brand">,
  sessions: readonly DiarySession[],
  language: Language,
): string {
  const texts = textsIn(language);
  const t = (key: string) => texts(`training-diary:${key}`);
  type Column = [name: string, of: (session: DiarySession) => Cell];
  const dog: Column = ["dog", (session) => session.dog?.name ?? null];
  const columns: Column[] = [
    ["date", ({ on }) => on],
    ...(isPartOn(brand, "dogs") ? [dog] : []),
    ["protocol", ({ protocol }) => protocol.title ?? protocol.slug],
    ["session", ({ session }) => session?.title ?? null],
    ["criterion", criterionOf],
    ["result", ({ result }) => t(`result.${result}`)],
    ["right", ({ counted }) => counted?.right ?? null],
    ["of", ({ counted }) => counted?.of ?? null],
    ["minutes", ({ session }) => session?.minutes ?? null],
    ["note", ({ note }) => note],
  ];
  return csvText(
    columns.map(([name]) => t(`column.${name}`)),
    sessions.map((session) => columns.map(([, of]) => of(session))),
  );
}

/** Returns the protocol's own criterion, if it has one. */
function criterionOf({ session }: DiarySession): string | null {
  return session?.rule.kind === "judged" ? session.rule.criterion : null;
}

const readerOf = (request: FastifyRequest): Reader => ({
  userId: requireActiveMember(request).userId,
  language: request.language,
});

/** Serves what a member trained, over all dogs and protocols. */
export default async function diaryRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listDiary, ({ query: { limit = diaryPageSizes.default, ...query } }, request) =>
    diaryPage(portal, readerOf(request), { ...query, limit }),
  );

  serve(app, getDiarySummary, ({ query }, request) =>
    diarySummary(portal, readerOf(request), query),
  );

  serve(app, exportDiary, async ({ query }, request, reply) => {
    const sessions = await sessionsOf(portal, readerOf(request), query);
    reply.header("content-disposition", 'attachment; filename="training-diary.csv"');
    return Buffer.from(diaryCsv(portal, sessions, request.language));
  });
}

type Reader = { userId: string; language: Language };

type DiaryFilter = {
  dog?: string | undefined;
  protocol?: string | undefined;
  on?: string | undefined;
};

/** The position of a session in the diary: its day, its plan, and the number of the step in it. */
const cursorSchema = z.object({ on: z.string(), planId: z.string(), step: z.int() });
type Position = z.infer<typeof cursorSchema>;

const cursors = createCursors(cursorSchema);

type Trained = { position: Position; session: DiarySession };

const presentProtocol = ({ plan, protocol }: ReadPlan, language: Language) => ({
  slug: plan.slug,
  title: protocol?.title ?? null,
  language: protocol?.language ?? language,
});

const presentDog = ({ plan: { dogId }, dogName }: ReadPlan) =>
  dogId === null ? null : { id: dogId, name: dogName ?? "" };

/** Returns a step's session as it is in the protocol now; null where that has it no longer. */
function presentSession({ protocol }: ReadPlan, { week, session }: TrainingStep) {
  const found = protocol?.weeks[week]?.sessions[session];
  const rule = protocol && ruleAt(protocol, { week, session });
  return found && rule ? { week, session, title: found.title, minutes: found.minutes, rule } : null;
}

/** Returns the trained sessions of a plan, oldest first, without skipped ones. */
function trainedIn(found: ReadPlan, language: Language): Trained[] {
  const { id, steps, notes } = found.plan;
  const noteOn = ({ week, session }: TrainingStep) =>
    notes.find((note) => note.week === week && note.session === session)?.text ?? null;
  return steps.flatMap((step, number) => {
    const { result, right, on } = step;
    if (result === "skipped") return [];
    const session = {
      id: `${id}.${number}`,
      planId: id,
      dog: presentDog(found),
      protocol: presentProtocol(found, language),
      session: presentSession(found, step),
      result,
      counted: right === null ? null : { right, of: repetitionsOf(step) },
      on,
      note: noteOn(step),
    };
    return { position: { on, planId: id, step: number }, session };
  });
}

/** Compares places: the later day first, of a plan the later step. */
const byPosition = (one: Position, other: Position): number =>
  other.on.localeCompare(one.on) || one.planId.localeCompare(other.planId) || other.step - one.step;

const isWanted = ({ dog, protocol, on }: DiaryFilter, session: DiarySession) =>
  (dog === undefined || session.dog?.id === dog) &&
  (protocol === undefined || session.protocol.slug === protocol) &&
  (on === undefined || session.on === on);

/** Returns all that a member trained, newest first. Plans are read as a whole (decision 0028). */
async function readDiary(services: Services, { userId, language }: Reader): Promise<Trained[]> {
  const plans = await readPlans(services, services.database, { userId, language });
  return plans
    .flatMap((found) => trainedIn(found, language))
    .toSorted((one, other) => byPosition(one.position, other.position));
}

/** Returns the sessions that match, newest first. */
async function sessionsOf(services: Services, reader: Reader, filter: DiaryFilter) {
  const diary = await readDiary(services, reader);
  return diary.map(({ session }) => session).filter((session) => isWanted(filter, session));
}

/** Returns a page of the sessions that match, and where the next one begins. Throws `validation`. */
async function diaryPage(
  services: Services,
  reader: Reader,
  { cursor, limit, ...filter }: DiaryFilter & { cursor?: string | undefined; limit: number },
): Promise<{ items: DiarySession[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : cursors.parse(cursor);
  const diary = await readDiary(services, reader);
  const found = diary.filter(
    ({ position, session }) =>
      isWanted(filter, session) && (after === null || byPosition(after, position) < 0),
  );
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ session }) => session),
    nextCursor: last ? cursors.format(last.position) : null,
  };
}

function daysOf(sessions: readonly DiarySession[]): TrainedDay[] {
  const days = Map.groupBy(sessions, ({ on }) => on);
  return [...days]
    .map(([on, trained]) => ({
      on,
      sessions: trained.length,
      minutes: trained.reduce((sum, { session }) => sum + (session?.minutes ?? 0), 0),
    }))
    .toSorted((one, other) => one.on.localeCompare(other.on));
}

const kindOf = ({ session, counted }: DiarySession): CriterionResult["kind"] =>
  session?.rule.kind ?? (counted ? "counted" : "judged");

/** Returns the results of sessions of one protocol that are answered in the same way. */
function resultOf(sessions: readonly DiarySession[]): CriterionResult[] {
  const [first] = sessions;
  if (!first) return [];
  const criteria = sessions.map(({ session }) =>
    session?.rule.kind === "judged" ? session.rule.criterion : null,
  );
  const count = (wanted: DiarySession["result"]) =>
    sessions.filter(({ result }) => result === wanted).length;
  const sum = (of: "right" | "of") =>
    sessions.reduce((total, { counted }) => total + (counted?.[of] ?? 0), 0);
  return [
    {
      protocol: first.protocol,
      kind: kindOf(first),
      criterion: criteria.find((criterion) => criterion !== null) ?? null,
      right: sum("right"),
      of: sum("of"),
      done: count("done"),
      again: count("again"),
      back: count("back"),
    },
  ];
}

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

/** Sums up the sessions that match, and names what can be filtered by. */
async function diarySummary(
  services: Services,
  reader: Reader,
  filter: Omit<DiaryFilter, "on">,
): Promise<DiarySummary> {
  const all = await sessionsOf(services, reader, {});
  const wanted = all.filter((session) => isWanted(filter, session));
  const groups = Map.groupBy(wanted, (session) => `${kindOf(session)} ${session.protocol.slug}`);
  return {
    days: daysOf(wanted),
    results: [...groups.values()].flatMap(resultOf),
    dogs: distinct(
      all.flatMap(({ dog }) => dog ?? []),
      ({ id }) => id,
    ),
    protocols: distinct(
      all.map(({ protocol }) => protocol),
      ({ slug }) => slug,
    ),
  };
}
