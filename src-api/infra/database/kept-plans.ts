import {
  messages,
  protocol,
  type PGlite,
  type QueryOptions,
  type Results,
} from "@electric-sql/pglite";
import { Lru } from "toad-cache";

const { serialize } = protocol;

/** How often a statement runs before it is worth a plan of its own. */
const worthPlan = 3;
/** Most plans that are kept, and most statements whose runs are counted. */
const maxPlans = 200;
const maxCounted = 1000;

/** SQLSTATEs of a plan that no longer fits the tables, and of one that the database has dropped. */
const outdated = new Set(["0A000", "26000"]);

type Field = Results["fields"][number];
/** What the query builder maps values to. */
type Parameter = string | number | boolean | null | undefined;
type Plan = { name: string; parameters: number[]; fields: Field[] };

const join = (parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** Parses and plans a statement under a name. */
async function prepare(client: PGlite, name: string, text: string): Promise<Plan> {
  const { parse, describe, sync } = serialize;
  const received = await client.execProtocolStream(
    join([parse({ name, text }), describe({ type: "S", name }), sync()]),
    { syncToFs: false },
  );
  const plan: Plan = { name, parameters: [], fields: [] };
  for (const message of received) {
    if (message instanceof messages.ParameterDescriptionMessage) {
      plan.parameters = message.dataTypeIDs;
    } else if (message instanceof messages.RowDescriptionMessage) {
      plan.fields = message.fields;
    }
  }
  return plan;
}

/** Runs a planned statement, and returns its rows as arrays. */
async function run(
  client: PGlite,
  { name, parameters, fields }: Plan,
  { params, parsers }: { params: Parameter[]; parsers: QueryOptions["parsers"] },
): Promise<unknown[][]> {
  const values = params.map((value, at) => {
    if (value === null || value === undefined) return null;
    const serializer = client.serializers[parameters[at] ?? 0];
    return serializer ? serializer(value) : String(value);
  });
  const received = await client.execProtocolStream(
    join([serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()]),
    { syncToFs: false },
  );
  await client.syncToFs();
  const parserOf = fields.map(({ dataTypeID: type }) => parsers?.[type] ?? client.parsers[type]);
  return received
    .filter((message) => message instanceof messages.DataRowMessage)
    .map(({ fields: texts }) =>
      texts.map((text, at) => (text === null ? null : (parserOf[at]?.(text) ?? text))),
    );
}

/**
 * Lets the embedded database plan a select of the query builder once instead of at every run, which
 * takes several times longer than the run itself. Other statements, and those in transactions, are
 * not affected.
 */
export function keepPlans(client: PGlite): void {
  const query = client.query.bind(client);
  const counts = new Lru<number>(maxCounted);
  const plans = new Map<string, Plan>();
  let named = 0;

  const planOf = async (text: string): Promise<Plan> => {
    const plan = plans.get(text) ?? (await prepare(client, `kept_${(named += 1)}`, text));
    plans.set(text, plan);
    return plan;
  };
  const isWorthPlan = (text: string) => {
    if (plans.has(text)) return true;
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count >= worthPlan && plans.size < maxPlans;
  };
  const queryPlanned = (text: string, params: Parameter[], options: QueryOptions) =>
    client._runExclusiveTransaction(() =>
      client._runExclusiveQuery(async () => {
        const plan = await planOf(text);
        const rows = await run(client, plan, { params, parsers: options.parsers });
        return { rows, fields: plan.fields, affectedRows: 0 };
      }),
    );

  client.query = async <Row>(text: string, params: unknown[] = [], options?: QueryOptions) => {
    const isSelect = options?.rowMode === "array" && text.startsWith("select ");
    if (!isSelect || !isWorthPlan(text)) return query<Row>(text, params, options);
    try {
      return (await queryPlanned(text, params as Parameter[], options)) as Results<Row>; // rows are arrays, as asked for
    } catch (error) {
      if (!(error instanceof messages.DatabaseError) || !outdated.has(error.code ?? ""))
        throw error;
      plans.delete(text);
      return query<Row>(text, params, options);
    }
  };
}
