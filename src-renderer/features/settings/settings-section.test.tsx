import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import en from "#brand/en.json";
import {
  changeColours,
  changeDownloads,
  changeEmbeds,
  changeWaysToPay,
  changeLegal,
  changeLogo,
  changeSeller,
  changeTexts,
  getSettings,
  logoLimits,
  removeLogo,
} from "#shared/api/settings.ts";
import { getSettablePlans } from "#shared/api/plans.ts";
import { getReadKey } from "#shared/api/read-key.ts";
import { listRedirects } from "#shared/api/redirects.ts";
import { listWebhooks } from "#shared/api/webhooks.ts";
import type { Endpoint } from "#shared/api/endpoint.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { SettingsSection } from "./settings-section.tsx";
import { plans, settings } from "./testing/sample-settings.ts";

const refuse = (endpoint: Endpoint, code: ErrorCode, fields?: Record<string, string>) =>
  answer(endpoint, {
    error: { kind: "rejected", message: "", status: 409, code, ...(fields && { fields }) },
  });

const lastBody = (endpoint: Endpoint) => sentTo(endpoint).at(-1)?.input.body;

/** Opens the form of a setting. */
async function open(name: string) {
  const user = renderPage(<SettingsSection />);
  await user.click(await screen.findByRole("button", { name: `Change: ${name}` }));
  const row = within(screen.getByRole("group", { name }));
  const save = () => user.click(row.getByRole("button", { name: "Save" }));
  return { user, row, save };
}

/** Replaces the text of a field at once: typing each letter takes long. */
const replace = (field: HTMLElement, text: string) =>
  void fireEvent.change(field, { target: { value: text } });

/** The section, and a button that leaves it or comes back. */
function Leavable() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && <SettingsSection />}
      <button onClick={() => setShown(!isShown)}>Leave or come back</button>
    </>
  );
}

/** Returns the number of texts in a value. */
const textsIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, inner: unknown) => sum + textsIn(inner), 0)
    : 1;

beforeEach(() => {
  signIn({ token: "mine", user: ada });
  answer(getSettings, { data: settings });
  answer(getSettablePlans, { data: plans });
  answer(listWebhooks, { data: { items: [] } });
  answer(getReadKey, { data: { key: null } });
  answer(listRedirects, { data: { items: [], nextAfter: null, total: 0 } });
});

it("allows sites with videos, by their hosts, also where an address was pasted, and says what is none", async () => {
  answer(changeEmbeds, { data: { revision: 11 } });
  const { user, row, save } = await open("Allowed sites");
  await user.click(row.getByRole("checkbox", { name: "YouTube" }));
  replace(row.getByRole("textbox", { name: "PeerTube sites" }), "tube");
  await save();
  await row.findByText(/^One site per line/);
  expect(sentTo(changeEmbeds)).toEqual([]);
  const sites =
    "Tube.example.org\nhttps://video.example/w/9zvLVgmNs4Wg3mVUqqHTqa\ntube.example.org";
  replace(row.getByRole("textbox", { name: "PeerTube sites" }), sites);
  await save();
  await waitFor(() =>
    expect(lastBody(changeEmbeds)).toEqual({
      youtube: true,
      vimeo: false,
      peertube: ["tube.example.org", "video.example"],
      revision: 10,
    }),
  );
});

it("offers the ways to pay that are chosen, and says which are on", async () => {
  answer(changeWaysToPay, { data: { revision: 12 } });
  const { user, row, save } = await open("Ways to pay");
  expect(row.queryByText("Cards")).not.toBeNull();
  await user.click(row.getByRole("checkbox", { name: /^SEPA debit/ }));
  await user.click(row.getByRole("checkbox", { name: /^BLIK/ }));
  await save();
  await waitFor(() =>
    expect(lastBody(changeWaysToPay)).toEqual({ ways: ["sepa_debit", "blik"], revision: 11 }),
  );
});

it("changes where the app is downloaded, and says what is no address", async () => {
  answer(changeDownloads, { data: { revision: 10 } });
  const { row, save } = await open("Downloads");
  replace(row.getByRole("textbox", { name: "Windows" }), "downloads.example.com");
  await save();
  await row.findByText(/begins with https:/);
  expect(sentTo(changeDownloads)).toEqual([]);
  replace(row.getByRole("textbox", { name: "Windows" }), "https://downloads.example.com/app.exe");
  await save();
  await waitFor(() =>
    expect(lastBody(changeDownloads)).toEqual({
      windows: "https://downloads.example.com/app.exe",
      mac: "",
      linux: "",
      revision: 9,
    }),
  );
});

