import brand from "#brand/brand.json";
import en from "#brand/en.json";
import pl from "#brand/pl.json";
import { brandElementId } from "#shared/brand-page.ts";
import type { PublicBrand } from "#shared/brand.ts";
import { languages } from "#shared/languages.ts";

const defaultBrand: PublicBrand = {
  ...brand,
  languages: [...languages],
  texts: { en, pl },
  logos: { onLight: "/logo-mark.svg", onDark: "/logo-mark-on-dark.svg" },
};

// Before any module of the interface is loaded: the document of each file has the brand of the demo, as a page has one.
const element = document.createElement("script");
element.type = "application/json";
element.id = brandElementId;
element.textContent = JSON.stringify(defaultBrand);
document.head.append(element);
