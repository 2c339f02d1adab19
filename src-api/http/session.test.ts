import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const messages: Record<string, string> = {
  en: "There is nothing at this address.",
  pl: "Pod tym adresem nic nie ma.",
};

test.each([
  [undefined, "en"],
  ["pl", "pl"],
  ["PL-pl,pl;q=0.9,en;q=0.8", "pl"],
  ["en;q=0.4, pl;q=0.7", "pl"],
  ["pl;q=0, en", "en"],
  ["tlh-AQ, eo;q=0.9", "en"],
  ["tlh, pl;q=0.3", "pl"],
  ["pl-PL,en;q=0.9,pl;q=0.8", "pl"],
  ["pl-PL, en", "pl"],
  ["en-GB,pl", "en"],
  ["*", "en"],
  [";;,q=;", "en"],
])("Accept-Language %j is answered in %s", async (header, language) => {
  const answer = await portal.app.inject({
    url: "/api/nowhere",
    headers: header === undefined ? {} : { "accept-language": header },
  });
  expect(answer.json().message).toBe(messages[language]);
});
