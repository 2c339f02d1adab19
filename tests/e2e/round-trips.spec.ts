import { expect, test } from "../fixtures/portal.ts";
import { roundTrips } from "../fixtures/round-trips.ts";

// A first visit, whose files are in no cache.
test.use({ withoutFiles: true });

const places = [
  { path: "/dashboard", heading: /^Good to see you/, data: "/api/membership" },
  {
    path: "/articles/building-weave-entries",
    heading: "Building weave entries",
    data: "/api/content/articles/building-weave-entries",
  },
];

for (const { path, heading, data } of places) {
  const walk = `a member's first visit to ${path} takes no more than three round trips after the HTML`;
  test(walk, { tag: path === "/dashboard" ? [] : "@exhaustive" }, async ({ portal, page }) => {
    test.skip(portal.build === "desktop", "The desktop app reads its files from the disk.");
    await portal.signIn(await portal.createUser({ kind: "member" }));
    const waves = await roundTrips(page, portal.address(path), async () => {
      const title = page.getByRole("heading", { level: 1, name: heading });
      return (await title.isVisible()) && (await page.getByLabel("Loading…").count()) === 0;
    });
    const list = waves.map((wave, i) => `${i + 1}: ${wave.join(" ")}`).join("\n");
    expect(waves.length, list).toBeLessThanOrEqual(3);
    const waveOf = (asked: string) => waves.findIndex((wave) => wave.includes(asked));
    expect(waveOf(data), `the data comes with the user\n${list}`).toBe(waveOf("/api/me"));
    const asked = waves.flat();
    expect(
      asked.filter((one, i) => asked.indexOf(one) !== i),
      "loaded twice",
    ).toEqual([]);
  });
}
