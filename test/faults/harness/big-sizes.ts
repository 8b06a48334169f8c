/** How big a lab is made, and what is measured of it: milliseconds, but for what counts something. */

export interface BigSizes {
  readonly live: number;
  readonly finished: number;
  readonly callers: number;
  /** Claims of each caller. */
  readonly rounds: number;
}

export interface Measured {
  readonly start: number;
  readonly claims: number;
  readonly differentTokens: number;
  readonly commandsACommit: number;
  readonly claimMedian: number;
  readonly claimP99: number;
  /** The slowest of the lists. */
  readonly listAtRest: number;
  readonly listUnderLoad: number;
  /** For which the main thread did nothing else. */
  readonly longestBlock: number;
  /** Bytes. */
  readonly rss: number;
}
