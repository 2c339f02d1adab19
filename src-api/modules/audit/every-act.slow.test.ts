import { expect, test } from "vitest";
import { actNames } from "#shared/api/audit.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { peopleStories } from "./testing/people-stories.ts";
import { draftFiles, portalStories } from "./testing/portal-stories.ts";
import { openStage } from "./testing/stage.ts";

let networks = 0;
const recorded = new Set<string>();
const folder = await forFile(temporaryFolder());
const portal = await forFile(
  createContentPortal({ ...sampleContent, ...draftFiles }, {}, { dataDir: folder.path }),
);
await importCatalogue(portal.portal, { demo: true });
const stories = [
  ...Object.entries(peopleStories).map(
    ([name, story]) => ({ name, story, concerns: "user" }) as const,
  ),
  ...Object.entries(portalStories).map(
    ([name, story]) => ({ name, story, concerns: "nobody" }) as const,
  ),
];

test.each(stories)(
  "$name: each act is recorded with what was done, once, or not done at all",
  async ({ story, concerns }) => {
    expect.hasAssertions();
    networks += 1;
    await story(await openStage(portal, `203.0.113.${networks}`, recorded, concerns));
  },
);

test("the stories have every act", () => {
  expect([...recorded].toSorted()).toEqual([...actNames].toSorted());
});
