/** Readings of the same data, of which one runs at a time. */
export class SharedReading {
  readonly #read: () => Promise<void>;
  #reading: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** Resolves once the data were read after this call; concurrent calls share one reading. */
  refresh(): Promise<void> {
    this.#next ??= this.#reading
      .catch(() => {}) // retried by the next reading
      .then(() => {
        this.#next = null;
        return this.#read();
      });
    this.#reading = this.#next;
    return this.#next;
  }

  /** Resolves when no reading is under way. */
  async settled(): Promise<void> {
    await this.#reading.catch(() => {}); // its callers handle it
  }
}
