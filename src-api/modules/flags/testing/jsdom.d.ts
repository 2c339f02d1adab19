/** The package has no types; declares only what the tests use. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options: { url: string });
    readonly window: { document: unknown; XMLHttpRequest: unknown };
  }
}
