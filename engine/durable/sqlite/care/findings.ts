/** What a verification found wrong, a sentence each: the first of them, and how many more there were. */

const MOST = 50;

export class Findings {
  readonly #sentences: string[] = [];
  #more = 0;

  add(sentence: string): void {
    if (this.#sentences.length < MOST) this.#sentences.push(sentence);
    else this.#more += 1;
  }

  get sentences(): readonly string[] {
    return this.#sentences;
  }

  /** How many there were beyond those that are told. */
  get more(): number {
    return this.#more;
  }
}
