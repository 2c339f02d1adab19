import { additions, type Addition } from "./additions.ts";
import { findProblems, type Finding } from "./findings.ts";
import { growJson, growLike } from "./grow-like.ts";
import { WorkingCopy } from "./working-copy.ts";

const mostRounds = 8;

const textOf = ({ file, place, message }: Finding) => `${file}: ${place}: ${message}`;
const firstLine = (text: string) => text.split("\n", 1)[0]?.slice(0, 160) ?? "";

async function replaceIn(copy: WorkingCopy, file: string, [old, fresh]: readonly [string, string]) {
  const text = await copy.read(file);
  if (!text.includes(old)) throw new Error(`${file} does not contain ${old}; see additions.ts.`);
  await copy.write(
    file,
    text.replace(old, () => fresh),
  );
}

async function growFile(copy: WorkingCopy, file: string, { names }: Addition): Promise<boolean> {
  const text = await copy.read(file);
  const grown = file.endsWith(".json") ? growJson(text, names) : growLike(text, names);
  if (grown === text) return false;
  await copy.write(file, grown);
  return true;
}

async function growPlace(copy: WorkingCopy, place: Addition["further"][number], it: Addition) {
  if (place.run) await copy.run(...place.run);
  else if (place.copyOf !== undefined) await copy.copy(place.copyOf, place.file);
  else if (place.replace) await replaceIn(copy, place.file, place.replace);
  else await growFile(copy, place.file, it);
}

/** Handles the findings of one round. Returns the number of changed places. */
async function follow(
  copy: WorkingCopy,
  addition: Addition,
  { findings, done }: { findings: readonly Finding[]; done: Set<unknown> },
): Promise<number> {
  let changed = 0;
  const note = (file: string, finding: Finding) => {
    changed += 1;
    const how = finding.by === "compiler" ? "compiler" : `test "${finding.place}"`;
    const where = file === finding.file ? "" : ` in ${finding.file}`;
    console.log(`    ${file}\n      ${how}${where}: ${firstLine(finding.message)}`);
  };
  for (const place of addition.further) {
    const finding = findings.find((one) => place.foundBy.test(textOf(one)));
    if (!finding || done.has(place)) continue;
    done.add(place);
    await growPlace(copy, place, addition);
    note(place.file, finding);
  }
  for (const finding of findings) {
    if (done.has(finding.file) || finding.by === "test") continue;
    done.add(finding.file);
    if (await growFile(copy, finding.file, addition)) note(finding.file, finding);
  }
  return changed;
}

/** Makes an addition, guided by the compiler and the tests. Returns whether they reported every place. */
async function grow(copy: WorkingCopy, addition: Addition): Promise<boolean> {
  console.log(`\n  ${addition.name}\n    ${addition.first.file}\n      the first entry`);
  await replaceIn(copy, addition.first.file, addition.first.replace);
  const done = new Set<unknown>([addition.first.file]);
  for (let round = 0; round < mostRounds; round++) {
    const findings = await findProblems(copy);
    if (findings.length === 0) {
      const silent = addition.further.filter((place) => !place.isOptional && !done.has(place));
      for (const { file } of silent) console.error(`    ${file}: NOTHING NAMES THIS PLACE`);
      if (silent.length === 0) console.log("    complete: compiler and tests are content");
      return silent.length === 0;
    }
    if ((await follow(copy, addition, { findings, done })) > 0) continue;
    const left = findings.map((finding) => firstLine(textOf(finding)));
    console.error(["    not mended:", ...left].join("\n      "));
    return false;
  }
  return false;
}

// Adds one of each (or only the one named by the first argument: "kind", "language", "flag") to a
// copy of the sources, and fixes what compiler and tests report until they pass.
const copy = await WorkingCopy.create();
try {
  const found = await findProblems(copy);
  if (found.length > 0)
    throw new Error(`The sources have problems:\n${found.map(textOf).join("\n")}`);
  const [wanted = ""] = process.argv.slice(2);
  for (const addition of additions.filter(({ name }) => name.includes(wanted)))
    if (!(await grow(copy, addition))) process.exitCode = 1;
} finally {
  await copy.remove();
}
