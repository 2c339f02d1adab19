import { startRegistration } from "@simplewebauthn/browser";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "#shared/api/passkeys.ts";
import { proveFactor } from "#shared/api/second-factor.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import type { PasskeySupport } from "#renderer/platform/platform.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { PasskeySection } from "./passkey-section.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
vi.mock("@simplewebauthn/browser", () => ({ startRegistration: vi.fn() }));

const phone = {
  id: "1f0c3a52-6a5c-4c0e-9a36-0e3d0f6f8d11",
  name: "Phone",
  createdAt: "2026-11-01T10:00:00Z",
  lastUsedAt: null,
};
const options = {
  rp: { id: "portal.test", name: "Ringside" },
  user: { id: "AA", name: "kim@example.com", displayName: "Kim" },
  challenge: "AAAA",
  pubKeyCredParams: [],
  timeout: 1,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  },
  attestation: "none",
} as const;

const created = {
  id: "id",
  rawId: "id",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "data", attestationObject: "object" },
} as const;

const support = (value: PasskeySupport) =>
  vi.spyOn(platform, "passkeys", "get").mockReturnValue(value);
const thrown = (name: string) => Object.assign(new Error("no"), { name });

beforeEach(() => void support("usable"));
afterEach(() => void vi.restoreAllMocks());

/** Opens the dialog, fills it in and submits it. */
async function add(begun: Parameters<typeof answer>[1] = { data: options }) {
  answer(listPasskeys, { data: { items: [] } });
  answer(beginPasskey, begun);
  const user = renderPage(<PasskeySection />);
  await user.click(await screen.findByRole("button", { name: "Add a passkey" }));
  const dialog = within(await screen.findByRole("dialog"));
  const name = dialog.getByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Laptop");
  await user.type(dialog.getByLabelText("Current password"), "secret");
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  return { dialog, user };
}

it.each([
  ["NotAllowedError", /cancelled it/],
  ["InvalidStateError", /already holds a passkey for your account/],
  ["UnknownError", /could not create a passkey/],
])("says what a device means by %s, and keeps the input", async (name, text) => {
  vi.mocked(startRegistration).mockRejectedValue(thrown(name));
  const { dialog } = await add();
  expect((await dialog.findByRole("alert")).textContent).toMatch(text);
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Laptop");
  expect(sentTo(addPasskey)).toHaveLength(0);
});

it("asks an admin who has proven no factor for an enrolment code, and says where it comes from", async () => {
  vi.mocked(startRegistration).mockResolvedValue(created);
  answer(addPasskey, { data: { ...phone, token: "renewed" } });
  const code = "enrolment-code-needed";
  const { dialog, user } = await add({
    error: { kind: "rejected", message: "", status: 403, code },
  });
  const field = await dialog.findByLabelText("Enrolment code");
  expect(dialog.getByRole("alert").textContent).toContain("log in again with it and continue");
  await waitFor(() => expect(document.activeElement).toBe(field));
  answer(proveFactor, { data: { token: "renewed" } });
  answer(beginPasskey, { data: options });
  await user.keyboard("7KQ2-9WXM-3HTA-V5CD{Enter}");
  await screen.findByText("The passkey has been added.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentTo(proveFactor)[0]?.input.body).toEqual({ code: "7KQ2-9WXM-3HTA-V5CD" });
});

it("renames a passkey", async () => {
  answer(listPasskeys, { data: { items: [phone] } });
  answer(renamePasskey, { data: { ...phone, name: "Old phone" } });
  const user = renderPage(<PasskeySection />);
  await user.click(await screen.findByRole("button", { name: "Rename: Phone" }));
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Old phone{Enter}");
  await screen.findByText("The passkey has a new name.");
  expect(sentTo(renamePasskey)[0]?.input).toMatchObject({ params: { id: phone.id } });
});

it("removes a passkey after the password was entered", async () => {
  answer(listPasskeys, { data: { items: [phone] } });
  answer(removePasskey, { data: { token: "renewed" } });
  const user = renderPage(<PasskeySection />);
  await user.click(await screen.findByRole("button", { name: "Remove: Phone" }));
  await user.type(await screen.findByLabelText("Current password"), "secret{Enter}");
  await screen.findByText("The passkey has been removed.");
  expect(sentTo(removePasskey)[0]?.input.body).toEqual({ password: "secret" });
});

it.each([
  ["no-app", /The desktop app cannot use passkeys.*one-time passwords/],
  ["no-address", /opened by an IP address/],
  ["no-browser", /This browser cannot use passkeys/],
] as const)("with %s says why none can be added, and lists what there is", async (value, text) => {
  support(value);
  answer(listPasskeys, { data: { items: [phone] } });
  renderPage(<PasskeySection />);
  await screen.findByText("Phone");
  screen.getByText(text);
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
  await screen.findByRole("button", { name: "Remove: Phone" });
});
