// All commands, as a part of the executable (part.ts): one file is found and read faster than fifty. What a command does not
// import is not run.
import type { Host } from "../cli/host.ts";

export { reportCrash, runCli } from "../cli/main.ts";

export const openApp: Host["openApp"] = async (options) => {
  const { openApp: open } = await import("./open.ts");
  return open({ ...options, profile: options.profile ?? "embedded" });
};

export const runDemo: Host["runDemo"] = async (options) => {
  const { runDemo: run } = await import("./demo/demo.ts");
  return run(options);
};
