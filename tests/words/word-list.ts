import type { Language } from "../../src-shared/languages.ts";

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
    avoid: /\bit stands\b|\bstands? (on|with your|here|there|beside the)\b/i,
    use: "is, see, you will find",
    because: "German and Polish texts stand somewhere, English ones do not",
  },
  { avoid: /\bin all\b/i, use: "total", because: "translated idiom" },
  { avoid: /\b(goes|going|go) on\b/i, use: "continue", because: "translated idiom" },
  { avoid: /\bbegun\b/i, use: "started", because: "the plain word" },
  { avoid: /\bas a rule\b/i, use: "usually", because: "the plain word" },
  { avoid: /\btried too often\b/i, use: "too many attempts", because: "translated idiom" },
  { avoid: /\btake it back\b/i, use: "resume, undo", because: "translated idiom" },
  { avoid: /\bmoney move[sd]\b/i, use: "no money is charged", because: "translated idiom" },
  { avoid: /\bso that what\b/i, use: "a shorter sentence", because: "translated idiom" },
  { avoid: /\blaw wants\b/i, use: "the law requires", because: "translated idiom" },
  {
    avoid: /\bonly the newest\b/i,
    use: "earlier ones no longer work",
    because: "says what happens",
  },
  {
    avoid: /\b(one|two|three|\d) clicks?\b/i,
    use: "where it is done",
    because: "nobody keeps counted clicks true",
  },
  {
    avoid: /\bcontinue with what\b|\bmembers are reading\b/i,
    use: "new in the library",
    because: "lists of the newest know nothing of what was read",
  },
  {
    avoid: /\bcommunity regulations\b/i,
    use: "Regulations",
    because: "documents are cited by their titles",
  },
  {
    avoid: /\bcomments\b(?! after each)/i,
    use: "messages",
    because: "the portal has no comments",
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
    avoid: /protok[oó]ł|Protok[oó]ł(?!y(?!\p{L}))/u,
    use: "plan treningowy",
    because: "only the section is called Protokoły",
  },
  {
    avoid: /nagra(ni|ń)/i,
    except: /catalogue/,
    use: "film",
    because: "the library has films; recordings (nagrania) are what members send in",
  },
  { avoid: /\bwybieram\b/i, use: "wybierz", because: "buttons are imperatives" },
  { avoid: /stref\w+ członkowsk/i, use: "strefa członków", because: "the area has one name" },
  { avoid: /spor\w+ kynologiczn/i, use: "psie sporty", because: "the sport has one name" },
  { avoid: /odnośnik/i, use: "link", because: "links have one name" },
  { avoid: /\btaniej na\b/i, use: "zniżki na", because: "a calque" },
  {
    avoid: /kliknięci/i,
    use: "where it is done",
    because: "nobody keeps counted clicks true",
  },
  {
    avoid: /\p{L}+ł[ae]ś(?!\p{L})|\p{L}ł(am|em) (ani|lub|albo|czy) /u,
    use: "a form without gender",
    because: "the reader may be a woman or a man",
  },
  {
    avoid: /(?<!\p{L})(tw[oó]j\p{L}*|ci|cię|ciebie|tobie|tobą|wami|wam|wasz\p{L}*)(?!\p{L})/u,
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
