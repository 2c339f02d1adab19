import { act, render, screen } from "@testing-library/react";
import { useEffect, useLayoutEffect, type ReactNode } from "react";
import { BrowserRouter, useLocation, useNavigate, type NavigateFunction } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import { chooseLanguage, useWantedLanguage } from "#renderer/i18n/wanted-language.ts";
import { LanguageInAddress } from "./app.tsx";

afterEach(() => useWantedLanguage.setState({ language: "en", chosen: false }));

let navigate: NavigateFunction;

function Address() {
  const here = useNavigate();
  useEffect(() => {
    navigate = here;
  });
  const { pathname, search, hash, state } = useLocation();
  return <p>{JSON.stringify([pathname + search + hash, state])}</p>;
}

function open(path: string, more?: ReactNode) {
  window.history.replaceState(null, "", path);
  render(
    <BrowserRouter>
      <LanguageInAddress />
      <Address />
      {more}
    </BrowserRouter>,
  );
}

const go = (to: string, state?: string) => act(async () => navigate(to, { state }));
const at = () => screen.getByText(/^\[/).textContent;
const wanted = () => useWantedLanguage.getState().language;

describe("a link that names a language", () => {
  it("changes the language if the user has not chosen one", async () => {
    open("/about");
    await go("/contact?lang=pl");
    expect([wanted(), at()]).toEqual(["pl", '["/contact?lang=pl",null]']);
  });

  it("is rewritten to the language that the user chose, and keeps the rest of the address", async () => {
    open("/about");
    chooseLanguage("pl");
    await go("/articles?lang=en&q=a#top", "state");
    expect([wanted(), at()]).toEqual(["pl", '["/articles?lang=pl&q=a#top","state"]']);
  });
});

it("does not rewrite the page that a step back has led to since the rendering", () => {
  chooseLanguage("en");
  // Runs before the effects of the same rendering.
  function StepBack() {
    useLayoutEffect(() => window.history.replaceState(null, "", "/contact?lang=pl"), []);
    return null;
  }
  open("/about?lang=pl", <StepBack />);
  expect(window.location.pathname).toBe("/contact");
});

it("an address that names no language stays as it is", () => {
  open("/about?language=pl");
  act(() => chooseLanguage("pl"));
  expect(at()).toBe('["/about?language=pl",null]');
});
