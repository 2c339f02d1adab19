import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, test } from "vitest";
import { cleanMarkdown } from "./clean-markdown.ts";
import { htmlToMarkdown } from "./convert-worker.ts";

const blocks =
  "p div section article aside blockquote ul ol li dl dt dd table caption thead tbody tr th td figure figcaption details summary h1 h2 h4 h6 pre form fieldset legend label center address menu dialog noscript video audio object svg math template".split(
    " ",
  );
const inlines =
  "b strong i em del s u ins mark small span a code kbd q abbr ruby rt rp sup sub font time bdo button select option textarea iframe x-own".split(
    " ",
  );
const styles = ["font-weight:bold", "font-style:italic", "display:none", "vertical-align:super"];
const classes =
  "kg-bookmark-container kg-bookmark-title kg-callout-card kg-callout-emoji kg-callout-text kg-toggle-card kg-file-card-container kg-file-card-title footnotes".split(
    " ",
  );

/** Writes random texts whose words are all different. */
class RandomText {
  readonly words: string[] = [];
  readonly #random;
  constructor(seed: number) {
    this.#random = xoroshiro128plus(seed);
  }

  #below = (end: number) => uniformInt(this.#random, 0, end - 1);
  #one = <Item>(items: readonly Item[]): Item => items[this.#below(items.length)] as Item; // below the end
  #often = (percent: number) => this.#below(100) < percent;

  word(): string {
    const word = `word${this.words.length}z`;
    this.words.push(word);
    return word;
  }

  #attributes(name: string): string {
    // browsers drop tags of tables outside of one, and forms in forms
    const isDropped = /^(?:caption|form|t[a-z]+)$/.test(name);
    const made = [
      !isDropped && this.#often(8) && ` title="${this.word()}"`,
      this.#often(8) && ` style="${this.#one(styles)}"`,
      this.#often(6) && ` class="${this.#one(classes)}"`,
      this.#often(5) && " hidden",
      this.#often(8) && ` href="${this.#one(["https://a.example", "javascript:x()", "#fn1"])}"`,
    ];
    return made.filter(Boolean).join("");
  }

  #leaf(): string {
    const kind = this.#below(12);
    if (kind === 0) return "<br>";
    if (kind === 1) return `<img src="x.jpg" alt="${this.word()}">`;
    if (kind === 2) return `<!-- ${this.word()} -->`;
    if (kind === 3) return `<input type="text" value="${this.word()}">`;
    return ` ${this.word()} `;
  }

  html(depth: number): string {
    let made = "";
    for (let at = this.#below(4) + 1; at > 0; at -= 1) {
      if (depth === 0 || this.#often(35)) made += this.#leaf();
      else {
        const name = this.#one(this.#often(60) ? blocks : inlines);
        // browsers drop elements in these
        if (name === "select")
          made += `<select><option>${this.word()}<option>${this.word()}</select>`;
        if (name === "select") continue;
        // as people write it: not every element ends
        const end = this.#often(90) ? `</${name}>` : "";
        made += `<${name}${this.#attributes(name)}>${this.html(depth - 1)}${end}`;
      }
    }
    return made;
  }

  #phrase(): string {
    const parts = Array.from({ length: this.#below(5) + 1 }, () => {
      const name = this.#one(inlines);
      return this.#one([
        this.word(),
        `*${this.word()}*`,
        `**${this.word()}<br>${this.word()}**`,
        `\`${this.word()}\``,
        `[${this.word()}](https://a.example "${this.word()}")`,
        `[${this.word()} <i>${this.word()}</i>](javascript:x)`,
        `![${this.word()}](x.jpg "${this.word()}")`,
        `<${name}>${this.word()} *${this.word()}*</${name}>`,
        `<${name}>${this.word()}`,
        `<!-- ${this.word()} -->`,
        "<br>",
      ]);
    });
    return parts.join(" ");
  }

  #block(): string {
    return this.#one([
      () => this.#phrase(),
      () => `# ${this.#phrase()}`,
      () => `${this.word()} <sup>${this.word()}</sup>\n===`,
      () => `- ${this.#phrase()}\n- ${this.#phrase()}\n\n  <div>${this.word()}</div>`,
      () => `> ${this.#phrase()}\n>\n> <p>${this.word()}</p>`,
      () => `| ${this.#phrase()} | b |\n|---|:-:|\n| ${this.#phrase()} | <b>${this.word()}</b> |`,
      () => `<div>\n\n${this.#phrase()}\n\n</div>`,
      () => `<details><summary>${this.word()}</summary>\n\n- ${this.#phrase()}\n\n</details>`,
      () => `<table>\n<tr>\n<td>\n\n${this.#phrase()}\n\n</td>\n</tr>\n</table>`,
      () => `    ${this.word()}\n\n\`\`\`js\n<b>${this.word()}</b>\n\`\`\``,
      () => `${this.word()}[^1]\n\n[^1]: ${this.#phrase()}`,
      () => this.html(2).replaceAll(/\n+/g, " "),
    ])();
  }

  markdown = (): string =>
    Array.from({ length: this.#below(4) + 1 }, () => this.#block()).join("\n\n");
}

const rounds = Number(process.env["ROUNDS"] ?? 300);

/** Returns the words that stand neither in a text nor in the report, with what they were in. */
const lost = (
  words: readonly string[],
  body: string,
  dropped: readonly string[],
  source: string,
) => {
  const found = `${body}\n${dropped.join("\n")}`;
  const missing = words.filter((word) => !found.includes(word) && source.includes(word));
  return missing.length > 0 ? { missing, source, body, dropped } : null;
};

test("every word of HTML stands in its Markdown, or in the report", () => {
  for (let seed = 1; seed <= rounds; seed += 1) {
    const random = new RandomText(seed);
    const source = random.html(5);
    const { body, dropped } = htmlToMarkdown(source);
    expect([
      seed,
      lost(
        random.words,
        body,
        dropped.map(({ what }) => what),
        source,
      ),
    ]).toEqual([seed, null]);
  }
});

test("every word of Markdown with HTML in it stands in the result, or in the report", () => {
  for (let seed = 1; seed <= rounds; seed += 1) {
    const random = new RandomText(seed);
    const source = random.markdown();
    const { body, dropped } = cleanMarkdown(source);
    const named = dropped.map(({ what }) => what);
    expect([seed, lost(random.words, body, named, source)]).toEqual([seed, null]);
    // what was cleaned has nothing left to clean
    expect(cleanMarkdown(body).dropped).toEqual([]);
  }
});
