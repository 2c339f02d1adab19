import { expect, it } from "vitest";
import { joinShortWords, withGoodBreaks, withGoodLineEnds } from "./line-ends.ts";

const shown = (text: string) => text.replaceAll("\u00A0", "_").replaceAll("\u2060", "|");

it("joins words of one letter with the next, also several in a row and those before an emphasised one", () => {
  expect(shown(joinShortWords("A i w domu (z psem) u siebie"))).toBe(
    "A_i_w_domu (z_psem) u_siebie",
  );
  expect(shown(joinShortWords("wejście w "))).toBe("wejście w_");
  expect(shown(joinShortWords("do domu, na plac"))).toBe("do domu, na plac");
});

it("joins numbers with their units and with each other in texts of the library", () => {
  expect(shown(withGoodBreaks("Gap of 1.5 cm, a mat of 20 × 25 cm, 5–7 runs, 3 minutes"))).toBe(
    "Gap of 1.5_cm, a_mat of 20_×_25_cm, 5–|7 runs, 3 minutes",
  );
  expect(shown(withGoodBreaks("Bieg z 30 m w 10 s"))).toBe("Bieg z_30_m w_10_s");
});

it("joins them in Polish texts of the interface only, and e-mail in sentences", () => {
  const texts = {
    a: { b: "Film w {{place}}" },
    c: "E-mail",
    d: "We’ll send you an e-mail about it within a day.",
  };
  const shownIn = (language: "en" | "pl") =>
    JSON.parse(shown(JSON.stringify(withGoodLineEnds(language, texts)))) as unknown;
  expect(shownIn("en")).toEqual({
    ...texts,
    d: "We’ll send you an e-|mail about it within a day.",
  });
  expect(shownIn("pl")).toMatchObject({ a: { b: "Film w_{{place}}" }, c: "E-mail" });
});
