/** Does work once after everything that happens in the same task, such as a move or several properties. */
export function scheduler(work: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      work();
    });
  };
}