it("shows the settings of a folder without a way to change them, and says where they are", async () => {
  answer(getSettings, { data: { ...settings, folder: "/srv/brand" } });
  answer(getSettablePlans, { data: { ...plans, folder: "/srv/brand" } });
  renderPage(<SettingsSection />);
  await screen.findByText(/BRAND_DIR.*\/srv\/brand/);
  screen.getByText("Ringside · Ringside Media s.c.");
  // No folder of a brand has the addresses of a former site, receivers of webhooks and the read key.
  const others = ["Add addresses", "Add a receiver", "Make a key"];
  for (const name of others) await screen.findByRole("button", { name });
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(others);
});

it("changes name and seller, with a link more, and says when visitors see it", async () => {
  const { user, row, save } = await open("Name and seller");
  expect(document.activeElement).toBe(row.getByLabelText("Name of the portal"));
  replace(row.getByLabelText("Name of the portal"), "");
  replace(row.getByLabelText("Prefix of receipt numbers"), "r1");
  await user.click(row.getByRole("button", { name: "Add link" }));
  await save();
  row.getByText("One to eight capital letters, please");
  const link = within(row.getByRole("group", { name: "Link 3" }));
  link.getByText("Field is required");
  link.getByText("An address that begins with https://, please");
  expect(sentTo(changeSeller)).toEqual([]);
  replace(row.getByLabelText("Name of the portal"), "Kennel");
  replace(row.getByLabelText("Prefix of receipt numbers"), "KN");
  await user.selectOptions(row.getByLabelText("Country"), "Germany");
  await user.selectOptions(row.getByLabelText("Time zone"), "America/New York");
  row.getByText("Eastern Time");
  replace(link.getByLabelText("Name"), "Mastodon");
  replace(link.getByLabelText("Address of the page"), "https://social.example/@kennel");
  await user.click(row.getByRole("button", { name: "Remove link 1" }));
  answer(changeSeller, { data: { revision: 4 } });
  await save();
  await row.findByText("Saved. Pages that are opened from now on show it.");
  row.getByRole("button", { name: "Reload" });
  const { seller } = settings;
  expect(lastBody(changeSeller)).toEqual({
    ...seller,
    name: "Kennel",
    country: "DE",
    timeZone: "America/New_York",
    receiptPrefix: "KN",
    social: [seller.social[1], { name: "Mastodon", url: "https://social.example/@kennel" }],
  });
});

it("keeps what was typed when somebody else was faster, shows theirs, and replaces it only when saved again", async () => {
  const { row, save } = await open("Name and seller");
  replace(row.getByLabelText("Name of the portal"), "Mine");
  refuse(changeSeller, "conflict");
  const theirs = { ...settings.seller, name: "Theirs", address: "Kyoto", revision: 9 };
  answer(getSettings, { data: { ...settings, seller: theirs } });
  await save();
  await row.findByText(/^Somebody else changed this in the meantime/);
  const differences = within(row.getByRole("group", { name: "Where theirs differs" }));
  expect(differences.getAllByRole("term").map((term) => term.textContent)).toEqual([
    "Name of the portal",
    "Address",
  ]);
  expect(row.getByLabelText("Name of the portal")).toHaveProperty("value", "Mine");
  answer(changeSeller, { data: { revision: 10 } });
  await save();
  await row.findByText(/^Saved/);
  expect(lastBody(changeSeller)).toEqual({ ...settings.seller, name: "Mine", revision: 9 });
});

it("takes over what somebody else has saved", async () => {
  const { user, row, save } = await open("Name and seller");
  replace(row.getByLabelText("Name of the portal"), "Mine");
  refuse(changeSeller, "conflict");
  const theirs = { ...settings.seller, name: "Theirs", revision: 9 };
  answer(getSettings, { data: { ...settings, seller: theirs } });
  await save();
  await user.click(await row.findByRole("button", { name: "Take theirs" }));
  expect(row.getByLabelText("Name of the portal")).toHaveProperty("value", "Theirs");
});

it("keeps what was typed without a connection, and when the page is left; asks before it is given up", async () => {
  const user = renderPage(<Leavable />);
  await user.click(await screen.findByRole("button", { name: "Change: Name and seller" }));
  const name = () => screen.getByLabelText("Name of the portal");
  replace(name(), "Mine");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^There seems to be no connection/);
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await user.click(screen.getByRole("button", { name: "Leave or come back" }));
  expect(screen.queryByLabelText("Name of the portal")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Leave or come back" }));
  expect(name()).toHaveProperty("value", "Mine");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(name()).toHaveProperty("value", "Mine");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await user.click(await screen.findByRole("button", { name: "Change: Name and seller" }));
  expect(name()).toHaveProperty("value", "Ringside");
});

