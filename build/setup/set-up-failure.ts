/**
 * What a user reads when set-up cannot go on: a sentence that says what is
 * missing and what to do. Anything else that is thrown is a bug and keeps its stack.
 */
export class SetUpFailure extends Error {
  override readonly name = "SetUpFailure";
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1 } = {}) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a task and ends the process with its exit code; a SetUpFailure is told without a stack. */
export async function runTask(task: () => Promise<number>): Promise<never> {
  const exitCode = await task().catch((error: unknown) => {
    if (!(error instanceof SetUpFailure)) throw error;
    console.error(error.message);
    return error.exitCode;
  });
  // Said outright: a hook that a packaging tool leaves behind turns a mere process.exitCode into 0.
  process.exit(exitCode);
}
