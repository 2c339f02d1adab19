import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listDogs, type Dog } from "#shared/api/dogs.ts";
import { listContent } from "#shared/api/library.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { dog, puppy } from "#renderer/features/dogs/testing/sample-dogs.ts";
import { listOf, teaser } from "../testing/sample-entries.ts";
import ListPage from "./list-page.tsx";

const rex = dog();
const lastQuery = () => sentTo(listContent).at(-1)?.input.query;

function open(path: string, dogs: Dog[]) {
  const stew = teaser({ kind: "recipes", slug: "stew", title: "Stew" });
  answer(listContent, listOf([stew]));
  answer(listDogs, { data: { items: dogs } });
  return renderPage(<ListPage />, path);
}

beforeEach(() => useSession.setState({ status: "ready", token: "t1", user: ada }));
afterEach(() => platform.remove("dog"));

describe("a list for a dog", () => {
  it("is narrowed by class and age, kept in the address, and wide again at the second press", async () => {
    const user = open("/protocols", [rex]);
    const chip = await screen.findByRole("button", { name: "For Rex", pressed: false });
    expect(lastQuery()).toEqual({});
    expect(screen.queryByRole("searchbox")).toBeNull();
    await user.click(chip);
    await waitFor(() => expect(lastQuery()).toMatchObject({ heightClass: "large" }));
    expect(Number((lastQuery() as { ageMonths?: number }).ageMonths)).toBeGreaterThan(60);
    await expectAddress(`/protocols?dog=${rex.id}`);
    expect(platform.read("dog")).toBe(rex.id);
    await screen.findByText(/height classes other than “Large”/);
    await user.click(await screen.findByRole("button", { name: "For Rex", pressed: true }));
    await expectAddress("/protocols");
    expect(screen.queryByText(/height classes other than/)).toBeNull();
  });

  it("opened by its address asks once, for the dog", async () => {
    open(`/protocols?dog=${rex.id}`, [rex]);
    await screen.findByRole("button", { name: "For Rex", pressed: true });
    await waitFor(() => expect(sentTo(listContent)).toHaveLength(1));
    expect(lastQuery()).toMatchObject({ heightClass: "large" });
  });

  it("says once that a young dog has not been measured", async () => {
    const ida = { ...puppy(9), heights: [] };
    open(`/protocols?dog=${ida.id}`, [ida]);
    const note = await screen.findByText(/Ida is 9 months old and has not been measured/);
    expect(note.textContent?.match(/measured/g)).toHaveLength(1);
    screen.getByRole("link", { name: "Open your dogs" });
  });

  it("comes together with the dogs, which would move it", async () => {
    const dogs = Promise.withResolvers<{ data: { items: Dog[] } }>();
    answer(listContent, listOf([teaser({ kind: "protocols", slug: "stew", title: "Stew" })]));
    answer(listDogs, dogs.promise);
    renderPage(<ListPage />, "/protocols");
    await waitFor(() => expect(sentTo(listContent)).toHaveLength(1));
    expect(screen.queryByRole("link", { name: "Stew" })).toBeNull();
    dogs.resolve({ data: { items: [rex] } });
    await screen.findByRole("link", { name: "Stew" });
    screen.getByRole("button", { name: "For Rex" });
  });

  it("does not wait for dogs that fail to load", async () => {
    answer(listContent, listOf([teaser({ kind: "protocols", slug: "stew", title: "Stew" })]));
    answer(listDogs, { error: { kind: "offline", message: "" } });
    renderPage(<ListPage />, "/protocols");
    await screen.findByRole("link", { name: "Stew" });
  });

  it("of somebody else is a list for all", async () => {
    open("/protocols?dog=somebody-elses", [rex]);
    await screen.findByRole("button", { name: "For Rex", pressed: false });
    await waitFor(() => expect(lastQuery()).toEqual({}));
  });

  it("is not offered to visitors, nor are their dogs asked for", async () => {
    useSession.setState({ token: null, user: null });
    open("/articles", [rex]);
    await screen.findByRole("link", { name: "Stew" });
    expect(screen.queryByRole("button", { name: "For Rex" })).toBeNull();
    expect(sentTo(listDogs)).toHaveLength(0);
  });
});
