/** A command line that can't be followed as it stands; the message says what is wrong with it. */
export class BadUse extends Error {}
