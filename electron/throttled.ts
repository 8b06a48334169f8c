/** `task`, done at most once every `period` milliseconds; a call in between is made up for at its end. */
export function throttled(period: number, task: () => void): () => void {
  let resting = false;
  let missed = false;
  return function call() {
    if (resting) {
      missed = true;
      return;
    }
    task();
    resting = true;
    missed = false;
    setTimeout(() => {
      resting = false;
      if (missed) call();
    }, period);
  };
}