it("checks colours while they are typed, offers a readable accent, and saves both", async () => {
  const { user, row, save } = await open("Colours");
  const main = row.getByLabelText("Main colour");
  const accent = row.getByLabelText("Accent colour");
  expect(main).toHaveProperty("value", "#2b715a");
  row.getByRole("img", { name: "Preview" });
  replace(main, "blue");
  await save();
  row.getByText("A colour such as #24624d, please");
  fireEvent.change(row.getByLabelText("Pick: Main colour"), { target: { value: "#31517b" } });
  expect(main).toHaveProperty("value", "#31517b");
  replace(accent, "#7a2a2a");
  row.getByText(/^Text in this colour or on it could not be read/);
  await save();
  expect(sentTo(changeColours)).toEqual([]);
  const offer = row.getByRole("button", { name: /^Use #/ });
  const offered = offer.textContent.replace("Use ", "");
  await user.click(offer);
  expect(accent).toHaveProperty("value", offered);
  expect(document.activeElement).toBe(accent);
  expect(row.queryByText(/could not be read/)).toBeNull();
  answer(changeColours, { data: { revision: 5 } });
  await save();
  await row.findByText(/^Saved/);
  expect(lastBody(changeColours)).toEqual({ main: "#31517b", accent: offered, revision: 4 });
});

const picture = (type: string, size = 100) =>
  Object.defineProperty(new File(["x"], "logo", { type }), "size", { value: size });

/** Chooses a file in a group that has one field for it. */
function choose(group: HTMLElement, file: File) {
  const input = group.querySelector("input");
  if (input) fireEvent.change(input, { target: { files: [file] } });
}

it("says at the logo why a file was refused, and changes nothing then", async () => {
  const { row } = await open("Logo");
  const light = row.getByRole("group", { name: "For light backgrounds" });
  choose(light, picture("image/png", logoLimits.bytes + 1));
  await within(light).findByText(/^This file is too large/);
  choose(light, picture("application/pdf"));
  await within(light).findByText(/^This is neither a PNG/);
  expect(sentTo(changeLogo)).toEqual([]);
  refuse(changeLogo, "validation", { logo: "It is damaged." });
  choose(light, picture("image/png"));
  await within(light).findByText("It is damaged.");
  refuse(changeLogo, "conflict");
  choose(light, picture("image/png"));
  await within(light).findByText(/^Somebody else changed the logo/);
});

it("replaces the logo for a ground, and returns to the one that the portal came with", async () => {
  const own = { isOwn: true, onLight: "/own.svg", onDark: "/own-dark.svg", revision: 3 };
  const { user, row } = await open("Logo");
  expect(row.queryByRole("button", { name: "Remove logo" })).toBeNull();
  const light = row.getByRole("group", { name: "For light backgrounds" });
  const dark = row.getByRole("group", { name: "For dark backgrounds" });
  // It is another one than that for light backgrounds.
  expect(within(dark).queryByRole("button")).toBeNull();
  answer(changeLogo, { data: { onLight: own.onLight, onDark: own.onDark } });
  answer(getSettings, { data: { ...settings, logo: own } });
  choose(light, picture("image/webp"));
  await row.findByText(/^The logo is changed/);
  expect(sentTo(changeLogo).at(-1)?.input.query).toEqual({ ground: "light", revision: 2 });
  row.getByText("Your own");
  await user.click(row.getByRole("button", { name: "Change: Logo" }));
  choose(row.getByRole("group", { name: "For dark backgrounds" }), picture("image/png"));
  await waitFor(() => expect(sentTo(changeLogo)).toHaveLength(2));
  expect(sentTo(changeLogo).at(-1)?.input.query).toEqual({ ground: "dark", revision: 3 });
  await user.click(await row.findByRole("button", { name: "Change: Logo" }));
  await user.click(row.getByRole("button", { name: "Remove logo" }));
  answer(removeLogo, { data: { onLight: "/logo-mark.svg", onDark: "/logo-mark-on-dark.svg" } });
  answer(getSettings, { data: settings });
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Remove logo" }));
  await row.findByText(/^Your logo is removed/);
  expect(sentTo(removeLogo).at(-1)?.input.query).toEqual({ revision: 3 });
});

it("takes no other file, and stays open, while a logo is under way", async () => {
  const own = { isOwn: true, onLight: "/own.svg", onDark: "/own-dark.svg", revision: 3 };
  answer(getSettings, { data: { ...settings, logo: own } });
  const { row } = await open("Logo");
  const light = row.getByRole("group", { name: "For light backgrounds" });
  const dark = row.getByRole("group", { name: "For dark backgrounds" });
  const others = () => [
    within(dark).getByRole("button", { name: "Choose a file" }),
    row.getByRole("button", { name: "Remove logo" }),
    row.getByRole("button", { name: "Close" }),
  ];
  const arrived = Promise.withResolvers<{ data: object }>();
  answer(changeLogo, arrived.promise);
  choose(light, picture("image/png"));
  await within(light).findByRole("button", { name: "Uploading…" });
  for (const button of others()) expect(button.getAttribute("aria-disabled")).toBe("true");
  choose(dark, picture("image/png"));
  arrived.resolve({ data: { onLight: own.onLight, onDark: own.onDark } });
  await row.findByText(/^The logo is changed/);
  expect(sentTo(changeLogo).map(({ input }) => input.query)).toEqual([
    { ground: "light", revision: 3 },
  ]);
});

it("has a field for each sentence, and opens the group in which one is missing", async () => {
  const { row, save } = await open("English");
  expect(row.getAllByRole("textbox", { hidden: true })).toHaveLength(textsIn(en));
  const headline = row.getAllByLabelText("Headline")[0] ?? document.body;
  replace(headline, " ");
  await save();
  await waitFor(() => expect(document.activeElement).toBe(headline));
  expect(headline.closest("details")).toHaveProperty("open", true);
  expect(sentTo(changeTexts)).toEqual([]);
});

it("adds, moves and removes what a list of sentences has, and says what the API refuses at its field", async () => {
  const { user, row, save } = await open("English");
  await user.click(row.getByText("Questions and answers"));
  await user.click(row.getByRole("button", { name: "Move down: Question 1" }));
  await user.click(row.getByRole("button", { name: "Remove: Question 9" }));
  await user.click(row.getByRole("button", { name: "Add question" }));
  const added = within(row.getByRole("group", { name: "Question 9" }));
  replace(added.getByLabelText("Question"), "Why?");
  replace(added.getByLabelText("Answer"), "Because.");
  refuse(changeTexts, "validation", { "about.people.0.role": "No role is like this." });
  await save();
  await row.findByText("No role is like this.");
  answer(changeTexts, { data: { revision: 6 } });
  await save();
  await row.findByText(/^Saved/);
  const [first, second, ...others] = en.questions;
  expect(lastBody(changeTexts)).toEqual({
    texts: {
      ...en,
      questions: [second, first, ...others.slice(0, -1), { question: "Why?", answer: "Because." }],
    },
    revision: 5,
  });
});

async function publish(user: Awaited<ReturnType<typeof open>>["user"]) {
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "secret");
  await user.click(dialog.getByRole("button", { name: "Publish" }));
}

it("publishes a legal text with the password; a version that buyers have accepted is refused at its field", async () => {
  const { user, row } = await open("Terms and conditions");
  const version = row.getByLabelText("Applies from");
  const polish = row.getByLabelText("Text in Polski");
  replace(polish, "");
  await user.click(row.getByRole("button", { name: "Publish" }));
  row.getByText("Field is required");
  replace(polish, "## Nowy");
  await user.click(row.getByText("Preview the text in Polski"));
  await row.findByRole("heading", { name: "Nowy" });
  replace(version, "2026-11-26");
  const later = "Choose a later one.";
  refuse(changeLegal, "validation", { version: later });
  await publish(user);
  await row.findByText(later);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(polish).toHaveProperty("value", "## Nowy");
  replace(version, "2027-01-01");
  answer(changeLegal, { data: { revision: 8 } });
  await publish(user);
  await row.findByText(/^Saved/);
  expect(lastBody(changeLegal)).toEqual({
    version: "2027-01-01",
    texts: { en: "## Text", pl: "## Nowy" },
    revision: 7,
    password: "secret",
  });
});

it("says in the dialog that a password is wrong, and shows a conflict in the form", async () => {
  const { user, row } = await open("Terms and conditions");
  refuse(changeLegal, "wrong-password", { password: "That is not your password." });
  await publish(user);
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("That is not your password.");
  refuse(changeLegal, "conflict");
  await user.click(dialog.getByRole("button", { name: "Publish" }));
  await row.findByText(/^Somebody else changed this/);
});
