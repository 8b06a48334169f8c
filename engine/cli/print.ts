/** Standard output for programs whose reader may be slow, full, or gone. */

/** The reader has stopped reading: there is nobody to tell anything. */
export class ReaderGone extends Error {}

// Each write tells of its own failure; without a listener the stream's would end the process with a stack.
process.stdout.on("error", () => {});

/** Settles when `text` has been taken, so that a slow reader holds the program back. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve();
      else if ((error as NodeJS.ErrnoException).code === "EPIPE") reject(new ReaderGone());
      else reject(new Error(`the answers can't be written (${error.message})`));
    });
  });
}
