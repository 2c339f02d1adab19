import { startRegistration } from "@simplewebauthn/browser";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "../../../../src-shared/api/passkeys.ts";
import { clearCache } from "../../../api-client/cache.ts";
import { platform } from "../../../platform/current-platform.ts";
import type { PasskeySupport } from "../../../platform/platform.ts";
import { answer, resetApi, sentTo } from "../../../testing/fake-api.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import PasskeyList from "./passkey-list.tsx";

vi.mock("../../../api-client/transport.ts", () => import("../../../testing/fake-api.ts"));
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

const support = (value: PasskeySupport) =>
  vi.spyOn(platform, "passkeys", "get").mockReturnValue(value);
const thrown = (name: string) => Object.assign(new Error("no"), { name });

beforeEach(() => void support("usable"));
afterEach(() => {
  clearCache();
  resetApi();
  vi.restoreAllMocks();
});

/** Opens the dialog, fills it in and submits it. */
async function add() {
  answer(listPasskeys, { data: { items: [] } });
  answer(beginPasskey, { data: options });
  const user = renderPage(<PasskeyList />);
  await user.click(await screen.findByRole("button", { name: "Add a passkey" }));
  const dialog = within(await screen.findByRole("dialog"));
  const name = dialog.getByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Laptop");
  await user.type(dialog.getByLabelText("Current password"), "secret");
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  return dialog;
}

it("adds a passkey that the device created after the password was entered", async () => {
  vi.mocked(startRegistration).mockResolvedValue({
    id: "id",
    rawId: "id",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "data", attestationObject: "object" },
  });
  answer(addPasskey, { data: phone });
  await add();
  await screen.findByText("The passkey has been added.");
  expect(sentTo(beginPasskey)[0]?.input.body).toEqual({ password: "secret" });
  expect(sentTo(addPasskey)[0]?.input.body).toMatchObject({
    name: "Laptop",
    credential: { id: "id" },
  });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it.each([
  ["NotAllowedError", /cancelled it/],
  ["InvalidStateError", /holds a passkey for your account already/],
  ["UnknownError", /could not create a passkey/],
])("says what a device means by %s, and keeps the input", async (name, text) => {
  vi.mocked(startRegistration).mockRejectedValue(thrown(name));
  const dialog = await add();
  expect((await dialog.findByRole("alert")).textContent).toMatch(text);
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Laptop");
  expect(sentTo(addPasskey)).toHaveLength(0);
});

it("renames a passkey, and removes it after the password was entered", async () => {
  answer(listPasskeys, { data: { items: [phone] } });
  answer(renamePasskey, { data: { ...phone, name: "Old phone" } });
  answer(removePasskey, { data: "" });
  const user = renderPage(<PasskeyList />);
  await user.click(await screen.findByRole("button", { name: "Rename: Phone" }));
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Old phone{Enter}");
  await screen.findByText("The passkey has a new name.");
  await user.click(screen.getByRole("button", { name: "Remove: Phone" }));
  await user.type(await screen.findByLabelText("Current password"), "secret{Enter}");
  await screen.findByText("The passkey has been removed.");
  expect(sentTo(renamePasskey)[0]?.input).toMatchObject({ params: { id: phone.id } });
  expect(sentTo(removePasskey)[0]?.input.body).toEqual({ password: "secret" });
});

it.each([
  ["no-app", /The desktop app cannot use passkeys.*one-time passwords/],
  ["no-address", /opened by an IP address/],
  ["no-browser", /This browser cannot use passkeys/],
] as const)("with %s says why none can be added, and lists what there is", async (value, text) => {
  support(value);
  answer(listPasskeys, { data: { items: [phone] } });
  renderPage(<PasskeyList />);
  await screen.findByText("Phone");
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove: Phone" })).toBeDefined());
});
