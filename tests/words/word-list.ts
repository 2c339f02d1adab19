import type { Language } from "#shared/languages.ts";

/** Where a rule applies: all texts, or those in which the product itself speaks (not the demo library). */
type Scope = "all" | "product";

export type WordRule = {
  /** Missing: the rule is for every language. */
  language?: Language;
  scope: Scope;
  /** What no text contains. */
  avoid: RegExp;
  /** Places where it is right all the same. */
  except?: RegExp;
  /** What to write instead. */
  use: string;
  because: string;
};

const typography: WordRule[] = [
  { scope: "all", avoid: /'/, use: "’", because: "apostrophes are typographic" },
  { scope: "all", avoid: /"/, use: "“…” or „…”", because: "quotes are typographic" },
  { scope: "all", avoid: /\.\.\./, use: "…", because: "an ellipsis is one character" },
  { scope: "all", avoid: /\S {2,}\S/, use: "one space", because: "a second space is a slip" },
  {
    scope: "all",
    avoid: /(?<![\p{L}\d.])[-–](?=[€$£]?\d)/u,
    use: "− (U+2212)",
    because: "negative amounts have a minus sign",
  },
  { scope: "all", avoid: /\d-\d/, use: "–", because: "ranges have an en dash" },
  {
    scope: "all",
    avoid: /\d{4}-\d{2}-\d{2}/,
    use: "the date in words",
    because: "raw dates are for machines",
  },
  {
    language: "en",
    scope: "all",
    avoid: /[„”](?=\p{L})/u,
    use: "“…”",
    because: "English quotes open with “",
  },
  { language: "pl", scope: "all", avoid: /“/, use: "„…”", because: "Polish quotes are „…”" },
];

const english: WordRule[] = [
  {
    avoid: /(?<!e-)\bmail(s|ed|ing)?\b|\bemail/i,
    except: /forms\.json\.email$/, // quoted from the specification
    use: "e-mail",
    because: "mail alone is what the post brings; one spelling",
  },
  {
    avoid: /\bcommunity regulations\b/i,
    use: "Regulations",
    because: "documents are cited by their titles",
  },
].map((rule) => ({ ...rule, language: "en", scope: "product" }));

const polish: WordRule[] = [
  {
    avoid: /potwierdzeni\w* (zakupu|płatności)|(numer|twoje) potwierdzeni/i,
    use: "rachunek",
    because: "the receipt has one name",
  },
  {
    avoid: /warunk\w+ (korzystania|sprzedaży)|regulamin\w* społeczności/i,
    use: "Regulamin sprzedaży, Zasady portalu",
    because: "documents are cited by their titles",
  },
  {
    avoid: /protok[oó]ł/iu,
    use: "plan treningowy",
    because: "it has one name",
  },
  {
    avoid: /nagra(ni|ń)/i,
    except: /catalogue/,
    use: "film",
    because: "the library has films; recordings (nagrania) are what members send in",
  },
  { avoid: /stref\w+ członkowsk/i, use: "strefa członków", because: "the area has one name" },
  { avoid: /spor\w+ kynologiczn/i, use: "psie sporty", because: "the sport has one name" },
  { avoid: /odnośnik/i, use: "link", because: "links have one name" },
  {
    avoid: /\p{L}+ł[ae]ś(?!\p{L})|\p{L}ł(am|em) (ani|lub|albo|czy) /u,
    use: "a form without gender",
    because: "the reader may be a woman or a man",
  },
  {
    avoid: /(?<!\p{L})(tw[oó][ij]\p{L}*|ci|cię|ciebie|tobie|tobą|wami|wam|wasz\p{L}*)(?!\p{L})/u,
    use: "a capital letter",
    because: "the reader is addressed with one, as in a letter",
  },
].map((rule) => ({ ...rule, language: "pl", scope: "product" }));

/** What texts do not say, what they say instead, and why. */
export const wordList: WordRule[] = [
  ...typography,
  ...english,
  ...polish,
  {
    language: "pl",
    scope: "all",
    avoid: /klas\p{L}* wysokości/iu,
    use: "klasa wzrostowa",
    because: "the height class has one name",
  },
];
