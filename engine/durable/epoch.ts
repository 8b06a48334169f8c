/**
 * The upper part of a token is its epoch, which is new after each restore (rule D7): whatever was claimed in a life of
 * the lab that the backup doesn't know, no token of it can become current again.
 */

import type { ClaimToken, Millis } from "../model.ts";

const TOKENS_IN_EPOCH = 2 ** 32;

/** The last token of the next epoch's start: the first claim after it gets the one that follows. */
export const epochAfter = (token: ClaimToken): ClaimToken =>
  (Math.floor(token / TOKENS_IN_EPOCH) + 1) * TOKENS_IN_EPOCH;

/** Ten minutes: then two million epochs last for forty years. */
const STEP: Millis = 600_000;
const BEGIN: Millis = Date.UTC(2026, 0);

/**
 * As `epochAfter`, for when what ran since can't be read: two restores of one backup would get the same epoch. The time
 * of day keeps them apart.
 */
export const epochAt = (wall: Millis, token: ClaimToken): ClaimToken =>
  Math.max(epochAfter(token), Math.floor((wall - BEGIN) / STEP) * TOKENS_IN_EPOCH);
