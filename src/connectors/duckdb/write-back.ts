// Writing the warehouse's file back to the disk while it is being loaded: a commit waits for all that was not, and then
// nothing else goes on.
import { open } from "node:fs/promises";

/** One call at a time. A fault of the disk is told by the commit, which asks again. */
export function writesBack(path: string): () => void {
  let isBusy = false;
  return () => {
    if (isBusy) return;
    isBusy = true;
    void open(path, "r+")
      .then(async (file) => {
        await file.datasync().finally(() => file.close());
      })
      .catch(() => {})
      .finally(() => (isBusy = false));
  };
}
