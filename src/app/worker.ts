// The process of a run: gets a plan over IPC, executes it, reports events, ends with the run.
export {};
